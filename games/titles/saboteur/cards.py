"""The material of Saboteur, as data. A deal names the table it used, so old logs stay as they were."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

Card: TypeAlias = str
Tool: TypeAlias = Literal["pick", "lamp", "cart"]
Role: TypeAlias = Literal["miner", "saboteur"]
Side: TypeAlias = Literal["miners", "saboteurs"]
Goal: TypeAlias = Literal["gold", "NW", "NE"]

MATERIAL: Final = 1

# Sides of a card. Turning by 180 degrees swaps N with S and E with W.
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
SIDES: Final = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}

# Path cards by their open sides; x is a dead end: open sides, but nothing leads through.
PATH_CARDS: Final[Mapping[Card, int]] = {
    "EW": 3, "NS": 4, "NW": 4, "NE": 5, "NEW": 5, "NES": 5, "NESW": 5,
    "EWx": 1, "NSx": 1, "NWx": 1, "NEx": 1, "NEWx": 1, "NESx": 1, "NESWx": 1, "Nx": 1, "Wx": 1,
}  # fmt: skip

TOOLS: Final[tuple[Tool, ...]] = ("pick", "lamp", "cart")
REPAIRS: Final[Mapping[str, tuple[Tool, ...]]] = {
    "pick": ("pick",),
    "lamp": ("lamp",),
    "cart": ("cart",),
    "pick+lamp": ("pick", "lamp"),
    "pick+cart": ("pick", "cart"),
    "lamp+cart": ("lamp", "cart"),
}
BREAK: Final[Mapping[Tool, Card]] = {tool: f"break:{tool}" for tool in TOOLS}
REPAIR: Final[Mapping[str, Card]] = {tools: f"repair:{tools}" for tools in REPAIRS}
ROCKFALL: Final = "rockfall"
MAP: Final = "map"

ACTION_CARDS: Final[Mapping[Card, int]] = {
    **{BREAK[tool]: 3 for tool in TOOLS},
    **{card: 1 if "+" in tools else 2 for tools, card in REPAIR.items()},
    ROCKFALL: 3,
    MAP: 6,
}

GOALS: Final[tuple[Goal, ...]] = ("gold", "NW", "NE")
GOLD_CARDS: Final[Mapping[int, int]] = {1: 16, 2: 8, 3: 4}  # nuggets: how many cards

# S1: saboteurs and miners in play, by the number of players; one card stays over.
DWARVES: Final[Mapping[int, tuple[int, int]]] = {
    3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7),
}  # fmt: skip


def _copies(counts: Mapping[str, int]) -> list[str]:
    return [card for card, count in counts.items() for _ in range(count)]


DECK: Final = tuple(_copies({**PATH_CARDS, **ACTION_CARDS}))
GOLD_BOX: Final = tuple(nuggets for nuggets, count in GOLD_CARDS.items() for _ in range(count))


def dwarf_cards(seats: int) -> list[Role]:
    saboteurs, miners = DWARVES[seats]
    roles: list[Role] = ["saboteur"] * saboteurs
    return roles + ["miner"] * miners


def hand_size(seats: int) -> int:
    return 6 if seats <= 5 else 5 if seats <= 7 else 4


class Face(NamedTuple):
    """A card as it lies: its code, whether it is turned, and what that leaves open."""

    card: Card
    turned: bool
    sides: int
    through: bool


def _turn(sides: int) -> int:
    """The same open sides after half a turn."""
    return (sides >> 2 | sides << 2) & 15


def _face(card: Card, *, turned: bool) -> Face:
    sides = sum(SIDES[letter] for letter in card.removesuffix("x"))
    return Face(card, turned, _turn(sides) if turned else sides, not card.endswith("x"))


def _faces(cards: Iterable[Card]) -> dict[tuple[Card, bool], Face]:
    """Every way a card may lie. One that looks the same turned is never called turned."""
    faces = {(card, False): _face(card, turned=False) for card in cards}
    for card in cards:
        turned = _face(card, turned=True)
        if turned.sides != faces[card, False].sides:
            faces[card, True] = turned
    return faces


FACES: Final[Mapping[tuple[Card, bool], Face]] = _faces(PATH_CARDS)
FACES_OF: Final[Mapping[Card, list[Face]]] = {
    card: [face for (code, _), face in FACES.items() if code == card] for card in PATH_CARDS
}
START: Final = FACES["NESW", False]


def goal_face(goal: Goal) -> Card:
    """The path on a goal card: gold lies at a crossing."""
    return "NESW" if goal == "gold" else goal


def card_played(action: Mapping[str, Any]) -> Card | None:
    """The card that an action is played with, if there is such a card."""
    match action["do"]:
        case "dig":
            return action["card"] if action["card"] in PATH_CARDS else None
        case "break":
            return BREAK.get(action["tool"])
        case "repair":
            return REPAIR.get(action["card"])
        case "rockfall":
            return ROCKFALL
        case "map":
            return MAP
        case "discard":
            card: Card = action["card"]
            return card if card in PATH_CARDS or card in ACTION_CARDS else None
        case _:
            return None
