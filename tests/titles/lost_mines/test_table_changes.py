"""What the last turn changed is marked on the table of The Lost Mines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine import Move, Seat, redact
from games.titles.lost_mines import table as shown
from games.titles.lost_mines import title
from games.titles.lost_mines.board import FIELDS, MINES, START_FIELDS
from games.titles.lost_mines.events import (
    CardLost,
    Discarded,
    Laid,
    MinePeeked,
    RoundScored,
    StormBroke,
    TrapSet,
    TreasureTaken,
    TrollLeft,
    Walked,
)
from games.titles.lost_mines.table.changes import NOTHING, last_changes
from tests.titles.lost_mines.scenes import Scene, scene
from tests.titles.lost_mines.tables import NAMES, page, positions

CLANS = ("yellow", "blue", "yellow")
EDGE = ((1, 2), (2, 2))


def move(seat: int | None, *events: Any) -> Move:
    return Move(number=0, seat=seat, by="account", action={}, events=events)


def walked(seat: Any, *way: tuple[int, int]) -> Walked:
    return Walked(seat=seat, way=way)


def laid(seat: Any, at: tuple[int, int]) -> Laid:
    return Laid(seat=seat, card="EW", at=at, turned=False)


def html(match: Scene, seat: int | None, moves: Sequence[Move]) -> str:
    told = [
        Move(
            number=one.number,
            seat=one.seat,
            by=one.by,
            action=one.action,
            events=tuple(redact(event, seat) for event in one.events),
        )
        for one in moves
    ]
    return page(match.known[seat], seat, told)


def test_nothing_is_marked_before_anything_was_done_or_where_nothing_can_be_seen() -> None:
    assert last_changes((), CLANS) == NOTHING
    assert last_changes([move(0, Discarded(seat=Seat(0), cards=("EW",)))], CLANS) == NOTHING


def test_a_card_laid_and_a_mine_looked_at_are_marked_for_all() -> None:
    peeked = MinePeeked(seat=Seat(0), card="mine", mine=2, kind="gold")
    assert last_changes([move(0, laid(0, (2, 2)))], CLANS).changed == (FIELDS[2, 2],)
    assert last_changes([move(0, peeked)], CLANS).changed == (MINES[2],)


def test_the_steps_of_one_turn_are_marked_together_and_those_of_another_no_more() -> None:
    taken = TreasureTaken(seat=Seat(0), slot=3, value=2)
    moves = [
        move(1, laid(1, (5, 5))),
        move(0, laid(0, (2, 2))),
        move(0, walked(0, (2, 2))),
        move(0, taken),
    ]
    last = last_changes(moves, CLANS)
    assert last.changed == (FIELDS[2, 2],)
    assert last.way == (START_FIELDS["yellow"], FIELDS[2, 2])
    assert last.slots == (3,)


def test_a_way_begins_where_the_walk_before_it_ended() -> None:
    moves = [move(0, walked(0, (2, 2))), move(1, walked(1, (1, 3))), move(0, walked(0, (3, 2)))]
    assert last_changes(moves, CLANS).way == (FIELDS[2, 2], FIELDS[3, 2])


@pytest.mark.rule("L13")
def test_an_edge_is_ringed_where_a_token_was_set_or_crossed_or_is_gone() -> None:
    edge = (FIELDS[1, 2], FIELDS[2, 2])
    for event in (
        TrapSet(seat=Seat(0), edge=EDGE),
        TrollLeft(seat=Seat(0), edge=EDGE),
        CardLost(seat=Seat(0), edge=EDGE, card="EW"),
    ):
        assert last_changes([move(0, event)], CLANS).edges == (edge,)
    storm = StormBroke(seat=Seat(0), at=(2, 2), edges=(EDGE,), card="EW")
    last = last_changes([move(0, storm)], CLANS)
    assert (last.gone, last.edges) == ((FIELDS[2, 2],), (edge,))


def test_everyone_sees_the_marks_and_the_board_opens_there_for_a_spectator() -> None:
    match = scene(hand="EW NS").lay("EW", (2, 2))
    moves = [move(0, *match.events)]
    for seat in (None, 0, 1):
        assert html(match, seat, moves).count('<path class="last"') == 1
    table = shown.table(match.known[None], None, [], NAMES[:3], moves)
    assert table.board.newest is not None
    assert table.board.newest.id == "cell_2_2"


def test_pages_with_marks_are_made_throughout_a_match() -> None:
    """From the moves of the round so far, as the site gives them."""
    drawn, began = set(), 0
    for match in positions(seats=3, seed=8):
        if any(isinstance(event, RoundScored) for event in match.moves[-1].events):
            began = len(match.moves) - 1
        moves = match.moves[began + 1 :]
        found = page(match.known[None], None, moves)
        drawn |= {mark for mark in ("last", "walked", "ring", "gone") if f'class="{mark}"' in found}
        assert last_changes(moves, match.state.clans) == NOTHING or moves
    assert drawn >= {"last", "walked", "ring"}
    assert title.outcome(match.state) is not None
