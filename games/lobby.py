"""Reads for lists: which tables wait, which are mine, which are open, who has played what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import account_named
from games.engine import Title, titles
from games.knowledge import Viewer
from games.models import Invitation, Kick, Match, Seat

ROWS_SHOWN = 30
HISTORY_SHOWN = 10

Status = Match.Status


@dataclass(frozen=True, slots=True)
class Row:
    """A table in a list."""

    match: Match
    title_name: str
    seats: Sequence[Seat]
    mine: Seat | None

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    @property
    def awaited(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.awaited_since]

    @property
    def new_moves(self) -> int:
        """How many moves this account has not looked at."""
        if self.mine is None or self.match.number is None:
            return 0
        return self.match.number - self.mine.seen


def shelf() -> list[Title[Any]]:
    """The titles as pages list them: those for the largest company first."""
    return sorted(titles().values(), key=lambda title: (-title.seats[-1], title.name))


def waiting(viewer: Viewer) -> list[Row]:
    """The tables that wait for this account, longest first."""
    return _rows([seat.match for seat in _waiting(viewer).select_related("match")], viewer)


def waiting_count(viewer: Viewer) -> int:
    return _waiting(viewer).count() if viewer.is_authenticated else 0


def next_table(viewer: Viewer, *, besides: str = "") -> str | None:
    """The table that has waited longest, and the one just looked at only if no other does."""
    ids = list(_waiting(viewer).values_list("match_id", flat=True)[:2])
    return min(ids, key=lambda found: found == besides, default=None)


def _waiting(viewer: Viewer) -> QuerySet[Seat]:
    seats = Seat.objects.filter(account_id=viewer.pk, awaited_since__isnull=False)
    return seats.filter(match__status=Status.RUNNING).order_by("awaited_since", "match_id")


def playing(viewer: Viewer) -> list[Row]:
    """My matches under way or gathering, in which it is somebody else's turn."""
    own = Match.objects.filter(
        Q(status=Status.OPEN) | Q(status__in=[Status.RUNNING, Status.FROZEN]),
        seats__account_id=viewer.pk,
    ).exclude(
        status=Status.RUNNING,
        seats__in=Seat.objects.filter(account_id=viewer.pk, awaited_since__isnull=False),
    )
    return _rows(own.order_by(F("moved_at").desc(nulls_last=True))[:ROWS_SHOWN], viewer)


def finished(viewer: Viewer) -> list[Row]:
    own = Match.objects.filter(status=Status.OVER, seats__account_id=viewer.pk)
    return _rows(own.order_by("-ended_at")[:HISTORY_SHOWN], viewer)


def invitations(viewer: Viewer) -> list[Row]:
    asked = Match.objects.filter(
        status=Status.OPEN,
        invitations__in=Invitation.objects.filter(account_id=viewer.pk, used_at=None),
    )
    return _rows(asked.order_by("-created_at")[:ROWS_SHOWN], viewer)


def open_tables(viewer: Viewer, *, title: str = "") -> list[Row]:
    """Public tables with a free seat that one may take, newest first."""
    tables = Match.objects.filter(status=Status.OPEN, public=True)
    if viewer.pk:
        tables = tables.exclude(seats__account_id=viewer.pk).exclude(kicks__account_id=viewer.pk)
    tables = tables.filter(title=title) if title else tables
    gathering = _rows(tables.order_by("-created_at")[:ROWS_SHOWN], viewer)
    return [row for row in gathering if row.free]


def to_watch(viewer: Viewer, *, title: str = "") -> list[Row]:
    """Public matches of others, the liveliest first."""
    matches = Match.objects.filter(status=Status.RUNNING, public=True)
    matches = matches.exclude(seats__account_id=viewer.pk) if viewer.pk else matches
    matches = matches.filter(title=title) if title else matches
    return _rows(matches.order_by("-moved_at")[:HISTORY_SHOWN], viewer)


def _rows(matches: Sequence[Match] | QuerySet[Match], viewer: Viewer) -> list[Row]:
    """Rows with their seats, in two queries however many there are."""
    found = [match for match in matches if match.title in titles()]
    seats: dict[str, list[Seat]] = {match.pk: [] for match in found}
    for seat in Seat.objects.filter(match__in=found).order_by("index"):
        seats[seat.match_id].append(seat)
    return [
        Row(
            match,
            titles()[match.title].name,
            seats[match.pk],
            next((s for s in seats[match.pk] if viewer.pk and s.account_id == viewer.pk), None),
        )
        for match in found
    ]


@dataclass(frozen=True, slots=True)
class Invited:
    """An unused link and the table that it leads to."""

    row: Row
    token: str


def invited(token: str, viewer: Viewer) -> Invited | None:
    found = Invitation.objects.filter(token=token, used_at=None, account=None)
    match = Match.objects.filter(status=Status.OPEN, invitations__in=found).first()
    rows = _rows([match], viewer) if match is not None else []
    return Invited(rows[0], token) if rows else None


def unused_links(match: Match) -> list[str]:
    links = Invitation.objects.filter(match=match, account=None, used_at=None)
    return list(links.order_by("pk").values_list("token", flat=True))


def asked_by_name(match: Match) -> list[str]:
    asked = Invitation.objects.filter(match=match, account__isnull=False, used_at=None)
    return list(asked.order_by("pk").values_list("account__username", flat=True))


def is_sent_away(match: Match, viewer: Viewer) -> bool:
    """Has the host sent this account away, and not asked it again by name?"""
    kick = Kick.objects.filter(match=match, account_id=viewer.pk).first()
    asked = Invitation.objects.filter(match=match, account_id=viewer.pk, used_at=None)
    return kick is not None and not asked.filter(made_at__gte=kick.at).exists()


# Profiles


@dataclass(frozen=True, slots=True)
class Record:
    """What an account has done in one title."""

    title_name: str
    played: int
    finished: int
    won: int


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    since: object
    records: Sequence[Record]
    minutes_to_answer: float | None


def profile(name: str) -> Profile | None:
    """What everyone may know of an account: counts of all its matches."""
    account = account_named(name)
    if account is None:
        return None
    seats = Seat.objects.filter(account=account, match__number__isnull=False)
    return Profile(
        name=account.get_username(),
        since=account.date_joined,
        records=_records(seats),
        minutes_to_answer=_minutes(seats),
    )


def _records(seats: QuerySet[Seat]) -> list[Record]:
    counts = seats.values("match__title").annotate(
        played=Count("pk"),
        finished=Count("pk", filter=Q(match__status=Status.OVER)),
        won=Count("pk", filter=Q(won=True)),
    )
    by_title = {count["match__title"]: count for count in counts}
    return [
        Record(title.name, count["played"], count["finished"], count["won"])
        for title in shelf()
        if (count := by_title.get(title.slug))
    ]


def _minutes(seats: QuerySet[Seat]) -> float | None:
    total = seats.aggregate(answers=Sum("answers"), ms=Sum("answer_ms"))
    return total["ms"] / total["answers"] / 60_000 if total["answers"] else None


def waiting_for(request: HttpRequest) -> dict[str, object]:
    """Context processor: how many tables wait for me, asked only where it is shown."""
    return {"waiting": SimpleLazyObject(lambda: waiting_count(request.user))}
