"""What players of this title say, and how they name a field."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.sentences import Part
from games.presentation.words import Words
from games.titles.lost_mines.board import AT

from . import words
from .log import cell_id

PHRASES: Final = Words(
    which_mine=_("Which mine is it?"),
    follow=_("Follow me."),
    tool=_("I need a tool."),
    dragon=_("Mind the dragon."),
)
FIELDS: Final = {name: at for at in AT for name in (words.place(at), cell_id(at))}


def place(name: str) -> Part | None:
    """As the frame of the board has it, "J5"; or the id of a field."""
    at = FIELDS.get(name) or FIELDS.get(name.upper())
    return None if at is None else Part(words.place(at), cell=cell_id(at))


def place_mark(cell: str) -> str:
    return words.place(FIELDS[cell]) if cell in FIELDS else cell
