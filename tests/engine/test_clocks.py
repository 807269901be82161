"""The rules of clocks, for whatever happens between a question and its answer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import clocks
from games.clocks import (
    DAY,
    HOUR,
    PACES,
    Clock,
    Schedule,
    Span,
    Stops,
    Terms,
    after_move,
    begun,
    fresh,
    more,
    times,
)
from games.clocks.words import duration, in_full, in_short, roughly

START = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday
DAILY = PACES["daily"]

spans = st.tuples(st.integers(0, 40 * DAY), st.integers(0, 6 * DAY)).map(
    lambda pair: Span(at(pair[0]), at(pair[0] + pair[1]))
)
stops = st.builds(
    Stops, st.lists(spans, max_size=5).map(tuple), st.sampled_from(["", "Europe/Prague"])
)
moments = st.integers(0, 40 * DAY).map(lambda seconds: at(seconds))
budgets = st.integers(0, 20 * DAY).map(lambda seconds: timedelta(seconds=seconds))
terms = st.one_of(
    st.sampled_from(list(PACES.values())),
    st.builds(
        clocks.custom,
        move=st.sampled_from(clocks.MOVES),
        bank=st.sampled_from(clocks.BANKS),
        refill=st.sampled_from(clocks.REFILLS),
    ),
)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def asked(clock: Clock, when: datetime, terms: Terms = DAILY) -> Clock:
    return after_move({0: clock}, terms, Schedule(), awaited={0}, mover=None, by="clock", at=when)[
        0
    ]


def answered(
    clock: Clock,
    when: datetime,
    schedule: Schedule = clocks.ALWAYS,
    terms: Terms = DAILY,
    by: str = "account",
) -> Clock:
    return after_move({0: clock}, terms, schedule, awaited=(), mover=0, by=by, at=when)[0]


# Stops


@given(stops, moments, budgets)
def test_a_clock_has_run_for_exactly_as_long_as_it_was_to_run(
    stops: Stops, since: datetime, budget: timedelta
) -> None:
    assert stops.running(since, stops.after(since, budget)) == budget


@given(stops, moments, moments, moments)
def test_time_adds_up_however_it_is_divided(
    stops: Stops, one: datetime, two: datetime, three: datetime
) -> None:
    one, two, three = sorted((one, two, three))
    assert stops.running(one, two) + stops.running(two, three) == stops.running(one, three)


@given(st.lists(spans, max_size=6), moments, budgets, st.randoms())
def test_the_order_of_stops_is_of_no_matter_and_what_overlaps_counts_once(
    found: list[Span], since: datetime, budget: timedelta, random: st.DataObject
) -> None:
    other = [*found, *found]
    random.shuffle(other)  # type: ignore[attr-defined]  # hypothesis gives a Random
    assert Stops(tuple(found)).after(since, budget) == Stops(tuple(other)).after(since, budget)


def test_a_weekend_is_from_friday_evening_to_monday_morning_where_the_host_lives() -> None:
    prague = Stops(weekends="Europe/Prague")
    friday = datetime(2026, 11, 20, 20, 59, tzinfo=UTC)  # 21:59 in Prague
    assert prague.after(friday, timedelta(minutes=2)) == datetime(2026, 11, 23, 5, 1, tzinfo=UTC)
    sunday = datetime(2026, 11, 22, 12, tzinfo=UTC)
    assert prague.running(sunday, datetime(2026, 11, 23, 6, tzinfo=UTC)) == timedelta(hours=1)


def test_a_weekend_keeps_the_hours_of_its_zone_over_a_change_of_clocks() -> None:
    """In Prague the clocks go back on Sunday, 25 October 2026."""
    prague = Stops(weekends="Europe/Prague")
    before = datetime(2026, 10, 23, 20, tzinfo=UTC)  # 22:00 on Friday
    assert prague.after(before, timedelta()) == datetime(2026, 10, 26, 5, tzinfo=UTC)  # 06:00


# The reserve


@given(
    terms,
    st.lists(
        st.tuples(
            st.integers(0, 15 * DAY),  # until it is asked
            st.integers(0, 15 * DAY),  # until it answers
            st.sampled_from(["account", "keeper", "bot"]),
            st.integers(0, 2 * DAY),  # given
        ),
        max_size=12,
    ),
    stops,
)
def test_a_reserve_is_never_negative_and_never_more_than_its_cap(
    terms: Terms, history: list[tuple[int, int, str, int]], stops: Stops
) -> None:
    schedule = Schedule(stops.weekends, stops.spans)
    clock, now = begun(terms, 1)[0], START
    for wait, took, by, gift in history:
        now += timedelta(seconds=wait)
        clock = more(asked(clock, now, terms), timedelta(seconds=gift))
        now += timedelta(seconds=took)
        clock = answered(clock, now, schedule, terms, by)
        assert timedelta() <= clock.bank <= timedelta(seconds=max(terms.cap, terms.bank))
        assert clock.asked_at is None
        assert clock.given == timedelta()


@given(terms, stops, st.integers(0, 30 * DAY))
def test_whoever_answers_before_the_deadline_has_some_reserve_left_and_after_it_none(
    terms: Terms, stops: Stops, took: int
) -> None:
    clock = asked(begun(terms, 1)[0], START, terms)
    found = times(clock, terms, stops)
    assert found is not None
    assert found.reserve_at <= found.deadline
    when = at(took)
    left = answered(clock, when, Schedule(stops.weekends, stops.spans), terms, "keeper").bank
    if when >= found.deadline:
        assert left == timedelta()
    elif when <= found.reserve_at:
        assert left == clock.bank
    else:
        assert left == stops.running(when, found.deadline)


@given(terms, st.lists(st.integers(1, 3 * DAY), min_size=1, max_size=6), st.data())
def test_what_a_pause_stopped_is_not_charged_whenever_it_was(
    terms: Terms, lengths: list[int], data: st.DataObject
) -> None:
    """The same answers with pauses between and in them: the reserve comes out the same."""
    plain, paused = begun(terms, 1)[0], begun(terms, 1)[0]
    now, later, breaks = START, START, list[Span]()
    for took in lengths:
        plain, paused = asked(plain, now, terms), asked(paused, later, terms)
        into, pause = data.draw(st.integers(0, took)), data.draw(st.integers(0, 9 * DAY))
        began = later + timedelta(seconds=into)
        breaks.append(Span(began, began + timedelta(seconds=pause)))
        now, later = now + timedelta(seconds=took), later + timedelta(seconds=took + pause)
        plain = answered(plain, now, terms=terms)
        paused = answered(paused, later, Schedule("", tuple(breaks)), terms)
        assert plain == paused


@given(
    terms,
    st.lists(st.integers(0, 4 * DAY), min_size=1, max_size=6),
    st.lists(spans, max_size=6),
    st.data(),
)
def test_whoevers_stop_it_is_and_however_it_is_divided_the_same_time_is_left(
    terms: Terms, lengths: list[int], found: list[Span], data: st.DataObject
) -> None:
    """A pause of all, days off of the seat, an outage that is over: each stops its clock alike."""
    everyone, own = list[Span](), list[Span]()
    for span in found:
        between = st.integers(0, int((span.ended_at - span.began_at).total_seconds()))
        middle = span.began_at + timedelta(seconds=data.draw(between))
        for piece in (Span(span.began_at, middle), Span(middle, span.ended_at)):
            (everyone if data.draw(st.booleans()) else own).append(piece)
    whole = Schedule("", tuple(found))
    divided = Schedule("", tuple(everyone), seats={0: tuple(own), 1: (Span(START, at(90 * DAY)),)})
    clock, now = begun(terms, 1)[0], START
    for took in lengths:
        clock = asked(clock, now, terms)
        assert times(clock, terms, whole.of(0)) == times(clock, terms, divided.of(0))
        now += timedelta(seconds=took)
        after = answered(clock, now, whole, terms)
        assert after == answered(clock, now, divided, terms)
        clock = after


@given(terms, st.lists(st.integers(0, 4 * DAY), max_size=8), st.lists(spans, max_size=5))
def test_all_time_that_ran_was_for_moves_or_came_from_the_reserve(
    terms: Terms, lengths: list[int], found: list[Span]
) -> None:
    """Nothing is lost and nothing is made: what was in reserve, less what was used, and what was
    given back for it, is what is left. Until somebody has none, from whom no more can be taken.
    """
    schedule, clock, now = Schedule("", tuple(found)), begun(terms, 1)[0], START
    for took in lengths:
        clock = asked(clock, now, terms)
        ran = schedule.of(0).running(now, now + timedelta(seconds=took))
        now += timedelta(seconds=took)
        after = answered(clock, now, schedule, terms)
        beyond = max(ran - timedelta(seconds=terms.move), timedelta())
        owed = clock.bank - beyond + timedelta(seconds=terms.refill)
        if beyond <= clock.bank:
            assert after.bank == min(owed, timedelta(seconds=terms.cap))
        else:
            assert after.bank == min(timedelta(seconds=terms.refill), timedelta(seconds=terms.cap))
        clock = after


def test_a_day_for_each_move_and_then_the_reserve() -> None:
    clock = asked(begun(DAILY, 1)[0], START)
    assert times(clock, DAILY, Stops()) == (at(DAY), at(3 * DAY))
    assert answered(clock, at(5)).bank == timedelta(days=2, hours=6)  # in time: six hours more
    late = answered(clock, at(DAY + 12 * HOUR))
    assert late.bank == timedelta(days=1, hours=18)


def test_a_move_of_the_keeper_gives_nothing_back() -> None:
    clock = asked(begun(DAILY, 1)[0], START)
    assert answered(clock, at(3 * DAY), by="keeper").bank == timedelta()


def test_each_of_several_who_are_asked_has_a_clock_of_their_own() -> None:
    before = begun(DAILY, 3)
    before[1] = Clock(bank=timedelta(hours=1))
    both = after_move(before, DAILY, clocks.ALWAYS, awaited={0, 1}, mover=None, by="deal", at=START)
    deadlines = [
        found and found.deadline for found in (times(both[n], DAILY, Stops()) for n in both)
    ]
    assert deadlines == [at(3 * DAY), at(DAY + HOUR), None]
    one = after_move(both, DAILY, clocks.ALWAYS, awaited={1}, mover=0, by="account", at=at(HOUR))
    assert one[1] == both[1]
    assert one[0].asked_at is None


def test_a_question_that_is_taken_back_costs_what_it_took_and_gives_nothing() -> None:
    clock = asked(begun(DAILY, 1)[0], START)
    after = after_move(
        {0: clock}, DAILY, clocks.ALWAYS, awaited=(), mover=None, by="clock", at=at(2 * DAY)
    )
    assert after[0] == Clock(bank=timedelta(days=1))


def test_given_time_is_used_before_the_reserve_and_is_for_this_answer_only() -> None:
    clock = more(asked(begun(DAILY, 1)[0], START), timedelta(days=1))
    assert times(clock, DAILY, Stops()) == (at(2 * DAY), at(4 * DAY))
    assert answered(clock, at(2 * DAY)).bank == timedelta(days=2, hours=6)


def test_a_fresh_clock_has_what_there_was_at_the_deal_from_now_on() -> None:
    clock = asked(Clock(bank=timedelta()), START)
    assert times(fresh(clock, DAILY, at(5)), DAILY, Stops()) == (at(5 + DAY), at(5 + 3 * DAY))
    assert fresh(Clock(bank=timedelta()), DAILY, at(5)).asked_at is None


def test_an_outage_does_not_change_what_was_charged_before_it_was_known() -> None:
    clock = asked(begun(DAILY, 1)[0], START)
    outage = Schedule(outages=(Span(START, at(DAY)),))
    assert answered(clock, at(DAY + HOUR), outage).bank == timedelta(days=2, hours=6)
    early = asked(
        Clock(bank=timedelta(hours=1)), START, terms := Terms(move=60, bank=0, refill=0, cap=0)
    )
    assert answered(early, at(DAY / 2), outage, terms).bank == timedelta()


def test_terms_are_the_same_after_a_way_through_json() -> None:
    for pace in PACES.values():
        assert Terms.from_json(pace.to_json()) == pace


def test_a_pace_of_ones_own_has_limits() -> None:
    assert clocks.custom(move=12 * HOUR, bank=DAY, refill=2 * HOUR).cap == 36 * HOUR
    with pytest.raises(ValueError, match="no such time"):
        clocks.custom(move=1, bank=DAY, refill=0)


# Words


def test_times_are_told_in_words() -> None:
    told = {5 * 60: "five minutes", DAY: "a day", 2 * DAY: "two days", 7 * DAY: "a week"}
    told |= {
        36 * HOUR: "a day and 12 hours",
        HOUR + 60: "an hour and a minute",
        14 * DAY: "two weeks",
    }
    told |= {0: "no time", 59: "less than a minute"}
    assert {seconds: duration(seconds) for seconds in told} == told
    rough = {59: "less than a minute", 0: "no time", 119: "a minute", 60 * HOUR: "two days"}
    assert {seconds: roughly(timedelta(seconds=seconds)) for seconds in rough} == rough
    assert in_short(DAILY) == "a day for each move, two days in reserve"
    assert in_full(DAILY) == (
        "A day for each move, two days in reserve. "
        "Every move in time gives six hours back, up to three days."
    )
