"""What the last move did is marked on the table of Saboteur, in the maze and beside it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import UNKNOWN, Move, Seat
from games.titles.saboteur import table as shown
from games.titles.saboteur.events import Discarded, GoalPeeked, ToolBroken, ToolRepaired
from games.titles.saboteur.table.changes import NOTHING, last_changes
from tests.titles.saboteur.scenes import Scene
from tests.titles.saboteur.tables import NAMES


def move(*events: Any) -> Move:
    return Move(number=0, seat=0, by="account", action={}, events=events)


def table(*events: Any, seat: int | None = 1) -> shown.Table:
    return shown.table(Scene().state, seat, [], NAMES[:3], [move(*events)])


def test_nothing_is_marked_before_anything_was_done_or_where_nothing_can_be_seen() -> None:
    discarded = Discarded(seat=Seat(0), card=UNKNOWN)
    assert last_changes(()) == last_changes([move(discarded)]) == NOTHING


@pytest.mark.rule("S11")
def test_a_goal_that_somebody_looked_at_is_marked_and_what_it_is_stays_theirs() -> None:
    peeked = GoalPeeked(seat=Seat(0), goal=2, card=UNKNOWN)
    goals = table(peeked).board.goals
    assert [goal.is_last for goal in goals] == [False, False, True]


@pytest.mark.rule("S9", "S10")
def test_a_player_whose_tool_was_broken_or_repaired_is_marked() -> None:
    broken = ToolBroken(seat=Seat(0), tool="cart", target=Seat(2))
    repaired = ToolRepaired(seat=Seat(0), card="cart", tool="cart", target=Seat(1))
    assert [one.is_last for one in table(broken).people] == [False, False, True]
    assert [one.is_last for one in table(repaired).people] == [False, True, False]


def test_only_the_last_move_is_marked() -> None:
    broken = ToolBroken(seat=Seat(0), tool="cart", target=Seat(2))
    discarded = Discarded(seat=Seat(1), card=UNKNOWN)
    assert last_changes([move(broken), move(discarded)]) == NOTHING
