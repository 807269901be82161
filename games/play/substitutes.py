"""A seat at a running table that nobody plays is open to a substitute, who takes it over for good.

Whoever has held a seat there knows secrets of the table and cannot take another. A spectator may:
they have seen what is public, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Holder, Invitation, Kick, Match, Seat
from games.play import rows
from games.play.holding import begin_anew, give_up, links_to, make_link
from games.play.rows import Account, MatchRows, PlayError
from games.play.timing import start_afresh


@transaction.atomic
def take(match_id: str, account: Account, *, index: int, token: str = "") -> MatchRows:
    """Sit down where the keeper plays. A seat that is offered by link wants the link's token."""
    match, seats = rows.locked(match_id)
    seat = rows.seat_at(seats, index)
    if match.status != Match.Status.RUNNING or not seat.offered:
        raise PlayError("not_offered", _("This seat is not open any more."))
    refuse_insider(match, seats, account)
    link = _link(match, seat, token)
    if link is None and Kick.objects.filter(match=match, account=account).exists():
        raise PlayError("sent_away", _("The host has sent you away. You need a link."))
    if seat.account_id is not None:
        give_up(match, seat)
    match.handed_over = True
    seat.account, seat.name, seat.bot, seat.offered = account, account.get_username(), "", ""
    begin_anew(match, seat)
    if link is not None:
        link.account, link.used_at = account, rows.now()
        link.save(update_fields=["account", "used_at"])
    links_to(match, seat).delete()
    return start_afresh(match, seats, seat)


def refuse_insider(match: Match, seats: Sequence[Seat], account: Account) -> None:
    """Nobody takes a second seat at one table, nor one at a table whose secrets they know."""
    if any(seat.account_id == account.pk for seat in seats):
        raise PlayError("sits_there", _("You sit at this table already."))
    if match.handed_over and Holder.objects.filter(match=match, account=account).exists():
        raise PlayError("sat_there", _("You have held a seat at this table before."))


def _link(match: Match, seat: Seat, token: str) -> Invitation | None:
    found = links_to(match, seat).filter(token=token).first() if token else None
    if found is None and (token or seat.offered == Seat.Offer.LINK):
        raise PlayError("not_invited", _("This seat is taken with a link that works once."))
    return found


@transaction.atomic
def offer_link(match_id: str, account: Account, *, index: int) -> MatchRows:
    """A player makes a link to a seat that is open. There is one at a time; whoever has it may sit."""
    match, seats, _mine = rows.locked_seat(match_id, account)
    seat = rows.seat_at(seats, index)
    if not seat.offered:
        raise PlayError("not_offered", _("This seat is not open any more."))
    make_link(match, seat)
    return MatchRows(match, seats)
