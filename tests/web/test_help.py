"""Rules and effect lines where players meet them: their page, the sheet, the table, a refusal."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games import rendering
from games.engine import IllegalAction, titles
from games.pages import moving
from games.presentation import presenter_of
from games.rendering import Refusal
from games.rendering.rules import rules_of
from tests.web.factories import UserFactory, dealt

pytestmark = pytest.mark.django_db


def in_the_tree() -> list[str]:
    return [slug for slug in titles() if rules_of(slug) is not None]


@pytest.mark.parametrize("slug", in_the_tree())
def test_page_and_sheet_show_the_same_rules(slug: str, client: Client) -> None:
    rules = rules_of(slug)
    assert rules is not None
    page = client.get(reverse("title_rules", args=[slug])).content.decode()
    sheet = client.get(reverse("title_rules_sheet", args=[slug])).content.decode()
    assert rules.html in page
    assert rules.html in sheet
    assert "<html" not in sheet
    for id_, heading in rules.contents:
        assert f'<a href="#{id_}">' in page
        assert heading in unescape(page)


def test_a_title_without_rules_has_no_page_of_them(client: Client) -> None:
    assert client.get("/t/nothing/rules/").status_code == 404


@pytest.mark.parametrize("slug", in_the_tree())
def test_a_table_brings_a_line_for_all_that_is_described_by_one(slug: str, client: Client) -> None:
    players = [UserFactory.create() for _ in range(titles()[slug].seats[0])]
    scene = dealt(*players, title=slug)
    client.force_login(players[scene.awaited()[0]])
    page = client.get(f"/m/{scene.id}/").content.decode()
    ids = set(re.findall(r'<div id="(effect-[\w-]+)"', page))
    assert ids == {effect.id for effect in presenter_of(slug).effects.values()}
    described = set(re.findall(r'aria-describedby="(effect-[\w-]+)"', page))
    assert described <= ids
    assert f'href="{reverse("title_rules", args=[slug])}"' in page


@pytest.mark.parametrize("slug", in_the_tree())
def test_a_refusal_leads_to_its_rule(slug: str) -> None:
    show = presenter_of(slug)
    code, rule = next(iter(show.rule_of.items()))
    known = moving.refusal(IllegalAction(code, "No."), slug)
    assert known == Refusal("No.", f"/t/{slug}/rules/#{rule}")
    assert f'href="/t/{slug}/rules/#{rule}"' in rendering.answer(1, known)
    assert moving.refusal(IllegalAction("malformed", "No."), slug) == Refusal("No.")
    assert "<a" not in rendering.answer(1, Refusal("No."))
