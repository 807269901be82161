"""What the last move did beside the maze."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Move
from games.titles.saboteur.events import GoalPeeked, ToolBroken, ToolRepaired


class Changes(NamedTuple):
    """Goals that somebody looked at, and seats whose tools were broken or repaired."""

    goals: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()


NOTHING = Changes()


def last_changes(moves: Sequence[Move]) -> Changes:
    done = moves[-1].events if moves else ()
    return Changes(
        goals=tuple(event.goal for event in done if isinstance(event, GoalPeeked)),
        seats=tuple(event.target for event in done if isinstance(event, ToolBroken | ToolRepaired)),
    )
