"""Reads about an account that everyone may see: counts of all its matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import account_named
from games.engine import Round as PlayedRound
from games.engine import Title, titles
from games.models import Holder, Round, Seat
from games.pages.lists import dealt_seats, shelf
from games.play.reliability import Reliability, reliability
from games.presentation import presenter_of

MATCHES_OF_LATE = 100  # tell how soon somebody answers, in which roles, and with whom
COMPANY_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Record:
    """What an account has done in one title."""

    title_name: str
    played: int
    finished: int
    won: int
    left: int
    slug: str
    roles: Sequence[RoleRecord] = ()


@dataclass(frozen=True, slots=True)
class RoleRecord:
    """Rounds in which somebody was this, of the last matches."""

    role: str
    rounds: int
    won: int

    @property
    def percent(self) -> int:
        return self.won * 100 // self.rounds


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody with whom an account has played of late, where anyone may look."""

    name: str
    together: int
    won: int  # by the account
    lost_to: int  # matches that the other has won


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    since: datetime
    records: Sequence[Record]
    minutes_to_answer: float | None
    reliability: Reliability
    company: Sequence[Company]

    @property
    def answers(self) -> str:
        """How soon, in words; nothing where nothing has been answered yet."""
        return "" if self.minutes_to_answer is None else answers_within(self.minutes_to_answer)


def answers_within(minutes: float) -> str:
    """An average, told no more exactly than it means anything."""
    if minutes < 1:
        return _("usually replies within a minute")
    hours, days = round(minutes / 60), round(minutes / 60 / 24)
    if (count := round(minutes)) < 60:
        text = ngettext(
            "usually replies within %d minute", "usually replies within %d minutes", count
        )
    elif (count := hours) < 48:
        text = ngettext("usually replies within %d hour", "usually replies within %d hours", count)
    else:
        text = ngettext(
            "usually replies within %d day", "usually replies within %d days", count := days
        )
    return text % count


def profile(name: str) -> Profile | None:
    account = account_named(name)
    if account is None:
        return None
    seats, left = dealt_seats(account.pk), Holder.objects.filter(account=account)
    latest = list(
        seats.order_by("-pk").select_related("match").defer("match__secret")[:MATCHES_OF_LATE]
    )
    roles = _roles(latest)
    return Profile(
        name=account.get_username(),
        since=account.date_joined,
        records=[
            replace(record, roles=roles.get(record.slug, ())) for record in _records(seats, left)
        ],
        company=_company(latest),
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
    return Record(title.name, played, won + lost, won, left, title.slug)


def _roles(latest: Sequence[Seat]) -> dict[str, list[RoleRecord]]:
    """By title: what somebody was in rounds that are over, as it was turned up, and how that went.

    A round counts for whoever has held the seat since it began.
    """
    mine = {seat.match_id: seat for seat in latest if seat.title in titles()}
    ended = Round.objects.filter(match__in=mine, shown__isnull=False)
    count: Counter[tuple[str, str, bool]] = Counter()
    for row in ended.order_by("match_id", "number"):
        seat = mine[row.match_id]
        told = presenter_of(seat.title).roles(
            PlayedRound(number=row.number, starter=row.starter, result=row.result, shown=row.shown)
        )
        was = told[seat.index] if told and seat.held_from <= row.first_move else None
        if was is not None:
            count[seat.title, was.role, was.won] += 1
    found: dict[str, list[RoleRecord]] = {}
    for slug, role in sorted({(slug, role) for slug, role, _won in count}):
        won = count[slug, role, True]
        found.setdefault(slug, []).append(RoleRecord(role, won + count[slug, role, False], won))
    return found


def _company(latest: Sequence[Seat]) -> list[Company]:
    """Those met most often. Who plays with whom by invitation is not told."""
    mine = {seat.match_id: seat for seat in latest if seat.match.public}
    others = Seat.objects.filter(match__in=mine, account__isnull=False).order_by("-pk")
    together, won, lost_to = Counter[str](), Counter[str](), Counter[str]()
    for match_id, pk, name, has_won in others.values_list("match_id", "pk", "name", "won"):
        seat = mine[match_id]
        if pk != seat.pk:
            together[name] += 1
            won[name] += bool(seat.won)
            lost_to[name] += bool(has_won)
    return [
        Company(name, count, won[name], lost_to[name])
        for name, count in together.most_common(COMPANY_SHOWN)
    ]


def _minutes(seats: QuerySet[Seat]) -> float | None:
    """As it is of late, not over all the years."""
    latest = seats.order_by("-pk")[:MATCHES_OF_LATE]
    total = latest.aggregate(answers=Sum("answers"), ms=Sum("answer_ms"))
    return total["ms"] / total["answers"] / 60_000 if total["answers"] else None
