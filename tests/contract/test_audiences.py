"""Each field's audience stands a second time in the title's own tests, next to the rules' words."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from games.engine import Title
from games.engine.events import event_types
from tests.contract.places import folder_of_tests, titles_with_tests

every_tested_title = pytest.mark.parametrize(
    "tested", titles_with_tests(), ids=lambda title: title.slug
)


def table_of(title: Title[Any]) -> dict[str, dict[str, str]]:
    """AUDIENCES in the title's test_audiences.py, read without running it."""
    source = (folder_of_tests(title) / "test_audiences.py").read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == "AUDIENCES":
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            assert node.value is not None
            table: dict[str, dict[str, str]] = ast.literal_eval(node.value)
            return table
    raise AssertionError(f"{title.slug} has no table AUDIENCES")


@every_tested_title
def test_every_field_of_every_event_is_in_the_titles_table_of_audiences(
    tested: Title[Any],
) -> None:
    declared = {
        name: {field: str(audience) for field, audience in kind.audiences.items()}
        for name, kind in event_types(f"{tested.slug}.").items()
    }
    assert declared == table_of(tested)


def test_event_types_are_named_for_their_title_and_a_fact(title: Title[Any]) -> None:
    names = event_types(f"{title.slug}.")
    assert names
    for name in names:
        slug, _, fact = name.partition(".")
        assert slug == title.slug
        assert fact.replace("_", "").isalpha()
        assert fact == fact.lower()
