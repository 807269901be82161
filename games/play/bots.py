"""What bots do: they read one seat's copy of the log, and draw from a chance of their own."""

from __future__ import annotations

import secrets

from games.engine import Action, Chance
from games.matchlog import copies
from games.matchlog.audience import Audience
from games.matchlog.copies import Copy
from games.models import Match, Round, Seat


def bot_at(match_id: str, index: int, number: int) -> tuple[Copy, str] | None:
    """The copy of a seat and the bot that plays there, if it is awaited and has not moved since this
    move asked it. Others may have: each of several who vote is still asked the same.
    """
    seat = Seat.objects.select_related("match").filter(match_id=match_id, index=index).first()
    if seat is None or not seat.acting_bot or seat.awaited_since is None:
        return None
    if seat.match.status != Match.Status.RUNNING:
        return None
    copy = copies.of(seat.match, Audience(index))
    has_answered = any(move.seat == index for move in copy.moves[number + 1 :])
    return None if has_answered else (copy, seat.acting_bot)


def resting(match_id: str, number: int) -> list[int]:
    """Seats of bots that are awaited, where this move dealt a round after the first and is the last."""
    dealt = Round.objects.filter(match_id=match_id, first_move=number, number__gt=1)
    if not dealt.filter(match__number=number, match__status=Match.Status.RUNNING).exists():
        return []
    seats = Seat.objects.filter(match_id=match_id, awaited_since__isnull=False)
    return [seat.index for seat in seats if seat.acting_bot]


def hurried(match_id: str, index: int, number: int) -> list[int]:
    """Seats of bots that are awaited, where nobody but this seat's account waits for them: it is the
    only one at the table, this move is the last, and no round's end is looked at.
    """
    seats = list(Seat.objects.select_related("match").filter(match_id=match_id))
    if [seat.index for seat in seats if seat.account_id is not None] != [index]:
        return []
    match = seats[0].match
    if match.status != Match.Status.RUNNING or match.number != number or resting(match_id, number):
        return []
    return [seat.index for seat in seats if seat.acting_bot and seat.awaited_since]


def choose(copy: Copy, bot: str) -> Action:
    assert copy.seat is not None
    chance = Chance(secrets.token_bytes(16))
    return copy.title.bots[bot](copy.known, copy.seat, chance)
