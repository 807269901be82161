"""Who reads a copy of a log: a seat, the public, or whoever may see everything."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import EngineError, Move, redact_move

_PUBLIC, _EVERYTHING = "public", "all"  # as addresses name them


class NoSuchAudience(EngineError):
    """An address names a reader that this match does not have."""


@dataclass(frozen=True, slots=True)
class Audience:
    """A seat. Without one: the public, or whoever sees all."""

    seat: int | None = None
    sees_all: bool = False

    def __post_init__(self) -> None:
        assert self.seat is None or not self.sees_all

    def __str__(self) -> str:
        if self.sees_all:
            return _EVERYTHING
        return _PUBLIC if self.seat is None else str(self.seat)

    @classmethod
    def parse(cls, text: str, seats: int) -> Audience:
        """The audience that an address names, as `str` writes it."""
        for audience in cls.at_table(seats):
            if text == str(audience):
                return audience
        raise NoSuchAudience("no_such_audience", _("There is no such seat."))

    @classmethod
    def at_table(cls, seats: int) -> list[Audience]:
        """Every audience that a match of so many seats can have."""
        return [PUBLIC, *map(cls, range(seats)), EVERYTHING]

    def redacted(self, move: Move) -> Move:
        """A whole move as this audience may read it."""
        return move if self.sees_all else redact_move(move, self.seat)

    def may_read_action_of(self, mover: int | None) -> bool:
        """An action names secrets: only its maker reads it. The deal's and the clock's hold none."""
        return self.sees_all or mover is None or mover == self.seat


PUBLIC = Audience()
EVERYTHING = Audience(sees_all=True)
