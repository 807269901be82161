"""What moves when something has happened, and what is shown large."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from games.engine import Event
from games.presentation.motions import BACK, Faces, Moment, Motion, seat_place
from games.titles.emerald import events
from games.titles.emerald.board import RAIL_LENGTH
from games.titles.emerald.cards import owner_of
from games.titles.emerald.state import State

from . import words
from .board import place_id

A_FIELD, AT_MOST, MANY = 160, 1200, 7  # milliseconds of a knight's way
A_STEP, A_TURN, A_DRAGONS_WAY = 220, 150, 1000  # and of the dragon's
BONUSES = "prizes"  # a place of the table


def motions(event: Event, known_before: State, seat: int | None) -> Sequence[Motion]:
    match event:
        case events.Moved():
            return [_knight(event)]
        case events.GoldTaken():
            return _taken(event, f"gold-{event.gold}")
        case events.GemTaken():
            return _taken(event, f"gem-{event.gem}")
        case events.TreasureTaken():
            way = ("place_chamber", seat_place(event.seat))
            faces = Faces(("treasure",))
            return [Motion(kind="fly", ms=400, way=way, faces=faces, leaves=True, ends=True)]
        case events.BonusTaken():
            faces, way = Faces((f"bonus-{event.bonus}",)), (BONUSES, seat_place(event.seat))
            return [Motion(kind="fly", ms=300, way=way, faces=faces, ends=True)]
        case events.DragonMoved():
            return _dragon(event, known_before)
        case events.KnightCaught():
            faces = Faces((f"knight-{event.colour}",), size=(100, 108))
            place = place_id(event.field)
            return [Motion(kind="shake", ms=300, way=(place,), faces=faces, leaves=True)]
        case events.Bribed():
            way = (seat_place(event.seat), place_id(event.field))
            paid = Motion(kind="fly", ms=300, way=way, faces=BACK, ends=True)
            return [paid, Motion(kind="show", ms=150, way=way[1:])]
        case events.KnightLost():
            way = (place_id(event.field), "place_nest")
            faces = Faces((f"knight-{event.colour}",), size=(100, 108))
            return [Motion(kind="fly", ms=400, way=way, faces=faces, leaves=True)]
        case events.RailMoved():
            last = event.to + RAIL_LENGTH - 1
            place = f"{place_id(event.to)}+{place_id(last)}"
            return [Motion(kind="shake", ms=400, way=(place,))]
        case events.TurnPassed():
            return [Motion(kind="show", ms=150, way=(seat_place(event.to),))]
    return []


def moment(
    event: Event, known_before: State, seat: int | None, names: Sequence[str]
) -> Moment | None:
    match event:
        case events.KnightLost() if event.seat == seat:
            text = _("You have lost your {colour} knight.")
            faces = Faces((f"knight-{event.colour}",), size=(100, 108))
            heading = text.format(colour=words.COLOUR_NAMES[event.colour])
            return Moment(kind="peak", heading=heading, says=_("It is in the nest."), faces=faces)
        case events.DragonMoved() if seat is not None:
            near = nearest(known_before, event, seat)
            if near == 1:
                heading = _("It stopped one field short of you.")
                return Moment(kind="peak", heading=heading, faces=Faces(("dragonhead",)))
    return None


def nearest(before: State, event: events.DragonMoved, seat: int) -> int | None:
    """How many fields from the dragon a knight of this seat is, on the side that it looks to."""
    stop, ahead = event.path[-1], 1 if event.facing == "chamber" else -1
    mine = [
        (place - stop) * ahead
        for colour, places in before.knights.items()
        for place in places
        if owner_of(before.seats, colour) == seat
    ]
    if 0 in mine:
        return 0
    return min((far for far in mine if far > 0), default=None)


def _knight(event: events.Moved) -> Motion:
    way = [event.origin, *range(max(event.origin, 0) + 1, event.to + 1)]
    fields = len(way) - 1
    return Motion(
        kind="hop",
        ms=A_FIELD * fields if fields <= MANY else AT_MOST,
        way=tuple(map(place_id, way)),
        faces=Faces((f"knight-{event.colour}",), size=(100, 108)),
        leaves=True,
    )


def _taken(event: events.GoldTaken | events.GemTaken, symbol: str) -> list[Motion]:
    place = place_id(event.field)
    way = (place, seat_place(event.seat))
    return [
        Motion(kind="fly", ms=300, way=way, faces=Faces((symbol,)), leaves=True, ends=True),
        Motion(kind="show", ms=200, way=(place,)),
    ]


def _dragon(event: events.DragonMoved, before: State) -> list[Motion]:
    fields = (event.origin, *event.path)
    heads = ["chamber" if there > here else "entrance" for here, there in pairwise(fields)]
    faced = [before.facing, *heads, event.facing]
    turns = sum(here != there for here, there in pairwise(faced))
    ms = min(A_DRAGONS_WAY, A_STEP * len(event.path) + A_TURN * turns)
    way = tuple(map(place_id, fields))
    return [
        Motion(kind="roll", ms=700, way=way[:1], faces=Faces((f"die-{event.rolled}",)), ends=True),
        Motion(
            kind="hop",
            ms=ms,
            way=way,
            faces=Faces(("dragon",), size=(100, 94)),
            leaves=True,
            looks=True,
        ),
    ]
