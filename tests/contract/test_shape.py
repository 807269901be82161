"""One shape for titles: the same name means the same in each, and rules read alike.

More modules are allowed, and one that would be empty may be missing: `board` where there is none.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from games.engine import Event, Title, titles
from games.engine.events import event_types
from tests.contract.places import ROOT, folder_of_tests, is_ours, source_folder, titles_with_tests

# What the engine's Title is made from, and where in a title's folder it is found.
PARTS = {
    "initial": "state.State",
    "evolve": "state.evolve",
    "set_up": "rules.set_up",
    "awaiting": "rules.awaiting",
    "actions": "rules.actions",
    "decide": "rules.decide",
    "rounds": "rules.rounds",
    "outcome": "rules.outcome",
    "forms": "rules.FORMS",
    "box": "rules.box",
    "census": "rules.census",
    "explain": "refusals.explain",
    "imagine": "imagine.imagine",
    "picture": "text.picture",
}
# What only some titles have.
OPTIONAL = {"lapse": "rules.lapse", "similar": "rules.similar"}
MODULES = ("cards", "events", "state", "rules", "refusals", "imagine", "bot", "text")

LONGEST_MODULE = 500  # lines

TAG = re.compile(r"#\s*[A-Z]\d+(?:,\s*[A-Z]\d+)*:")  # "# S14: …"


def module(title: Title[Any], name: str) -> Any:
    return import_module(f"games.titles.{title.slug}.{name}")


def part(title: Title[Any], place: str) -> Any:
    name, _, attribute = place.rpartition(".")
    return vars(module(title, name))[attribute]


def rules_modules(title: Title[Any]) -> list[Path]:
    """The modules that know nothing of pages."""
    return sorted(source_folder(title).glob("*.py"))


# What is where


@pytest.mark.parametrize("name", MODULES)
def test_every_title_has_the_same_modules(title: Title[Any], name: str) -> None:
    assert module(title, name).__doc__


@pytest.mark.parametrize(("field", "place"), PARTS.items())
def test_a_part_of_a_title_is_in_the_same_place_in_all(
    title: Title[Any], field: str, place: str
) -> None:
    assert part(title, place) is getattr(title, field)


@pytest.mark.parametrize(("field", "place"), OPTIONAL.items())
def test_a_part_that_not_all_have_is_in_the_same_place_too(
    title: Title[Any], field: str, place: str
) -> None:
    name = place.partition(".")[2]
    if name in vars(module(title, "rules")):
        assert part(title, place) is getattr(title, field)
    else:
        assert getattr(title, field) in (None, Title.__dataclass_fields__[field].default)


def test_the_bots_that_all_titles_have_are_in_their_module(title: Title[Any]) -> None:
    for name in ("random", "plain"):
        assert title.bots[name] is part(title, f"bot.{name}")


def test_the_keeper_is_in_the_module_of_bots_or_else_the_plain_one(title: Title[Any]) -> None:
    own = vars(module(title, "bot")).get("keeper")
    assert title.bots["keeper"] is (own or title.bots["plain"])


def test_the_material_is_numbered_in_cards(title: Title[Any]) -> None:
    assert type(part(title, "cards.MATERIAL")) is int


def test_every_event_of_a_title_is_in_its_events(title: Title[Any]) -> None:
    events = module(title, "events")
    there = {kind.type for kind in vars(events).values() if is_event(kind, events.__name__)}
    assert there == set(event_types(f"{title.slug}."))


def is_event(kind: object, where: str) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == where


def test_rules_are_loaded_without_what_tables_need() -> None:
    """Bots, self-play and verifying ask for the rules alone."""
    code = "from games.engine import titles; import sys; titles(); print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "games.titles" in loaded
    assert [name for name in loaded if name == "django" or ".table" in name] == []


# Its tests


TESTS = ("audiences", "refusals", "scoring", "set_up", "turn")
TESTS_OF_OURS = ("bots", "imagine", "recorded")  # with matches to show; the toy has none worth it


@pytest.mark.parametrize("ours", titles_with_tests(), ids=lambda title: title.slug)
def test_the_tests_of_titles_have_the_same_names(ours: Title[Any]) -> None:
    wanted = [*TESTS, *(TESTS_OF_OURS if is_ours(ours) else ())]
    there = {path.stem for path in folder_of_tests(ours).glob("*.py")}
    assert {"scenes", *(f"test_{name}" for name in wanted)} - there == set()


# How it is written


def test_no_module_of_rules_is_long(title: Title[Any]) -> None:
    lengths = {path.name: len(lines(path)) for path in rules_modules(title)}
    assert {name: count for name, count in lengths.items() if count > LONGEST_MODULE} == {}


@cache
def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def bodies(source: ast.AST) -> Iterator[range]:
    """The lines of every function, from its `def` to its end."""
    for node in ast.walk(source):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            yield range(node.lineno, node.end_lineno + 1)


def tags_inside(source: str) -> list[int]:
    """The lines of rule tags that stand within a function."""
    inside = {line for body in bodies(ast.parse(source)) for line in body}
    found = [n for n, line in enumerate(source.splitlines(), 1) if TAG.search(line)]
    return [line for line in found if line in inside]


def test_a_rules_tag_stands_above_what_carries_it_out(title: Title[Any]) -> None:
    wrong = [
        f"{path.name}:{line}"
        for path in rules_modules(title)
        for line in tags_inside(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_a_rules_tag_is_no_docstring(title: Title[Any]) -> None:
    numbered = re.compile(r"[A-Z]\d+(, [A-Z]\d+)*: ")
    wrong = [
        f"{path.name}:{node.lineno}"
        for path in rules_modules(title)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef) and numbered.match(ast.get_docstring(node) or "")
    ]
    assert wrong == []


def names_defined(path: Path) -> set[str]:
    """The functions and classes of a module."""
    return {
        node.name for node in tree(path).body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }


@cache
def names_used(path: Path) -> set[str]:
    """Every name that a module asks others for: `from x import name`, `x.name`."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found |= {node.attr} if node.value.id != "self" else set()
    return found


def used_elsewhere(title: Title[Any], path: Path) -> set[str]:
    folders = (source_folder(title), folder_of_tests(title))
    others = [other for folder in folders for other in folder.rglob("*.py") if other != path]
    return set().union(*map(names_used, others))


@pytest.mark.parametrize("ours", titles_with_tests(), ids=lambda title: title.slug)
def test_a_name_is_public_where_another_module_uses_it_and_else_private(ours: Title[Any]) -> None:
    wrong = [
        f"{path.name}: {name}"
        for path in rules_modules(ours)
        for name in sorted(names_defined(path))
        if name.startswith("_") == (name in used_elsewhere(ours, path))
    ]
    assert wrong == []


def constants(path: Path) -> Iterator[str]:
    """The names that a module gives to values and types."""
    for node in tree(path).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in (name for target in targets for name in ast.walk(target)):
                if isinstance(name, ast.Name):
                    yield name.id


def test_constants_and_types_are_written_without_an_underscore(title: Title[Any]) -> None:
    wrong = [
        f"{path.name}: {name}"
        for path in rules_modules(title)
        for name in constants(path)
        if name.startswith("_")
    ]
    assert wrong == []


def test_what_is_out_of_shape_is_seen() -> None:
    source = "# S1: above\ndef rule():\n    x = 1\n    # S2: within\n    return x  # S3: beside\n"
    assert tags_inside(source) == [4, 5]
    assert titles().keys() >= {title.slug for title in titles_with_tests()}
