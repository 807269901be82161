"""Nobody's clock runs while the site is away.

Whoever sweeps says so in one row. If that has not been said for a while, nobody swept: the gap is
written down and every running clock is set by it, in one transaction with the row locked, so that
no other worker acts on a clock before it has been set.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from games.clocks import Span
from games.models import Heartbeat, Match, Seat, Stop, StopSpan, new_edition
from games.play import rows
from games.play.announcing import announce

LONGEST_SILENCE = timedelta(seconds=60)  # between two sweeps of a site that is there


@transaction.atomic
def beat() -> timedelta | None:
    """Say that the site is there. How long it was away before that, if it was."""
    now = rows.now()
    last, is_first = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})
    if is_first:
        return None
    away = now - last.at
    if away > timedelta():
        Heartbeat.objects.filter(pk=last.pk).update(at=now)
    if away <= LONGEST_SILENCE:
        return None
    outage = StopSpan(None, Stop.Kind.OUTAGE, Span(last.at, now))
    Stop.objects.create(kind=outage.kind, began_at=last.at, ended_at=now)
    _give_back(outage)
    return away


def _give_back(outage: StopSpan) -> None:
    """Set all clocks that run, in the order in which matches are locked."""
    ticking = Match.objects.filter(status=Match.Status.RUNNING).filter(
        Q(clock_at__isnull=False) | Q(deadline__isnull=False) | Q(terms__isnull=False)
    )
    ids = list(ticking.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(ids), 500):
        _set(ids[first : first + 500], outage)


def _set(ids: Sequence[str], outage: StopSpan) -> None:
    matches = {
        match.pk: match
        for match in Match.objects.select_for_update(no_key=True)
        .filter(pk__in=ids, status=Match.Status.RUNNING)
        .order_by("pk")
    }
    seats: dict[str, list[Seat]] = {pk: [] for pk in matches}
    locked = Seat.objects.select_for_update(no_key=True).filter(match__in=matches)
    for seat in locked.order_by("match_id", "index"):
        seat.match = matches[seat.match_id]
        seats[seat.match_id].append(seat)
    for pk, match in matches.items():
        match.stops = [*match.stops, outage.to_json()]
        standing = rows.standing_of(match, seats[pk])
        rows.set_deadlines(match, seats[pk], standing, rows.schedule_of(match))
        match.edition = new_edition()
        announce(match, seats[pk], turned=frozenset())
    columns = ["stops", "deadline", "clock_at", "edition"]
    Match.objects.bulk_update(matches.values(), columns, batch_size=200)
    Seat.objects.bulk_update(
        [seat for found in seats.values() for seat in found if seat.asked_at],
        ["reserve_at", "deadline"],
        batch_size=200,
    )
