"""Every rule of a title's rulebook is tagged in its code and cited by a test named as a sentence."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine import Title
from tests.contract.places import folder_of_tests, source_folder, titles_with_tests

TAG = re.compile(r"#\s*([A-Z]\d+(?:,\s*[A-Z]\d+)*):")  # "# S14: …" or "# S6, S7: …"

every_title_with_rules = pytest.mark.parametrize(
    "ruled", [title for title in titles_with_tests() if title.rules], ids=lambda title: title.slug
)


def cited(source: str) -> Iterator[str]:
    """The numbers in `@pytest.mark.rule(…)` over a test function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    yield from (ast.literal_eval(argument) for argument in mark.args)


def tagged(source: str) -> Iterator[str]:
    for tag in TAG.findall(source):
        yield from re.split(r",\s*", tag)


def names_of_tests(source: str) -> list[str]:
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [node.name for node in functions if node.name.startswith("test_")]


def sources(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]


@every_title_with_rules
def test_every_rule_is_cited_by_a_test(ruled: Title[Any]) -> None:
    found = {number for source in sources(folder_of_tests(ruled)) for number in cited(source)}
    assert set(ruled.rules) - found == set()
    assert found - set(ruled.rules) == set(), "a test cites a rule that the title does not have"


@every_title_with_rules
def test_every_rule_is_tagged_in_the_code(ruled: Title[Any]) -> None:
    found = {number for source in sources(source_folder(ruled)) for number in tagged(source)}
    assert set(ruled.rules) - found == set()


@every_title_with_rules
def test_the_tests_of_a_title_are_named_as_sentences(ruled: Title[Any]) -> None:
    names = [name for source in sources(folder_of_tests(ruled)) for name in names_of_tests(source)]
    assert names
    assert [name for name in names if len(name.split("_")) < 4] == []


def test_every_title_of_this_tree_numbers_its_rules() -> None:
    assert [title.slug for title in titles_with_tests() if not title.rules] == []


def test_a_rule_that_is_not_cited_or_tagged_is_seen() -> None:
    source = textwrap.dedent(
        """
        @pytest.mark.rule("S1", "S2")
        @pytest.mark.rule("S3")
        @pytest.mark.parametrize("n", [1])
        def test_goals_turn_up_when_reached(n): ...  # S9: not a citation

        @pytest.mark.rule("S4")
        def not_a_test(): ...
        """
    )
    assert set(cited(source)) == {"S1", "S2", "S3"}
    assert list(tagged("# S6, S7: both\nx = 1  # S8: one\n# see S10: no tag, and S11\n")) == [
        "S6",
        "S7",
        "S8",
    ]
    assert names_of_tests(source) == ["test_goals_turn_up_when_reached"]
