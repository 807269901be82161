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
from games.presentation.people import numbered_initials
from games.presentation.sentences import kept_by_language
from games.presentation.words import open_to
from games.titles.lost_mines.board import AT, MINE_FIELDS, START_FIELDS, Edge, Field, edge_at
from games.titles.lost_mines.board import Board as Paths
from games.titles.lost_mines.cards import TOOLS, face_of
from games.titles.lost_mines.state import State

from . import words
from .changes import NOTHING, Changes
from .geometry import UNIT, corner, middle, route
from .log import cell_id

FORESTS_IN_MEMORY: Final = 200
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

    seat: int
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
class Forest:
    """What lies on the board, and what the last turn did to it."""

    label: str
    columns: str
    paths: tuple[Picture, ...]
    things: tuple[Picture, ...]
    face_down: tuple[FaceDown, ...]
    changed: tuple[Cell, ...]
    gone: tuple[Cell, ...]
    route: str
    last: str


@dataclass(frozen=True, slots=True)
class Pieces:
    """What stands on the board. `rings` are around edges where the last turn set or took a token."""

    tokens: tuple[Token, ...]
    pawns: tuple[Pawn, ...]
    rings: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Board:
    forest: Forest
    pieces: Pieces
    cells: tuple[Cell, ...]
    home: Cell | None
    newest: Cell | None
    in_words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on the board, as values: a forest is made from these and no more.

    So all who know the same of it share one, and what is not here cannot be drawn.
    """

    names: tuple[str, ...]
    board: Paths
    mines: tuple[str, ...]  # the kinds that the reader knows of; "" for the others
    traps: tuple[Edge, ...]
    trolls: tuple[tuple[Edge, int], ...]
    stands: tuple[Field, ...]
    is_over: bool
    last: Changes

    def at(self, field: Field) -> list[str]:
        return [self.names[place] for place, where in enumerate(self.stands) if where == field]


def scene(known: State, names: Sequence[str], last: Changes = NOTHING) -> Scene:
    return Scene(
        names=tuple(names),
        board=known.board,
        mines=tuple(kind if is_known(kind) else "" for kind in known.mines),
        traps=tuple(sorted(known.traps)),
        trolls=tuple(sorted(known.trolls.items())),
        stands=tuple(known.stands),
        is_over=known.phase == "over",
        last=last,
    )


def board(known: State, seen: Scene, seat: int | None) -> Board:
    forest, in_words = _forest(seen)
    home = None if seat is None else CELLS[known.stands[seat]]
    return Board(
        forest=forest,
        pieces=_pieces(known, seen, seat),
        cells=CELLS,
        home=home,
        newest=home or _newest(seen),
        in_words=in_words,
    )


def _newest(seen: Scene) -> Cell | None:
    """Where to look first: what the last turn changed, or the card that was laid last."""
    last, laid = seen.last, list(seen.board.cards)
    found = last.way[-1:] or last.changed[-1:] or last.gone[-1:] or laid[-1:]
    return CELLS[found[0]] if found else None


@kept_by_language(keep=FORESTS_IN_MEMORY)  # saves a fifth of the calls that make six seats' tables
def _forest(seen: Scene) -> tuple[Forest, tuple[str, ...]]:
    """Made once for all who see the same; also in words."""
    forest = Forest(
        label=_label(seen),
        columns="".join(map(words.column, range(11))),
        paths=_paths(seen),
        things=_things(seen),
        face_down=tuple(
            _face_down(seen, field) for field in MINE_FIELDS if seen.board.is_face_down_mine(field)
        ),
        changed=tuple(CELLS[field] for field in seen.last.changed),
        gone=tuple(CELLS[field] for field in seen.last.gone),
        route=route(seen.last.way) if seen.last.way else "",
        last=_("Changed by the last turn"),
    )
    return forest, in_words(seen)


def _label(seen: Scene) -> str:
    count = len(seen.board.cards)
    text = ngettext(
        "The forest: {count} path card laid.", "The forest: {count} path cards laid.", count
    )
    return text.format(count=count)


def _cell(field: Field) -> Cell:
    return Cell(cell_id(AT[field]), *corner(field))


CELLS: Final = tuple(map(_cell, range(len(AT))))


# Cards


def _paths(seen: Scene) -> tuple[Picture, ...]:
    return tuple(
        Picture(f"p-{face_of(sides)}", *corner(field), UNIT)
        for field, sides in enumerate(seen.board.sides)
        if sides
    )


def _things(seen: Scene) -> tuple[Picture, ...]:
    """Banners, mines turned up, what lies on the paths, and the tools on it."""
    starts = [_inside(f"s-{clan}", field, 24, 10, 62) for clan, field in START_FIELDS.items()]
    mines = [
        _inside(f"m-{seen.mines[mine]}", field, 2, 4, 80)
        for field, mine in MINE_FIELDS.items()
        if seen.board.sides[field]
    ]
    features = [
        _inside(f"f-{feature}", field, 0, 0, UNIT)
        for field in sorted(seen.board.cards)
        if (feature := seen.board.feature(field))
    ]
    tools = [
        _inside(f"tk-{TOOL_OF[seen.board.feature(field) or '']}", field, 56, 56, 40)
        for field in sorted(seen.board.overcome)
    ]
    return (*starts, *mines, *features, *tools)


def _inside(symbol: str, field: Field, right: int, down: int, size: int) -> Picture:
    x, y = corner(field)
    return Picture(symbol, x + right, y + down, size)


def _face_down(seen: Scene, field: Field) -> FaceDown:
    kind = seen.mines[MINE_FIELDS[field]]
    return FaceDown(*corner(field), words.KINDS[kind] if kind else "", private=not seen.is_over)


# Tokens and dwarves


def _pieces(known: State, seen: Scene, seat: int | None) -> Pieces:
    called = numbered_initials(seen.names)
    traps = [Token("tk-trap", *middle(edge), "") for edge in seen.traps]
    trolls = [Token("tk-troll", *middle(edge), called[owner]) for edge, owner in seen.trolls]
    return Pieces(
        tokens=(*traps, *trolls),
        pawns=_pawns(known, seat, called),
        rings=tuple(map(middle, seen.last.edges)),
    )


def _pawns(known: State, seat: int | None, called: Sequence[str]) -> tuple[Pawn, ...]:
    found = []
    for field in sorted(set(known.stands)):
        there = [place for place, where in enumerate(known.stands) if where == field]
        size, spots = _stances(field, len(there))
        x, y = corner(field)
        for place, (right, down) in zip(there, spots, strict=False):
            found.append(
                Pawn(
                    seat=place,
                    symbol=f"d-{known.clans[place]}",
                    x=x + right - size // 2,
                    y=y + down - size // 2,
                    size=size,
                    letter=called[place],
                    is_me=place == seat,
                    is_out=place in known.out,
                )
            )
    return tuple(sorted(found, key=lambda pawn: pawn.is_me))  # my own in front


def _stances(field: Field, count: int) -> Stances:
    if field in MINE_FIELDS:
        return AT_A_MINE.get(count, CROWDED_MINE)
    return STANCES.get(count, CROWD)


# The board in words


def in_words(seen: Scene) -> tuple[str, ...]:
    """Everything on the board, field by field in reading order, for those who cannot see it."""
    fields = [
        _field_in_words(seen, field)
        for field, sides in enumerate(seen.board.sides)
        if sides or field in MINE_FIELDS
    ]
    traps = [
        _("A trap {between}.").format(between=words.between(edge_at(edge))) for edge in seen.traps
    ]
    trolls = [
        _("{name}’s troll {between}.").format(
            name=seen.names[owner], between=words.between(edge_at(edge))
        )
        for edge, owner in seen.trolls
    ]
    return (*fields, *traps, *trolls)


def _field_in_words(seen: Scene, field: Field) -> str:
    return _worded(
        field, card_in_words(seen, field), seen.board.sides[field], tuple(seen.at(field))
    )


@kept_by_language()  # saves 8 % of those calls
def _worded(field: Field, card: str, sides: int, there: tuple[str, ...]) -> str:
    parts = [card]
    if sides:
        parts.append(open_to(face_of(sides)))
    if there:
        parts.append(_("{names} there").format(names=words.listed(there)))
    return _("{place}: {told}.").format(place=words.place(AT[field]), told="; ".join(parts))


def card_in_words(seen: Scene, field: Field) -> str:
    """What lies on a field, in a word or two."""
    for clan, start in START_FIELDS.items():
        if field == start:
            return _("start of the {clan} clan").format(clan=words.CLANS[clan])
    if field in MINE_FIELDS:
        return _mine_in_words(seen, field)
    feature = seen.board.feature(field)
    if feature is None:
        return _("path")
    if field in seen.board.overcome:
        feature = TOOL_OF[feature]
    return words.FEATURES[feature]


def _mine_in_words(seen: Scene, field: Field) -> str:
    kind = seen.mines[MINE_FIELDS[field]]
    if kind and not seen.board.sides[field]:
        return _("a face-down mine: {kind}").format(kind=words.KINDS[kind])
    return words.ONE_MINE[kind]
