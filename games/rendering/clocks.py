"""The clocks of a table, as everyone may see them: moments, never what is left.

A fragment is kept, and so cannot say how long it is until something; the page's script does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils import timezone

from games.clocks import PAUSES_STAND, Span
from games.clocks.words import duration, roughly
from games.matchlog.access import Visit
from games.presentation.people import SeatTime
from games.presentation.presenter import ShownTable


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatClock:
    """What a seat has: a clock that runs or, if it is not asked, a reserve."""

    index: int
    name: str
    is_mine: bool
    reserve_at: datetime | None  # when it begins to use the reserve
    deadline: datetime | None
    bank: str  # in words
    bank_roughly: str
    given: str  # in words, by others for this answer
    off: Span | None  # days off, now or announced
    is_off: bool  # now
    may_give: str  # how much more the reader may give, in words


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClocks:
    """What `fragments/clocks.html` places."""

    seats: tuple[SeatClock, ...]
    acts: bool
    plays: bool  # whether the reader plays here
    pause: Span | None
    may_play_on_at: datetime | None
    may_play_on: bool  # by now
    is_pause_asked: bool

    @property
    def first(self) -> SeatClock | None:
        """The clock that matters to the reader: their own, or the one that runs out first."""
        running = [seat for seat in self.seats if seat.deadline is not None]
        return min(running, key=lambda seat: (not seat.is_mine, seat.deadline), default=None)


def clocks_of(visited: Visit, names: Sequence[str]) -> TableClocks | None:
    """Nothing for a table without clocks, or where they do not run."""
    match, terms = visited.match, visited.match.clock_terms
    if terms is None or not visited.is_running:
        return None
    now, stops = timezone.now(), match.stop_spans
    days_off = [stop for stop in stops if stop.kind == "days_off" and now < stop.span.ended_at]
    off = {stop.seat: stop.span for stop in reversed(days_off)}
    pauses = [stop.span for stop in stops if stop.kind == "pause" and now < stop.span.ended_at]
    pause = pauses[0] if pauses else None
    seats = tuple(
        SeatClock(
            index=seat.index,
            name=names[seat.index],
            is_mine=seat.index == visited.seat,
            reserve_at=seat.reserve_at,
            deadline=seat.deadline,
            bank=duration(timedelta(milliseconds=seat.bank_ms)),
            bank_roughly=roughly(timedelta(milliseconds=seat.bank_ms)),
            given=duration(timedelta(milliseconds=seat.given_ms)) if seat.given_ms else "",
            off=off.get(seat.index),
            is_off=_is_in(off.get(seat.index), now),
            may_give=(
                duration(terms.move)
                if seat.deadline and visited.seat is not None and seat.index != visited.seat
                else ""
            ),
        )
        for seat in visited.seats
        if seat.bank_ms is not None and not seat.acting_bot
    )
    may_play_on_at = pause and pause.began_at + PAUSES_STAND
    return TableClocks(
        seats=seats,
        acts=terms.acts,
        plays=visited.seat is not None,
        pause=pause,
        may_play_on_at=may_play_on_at,
        may_play_on=may_play_on_at is not None and may_play_on_at <= now,
        is_pause_asked=match.pause_asked is not None,
    )


def with_times(table: ShownTable, clocks: TableClocks | None) -> ShownTable:
    """The title's table, with the times of the people who sit there."""
    if clocks is None:
        return table
    times = {seat.index: _time_of(seat, clocks) for seat in clocks.seats}
    timed = tuple(
        replace(one, who=replace(one.who, time=times.get(one.who.seat))) for one in table.people
    )
    return replace(table, people=timed)


def _time_of(seat: SeatClock, clocks: TableClocks) -> SeatTime:
    return SeatTime(
        bank=seat.bank_roughly,
        reserve_at=seat.reserve_at,
        deadline=seat.deadline,
        off_until=seat.off.ended_at if seat.off and seat.is_off else None,
        stands=clocks.pause is not None,
    )


def _is_in(span: Span | None, now: datetime) -> bool:
    return span is not None and span.began_at <= now < span.ended_at
