"""What is in the box.

The totals are published: 40 path cards, 23 action cards, 12 treasures, 10 dwarves, 4 mines. The
single faces are in no source we have: the tables here are our ruling, true to every total and to
the rulebook's scoring example. Whoever owns the box can correct them here, and nowhere else; a
corrected table gets a new MATERIAL number, which every deal names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MATERIAL = 1

# Path cards, by their open sides and by what stands on them. `plain` is nothing at all.
PATHS: dict[str, dict[str, int]] = {
    "EW": {"plain": 2, "rocks": 1, "tree": 1, "pit": 1},
    "NS": {"plain": 3, "rocks": 1, "lake": 1},
    "NW": {"plain": 4, "campfire": 1, "pit": 1},
    "NE": {"plain": 4, "campfire": 1, "pit": 1},
    "NEW": {"plain": 3, "campfire": 1, "rocks": 1, "tree": 1},
    "NES": {"plain": 3, "campfire": 1, "rocks": 1, "lake": 1},
    "NESW": {"plain": 4, "tree": 1, "lake": 1},
}

# The tool that overcomes an obstacle.
TOOLS = {"axe": "tree", "boat": "lake", "rope": "pit"}
OBSTACLES = frozenset(TOOLS.values())

ACTIONS: dict[str, int] = {
    "axe": 3,
    "boat": 3,
    "rope": 3,
    "mine|treasure": 2,
    "mine|dwarf": 2,
    "treasure|dwarf": 2,
    "trap": 3,
    "troll": 2,
    "storm": 3,
}
INFORMATION = frozenset(code for code in ACTIONS if "|" in code)

KINDS = ("gold", "silver", "gems")
VALUES = (1, 2, 3, 4)

YELLOW, BLUE = "yellow", "blue"
CLANS = (YELLOW, BLUE)
LOYAL, SELFISH, SABOTEUR = "loyal", "selfish", "saboteur"
CHARACTERS: dict[str, int] = {LOYAL: 3, SELFISH: 1, SABOTEUR: 1}

DRAGON = "dragon"
MINE_FACES: dict[str, str] = {"gold": "NW", "silver": "NE", "gems": "NES", DRAGON: "NEW"}

# The board: x to the east, y to the south.
WIDTH, HEIGHT = 11, 7
START_FACE = "NESW"
STARTS: dict[str, tuple[int, int]] = {YELLOW: (1, 2), BLUE: (1, 4)}
MINES_AT: tuple[tuple[int, int], ...] = ((9, 0), (9, 2), (9, 4), (9, 6))

CARDS_ASIDE = 10


# Faces: a set of open sides is a number with one bit for each side.

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SIDES: dict[str, int] = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}


def sides_of(face: str) -> int:
    """NEW → the bits of north, east and west."""
    return sum(SIDES[side] for side in face)


def face_of(sides: int) -> str:
    return "".join(side for side, bit in SIDES.items() if sides & bit)


def turned_round(sides: int) -> int:
    """The same card turned by 180°: north is south, east is west."""
    return (sides << 2 | sides >> 2) & 15


def opposite(side: int) -> int:
    return turned_round(side)


@dataclass(frozen=True, slots=True)
class PathCard:
    """A path card as it is printed. `feature` is None on a plain one."""

    code: str
    sides: int
    feature: str | None

    def open_sides(self, *, turned: bool) -> int:
        return turned_round(self.sides) if turned else self.sides

    @property
    def is_obstacle(self) -> bool:
        return self.feature in OBSTACLES

    @property
    def looks_alike_turned(self) -> bool:
        return turned_round(self.sides) == self.sides


def _path_cards() -> Iterator[PathCard]:
    for face, features in PATHS.items():
        for feature in features:
            if feature == "plain":
                yield PathCard(face, sides_of(face), None)
            else:
                yield PathCard(f"{face}:{feature}", sides_of(face), feature)


PATH_CARDS: dict[str, PathCard] = {card.code: card for card in _path_cards()}
# Every way round in which a card may be laid: whether it is turned, and its open sides then.
WAYS_ROUND: dict[str, tuple[tuple[bool, int], ...]] = {
    code: tuple(
        (turned, card.open_sides(turned=turned))
        for turned in ((False,) if card.looks_alike_turned else (False, True))
    )
    for code, card in PATH_CARDS.items()
}
CARD_CODES = frozenset(PATH_CARDS) | frozenset(ACTIONS)


# The decks


def deck() -> list[str]:
    """The 63 path and action cards."""
    codes = [
        code
        for code, card in PATH_CARDS.items()
        for _ in range(PATHS[face_of(card.sides)][card.feature or "plain"])
    ]
    return codes + [code for code, count in ACTIONS.items() for _ in range(count)]


def treasures() -> list[str]:
    return [f"{kind}:{value}" for kind in KINDS for value in VALUES]


def dwarves(seats: int) -> list[str]:
    """The dwarf cards that a match of so many is played with."""
    loyal = CHARACTERS[LOYAL] - _loyal_left_out(seats)
    counts = {**CHARACTERS, LOYAL: loyal}
    return [
        f"{clan}:{who}" for clan in CLANS for who, count in counts.items() for _ in range(count)
    ]


def _loyal_left_out(seats: int) -> int:
    """How many loyal dwarves of each clan stay in the box."""
    if seats >= 7:
        return 0
    return 1 if seats >= 5 else 2


def hand_size(seats: int) -> int:
    return 5 if seats <= 6 else 4


def treasure_parts(code: str) -> tuple[str, int]:
    """gold:4 → the back, which everyone sees, and the front."""
    kind, value = code.split(":")
    return kind, int(value)


def dwarf_parts(code: str) -> tuple[str, str]:
    """blue:loyal → the back, which everyone sees, and the front."""
    clan, character = code.split(":")
    return clan, character
