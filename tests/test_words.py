"""One meaning a word: the glossary in docs/architecture.md is true, and no class shares a name."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

# A row has the name of what it stores, and Django finds every command by this name.
SHARED = {"Move", "Round", "Command"}


def classes() -> Mapping[str, list[str]]:
    """Every public class outside the titles, and where it is."""
    found = defaultdict(list)
    for top in ("accounts", "config", "games"):
        for path in sorted((ROOT / top).rglob("*.py")):
            place = path.relative_to(ROOT)
            if place.parts[:2] == ("games", "titles") or "migrations" in place.parts:
                continue
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(place.as_posix())
    return found


def glossary() -> list[tuple[str, str]]:
    """The classes that the glossary names, each with its module."""
    section = ARCHITECTURE.partition("## Words")[2].partition("\n## ")[0]
    return re.findall(r"\| `(\w+)` in `([\w/]+\.py)` \|", section)


def test_every_public_class_outside_the_titles_has_a_name_of_its_own() -> None:
    found = {name: places for name, places in classes().items() if len(places) > 1}
    assert found.keys() <= SHARED, {name: found[name] for name in found.keys() - SHARED}


@pytest.mark.parametrize(("name", "module"), glossary())
def test_a_word_of_the_glossary_is_where_it_says(name: str, module: str) -> None:
    assert module in classes()[name]


def test_the_glossary_names_each_word_once() -> None:
    words = re.findall(r"^\| ([a-z]+) \|", ARCHITECTURE, flags=re.MULTILINE)
    assert len(glossary()) > 15
    assert len(words) == len(set(words))


def test_the_layers_in_the_architecture_are_those_of_the_linter() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    [layers] = [one["layers"] for one in contracts if one.get("containers") == ["games"]]
    assert "\n".join(["```", *layers, "```"]) in ARCHITECTURE


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:games|templates|tests)/[\w/]+\.\w+)`", ARCHITECTURE))))  # fmt: skip
def test_a_file_that_the_architecture_names_exists(path: str) -> None:
    assert (ROOT / path).is_file()


# Words that people stumbled over, and what stands there now is plainer.
BANNED = (
    "Come in", "Take a name", "Letters", "Keys and doors", "Sit down", "House manners",
    "Back to daylight", "Slowly, please", "Farewell", "Not yet", "To the content",
    "Learn it in two minutes", "Play now against bots", "The site sends no such letters yet",
    "Next table", "Send away", "Give it to a bot", "Stir the shuffle", "Through whose eyes",
    "All of mine", "Nobody plays in public", "Here since", "Older ones", "Say it",
)  # fmt: skip
MARKING = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy"}
WEIRD = re.compile("[ÂÃ]")  # what is left of a sign that was read in the wrong way


@pytest.mark.parametrize(
    "path",
    [*sorted((ROOT / "templates").rglob("*.html")), *sorted((ROOT / "templates").rglob("*.txt"))],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_no_page_says_it_in_words_that_were_given_up(path: Path) -> None:
    text = re.sub(r"{% comment %}.*?{% endcomment %}", "", path.read_text(encoding="utf-8"))
    marked = re.findall(r"[\"'>]([A-Z][^\"'<>{}%]+)", text)
    assert [said for said in marked if said.strip().startswith(BANNED)] == []
    assert not WEIRD.search(text)


@pytest.mark.parametrize(
    "path",
    [
        path
        for top in ("accounts", "games")
        for path in sorted((ROOT / top).rglob("*.py"))
        if "migrations" not in path.parts
    ],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_no_sentence_says_it_in_words_that_were_given_up(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    marked = [
        node.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in MARKING
        for node in call.args
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert [said for said in marked if said.startswith(BANNED)] == []
