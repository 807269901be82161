"""Looking for company: any table of this title, at this pace, with so many people.

Whoever asks is seated as soon as that is possible: at an open table that is just what they asked
for, or at a new one when enough ask for the same. Asking says ready, so a new table is dealt at
once (decision 19). When somebody is seated, all their searches are over.

Nobody is seated twice and nobody is lost: whoever seats somebody holds the lock on their account,
under which it was read once more that they still ask, and ends their searches with the same commit.
Whoever withdraws holds it too.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import lock_account
from accounts.sanctions import Kind as Barred
from games import clocks
from games.models import GATHERING, Kick, Match, Seat, Seek
from games.play import opening, rows, seating
from games.play.announcing import announce_lists
from games.play.reliability import reliabilities
from games.play.rows import Account, MatchRows, PlayError
from games.talk import muting

# How long a search lasts by pace. At a live table everyone is there: nobody is who asked long ago.
LASTS = {
    "live": timedelta(minutes=30),
    "daily": timedelta(days=3),
    "relaxed": timedelta(days=7),
}
# Bots come a moment before it ends, if not sooner, so that it does not end without them.
BEFORE_THE_END = timedelta(minutes=1)
# Of tables that nobody has named.
NAMES = (
    "Lantern Room", "Long Gallery", "Third Shaft", "Dripping Hall", "Old Winch", "Echo Chamber",
    "Crooked Prop", "Blue Seam", "Quiet Level", "Candle Niche",
)  # fmt: skip


Apart: TypeAlias = frozenset[frozenset[int]]  # pairs of accounts that are brought to no table


class Wish(NamedTuple):
    title: str
    pace: str
    size: int


def wish_of(seek: Seek) -> Wish:
    return Wish(seek.title, seek.pace, seek.size)


def ask(
    account: Account, *, wishes: Collection[Wish], bots_after: timedelta | None = None
) -> MatchRows | None:
    """Look for any of these. The table, if there was one just waiting for this.

    Two steps, each with commits of its own: if the second is lost, the sweep does it.
    """
    _ask(account, wishes, bots_after)
    for wish in wishes:
        while (found := gather(wish)) is not None:
            if any(seat.account_id == account.pk for seat in found.seats):
                return found
    return None


@transaction.atomic
def _ask(account: Account, wishes: Collection[Wish], bots_after: timedelta | None) -> None:
    for wish in wishes:
        if wish.size not in rows.title_of(wish.title).seats:
            raise PlayError("bad_seats", _("This title is not played by so many."))
        if wish.pace not in LASTS:
            raise PlayError("bad_pace", _("There is no such pace."))
    lock_account(account.pk)  # under which the staff bar somebody, too
    rows.refuse_barred(account, Barred.NO_PUBLIC)
    before = {wish_of(seek) for seek in Seek.objects.filter(account=account)}
    opening.require_room_for_table(account, more=len(set(wishes) - before))
    now = rows.now()
    for wish in set(wishes):
        expires_at = now + LASTS[wish.pace]
        bots_at = None
        if bots_after is not None:
            bots_at = min(now + bots_after, expires_at - BEFORE_THE_END)
        # Asked again, it lasts longer and keeps its place in the queue.
        Seek.objects.update_or_create(
            account=account,
            **wish._asdict(),
            defaults={"bots_at": bots_at, "expires_at": expires_at},
            create_defaults={"made_at": now, "bots_at": bots_at, "expires_at": expires_at},
        )
    announce_lists()


@transaction.atomic
def withdraw(account: Account, *, wish: Wish | None = None) -> None:
    """Stop looking for this, or for anything. Whoever has been seated meanwhile looks no more."""
    lock_account(account.pk)
    mine = Seek.objects.filter(account=account)
    (mine if wish is None else mine.filter(**wish._asdict())).delete()
    announce_lists()


def with_bots_now(account: Account, *, wish: Wish) -> MatchRows | None:
    """Wait for nobody else: bots take the seats that are left."""
    _call_bots(account, wish)
    while (found := gather(wish)) is not None:
        if any(seat.account_id == account.pk for seat in found.seats):
            return found
    return None


@transaction.atomic
def _call_bots(account: Account, wish: Wish) -> None:
    lock_account(account.pk)
    seek = Seek.objects.filter(account=account, **wish._asdict()).first()
    if seek is None or seek.expires_at <= rows.now():
        raise PlayError("not_looking", _("You are not looking for that any more."))
    seek.bots_at = rows.now()
    seek.save(update_fields=["bots_at"])
    announce_lists()


def gather(wish: Wish) -> MatchRows | None:
    """Seat some who ask for this, if it can be done now; None if it cannot.

    Called again until it cannot, by whoever asks and by the sweep.
    """
    for match_id in _tables_like(wish):
        if (filled := _fill(match_id, wish)) is not None:
            return filled
    while company := _company(_asking(wish), wish.size):
        try:
            if (opened := _open(wish, company)) is not None:
                return opened
        except PlayError as error:
            if error.code != "too_many_against_bots":
                raise
            _do_without_bots(company)  # whoever cannot have another one goes on looking for people
    return None


def _asking(wish: Wish) -> QuerySet[Seek]:
    """Those who ask for this, in the order in which they are served."""
    asking = Seek.objects.filter(**wish._asdict(), expires_at__gt=rows.now())
    return asking.order_by("made_at", "pk")


# An open table


def _tables_like(wish: Wish) -> list[str]:
    """Open tables that are just what is asked for, oldest first: whoever asks sees none of them
    before, so nothing about them may be unusual. No bots, who were not asked for.
    """
    terms, kind = clocks.PACES[wish.pace], rows.title_of(wish.title)
    tables = Match.objects.filter(GATHERING, **wish._asdict()).order_by("created_at")
    usual = kind.complete_options({})
    found = [
        match.pk
        for match in tables.defer("secret")
        if match.clock_terms == terms and kind.complete_options(match.options) == usual
    ]
    seats = Seat.objects.filter(match__in=found).order_by()
    with_bots = set(seats.exclude(bot="").values_list("match_id", flat=True))
    with_room = set(seats.filter(account=None, bot="").values_list("match_id", flat=True))
    return [match_id for match_id in found if match_id in with_room - with_bots]


@transaction.atomic
def _fill(match_id: str, wish: Wish) -> MatchRows | None:
    """Seat those who ask at an open table, as many as there is room for, ready at once."""
    match, seats = rows.locked(match_id)
    free = [seat for seat in seats if seat.is_free]
    if match.status != Match.Status.OPEN or not free or any(seat.bot for seat in seats):
        return None
    welcome = _welcome(match, seats, _accounts(_asking(wish)), most=len(free))
    company = _still_asking(wish, welcome)
    if not company:
        return None
    for seat, account in zip(free, company, strict=False):
        opening.sit(seat, account)
        seating.say_ready(seat)
    _end_searches(company)
    return seating.deal_at(match, seats)


def _welcome(match: Match, seats: Sequence[Seat], asking: Sequence[int], *, most: int) -> list[int]:
    """Those of these accounts that could sit down there by themselves, and with each other."""
    kicks = Kick.objects.filter(match=match, account__in=asking)
    there = {seat.account_id for seat in seats if seat.account_id is not None}
    barred = {*kicks.values_list("account_id", flat=True), *there}
    if match.asks:
        known = reliabilities(asking)
        barred |= {one for one in asking if known[one].falls_short_of(match.asks)}
    here = there if match.host_id is None else {match.host_id, *there}
    welcome = [one for one in asking if one not in barred]
    return _together(welcome, muting.apart({*here, *welcome}), most=most, beside=here)


# A new one


def _company(asking: Iterable[Seek], size: int) -> list[Seek]:
    """Who sits down together now: enough of them, or those who take bots once one has waited
    long enough. Two people and three bots are more than one and four.
    """
    found, now = list(asking), rows.now()
    apart = muting.apart(_accounts(found))
    for first in range(len(found) - size + 1):
        company = _together(_accounts(found[first:]), apart, most=size)
        if len(company) == size:
            return _of(company, found)
    with_bots = [seek for seek in found if seek.bots_at is not None]
    for seek in with_bots:
        if seek.bots_at and seek.bots_at <= now:
            return _of(_together(_accounts([seek, *with_bots]), apart, most=size), with_bots)
    return []


def _accounts(seeks: Iterable[Seek]) -> list[int]:
    return [seek.account_id for seek in seeks]


def _of(accounts: Collection[int], seeks: Iterable[Seek]) -> list[Seek]:
    return [seek for seek in seeks if seek.account_id in accounts]


def _together(
    accounts: Iterable[int], apart: Apart, *, most: int, beside: Collection[int] = ()
) -> list[int]:
    """As many of these as can sit with each other and beside those, once each; who comes first is in."""
    found = list[int]()
    for one in dict.fromkeys(accounts):
        if len(found) == most:
            break
        if not any(frozenset({one, other}) in apart for other in (*beside, *found)):
            found.append(one)
    return found


@transaction.atomic
def _open(wish: Wish, company: Sequence[Seek]) -> MatchRows | None:
    """Open a table for these and deal; None if one of them does not ask any more."""
    people = _still_asking(wish, [seek.account_id for seek in company])
    if len(people) < len(company):
        _end_searches_of_suspended(company)
        return None
    _end_searches(people)
    opened, _seats = opening.open_table(
        people[0],
        rows.title_of(wish.title),
        wish.size,
        {},
        public=True,
        name=secrets.choice(NAMES),
        bots=wish.size - len(people),
        pace=wish.pace,
        terms=clocks.PACES[wish.pace],
    )
    return seating.deal_to(opened, people, was_listed=True)


@transaction.atomic
def _do_without_bots(company: Sequence[Seek]) -> None:
    """For good: they may ask again."""
    asked = Seek.objects.filter(pk__in=[seek.pk for seek in company])
    asked.update(bots_at=None)
    announce_lists()


def _still_asking(wish: Wish, account_ids: Sequence[int]) -> list[Account]:
    """The accounts, locked, that ask for this: read once more, as somebody may have been quicker."""
    accounts = rows.lock_accounts(account_ids)
    asking = _asking(wish).filter(account__in=accounts).values_list("account_id", flat=True)
    return [accounts[account_id] for account_id in asking]


def _end_searches(company: Sequence[Account]) -> None:
    Seek.objects.filter(account__in=company).delete()


def _end_searches_of_suspended(company: Sequence[Seek]) -> None:
    """Nobody who may not play keeps others waiting."""
    gone = Seek.objects.filter(pk__in=[seek.pk for seek in company], account__is_active=False)
    gone.delete()


@transaction.atomic
def expire() -> None:
    """End the searches whose time is up."""
    now = rows.now()
    late = list(Seek.objects.filter(expires_at__lte=now).order_by("expires_at"))
    if late:
        Seek.objects.filter(pk__in=[seek.pk for seek in late], expires_at__lte=now).delete()
        announce_lists()
