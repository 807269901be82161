"""What the last turn changed, from its events as the reader was told them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeVar

from games.engine import Event, Move
from games.titles.lost_mines.board import FIELDS, MINES, START_FIELDS, Edge, Field, edge_of
from games.titles.lost_mines.events import (
    CardLost,
    Laid,
    MinePeeked,
    MineTurnedUp,
    StormBroke,
    ToolUsed,
    TrapSet,
    TreasurePeeked,
    TreasureTaken,
    TrollLeft,
    TrollSet,
    Walked,
)

T = TypeVar("T")


class Last(NamedTuple):
    """Fields where something was laid, used or looked at; where a card is gone; edges whose token

    was set or taken; the way walked, from where the dwarf stood; treasures taken or looked at.
    """

    changed: tuple[Field, ...] = ()
    gone: tuple[Field, ...] = ()
    edges: tuple[Edge, ...] = ()
    way: tuple[Field, ...] = ()
    slots: tuple[int, ...] = ()


NOTHING = Last()


def last_turn(moves: Sequence[Move], clans: Sequence[str]) -> Last:
    """What whoever moved last has changed in one go."""
    changed: list[Field] = []
    gone: list[Field] = []
    edges: list[Edge] = []
    way: tuple[Field, ...] = ()
    slots: list[int] = []
    for event in _last_events(moves):
        match event:
            case Laid() | ToolUsed():
                changed.append(FIELDS[event.at])
            case MinePeeked() | MineTurnedUp():
                changed.append(MINES[event.mine])
            case StormBroke():
                gone.append(FIELDS[event.at])
                edges += map(edge_of, event.edges)
            case TrapSet() | TrollSet() | TrollLeft() | CardLost():
                edges.append(edge_of(event.edge))
            case Walked():
                way = (_stood(moves, event, clans), *(FIELDS[at] for at in event.way))
            case TreasureTaken() | TreasurePeeked():
                slots.append(event.slot)
            case _:
                pass
    return Last(_once(changed), _once(gone), _once(edges), way, _once(slots))


def _last_events(moves: Sequence[Move]) -> Iterator[Event]:
    by_one = takewhile(lambda move: move.seat == moves[-1].seat, reversed(moves))
    for move in reversed(list(by_one)):
        yield from move.events


def _stood(moves: Sequence[Move], walked: Walked, clans: Sequence[str]) -> Field:
    """Where a dwarf was before this walk: at the end of the one before, or at its clan's start."""
    ends = [
        FIELDS[event.way[-1]]
        for move in moves
        for event in move.events
        if isinstance(event, Walked) and event.seat == walked.seat and event is not walked
    ]
    return ends[-1] if ends else START_FIELDS[clans[walked.seat]]


def _once(things: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(things))
