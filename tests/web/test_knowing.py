"""What one can know, over the web: for whom, at which step, and at a table set to play without it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine import titles
from games.matchlog import access
from games.matchlog.audience import PUBLIC
from games.models import Match
from games.play import rematches
from games.presentation.knowing import Statement
from games.rendering.knowing import panel
from tests.web.factories import Scene, dealt, gathered
from tests.web.playing import played

Browser = Callable[[User | None], Client]
WITHOUT = "This table plays without it"


def know(browser: Client, scene: Scene, query: str = "", **headers: str) -> str:
    answer = browser.get(f"/m/{scene.id}/know{query}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_seat_is_told_from_its_own_copy_and_a_watcher_from_the_public_one(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    mine, public = know(as_(mira), scene), know(as_(other), scene)
    assert "Counted from what you have seen." in mine
    assert "Counted from what you have seen." not in public
    assert "<bdi>You</bdi>" not in public
    assert know(as_(None), scene).count("<rect") == public.count("<rect")


def test_while_others_play_nobody_looks_through_their_eyes(
    scene: Scene, mira: User, as_: Browser
) -> None:
    assert as_(mira).get(f"/m/{scene.id}/know?as=1").status_code == 403
    assert as_(mira).get(f"/m/{scene.id}/know?as=all").status_code == 403


def test_after_the_end_it_is_told_of_any_step_through_any_eyes(
    mira: User, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines)
    scene.act(scene.awaited()[0], do="pass")
    scene.to_the_end()
    first = know(as_(other), scene, "?at=0&as=1")
    assert "<rect" in first
    assert know(as_(other), scene, "?as=1") != first
    assert "everything is seen" in know(as_(other), scene, "?as=all&at=0")


@pytest.mark.parametrize(
    ("query", "status"),
    [("?at=9999", 404), ("?at=-1", 404), ("?at=x", 404), ("?as=9", 404), ("?at=%00&as=%F0", 404)],
)
def test_an_address_that_names_nothing_is_not_found(
    query: str, status: int, scene: Scene, mira: User, as_: Browser
) -> None:
    assert as_(mira).get(f"/m/{scene.id}/know{query}").status_code == status


def test_before_the_deal_there_is_nothing_to_know(mira: User, as_: Browser) -> None:
    scene = gathered(mira, size=3)
    assert as_(mira).get(f"/m/{scene.id}/know").status_code == 302


def test_a_page_fetches_the_pane_alone(scene: Scene, mira: User, as_: Browser) -> None:
    pane = know(as_(mira), scene, **{"HX-Request": "true"})
    assert pane.lstrip().startswith("<section")
    assert "<html" in know(as_(mira), scene)


@pytest.mark.parametrize("slug", sorted(titles()))
def test_every_title_is_told_in_few_queries_and_the_table_in_no_more(
    slug: str, as_: Browser
) -> None:
    scene = played(slug, 12)
    browser = as_(scene.players[0])
    for address, headers, most in (
        ("know", {"HX-Request": "true"}, 7),  # as a table's page fetches it
        ("know", {}, 10),  # with the head of a page around it
        ("", {}, 8),
    ):
        with CaptureQueriesContext(connection) as asked:
            answer = browser.get(f"/m/{scene.id}/{address}", headers=headers)
        assert answer.status_code == 200
        assert len(asked) <= most


def test_a_table_may_be_set_to_play_without_it_and_a_rematch_keeps_that(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, knowing=False)
    for browser in (as_(mira), as_(None)):
        assert WITHOUT in know(browser, scene)
        assert "<rect" not in know(browser, scene)
        assert "know-open" not in browser.get(f"/m/{scene.id}/").content.decode()
    scene.to_the_end()
    assert "<rect" in know(as_(mira), scene, "?at=0")
    again = rematches.rematch(scene.id, mira)
    assert not again.match.knowing


def test_the_host_chooses_at_the_set_up_and_who_comes_reads_it_first(
    mira: User, other: User, as_: Browser
) -> None:
    asked = {"name": "Deep", "size": "3", "bots": "0", "pace": "daily", "visibility": "public"}
    options = {"option_rounds": "2", "option_starter": "lot", "without_knowing": "on"}
    answer = as_(mira).post("/new/toy/", {**asked, **options})
    assert answer.status_code == 303
    match = Match.objects.latest("created_at")
    assert not match.knowing
    assert "Everyone counts for themselves" in as_(other).get(f"/m/{match.pk}/").content.decode()


def test_what_was_claimed_stands_beside_its_thing_from_then_on(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, title="saboteur")
    answer = as_(tobias).post(f"/m/{scene.id}/talk", {"claim": "goal.1.stone", "key": "a"})
    assert answer.status_code == 303
    assert "says stone" in know(as_(mira), scene)
    assert "says stone" in know(as_(None), scene)


def test_its_tabs_are_for_those_who_hear_something(scene: Scene, mira: User, as_: Browser) -> None:
    assert 'class="tabs"' in know(as_(mira), scene)
    assert 'class="tabs"' not in know(as_(None), scene)


def test_what_was_claimed_in_an_earlier_round_is_about_other_things(
    mira: User, tobias: User, ines: User
) -> None:
    scene = dealt(mira, tobias, ines).to_the_end()
    said = [Statement(1, "seat.0", "tobias", "four", 0)]
    visited = access.visit(scene.id, mira)
    assert "four" in str(panel(visited, PUBLIC, 1, said=said))
    assert "four" not in str(panel(visited, PUBLIC, scene.number, said=said))
