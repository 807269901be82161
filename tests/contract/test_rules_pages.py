"""A title's rules page tells every numbered rule, and no rule that the title does not have."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Title
from tests.contract.places import ROOT, source_folder, titles_with_tests
from tests.titles.rules_pages import OURS, RulesPage, missing, rules_page


def has_page(title: Title[Any]) -> bool:
    return (source_folder(title) / "jinja2" / title.slug / "rules.html").is_file()


every_title_with_a_page = pytest.mark.parametrize(
    "told", [title for title in titles_with_tests() if has_page(title)], ids=lambda t: t.slug
)


@every_title_with_a_page
def test_every_numbered_rule_is_on_the_page(told: Title[Any]) -> None:
    page = rules_page(told.slug)
    assert set(told.rules) - page.texts.keys() == set()
    assert page.texts.keys() - set(told.rules) == set()


@every_title_with_a_page
def test_what_names_a_rule_has_words_of_its_own(told: Title[Any]) -> None:
    for rule, texts in rules_page(told.slug).texts.items():
        assert all(len(text.replace(OURS, "").split()) > 2 for text in texts), rule


def test_every_title_of_this_site_has_a_page() -> None:
    ours = [t for t in titles_with_tests() if source_folder(t).is_relative_to(ROOT / "games")]
    assert len(ours) > 2
    assert [title.slug for title in ours if not has_page(title)] == []


def test_a_rule_or_a_fact_that_is_not_told_is_seen() -> None:
    page = RulesPage(
        '<p data-rule="T1 T2">Roll a <b>die</b>\n of six.</p><p>Seven.</p>'
        '<ul><li data-card="EW"><svg><use href="#EW"/></svg><b>×3</b></li></ul>'
    )
    assert page.texts.keys() == {"T1", "T2"}
    assert missing(page, {"T1": ("a die of six", "seven"), "T2": ()}) == [("T1", "seven")]
    assert page.cards == {"EW": 3}
