"""What happened in a match, at a glance: for every title, for those eyes that are open."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import story
from games.engine import titles
from games.models import Move
from tests.web.factories import Scene, dealt, gathered
from tests.web.films import forget_everything, played
from tests.web.test_knowledge import scramble_log, visible

Browser = Callable[[User | None], Client]


def page(browser: Client, scene: Scene, query: str = "") -> Any:
    return browser.get(f"/m/{scene.id}/story{query}")


def test_each_round_says_who_did_what_and_leads_there(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, options={"starter": "first", "rounds": 2})
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    scene.until_vote().to_the_end()
    text = page(as_(None), scene).content.decode()
    assert re.findall(r"<h2>Round (\d)", text) == ["1", "2"]
    assert "asked ×1" in text
    assert "voted ×1" in text
    links = re.findall(r'href="/m/[^"]*/replay\?at=(\d+)&amp;as=public" tabindex', text)
    first_round = [move.number for move in scene.moves() if move.seat is not None]
    assert sorted(map(int, links)) == first_round
    assert re.search(r'<li class="won"><b>\w+</b>', text)


def test_the_story_has_the_permissions_of_the_replay(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    eyes = ("public", "0", "1", "all")
    assert [page(as_(mira), scene, f"?as={one}").status_code for one in eyes] == [
        200,
        200,
        403,
        403,
    ]
    assert [page(as_(other), scene, f"?as={one}").status_code for one in eyes] == [
        200,
        403,
        403,
        403,
    ]
    private = dealt(mira, *scene.players[1:], public=False)
    assert page(as_(other), private).status_code == 404


def test_before_the_deal_nothing_has_happened(tobias: User, mira: User, as_: Browser) -> None:
    assert page(as_(mira), gathered(tobias, mira, size=3)).status_code == 302


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_story_is_the_same_whatever_is_hidden_from_its_eyes(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 40)
    rows = list(Move.objects.filter(match_id=scene.id))
    for seat in (None, 0):
        browser = as_(None if seat is None else scene.players[seat])
        own = "?as=public" if seat is None else f"?as={seat}"
        before = visible(page(browser, scene, own).content.decode())
        assert scramble_log(scene.id, seat) > 0
        forget_everything()
        assert visible(page(browser, scene, own).content.decode()) == before
        Move.objects.bulk_update(rows, ["action", "events", "draws"])


def test_a_curve_breaks_where_there_is_no_answer() -> None:
    [curve] = story.curves([[("way", 4)], [("way", 2)], [("way", None)], [("way", 0)], []])
    assert curve.points == ["0,0 250,80", "750,160"]
    assert (curve.lowest, curve.highest) == (0, 4)
    assert story.curves([[], []]) == []
