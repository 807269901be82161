"""The reads: who may look at a match, and what a seat knows of it.

A `SeatCopy` is one seat's redacted copy of the log with its fold. It is all that pages, sockets,
mails, exports and bots are given; nothing leads from it back to the full log.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from games.engine import Action, Chance, CorruptLog, EngineError, Move, Title, titles
from games.engine.events import HIDDEN, redact_json
from games.memory import Memory
from games.models import Invitation, Match, Seat
from games.models import Move as MoveRow
from games.models import Round as RoundRow

COPIES_IN_MEMORY = 1000
ROWS_IN_MEMORY = 200

Viewer = AbstractBaseUser | AnonymousUser


class Hidden(EngineError):
    """There is no such match, or not for you: the answer is the same."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A match as one visitor may find it: its public columns, its seats, and which one is theirs."""

    match: Match
    seats: Sequence[Seat]
    seat: int | None

    @property
    def mine(self) -> Seat | None:
        return None if self.seat is None else self.seats[self.seat]

    @property
    def is_awaited(self) -> bool:
        return self.mine is not None and self.mine.awaited_since is not None


def visit(match_id: str, viewer: Viewer, *, number: int | None = None, edition: int = -1) -> Visit:
    """Find a match with permission. Raises Hidden for everyone who may not see it.

    Whoever has been told a number and an edition is content with the rows of those, which
    somebody in this process may have read just now.
    """
    seats = _rows.get((match_id, number, edition)) or _read_rows(match_id)
    if not seats or seats[0].match.title not in titles():
        raise Hidden("no_such_match", _("There is no such match."))
    visited = visit_of(seats[0].match, seats, viewer)
    if visited.seat is None and not visited.match.public and not _is_invited(visited.match, viewer):
        raise Hidden("no_such_match", _("There is no such match."))
    return visited


def visit_of(match: Match, seats: Sequence[Seat], viewer: Viewer) -> Visit:
    """The visit of someone to a match whose rows have been read, or written, already."""
    _rows.put((match.pk, match.number, match.edition), seats)
    own = [seat.index for seat in seats if viewer.pk is not None and seat.account_id == viewer.pk]
    return Visit(match, seats, own[0] if own else None)


def _read_rows(match_id: str) -> list[Seat]:
    rows = Seat.objects.select_related("match").defer("match__secret")
    return list(rows.filter(match_id=match_id).order_by("index"))


_rows: Memory[tuple[str, int | None, int], Sequence[Seat]] = Memory(ROWS_IN_MEMORY)


def _is_invited(match: Match, viewer: Viewer) -> bool:
    if match.status != Match.Status.OPEN or viewer.pk is None:
        return False
    return Invitation.objects.filter(match=match, used_at=None, account_id=viewer.pk).exists()


def names(seats: Iterable[Seat]) -> list[str]:
    """What to call each seat, in the language spoken now."""
    return [_name(seat) for seat in seats]


def _name(seat: Seat) -> str:
    if seat.acting_bot and seat.name:
        return _("{name} (bot)").format(name=seat.name)
    if seat.account_id is not None:
        return seat.name
    return _("free seat") if seat.match.status == Match.Status.OPEN else _("former player")


@dataclass(frozen=True, slots=True)
class SeatCopy:
    """What one seat (None: a spectator) may read of a match, and what it adds up to."""

    match: str
    title: Title[Any]
    seat: int | None
    moves: tuple[Move, ...]
    known: Any
    round_began: int  # the number of the move that dealt the current round

    @property
    def number(self) -> int:
        return len(self.moves) - 1

    def actions(self) -> list[Action]:
        return self.title.actions(self.known, self.seat)

    def after(self, moves: Iterable[Move]) -> SeatCopy:
        """The same with more moves. Others may be reading this one, so nothing in it changes."""
        known, began = self.known.copy(), self.round_began
        taken = list(self.moves)
        rounds = len(self.title.rounds(known))
        for move in moves:
            taken.append(move)
            for event in move.events:
                self.title.evolve(known, event)
            dealt = len(self.title.rounds(known))
            began, rounds = (move.number if dealt > rounds else began), dealt
        return SeatCopy(self.match, self.title, self.seat, tuple(taken), known, began)


_copies: Memory[tuple[str, int | None], SeatCopy] = Memory(COPIES_IN_MEMORY)


def copy_for(match: Match, seat: int | None) -> SeatCopy:
    """The copy of a seat, up to the move that these columns of the match belong to."""
    assert match.number is not None
    copy = _copies.get((match.id, seat))
    if copy is None or copy.number > match.number:
        title = titles()[match.title]
        copy = SeatCopy(match.id, title, seat, (), title.initial(), 0)
    if copy.number < match.number:
        copy = copy.after(_redacted(match.id, seat, range(copy.number + 1, match.number + 1)))
        _copies.put((match.id, seat), copy)
    return copy


def _redacted(match_id: str, seat: int | None, numbers: range) -> list[Move]:
    """Moves as this seat may read them. The only place where others' rows are read to be shown."""
    rows = MoveRow.objects.filter(match_id=match_id, number__range=(numbers[0], numbers[-1]))
    told = [_told(row, seat) for row in rows.order_by("number").defer("draws")]
    if [move.number for move in told] != list(numbers):
        raise CorruptLog("gap", "a row of the log is missing")
    return told


def _told(row: MoveRow, seat: int | None) -> Move:
    """A row redacted as it is read: what the seat may not know is never decoded."""
    mine = row.seat is None or row.seat == seat
    return Move.from_json(
        {
            "number": row.number,
            "seat": row.seat,
            "by": row.by,
            "action": row.action if mine else HIDDEN,
            "events": [redact_json(event, seat) for event in row.events],
            "at": row.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        }
    )


def bot_at(match_id: str, index: int) -> tuple[SeatCopy, str] | None:
    """The copy of a seat and the bot that plays there, if it is awaited now."""
    seat = Seat.objects.select_related("match").filter(match_id=match_id, index=index).first()
    if seat is None or not seat.acting_bot or seat.awaited_since is None:
        return None
    if seat.match.status != Match.Status.RUNNING:
        return None
    return copy_for(seat.match, index), seat.acting_bot


def choose(copy: SeatCopy, bot: str) -> Action:
    """What a bot does at this seat: from the seat's copy, with a chance of its own."""
    assert copy.seat is not None
    chance = Chance(secrets.token_bytes(16))
    return copy.title.bots[bot](copy.known, copy.seat, chance)


@dataclass(frozen=True, slots=True)
class Fairness:
    """What was fixed before the deal, and what it was once the match is over."""

    commitment: str
    contributions: Sequence[
        tuple[str, str | None, str]
    ]  # name, what was given, by whom it was made
    secret: str | None


def fairness(visited: Visit) -> Fairness:
    match, secret = visited.match, None
    if match.status == Match.Status.OVER:
        secret = bytes(Match.objects.values_list("secret", flat=True).get(pk=match.pk)).hex()
    given = [
        (name, seat.contribution, seat.contribution_from)
        for name, seat in zip(names(visited.seats), visited.seats, strict=True)
    ]
    return Fairness(match.commitment, given, secret)


def rounds_of(match: Match) -> list[RoundRow]:
    return list(RoundRow.objects.filter(match=match).order_by("number"))
