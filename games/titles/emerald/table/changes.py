"""What the last turn changed on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Move
from games.presentation.changes import last_events, once
from games.titles.emerald import events
from games.titles.emerald.board import NEST


class Changes(NamedTuple):
    """Places that someone left, places that someone reached, and piles that a card was taken from.

    A pile is named by its field and its kind: 0 for gold, 1 for gems.
    """

    left: tuple[int, ...] = ()
    reached: tuple[int, ...] = ()
    piles: tuple[tuple[int, int], ...] = ()


NOTHING = Changes()


def last_changes(moves: Sequence[Move]) -> Changes:
    """What whoever moved last has changed in one go."""
    left: list[int] = []
    reached: list[int] = []
    piles: list[tuple[int, int]] = []
    for event in last_events(moves):
        match event:
            case events.Moved():
                left.append(event.origin)
                reached.append(event.to)
            case events.DragonMoved():
                left.append(event.origin)
                reached.append(event.path[-1])
            case events.GoldTaken():
                piles.append((event.field, 0))
            case events.GemTaken():
                piles.append((event.field, 1))
            case events.KnightCaught() | events.Bribed():
                reached.append(event.field)
            case events.KnightLost():
                left.append(event.field)
                reached.append(NEST)
    return Changes(
        once(place for place in left if place not in reached), once(reached), once(piles)
    )
