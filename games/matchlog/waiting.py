"""Which tables wait for an account. Every page and socket says how many, so it is read here."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, F, QuerySet

from games.matchlog.access import Viewer, seats_held_by
from games.models import Match, Seat


def waiting_seats(viewer: Viewer) -> QuerySet[Seat]:
    """The seats from which this account is to act: those whose time runs out first, then those
    that have been awaited longest.
    """
    seats = seats_held_by(viewer).filter(awaited_since__isnull=False)
    running = seats.filter(match__status=Match.Status.RUNNING)
    return running.order_by(F("deadline").asc(nulls_last=True), "awaited_since", "match_id")


def waiting_count(viewer: Viewer) -> int:
    return waiting_seats(viewer).count() if viewer.is_authenticated else 0


def waiting_counts(account_ids: Iterable[int]) -> dict[int, int]:
    """How many tables wait for each of these accounts; those for whom none does are left out."""
    seats = Seat.objects.filter(account_id__in=account_ids, awaited_since__isnull=False)
    running = seats.filter(match__status=Match.Status.RUNNING).order_by()
    return dict(running.values_list("account_id").annotate(Count("pk")))


def next_table(viewer: Viewer, *, besides: str = "") -> str | None:
    """The table whose time runs out first, and the one just looked at only if no other does."""
    ids = list(waiting_seats(viewer).values_list("match_id", flat=True)[:2])
    return min(ids, key=lambda found: found == besides, default=None)
