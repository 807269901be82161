"""What players of this title say, and how they name a place."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.presentation.sentences import Part
from games.presentation.words import Words
from games.titles.emerald.board import NEST

from . import words
from .board import WAY, place_id

PHRASES: Final = Words(
    run=_("Run!"),
    asleep=_("It is asleep."),
    after_you=_("After you."),
    mine=_("That stone is mine."),
)
PLACES: Final = {place_id(place): place for place in WAY}


def place(name: str) -> Part | None:
    """By its id, or "field8": a number alone is a move."""
    number = PLACES.get(name)
    if number is None:
        number = PLACES.get(f"place_{name.lower().removeprefix('field')}")
    return None if number is None else Part(_told(number), cell=place_id(number))


def place_mark(cell: str) -> str:
    mark = cell.removeprefix("place_")
    return f"field{mark}" if mark.isdecimal() else mark


def _told(number: int) -> str:
    return gettext("the nest") if number == NEST else words.to_place(number)
