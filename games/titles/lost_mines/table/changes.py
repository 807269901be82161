"""What the last turn changed on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Move
from games.presentation.changes import last_events, once
from games.titles.lost_mines import events
from games.titles.lost_mines.board import FIELDS, MINES, START_FIELDS, Edge, Field, edge_of


class Changes(NamedTuple):
    """Fields where something was laid, used or looked at; where a card is gone; edges whose token

    was set or taken; the way walked, from where the dwarf stood; treasures taken or looked at.
    """

    changed: tuple[Field, ...] = ()
    gone: tuple[Field, ...] = ()
    edges: tuple[Edge, ...] = ()
    way: tuple[Field, ...] = ()
    slots: tuple[int, ...] = ()


NOTHING = Changes()


def last_changes(moves: Sequence[Move], clans: Sequence[str]) -> Changes:
    """What whoever moved last has changed in one go."""
    changed: list[Field] = []
    gone: list[Field] = []
    edges: list[Edge] = []
    way: tuple[Field, ...] = ()
    slots: list[int] = []
    for event in last_events(moves):
        match event:
            case events.Laid() | events.ToolUsed():
                changed.append(FIELDS[event.at])
            case events.MinePeeked() | events.MineTurnedUp():
                changed.append(MINES[event.mine])
            case events.StormBroke():
                gone.append(FIELDS[event.at])
                edges += map(edge_of, event.edges)
            case events.TrapSet() | events.TrollSet() | events.TrollLeft() | events.CardLost():
                edges.append(edge_of(event.edge))
            case events.Walked():
                way = (_stood(moves, event, clans), *(FIELDS[at] for at in event.way))
            case events.TreasureTaken() | events.TreasurePeeked():
                slots.append(event.slot)
    return Changes(once(changed), once(gone), once(edges), way, once(slots))


def _stood(moves: Sequence[Move], walked: events.Walked, clans: Sequence[str]) -> Field:
    """Where a dwarf was before this walk: at the end of the one before, or at its clan's start."""
    ends = [
        FIELDS[event.way[-1]]
        for move in moves
        for event in move.events
        if isinstance(event, events.Walked) and event.seat == walked.seat and event is not walked
    ]
    return ends[-1] if ends else START_FIELDS[clans[walked.seat]]
