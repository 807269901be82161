"""What the rules page counts and shows, from the title's own tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from games.titles.emerald.board import CAVE, DRAGON_START, FIRST_RAIL, MEADOW, RAIL_LENGTH
from games.titles.emerald.cards import (
    BONUS_COINS,
    BONUSES,
    GEM_CARDS,
    GEM_COINS,
    GOLD_CARDS,
    TREASURE_COINS,
    TREASURES,
)


class Count(NamedTuple):
    """A player at the end of the example: gold by value, and how many of the rest."""

    name: str
    colour: str
    gold: tuple[int, ...]
    gems: int
    treasures: int
    bonuses: int

    @property
    def parts(self) -> tuple[int, int, int, int]:
        return (
            sum(self.gold),
            self.gems * GEM_COINS,
            self.treasures * TREASURE_COINS,
            self.bonuses * BONUS_COINS,
        )

    @property
    def coins(self) -> int:
        return sum(self.parts)


# All four treasures are taken. mira has most rubies and the bonus for four kinds, Slate most
# garnets; two have as many emeralds and two as many turquoises.
EXAMPLE: Final = (
    Count("mira", "red", (5, 4, 4, 3, 2), gems=7, treasures=2, bonuses=2),
    Count("Slate", "green", (5, 5, 3, 1), gems=9, treasures=1, bonuses=1),
    Count("Marl", "blue", (4, 3, 2, 1), gems=6, treasures=1, bonuses=0),
)


def rulebook() -> Mapping[str, object]:
    gold = {str(value): count for value, count in Counter(GOLD_CARDS).items()}
    bonuses = {f"bonus-{bonus}": 1 for bonus in BONUSES}
    gems: dict[str, int] = dict(Counter[str](GEM_CARDS))
    counts = {**gold, **gems, "treasure": TREASURES, **bonuses}
    return {
        "counts": counts,
        "gold": len(GOLD_CARDS),
        "gems": len(GEM_CARDS),
        "meadow": list(MEADOW),
        "cave": list(CAVE),
        "rail": (FIRST_RAIL, RAIL_LENGTH),
        "dragon": DRAGON_START,
        "example": EXAMPLE,
        "worth": {"gem": GEM_COINS, "treasure": TREASURE_COINS},
    }
