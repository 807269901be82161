"""What walking says of who knew which mine is which."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.engine import UNKNOWN, Event, Telltale, seen

from .board import FIELDS
from .events import Stayed, Walked
from .ground import ground_of
from .planning import goals
from .state import State
from .walking import ways

SHARPNESS = 0.5  # of what a step costs: an empty field costs four of them
ASTRAY = 4.0


def _mines_as_they_are(full: State) -> tuple[str, ...]:
    return tuple(seen(full.mines))


def _walking(known: State, event: Event, mines: Hashable) -> tuple[Sequence[float], int] | None:
    """Where the dwarf could have gone, to stay included, and how far from the treasures that is.

    What a seat knows of the treasures' values plays no part in it: others know something else.
    """
    if not isinstance(event, Walked | Stayed) or not isinstance(mines, tuple):
        return None
    open_to = [known.stands[event.seat], *ways(known, event.seat)]
    if len(open_to) < 2:
        return None
    unknown = (UNKNOWN,) * len(known.kinds)
    towards = goals(known.kinds, unknown, tuple(known.holders), mines)
    to_goal = ground_of(known, towards).to_goal
    costs = [SHARPNESS * to_goal[field] for field in open_to]
    nearest = min(costs)
    end = FIELDS[event.way[-1]] if isinstance(event, Walked) else known.stands[event.seat]
    return [min(cost - nearest, ASTRAY) for cost in costs], open_to.index(end)


def _goes_for_treasures(known: State, seat: int) -> bool:
    """Everyone does, whomever they collect for."""
    return True


telltale: Telltale[State] = Telltale(
    secret=_mines_as_they_are, choice=_walking, plays_towards=_goes_for_treasures
)
