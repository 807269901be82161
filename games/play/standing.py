"""What a log says beside its state: since when who is awaited, when the clock acts, the rounds.

Pure, and one move at a time, so that appending a move and rebuilding a match from its log give
the same columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.clocks import ALWAYS, Clock, Schedule, Terms, after_move, fresh, more
from games.engine import Round, Title
from games.engine.title import State

MILLISECOND = timedelta(milliseconds=1)


class Lapse(NamedTuple):
    """The title's own clock: since when it runs, and for how long."""

    since: datetime
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the derived columns of a match and its seats say after a move."""

    awaited: Mapping[int, datetime] = field(default_factory=dict)
    answers: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # how many, milliseconds
    clocks: Mapping[int, Clock] = field(default_factory=dict)  # none at a table without
    lapse: Lapse | None = None
    kept: Mapping[int, int] = field(default_factory=dict)  # keeper's moves in a row
    missed: Mapping[int, int] = field(default_factory=dict)  # keeper's moves for a holder
    round: int = 0
    outcome: Mapping[str, Any] | None = None


def advanced(
    before: Standing,
    title: Title[State],
    state: State,
    at: datetime,
    *,
    mover: int | None,
    by: str,
    terms: Terms | None = None,
    schedule: Schedule = ALWAYS,
) -> Standing:
    """The standing after a move at this time led to this state."""
    outcome, rounds, awaited = title.outcome(state), title.rounds(state), title.awaiting(state)
    # Whoever has just moved and is asked again waits anew.
    since = {seat: when for seat, when in before.awaited.items() if seat != mover}
    clocks = before.clocks
    if terms is not None:
        clocks = after_move(clocks, terms, schedule, awaited=awaited, mover=mover, by=by, at=at)
    return Standing(
        awaited={seat: since.get(seat, at) for seat in sorted(awaited)},
        answers=_answers(before, at, mover) if by == "account" else before.answers,
        clocks=clocks,
        lapse=_lapse(before, title, state, at),
        kept=_kept(before, mover, by),
        missed=_missed(before, mover) if by == "keeper" else before.missed,
        round=rounds[-1].number if rounds else 0,
        outcome=None if outcome is None else as_json(asdict(outcome)),
    )


def shifted(standing: Standing, frozen: timedelta) -> Standing:
    """The same after a freeze that lasted so long: nobody was waited for. (Clocks know the freeze.)"""
    awaited = {seat: since + frozen for seat, since in standing.awaited.items()}
    return replace(standing, awaited=awaited)


def gifted(
    standing: Standing, terms: Terms, seat: int, at: datetime, time: timedelta | None
) -> Standing:
    """The same after somebody gave a seat more time, or its clock began afresh (no time)."""
    clock = standing.clocks[seat]
    clock = fresh(clock, terms, at) if time is None else more(clock, time)
    return replace(standing, clocks={**standing.clocks, seat: clock})


def voided(standing: Standing) -> Standing:
    """Nobody is awaited and no clock runs, whatever the log was waiting for."""
    clocks = {seat: Clock(bank=clock.bank) for seat, clock in standing.clocks.items()}
    return Standing(
        round=standing.round,
        clocks=clocks,
        answers=standing.answers,
        kept=standing.kept,
        missed=standing.missed,
    )


def returned(standing: Standing, seat: int) -> Standing:
    """The same after the account of a seat has said that it is here."""
    return replace(standing, kept={**standing.kept, seat: 0})


def handed_on(standing: Standing, seat: int) -> Standing:
    """The same for the next holder of a seat, of whom nothing has been counted yet."""
    return replace(
        returned(standing, seat),
        answers={**standing.answers, seat: (0, 0)},
        missed={**standing.missed, seat: 0},
    )


def _missed(before: Standing, mover: int | None) -> Mapping[int, int]:
    if mover is None:
        return before.missed
    return {**before.missed, mover: before.missed.get(mover, 0) + 1}


def _kept(before: Standing, mover: int | None, by: str) -> Mapping[int, int]:
    """The keeper's moves in a row. A bot's seat has none, and none of an account's own is one."""
    if mover is None or by not in ("account", "keeper"):
        return before.kept
    return {**before.kept, mover: before.kept.get(mover, 0) + 1 if by == "keeper" else 0}


def _answers(before: Standing, at: datetime, mover: int | None) -> Mapping[int, tuple[int, int]]:
    if mover is None:
        return before.answers
    count, taken = before.answers.get(mover, (0, 0))
    since = min(before.awaited.get(mover, at), at)
    return {**before.answers, mover: (count + 1, taken + (at - since) // MILLISECOND)}


def _lapse(before: Standing, title: Title[State], state: State, at: datetime) -> Lapse | None:
    """The title's clock. It starts with a question and is not set back by each answer to it."""
    lapse = title.lapse(state)
    if lapse is None:
        return None
    same_question = title.awaiting(state) < before.awaited.keys()
    if same_question and before.lapse is not None:
        return before.lapse
    return Lapse(at, int(lapse[0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundChange:
    """A round that a move opened, closed, or both."""

    round: Round
    opened: bool
    closed: bool


def round_changes(before: list[Round], after: list[Round]) -> Iterator[RoundChange]:
    was_open = {one.number: one.result is None for one in before}
    for one in after:
        opened = one.number not in was_open
        closed = was_open.get(one.number, True) and one.result is not None
        if opened or closed:
            yield RoundChange(round=one, opened=opened, closed=closed)


def as_json(value: object) -> Any:
    """The same with lists for tuples, as a JSON column gives it back."""
    if isinstance(value, Mapping):
        return {key: as_json(entry) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [as_json(entry) for entry in value]
    return value
