"""What waits for the background: clocks that have run out, bots that nobody woke, stale tables."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Min

from games.clocks import PACES
from games.engine import titles
from games.models import GATHERING, IDLE, QUESTION_LASTS, Match, PauseRequest, Seat, Seek
from games.play import rows
from games.play.rows import now
from games.play.seeking import Wish

UNSTARTED_TABLES_LIVE = timedelta(days=3)


def lapsed_matches(until: datetime, *, limit: int = 100) -> list[str]:
    """Matches whose clock has run out by then. Those of titles that are not installed must wait."""
    running = Match.objects.filter(status=Match.Status.RUNNING, title__in=list(titles()))
    return list(
        running.filter(deadline__lte=until)
        .order_by("deadline")
        .values_list("pk", flat=True)[:limit]
    )


def clocks(until: datetime, *, limit: int = 1000) -> list[str]:
    """Matches in which somebody's time is up by then, or in which a break begins or ends."""
    running = Match.objects.filter(status=Match.Status.RUNNING, title__in=list(titles()))
    return list(
        running.filter(clock_at__lte=until)
        .order_by("clock_at")
        .values_list("pk", flat=True)[:limit]
    )


def old_requests(*, limit: int = 100) -> list[str]:
    """Matches in which a pause was asked for and not everyone has answered in time."""
    asked = PauseRequest.objects.filter(outcome="", expires_at__lte=rows.now())
    return list(asked.order_by("expires_at").values_list("match_id", flat=True)[:limit])


def idle_bots(*, since: datetime, limit: int = 100) -> list[tuple[str, int, int]]:
    """Bots that have been awaited longer than they should, and the last move of their match:
    whoever was to wake them did not.
    """
    idle = Seat.objects.filter(IDLE, awaited_since__lt=since).order_by("awaited_since")
    running = idle.filter(match__status=Match.Status.RUNNING, match__title__in=list(titles()))
    found = running.values_list("match_id", "index", "match__number")[:limit]
    return [(match_id, index, number) for match_id, index, number in found if number is not None]


def closes_at(match: Match) -> datetime:
    """When a table is closed that has not come together by then."""
    return match.created_at + UNSTARTED_TABLES_LIVE


def stale_tables(*, limit: int = 100) -> list[str]:
    """Tables that did not come together in time."""
    stale = Match.objects.filter(
        status=Match.Status.OPEN, created_at__lt=now() - UNSTARTED_TABLES_LIVE
    )
    return list(stale.order_by("created_at").values_list("pk", flat=True)[:limit])


def wishes() -> list[Wish]:
    """What is looked for and may be found now: by enough, by somebody who takes bots by now, or
    where a table is open. Those of titles that are not installed must wait.
    """
    asked = Seek.objects.filter(expires_at__gt=now(), title__in=list(titles())).order_by()
    by_wish = asked.values_list("title", "pace", "size").annotate(Count("pk"), Min("bots_at"))
    found = [(Wish(*wish), count, bots_at) for *wish, count, bots_at in by_wish]
    if not found:
        return []
    tables = Match.objects.filter(GATHERING, pace__in=PACES).order_by()
    is_open = set(tables.values_list("title", "pace", "size").distinct())
    return [
        wish
        for wish, count, bots_at in found
        if count >= wish.size or wish in is_open or (bots_at is not None and bots_at <= now())
    ]


def lapsed_questions(*, limit: int = 100) -> list[str]:
    """Matches whose players were asked to call it off, and have not all answered in time."""
    asked = Match.objects.filter(end_asked_by__isnull=False)
    lapsed = asked.filter(end_asked_at__lte=now() - QUESTION_LASTS).order_by("end_asked_at")
    return list(lapsed.values_list("pk", flat=True)[:limit])


def uninstalled() -> list[tuple[str, str]]:
    """Running matches that cannot go on here, and the titles that they are of."""
    running = Match.objects.filter(status=Match.Status.RUNNING).exclude(title__in=list(titles()))
    return list(running.order_by("pk").values_list("pk", "title"))
