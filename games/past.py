"""Reads for the lists of what has been played: newest first, a page at a time, by key.

Everyone's public matches are read along an index of matches, one player's along an index of seats.
A page begins after the key of the last row of the page before, so the hundredth costs what the
first does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import account_named
from games.engine.registry import titles
from games.knowledge import Viewer
from games.lobby import Row
from games.models import PAST, Match, Seat

PAGE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to list. `result` is a status, or "won" or "lost" by the player."""

    title: str = ""
    player: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    after: str = ""  # the key of the last row of the page before


@dataclass(frozen=True, slots=True)
class Page:
    rows: Sequence[Row]
    next: str  # the key to go on from, or nothing


def page(viewer: Viewer, wanted: Wanted) -> Page:
    """A page of the matches that this visitor may see."""
    if not wanted.player:
        found = list(public_matches(wanted)[: PAGE + 1])
        keys = [_key(match) for match in found]
        return _page(found, keys, viewer)
    account = account_named(wanted.player)
    if account is None:
        return Page([], "")
    seats = list(seats_of(account.pk, viewer, wanted)[: PAGE + 1])
    return _page([seat.match for seat in seats], [str(seat.pk) for seat in seats], viewer)


def public_matches(wanted: Wanted) -> QuerySet[Match]:
    found = Match.objects.filter(PAST, **_of_match(wanted)).defer("secret")
    if (key := _read_key(wanted.after)) is not None:
        made, match_id = key
        found = found.filter(created_at__lte=made).exclude(created_at=made, id__gte=match_id)
    return found.order_by("-created_at", "-id")


def seats_of(account_id: int, viewer: Viewer, wanted: Wanted) -> QuerySet[Seat]:
    """An account's seats: all of one's own, of another's those that may be watched or are shared."""
    found = Seat.objects.filter(account_id=account_id, match__number__isnull=False)
    found = found.filter(**{f"match__{name}": value for name, value in _of_match(wanted).items()})
    if viewer.pk != account_id:
        shared = Seat.objects.filter(match=OuterRef("match"), account_id=viewer.pk)
        found = found.filter(Q(match__public=True) | Exists(shared))
    if wanted.result in ("won", "lost"):
        found = found.filter(won=wanted.result == "won")
    if wanted.after.isascii() and wanted.after.isdecimal():
        found = found.filter(pk__lt=int(wanted.after[:18]))
    return found.select_related("match").defer("match__secret").order_by("-pk")


def _of_match(wanted: Wanted) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    if wanted.title:
        asked["title"] = wanted.title
    if wanted.result in ("running", "over", "void"):
        asked["status"] = wanted.result
    if wanted.since:
        asked["created_at__gte"] = _midnight(wanted.since)
    if wanted.until:
        asked["created_at__lt"] = _midnight(wanted.until + timedelta(days=1))
    return asked


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _key(match: Match) -> str:
    return f"{match.created_at.astimezone(UTC).isoformat()}_{match.pk}"


def _read_key(text: str) -> tuple[datetime, str] | None:
    made, _, match_id = text.partition("_")
    try:
        return datetime.fromisoformat(made).astimezone(UTC), match_id
    except (ValueError, OverflowError):
        return None


def _page(matches: Sequence[Match], keys: Sequence[str], viewer: Viewer) -> Page:
    shown = [match for match in matches[:PAGE] if match.title in titles()]
    seats: dict[str, list[Seat]] = {match.pk: [] for match in shown}
    for seat in Seat.objects.filter(match__in=shown).order_by("index"):
        seats[seat.match_id].append(seat)
    rows = [
        Row(
            match,
            titles()[match.title].name,
            seats[match.pk],
            next((s for s in seats[match.pk] if viewer.pk and s.account_id == viewer.pk), None),
        )
        for match in shown
    ]
    return Page(rows, keys[PAGE - 1] if len(matches) > PAGE else "")
