"""The clocks of a table, as everyone may see them: moments, never what is left.

A fragment is kept, and so cannot say how long it is until something; the page's script does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from games.clocks import Span
from games.clocks.words import duration
from games.matchlog.access import Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatClock:
    """What a seat has: a clock that runs or, if it is not asked, a reserve."""

    index: int
    name: str
    is_mine: bool
    reserve_at: datetime | None  # when it begins to use the reserve
    deadline: datetime | None
    bank: str  # in words
    given: str  # in words, by others for this answer
    off: Span | None  # days off, now or announced
    is_off: bool  # now
    may_give: str  # how much more the reader may give, in words


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPause:
    """A question to all who play."""

    by: str
    until: datetime
    why: str
    expires_at: datetime
    agreed: int
    is_mine_to_answer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClocks:
    """What `fragments/clocks.html` places."""

    seats: tuple[SeatClock, ...]
    acts: bool
    plays: bool  # whether the reader plays here
    pause: Span | None
    may_play_on_at: datetime | None
    asked: AskedPause | None

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
    off = {stop.seat: stop.span for stop in reversed(stops) if stop.kind == "days_off"}
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
            given=duration(timedelta(milliseconds=seat.given_ms)) if seat.given_ms else "",
            off=_still(off.get(seat.index), now),
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
    return TableClocks(
        seats=seats,
        acts=terms.acts,
        plays=visited.seat is not None,
        pause=pause,
        may_play_on_at=pause and pause.began_at + timedelta(days=1),
        asked=_asked(visited, names),
    )


def _still(span: Span | None, now: datetime) -> Span | None:
    return span if span is not None and now < span.ended_at else None


def _is_in(span: Span | None, now: datetime) -> bool:
    return span is not None and span.began_at <= now < span.ended_at


def _asked(visited: Visit, names: Sequence[str]) -> AskedPause | None:
    asked = visited.match.pause_asked
    if asked is None:
        return None
    return AskedPause(
        by=names[asked["seat"]],
        until=datetime.fromisoformat(asked["until"]),
        why=asked["why"],
        expires_at=datetime.fromisoformat(asked["expires_at"]),
        agreed=len(asked["agreed"]),
        is_mine_to_answer=visited.seat is not None and visited.seat not in asked["agreed"],
    )
