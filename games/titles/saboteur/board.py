"""The maze: what is laid, what is joined to the start, and where a card may go.

A maze is a value. Laying a card makes a new one; what follows from it (the network, the places
where a card fits) is worked out when first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from .cards import EAST, FACES, NORTH, SOUTH, START, WEST, Face

Cell: TypeAlias = tuple[int, int]  # x grows to the east, y to the south

START_CELL: Cell = (0, 0)
# S2: the goals, from north to south.
GOAL_CELLS: tuple[Cell, ...] = ((8, -2), (8, 0), (8, 2))
# Where no path card is ever laid, and no rock falls.
FIXED_CELLS = frozenset((START_CELL, *GOAL_CELLS))
# No path of 40 cards leads as far; keeps a forged log from drawing a huge maze.
FARTHEST_SQUARED = 64 * 64

# A side, the step across it, and the side met there.
STEPS = (
    (NORTH, 0, -1, SOUTH),
    (EAST, 1, 0, WEST),
    (SOUTH, 0, 1, NORTH),
    (WEST, -1, 0, EAST),
)


# What the neighbours of an empty cell ask of a card: the sides with a face-up neighbour, those of
# them where it is open, and those where it is open and part of the network.
Opening: TypeAlias = tuple[int, int, int]
ALL_SIDES = 15


# S6, S7: a card matches every card around it, and one of them is part of the network.
def _fitting(occupied: int, opened: int, joined: int) -> tuple[int, ...]:
    """The open sides of the cards that fit in an opening."""
    return tuple(s for s in range(ALL_SIDES + 1) if s & occupied == opened and s & joined)


FITTING: dict[Opening, tuple[int, ...]] = {
    (occupied, opened, joined): _fitting(occupied, opened, joined)
    for occupied in range(ALL_SIDES + 1)
    for opened in range(ALL_SIDES + 1)
    for joined in range(ALL_SIDES + 1)
    if occupied & opened == opened and opened & joined == joined
}


# What was known of a maze before a card was laid or taken away: its network and its openings, and
# the cell of that card. From nothing, all is worked out from the start.
Before: TypeAlias = tuple[frozenset[Cell], dict[Cell, Opening], Cell]
NOTHING: Before = (frozenset(), {}, START_CELL)


class Maze:
    """Cards by cell: the start, laid path cards and turned-up goals."""

    __slots__ = ("_before", "_fits", "_last_step", "_network", "_openings", "cards")

    def __init__(self, cards: dict[Cell, Face]) -> None:
        self.cards = cards
        self._network: frozenset[Cell] | None = None
        self._openings: dict[Cell, Opening] | None = None
        self._fits: list[list[Cell]] | None = None
        self._last_step: tuple[Cell, Face | None, Maze] | None = None
        self._before = NOTHING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and (self is other or self.cards == other.cards)

    def __hash__(self) -> int:
        return hash(frozenset(self.cards.items()))

    def step(self, cell: Cell, face: Face | None) -> Maze:
        """The maze after a card is laid, or (None) taken away."""
        # The full state and every seat's knowledge take the same steps one after another. They
        # share the new maze, and with it whatever is worked out from it.
        last = self._last_step
        if last is not None and last[0] == cell and last[1] is face:
            return last[2]
        cards = self.cards.copy()
        if face is None:
            del cards[cell]
        else:
            cards[cell] = face
        maze = Maze(cards)
        if self._network is not None and self._openings is not None:
            maze._before = (self._network, self._openings, cell)
        self._last_step = (cell, face, maze)
        return maze

    def path_cells(self) -> list[Cell]:
        """The cells of laid path cards, which a rockfall may hit."""
        return sorted(self.cards.keys() - FIXED_CELLS)

    # S7: the network is the start and every through card joined to it, open side to open side.
    def network(self) -> frozenset[Cell]:
        if self._network is None:
            before, openings, cell = self._before
            if cell in self.cards and cell in openings:
                self._network = self._network_grown(before, cell, openings[cell])
            elif cell not in self.cards and cell not in before:
                self._network = before
            else:
                self._network = self._joined_by(START_CELL, frozenset())
        return self._network

    def way(self, to: Cell) -> list[Cell]:
        """A shortest way within the network, from the start."""
        came: dict[Cell, Cell] = {START_CELL: START_CELL}
        ahead = [START_CELL]
        for x, y in ahead:
            for side, dx, dy, met in STEPS:
                cell = (x + dx, y + dy)
                joins = self.cards[x, y].sides & side and cell in self.network()
                if joins and cell not in came and self.cards[cell].sides & met:
                    came[cell] = (x, y)
                    ahead.append(cell)
        way = [to]
        while way[-1] != START_CELL:
            way.append(came[way[-1]])
        return way[::-1]

    def _network_grown(
        self, network: frozenset[Cell], cell: Cell, opening: Opening
    ) -> frozenset[Cell]:
        """The network with one more card: itself, and what was cut off and is joined again."""
        face, (_, opened, joined) = self.cards[cell], opening
        if not face.through or not face.sides & joined:
            return network
        if opened == joined:
            return network | {cell}
        return self._joined_by(cell, network)

    def _joined_by(self, cell: Cell, network: frozenset[Cell]) -> frozenset[Cell]:
        """A network with one more cell, and with every through card that is joined by it."""
        cards, found, ahead = self.cards, {cell}, [cell]
        while ahead:
            x, y = ahead.pop()
            sides = cards[x, y].sides
            for side, dx, dy, met in STEPS:
                if sides & side:
                    cell = (x + dx, y + dy)
                    if cell not in network and cell not in found:
                        face = cards.get(cell)
                        if face is not None and face.through and face.sides & met:
                            found.add(cell)
                            ahead.append(cell)
        return network | found

    def openings(self) -> dict[Cell, Opening]:
        """Empty cells that the network leads to."""
        if self._openings is None:
            network, (before, openings, cell) = self.network(), self._before
            if cell in self.cards and len(network) <= len(before) + 1:
                self._openings = self._openings_grown(openings, cell)
            else:
                near = {cell}.union(_neighbours(cell), *map(_neighbours, network ^ before))
                far = {other: openings[other] for other in openings.keys() - near}
                self._openings = far | self._openings_at(near)
        return self._openings

    def _openings_grown(self, openings: dict[Cell, Opening], cell: Cell) -> dict[Cell, Opening]:
        """The openings after a card was laid that joined nothing to the network, but perhaps itself."""
        grown = openings.copy()
        grown.pop(cell, None)
        (x, y), sides, joins = cell, self.cards[cell].sides, cell in self.network()
        led_to: list[Cell] = []
        for side, dx, dy, met in STEPS:
            beside = (x + dx, y + dy)
            opening = grown.get(beside)
            if opening is not None:
                occupied, opened, joined = opening
                if sides & side:
                    opened |= met
                    if joins:
                        joined |= met
                grown[beside] = occupied | met, opened, joined
            elif joins and sides & side:
                led_to.append(beside)
        return grown | self._openings_at(led_to)

    def _openings_at(self, cells: Iterable[Cell]) -> dict[Cell, Opening]:
        """Those of the cells where a card may be laid, if it fits."""
        network, cards, found = self.network(), self.cards, {}
        for cell in cells:
            if cell not in cards and cell not in GOAL_CELLS:
                opening = self._around(cell, network)
                if opening[2]:
                    found[cell] = opening
        return found

    def around(self, cell: Cell) -> Opening:
        """What the neighbours of a cell ask of a card."""
        return self._around(cell, self.network())

    def _around(self, cell: Cell, network: frozenset[Cell]) -> Opening:
        x, y = cell
        cards = self.cards
        occupied = opened = joined = 0
        for side, dx, dy, met in STEPS:
            other = (x + dx, y + dy)
            face = cards.get(other)
            if face is not None:
                occupied |= side
                if face.sides & met:
                    opened |= side
                    if other in network:
                        joined |= side
        return occupied, opened, joined

    def fits(self, sides: int) -> list[Cell]:
        """Where a card with these open sides may be laid, in the order of the cells."""
        if self._fits is None:
            openings = self.openings()
            fits: list[list[Cell]] = [[] for _ in range(ALL_SIDES + 1)]
            for cell in sorted(openings):
                for fitting in FITTING[openings[cell]]:
                    fits[fitting].append(cell)
            self._fits = fits
        return self._fits[sides]

    # S14: a card of the network reaches the face-down goals that its open sides face.
    def goals_reached(self, cell: Cell) -> list[int]:
        """The goals that the card laid at this cell turns up, from north to south."""
        x, y = cell
        face = self.cards[cell]
        if x < GOAL_CELLS[0][0] - 1 or not face.through or cell not in self.network():
            return []
        ahead = {(x + dx, y + dy) for side, dx, dy, _ in STEPS if face.sides & side}
        return [
            goal
            for goal, goal_cell in enumerate(GOAL_CELLS)
            if goal_cell in ahead and goal_cell not in self.cards
        ]


EMPTY = Maze({START_CELL: START})


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def reading_order(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def side_towards(cell: Cell, other: Cell) -> int:
    """The side of `cell` that faces its neighbour `other`."""
    step = (other[0] - cell[0], other[1] - cell[1])
    return next(side for side, dx, dy, _ in STEPS if (dx, dy) == step)


# S15: a goal is turned so that it joins the card just laid. One of its ways does.
def joining_face(card: str, towards: int) -> Face:
    unturned = FACES[card, False]
    return unturned if unturned.sides & towards else FACES[card, True]
