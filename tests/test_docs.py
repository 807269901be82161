"""The documents are true: what they tell you to run exists, and their links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix()
)


def commands_in(text: str) -> set[str]:
    return set(re.findall(r"manage\.py ([a-z]\w*)", text))


def targets_in(text: str) -> set[str]:
    """Targets named in code: `make test`, or a line of a block that begins with make."""
    return set(re.findall(r"(?:`|^)make ([a-z]+)", text, flags=re.MULTILINE))


def links_in(text: str) -> list[str]:
    """Links to the repo's own files; those with a scheme lead elsewhere."""
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors_in(text: str) -> set[str]:
    """Make a heading's anchor as code hosts do: lower case, hyphens for spaces, no punctuation."""
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def makefile_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))


def broken_links(document: Path, text: str) -> Iterator[str]:
    for link in links_in(text):
        name, _, anchor = link.partition("#")
        target = (document.parent / name) if name else document
        if not target.exists() or (
            anchor and anchor not in anchors_in(target.read_text(encoding="utf-8"))
        ):
            yield link


@every_document
def test_every_command_in_the_documents_exists(document: Path) -> None:
    assert commands_in(document.read_text(encoding="utf-8")) <= set(get_commands())


@every_document
def test_every_make_target_in_the_documents_exists(document: Path) -> None:
    assert targets_in(document.read_text(encoding="utf-8")) <= makefile_targets()


@every_document
def test_every_link_between_the_documents_resolves(document: Path) -> None:
    assert list(broken_links(document, document.read_text(encoding="utf-8"))) == []


def test_every_variable_the_settings_read_is_in_the_architecture_page() -> None:
    settings = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'\b(?:text|switch|words|database)\("([A-Z_]+)"', settings))
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert read == set(re.findall(r"^\| `([A-Z_]+)`", page, flags=re.MULTILINE))


def test_every_decision_is_listed_in_the_architecture_page() -> None:
    page = ROOT / "docs" / "architecture.md"
    decisions = {f"decisions/{path.name}" for path in (page.parent / "decisions").glob("*.md")}
    assert decisions <= set(links_in(page.read_text(encoding="utf-8")))


def test_a_command_a_target_and_a_link_that_do_not_exist_are_seen() -> None:
    text = "Run `make dinner`, then `python manage.py wash_up`; see [the menu](menu.md#soup)."
    assert targets_in(text) == {"dinner"}
    assert commands_in(text) == {"wash_up"}
    assert list(broken_links(ROOT / "README.md", text)) == ["menu.md#soup"]


def test_a_link_to_a_heading_that_does_not_exist_is_seen() -> None:
    text = "[how](CONTRIBUTING.md#how-we-work), [salad](CONTRIBUTING.md#salad)"
    assert list(broken_links(ROOT / "README.md", text)) == ["CONTRIBUTING.md#salad"]
