"""A title's sheets for a drawing outside a browser: by day, with values in place of custom properties.

resvg knows neither custom properties nor media queries, and no `rgb()` with a share of opacity. So
the few rules that concern a drawing are kept, and everything in them is written out. Only static
files are read for it: the sheets here, the sprites in `symbols.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import tinycss2
from django.contrib.staticfiles import finders
from tinycss2.ast import Declaration, FunctionBlock, IdentToken, Node, QualifiedRule
from tinycss2.color4 import parse_color

SHEETS = ("css/tokens.css", "presentation/table.css", "{slug}/mood.css", "{slug}/table.css")
DRAWN = (
    "fill",
    "stroke",
    "font",
    "color",
    "filter",
    "opacity",
    "overflow",
    "display",
    "paint-",
    "text-anchor",
)


def tone(slug: str, name: str) -> str:
    """A custom property by day."""
    return resolved(f"var(--{name})", slug)


def resolved(value: str, slug: str) -> str:
    """A value, with values in place of the custom properties that it names."""
    return _written_out(value, _tones(slug))


@cache  # 35 to 95 ms, to parse a title's sheets
def rules(slug: str) -> str:
    """The rules of the title's sheets that say how something is drawn."""
    found = []
    for selectors, declarations in _rules(slug):
        kept = [one for one in declarations if one[0].startswith(DRAWN)]
        if kept and ":" not in selectors:
            said = "; ".join(f"{name}: {resolved(value, slug)}" for name, value in kept)
            found.append(f"{selectors} {{ {said} }}")
    return "\n".join(found)


@cache  # 35 to 55 ms, asked for each value that names one
def _tones(slug: str) -> Mapping[str, str]:
    return {
        name: value
        for selectors, declarations in _rules(slug)
        if selectors in (":root", f".title-{slug}")
        for name, value in declarations
        if name.startswith("--")
    }


def _rules(slug: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What holds by day and on any screen: selectors, and pairs of a name and a value."""
    text = "".join(static_text(sheet.format(slug=slug)) for sheet in SHEETS)
    for rule in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
        if isinstance(rule, QualifiedRule):  # not what holds only now and then, as in @media
            found = tinycss2.parse_blocks_contents(rule.content)
            pairs = [(one.name, _value(one)) for one in found if isinstance(one, Declaration)]
            yield tinycss2.serialize(rule.prelude).strip(), pairs


def _value(declaration: Declaration) -> str:
    value: str = tinycss2.serialize(declaration.value).strip()
    return f"{value} !important" if declaration.important else value


# Values


def _written_out(value: str, tones: Mapping[str, str]) -> str:
    if not any(name in value for name in ("var(", "rgb(", "light-dark(")):
        return value
    nodes = tinycss2.parse_component_value_list(value)
    return str(tinycss2.serialize(_nodes(nodes, tones)))


def _nodes(nodes: Sequence[Node], tones: Mapping[str, str]) -> list[Node]:
    found: list[Node] = []
    for node in nodes:
        if not isinstance(node, FunctionBlock):
            found.append(node)
        elif node.lower_name == "var":
            found += tinycss2.parse_component_value_list(_variable(node, tones))
        elif node.lower_name == "light-dark":
            comma = next(at for at, one in enumerate(node.arguments) if one == ",")
            found += _nodes(node.arguments[:comma], tones)
        elif node.lower_name == "rgb" and (hexed := _in_hex(node)):
            found += tinycss2.parse_component_value_list(hexed)
        else:
            node.arguments = _nodes(node.arguments, tones)
            found.append(node)
    return found


def _variable(node: FunctionBlock, tones: Mapping[str, str]) -> str:
    """The value of `var(--name, otherwise)`. One that is set nowhere draws nothing."""
    [name, *rest] = [one for one in node.arguments if one.type != "whitespace"]
    assert isinstance(name, IdentToken)
    value = tones.get(name.value, tinycss2.serialize(rest[1:]).strip() or "none")
    return _written_out(value, tones)


def _in_hex(node: FunctionBlock) -> str:
    colour = parse_color(node)
    if colour is None:
        return ""
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def static_text(path: str) -> str:
    """One of our static files, or nothing if it is not there."""
    found = finders.find(path)
    return Path(str(found)).read_text(encoding="utf-8") if found else ""
