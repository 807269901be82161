"""Style sheets: what a rule that asks by `:has()` costs at a touch.

When something changes that any `:has()` asks for (a card is raised, a box is checked), Chromium sets the
style anew of whatever the last words of all those rules name, below everything that asks. Where they
name nothing, that is all of the table; and of a span or a drawing there are hundreds.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MANY = {"b", "div", "g", "li", "path", "small", "span", "svg", "use"}


def selectors(sheet: str) -> Iterator[str]:
    """Of every rule; one within another is told with what it stands in."""
    around: list[list[str]] = []
    for head, end in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)):
        if end == "}":
            around.pop()
        elif end == "{" and head.strip().startswith("@"):
            around.append(around[-1] if around else [])
        elif end == "{":
            own = [one.strip() for one in _apart(head, ",")]
            outer = around[-1] if around else []
            around.append([one.replace("&", by) for one in own for by in outer or ["&"]])
            yield from around[-1]


def is_nameless(selector: str) -> bool:
    """It asks by `:has()`, and ends in what names nothing, or what there are many of."""
    *before, last = _apart(selector, " >+~")
    return any(":has(" in one for one in before) and not _is_named(last)


def _is_named(last: str) -> bool:
    bare, inside = "", list[str]()  # what stands in :not(), :has() or the like names nobody
    for part in re.split(r"(:[a-z-]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))", last):
        if part.startswith((":is(", ":where(")):
            inside.append(part[part.index("(") + 1 : -1])
        elif not part.endswith(")"):
            bare += part
    tag = re.match(r"[a-z][\w-]*", bare)
    if re.search(r"[.#]", bare) or (tag and tag[0] not in MANY):
        return True
    ways = [_apart(way.strip(), " >+~")[-1] for one in inside for way in _apart(one, ",")]
    return bool(ways) and all(map(_is_named, ways))


def _apart(text: str, at: str) -> list[str]:
    """Split where no bracket is open."""
    parts, depth = [""], 0
    for letter in text.strip():
        depth += (letter in "([") - (letter in ")]")
        if letter in at and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part for part in parts if part.strip()]


def test_no_rule_that_asks_by_has_ends_in_what_names_nothing() -> None:
    sheets = [
        *ROOT.glob("static/css/*.css"),
        *ROOT.glob("games/presentation/static/**/*.css"),
        *ROOT.glob("games/titles/*/static/**/*.css"),
    ]
    told = [(sheet.name, one) for sheet in sheets for one in selectors(sheet.read_text())]
    assert sum(":has(" in one for _name, one in told) > 100
    assert [(name, one) for name, one in told if is_nameless(one)] == []


@pytest.mark.parametrize(
    "rule",
    [
        ".seat:has(.left) > :first-child { zoom: .8; }",
        ".seat:has(.left) > .who > :not(.left) { top: 0; }",
        ".table:has(.call) :is(.rounds, .steps li:not(.now)) { top: 0; }",
        "@media print { .board:is(:has(.k0:checked), .b) { & .seat > :is(span, svg):not(.who) { top: 0; } } }",
    ],
)
def test_one_that_does_is_found(rule: str) -> None:
    assert any(map(is_nameless, selectors(rule)))


@pytest.mark.parametrize(
    "rule",
    [
        ".seat:has(> .left) .who, .seat > :first-child { top: 0; }",
        ".steps:not(:has(*)) { display: none; }",
        ".board:has(.k0:checked) { & ~ .zooms { top: 0; } & :is(.one, .two b.three) { top: 0; } }",
    ],
)
def test_one_that_names_what_it_is_about_passes(rule: str) -> None:
    assert not any(map(is_nameless, selectors(rule)))
