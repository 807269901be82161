"""Reads about an account that everyone may see: counts of all its matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import account_named
from games.models import Match, Seat
from games.pages.lists import shelf


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
    since: datetime
    records: Sequence[Record]
    minutes_to_answer: float | None

    @property
    def answers(self) -> str:
        """How soon, in words; nothing where nothing has been answered yet."""
        return "" if self.minutes_to_answer is None else answers_within(self.minutes_to_answer)


def answers_within(minutes: float) -> str:
    """An average, told no more exactly than it means anything."""
    if minutes < 1:
        return _("answers within a minute")
    hours, days = round(minutes / 60), round(minutes / 60 / 24)
    if (count := round(minutes)) < 60:
        text = ngettext("answers within about %d minute", "answers within about %d minutes", count)
    elif (count := hours) < 48:
        text = ngettext("answers within about %d hour", "answers within about %d hours", count)
    else:
        text = ngettext(
            "answers within about %d day", "answers within about %d days", count := days
        )
    return text % count


def profile(name: str) -> Profile | None:
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
        finished=Count("pk", filter=Q(match__status=Match.Status.OVER)),
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
