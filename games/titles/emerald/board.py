"""The track from the castle to the chamber, and the dragon's way along its rail.

A place is a number. Fields are 1 to 15 as printed, the chamber is 16, the nest 17; the start
spaces are 0 and below, so that a step from any of them leads to field 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

START_SPACES = {"tower1": -4, "tower2": -3, "tower3": -2, "tower4": -1, "centre": 0}
TOWERS = (-4, -3, -2, -1)
CENTRE = 0
MEADOW = range(1, 7)
CAVE = range(7, 16)
CHAMBER = 16
NEST = 17

# E2: five cards on every cave field; odd fields of the cave have three gold cards, even ones two
GOLD_LAID = {field: 3 if (field - 6) % 2 else 2 for field in CAVE}
GEMS_LAID = {field: 5 - gold for field, gold in GOLD_LAID.items()}

# A place as the notation writes it, and back.
PLACES: Mapping[int | str, int] = START_SPACES | {field: field for field in range(1, CHAMBER)}
NOTATION: Mapping[int, int | str] = {place: name for name, place in PLACES.items()}

# E1: the rail lies over cave 1 to 4, the dragon on cave 4, facing the entrance
Facing: TypeAlias = Literal["entrance", "chamber"]
RAIL_LENGTH = 4
FIRST_RAIL = 7
LAST_RAIL = 12
DRAGON_START = 10
FACING_START: Facing = "entrance"


def in_play(place: int) -> bool:
    return place < CHAMBER


def landing(place: int, steps: int) -> int:
    """Where so many steps lead; those beyond the chamber's door are lost."""
    return min(max(place, 0) + steps, CHAMBER)


def on_rail(rail: int, field: int) -> bool:
    return rail <= field < rail + RAIL_LENGTH


# E12: the dragon never faces off the rail: it turns on an end field, at no cost
def facing_on(rail: int, dragon: int, facing: Facing) -> Facing:
    if dragon <= rail:
        return "chamber"
    if dragon >= rail + RAIL_LENGTH - 1:
        return "entrance"
    return facing


def dragon_path(rail: int, dragon: int, facing: Facing, steps: int) -> tuple[list[int], Facing]:
    """The fields it steps on, the last one being where it stops, and where it faces then."""
    path = []
    for _ in range(steps):
        dragon += 1 if facing == "chamber" else -1
        facing = facing_on(rail, dragon, facing)
        path.append(dragon)
    return path, facing
