"""The maze: what is laid, what is joined to the start, and where a card may go.

A maze is a value. Laying a card makes a new one; what follows from it (the network, the places
where a card fits) is worked out when first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from games.engine import CorruptLog

from .cards import EAST, FACES, NORTH, SOUTH, START, WEST, Face

Cell: TypeAlias = tuple[int, int]  # x grows to the east, y to the south

START_CELL: Cell = (0, 0)
GOAL_CELLS: tuple[Cell, ...] = ((8, -2), (8, 0), (8, 2))  # S2: from north to south
FARTHEST = 64  # no path of 40 cards leads as far; keeps a forged log from drawing a huge maze

# A side, the step across it, and the side met there.
STEPS = (
    (NORTH, 0, -1, SOUTH),
    (EAST, 1, 0, WEST),
    (SOUTH, 0, 1, NORTH),
    (WEST, -1, 0, EAST),
)


class Maze:
    """Cards by cell: the start, laid path cards and turned-up goals."""

    __slots__ = ("_fits", "_last_step", "_network", "_openings", "cards")

    def __init__(self, cards: Mapping[Cell, Face]) -> None:
        self.cards = cards
        self._network: frozenset[Cell] | None = None
        self._openings: list[Opening] | None = None
        self._fits: dict[int, list[Cell]] = {}
        self._last_step: tuple[Cell, Face | None, Maze] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and (self is other or self.cards == other.cards)

    def __hash__(self) -> int:
        return hash(frozenset(self.cards.items()))

    def with_card(self, cell: Cell, face: Face) -> Maze:
        return self._step(cell, face)

    def without_card(self, cell: Cell) -> Maze:
        return self._step(cell, None)

    def _step(self, cell: Cell, face: Face | None) -> Maze:
        # The full state and every seat's knowledge take the same steps one after another. They
        # share the new maze, and with it whatever is worked out from it.
        last = self._last_step
        if last is not None and last[0] == cell and last[1] is face:
            return last[2]
        cards = dict(self.cards)
        if face is None:
            if cards.pop(cell, None) is None or cell == START_CELL or cell in GOAL_CELLS:
                raise CorruptLog("no_card_there", f"no path card lies at {cell}")
        elif cell in cards or max(map(abs, cell)) > FARTHEST:
            raise CorruptLog("no_room", f"no card can be laid at {cell}")
        else:
            cards[cell] = face
        maze = Maze(cards)
        if self._network is not None and face is not None:
            maze._network = maze._network_grown(self._network, cell, face)
        self._last_step = (cell, face, maze)
        return maze

    def path_cells(self) -> list[Cell]:
        """The cells of laid path cards, which a rockfall may hit, in reading order."""
        cells = (cell for cell in self.cards if cell != START_CELL and cell not in GOAL_CELLS)
        return sorted(cells, key=reading_order)

    def network(self) -> frozenset[Cell]:
        """S7: the start and every through card joined to it, open side to open side."""
        if self._network is None:
            self._network = self._reachable({START_CELL}, [START_CELL])
        return self._network

    def _network_grown(self, network: frozenset[Cell], cell: Cell, face: Face) -> frozenset[Cell]:
        """The network with one more card: itself, and what was cut off and is joined again."""
        x, y = cell
        if face.through:
            for side, dx, dy, met in STEPS:
                other = (x + dx, y + dy)
                if face.sides & side and other in network and self.cards[other].sides & met:
                    return self._reachable({*network, cell}, [cell])
        return network

    def _reachable(self, found: set[Cell], ahead: list[Cell]) -> frozenset[Cell]:
        """The cells found, and every through card joined to those still ahead."""
        cards = self.cards
        while ahead:
            x, y = ahead.pop()
            sides = cards[x, y].sides
            for side, dx, dy, met in STEPS:
                if sides & side:
                    cell = (x + dx, y + dy)
                    if cell not in found:
                        face = cards.get(cell)
                        if face is not None and face.through and face.sides & met:
                            found.add(cell)
                            ahead.append(cell)
        return frozenset(found)

    def openings(self) -> list[Opening]:
        """Empty cells that the network leads to, with what their neighbours ask of a card."""
        if self._openings is None:
            self._openings = self._find_openings()
        return self._openings

    def _find_openings(self) -> list[Opening]:
        cards, joined = self.cards, dict[Cell, int]()
        for x, y in self.network():
            sides = cards[x, y].sides
            for side, dx, dy, met in STEPS:
                if sides & side:
                    cell = (x + dx, y + dy)
                    if cell not in cards and cell not in GOAL_CELLS:
                        joined[cell] = joined.get(cell, 0) | met
        return [
            (cell, *self.neighbours(cell), joined[cell])
            for cell in sorted(joined, key=reading_order)
        ]

    def neighbours(self, cell: Cell) -> tuple[int, int]:
        """The sides with a face-up neighbour, and those of them where it is open."""
        x, y = cell
        cards, occupied, opened = self.cards, 0, 0
        for side, dx, dy, met in STEPS:
            face = cards.get((x + dx, y + dy))
            if face is not None:
                occupied |= side
                if face.sides & met:
                    opened |= side
        return occupied, opened

    def fits(self, sides: int) -> list[Cell]:
        """S6, S7: where a card with these open sides may be laid, in reading order."""
        cells = self._fits.get(sides)
        if cells is None:
            cells = self._fits[sides] = [
                cell
                for cell, occupied, opened, joined in self.openings()
                if sides & occupied == opened and sides & joined
            ]
        return cells

    def goals_reached(self, cell: Cell) -> list[int]:
        """S14: the face-down goals that the card laid at this cell leads to, north to south."""
        face = self.cards[cell]
        if not face.through or cell not in self.network():
            return []
        x, y = cell
        ahead = {(x + dx, y + dy) for side, dx, dy, _ in STEPS if face.sides & side}
        return [
            goal
            for goal, goal_cell in enumerate(GOAL_CELLS)
            if goal_cell in ahead and goal_cell not in self.cards
        ]


Opening: TypeAlias = tuple[Cell, int, int, int]  # cell; sides occupied, open, open to the network

EMPTY = Maze({START_CELL: START})


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def reading_order(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def side_towards(cell: Cell, other: Cell) -> int:
    """The side of `cell` that faces its neighbour `other`."""
    step = (other[0] - cell[0], other[1] - cell[1])
    return next(side for side, dx, dy, _ in STEPS if (dx, dy) == step)


def joining_face(card: str, towards: int) -> Face:
    """S15: a goal is turned so that it joins the card just laid. One of its ways does."""
    unturned = FACES[card, False]
    return unturned if unturned.sides & towards else FACES[card, True]
