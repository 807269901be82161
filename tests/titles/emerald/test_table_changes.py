"""What the last turn changed is marked on the board of Emerald."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Move, Seat
from games.titles.emerald.board import CHAMBER, NEST, START_SPACES
from games.titles.emerald.events import (
    Bribed,
    DragonMoved,
    GemTaken,
    GoldTaken,
    KnightCaught,
    KnightLost,
    Moved,
    TreasureTaken,
    TurnPassed,
)
from games.titles.emerald.table.changes import NOTHING, last_changes
from games.titles.emerald.table.layout import TALL, WIDE
from tests.titles.emerald.scenes import Scene, scene
from tests.titles.emerald.tables import page, position, positions, table


def move(seat: int | None, *events: Any) -> Move:
    return Move(number=0, seat=seat, by="account", action={}, events=events)


def moved(seat: Any, origin: int, to: int) -> Moved:
    return Moved(seat=seat, colour="red", origin=origin, to=to)


def dragon(origin: int, *path: int) -> DragonMoved:
    return DragonMoved(seat=Seat(0), rolled=1, origin=origin, path=path, facing="chamber")


def test_nothing_is_marked_before_anything_was_done() -> None:
    passed = TurnPassed(seat=Seat(0), to=Seat(1))
    assert last_changes(()) == last_changes([move(0, passed)]) == NOTHING
    assert table(scene().state, 0).board.pictures[0].under.reached == ()


def test_a_knight_is_marked_where_it_came_from_and_where_it_stopped() -> None:
    keep = START_SPACES["centre"]
    last = last_changes([move(0, moved(0, keep, 2))])
    assert (last.left, last.reached) == ((keep,), (2,))
    drawn = table(scene().state, 0, [move(0, moved(0, keep, 2))]).board.pictures
    for picture, layout in zip(drawn, (WIDE, TALL), strict=True):
        assert picture.under.left == (layout.foot(keep),)
        assert picture.under.reached == (layout.frames[2],)


@pytest.mark.rule("E9")
def test_the_pile_that_a_card_was_taken_from_is_marked() -> None:
    gold = GoldTaken(seat=Seat(0), field=9, gold=2, under=None)
    gem = GemTaken(seat=Seat(0), field=8, gem="ruby", under=None)
    assert last_changes([move(0, gold)]).piles == ((9, 0),)
    assert last_changes([move(0, gem)]).piles == ((8, 1),)


def test_all_that_one_player_did_in_one_go_is_marked_and_nothing_older() -> None:
    gold = GoldTaken(seat=Seat(0), field=9, gold=2, under=None)
    moves = [move(1, moved(1, 3, 4)), move(0, moved(0, 7, 9)), move(0, gold, dragon(10, 11, 12))]
    last = last_changes(moves)
    assert last.left == (7, 10)
    assert last.reached == (9, 12)
    assert last.piles == ((9, 0),)


def test_a_place_that_was_left_and_reached_is_marked_as_reached() -> None:
    """The dragon may bounce onto the field it left."""
    assert last_changes([move(0, dragon(10, 11, 10))]) == ((), (10,), ())


@pytest.mark.rule("E14")
def test_a_knight_caught_paid_for_or_lost_is_marked() -> None:
    caught = KnightCaught(seat=Seat(0), owner=Seat(1), colour="red", field=10)
    paid = Bribed(seat=Seat(1), colour="red", field=10, gold=1)
    lost = KnightLost(seat=Seat(1), colour="red", field=10)
    assert last_changes([move(0, caught)]).reached == (10,)
    assert last_changes([move(1, paid)]).reached == (10,)
    assert last_changes([move(1, lost)]) == ((10,), (NEST,), ())


def test_a_treasure_taken_marks_the_chamber() -> None:
    taken = TreasureTaken(seat=Seat(0))
    assert last_changes([move(0, moved(0, 15, CHAMBER), taken)]).reached == (CHAMBER,)


def test_every_page_of_a_match_has_marks_in_both_compositions() -> None:
    for match in positions(seats=3, seed=8):
        moves, found = match.moves[1:], page(match.known[None], None, match.moves[1:])
        last = last_changes(moves)
        assert found.count('<ellipse class="left"') == 2 * len(last.left)
        assert found.count('<path class="last"') == 2 * (len(last.reached) + len(last.piles))


# What a phone shows of the board


def top(match: Scene, *moves: Move) -> int:
    """Where the tall picture begins; the wide one always shows everything but some of the sky."""
    wide, tall = table(match.state, 0, moves).board.pictures
    assert wide.view == "0 78 1100 622"
    return int(tall.view.split()[1])


def test_castle_and_meadow_leave_a_phones_board_with_the_last_knight_there() -> None:
    at_start = top(scene())
    in_meadow = top(scene(red=[1, 2, 8, 9, 10], blue=[3, 7, 8, 9, 10], green=[3, 7, 8, 9, 10]))
    in_cave = top(scene(red=[7, 8, 9], blue=[7, 8, 9], green=[9, 10, 11]))
    assert 0 == at_start < in_meadow < in_cave < TALL.frames[7].y


def test_a_place_that_was_left_just_now_is_still_on_a_phones_board() -> None:
    match = scene(red=[7, 8, 9], blue=[7, 8, 9], green=[9, 10, 11])
    assert top(match, move(0, moved(0, START_SPACES["centre"], 7))) == 0


def test_a_phones_board_shows_the_dragon_where_it_has_stopped_on_a_knight() -> None:
    match = position(lambda found: found.state.phase == "catch")
    begins = top(Scene(match.state))
    assert begins < TALL.frames[match.state.dragon].y < begins + 200
