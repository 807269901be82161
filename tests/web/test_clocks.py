"""Clocks at tables: what a move costs, who runs out, what gives time, what becomes of it by itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import clocks, play, tasks
from games.engine import titles
from games.matchlog import access
from games.models import Aside, DaysOff, Heartbeat, Match, PauseRequest, Stop, TimeGiven
from games.play import belonging, bots, daysoff, due, holding, outages, seating, substitutes, timing
from games.play.announcing import announce
from games.rendering.clocks import clocks_of
from tests.web.conftest import START, Time
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.test_keeping import kept
from tests.web.test_races import at_once

Browser = Callable[..., Client]

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
DAILY = clocks.PACES["daily"]


@pytest.fixture
def table(time: Time, mira: User, tobias: User, ines: User) -> Scene:
    """A day for each move; mira begins."""
    return dealt(mira, tobias, ines, pace="daily")


def columns(scene: Scene) -> dict[str, Any]:
    names = ["awaited_since", "answer_ms", "asked_at", "given_ms", "bank_ms", "reserve_at"]
    names.append("deadline")
    match = scene.match
    return {
        "match": (match.deadline, match.lapse_since, match.lapse_seconds),
        "seats": [tuple(getattr(seat, name) for name in names) for seat in scene.seats()],
    }


def deadlines(scene: Scene) -> list[datetime | None]:
    return [seat.deadline for seat in scene.seats()]


def banks(scene: Scene) -> list[timedelta]:
    return [timedelta(milliseconds=seat.bank_ms or 0) for seat in scene.seats()]


def paused(scene: Scene, **time: float) -> None:
    """Everyone agrees to pause from now on for so long."""
    first, *others = scene.players
    timing.ask_for_pause(scene.id, first, until=play.rows.now() + timedelta(**time))
    for player in others:
        timing.answer_pause(scene.id, player, agrees=True)


# Moves


def test_whoever_is_asked_has_a_day_and_the_reserve_from_the_first_move_on(table: Scene) -> None:
    assert deadlines(table) == [START + 3 * DAY, None, None]
    assert table.seats()[0].reserve_at == START + DAY
    assert table.match.clock_at == START + 3 * DAY
    assert banks(table) == [2 * DAY] * 3


def test_a_move_in_time_gives_something_back_and_a_late_one_costs_reserve(
    table: Scene, time: Time
) -> None:
    time.passes(hours=2)
    table.act(0, do="pass")
    time.passes(hours=36)
    table.act(1, do="pass")
    assert banks(table) == [2 * DAY + 6 * HOUR, 2 * DAY - 6 * HOUR, 2 * DAY]
    assert deadlines(table) == [None, None, time.now + 3 * DAY]


def test_several_who_are_asked_at_once_each_have_a_deadline_of_their_own(
    table: Scene, time: Time
) -> None:
    time.passes(days=2)
    table.until_vote()
    first, second, third = deadlines(table)
    assert first is not None
    assert (second, third) == (first + DAY, first + DAY)  # she has taken a day of her reserve
    assert table.match.clock_at == first
    table.vote(0, 1)
    assert deadlines(table) == [None, second, third]


def test_the_titles_own_clock_runs_beside_and_whichever_comes_first_acts(
    table: Scene, time: Time
) -> None:
    table.until_vote()
    own = table.match.deadline
    assert own is not None
    assert own < min(filter(None, deadlines(table)))
    time.passes(days=1)
    play.lapse(table.id)
    assert table.moves()[-1].by == "clock"


def test_a_match_that_is_over_or_called_off_has_no_clock(table: Scene, mira: User) -> None:
    play.void(table.id, reason="so")
    assert deadlines(table) == [None, None, None]
    assert table.match.clock_at is None
    over = dealt(*table.players, pace="daily").to_the_end()
    assert over.match.clock_at is None
    assert deadlines(over) == [None, None, None]


def test_a_bot_has_no_deadline(time: Time, mira: User, tobias: User) -> None:
    scene = dealt(mira, tobias, size=3, bots=1, pace="daily")
    scene.act(0, do="pass")
    scene.act(1, do="pass")
    assert scene.awaited() == [2]
    assert (deadlines(scene), scene.match.clock_at) == ([None] * 3, None)


def test_a_clock_that_only_tells_is_never_due(time: Time, mira: User, tobias: User) -> None:
    tells = clocks.Terms(move=60, bank=0, refill=0, cap=0, acts=False)
    scene = dealt(mira, tobias, pace="custom", terms=tells, public=False)
    assert deadlines(scene)[0] == START + timedelta(minutes=1)
    time.passes(days=9)
    assert due.clocks(time.now) == []
    tasks.sweep.call()
    assert scene.number == 0


def test_a_public_table_may_not_have_a_clock_that_only_tells(mira: User) -> None:
    tells = clocks.Terms(move=60, bank=0, refill=0, cap=0, acts=False)
    with pytest.raises(play.PlayError, match="by invitation"):
        seating.create(mira, title="toy", size=2, pace="custom", terms=tells)


def test_no_clock_runs_while_a_match_is_frozen(table: Scene, time: Time) -> None:
    time.passes(hours=1)
    play.freeze(table.id, reason="a complaint")
    time.passes(days=9)
    tasks.sweep.call()
    assert table.number == 0
    play.thaw(table.id, reason="settled")
    assert deadlines(table)[0] == START + 12 * DAY


# When time is up


def test_the_keeper_moves_when_the_reserve_is_gone_and_not_before(table: Scene, time: Time) -> None:
    beating(time, days=3, seconds=-1)
    tasks.sweep.call()
    assert table.number == 0
    beating(time, seconds=1)
    tasks.sweep.call()
    assert [move.by for move in table.moves()] == ["deal", "keeper"]
    assert banks(table)[0] == timedelta()
    tasks.sweep.call()
    assert table.number == 1


def test_the_keeper_moves_for_everyone_who_is_late_in_one_sweep(table: Scene, time: Time) -> None:
    table.until_vote()
    Match.objects.filter(pk=table.id).update(deadline=None)  # as if the vote had no end of its own
    beating(time, days=4)
    tasks.sweep.call()
    assert [move.by for move in table.moves()][-3:] == ["keeper", "keeper", "keeper"]


def test_whoever_was_late_may_answer_the_next_question_and_has_a_day_for_it(
    table: Scene, time: Time
) -> None:
    beating(time, days=3)
    tasks.sweep.call()
    while 0 not in (awaited := table.awaited()):
        action = table.copy(awaited[0]).actions()[0]
        play.submit(table.id, table.players[awaited[0]], number=table.number, action=action)
    assert deadlines(table)[0] == time.now + DAY  # nothing is in reserve


def test_more_time_that_comes_just_before_the_keeper_moves_is_had(
    table: Scene, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is chosen without a lock; whether it is still to be made is asked under one."""
    beating(time, days=3)
    chosen = play.moves.submit_for_keeper

    def give_first(*args: Any, **kwargs: Any) -> Any:
        timing.give(table.id, table.players[1], index=0)
        return chosen(*args, **kwargs)

    monkeypatch.setattr("games.play.keeping.submit_for_keeper", give_first)
    tasks.sweep.call()
    assert table.number == 0
    assert deadlines(table)[0] == START + 4 * DAY


def beating(time: Time, **passed: float) -> None:
    """Time passes at a site that is there."""
    time.passes(**passed)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": time.now})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_match_in_which_all_but_one_fall_silent_ends_by_itself(slug: str, time: Time) -> None:
    time.now = datetime(2020, 1, 1, tzinfo=UTC)  # so that no bot has to be waited for in earnest
    people = [UserFactory.create() for _ in range(titles()[slug].seats[0])]
    scene = dealt(*people, title=slug, pace="daily")
    for _ in range(2000):
        awaited = scene.awaited()
        if not awaited:
            break
        answering = [index for index in awaited if index == 0 or scene.number < 5]
        if answering:
            copy = scene.copy(answering[0])
            action = bots.choose(copy, "plain")
            play.submit(scene.id, people[answering[0]], number=scene.number, action=action)
            continue
        time.now = max(time.now, scene.match.clock_at or time.now)
        beating(time)
        before = scene.number
        at_once(tasks.sweep.call, tasks.sweep.call)  # two workers
        assert scene.number > before
    assert scene.match.status == Match.Status.OVER
    silent = [move.by for move in scene.moves()[6:] if move.seat not in (None, 0)]
    assert set(silent) == {"keeper"}


# More time


def test_a_player_gives_another_as_much_as_everyone_has_for_a_move(
    table: Scene, time: Time
) -> None:
    edition = table.match.edition
    timing.give(table.id, table.players[1], index=0)
    assert deadlines(table)[0] == START + 4 * DAY
    assert table.match.edition != edition  # open pages show it
    assert TimeGiven.objects.get().giver == 1
    time.passes(days=2)
    table.act(0, do="pass")
    assert banks(table)[0] == 2 * DAY + 6 * HOUR


def test_more_time_is_refused_to_oneself_to_whoever_is_not_asked_and_without_end(
    table: Scene, other: User
) -> None:
    def refused(index: int, by: User) -> str:
        with pytest.raises(play.PlayError) as error:
            timing.give(table.id, by, index=index)
        return error.value.code

    mira, tobias, _ines = table.players
    assert refused(0, mira) == "not_yourself"
    assert refused(2, mira) == "not_awaited"
    assert refused(7, mira) == "no_such_seat"
    assert refused(0, other) == "not_seated"
    for _ in range(timing.GIFTS_FOR_AN_ANSWER):
        timing.give(table.id, tobias, index=0)
    assert refused(0, tobias) == "enough_time"


def test_a_table_without_a_clock_has_no_time_to_give(scene: Scene) -> None:
    with pytest.raises(play.PlayError, match="no clock"):
        timing.give(scene.id, scene.players[1], index=0)


# Pauses


def test_a_pause_begins_when_everyone_agrees_and_stops_every_clock(
    table: Scene, time: Time
) -> None:
    mira, tobias, ines = table.players
    timing.ask_for_pause(table.id, ines, until=START + 5 * DAY, why=" Exams ")
    timing.answer_pause(table.id, mira, agrees=True)
    assert deadlines(table)[0] == START + 3 * DAY
    time.passes(hours=1)
    timing.answer_pause(table.id, tobias, agrees=True)
    assert deadlines(table)[0] == START + 8 * DAY - HOUR
    assert PauseRequest.objects.get().why == "Exams"
    beating(time, days=4, hours=23)
    before = table.match.edition
    tasks.sweep.call()  # it is over: pages are told
    assert table.match.edition != before
    assert table.number == 0
    assert table.match.clock_at == START + 8 * DAY - HOUR


def test_one_no_is_enough(table: Scene) -> None:
    mira, tobias, ines = table.players
    timing.ask_for_pause(table.id, ines, until=START + 5 * DAY)
    timing.answer_pause(table.id, tobias, agrees=False)
    with pytest.raises(play.PlayError, match="any more"):
        timing.answer_pause(table.id, mira, agrees=True)
    assert not Stop.objects.exists()
    timing.ask_for_pause(table.id, ines, until=START + 5 * DAY)  # and may be asked again


def test_a_request_that_is_not_answered_runs_out_after_two_days(table: Scene, time: Time) -> None:
    timing.ask_for_pause(table.id, table.players[2], until=START + 9 * DAY)
    beating(time, days=2)
    with pytest.raises(play.PlayError, match="any more"):
        timing.answer_pause(table.id, table.players[0], agrees=True)
    tasks.sweep.call()
    assert PauseRequest.objects.get().outcome == "expired"
    assert timing.expire_request(table.id) is None


def test_a_pause_is_neither_endless_nor_over_already_nor_asked_for_twice(
    table: Scene, other: User
) -> None:
    mira, tobias, _ines = table.players
    for until in (START, START - DAY, START + 31 * DAY):
        with pytest.raises(play.PlayError, match="at most 30 days"):
            timing.ask_for_pause(table.id, mira, until=until)
    with pytest.raises(play.PlayError) as error:
        timing.ask_for_pause(table.id, other, until=START + DAY)
    assert error.value.code == "not_seated"
    timing.ask_for_pause(table.id, mira, until=START + DAY)
    with pytest.raises(play.PlayError, match="already"):
        timing.ask_for_pause(table.id, tobias, until=START + DAY)


def test_nobody_floods_a_table_with_questions(table: Scene, time: Time) -> None:
    mira, tobias, _ines = table.players
    for _ in range(timing.REQUESTS_A_DAY):
        timing.ask_for_pause(table.id, mira, until=time.now + DAY)
        timing.answer_pause(table.id, mira, agrees=False)
    with pytest.raises(play.PlayError, match="often enough"):
        timing.ask_for_pause(table.id, mira, until=time.now + DAY)
    timing.ask_for_pause(table.id, tobias, until=time.now + DAY)  # has not asked yet
    timing.answer_pause(table.id, tobias, agrees=False)
    time.passes(days=1)
    timing.ask_for_pause(table.id, mira, until=time.now + DAY)


def test_a_substitute_has_not_agreed_to_a_pause_that_the_predecessor_asked_for(
    table: Scene, time: Time, mira: User, tobias: User, ines: User, other: User
) -> None:
    timing.ask_for_pause(table.id, mira, until=time.now + 5 * DAY)
    holding.leave(table.id, mira, offered="anyone")
    substitutes.take(table.id, other, index=0)
    for player in (tobias, ines):
        timing.answer_pause(table.id, player, agrees=True)
    assert not Stop.objects.exists()
    timing.answer_pause(table.id, other, agrees=True)
    assert Stop.objects.get().kind == "pause"


def test_when_whoever_has_not_answered_leaves_the_others_agree(
    table: Scene, time: Time, mira: User, tobias: User, ines: User
) -> None:
    timing.ask_for_pause(table.id, mira, until=time.now + 5 * DAY)
    timing.answer_pause(table.id, tobias, agrees=True)
    deadline = deadlines(table)[0]
    assert deadline is not None
    holding.leave(table.id, ines)
    assert deadlines(table)[0] == deadline + 5 * DAY
    assert table.match.pause_asked is None
    before = columns(table)
    play.rebuild(table.id)
    assert columns(table) == before


def test_when_whoever_has_not_answered_is_away_the_others_agree(
    table: Scene, time: Time, tobias: User, ines: User
) -> None:
    kept(table, 2)
    timing.ask_for_pause(table.id, tobias, until=time.now + 5 * DAY)
    timing.answer_pause(table.id, ines, agrees=True)
    assert not Stop.objects.exists()
    kept(table, 1)
    assert Stop.objects.get().kind == "pause"
    assert table.match.pause_asked is None
    asked = [deadline for deadline in deadlines(table) if deadline]
    assert asked
    assert min(asked) >= time.now + 8 * DAY
    before = columns(table)
    play.rebuild(table.id)
    assert columns(table) == before


def test_after_its_first_day_anyone_may_end_a_pause(table: Scene, time: Time) -> None:
    paused(table, days=20)
    with pytest.raises(play.PlayError, match="stands for a day"):
        timing.end_pause(table.id, table.players[1])
    time.passes(days=1)
    timing.end_pause(table.id, table.players[1])
    assert deadlines(table)[0] == START + 4 * DAY
    with pytest.raises(play.PlayError, match="not paused"):
        timing.end_pause(table.id, table.players[1])


def test_whoever_likes_may_move_in_a_pause_and_is_not_charged_for_it(
    table: Scene, time: Time
) -> None:
    paused(table, days=20)
    time.passes(days=9)
    table.act(0, do="pass")
    assert banks(table)[0] == 2 * DAY + 6 * HOUR
    assert deadlines(table)[1] == START + 23 * DAY


def test_bots_are_not_asked(time: Time, mira: User, tobias: User) -> None:
    scene = dealt(mira, tobias, size=3, bots=1, pace="daily")
    paused(scene, days=2)
    assert Stop.objects.filter(match_id=scene.id, kind="pause").exists()


# Days off


def test_days_off_stop_ones_own_clock_at_every_table_that_allows_it(
    table: Scene, time: Time, mira: User, tobias: User
) -> None:
    strict = dealt(mira, tobias, pace="live")
    daysoff.take(mira, first=date(2026, 11, 18), last=date(2026, 11, 22))
    assert deadlines(table)[0] == datetime(2026, 11, 23, tzinfo=UTC) + 3 * DAY
    assert deadlines(strict)[0] == START + timedelta(minutes=15)
    later = dealt(mira, tobias, pace="daily")
    assert deadlines(later)[0] == datetime(2026, 11, 23, tzinfo=UTC) + 3 * DAY


def test_days_off_begin_at_midnight_where_one_lives(table: Scene, mira: User) -> None:
    mira.time_zone = "Europe/Prague"
    mira.save()
    taken = daysoff.take(mira, first=date(2026, 11, 20), last=date(2026, 11, 20))
    assert taken.began_at == datetime(2026, 11, 19, 23, tzinfo=UTC)
    assert deadlines(table)[0] == START + 4 * DAY


def test_pages_are_told_when_days_off_begin_and_end(table: Scene, time: Time, mira: User) -> None:
    taken = daysoff.take(mira, first=date(2026, 11, 19), last=date(2026, 11, 19))
    for moment in (taken.began_at, taken.ended_at):
        assert table.match.clock_at == moment
        time.now = moment
        beating(time)
        before = table.match.edition
        tasks.sweep.call()
        assert table.match.edition != before


def test_coming_back_early_gives_the_days_back_that_have_not_begun(
    table: Scene, time: Time, mira: User
) -> None:
    daysoff.take(mira, first=date(2026, 11, 18), last=date(2026, 11, 24))
    assert daysoff.left(mira, 2026) == 23
    time.passes(days=2)
    daysoff.come_back(mira)
    assert daysoff.left(mira, 2026) == 27
    assert deadlines(table)[0] == START + 5 * DAY
    with pytest.raises(play.PlayError, match="no days off"):
        daysoff.come_back(mira)


def test_days_off_that_have_not_begun_are_taken_back_whole(table: Scene, mira: User) -> None:
    daysoff.take(mira, first=date(2026, 11, 19), last=date(2026, 11, 24))
    daysoff.come_back(mira)
    assert deadlines(table)[0] == START + 3 * DAY
    assert not DaysOff.objects.exists()
    assert not Stop.objects.exists()


def test_nobody_floods_their_tables_with_days_off(table: Scene, time: Time, mira: User) -> None:
    tomorrow = daysoff.today(mira) + DAY
    for _ in range(daysoff.TOLD_A_DAY):
        daysoff.take(mira, first=tomorrow, last=tomorrow)
        daysoff.come_back(mira)
    with pytest.raises(play.PlayError, match="often enough"):
        daysoff.take(mira, first=tomorrow, last=tomorrow)
    time.passes(days=1)
    daysoff.take(mira, first=tomorrow, last=tomorrow)


def test_of_two_times_off_one_is_taken_back_and_the_other_stays(
    table: Scene, time: Time, mira: User
) -> None:
    daysoff.take(mira, first=date(2026, 11, 20), last=date(2026, 11, 20))
    daysoff.take(mira, first=date(2026, 12, 1), last=date(2026, 12, 3))
    daysoff.come_back(mira)
    assert DaysOff.objects.get().first == date(2026, 12, 1)
    stop = Stop.objects.get()
    assert (stop.seat, stop.began_at) == (0, datetime(2026, 12, 1, tzinfo=UTC))
    clock = clocks_of(access.visit(table.id, mira), ["mira", "tobias", "ines"])
    assert clock is not None
    off = clock.seats[0].off
    assert off is not None
    assert off.began_at == stop.began_at


def test_days_off_that_are_over_hide_none_that_are_announced(
    table: Scene, time: Time, mira: User
) -> None:
    daysoff.take(mira, first=date(2026, 11, 18), last=date(2026, 11, 18))
    daysoff.take(mira, first=date(2026, 12, 1), last=date(2026, 12, 3))
    time.passes(days=2)
    clock = clocks_of(access.visit(table.id, mira), ["mira", "tobias", "ines"])
    assert clock is not None
    off = clock.seats[0].off
    assert off is not None
    assert off.began_at == datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (date(2026, 11, 17), date(2026, 11, 19), "bad_days"),
        (date(2026, 11, 20), date(2026, 11, 19), "bad_days"),
        (date(2029, 11, 20), date(2029, 11, 21), "bad_days"),
        (date(2026, 11, 20), date(2026, 12, 4), "too_long"),
        (date(2026, 12, 7), date(2026, 12, 7), "no_day_between"),
        (date(2026, 12, 10), date(2026, 12, 23), "no_days_left"),
    ],
)
def test_days_off_have_limits(time: Time, mira: User, first: date, last: date, code: str) -> None:
    daysoff.take(mira, first=date(2026, 11, 23), last=date(2026, 12, 6))  # 14 days
    daysoff.take(mira, first=date(2026, 12, 29), last=date(2027, 1, 7))  # 3 of this year
    assert (daysoff.left(mira, 2026), daysoff.left(mira, 2027)) == (13, 23)
    with pytest.raises(play.PlayError) as error:
        daysoff.take(mira, first=first, last=last)
    assert error.value.code == code


# The site is away


def test_nobodys_clock_runs_while_the_site_is_away(
    table: Scene, time: Time, mira: User, tobias: User, ines: User
) -> None:
    promised = dealt(mira, tobias, ines).until_vote()
    vote_ends = promised.match.deadline
    assert vote_ends is not None
    tasks.sweep.call()
    time.passes(days=9)
    before = table.match.edition
    tasks.sweep.call()
    assert table.number == 0
    assert deadlines(table)[0] == START + 12 * DAY
    assert table.match.edition != before
    assert promised.match.deadline == vote_ends + 9 * DAY
    time.passes(seconds=30)
    tasks.sweep.call()
    assert Stop.objects.count() == 1
    before_rebuild = columns(table), columns(promised)
    for scene in (table, promised):
        play.rebuild(scene.id)
    assert (columns(table), columns(promised)) == before_rebuild


def test_an_outage_within_a_pause_is_not_given_twice(table: Scene, time: Time) -> None:
    tasks.sweep.call()
    paused(table, days=5)
    time.passes(days=7)
    tasks.sweep.call()
    assert deadlines(table)[0] == START + 10 * DAY


def test_a_worker_that_dies_while_it_gives_time_back_leaves_it_to_the_next(
    table: Scene, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    outages.beat()
    time.passes(days=9)
    monkeypatch.setattr(outages, "announce", _die)
    with pytest.raises(KeyboardInterrupt):
        outages.beat()
    monkeypatch.setattr(outages, "announce", announce)
    assert not Stop.objects.exists()
    assert outages.beat() == 9 * DAY
    assert deadlines(table)[0] == START + 12 * DAY
    assert outages.beat() is None


def test_nobodys_clock_runs_while_pages_are_away_and_workers_are_not(
    table: Scene, time: Time
) -> None:
    outages.beat_of_pages()
    time.passes(days=2)
    outages.beat_of_pages()  # gives the two days back: it was silent for them
    promised = START + 5 * DAY
    assert deadlines(table)[0] == promised
    for _ in range(8):  # the workers are there all the time
        beating(time, days=1)
        tasks.sweep.call()
    assert (table.number, deadlines(table)[0]) == (0, promised)
    outages.beat_of_pages()
    assert deadlines(table)[0] == promised + 8 * DAY
    tasks.sweep.call()
    assert table.number == 0
    before = columns(table)
    play.rebuild(table.id)
    assert columns(table) == before
    time.now = promised + 8 * DAY
    beating(time)
    outages.beat_of_pages()
    # Three more days of silence have been given back, and now it is up.
    time.now = promised + 11 * DAY
    beating(time)
    Heartbeat.objects.filter(pk=Heartbeat.Part.PAGES).update(at=time.now)
    tasks.sweep.call()
    assert [move.by for move in table.moves()] == ["deal", "keeper"]


def test_no_clock_acts_in_the_seconds_after_pages_have_died(table: Scene, time: Time) -> None:
    """Nobody knows yet that they have: a clock acts when they are known to have outlived its time."""
    deadline = START + 3 * DAY
    until = (deadline - SECOND, deadline)
    for died_at in until:
        beating(time)
        time.now = died_at
        Heartbeat.objects.update_or_create(pk=Heartbeat.Part.PAGES, defaults={"at": died_at})
        for seconds in (1, 19, 25):
            time.now = died_at + timedelta(seconds=seconds)
            beating(time)
            tasks.sweep.call()
            assert table.number == (0 if died_at < deadline else 1)


def test_what_clocks_lost_while_pages_were_away_is_had_before_any_of_them_acts(
    table: Scene, time: Time
) -> None:
    deadline = START + 3 * DAY
    died_at = deadline - SECOND
    Heartbeat.objects.create(pk=Heartbeat.Part.PAGES, at=died_at)
    time.now = died_at + 30 * SECOND
    beating(time)
    outages.beat_of_pages()
    tasks.sweep.call()
    assert (table.number, deadlines(table)[0]) == (0, deadline + 30 * SECOND)
    for _ in range(2):  # the time that was left, and the beat that is later than that
        time.passes(seconds=1)
        tasks.sweep.call()
        assert table.number == 0
    outages.beat_of_pages()
    tasks.sweep.call()
    assert table.number == 1


def test_a_titles_own_clock_waits_for_pages_too(
    time: Time, mira: User, tobias: User, ines: User
) -> None:
    scene = dealt(mira, tobias, ines).until_vote()
    ends_at = scene.match.deadline
    assert ends_at is not None
    number = scene.number
    Heartbeat.objects.create(pk=Heartbeat.Part.PAGES, at=ends_at - SECOND)
    time.now = ends_at + 5 * SECOND
    beating(time)
    tasks.sweep.call()
    assert scene.number == number
    outages.beat_of_pages()
    tasks.sweep.call()
    assert scene.moves()[-1].by == "clock"


def test_a_long_sweep_is_not_an_outage(
    time: Time, mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many may be late at once, and nobody sweeps beside whoever moves for them."""
    scenes = [dealt(mira, tobias, pace="daily") for _ in range(4)]
    beating(time, days=4)
    look = timing.look

    def slowly(match_id: str, until: datetime) -> list[tuple[int, int]]:
        time.passes(seconds=25)
        return look(match_id, until)

    monkeypatch.setattr(timing, "look", slowly)
    monkeypatch.setattr(tasks, "monotonic", lambda: time.now.timestamp())
    for _ in range(2):
        tasks.sweep.call()
    assert [scene.number for scene in scenes] == [1] * 4
    assert not Stop.objects.exists()


def test_a_restart_is_not_an_outage(table: Scene, time: Time) -> None:
    for part in Heartbeat.Part:
        outages.beat(part)
    time.passes(seconds=20)
    assert [outages.beat(part) for part in Heartbeat.Part] == [None, None]
    assert outages.clocks_act_until() == time.now
    assert deadlines(table)[0] == START + 3 * DAY


def test_what_both_parts_were_away_for_is_given_back_once(table: Scene, time: Time) -> None:
    outages.beat()
    time.passes(hours=1)
    outages.beat_of_pages()
    time.passes(hours=9)
    outages.beat_of_pages()
    tasks.sweep.call()
    assert deadlines(table)[0] == START + 3 * DAY + 10 * HOUR
    assert Stop.objects.count() == 2


def test_where_nobody_ever_said_that_pages_are_served_clocks_run(table: Scene, time: Time) -> None:
    time.passes(days=3)
    assert outages.clocks_act_until() == time.now
    tasks.sweep.call()
    assert table.number == 1


def _die(*_args: Any, **_kwargs: Any) -> None:
    raise KeyboardInterrupt


# Keepers and seats


def test_a_seat_that_is_handed_back_is_asked_from_then_on(
    table: Scene, time: Time, mira: User
) -> None:
    time.passes(hours=1, milliseconds=1)
    belonging.keep(mira)
    assert (deadlines(table), table.match.clock_at) == ([None] * 3, None)
    time.passes(days=9)
    belonging.give_back(mira)
    deadline = deadlines(table)[0]
    assert deadline is not None
    assert timedelta() <= deadline - (time.now + 3 * DAY) < timedelta(seconds=1)
    before = columns(table)
    play.rebuild(table.id)
    assert columns(table) == before


def test_whoever_takes_the_seat_back_from_the_keeper_has_time_for_the_next_move(
    table: Scene, time: Time, mira: User
) -> None:
    for _ in range(100):
        if table.seats()[0].keeper:
            break
        beating(time, days=4)
        tasks.sweep.call()
    while 0 not in table.awaited():
        beating(time, days=4)
        tasks.sweep.call()
    assert (table.seats()[0].keeper, deadlines(table)[0]) == ("keeper", None)
    time.passes(days=3)
    holding.take_back(table.id, mira)
    assert deadlines(table)[0] == time.now + DAY
    before = columns(table)
    play.rebuild(table.id)
    assert columns(table) == before


def test_saying_that_one_is_here_gives_no_time_to_whoever_was(
    table: Scene, time: Time, mira: User
) -> None:
    time.passes(days=2)
    holding.take_back(table.id, mira)
    assert deadlines(table)[0] == START + 3 * DAY


def test_a_substitute_has_a_fresh_clock_and_not_the_days_off_of_whoever_sat_there(
    table: Scene, time: Time, mira: User, other: User
) -> None:
    time.passes(days=2, hours=12)
    daysoff.take(mira, first=daysoff.today(mira), last=daysoff.today(mira) + DAY)
    holding.leave(table.id, mira, offered="anyone")
    assert deadlines(table) == [None, None, None]
    time.passes(hours=1)
    substitutes.take(table.id, other, index=0)
    assert deadlines(table)[0] == time.now + 3 * DAY
    before = columns(table)
    play.rebuild(table.id)
    assert columns(table) == before


def test_a_substitute_has_their_own_days_off_and_says_so(
    table: Scene, time: Time, mira: User, other: User
) -> None:
    daysoff.take(other, first=daysoff.today(other), last=daysoff.today(other))
    time.passes(hours=2)
    holding.leave(table.id, mira, offered="anyone")
    substitutes.take(table.id, other, index=0)
    midnight = datetime(2026, 11, 19, tzinfo=UTC)
    assert deadlines(table)[0] == midnight + 3 * DAY
    told = Aside.objects.filter(match=table.id, seat=0).order_by("pk")
    assert [aside.kind for aside in told] == ["left", "opened", "taken", "days_off"]
    before = columns(table)
    play.rebuild(table.id)
    assert columns(table) == before
    daysoff.come_back(other)
    assert deadlines(table)[0] == time.now + 3 * DAY


def test_a_substitute_has_no_days_off_where_the_table_has_none(
    time: Time, mira: User, tobias: User, other: User
) -> None:
    strict = clocks.Terms(**{**DAILY.to_json(), "days_off": False})
    scene = dealt(mira, tobias, pace="daily", terms=strict)
    daysoff.take(other, first=daysoff.today(other), last=daysoff.today(other))
    holding.leave(scene.id, mira, offered="anyone")
    substitutes.take(scene.id, other, index=0)
    assert deadlines(scene)[0] == time.now + 3 * DAY


# Whatever happens, the columns follow from the log and the rows beside it


@pytest.mark.parametrize("seed", range(12))
def test_rebuilding_gives_the_clocks_that_play_gave(
    seed: int, time: Time, mira: User, tobias: User, ines: User
) -> None:
    """With moves, time given, pauses, days off, freezes, outages, and seats that are kept, taken back
    and handed on, in any order.
    """
    chance = random.Random(seed)
    mira.time_zone = "America/New_York"
    mira.save()
    weekends = chance.choice(["", "Europe/Prague"])
    terms = clocks.Terms(**{**DAILY.to_json(), "weekends": weekends})
    scene = dealt(mira, tobias, ines, pace="daily", terms=terms)
    for _ in range(40):
        time.passes(minutes=chance.randrange(1, 3000))
        with suppress(play.PlayError):
            chance.choice(ACTS)(scene, time, chance)
        for bank in banks(scene):
            assert timedelta() <= bank <= timedelta(seconds=terms.cap)
        before, look_at = columns(scene), scene.match.clock_at
        play.rebuild(scene.id)
        assert columns(scene) == before
        if look_at is None or look_at > time.now:  # else nobody has looked yet
            assert scene.match.clock_at == look_at


def _move(scene: Scene, _time: Time, chance: random.Random) -> None:
    if awaited := scene.awaited():
        index = chance.choice(awaited)
        action = chance.choice(scene.copy(index).actions())
        play.submit(scene.id, scene.players[index], number=scene.number, action=action)


def _run_out(scene: Scene, time: Time, _chance: random.Random) -> None:
    beating(time)
    tasks.sweep.call()


def _give(scene: Scene, _time: Time, chance: random.Random) -> None:
    timing.give(scene.id, chance.choice(scene.players), index=chance.randrange(3))


def _pause(scene: Scene, _time: Time, chance: random.Random) -> None:
    paused(scene, hours=chance.randrange(1, 200))


def _end_pause(scene: Scene, _time: Time, _chance: random.Random) -> None:
    timing.end_pause(scene.id, scene.players[0])


def _take_days_off(scene: Scene, _time: Time, chance: random.Random) -> None:
    who = chance.choice(scene.players)
    first = daysoff.today(who) + timedelta(days=chance.randrange(3))
    daysoff.take(who, first=first, last=first + timedelta(days=chance.randrange(4)))


def _come_back(scene: Scene, _time: Time, chance: random.Random) -> None:
    daysoff.come_back(chance.choice(scene.players))


def _freeze(scene: Scene, time: Time, chance: random.Random) -> None:
    play.freeze(scene.id, reason="so")
    time.passes(hours=chance.randrange(1, 50))
    play.thaw(scene.id, reason="so")


def _outage(_scene: Scene, time: Time, chance: random.Random) -> None:
    outages.beat()
    time.passes(hours=chance.randrange(1, 50))
    outages.beat()


def _pages_away(_scene: Scene, time: Time, chance: random.Random) -> None:
    outages.beat_of_pages()
    time.passes(hours=chance.randrange(1, 50))
    outages.beat_of_pages()


def _take_back(scene: Scene, _time: Time, chance: random.Random) -> None:
    holding.take_back(scene.id, chance.choice(scene.players))


def _hand_on(scene: Scene, time: Time, chance: random.Random) -> None:
    index = chance.randrange(3)
    holding.leave(scene.id, scene.players[index], offered="anyone")
    time.passes(hours=chance.randrange(50))
    scene.players[index] = UserFactory.create()
    substitutes.take(scene.id, scene.players[index], index=index)


Act = Callable[[Scene, Time, random.Random], None]
ACTS: list[Act] = [_move] * 6
ACTS += [_run_out, _give, _pause, _end_pause, _take_days_off, _come_back, _freeze, _outage]
ACTS += [_pages_away, _take_back, _hand_on]
