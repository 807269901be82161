"""What the rules page counts and shows, from the title's own tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.titles.saboteur.cards import (
    ACTION_CARDS,
    DECK,
    DWARVES,
    GOLD_CARDS,
    PATH_CARDS,
    hand_size,
)
from games.titles.saboteur.gold import SABOTEURS_PAY

# A match of five players for the worked example: who was what in each round, and what it brought.
# Round 1 and 3 the miners win, round 2 the two saboteurs, who get three nuggets each.
EXAMPLE: Final = (
    ("mira", (("miner", 1), ("saboteur", SABOTEURS_PAY[2]), ("miner", 1))),
    ("Ochre", (("miner", 2), ("miner", 0), ("miner", 2))),
    ("Slate", (("saboteur", 0), ("saboteur", SABOTEURS_PAY[2]), ("miner", 1))),
    ("Marl", (("miner", 2), ("miner", 0), ("saboteur", 0))),
    ("Basalt", (("miner", 1), ("miner", 0), ("saboteur", 0))),
)


def rulebook() -> Mapping[str, object]:
    return {
        "counts": {
            **PATH_CARDS,
            **ACTION_CARDS,
            **{f"gold:{nuggets}": count for nuggets, count in GOLD_CARDS.items()},
        },
        "deck": len(DECK),
        "dead_ends": sum(count for card, count in PATH_CARDS.items() if card.endswith("x")),
        "paths": sum(PATH_CARDS.values()),
        "actions": sum(ACTION_CARDS.values()),
        "gold": sum(GOLD_CARDS.values()),
        "tables": [(seats, *dwarves, hand_size(seats)) for seats, dwarves in DWARVES.items()],
        "example": [
            (name, rounds, sum(nuggets for _role, nuggets in rounds)) for name, rounds in EXAMPLE
        ],
    }
