"""What a live table says has happened: what moved since the reader's last move, and the stage."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games import play, rendering
from games.engine import titles
from games.matchlog import access
from games.play import bots, timing
from games.rendering.staging import MOST_MOVES
from tests.web.factories import Scene
from tests.web.playing import played

MOVED = re.compile(r"<li id=\"moved_\d+\" data-move=\"(\d+)\"( data-mine)? data-motions='(.*?)'>")
DRAWN = sorted(set(titles()) - {"toy"})


def table(scene: Scene, seat: int) -> str:
    return rendering.fragment(access.visit(scene.id, scene.players[seat]))


def places_of(html: str) -> set[str]:
    return set(re.findall(r'(?:id|data-place)="([^"]+)"', html))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", DRAWN)
def test_a_table_tells_what_moved_since_the_readers_last_move(slug: str) -> None:
    scene = played(slug, 14)
    for seat in range(len(scene.players)):
        moves = scene.copy(seat).moves
        told = MOVED.findall(table(scene, seat))
        numbers = [int(number) for number, _mine, _motions in told]
        own = [move.number for move in moves if move.seat == seat]
        first = max(own[-1] if own else 0, len(moves) - MOST_MOVES)
        assert numbers == list(range(first, len(moves)))
        assert [int(number) for number, mine, _motions in told if mine] == [
            number for number in numbers if moves[number].seat == seat
        ]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", DRAWN)
def test_every_place_that_a_motion_names_is_at_the_table(slug: str) -> None:
    scene = played(slug, 3)
    before, seen = places_of(table(scene, 0)), 0
    for _ in range(24):
        scene = _one_more(scene)
        html = table(scene, 0)
        for number, _mine, motions in MOVED.findall(html):
            if int(number) != scene.number:
                continue
            named = [
                place
                for event in json.loads(motions)
                for motion in event
                for way in motion["way"]
                for place in way.split("+")
            ]
            assert set(named) <= before | places_of(html)
            seen += len(named)
        before = places_of(html)
    assert seen


def _one_more(scene: Scene) -> Scene:

    seat = scene.awaited()[0]
    action = bots.choose(scene.copy(seat), "plain")
    play.submit(scene.id, scene.players[seat], number=scene.number, action=action)
    return scene


@pytest.mark.django_db
@pytest.mark.parametrize("slug", DRAWN)
def test_the_stage_shows_the_latest_lines_and_works_without_scripts(slug: str) -> None:
    scene = played(slug, 6)
    [waiting] = set(range(len(scene.players))) - set(scene.awaited()) - {1} or {0}
    html = unescape(re.sub(r"\s+", " ", table(scene, waiting)))
    stage = html.partition('<div id="stage"')[2].partition("</section>")[0]
    assert 'class="now"' in stage
    assert 'data-again="replay?at=' in stage


@pytest.mark.django_db
@pytest.mark.parametrize("slug", DRAWN)
def test_the_stage_tells_spectators_that_they_are_and_offers_them_no_turns(slug: str) -> None:
    scene = played(slug, 14)
    watched = rendering.fragment(access.visit(scene.id, AnonymousUser()))
    assert "You are watching. Hands and roles are hidden." in watched
    assert "data-again" in watched
    assert not re.search("data-(?:faster|knock)", watched)
    for seat in range(len(scene.players)):
        assert "You are watching" not in table(scene, seat)
        assert "data-faster" in table(scene, seat)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["lost_mines", "saboteur"])
def test_what_one_drew_last_is_marked_in_ones_own_hand(slug: str) -> None:
    scene = played(slug, 0)
    mover, seats = scene.awaited()[0], range(len(scene.players))
    assert not any(_marked(table(scene, seat)) for seat in seats)
    discard = next(one for one in scene.copy(mover).actions() if one["do"] == "discard")
    scene.act(mover, **discard)
    while scene.awaited() == [mover]:  # The Lost Mines go on with a walk, and draw after that
        _one_more(scene)
    assert [len(_marked(table(scene, seat))) for seat in seats] == [seat == mover for seat in seats]
    _one_more(scene)  # somebody else's
    assert len(_marked(table(scene, mover))) == 1


def _marked(html: str) -> list[str]:
    return re.findall(r'<li class="held[^"]* drawn"', html)


@pytest.mark.django_db
def test_the_stage_is_no_card_of_the_hand_whatever_it_shows() -> None:
    """Titles dress `held`, a card in the hand: the stage with a secret look on it was as narrow."""
    scene = played("saboteur", 0, size=3)
    while (looker := _look(scene)) is None:
        _one_more(scene)
    classes = re.findall(r'class="(stage[^"]*)"', table(scene, looker))
    assert classes == ["stage secret"]


def _look(scene: Scene) -> int | None:
    """Whoever is to move looks at a goal, if they have a map."""
    seat = scene.awaited()[0]
    looks = [action for action in scene.copy(seat).actions() if action["do"] == "map"]
    if not looks:
        return None
    scene.act(seat, **looks[0])
    return seat


@pytest.mark.django_db
def test_a_moment_on_the_stage_can_be_told_in_the_readers_time() -> None:
    scene = played("emerald", 3, size=3)
    waiting = next(seat for seat in range(3) if seat not in scene.awaited())
    asker = scene.players[scene.awaited()[0]]
    timing.ask_for_pause(scene.id, asker, until=timezone.now() + timedelta(days=2))
    stage = table(scene, waiting).partition('class="now"')[2].partition("</p>")[0]
    assert "asks for a pause until <time datetime=" in stage


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["lost_mines", "saboteur"])
def test_a_role_is_dealt_to_its_reader_until_their_first_move(slug: str) -> None:
    scene = played(slug, 0)
    mover = scene.awaited()[0]
    assert all(_dealt(table(scene, seat)) for seat in range(len(scene.players)))
    assert not _dealt(rendering.fragment(access.visit(scene.id, AnonymousUser())))
    _one_more(scene)
    assert not _dealt(table(scene, mover))
    assert all(_dealt(table(scene, seat)) for seat in range(len(scene.players)) if seat != mover)


@pytest.mark.django_db
def test_a_role_that_is_no_secret_is_not_dealt_on_a_stage() -> None:
    assert not _dealt(table(played("emerald", 0), 0))


@pytest.mark.django_db
def test_every_role_is_dealt_in_the_same_words_and_shape() -> None:
    """But for the role's own name, what wins for it and its picture; nothing kept names it."""
    scene = played("saboteur", 0, size=10)
    shapes = set()
    for seat in range(10):
        html = _dealt(table(scene, seat))
        assert re.findall(r'id="(seen_[^"]+)"', html) == ["seen_role_1"]
        html = re.sub(r"<h2.*?</h2>|<p class=\"wins\">.*?</p>", "", html)
        shapes.add(html.replace("#saboteur", "#miner"))
    assert len(shapes) == 1


def _dealt(html: str) -> str:
    return html.partition('<section id="dealt"')[2].partition("</section>")[0]


@pytest.mark.django_db
def test_the_line_that_tells_a_role_is_covered_with_it() -> None:
    html = table(played("saboteur", 0), 0)
    assert re.search(
        r'<em class="mine-only role-told".*?>.*?You are a (miner|saboteur)\.</em>', html
    )
