"""The rules of clocks: what is left to whom after this move at this time. Pure.

A clock knows when it was asked and how much time there is for the answer, and it runs except while
something stops it. A deadline is worked out from these whenever one of them changes and is never
pushed about, so play and `rebuild` come to the same moment whatever happened in between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from functools import cached_property
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds
NOTHING = timedelta()
PAUSES_STAND = timedelta(days=1)  # before anyone may end them
WEEKEND_BEGINS, WEEKEND_ENDS = time(22), time(6)  # of Friday, of Monday


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the players of a match agreed to when they sat down, in seconds. It keeps them."""

    move: int  # for each answer
    bank: int  # in reserve at the deal
    refill: int  # that a move in time adds to the reserve
    cap: int  # the most that the reserve can be
    acts: bool = True  # or it only tells
    days_off: bool = True
    weekends: str = ""  # the time zone in which weekends are off

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Terms:
        return cls(**data)


# The paces by which a table is set up. A match keeps the numbers that it was begun with.
PACES: Mapping[str, Terms] = {
    "live": Terms(
        move=5 * MINUTE, bank=10 * MINUTE, refill=MINUTE, cap=10 * MINUTE, days_off=False
    ),
    "daily": Terms(move=DAY, bank=2 * DAY, refill=6 * HOUR, cap=3 * DAY),
    "relaxed": Terms(move=3 * DAY, bank=7 * DAY, refill=DAY, cap=10 * DAY),
}
CUSTOM = "custom"
# What a host may choose from for a pace of their own.
MOVES = (
    2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY,
)  # fmt: skip
BANKS = (0, 10 * MINUTE, HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
REFILLS = (0, MINUTE, 10 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY)
SHORTEST_WITH_BREAKS = 3 * HOUR  # for a move: below that everyone stays at the table


def custom(*, move: int, bank: int, refill: int) -> Terms:
    """A pace of the host's own. The reserve can grow by half of what it began with."""
    if move not in MOVES or bank not in BANKS or refill not in REFILLS:
        raise ValueError("no such time")
    return Terms(move=move, bank=bank, refill=refill, cap=bank + bank // 2)


def is_live(terms: Terms) -> bool:
    """Whether everyone sits at the table together. Days off and weekends make no sense there."""
    return terms.move < SHORTEST_WITH_BREAKS


# What stops a clock


class Span(NamedTuple):
    """From a moment on, and up to another."""

    began_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Stops:
    """When a clock stands: in these spans, and at the weekends of a time zone if one is named."""

    spans: tuple[Span, ...] = ()
    weekends: str = ""

    def after(self, since: datetime, time: timedelta) -> datetime:
        """The moment at which a clock that was started then has run for so long."""
        at, left = since, time
        while True:
            at = self._resumed(at)
            stopped = self._next(at)
            if stopped is None or at + left <= stopped:
                return at + left
            at, left = stopped, left - (stopped - at)

    def running(self, since: datetime, until: datetime) -> timedelta:
        """For how long a clock runs between two moments."""
        at, ran = since, NOTHING
        while (at := self._resumed(at)) < until:
            stopped = min(self._next(at) or until, until)
            at, ran = stopped, ran + (stopped - at)
        return ran

    def _resumed(self, at: datetime) -> datetime:
        """When a clock goes on that stands at this moment; the moment itself if it runs."""
        while True:
            ends = [span.ended_at for span in self._near(at) if span.began_at <= at < span.ended_at]
            if not ends:
                return at
            at = max(ends)

    def _next(self, at: datetime) -> datetime | None:
        """When a clock that runs at this moment is stopped."""
        return min((span.began_at for span in self._near(at) if span.began_at > at), default=None)

    def _near(self, at: datetime) -> Iterable[Span]:
        return (*self.spans, _weekend(at, self.weekends)) if self.weekends else self.spans


def _weekend(at: datetime, zone: str) -> Span:
    """The weekend that it is, or else the next one."""
    here = ZoneInfo(zone)
    today = at.astimezone(here).date()
    monday = today - timedelta(days=today.weekday())
    for first in (monday - timedelta(days=7), monday):
        began = datetime.combine(first + timedelta(days=4), WEEKEND_BEGINS, here)
        ended = datetime.combine(first + timedelta(days=7), WEEKEND_ENDS, here)
        span = Span(began.astimezone(UTC), ended.astimezone(UTC))
        if at < span.ended_at:
            return span
    raise AssertionError("a week has seven days")


@dataclass(frozen=True)
class Schedule:
    """All that stops the clocks of a match: of everyone, and of single seats."""

    weekends: str = ""
    everyone: tuple[Span, ...] = ()
    outages: tuple[Span, ...] = ()  # of everyone too, but they are only known when they are over
    seats: Mapping[int, tuple[Span, ...]] = field(default_factory=dict)

    @cached_property
    def of_match(self) -> Stops:
        return Stops((*self.everyone, *self.outages), self.weekends)

    def of(self, seat: int) -> Stops:
        return Stops((*self.of_match.spans, *self.seats.get(seat, ())), self.weekends)

    def as_known(self, at: datetime) -> Schedule:
        """Without outages that were over later: whoever moved then could not know of them."""
        if not self.outages:
            return self
        return replace(self, outages=tuple(span for span in self.outages if span.ended_at <= at))


ALWAYS = Schedule()  # nothing stops the clocks


# A seat's clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What a seat has in reserve, and since when it is asked."""

    bank: timedelta
    asked_at: datetime | None = None
    given: timedelta = NOTHING  # for this answer, by others


class Times(NamedTuple):
    """When a seat that is asked begins to use its reserve, and when that is gone."""

    reserve_at: datetime
    deadline: datetime


def begun(terms: Terms, size: int) -> dict[int, Clock]:
    """The clocks before the deal."""
    return {seat: Clock(bank=timedelta(seconds=terms.bank)) for seat in range(size)}


def after_move(
    before: Mapping[int, Clock],
    terms: Terms,
    schedule: Schedule,
    *,
    awaited: Collection[int],
    mover: int | None,
    by: str,
    at: datetime,
) -> dict[int, Clock]:
    """The clocks after a move: of who has answered, of who is asked, of who is waited for still."""
    known, after = schedule.as_known(at), dict[int, Clock]()
    for seat, clock in before.items():
        if clock.asked_at is not None and (seat == mover or seat not in awaited):
            clock = _answered(clock, terms, known.of(seat), at)
            if seat == mover and by == "account":
                clock = replace(clock, bank=_refilled(clock.bank, terms))
        if clock.asked_at is None and seat in awaited:
            clock = replace(clock, asked_at=at)
        after[seat] = clock
    return after


def _answered(clock: Clock, terms: Terms, stops: Stops, at: datetime) -> Clock:
    """Whoever took longer than a move may take has used of the reserve."""
    assert clock.asked_at is not None
    used = stops.running(clock.asked_at, at) - timedelta(seconds=terms.move) - clock.given
    return Clock(bank=max(clock.bank - max(used, NOTHING), NOTHING))


def _refilled(bank: timedelta, terms: Terms) -> timedelta:
    return min(bank + timedelta(seconds=terms.refill), timedelta(seconds=terms.cap))


def times(clock: Clock, terms: Terms, stops: Stops) -> Times | None:
    """Nothing for a seat that is not asked."""
    if clock.asked_at is None:
        return None
    move = timedelta(seconds=terms.move) + clock.given
    return Times(stops.after(clock.asked_at, move), stops.after(clock.asked_at, move + clock.bank))


def more(clock: Clock, time: timedelta) -> Clock:
    """With more time for the answer that is awaited."""
    return replace(clock, given=clock.given + time)


def fresh(clock: Clock, terms: Terms, at: datetime) -> Clock:
    """As at the deal: for whoever sits down at a seat that somebody else had."""
    return Clock(bank=timedelta(seconds=terms.bank), asked_at=clock.asked_at and at)
