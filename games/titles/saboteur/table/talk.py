"""What players of this title say, and how they name a cell."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.sentences import Part
from games.presentation.words import Words
from games.titles.saboteur.board import Cell

from . import words
from .log import cell_id

PHRASES: Final = Words(
    map=_("Who has a map?"),
    repair=_("I need a repair."),
    dug=_("Well dug."),
    dead_end=_("That is a dead end."),
)

# As the edge of the board has it, "3,1N" or "1W,0"; or the id of a cell.
EDGE: Final = re.compile(r"(\d{1,2})([EW]?),(\d{1,2})([NS]?)", re.IGNORECASE)
ID: Final = re.compile(r"cell_(-?\d{1,2})_(-?\d{1,2})")


def place(name: str) -> Part | None:
    cell = _by_id(name) or _by_edge(name)
    return None if cell is None else Part(words.place(cell), cell=cell_id(cell))


def place_mark(cell: str) -> str:
    found = _by_id(cell)
    if found is None:
        return cell
    x, y = found
    return f"{abs(x)}{'W' if x < 0 else ''},{abs(y)}{'N' if y < 0 else 'S' if y else ''}"


def _by_id(name: str) -> Cell | None:
    found = ID.fullmatch(name)
    return None if found is None else (int(found[1]), int(found[2]))


def _by_edge(name: str) -> Cell | None:
    found = EDGE.fullmatch(name)
    if found is None:
        return None
    west, north = found[2].upper() == "W", found[4].upper() == "N"
    return int(found[1]) * (-1 if west else 1), int(found[3]) * (-1 if north else 1)
