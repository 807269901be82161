"""Nobody's clock runs while the site is away.

It has two parts: workers, without whom no clock acts, and pages, without which nobody can move. Each
says that it is there in a row of its own. If a part has not said so for a while, it was away: the gap
is written down and every running clock is set by it, in one transaction with the row locked, so that
nobody acts on a clock before it has been set. Workers act on a clock only when pages have been served
at that moment or later: it may be up to a beat late, and never acts on somebody who could not move.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games.clocks import Span
from games.models import Aside, Heartbeat, Match, Seat, Stop, StopSpan, new_edition
from games.play import asides, rows
from games.play.announcing import announce

# Of a part that is there. Workers may be busy with one match for long, while everybody can move.
LONGEST_SILENCE = {
    Heartbeat.Part.WORKERS: timedelta(seconds=60),
    Heartbeat.Part.PAGES: timedelta(seconds=20),
}
WORTH_TELLING = timedelta(minutes=5)  # less is given back all the same


@transaction.atomic
def beat(part: Heartbeat.Part = Heartbeat.Part.WORKERS) -> timedelta | None:
    """Say that this part of the site is there. How long it was away before that, if it was."""
    now = rows.now()
    said = Heartbeat.objects.select_for_update()
    last, is_first = said.get_or_create(pk=part, defaults={"at": now})
    if is_first:
        return None
    away = now - last.at
    if away > timedelta():
        Heartbeat.objects.filter(pk=last.pk).update(at=now)
    if away <= LONGEST_SILENCE[part]:
        return None
    outage = StopSpan(None, Stop.Kind.OUTAGE, Span(last.at, now))
    Stop.objects.create(kind=outage.kind, began_at=last.at, ended_at=now)
    _give_back(outage)
    return away


def beat_of_pages() -> timedelta | None:
    return beat(Heartbeat.Part.PAGES)


def clocks_act_until() -> datetime | None:
    """The last moment at which pages are known to have been served; None while they are away.

    Now, where nobody ever said that they are: then nobody can tell.
    """
    now = rows.now()
    said = Heartbeat.objects.filter(pk=Heartbeat.Part.PAGES).values_list("at", flat=True).first()
    if said is None:
        return now
    return said if now - said <= LONGEST_SILENCE[Heartbeat.Part.PAGES] else None


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
    lasted = outage.span.ended_at - outage.span.began_at
    if lasted >= WORTH_TELLING:
        Aside.objects.bulk_create(
            asides.made(match, asides.Kind.OUTAGE, lasts=lasted) for match in matches.values()
        )
    columns = ["stops", "deadline", "clock_at", "edition", "has_asides"]
    Match.objects.bulk_update(matches.values(), columns, batch_size=200)
    Seat.objects.bulk_update(
        [seat for found in seats.values() for seat in found if seat.asked_at],
        ["reserve_at", "deadline"],
        batch_size=200,
    )
