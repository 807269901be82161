"""What the last turn changed: a table marks it, from events as the reader may read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

from games.engine import Event, Move

T = TypeVar("T")


def last_events(moves: Sequence[Move]) -> Iterator[Event]:
    """The events of whoever moved last, as far back as nobody else moved between."""
    by_one = takewhile(lambda move: move.seat == moves[-1].seat, reversed(moves))
    for move in reversed(list(by_one)):
        yield from move.events


def once(things: Iterable[T]) -> tuple[T, ...]:
    """Each of them once, in the order of their first appearance."""
    return tuple(dict.fromkeys(things))
