"""Who holds a seat after the deal: when the keeper stays in it, and how its account comes back.

An account that lets the keeper move a few times in a row is taken to be away: the keeper stays and
moves at once, as it does for a suspended account, until the seat is taken back.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.engine.title import KEEPER
from games.models import Match, Seat
from games.play import rows
from games.play.rows import Account, MatchRows, PlayError

IN_A_ROW = 3  # moves after which the keeper stays
UNFINISHED = (Match.Status.RUNNING, Match.Status.FROZEN)


def settle(seat: Seat, *, by: str) -> bool:
    """After a move of a seat: has that changed who plays there? Whoever moves is not away."""
    if by == "keeper" and seat.account_id is not None and not seat.keeper and seat.kept >= IN_A_ROW:
        seat.keeper = KEEPER
    elif by == "account" and seat.keeper and seat.account and not seat.account.is_suspended:
        seat.keeper = ""
    else:
        return False
    seat.save(update_fields=["keeper"])
    return True


@transaction.atomic
def take_back(match_id: str, account: Account) -> MatchRows:
    """The account is here again: what is asked of its seat is asked of itself."""
    match, seats = rows.locked(match_id)
    seat = rows.seat_of(seats, account)
    if match.status not in UNFINISHED:
        raise PlayError("not_running", _("The match is over."))
    if account.is_suspended:
        raise PlayError("suspended", _("Your account is suspended."))
    come_back(match, seat)
    return rows.changed(match, seats)


def come_back(match: Match, seat: Seat) -> None:
    """Give a seat of this match back to its account."""
    assert match.number is not None
    seat.keeper, seat.kept, seat.back = "", 0, match.number
    seat.save(update_fields=["keeper", "kept", "back"])
