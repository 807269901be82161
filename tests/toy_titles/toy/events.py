"""What happens in the toy title, and who may know it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from games.engine import EACH, NOBODY, PUBLIC, SEAT, Event, Maybe, Seat, event


@event("toy.started")
class Started(Event):
    material: Annotated[int, PUBLIC]
    seats: Annotated[int, PUBLIC]
    rounds: Annotated[int, PUBLIC]
    polite: Annotated[bool, PUBLIC]
    rules: Annotated[int, PUBLIC] = 1


@event("toy.dealt")
class Dealt(Event):
    """Colours are on the backs, numbers on the fronts: two parallel fields."""

    number: Annotated[int, PUBLIC]
    starter: Annotated[Seat, PUBLIC]
    colours: Annotated[tuple[str, ...], PUBLIC]
    numbers: Annotated[tuple[Maybe[int], ...], EACH]
    rest_colours: Annotated[tuple[str, ...], PUBLIC]
    rest_numbers: Annotated[tuple[Maybe[int], ...], NOBODY]


@event("toy.asked")
class Asked(Event):
    seat: Annotated[Seat, PUBLIC]
    of: Annotated[Seat, PUBLIC]


@event("toy.shown")
class Shown(Event):
    seat: Annotated[Seat, PUBLIC]
    to: Annotated[Seat, PUBLIC]
    number: Annotated[Maybe[int], SEAT("to")]


@event("toy.kept")
class Kept(Event):
    seat: Annotated[Seat, PUBLIC]


@event("toy.passed")
class Passed(Event):
    seat: Annotated[Seat, PUBLIC]


@event("toy.voted")
class Voted(Event):
    seat: Annotated[Seat, PUBLIC]
    choice: Annotated[Maybe[int], SEAT("seat")]


@event("toy.closed")
class Closed(Event):
    """The clock closed the vote; who had not voted, abstains."""

    abstained: Annotated[tuple[Seat, ...], PUBLIC]


@event("toy.scored")
class Scored(Event):
    numbers: Annotated[tuple[int, ...], PUBLIC]
    votes: Annotated[tuple[int | None, ...], PUBLIC]
    points: Annotated[tuple[int, ...], PUBLIC]


ToyEvent: TypeAlias = Started | Dealt | Asked | Shown | Kept | Passed | Voted | Closed | Scored
