"""The forest as the template draws it: what lies and stands where, in whole units.

A field is 100 by 100 units, the board 1100 by 700 in a frame of 24.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import is_known
from games.titles.lost_mines.board import (
    AT,
    MINE_FIELDS,
    START_FIELDS,
    Edge,
    Field,
    edge_at,
)
from games.titles.lost_mines.cards import TOOLS, face_of
from games.titles.lost_mines.state import State

from . import words
from .log import cell_id

UNIT: Final = 100
TOKEN: Final = 44
TOOL_OF: Final = {obstacle: tool for tool, obstacle in TOOLS.items()}

# Where the dwarves on one card stand, by how many there are: their size, then the middle of each.
Stances = tuple[int, tuple[tuple[int, int], ...]]
STANCES: Final[dict[int, Stances]] = {
    1: (52, ((50, 46),)),
    2: (46, ((27, 52), (73, 52))),
    3: (40, ((24, 34), (76, 34), (50, 70))),
    4: (38, ((26, 30), (74, 30), (26, 74), (74, 74))),
    5: (34, ((20, 30), (50, 30), (80, 30), (34, 73), (66, 73))),
}
CROWD: Final[Stances] = (
    29,
    tuple((18 + 32 * (place % 3), 22 + 29 * (place // 3)) for place in range(9)),
)
# Before a mine, at its foot, so that its kind stays in sight.
AT_A_MINE: Final[dict[int, Stances]] = {
    1: (44, ((78, 72),)),
    2: (36, ((20, 80), (78, 80))),
    3: (32, ((17, 82), (50, 84), (83, 82))),
    4: (28, ((14, 85), (38, 85), (62, 85), (86, 85))),
}
CROWDED_MINE: Final[Stances] = (
    25,
    tuple((12 + 19 * (place % 5), 87 - 74 * (place // 5)) for place in range(9)),
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A symbol of the sprite, by its upper left corner."""

    symbol: str
    x: int
    y: int
    size: int


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A mine that nobody has entered. `note` is what it is known to be; `private`: to me alone."""

    x: int
    y: int
    note: str
    private: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A trap or a troll, by its middle; `letter` is its owner's, on a troll."""

    symbol: str
    x: int
    y: int
    letter: str


@dataclass(frozen=True, slots=True)
class Pawn:
    """A dwarf on the board, by its upper left corner."""

    symbol: str
    x: int
    y: int
    size: int
    letter: str
    is_me: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A field that the log can point at."""

    id: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Board:
    label: str
    columns: str
    paths: Sequence[Picture]
    things: Sequence[Picture]
    face_down: Sequence[FaceDown]
    tokens: Sequence[Token]
    pawns: Sequence[Pawn]
    cells: Sequence[Cell]
    last: Cell | None
    home: Cell | None
    in_words: Sequence[str]


def board(known: State, seat: int | None, names: Sequence[str]) -> Board:
    cells = [_cell(field) for field in range(len(AT))]
    return Board(
        label=_label(known),
        columns="".join(map(words.column, range(11))),
        paths=_paths(known),
        things=_things(known),
        face_down=[_face_down(known, field) for field in _mines_down(known)],
        tokens=_tokens(known, letters(names)),
        pawns=_pawns(known, seat, letters(names)),
        cells=cells,
        last=_cell(list(known.board.cards)[-1]) if known.board.cards else None,
        home=None if seat is None else _cell(known.stands[seat]),
        in_words=in_words(known, names),
    )


def corner(field: Field) -> tuple[int, int]:
    x, y = AT[field]
    return x * UNIT, y * UNIT


def letters(names: Sequence[str]) -> list[str]:
    """A letter for every player; where two would have the same, a number after it."""
    initials = [name[:1].upper() for name in names]
    found = []
    for place, initial in enumerate(initials):
        clash = initials.count(initial) > 1
        found.append(f"{initial}{initials[: place + 1].count(initial)}" if clash else initial)
    return found


def _label(known: State) -> str:
    count = len(known.board.cards)
    text = ngettext(
        "The forest: {count} path card laid.", "The forest: {count} path cards laid.", count
    )
    return text.format(count=count)


def _cell(field: Field) -> Cell:
    return Cell(cell_id(AT[field]), *corner(field))


# Cards


def _paths(known: State) -> list[Picture]:
    return [
        Picture(f"p-{face_of(sides)}", *corner(field), UNIT)
        for field, sides in enumerate(known.board.sides)
        if sides
    ]


def _things(known: State) -> list[Picture]:
    """Banners, mines turned up, what lies on the paths, and the tools on it."""
    starts = [_inside(f"s-{clan}", field, 24, 10, 62) for clan, field in START_FIELDS.items()]
    mines = [
        _inside(f"m-{known.mines[mine]}", field, 2, 4, 80)
        for field, mine in MINE_FIELDS.items()
        if known.board.sides[field]
    ]
    features = [
        _inside(f"f-{feature}", field, 0, 0, UNIT)
        for field in sorted(known.board.cards)
        if (feature := known.board.feature(field))
    ]
    tools = [
        _inside(f"tk-{TOOL_OF[known.board.feature(field) or '']}", field, 56, 56, 40)
        for field in sorted(known.board.overcome)
    ]
    return [*starts, *mines, *features, *tools]


def _inside(symbol: str, field: Field, right: int, down: int, size: int) -> Picture:
    x, y = corner(field)
    return Picture(symbol, x + right, y + down, size)


def _mines_down(known: State) -> list[Field]:
    return [field for field in MINE_FIELDS if known.board.is_face_down_mine(field)]


def _face_down(known: State, field: Field) -> FaceDown:
    kind = known.mines[MINE_FIELDS[field]]
    note = words.kind(kind) if is_known(kind) else ""
    return FaceDown(*corner(field), note, private=known.phase != "over")


# Tokens and dwarves


def middle(edge: Edge) -> tuple[int, int]:
    (x, y), (right, down) = map(corner, edge)
    return (x + right + UNIT) // 2, (y + down + UNIT) // 2


def _tokens(known: State, called: Sequence[str]) -> list[Token]:
    traps = [Token("tk-trap", *middle(edge), "") for edge in sorted(known.traps)]
    trolls = [
        Token("tk-troll", *middle(edge), called[owner])
        for edge, owner in sorted(known.trolls.items())
    ]
    return traps + trolls


def _pawns(known: State, seat: int | None, called: Sequence[str]) -> list[Pawn]:
    found = []
    for field in sorted(set(known.stands)):
        there = [place for place, where in enumerate(known.stands) if where == field]
        size, spots = _stances(field, len(there))
        x, y = corner(field)
        for place, (right, down) in zip(there, spots, strict=False):
            found.append(
                Pawn(
                    symbol=f"d-{known.clans[place]}",
                    x=x + right - size // 2,
                    y=y + down - size // 2,
                    size=size,
                    letter=called[place],
                    is_me=place == seat,
                    is_out=place in known.out,
                )
            )
    return sorted(found, key=lambda pawn: pawn.is_me)  # my own in front


def _stances(field: Field, count: int) -> Stances:
    if field in MINE_FIELDS:
        return AT_A_MINE.get(count, CROWDED_MINE)
    return STANCES.get(count, CROWD)


# The board in words


def in_words(known: State, names: Sequence[str]) -> list[str]:
    """Everything on the board, field by field in reading order, for those who cannot see it."""
    fields = [
        _field_in_words(known, field, names)
        for field, sides in enumerate(known.board.sides)
        if sides or field in MINE_FIELDS
    ]
    traps = [
        _("A trap {between}.").format(between=words.between(edge_at(edge)))
        for edge in sorted(known.traps)
    ]
    trolls = [
        _("{name}’s troll {between}.").format(
            name=names[owner], between=words.between(edge_at(edge))
        )
        for edge, owner in sorted(known.trolls.items())
    ]
    return fields + traps + trolls


def _field_in_words(known: State, field: Field, names: Sequence[str]) -> str:
    told = [card_in_words(known, field)]
    if sides := known.board.sides[field]:
        told.append(_("open to {sides}").format(sides=words.open_sides(sides)))
    there = [names[place] for place, where in enumerate(known.stands) if where == field]
    if there:
        told.append(_("{names} there").format(names=words.listed(there)))
    return _("{place}: {told}.").format(place=words.place(AT[field]), told="; ".join(told))


def card_in_words(known: State, field: Field) -> str:
    """What lies on a field, in a word or two."""
    for clan, start in START_FIELDS.items():
        if field == start:
            return _("start of the {clan} clan").format(clan=words.clan(clan))
    if field in MINE_FIELDS:
        return _mine_in_words(known, field)
    feature = known.board.feature(field)
    if feature is None:
        return _("path")
    if field in known.board.overcome:
        feature = TOOL_OF[feature]
    return str(words.FEATURES[feature])


def _mine_in_words(known: State, field: Field) -> str:
    kind = known.mines[MINE_FIELDS[field]]
    if known.board.sides[field] and is_known(kind):
        return words.mine(kind)
    if is_known(kind):
        return _("a face-down mine: {kind}").format(kind=words.kind(kind))
    return words.mine("")
