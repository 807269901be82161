"""What happened in a match, at a glance: for every title, for those audiences that are open."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine import titles
from games.matchlog import access, copies, reader
from games.matchlog.audience import EVERYTHING
from games.models import Move, Round
from games.presentation.presenter import Measure
from games.rendering import story
from games.rendering.steps import Replay
from tests.web.factories import Scene, dealt, gathered
from tests.web.playing import forget_everything, played
from tests.web.test_access import scramble_log, visible

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
    audiences = ("public", "0", "1", "all")
    assert [page(as_(mira), scene, f"?as={one}").status_code for one in audiences] == [
        200,
        200,
        403,
        403,
    ]
    assert [page(as_(other), scene, f"?as={one}").status_code for one in audiences] == [
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
def test_a_story_is_the_same_whatever_is_hidden_from_its_audience(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, {"toy": 4}.get(slug, 20))  # 40 may be a whole match of three
    assert scene.match.status == "running"
    rows = list(Move.objects.filter(match_id=scene.id))
    for seat in (None, 0):
        browser = as_(None if seat is None else scene.players[seat])
        own = "?as=public" if seat is None else f"?as={seat}"
        before = visible(page(browser, scene, own).content.decode())
        assert scramble_log(scene.id, seat) > 0
        forget_everything()
        assert visible(page(browser, scene, own).content.decode()) == before
        Move.objects.bulk_update(rows, ["action", "events", "draws"])


def test_a_round_ends_with_the_move_that_ended_it(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, options={"starter": "first", "rounds": 2})
    scene.until_vote().to_the_end()
    text = page(as_(None), scene).content.decode()
    spans = [tuple(map(int, span)) for span in re.findall(r"Moves (\d+) to (\d+)", text)]
    second = dict(reader.rounds_of(scene.id))[2]
    assert spans == [(1, second), (second + 1, scene.number)]
    in_rounds = [re.findall(r"at=(\d+)[^\"]*\" tabindex", one) for one in text.split("<h2>Round")]
    assert [str(second) in moves for moves in in_rounds[1:]] == [True, False]


# When the outcome was certain


def certain_moves(text: str) -> list[int]:
    return [int(move) for move in re.findall(r"certain from move (\d+) on", text)]


def test_without_a_proof_a_round_is_certain_with_the_move_that_ended_it(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, options={"starter": "first", "rounds": 2})
    while scene.match.status != "over":
        assert certain_moves(page(as_(mira), scene).content.decode()) == []
        scene.until_vote()
        for seat in scene.awaited():
            scene.vote(seat, 0)
    text = page(as_(None), scene).content.decode()
    second = dict(reader.rounds_of(scene.id))[2]
    assert certain_moves(text) == [second, scene.number]
    assert text.count("Until then it was open.") == 2
    assert f'/replay?at={second}&amp;as=public">The outcome was certain' in text


@pytest.mark.parametrize("ended", [None, 5])
def test_certainty_goes_back_from_the_end_as_long_as_it_is_proven(ended: int | None) -> None:
    class Whole:
        """Positions that are known by their numbers."""

        def at(self, at: int) -> int:
            return at

    class Show:
        def why_decided(self, full: int, _names: object) -> str:
            return f"proven of {full}" if full in (1, 3, 4) else ""

    one = story.RoundStory(1, 0, 6, [], ended=ended)
    found = story.certainty(one, Whole(), Show(), [])  # type: ignore[arg-type]  # it needs no more
    assert found == (None if ended is None else story.TurningPoint(3, "proven of 3"))


def test_before_the_match_is_over_nobody_is_told_what_was_certain(as_: Browser, db: None) -> None:
    """It would tell what cards were left."""
    scene = played("saboteur", 70)  # a round of three has 67 moves at the most
    assert scene.match.status == "running"
    text = page(as_(scene.players[0]), scene).content.decode()
    assert text.count("<h2>Round") >= 2
    assert certain_moves(text) == []


@pytest.mark.parametrize("slug", ["emerald", "lost_mines", "saboteur"])
def test_every_round_of_every_title_says_when_it_was_certain(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 2000)
    assert scene.match.status == "over"
    stories = [
        page(as_(None), scene, f"?as={audience}").content.decode()
        for audience in ("public", "0", "all")
    ]
    found = [certain_moves(text) for text in stories]
    assert found[0] == found[1] == found[2]
    firsts = [first for _number, first in reader.rounds_of(scene.id)]
    ends = [*firsts[1:], scene.number]
    assert len(found[0]) == len(ends)
    assert all(first < move <= end for first, move, end in zip(firsts, found[0], ends, strict=True))


def curve(*ways: tuple[int, int | None]) -> story.Curve:
    [found] = story.curves([(move, [Measure("way", way)]) for move, way in ways])
    return found


def test_a_curve_breaks_where_there_is_no_answer() -> None:
    found = curve((0, 4), (1, 2), (2, None), (3, 0), (4, None))
    assert found.points == ["0,0 250,80", "750,160"]
    assert (found.lowest, found.highest) == (0, 4)
    assert story.curves([(0, []), (1, [])]) == []


def test_a_curve_breaks_where_a_round_is_dealt() -> None:
    assert curve((0, 4), (1, 0), (1, 4), (2, 2)).points == ["0,0 500,160", "500,0 1000,80"]


def test_what_is_measured_in_different_things_has_charts_of_its_own() -> None:
    both = [Measure("way", 4, "way"), Measure("gold", 9, "gold"), Measure("silver", 3, "gold")]
    drawn = story.charts([(0, both), (1, both)])
    assert [[(curve.label, curve.highest) for curve in chart] for chart in drawn] == [
        [("way", 4)],
        [("gold", 9), ("silver", 9)],
    ]


def test_a_round_that_is_over_says_who_was_what(scene: Scene, as_: Browser) -> None:
    told = re.compile(r"<b>\w+ <small>(?:Even|Odd)</small></b>")
    assert not told.search(page(as_(None), scene).content.decode())
    scene.to_the_end()
    rounds = Round.objects.filter(match=scene.id).count()
    text = page(as_(None), scene).content.decode()
    assert len(told.findall(text)) == rounds * len(scene.players)


def test_what_turned_in_one_move_is_one_turning_point_and_marks_stand_above_each_other(
    as_: Browser, db: None
) -> None:
    scene = played("emerald", 2000)
    visited = access.visit(scene.id, scene.players[0])
    copy = copies.with_steps(visited, EVERYTHING)
    [one] = story.story(Replay(copy, access.names(visited.seats), ())).rounds
    moves = [point.move for point in one.turning]
    assert moves == sorted(set(moves))
    for lane in one.lanes:
        places = [(mark.move, mark.above) for mark in lane.marks]
        assert len(places) == len(set(places))
    assert one.height == 2 * story.BASE + story.RISE * max(
        mark.above for lane in one.lanes for mark in lane.marks
    )
