"""Every card and token says in one line what it does, from the same table everywhere."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from games.engine import Title, titles
from games.presentation import presenter_of
from games.presentation.effects import Effects, Marked
from games.rendering.rules import rules_of
from tests.contract.places import source_folder

with_effects = pytest.mark.parametrize(
    "shown",
    [one for one in titles().values() if presenter_of(one.slug).effects],
    ids=lambda t: t.slug,
)


@with_effects
def test_a_line_is_short_and_names_rules_that_the_title_has(shown: Title[Any]) -> None:
    for effect in presenter_of(shown.slug).effects.values():
        assert effect.name, effect.code
        assert effect.line.endswith("."), effect.code
        assert len(effect.line) <= 100, effect.code
        assert "{" not in effect.line, effect.code
        assert effect.rules, effect.code
        assert set(effect.rules) <= set(shown.rules), effect.code


@with_effects
def test_a_symbol_belongs_to_one_line_and_is_drawn_by_the_sprite(shown: Title[Any]) -> None:
    effects = presenter_of(shown.slug).effects.values()
    named = [symbol for effect in effects for symbol in effect.symbols]
    assert len(named) == len(set(named))
    sprite = finders.find(f"{shown.slug}/sprite.svg")
    assert isinstance(sprite, str)
    with open(sprite, encoding="utf-8") as file:
        assert set(named) <= set(re.findall(r'\bid="([\w-]+)"', file.read()))


@with_effects
def test_what_the_templates_name_has_a_line(shown: Title[Any]) -> None:
    folder = source_folder(shown) / "jinja2" / shown.slug
    html = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.html")))
    codes = set(re.findall(r'data-effect="([\w-]+)"|aria-describedby="effect-([\w-]+)"', html))
    named = {code for pair in codes for code in pair if code}
    assert named <= presenter_of(shown.slug).effects.keys()


@with_effects
def test_a_refusal_opens_a_rule_of_the_title_by_a_code_that_it_has(shown: Title[Any]) -> None:
    rule_of = presenter_of(shown.slug).rule_of
    assert set(rule_of.values()) <= set(shown.rules)
    source = ast.parse((source_folder(shown) / "refusals.py").read_text(encoding="utf-8"))
    written = {node.value for node in ast.walk(source) if isinstance(node, ast.Constant)}
    assert rule_of
    assert rule_of.keys() <= written


@with_effects
def test_the_numbers_that_lead_to_rules_are_anchors_on_the_page(shown: Title[Any]) -> None:
    rules = rules_of(shown.slug)
    assert rules is not None
    ids = re.findall(r'\bid="([^"]+)"', rules.html)
    assert len(ids) == len(set(ids))
    assert set(shown.rules) <= set(ids)
    links = set(re.findall(r'href="#([^"]+)"', rules.html))
    assert links <= set(ids)
    assert [id_ for id_, _heading in rules.contents] == [i for i in ids if i.startswith("rules-")]


def test_a_code_that_cannot_be_an_id_is_refused() -> None:
    with pytest.raises(ValueError, match="part of an id"):
        Effects({"a card": Marked("A card", "Does nothing.", "T1")})
