"""The maze as the template draws it: whole numbers, names of symbols, sentences.

A cell is 100 by 140 units; the ladder's upper left corner is the origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.titles.saboteur.cards import Face
from games.titles.saboteur.events import Dug, RockFell
from games.titles.saboteur.maze import GOAL_CELLS, START_CELL, Cell
from games.titles.saboteur.state import State

from . import words
from .log import cell_id

WIDTH, HEIGHT = 100, 140
LEFT, TOP, RIGHT, BOTTOM = 60, 20, 24, 44  # margins around the cells, for the rulers
PIXELS: Final = 0.6  # of a unit, where the board is drawn at its own size: a cell is 60 by 84
ROCKS: Final = 6


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies face up: a piece of rock, and the tunnels in it."""

    x: int
    y: int
    rock: str
    rock_turned: bool
    face: str
    turned: bool
    title: str


@dataclass(frozen=True, slots=True)
class FaceDown:
    """A goal. `note` is what I saw there."""

    x: int
    y: int
    title: str
    note: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A word on the ruler."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Peg:
    """A player's mark on the board: who dug, or brought down the rock, there."""

    x: int
    y: int
    seat: int
    letter: str
    title: str


@dataclass(frozen=True, slots=True)
class Lit:
    """A cell that the log can point at, with the mark of whoever laid a card there."""

    id: str
    x: int
    y: int
    peg: Peg | None


@dataclass(frozen=True, slots=True)
class Board:
    view: str
    width: int
    height: int
    label: str
    crosses: str
    rulers: Sequence[Mark]
    laid: Sequence[Laid]
    goals: Sequence[FaceDown]
    spots: Sequence[Lit]
    last: Peg | None


def board(known: State, names: Sequence[str]) -> Board:
    cells = sorted({*known.maze.cards, *GOAL_CELLS, *known.maze.openings()}, key=reading_order)
    columns, rows = _span(x for x, _y in cells), _span(y for _x, y in cells)
    width = len(columns) * WIDTH + LEFT + RIGHT
    height = len(rows) * HEIGHT + TOP + BOTTOM
    return Board(
        view=f"{columns[0] * WIDTH - LEFT} {rows[0] * HEIGHT - TOP} {width} {height}",
        width=round(width * PIXELS),
        height=round(height * PIXELS),
        label=_label(known),
        crosses=_crosses(columns, rows),
        rulers=_rulers(columns, rows),
        laid=[_laid(known, cell, face) for cell, face in _in_order(known)],
        goals=[
            _face_down(known, goal) for goal, slot in enumerate(known.goals) if not slot.face_up
        ],
        spots=_spots(known, cells, names),
        last=_last_move(known, names),
    )


def rock(cell: Cell) -> tuple[str, bool]:
    """The rock's texture, by cell, and whether it lies upside down: neighbours always differ."""
    x, y = cell
    return f"rock-{(2 * x + 3 * y) % ROCKS}", (x + y // 2) % 2 == 1


def _span(numbers: Iterable[int]) -> range:
    found = sorted(numbers)
    return range(found[0], found[-1] + 1)


def _label(known: State) -> str:
    count = len(known.maze.path_cells())
    text = ngettext(
        "The maze: {count} tunnel card laid.", "The maze: {count} tunnel cards laid.", count
    )
    return text.format(count=count)


def _crosses(columns: range, rows: range) -> str:
    """A small cross at every corner of a cell."""
    corners = [
        (x * WIDTH, y * HEIGHT)
        for y in range(rows[0], rows[-1] + 2)
        for x in range(columns[0], columns[-1] + 2)
    ]
    return "".join(f"M{x - 7} {y}h14M{x} {y - 7}v14" for x, y in corners)


def _rulers(columns: range, rows: range) -> list[Mark]:
    below, beside = (rows[-1] + 1) * HEIGHT + 30, columns[0] * WIDTH - 32
    across = [Mark(x * WIDTH + WIDTH // 2, below, words.column_mark(x)) for x in columns]
    return across + [Mark(beside, y * HEIGHT + HEIGHT // 2 + 6, words.row_mark(y)) for y in rows]


def _in_order(known: State) -> list[tuple[Cell, Face]]:
    return sorted(known.maze.cards.items(), key=lambda item: reading_order(item[0]))


def _laid(known: State, cell: Cell, face: Face) -> Laid:
    texture, upside_down = rock(cell)
    symbol, name = face.card, words.card_name(face.card)
    if cell == START_CELL:
        symbol, name = "start", _("Ladder")
    elif cell in GOAL_CELLS:
        found = known.goals[GOAL_CELLS.index(cell)].known_value()
        symbol = "gold" if found == "gold" else f"stone-{found}"
        name = _("Gold") if found == "gold" else _("Stone")
    return Laid(
        x=cell[0] * WIDTH,
        y=cell[1] * HEIGHT,
        rock=texture,
        rock_turned=upside_down,
        face=symbol,
        turned=face.turned,
        title=_("{card}, {place}").format(card=name, place=words.place(cell)),
    )


def _face_down(known: State, goal: int) -> FaceDown:
    slot, (x, y) = known.goals[goal], GOAL_CELLS[goal]
    note = words.goal_found(slot.known_value()) if slot.is_known() else ""
    title = words.goal_label(goal)
    if note:
        title = _("{goal}: {found}, as you saw").format(goal=title, found=note)
    return FaceDown(x * WIDTH, y * HEIGHT, title, note)


def _last_move(known: State, names: Sequence[str]) -> Peg | None:
    """Where the maze was changed last, and by whom."""
    for deed in reversed(known.deeds):
        if isinstance(deed, Dug | RockFell):
            title = _("Last change of the maze, by {name}")
            return _peg(deed, names, title)
    return None


def _spots(known: State, cells: Sequence[Cell], names: Sequence[str]) -> list[Lit]:
    dug = {deed.at: deed for deed in known.deeds if isinstance(deed, Dug)}
    return [
        Lit(
            id=cell_id(cell),
            x=cell[0] * WIDTH,
            y=cell[1] * HEIGHT,
            peg=_peg(dug[cell], names, _("Dug by {name}"))
            if cell in dug and cell in known.maze.cards
            else None,
        )
        for cell in cells
    ]


def _peg(deed: Dug | RockFell, names: Sequence[str], title: str) -> Peg:
    name, (x, y) = names[deed.seat], deed.at
    return Peg(x * WIDTH, y * HEIGHT, deed.seat, letter(name), title.format(name=name))


def reading_order(cell: Cell) -> tuple[int, int]:
    return cell[1], cell[0]


def letter(name: str) -> str:
    return name[:1].upper()
