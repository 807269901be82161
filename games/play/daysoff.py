"""Days off: the clocks of an account stand, at every table that allows it.

A yearly budget, announced at the tables, never silent. Each table has a row of its own for it, so
that its clocks follow from its own rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import lock_account
from games.models import Aside, DaysOff, Match, Seat, Stop
from games.play import asides, rows
from games.play.rows import Account, PlayError
from games.play.timing import clocks_changed, end_days_off

DAYS_A_YEAR = 30
AT_A_STRETCH = 14
AHEAD = timedelta(days=366)  # how far
TOLD_A_DAY = 5  # times: at every table everyone is told of each
DAY = timedelta(days=1)


def left(account: Account, year: int) -> int:
    """How many of this year's days an account has not used."""
    found = DaysOff.objects.filter(account=account, first__year__lte=year, last__year__gte=year)
    return DAYS_A_YEAR - sum(_days_in(one.first, one.last, year) for one in found)


def _days_in(first: date, last: date, year: int) -> int:
    first, last = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max((last - first).days + 1, 0)


def today(account: Account) -> date:
    return rows.now().astimezone(account.zone).date()


def coming(account: Account) -> DaysOff | None:
    """The days off that an account has, or has announced, and that are not over."""
    return DaysOff.objects.filter(account=account, ended_at__gt=rows.now()).first()


@transaction.atomic
def take(account: Account, *, first: date, last: date) -> DaysOff:
    """From midnight to midnight where the account lives; of today what is left of it."""
    matches = list(_matches_of(account))
    lock_account(account.pk)
    _refuse(account, first, last)
    _refuse_to_tell_often({match.pk: seat.index for match, _seats, seat in matches})
    taken = DaysOff.objects.create(
        account=account,
        first=first,
        last=last,
        began_at=max(datetime.combine(first, time.min, account.zone), rows.now()),
        ended_at=datetime.combine(last + DAY, time.min, account.zone),
    )
    for match, seats, seat in matches:
        for stop in _stop(match, [seat], [taken]):
            _tell(match, stop)
        clocks_changed(match, seats)
    return taken


def _refuse(account: Account, first: date, last: date) -> None:
    now = today(account)
    if first < now or first > now + AHEAD or last < first:
        raise PlayError("bad_days", _("Days off begin today or later, and end after they begin."))
    if (last - first) / DAY + 1 > AT_A_STRETCH:
        raise PlayError("too_long", _("Days off are at most two weeks at a stretch."))
    near = DaysOff.objects.filter(account=account, first__lte=last + DAY, last__gte=first - DAY)
    if near.exists():
        raise PlayError("no_day_between", _("Between two times off there is at least one day."))
    for year in {first.year, last.year}:
        if _days_in(first, last, year) > left(account, year):
            raise PlayError("no_days_left", _("You have not so many days off left this year."))


def _refuse_to_tell_often(seats: Mapping[str, int]) -> None:
    """They can be taken back and announced again without end, which costs none of them."""
    day_ago = rows.now() - DAY
    told = Aside.objects.filter(match__in=seats, kind=Aside.Kind.DAYS_OFF, at__gt=day_ago)
    found = Counter(told.order_by().values_list("match_id", "seat"))
    if any(found[seat] >= TOLD_A_DAY for seat in seats.items()):
        raise PlayError("told_often", _("You have announced days off often enough for one day."))


@transaction.atomic
def come_back(account: Account) -> None:
    """End the days off now, or take back those announced first. Days not begun are given back."""
    matches = list(_matches_of(account))
    lock_account(account.pk)
    found = coming(account)
    if found is None:
        raise PlayError("not_off", _("You have no days off just now."))
    now = rows.now()
    for match, seats, seat in matches:
        if end_days_off(match, seat, until=found.ended_at):
            asides.note(match, asides.Kind.DAYS_OFF_ENDED, seat=seat.index)
            clocks_changed(match, seats)
    if found.began_at >= now:
        found.delete()
        return
    found.ended_at, found.last = now, max(today(account), found.first)
    found.save(update_fields=["ended_at", "last"])


def at_new_table(match: Match, seats: Sequence[Seat]) -> None:
    """Before the deal: whoever has days off has them at this table too."""
    terms = match.clock_terms
    if terms is None or not terms.days_off:
        return
    _stop(match, seats, _still_off(seats))
    rows.read_stops(match)


def at_seat_taken(match: Match, seat: Seat) -> None:
    """Whoever takes a seat over has their own days off there, and not those of whoever sat there.

    A part of verbs that have locked the match and work its clocks out anew.
    """
    end_days_off(match, seat)
    terms = match.clock_terms
    if terms is not None and terms.days_off:
        for stop in _stop(match, [seat], _still_off([seat])):
            _tell(match, stop)


def _still_off(seats: Sequence[Seat]) -> Iterable[DaysOff]:
    accounts = [seat.account_id for seat in seats if seat.account_id is not None]
    return DaysOff.objects.filter(account__in=accounts, ended_at__gt=rows.now())


def _stop(match: Match, seats: Sequence[Seat], off: Iterable[DaysOff]) -> list[Stop]:
    """What stops the clocks of these seats, from now on: before, they may have been another's."""
    by_account, now = {seat.account_id: seat.index for seat in seats}, rows.now()
    return Stop.objects.bulk_create(
        Stop(
            match=match,
            seat=by_account[one.account_id],
            kind=Stop.Kind.DAYS_OFF,
            began_at=max(one.began_at, now),
            ended_at=one.ended_at,
        )
        for one in off
    )


def _tell(match: Match, stop: Stop) -> None:
    assert stop.seat is not None  # of everyone are pauses
    since = stop.began_at if stop.began_at > rows.now() else None
    asides.note(match, asides.Kind.DAYS_OFF, seat=stop.seat, since=since, until=stop.ended_at)


def _matches_of(account: Account) -> Iterator[tuple[Match, list[Seat], Seat]]:
    """The matches under way in which this account's days off count, locked by id."""
    held = Seat.objects.filter(account_id=account.pk, ended_at=None)
    under_way = held.filter(
        match__status__in=[Match.Status.RUNNING, Match.Status.FROZEN], match__terms__isnull=False
    )
    for match_id in sorted(under_way.values_list("match_id", flat=True)):
        match, seats = rows.locked(match_id)
        terms = match.clock_terms
        mine = next((seat for seat in seats if seat.account_id == account.pk), None)
        if terms is not None and terms.days_off and mine is not None:
            yield match, seats, mine
