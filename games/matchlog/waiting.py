"""Which tables wait for an account, and what calls it. Every page and socket tells, so it is read here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, QuerySet, Value, When
from django.db.models.functions import Coalesce, Least

from games.matchlog.access import Viewer, seats_held_by
from games.models import Invitation, Match, Seat
from games.models.prepared import Prepared


def waiting_seats(viewer: Viewer) -> QuerySet[Seat]:
    """The seats from which this account is to act: those whose time runs out first, by their clock
    or the title's own, then those that have been awaited longest.
    """
    seats = seats_held_by(viewer).filter(awaited_since__isnull=False)
    running = seats.filter(match__status=Match.Status.RUNNING)
    # SQLite has no least of a moment and none.
    ends_at = Coalesce(Least("deadline", "match__deadline"), "deadline", "match__deadline")
    return running.order_by(ends_at.asc(nulls_last=True), "awaited_since", "match_id")


def waiting_counts(account_ids: Iterable[int]) -> dict[int, int]:
    """How many tables wait for each of these accounts; those for whom none does are left out."""
    return dict(_waiting_counts(*account_ids))


@Prepared
def _waiting_counts(*account_ids: int) -> QuerySet[Seat, Any]:
    seats = Seat.objects.filter(account_id__in=account_ids, awaited_since__isnull=False)
    running = seats.filter(match__status=Match.Status.RUNNING).order_by()
    return running.values_list("account_id").annotate(Count("pk"))


def next_table(viewer: Viewer, *, besides: str = "") -> str | None:
    """The table whose time runs out first, and the one just looked at only if no other does."""
    ids = list(waiting_seats(viewer).values_list("match_id", flat=True)[:2])
    return min(ids, key=lambda found: found == besides, default=None)


class Call(NamedTuple):
    """Something that concerns an account wherever it is on the site, and leads to a table."""

    kind: str  # "invited", "rematch", or "begun": a match of mine in which others move already
    match: str
    table: str  # its name
    by: str  # who asks


def calls(viewer: Viewer) -> list[Call]:
    return [] if viewer.pk is None else calls_of([viewer.pk]).get(viewer.pk, [])


def calls_of(account_ids: Iterable[int]) -> dict[int, list[Call]]:
    """What calls each of these accounts, in one query. Whoever nothing calls is left out."""
    found: dict[int, list[Call]] = {}
    for account_id, *call in sorted(_calls(*account_ids)):
        found.setdefault(account_id, []).append(Call(*call))
    return found


@Prepared
def _calls(*account_ids: int) -> QuerySet[Any, Any]:
    asked = Invitation.objects.filter(account_id__in=account_ids, used_at=None)
    again = When(match__rematch_of__isnull=False, then=Value("rematch"))
    invited = asked.filter(match__status=Match.Status.OPEN).annotate(
        kind=Case(again, default=Value("invited")), by=F("match__host__username")
    )
    unseen = Seat.objects.filter(
        account_id__in=account_ids,
        ended_at=None,
        seen=-1,
        held_from=0,  # no substitute
    )
    others_turn = unseen.filter(match__status=Match.Status.RUNNING, awaited_since=None)
    begun = others_turn.annotate(kind=Value("begun"), by=F("name"))
    columns = ("account_id", "kind", "match_id", "match__name", "by")
    rows = invited.order_by().values_list(*columns)
    return rows.union(begun.order_by().values_list(*columns), all=True)
