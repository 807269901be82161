"""What digging says of who knew where the gold lies. The cards of others play no part in it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from games.engine import Event, Telltale

from .board import GOAL_CELLS, STEPS, Cell, Maze, distance
from .cards import FACES_OF, Face
from .events import Dug
from .state import State

ASTRAY = 4.0  # what a card costs that leads nowhere, or farther away than this


def _gold_at(full: State) -> int:
    return [goal.value for goal in full.goals].index("gold")


def _digging(known: State, event: Event, gold: Hashable) -> tuple[Sequence[float], int] | None:
    """Where the card that was laid could have gone instead, and how far from the gold it would end."""
    if not isinstance(event, Dug):
        return None
    maze, goal = known.maze, GOAL_CELLS[int(str(gold))]
    ways = [(face, cell) for face in FACES_OF[event.card] for cell in maze.fits(face.sides)]
    if len(ways) < 2:
        return None
    left = [_left(maze, cell, face, goal) for face, cell in ways]
    nearest = min(left)
    taken = next(
        place
        for place, (face, cell) in enumerate(ways)
        if (face.turned, cell) == (event.turned, event.at)
    )
    return [min(steps - nearest, ASTRAY) for steps in left], taken


def _left(maze: Maze, cell: Cell, face: Face, goal: Cell) -> float:
    """The steps from the nearest open end of a card laid there to that goal."""
    x, y = cell
    ahead = [(x + dx, y + dy) for side, dx, dy, _met in STEPS if face.sides & side]
    ends = [distance(end, goal) for end in ahead if end not in maze.cards]
    return min(ends, default=99) if face.through else 99


def _is_miner(known: State, seat: int) -> bool:
    """A saboteur goes wherever the gold is not, or is thought not to be: that tells nothing."""
    return known.roles[seat].value == "miner"


telltale: Telltale[State] = Telltale(secret=_gold_at, choice=_digging, plays_towards=_is_miner)
