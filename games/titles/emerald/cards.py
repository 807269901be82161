"""What is in the box: knights, gold, gems, treasures, bonuses, the die."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "white"]
Gem: TypeAlias = Literal["ruby", "emerald", "garnet", "turquoise"]
Bonus: TypeAlias = Literal["ruby", "emerald", "garnet", "turquoise", "four_gems"]
PileKind: TypeAlias = Literal["gold", "gem"]

MATERIAL = 1  # the tables below; a corrected print would be 2

COLOURS: tuple[Colour, ...] = get_args(Colour)
GEMS: tuple[Gem, ...] = get_args(Gem)
BONUSES: tuple[Bonus, ...] = get_args(Bonus)
PILES: tuple[PileKind, ...] = get_args(PileKind)

GOLD_CARDS = tuple(value for value in range(1, 6) for _ in range(5))
GEM_CARDS: tuple[Gem, ...] = tuple(gem for gem in GEMS for _ in range(6))
TREASURES = 4
DIE = 3

TREASURE_COINS = 5
GEM_COINS = 1
BONUS_COINS = 4

# E3: who plays which colours, and how many knights of each start
TWO_PLAYERS: tuple[tuple[Colour, ...], ...] = (("red", "blue"), ("green", "yellow"))
ONE_COLOUR_EACH: tuple[tuple[Colour, ...], ...] = tuple((colour,) for colour in COLOURS)
KNIGHTS_OF_A_COLOUR = {2: 4, 3: 5, 4: 5, 5: 4}


def colours_of(seats: int, seat: int) -> tuple[Colour, ...]:
    return (TWO_PLAYERS if seats == 2 else ONE_COLOUR_EACH)[seat]


def owner_of(seats: int, colour: Colour) -> int:
    place = COLOURS.index(colour)
    return place // 2 if seats == 2 else place


def colours_in_play(seats: int) -> tuple[Colour, ...]:
    return COLOURS[: 4 if seats == 2 else seats]
