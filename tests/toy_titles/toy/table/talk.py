"""What players of the toy title say, and how they name a token."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presentation.sentences import Part
from games.presentation.words import Words

from .log import token_id

PHRASES: Final = Words(high=gettext_lazy("My number is high."))


def place(name: str) -> Part | None:
    """By its id, or by the number of its seat: "token-2", "t2"."""
    number = name.removeprefix("token-").removeprefix("t")
    if name == number or not (number.isascii() and number.isdecimal() and len(number) == 1):
        return None
    return Part(_("token {number}").format(number=number), cell=token_id(int(number)))


def place_mark(cell: str) -> str:
    return f"t{cell.removeprefix('token-')}"
