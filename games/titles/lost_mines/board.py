"""The forest: which cards lie face up, what fits where, and which edges take a token.

A field is a number, counted in reading order; an edge is its two fields in that order. A board
never changes: laying a card gives another board. What is worked out from one is kept with it, and
each board remembers the last one made from it, so that all the folds of a match (everything, and
what each seat knows) go on from the same boards and work out nothing twice. A log is folded without
looking at most of its boards, so a new board only notes what changed until somebody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    PathCard,
    opposite,
    sides_of,
    turned_round,
)

Field: TypeAlias = int
Edge: TypeAlias = tuple[Field, Field]
At: TypeAlias = tuple[int, int]
EdgeAt: TypeAlias = tuple[At, At]
Change: TypeAlias = tuple[str | int | bool | PathCard, ...]

AT: tuple[At, ...] = tuple((x, y) for y in range(HEIGHT) for x in range(WIDTH))
FIELDS: dict[At, Field] = {at: field for field, at in enumerate(AT)}

START_FIELDS: dict[str, Field] = {clan: FIELDS[at] for clan, at in STARTS.items()}
MINE_FIELDS: dict[Field, int] = {FIELDS[at]: mine for mine, at in enumerate(MINES_AT)}
MINES: tuple[Field, ...] = tuple(MINE_FIELDS)

STEPS = ((NORTH, 0, -1), (EAST, 1, 0), (SOUTH, 0, 1), (WEST, -1, 0))


def _neighbours(at: At) -> tuple[tuple[int, Field, Edge], ...]:
    found = []
    for side, dx, dy in STEPS:
        other = FIELDS.get((at[0] + dx, at[1] + dy))
        if other is not None:
            here = FIELDS[at]
            found.append((side, other, (min(here, other), max(here, other))))
    return tuple(found)


# For every field its neighbours on the board in the order N, E, S, W: side, field, edge.
NEIGHBOURS: tuple[tuple[tuple[int, Field, Edge], ...], ...] = tuple(map(_neighbours, AT))
OPPOSITE: dict[int, int] = {side: opposite(side) for side in SIDES.values()}
ALL_SIDES = 15


def _leads(field: Field, sides: int) -> tuple[tuple[Field, int, Edge], ...]:
    across = [n for n in NEIGHBOURS[field] if n[0] & sides]
    return tuple(sorted((other, OPPOSITE[side], edge) for side, other, edge in across))


# For every field and every set of open sides where these lead, in reading order: field, the side
# met there, edge.
LEADS: tuple[tuple[tuple[tuple[Field, int, Edge], ...], ...], ...] = tuple(
    tuple(_leads(field, sides) for sides in range(ALL_SIDES + 1)) for field in FIELDS.values()
)


def edge_at(edge: Edge) -> EdgeAt:
    return AT[edge[0]], AT[edge[1]]


def edge_of(at: EdgeAt) -> Edge:
    return FIELDS[at[0]], FIELDS[at[1]]


# L8: a card goes on an empty field beside a face-up card; all its sides match those of face-up
# neighbours, and at least one open side meets an open one.
def _fitting(facing: int, wanted: int) -> tuple[int, ...]:
    """The open sides of cards that fit where these sides face a card, and these of them must be open."""
    return tuple(sides for sides in range(ALL_SIDES + 1) if wanted and sides & facing == wanted)


FITTING: dict[tuple[int, int], tuple[int, ...]] = {
    (facing, wanted): _fitting(facing, wanted)
    for facing in range(ALL_SIDES + 1)
    for wanted in range(ALL_SIDES + 1)
    if facing & wanted == wanted
}


class Board:
    """What lies face up. Two boards with the same cards are equal."""

    __slots__ = (
        "_before", "_blocked", "_change", "_ends", "_fits", "_narrow", "_next", "_spots",
        "cards", "kept", "overcome", "sides",
    )  # fmt: skip

    sides: bytes  # open sides of what lies face up; 0: nothing does
    cards: Mapping[Field, str]  # the path cards laid, by field; never changed
    overcome: frozenset[Field]  # obstacles with their tool on them

    # What other modules work out from a board, by their name for it and all else it depends on.
    kept: dict[tuple[Any, ...], Any]

    _before: Board | None
    _change: Change
    _next: Board | None
    _blocked: frozenset[Field]
    _narrow: frozenset[Field]
    _spots: dict[Field, tuple[int, int]]
    _fits: list[list[Field]]
    _ends: list[Edge]

    def __init__(
        self, sides: bytes, cards: Mapping[Field, str], overcome: frozenset[Field]
    ) -> None:
        self.sides, self.cards, self.overcome = sides, cards, overcome
        self._before = self._next = None
        self._change = ()

    def __getattr__(self, name: str) -> Any:
        """Called for what has not been worked out yet, once: then it is there."""
        if name in ("sides", "cards", "overcome"):
            self._look()
        elif name in WORKED_OUT:
            setattr(self, name, WORKED_OUT[name](self))
        else:
            raise AttributeError(name)
        return getattr(self, name)

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
        return self._after(("card", field, PATH_CARDS[code], turned))

    def with_mine(self, field: Field, face: str, *, turned: bool) -> Board:
        sides = sides_of(face)
        return self._after(("mine", field, turned_round(sides) if turned else sides))

    def with_tool(self, field: Field) -> Board:
        return self._after(("tool", field))

    def without_card(self, field: Field) -> Board:
        return self._after(("storm", field))

    def _after(self, change: Change) -> Board:
        last = self._next  # read once: another thread may be making another board from this one
        if last is not None and last._change == change:
            return last
        board = Board.__new__(Board)
        board._before, board._change, board._next = self, change, None
        self._next = board
        return board

    def _look(self) -> None:
        """Make the changes noted since a board that was looked at."""
        changes, board = [], self
        while (before := board._before) is not None:
            changes.append(board._change)
            board = before
        sides, cards, overcome = bytearray(board.sides), dict(board.cards), set(board.overcome)
        for change in reversed(changes):
            _make(change, sides, cards, overcome)
        self.sides, self.cards, self.overcome = bytes(sides), cards, frozenset(overcome)
        self._before = None  # from here on this board stands by itself

    # Questions about one field

    def feature(self, field: Field) -> str | None:
        code = self.cards.get(field)
        return None if code is None else PATH_CARDS[code].feature

    def is_empty(self, field: Field) -> bool:
        return not self.sides[field] and field not in MINE_FIELDS

    def is_face_down_mine(self, field: Field) -> bool:
        return not self.sides[field] and field in MINE_FIELDS

    def is_blocked(self, field: Field) -> bool:
        return field in self.blocked()

    def is_narrow(self, field: Field) -> bool:
        """Is there room for one dwarf only?"""
        return field in self._narrow

    def blocked(self) -> frozenset[Field]:
        """The fields with an obstacle that no tool has overcome."""
        return self._blocked

    def full(self, stands: Iterable[Field]) -> frozenset[Field]:
        """The fields where there is no more room, with dwarves standing there."""
        return self._narrow.intersection(stands)

    # Laying and edges

    def fits(self, sides: int) -> list[Field]:
        """The fields where a card with these open sides may be laid, in reading order."""
        return self._fits[sides]

    def spots(self) -> dict[Field, tuple[int, int]]:
        """Empty fields beside face-up cards: the sides that face one, and those that must be open."""
        return self._spots

    def ends(self) -> list[Edge]:
        """The edges that take a token, in reading order."""
        return self._ends

    def misfits(self, field: Field, sides: int) -> int:
        """How many face-up neighbours a card with these open sides would not match."""
        return sum(
            1
            for side, other, _ in NEIGHBOURS[field]
            if self.sides[other] and bool(sides & side) != bool(self.sides[other] & OPPOSITE[side])
        )


def _make(change: Change, sides: bytearray, cards: dict[Field, str], overcome: set[Field]) -> None:
    match change:
        case ("card", int(field), PathCard() as card, bool(turned)):
            sides[field] = card.open_sides(turned=turned)
            cards[field] = card.code
        case ("mine", int(field), int(open_sides)):
            sides[field] = open_sides
        case ("tool", int(field)):
            overcome.add(field)
        case ("storm", int(field)):
            sides[field] = 0
            cards.pop(field, None)  # a forged log may storm an empty field
            overcome.discard(field)


# What is worked out from a board when somebody asks


def _blocked(board: Board) -> frozenset[Field]:
    obstacles = {field for field, code in board.cards.items() if PATH_CARDS[code].is_obstacle}
    return frozenset(obstacles - board.overcome)


def _narrow(board: Board) -> frozenset[Field]:
    rocks = {field for field, code in board.cards.items() if PATH_CARDS[code].feature == "rocks"}
    return board.overcome | rocks


def _spots(board: Board) -> dict[Field, tuple[int, int]]:
    laid, facing, wanted = board.sides, bytearray(len(AT)), bytearray(len(AT))
    for field, sides in enumerate(laid):
        if sides:
            for other, met, _ in LEADS[field][ALL_SIDES]:
                facing[other] |= met
            for other, met, _ in LEADS[field][sides]:
                wanted[other] |= met
    return {
        field: (sides, wanted[field])
        for field, sides in enumerate(facing)
        if sides and not laid[field] and field not in MINE_FIELDS
    }


def _fits(board: Board) -> list[list[Field]]:
    fits: list[list[Field]] = [[] for _ in range(ALL_SIDES + 1)]
    for field, spot in board.spots().items():
        for sides in FITTING[spot]:
            fits[sides].append(field)
    return fits


# L13: a trap or troll goes where open sides of face-up cards meet, or where one faces an empty
# field; not to a face-down mine, off the board, or on a misfit.
def _ends(board: Board) -> list[Edge]:
    laid = board.sides
    return sorted(
        {
            edge
            for field, sides in enumerate(laid)
            if sides
            for other, met, edge in LEADS[field][sides]
            if (laid[other] & met if laid[other] else other not in MINE_FIELDS)
        }
    )


WORKED_OUT: dict[str, Callable[[Board], Any]] = {
    "_blocked": _blocked,
    "_narrow": _narrow,
    "_spots": _spots,
    "_fits": _fits,
    "_ends": _ends,
    "kept": lambda board: {},
}


def _at_the_start() -> Board:
    sides = bytearray(WIDTH * HEIGHT)
    for field in START_FIELDS.values():
        sides[field] = sides_of(START_FACE)
    return Board(bytes(sides), {}, frozenset())


EMPTY_FOREST = _at_the_start()
