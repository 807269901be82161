"""What the last move changed on the board, from its events as the reader was told them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeVar

from games.engine import Event, Move
from games.titles.emerald.board import NEST
from games.titles.emerald.events import (
    Bribed,
    DragonMoved,
    GemTaken,
    GoldTaken,
    KnightCaught,
    KnightLost,
    Moved,
)

T = TypeVar("T")


class Last(NamedTuple):
    """Places that someone left, places that someone reached, and piles that a card was taken from.

    A pile is named by its field and its kind: 0 for gold, 1 for gems.
    """

    left: tuple[int, ...] = ()
    reached: tuple[int, ...] = ()
    piles: tuple[tuple[int, int], ...] = ()


NOTHING = Last()


def last_turn(moves: Sequence[Move]) -> Last:
    """What whoever moved last has changed in one go."""
    left: list[int] = []
    reached: list[int] = []
    piles: list[tuple[int, int]] = []
    for event in _last_events(moves):
        match event:
            case Moved():
                left.append(event.origin)
                reached.append(event.to)
            case DragonMoved():
                left.append(event.origin)
                reached.append(event.path[-1])
            case GoldTaken():
                piles.append((event.field, 0))
            case GemTaken():
                piles.append((event.field, 1))
            case KnightCaught() | Bribed():
                reached.append(event.field)
            case KnightLost():
                left.append(event.field)
                reached.append(NEST)
            case _:
                pass
    return Last(
        _once(place for place in left if place not in reached), _once(reached), _once(piles)
    )


def _last_events(moves: Sequence[Move]) -> Iterator[Event]:
    by_one = takewhile(lambda move: move.seat == moves[-1].seat, reversed(moves))
    for move in reversed(list(by_one)):
        yield from move.events


def _once(things: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(things))
