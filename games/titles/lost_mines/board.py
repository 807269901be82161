"""The forest: which cards lie face up, what fits where, and which edges take a token.

A field is a number, counted in reading order; an edge is its two fields in that order. A board
never changes: laying a card gives another board. What is worked out from one is kept with it, and
each board remembers the last one made from it, so that all the folds of a match (everything, and
what each seat knows) go on from the same boards and work out nothing twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from .cards import (
    EAST,
    HEIGHT,
    MINES_AT,
    NORTH,
    PATH_CARDS,
    SIDES,
    SOUTH,
    START_FACE,
    STARTS,
    WEST,
    WIDTH,
    opposite,
    sides_of,
    turned_round,
)

Field: TypeAlias = int
Edge: TypeAlias = tuple[Field, Field]
At: TypeAlias = tuple[int, int]
EdgeAt: TypeAlias = tuple[At, At]
Change: TypeAlias = tuple[str | int | bool, ...]

AT: tuple[At, ...] = tuple((x, y) for y in range(HEIGHT) for x in range(WIDTH))
FIELDS: dict[At, Field] = {at: field for field, at in enumerate(AT)}

START_FIELDS: dict[str, Field] = {clan: FIELDS[at] for clan, at in STARTS.items()}
MINE_FIELDS: dict[Field, int] = {FIELDS[at]: mine for mine, at in enumerate(MINES_AT)}
MINES: tuple[Field, ...] = tuple(MINE_FIELDS)

_STEPS = ((NORTH, 0, -1), (EAST, 1, 0), (SOUTH, 0, 1), (WEST, -1, 0))


def _neighbours(at: At) -> tuple[tuple[int, Field, Edge], ...]:
    found = []
    for side, dx, dy in _STEPS:
        other = FIELDS.get((at[0] + dx, at[1] + dy))
        if other is not None:
            here = FIELDS[at]
            found.append((side, other, (min(here, other), max(here, other))))
    return tuple(found)


# For every field its neighbours on the board in the order N, E, S, W: side, field, edge.
NEIGHBOURS: tuple[tuple[tuple[int, Field, Edge], ...], ...] = tuple(map(_neighbours, AT))
OPPOSITE: dict[int, int] = {side: opposite(side) for side in SIDES.values()}


def edge_at(edge: Edge) -> EdgeAt:
    return AT[edge[0]], AT[edge[1]]


def edge_of(at: EdgeAt) -> Edge:
    return FIELDS[at[0]], FIELDS[at[1]]


class Board:
    """What lies face up. Two boards with the same cards are equal."""

    __slots__ = ("_blocked", "_ends", "_fits", "_next", "_spots", "cards", "overcome", "sides")

    def __init__(
        self, sides: bytes, cards: Mapping[Field, str], overcome: frozenset[Field]
    ) -> None:
        self.sides = sides  # open sides of what lies face up; 0: nothing does
        self.cards = cards  # the path cards laid, by field; never changed
        self.overcome = overcome  # obstacles with their tool on them
        self._blocked: frozenset[Field] | None = None
        self._spots: dict[Field, tuple[int, int]] | None = None
        self._fits: dict[int, list[Field]] = {}
        self._ends: list[Edge] | None = None
        self._next: tuple[Change, Board] | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Board)
            and self.sides == other.sides
            and self.cards == other.cards
            and self.overcome == other.overcome
        )

    def __hash__(self) -> int:
        return hash(self.sides)

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (self.sides, self.cards, self.overcome)

    # Boards made from this one

    def with_card(self, field: Field, code: str, *, turned: bool) -> Board:
        change = field, code, turned
        return self._made_before(change) or self._made(
            change,
            _replaced(self.sides, field, PATH_CARDS[code].open_sides(turned=turned)),
            {**self.cards, field: code},
            self.overcome,
        )

    def with_mine(self, field: Field, face: str, *, turned: bool) -> Board:
        change = "mine", field, face, turned
        sides = turned_round(sides_of(face)) if turned else sides_of(face)
        return self._made_before(change) or self._made(
            change, _replaced(self.sides, field, sides), self.cards, self.overcome
        )

    def with_tool(self, field: Field) -> Board:
        change = "tool", field
        return self._made_before(change) or self._made(
            change, self.sides, self.cards, self.overcome | {field}
        )

    def without_card(self, field: Field) -> Board:
        change = "storm", field
        return self._made_before(change) or self._made(
            change,
            _replaced(self.sides, field, 0),
            {where: code for where, code in self.cards.items() if where != field},
            self.overcome - {field},
        )

    def _made_before(self, change: Change) -> Board | None:
        last = self._next  # read once: another thread may be making another board from this one
        return last[1] if last is not None and last[0] == change else None

    def _made(
        self,
        change: Change,
        sides: bytes,
        cards: Mapping[Field, str],
        overcome: frozenset[Field],
    ) -> Board:
        board = Board(sides, cards, overcome)
        self._next = change, board
        return board

    # Questions about one field

    def feature(self, field: Field) -> str | None:
        code = self.cards.get(field)
        return None if code is None else PATH_CARDS[code].feature

    def is_turned(self, field: Field) -> bool:
        return self.sides[field] != PATH_CARDS[self.cards[field]].sides

    def is_empty(self, field: Field) -> bool:
        return not self.sides[field] and field not in MINE_FIELDS

    def is_face_down_mine(self, field: Field) -> bool:
        return not self.sides[field] and field in MINE_FIELDS

    def is_blocked(self, field: Field) -> bool:
        return field in self.blocked()

    def is_narrow(self, field: Field) -> bool:
        """Is there room for one dwarf only?"""
        return field in self.overcome or self.feature(field) == "rocks"

    def blocked(self) -> frozenset[Field]:
        """The fields with an obstacle that no tool has overcome."""
        if self._blocked is None:
            obstacles = {f for f, code in self.cards.items() if PATH_CARDS[code].is_obstacle}
            self._blocked = frozenset(obstacles - self.overcome)
        return self._blocked

    # Laying

    def fits(self, sides: int) -> list[Field]:
        """The fields where a card with these open sides may be laid, in reading order."""
        found = self._fits.get(sides)
        if found is None:
            # L8: a card goes on an empty field beside a face-up card; all its sides match those of
            # face-up neighbours, and at least one open side meets an open one.
            found = self._fits[sides] = [
                field
                for field, (facing, wanted) in self.spots().items()
                if wanted and sides & facing == wanted
            ]
        return found

    def spots(self) -> dict[Field, tuple[int, int]]:
        """Empty fields beside face-up cards: the sides that face one, and those that must be open."""
        if self._spots is None:
            spots: dict[Field, tuple[int, int]] = {}
            for field, sides in enumerate(self.sides):
                if sides:
                    for side, other, _ in NEIGHBOURS[field]:
                        if self.is_empty(other):
                            facing, wanted = spots.get(other, (0, 0))
                            back = OPPOSITE[side]
                            spots[other] = facing | back, wanted | back if sides & side else wanted
            self._spots = dict(sorted(spots.items()))
        return self._spots

    # Edges

    def ends(self) -> list[Edge]:
        """The edges that take a token, in reading order."""
        if self._ends is None:
            # L13: a trap or troll goes where open sides of face-up cards meet, or where one faces
            # an empty field; not to a face-down mine, off the board, or on a misfit.
            found = {
                edge
                for field, sides in enumerate(self.sides)
                if sides
                for side, other, edge in NEIGHBOURS[field]
                if sides & side and (self.is_empty(other) or self.sides[other] & OPPOSITE[side])
            }
            self._ends = sorted(found)
        return self._ends

    def misfits(self, field: Field, sides: int) -> int:
        """How many face-up neighbours a card with these open sides would not match."""
        return sum(
            1
            for side, other, _ in NEIGHBOURS[field]
            if self.sides[other] and bool(sides & side) != bool(self.sides[other] & OPPOSITE[side])
        )


def _replaced(sides: bytes, field: Field, value: int) -> bytes:
    changed = bytearray(sides)
    changed[field] = value
    return bytes(changed)


def _at_the_start() -> Board:
    sides = bytearray(WIDTH * HEIGHT)
    for field in START_FIELDS.values():
        sides[field] = sides_of(START_FACE)
    return Board(bytes(sides), {}, frozenset())


EMPTY_FOREST = _at_the_start()
