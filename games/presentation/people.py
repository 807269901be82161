"""People at a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine.names import BotName, KeeperName


@dataclass(frozen=True, slots=True)
class RoleChip:
    """What the reader is, and what wins for them.

    `symbol` and `cover` name pictures in the title's sprite: the role, and what is shown in its
    place while the chip is covered; without these it is no secret. `tone` is a class for its
    colours. `company` is what everybody knows of the others' roles.
    """

    name: str
    wins: str
    symbol: str = ""
    cover: str = ""
    tone: str = ""
    company: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTime:
    """The time that a seat has, as everyone may see it: moments. What is left, the script tells."""

    bank: str  # in reserve, in words
    reserve_at: datetime | None  # when it begins to use that, if its clock runs
    deadline: datetime | None
    off_until: datetime | None  # while it has days off
    stands: bool  # the clocks of all do


@dataclass(frozen=True, slots=True)
class Piece:
    """A player's piece, where the title has one: it is their mark in the log, too."""

    symbol: str  # in the title's sprite
    letter: str = ""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A seat as every table shows it. The reader's own is called "You".

    `time` is set by the shell, at a table with clocks (`games.rendering.clocks`).
    """

    seat: int
    letter: str
    name: str
    is_me: bool
    is_awaited: bool
    time: SeatTime | None = None
    is_bot: bool = False
    is_kept: bool = False  # the keeper plays

    @property
    def is_timed(self) -> bool:
        """There is something to tell of its time: what is left of it, or that it is off."""
        return self.time is not None and bool(self.time.off_until or self.time.deadline)


def initials(names: Sequence[str]) -> list[str]:
    """A letter each; two where several share the first, and a number where they share both."""
    one, two = ([name[:length].capitalize() for name in names] for length in (1, 2))
    numbered = numbered_initials(names)
    return [
        one[place]
        if one.count(one[place]) == 1
        else two[place]
        if two.count(two[place]) == 1
        else numbered[place]
        for place in range(len(names))
    ]


def numbered_initials(names: Sequence[str]) -> list[str]:
    """Initials, with a number after each that several have."""
    found = [name[:1].upper() for name in names]
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
            seat,
            letter,
            _("You") if seat == reader else _plain(name),
            seat == reader,
            seat in awaited,
            is_bot=isinstance(name, BotName),
            is_kept=isinstance(name, KeeperName),
        )
        for seat, (name, letter) in enumerate(zip(names, letters(names), strict=True))
    ]


def _plain(name: str) -> str:
    """Without what a sign says."""
    return name.holder if isinstance(name, KeeperName) else name
