"""A seat at a running table that nobody plays is open to a substitute, who takes it over for good.

Whoever has held a seat there knows secrets of the table and cannot take another. A spectator may:
they have seen what is public, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import account_named
from accounts.sanctions import Kind as Barred
from games.models import Glass, Holder, Invitation, Kick, Match, Seat
from games.play import asides, daysoff, rows
from games.play.holding import begin_anew, give_up, links_to, make_link
from games.play.reliability import reliability
from games.play.rows import Account, MatchRows, PlayError
from games.play.seating import refuse_unreliable
from games.play.timing import ask_without, start_afresh
from games.talk import muting


@transaction.atomic
def take(match_id: str, account: Account, *, index: int, token: str = "") -> MatchRows:
    """Sit down where the keeper plays. A seat that is offered by link wants the link's token."""
    match, seats = rows.locked(match_id)
    seat = rows.seat_at(seats, index)
    if match.status != Match.Status.RUNNING or not seat.offered:
        raise PlayError("not_offered", _("This seat is not open any more."))
    refuse_insider(match, seats, account)
    if muting.blocks(match.host_id, account.pk):
        raise PlayError("blocked", _("You cannot join this host’s tables."))
    link = _link(match, seat, account, token)
    if match.public:
        rows.refuse_barred(account, Barred.NO_PUBLIC)
    if link is None and Kick.objects.filter(match=match, account=account).exists():
        raise PlayError("sent_away", _("The host has removed you. You need a link."))
    if link is None and match.asks:
        refuse_unreliable(match, reliability(account.pk))
    if seat.account_id is not None:
        give_up(match, seat)
    match.handed_over = True
    seat.account, seat.name, seat.bot, seat.offered = account, account.get_username(), "", ""
    begin_anew(match, seat)
    ask_without(match, seats, seat)
    asides.note(match, asides.Kind.TAKEN, seat=seat.index)
    if link is not None:
        link.account, link.used_at = account, rows.now()
        link.save(update_fields=["account", "used_at"])
    links_to(match, seat).delete()
    daysoff.at_seat_taken(match, seat)
    return start_afresh(match, seats, seat)


def refuse_insider(match: Match, seats: Sequence[Seat], account: Account) -> None:
    """Nobody takes a second seat at one table, nor one at a table whose secrets they know."""
    if any(seat.account_id == account.pk for seat in seats):
        raise PlayError("sits_there", _("You sit at this table already."))
    if match.handed_over and Holder.objects.filter(match=match, account=account).exists():
        raise PlayError("sat_there", _("You have held a seat at this table before."))
    if match.looked_into and Glass.objects.filter(match=match, account=account).exists():
        raise PlayError("knows", _("You have seen the secrets of this match."))


def _link(match: Match, seat: Seat, account: Account, token: str) -> Invitation | None:
    """By a link for whoever has it, or one that was made for this account."""
    for_me = links_to(match, seat).filter(Q(account=None) | Q(account=account))
    found = for_me.filter(token=token).first() if token else None
    if found is None and (token or seat.offered == Seat.Offer.LINK):
        raise PlayError("not_invited", _("This seat is taken with a link that works once."))
    return found


@transaction.atomic
def offer_link(match_id: str, account: Account, *, index: int) -> MatchRows:
    """A player makes a link to a seat that is open. There is one at a time; whoever has it may sit."""
    match, seats, seat = _offered(match_id, account, index)
    asked = links_to(match, seat).filter(account__isnull=False)
    before = list(asked.values_list("account_id", flat=True))
    asked.delete()
    make_link(match, seat)
    return rows.changed(match, seats, invited=before) if before else MatchRows(match, seats)


@transaction.atomic
def offer_to(match_id: str, account: Account, *, index: int, username: str) -> MatchRows:
    """A player wants somebody in a seat that is open, by name. It is offered to one at a time, in
    place of the link.
    """
    match, seats, seat = _offered(match_id, account, index)
    guest = account_named(username.strip())
    if guest is None:
        raise PlayError("no_such_account", _("There is no player of that name."))
    if muting.blocks(guest.pk, account.pk) or muting.blocks(match.host_id, guest.pk):
        raise PlayError("blocked", _("This player takes no invitations from you."))
    try:
        refuse_insider(match, seats, guest)
    except PlayError:
        raise PlayError("knows_it", _("This player knows secrets of this table.")) from None
    Invitation.objects.filter(match=match, account=guest, used_at=None).delete()
    links_to(match, seat).delete()
    Invitation.objects.create(match=match, index=index, account=guest, made_at=rows.now())
    return rows.changed(match, seats, invited=[guest.pk])


def _offered(match_id: str, account: Account, index: int) -> tuple[Match, Sequence[Seat], Seat]:
    match, seats, _mine = rows.locked_seat(match_id, account)
    seat = rows.seat_at(seats, index)
    if not seat.offered:
        raise PlayError("not_offered", _("This seat is not open any more."))
    return match, seats, seat
