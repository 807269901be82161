"""People at a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class RoleChip:
    """What the reader is, and what wins for them.

    `symbol` and `cover` name pictures in the title's sprite: the role, and what is shown in its
    place while the chip is covered. `tone` is a class for its colours.
    """

    name: str
    wins: str
    symbol: str = ""
    cover: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A seat as every table shows it. The reader's own is called "You"."""

    seat: int
    letter: str
    name: str
    is_me: bool
    is_awaited: bool


def initials(names: Sequence[str]) -> list[str]:
    return [name[:1].upper() for name in names]


def numbered_initials(names: Sequence[str]) -> list[str]:
    """Initials, with a number after each that several have."""
    found = initials(names)
    return [
        f"{letter}{found[: place + 1].count(letter)}" if found.count(letter) > 1 else letter
        for place, letter in enumerate(found)
    ]


def seat_labels(
    names: Sequence[str],
    reader: int | None,
    awaited: Collection[int] = (),
    letters: Callable[[Sequence[str]], Sequence[str]] = initials,
) -> list[SeatLabel]:
    """All seats in their order."""
    return [
        SeatLabel(
            seat, letter, _("You") if seat == reader else name, seat == reader, seat in awaited
        )
        for seat, (name, letter) in enumerate(zip(names, letters(names), strict=True))
    ]
