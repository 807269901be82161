"""What the last move did beside the maze, from its events as the reader was told them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Move
from games.titles.saboteur.events import GoalPeeked, ToolBroken, ToolRepaired


class Last(NamedTuple):
    """Goals that somebody looked at, and seats whose tools were broken or repaired."""

    goals: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()


NOTHING = Last()


def last_move(moves: Sequence[Move]) -> Last:
    events = moves[-1].events if moves else ()
    return Last(
        goals=tuple(event.goal for event in events if isinstance(event, GoalPeeked)),
        seats=tuple(
            event.target for event in events if isinstance(event, ToolBroken | ToolRepaired)
        ),
    )
