"""What happens in Emerald, and who may know it.

Everyone sees which gold card is taken. Nobody sees the face-down cards, and only the payer the
gold paid to the dragon.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from games.engine import NOBODY, PUBLIC, SEAT, Event, Maybe, Seat, event

from .board import Facing
from .cards import Bonus, Colour, Gem

Reason: TypeAlias = Literal["last_treasure", "one_knight_left"]
Tiebreak: TypeAlias = Literal["treasures", "gems"]


@event("emerald.dealt")
class Dealt(Event):
    """Piles by cave field, from the entrance: the cards turned up, those under them, the rest."""

    material: Annotated[int, PUBLIC]
    seats: Annotated[int, PUBLIC]
    first: Annotated[Seat, PUBLIC]
    gold_up: Annotated[tuple[int, ...], PUBLIC]
    gold_down: Annotated[tuple[tuple[Maybe[int], ...], ...], NOBODY]
    gold_boxed: Annotated[tuple[Maybe[int], ...], NOBODY]
    gems_up: Annotated[tuple[Gem, ...], PUBLIC]
    gems_down: Annotated[tuple[tuple[Maybe[Gem], ...], ...], NOBODY]
    gems_boxed: Annotated[tuple[Maybe[Gem], ...], NOBODY]
    rules: Annotated[int, PUBLIC] = 1


@event("emerald.moved")
class Moved(Event):
    """A knight went from one place to another; the places are numbered as in board.py."""

    seat: Annotated[Seat, PUBLIC]
    colour: Annotated[Colour, PUBLIC]
    origin: Annotated[int, PUBLIC]
    to: Annotated[int, PUBLIC]


@event("emerald.treasure_taken")
class TreasureTaken(Event):
    seat: Annotated[Seat, PUBLIC]


@event("emerald.gold_taken")
class GoldTaken(Event):
    """`under` is the card turned up in its place; None when it was the pile's last."""

    seat: Annotated[Seat, PUBLIC]
    field: Annotated[int, PUBLIC]
    gold: Annotated[int, PUBLIC]
    under: Annotated[int | None, PUBLIC]


@event("emerald.gem_taken")
class GemTaken(Event):
    """`under` is the card turned up in its place; None when it was the pile's last."""

    seat: Annotated[Seat, PUBLIC]
    field: Annotated[int, PUBLIC]
    gem: Annotated[Gem, PUBLIC]
    under: Annotated[Gem | None, PUBLIC]


@event("emerald.bonus_taken")
class BonusTaken(Event):
    seat: Annotated[Seat, PUBLIC]
    bonus: Annotated[Bonus, PUBLIC]


@event("emerald.dragon_moved")
class DragonMoved(Event):
    """`path` are the fields it stepped on; it stopped on the last."""

    seat: Annotated[Seat, PUBLIC]
    rolled: Annotated[int, PUBLIC]
    origin: Annotated[int, PUBLIC]
    path: Annotated[tuple[int, ...], PUBLIC]
    facing: Annotated[Facing, PUBLIC]


@event("emerald.knight_caught")
class KnightCaught(Event):
    """`seat` moved the dragon and chose; `owner` has to answer."""

    seat: Annotated[Seat, PUBLIC]
    owner: Annotated[Seat, PUBLIC]
    colour: Annotated[Colour, PUBLIC]
    field: Annotated[int, PUBLIC]


@event("emerald.bribed")
class Bribed(Event):
    seat: Annotated[Seat, PUBLIC]
    colour: Annotated[Colour, PUBLIC]
    field: Annotated[int, PUBLIC]
    gold: Annotated[Maybe[int], SEAT("seat")]


@event("emerald.knight_lost")
class KnightLost(Event):
    seat: Annotated[Seat, PUBLIC]
    colour: Annotated[Colour, PUBLIC]
    field: Annotated[int, PUBLIC]


@event("emerald.rail_moved")
class RailMoved(Event):
    """`to` is the first field it now covers; the dragon may have had to turn."""

    to: Annotated[int, PUBLIC]
    facing: Annotated[Facing, PUBLIC]


@event("emerald.turn_passed")
class TurnPassed(Event):
    seat: Annotated[Seat, PUBLIC]
    to: Annotated[Seat, PUBLIC]


@event("emerald.hands_shown")
class HandsShown(Event):
    hands: Annotated[tuple[tuple[int, ...], ...], PUBLIC]


@event("emerald.ended")
class Ended(Event):
    reason: Annotated[Reason, PUBLIC]
    scores: Annotated[tuple[int, ...], PUBLIC]
    winners: Annotated[tuple[Seat, ...], PUBLIC]
    tiebreak: Annotated[Tiebreak | None, PUBLIC]


EmeraldEvent: TypeAlias = (
    Dealt
    | Moved
    | TreasureTaken
    | GoldTaken
    | GemTaken
    | BonusTaken
    | DragonMoved
    | KnightCaught
    | Bribed
    | KnightLost
    | RailMoved
    | TurnPassed
    | HandsShown
    | Ended
)
