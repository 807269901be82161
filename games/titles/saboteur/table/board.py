"""The maze as the template draws it: whole numbers, names of symbols, sentences.

A cell is 100 by 140 units; the ladder's upper left corner is the origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.people import initials
from games.presentation.sentences import kept_by_language
from games.titles.saboteur.board import GOAL_CELLS, START_CELL, Cell, Maze, reading_order
from games.titles.saboteur.cards import Face, Goal
from games.titles.saboteur.events import Dug, RockFell
from games.titles.saboteur.state import State

from . import words
from .changes import NOTHING, Changes
from .log import cell_id

WIDTH, HEIGHT = 100, 140
LEFT, TOP, RIGHT, BOTTOM = 60, 20, 24, 44  # margins around the cells, for the rulers
PIXELS: Final = 0.6  # of a unit, where the board is drawn at its own size: a cell is 60 by 84
ROCKS: Final = 6
BOARDS_IN_MEMORY: Final = 200


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
    """A goal. `note` is what I saw there; `is_last`: somebody has just looked at it."""

    x: int
    y: int
    title: str
    note: str
    is_last: bool
    effect: str = ""  # the line of what I saw


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


class RowInWords(NamedTuple):
    """A card of the maze, for those who cannot see it."""

    id: str
    place: str
    card: str
    sides: str
    joined: str


class MazeInWords(NamedTuple):
    rows: tuple[RowInWords, ...]
    ends: str  # where the tunnel from the ladder can be dug on


class Column(NamedTuple):
    """Cells above each other: a move changes one or two of the columns."""

    number: int
    laid: tuple[Laid, ...]
    spots: tuple[Lit, ...]


@dataclass(frozen=True, slots=True)
class Board:
    view: str
    width: int
    height: int
    label: str
    crosses: str
    rulers: tuple[Mark, ...]
    laid: tuple[Laid, ...]
    goals: tuple[FaceDown, ...]
    spots: tuple[Lit, ...]
    last: Peg | None
    in_words: MazeInWords
    lit: str = ""  # the way to the gold, when it has been found

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(
            Column(
                x // WIDTH,
                tuple(laid for laid in self.laid if laid.x == x),
                tuple(spot for spot in self.spots if spot.x == x),
            )
            for x in sorted({spot.x for spot in self.spots})
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on the board, as values: it is drawn from these and no more.

    So all who know the same of it share one drawing, and what is not here cannot be drawn.
    """

    names: tuple[str, ...]
    maze: Maze
    goals: tuple[Goal | None, ...]  # as far as the reader knows them
    face_down: tuple[int, ...]
    plays: tuple[Dug | RockFell, ...]
    last: Changes


def scene(known: State, names: Sequence[str], last: Changes = NOTHING) -> Scene:
    return Scene(
        names=tuple(names),
        maze=known.maze,
        goals=tuple(slot.known_value() if slot.is_known() else None for slot in known.goals),
        face_down=tuple(goal for goal, slot in enumerate(known.goals) if not slot.face_up),
        plays=tuple(play for play in known.plays if isinstance(play, Dug | RockFell)),
        last=last,
    )


@kept_by_language(keep=BOARDS_IN_MEMORY)  # saves a quarter of the calls that make six seats' tables
def board(seen: Scene) -> Board:
    """Made once for all who see the same."""
    cells = sorted({*seen.maze.cards, *GOAL_CELLS, *seen.maze.openings()}, key=reading_order)
    columns, rows = _span(x for x, _y in cells), _span(y for _x, y in cells)
    width = len(columns) * WIDTH + LEFT + RIGHT
    height = len(rows) * HEIGHT + TOP + BOTTOM
    return Board(
        view=f"{columns[0] * WIDTH - LEFT} {rows[0] * HEIGHT - TOP} {width} {height}",
        width=round(width * PIXELS),
        height=round(height * PIXELS),
        label=_label(seen),
        crosses=_crosses(columns, rows),
        rulers=_rulers(columns, rows),
        laid=tuple(_laid(seen, cell, face) for cell, face in _in_order(seen)),
        goals=tuple(_face_down(seen, goal) for goal in seen.face_down),
        spots=_spots(seen, cells),
        last=_last_change(seen),
        in_words=_in_words(seen),
    )


def way_to_gold(seen: Scene) -> str:
    """The way from the ladder to the gold, as a line through the cells; nothing without one."""
    found = [goal for goal, card in enumerate(seen.goals) if card == "gold"]
    if not found or GOAL_CELLS[found[0]] not in seen.maze.network():
        return ""
    way = seen.maze.way(GOAL_CELLS[found[0]])
    points = [f"{x * WIDTH + WIDTH // 2} {y * HEIGHT + HEIGHT // 2}" for x, y in way]
    return "M" + "L".join(points)


def rock(cell: Cell) -> tuple[str, bool]:
    """The rock's texture, by cell, and whether it lies upside down: neighbours always differ."""
    x, y = cell
    return f"rock-{(2 * x + 3 * y) % ROCKS}", (x + y // 2) % 2 == 1


def _span(numbers: Iterable[int]) -> range:
    found = sorted(numbers)
    return range(found[0], found[-1] + 1)


def _label(seen: Scene) -> str:
    count = len(seen.maze.path_cells())
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


def _rulers(columns: range, rows: range) -> tuple[Mark, ...]:
    below, beside = (rows[-1] + 1) * HEIGHT + 30, columns[0] * WIDTH - 32
    across = [Mark(x * WIDTH + WIDTH // 2, below, words.column_mark(x)) for x in columns]
    down = [Mark(beside, y * HEIGHT + HEIGHT // 2 + 6, words.row_mark(y)) for y in rows]
    return (*across, *down)


def _in_order(seen: Scene) -> list[tuple[Cell, Face]]:
    return sorted(seen.maze.cards.items(), key=lambda item: reading_order(item[0]))


def _laid(seen: Scene, cell: Cell, face: Face) -> Laid:
    texture, upside_down = rock(cell)
    symbol, name = _what_lies(seen, cell, face)
    return Laid(
        x=cell[0] * WIDTH,
        y=cell[1] * HEIGHT,
        rock=texture,
        rock_turned=upside_down,
        face=symbol,
        turned=face.turned,
        title=_title(name, cell),
    )


def _what_lies(seen: Scene, cell: Cell, face: Face) -> tuple[str, str]:
    """Its symbol and its name."""
    if cell == START_CELL:
        return "start", _("Ladder")
    if cell in GOAL_CELLS:
        found = seen.goals[GOAL_CELLS.index(cell)]
        return ("gold", _("Gold")) if found == "gold" else (f"stone-{found}", _("Stone"))
    return face.card, words.card_name(face.card)


@kept_by_language()  # saves 10 % of those calls
def _title(card: str, cell: Cell) -> str:
    return _("{card}, {place}").format(card=card, place=words.place(cell))


def _face_down(seen: Scene, goal: int) -> FaceDown:
    (x, y), found = GOAL_CELLS[goal], seen.goals[goal]
    note = words.goal_found(found) if found else ""
    title = words.goal_label(goal)
    if note:
        title = _("{goal}: {found}, as you saw").format(goal=title, found=note)
    effect = ("goal-is-gold" if found == "gold" else "goal-is-stone") if found else ""
    return FaceDown(x * WIDTH, y * HEIGHT, title, note, goal in seen.last.goals, effect)


def _in_words(seen: Scene) -> MazeInWords:
    """Card by card in reading order: all that the picture shows of tunnels and goals."""
    network = seen.maze.network()
    laid = [
        RowInWords(
            cell_id(cell),
            words.place(cell),
            _what_lies(seen, cell, face)[1],
            words.open_sides(face),
            _("joined") if cell in network else _("not joined"),
        )
        for cell, face in _in_order(seen)
    ]
    hidden = [
        RowInWords(
            cell_id(GOAL_CELLS[goal]),
            words.place(GOAL_CELLS[goal]),
            _face_down(seen, goal).title,
            _("face down"),
            "",
        )
        for goal in seen.face_down
    ]
    ends = [words.place(cell) for cell in sorted(seen.maze.openings(), key=reading_order)]
    text = _("Open ends of the tunnel: {places}.") if ends else _("The tunnel has no open end.")
    return MazeInWords((*laid, *hidden), text.format(places="; ".join(ends)))


def _last_change(seen: Scene) -> Peg | None:
    """Where the maze was changed last, and by whom."""
    if not seen.plays:
        return None
    return _peg(seen.plays[-1], seen.names, _("Last change of the maze, by {name}"))


def _spots(seen: Scene, cells: Sequence[Cell]) -> tuple[Lit, ...]:
    """Every cell of the board, and every one that the log names: where the rock fell, too."""
    dug = {play.at: play for play in seen.plays if isinstance(play, Dug)}
    return tuple(
        Lit(
            id=cell_id(cell),
            x=cell[0] * WIDTH,
            y=cell[1] * HEIGHT,
            peg=_peg(dug[cell], seen.names, _("Dug by {name}"))
            if cell in dug and cell in seen.maze.cards
            else None,
        )
        for cell in sorted({*cells, *dug}, key=reading_order)
    )


def _peg(play: Dug | RockFell, names: Sequence[str], title: str) -> Peg:
    name, (x, y) = names[play.seat], play.at
    return Peg(
        x * WIDTH, y * HEIGHT, play.seat, initials(names)[play.seat], title.format(name=name)
    )
