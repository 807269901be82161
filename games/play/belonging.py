"""What becomes of the seats of an account that is deleted, suspended, let in again or renamed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sanctions import Kind as Barred
from games.engine.title import KEEPER
from games.models import UNFINISHED, Holder, Match, Seat, Seek
from games.play import asides, seeking, stopping
from games.play.holding import come_back, open_to, without
from games.play.rows import Account, changed, locked
from games.play.seating import vacate
from games.play.timing import ask_again


@transaction.atomic
def forget(account: Account) -> None:
    """Before an account is deleted: it gets up from open tables, the keeper plays on at the others.

    The log names seats and never accounts, so others' matches stay as they are.
    """
    name = re.compile(rf"(?<![\w.-]){re.escape(account.get_username())}(?![\w-])")
    for match, seats, seat in _matches_of(account, hosted=True):
        # It may have another host by now.
        match.name = name.sub(_("former player"), match.name)[:60]
        if seat is not None and match.status == Match.Status.OPEN:
            vacate(match, seats, seat)
            continue
        if match.host_id == account.pk:
            match.host = None
        _rename_past(match, seats, account, "")
        if seat is not None:
            seat.account, seat.name, seat.keeper = None, "", ""
            seat.bot = KEEPER if match.status in UNFINISHED else ""
            seat.offered = open_to(match) if match.status in UNFINISHED else ""
            seat.save()
            if match.status in UNFINISHED and not any(one.account_id for one in seats):
                stopping.call_off(match, seats, reason="given_up")
                continue
            if match.status in UNFINISHED:
                asides.note(match, asides.Kind.OPENED, seat=seat.index)
                without(match, seats, seat)
                continue
        changed(match, seats)


@transaction.atomic
def keep(account: Account) -> None:
    """When an account is suspended: it gets up from open tables, the keeper plays on at the others.

    The seats stay the account's, which takes them back when it is let in again.
    """
    Seek.objects.filter(account=account).delete()
    for match, seats, seat in _seats_of(account, [Match.Status.OPEN, *UNFINISHED]):
        if match.status == Match.Status.OPEN:
            vacate(match, seats, seat)
            continue
        seat.keeper = KEEPER
        seat.save()
        without(match, seats, seat)


@transaction.atomic
def bar(account: Account, kind: Barred) -> None:
    """When the staff bar an account from tables: none begins with it any more that may not. It gets
    up from public ones that wait for players, and looks for company no more.
    """
    if kind == Barred.NO_PUBLIC:
        for match, seats, seat in _seats_of(account, [Match.Status.OPEN]):
            if match.public:
                vacate(match, seats, seat)
    if kind in (Barred.NO_PUBLIC, Barred.NO_TABLES):
        seeking.withdraw(account)


def under_way(account: Account) -> set[str]:
    """The matches that change when an account is suspended or barred."""
    statuses = [Match.Status.OPEN, *UNFINISHED]
    held = Seat.objects.filter(account=account, match__status__in=statuses)
    return set(held.values_list("match_id", flat=True))


@transaction.atomic
def give_back(account: Account) -> None:
    """The suspension is lifted: whatever is not over yet is the account's to play again."""
    for match, seats, seat in _seats_of(account, UNFINISHED):
        come_back(match, seat)
        ask_again(match, seats, seat)


@transaction.atomic
def rename(account: Account) -> None:
    """The account has another name now: so have its seats."""
    name = account.get_username()
    for match, seats, seat in _seats_of(account, not_named=name):
        seat.name = name
        seat.save(update_fields=["name"])
        # Somebody may have played thousands: nobody's lists are loaded again for those.
        changed(match, seats, quietly=match.status in (Match.Status.OVER, Match.Status.VOID))
    left = Holder.objects.filter(account_id=account.pk).exclude(name=name)
    for match_id in sorted(left.values_list("match_id", flat=True)):
        match, seats = locked(match_id)
        _rename_past(match, seats, account, name)
        changed(match, seats, quietly=True)


def _rename_past(match: Match, seats: Sequence[Seat], account: Account, name: str) -> None:
    """Another name for a former holder, in whose name the keeper may be playing still."""
    for seat in seats if match.handed_over else ():
        holders = list(seat.holders.all())
        for holder in holders:
            if holder.account_id == account.pk:
                holder.name = name
                holder.save(update_fields=["name"])
                if seat.account_id is None and holder == holders[-1]:
                    seat.name = name
                    seat.save(update_fields=["name"])


def _seats_of(
    account: Account,
    statuses: Sequence[str] = Match.Status.values,
    *,
    not_named: str | None = None,
) -> Iterator[tuple[Match, list[Seat], Seat]]:
    """Every seat of an account in a match of one of these states, locked one after the other."""
    for match, seats, seat in _matches_of(account, statuses, not_named=not_named):
        if seat is not None:
            yield match, seats, seat


def _matches_of(
    account: Account,
    statuses: Sequence[str] = Match.Status.values,
    *,
    not_named: str | None = None,
    hosted: bool = False,
) -> Iterator[tuple[Match, list[Seat], Seat | None]]:
    """The matches in which an account has a seat or, if asked for, is the host or has left one:
    locked by id.
    """
    held = Seat.objects.filter(account_id=account.pk, match__status__in=statuses)
    if not_named is not None:
        held = held.exclude(name=not_named)
    ids = set(held.values_list("match_id", flat=True))
    if hosted:
        ids.update(Match.objects.filter(host=account).values_list("pk", flat=True))
        ids.update(Holder.objects.filter(account=account).values_list("match_id", flat=True))
    for match_id in sorted(ids):
        match, seats = locked(match_id)
        mine = next((seat for seat in seats if seat.account_id == account.pk), None)
        if match.status in statuses:
            yield match, seats, mine
