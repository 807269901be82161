"""The writes before the deal: who sits at which table, who is invited there, who is ready.

Cards are dealt by `play`, when the last seat says ready. New tables are opened by `opening`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import account_named, lock_account
from accounts.sanctions import Kind as Barred
from accounts.text import visible
from games import clocks
from games.clocks import Terms
from games.models import UNFINISHED, Invitation, Kick, Match, Seat
from games.play import daysoff, holding
from games.play.announcing import announce
from games.play.moves import deal_if_ready
from games.play.opening import open_table, require_room_for_table, seat_bot_at, sit
from games.play.reliability import Reliability, reliability
from games.play.rows import (
    Account,
    MatchRows,
    PlayError,
    changed,
    locked,
    now,
    refuse_barred,
    refuse_seated,
    seat_at,
    seat_of,
    title_of,
)
from games.talk import held, muting
from games.talk.words import listed_in

UNFINISHED_AGAINST_BOTS = 20  # matches of one account with nobody else in them
OPEN_INVITATIONS_PER_TABLE = 20  # links and names together


@transaction.atomic
def create(
    account: Account,
    *,
    title: str,
    size: int,
    options: Mapping[str, object] | None = None,
    name: str = "",
    public: bool = True,
    bots: int = 0,
    pace: str = "",
    terms: Terms | None = None,
    asks: int = 0,
    talk: str = Match.Talk.ALL,
    talk_private: bool = False,
    knowing: bool = True,
) -> MatchRows:
    """Open a table. Its maker takes the first seat, bots the last ones.

    A pace has its terms; those of a pace of the host's own, or changed ones, are given. Whoever
    else sits down has made as many percent of their moves in time as it `asks`.
    """
    kind = title_of(title)
    if visible(name):
        refuse_barred(account, Barred.MUTE)
    if public:
        refuse_barred(account, Barred.NO_PUBLIC)
    require_room_for_table(account)
    word = listed_in(name) if visible(name) else None
    match, seats = open_table(
        account,
        kind,
        size,
        options or {},
        public=public,
        name="" if word else name,
        bots=bots,
        pace=pace,
        terms=terms or clocks.PACES.get(pace),
        asks=asks,
    )
    if (talk, talk_private, knowing) != (match.talk, match.talk_private, match.knowing):
        match.talk, match.talk_private, match.knowing = Match.Talk(talk), talk_private, knowing
        match.save(update_fields=["talk", "talk_private", "knowing"])
    if word is not None:
        held.hold_name(match, account, visible(name), word)
    announce(match, seats, lists_tables=True)
    return MatchRows(match, seats)


@transaction.atomic
def play_at_once(account: Account, *, title: str) -> MatchRows:
    """A table full of bots, for nobody else to see, dealt at once."""
    kind = title_of(title)
    size = kind.seats[min(2, len(kind.seats) - 1)]
    require_room_for_table(account)
    opened, _seats = open_table(account, kind, size, {}, public=False, bots=size - 1)
    return deal_to(opened, [account])


def deal_to(opened: Match, company: Sequence[Account], *, was_listed: bool = False) -> MatchRows:
    """A part of verbs: everyone sits down at a table that was opened just now, and is ready."""
    match, seats = locked(opened.pk)
    for seat, account in zip(seats, company, strict=False):
        sit(seat, account)
        say_ready(seat)
    return deal_at(match, seats, was_listed=was_listed)


@transaction.atomic
def join(match_id: str, account: Account, *, token: str = "") -> MatchRows:
    """Take the first free seat. A table by invitation wants one: a link's token or the account's own."""
    match, seats = _locked_open(match_id)
    if any(seat.account_id == account.pk for seat in seats):
        return MatchRows(match, seats)
    invitation = _invitation(match, account, token)
    if invitation is None and not match.public:
        raise PlayError("not_invited", _("This table is by invitation."))
    if _is_sent_away(match, account, invitation):
        raise PlayError("sent_away", _("The host has removed you. You need a new invitation."))
    if muting.blocks(match.host_id, account.pk):
        raise PlayError("blocked", _("You cannot join this host’s tables."))
    if match.public:  # whoever invites them there, strangers sit down too
        refuse_barred(account, Barred.NO_PUBLIC)
    free = next((seat for seat in seats if seat.is_free), None)
    if free is None:
        raise PlayError("table_full", _("All seats are taken."))
    if invitation is None:
        refuse_unreliable(match, reliability(account.pk) if match.asks else Reliability())
    if invitation is not None:
        invitation.account, invitation.used_at = account, now()
        invitation.save(update_fields=["account", "used_at"])
    sit(free, account)
    free.save()
    return changed(match, seats)


def refuse_unreliable(match: Match, known: Reliability) -> None:
    """Whoever the host has invited is not asked for it."""
    if known.falls_short_of(match.asks):
        asked = _("This table asks for {asked} % of moves made in time. You have {yours} %.")
        raise PlayError("unreliable", asked.format(asked=match.asks, yours=known.percent))


def _invitation(match: Match, account: Account, token: str) -> Invitation | None:
    unused = Invitation.objects.select_for_update().filter(match=match, used_at=None)
    if token:
        found = unused.filter(token=token).first()
        if found is None or found.account_id not in (None, account.pk):
            raise PlayError("used_invitation", _("This invitation has been used already."))
        if found.account_id is None:
            # Asked by name and given a link: the link is used, the asking is settled with it.
            unused.filter(account=account).delete()
        return found
    return unused.filter(account=account).first()


def _is_sent_away(match: Match, account: Account, invitation: Invitation | None) -> bool:
    """An invitation from before the kick is worth nothing: the account may have kept a link."""
    kick = Kick.objects.filter(match=match, account=account).first()
    return kick is not None and (invitation is None or invitation.made_at < kick.at)


@transaction.atomic
def leave(match_id: str, account: Account) -> MatchRows:
    """Get up before the deal. The last account to go closes the table; the host's going passes it on."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    return vacate(match, seats, seat)


@transaction.atomic
def kick(match_id: str, account: Account, *, index: int) -> MatchRows:
    """The host empties a seat, a bot's or another's, who comes back by a new invitation only."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    seat = seat_at(seats, index)
    if seat.account_id == account.pk:
        raise PlayError("not_yourself", _("To leave yourself, use “Leave the table”."))
    if seat.account_id is not None:
        Kick.objects.update_or_create(
            match=match, account_id=seat.account_id, defaults={"at": now()}
        )
    return vacate(match, seats, seat)


@transaction.atomic
def remove(match_id: str, *, index: int, by: Account | None = None) -> MatchRows:
    """The staff take somebody's seat away: before the deal as a host does; after it the keeper has
    it, until a substitute takes it.
    """
    match, seats = locked(match_id)
    refuse_seated(seats, by)
    seat = seat_at(seats, index)
    if seat.account is None:
        raise PlayError("no_such_seat", _("Nobody sits there."))
    if match.status == Match.Status.OPEN:
        Kick.objects.update_or_create(match=match, account=seat.account, defaults={"at": now()})
        return vacate(match, seats, seat)
    return holding.leave(match_id, seat.account, offered=Seat.Offer.ANYONE)


def vacate(match: Match, seats: Sequence[Seat], seat: Seat) -> MatchRows:
    """A part of verbs: a seat of a table that has not been dealt is free again."""
    leaver = seat.account_id
    _empty(seat)
    seat.save()
    stayed = [other.account_id for other in seats if other.account_id is not None]
    if not stayed:
        match.status, match.reason = Match.Status.VOID, "deserted"
    elif match.host_id == leaver:
        match.host_id = stayed[0]
    return changed(match, seats)


@transaction.atomic
def seat_bot(match_id: str, account: Account, *, index: int) -> MatchRows:
    """The host gives a free seat to a bot. When all others are ready, that deals."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    seat = seat_at(seats, index)
    if not seat.is_free:
        raise PlayError("seat_taken", _("That seat is taken."))
    seat_bot_at(seat)
    seat.save()
    return deal_at(match, seats)


@transaction.atomic
def fill_with_bots(match_id: str, account: Account) -> MatchRows:
    """The host waits for nobody else: bots take all free seats."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    for seat in seats:
        if seat.is_free:
            seat_bot_at(seat)
            seat.save()
    return deal_at(match, seats)


@transaction.atomic
def invite_link(match_id: str, account: Account) -> MatchRows:
    """Make a link that seats one account, once."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    _require_room_for_invitation(match)
    Invitation.objects.create(match=match, made_at=now())
    return changed(match, seats)


@transaction.atomic
def invite(match_id: str, account: Account, *, username: str) -> MatchRows:
    """Ask an account by name. The same answer whether it is asked again or for the first time."""
    match, seats = _locked_open(match_id)
    _require_host(match, account)
    guest = account_named(username.strip())
    if guest is None:
        raise PlayError("no_such_account", _("There is no player of that name."))
    if any(seat.account_id == guest.pk for seat in seats):
        raise PlayError("already_seated", _("This player sits at the table already."))
    if muting.blocks(guest.pk, account.pk):
        raise PlayError("blocked", _("This player takes no invitations from you."))
    if not Invitation.objects.filter(match=match, account=guest, used_at=None).exists():
        _require_room_for_invitation(match)
        Invitation.objects.create(match=match, account=guest, made_at=now())
    return changed(match, seats, invited=[guest.pk])


@transaction.atomic
def decline(match_id: str, account: Account) -> MatchRows:
    """No, thanks: an invitation by name is gone, and may be made again."""
    match, seats = _locked_open(match_id)
    Invitation.objects.filter(match=match, account=account, used_at=None).delete()
    return changed(match, seats, invited=[account.pk])


def _require_room_for_invitation(match: Match) -> None:
    unused = Invitation.objects.filter(match=match, used_at=None)
    if unused.count() >= OPEN_INVITATIONS_PER_TABLE:
        raise PlayError(
            "too_many_invitations",
            _("This table has too many unused invitations already. Use one of its links."),
        )


@transaction.atomic
def ready(
    match_id: str, account: Account, *, contribution: str = "", typed: bool = True
) -> MatchRows:
    """Say ready and add to the chance of the deal. When every seat is ready, the cards are dealt."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    contribution = contribution.strip()
    if len(contribution) > 200 or not contribution.isprintable():
        raise PlayError("bad_contribution", _("Your word for the deal is one line of text."))
    if seat.ready:
        return MatchRows(match, seats)
    if contribution:  # everyone reads it beside the name, and it cannot be held back
        refuse_barred(account, Barred.MUTE)
        if listed_in(contribution) is not None:
            raise PlayError("listed", _("That has a word in it that this site does not show."))
    say_ready(seat, contribution, "typed" if typed else "browser")
    return deal_at(match, seats)


def say_ready(seat: Seat, contribution: str = "", source: str = "") -> None:
    """A part of verbs."""
    seat.ready, seat.ready_at = True, now()
    seat.contribution = contribution or secrets.token_hex(8)
    seat.contribution_from = source if contribution else "server"
    seat.save()


def deal_at(match: Match, seats: Sequence[Seat], *, was_listed: bool = True) -> MatchRows:
    """Once everybody is ready. Against bots alone there is no clock, and there may be too many."""
    accounts = [seat.account_id for seat in seats if seat.account_id is not None]
    if len(accounts) == 1 and all(seat.ready for seat in seats):
        _require_room_among_bots(accounts[0])
        match.pace, match.terms = "", None  # bots do not mind waiting
    if all(seat.ready for seat in seats):
        daysoff.at_new_table(match, seats)
    return deal_if_ready(match, seats, was_listed=was_listed)


def _require_room_among_bots(account_id: int) -> None:
    """Nobody leaves too many matches lying about in which they are alone."""
    lock_account(account_id)
    people = Seat.objects.filter(match=OuterRef("pk"), account_id__isnull=False)
    alone = Match.objects.filter(status__in=UNFINISHED, seats__account_id=account_id).exclude(
        Exists(people.exclude(account_id=account_id))
    )
    if alone.count() >= UNFINISHED_AGAINST_BOTS:
        raise PlayError(
            "too_many_against_bots",
            _("You have too many unfinished matches against bots. Play one, or give one up."),
        )


@transaction.atomic
def not_ready(match_id: str, account: Account) -> MatchRows:
    """Take the ready back, while somebody else has not said it."""
    match, seats = _locked_open(match_id)
    seat = seat_of(seats, account)
    seat.ready, seat.ready_at, seat.contribution, seat.contribution_from = False, None, None, ""
    seat.save()
    return changed(match, seats)


@transaction.atomic
def expire(match_id: str) -> MatchRows | None:
    """Close a table that never came together, unless it just has."""
    match, seats = locked(match_id)
    if match.status != Match.Status.OPEN:
        return None
    match.status, match.reason = Match.Status.VOID, "expired"
    return changed(match, seats)


def _empty(seat: Seat) -> None:
    seat.account, seat.bot, seat.name, seat.ready, seat.ready_at = None, "", "", False, None
    seat.contribution, seat.contribution_from = None, ""


def _locked_open(match_id: str) -> tuple[Match, list[Seat]]:
    match, seats = locked(match_id)
    if match.status != Match.Status.OPEN:
        raise PlayError("not_open", _("This table is not open any more."))
    return match, seats


def _require_host(match: Match, account: Account) -> None:
    if match.host_id != account.pk:
        raise PlayError("not_host", _("Only the host of the table may do that."))
