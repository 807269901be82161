"""Workers at once, and workers that die: whatever is due is done, and done once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import play, tasks
from games.benches import clocks
from games.engine import EngineError
from games.models import Aside, Heartbeat, Match, PauseRequest, Seat, Stop
from games.play import ending, outages, rows, seating, timing
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.test_races import at_once

# Real transactions, since each of these is one.
pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 12


@pytest.fixture
def people() -> list[User]:
    return [UserFactory.create() for _ in range(3)]


def late(people: list[User]) -> Scene:
    """A match in which the time of whoever begins has just run out."""
    scene = dealt(*people, pace="daily")
    past = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(match_id=scene.id, index=0).update(reserve_at=past, deadline=past)
    Match.objects.filter(pk=scene.id).update(clock_at=past)
    return scene


def by(scene: Scene) -> list[str]:
    return [move.by for move in scene.moves()]


def test_two_workers_act_on_every_deadline_once(people: list[User]) -> None:
    scenes = [late(people) for _ in range(TABLES)]
    at_once(tasks.sweep.call, tasks.sweep.call)
    assert [by(scene) for scene in scenes] == [["deal", "keeper"]] * TABLES


def test_many_deadlines_at_once_are_acted_on_once_each_by_two_workers() -> None:
    """As `bench clocks` has it, which does it with ten thousand."""
    clocks.late_tables(60)
    at_once(clocks.sweep_all, clocks.sweep_all)
    clocks.require_once(60)
    with pytest.raises(clocks.NotOnce):
        clocks.require_once(61)


def test_of_an_answer_and_the_keeper_one_counts(people: list[User]) -> None:
    for _ in range(4):
        scene = late(people)

        def answer(scene: Scene = scene) -> None:
            with suppress(EngineError):
                scene.act(0, number=0, do="pass")

        at_once(answer, tasks.sweep.call, tasks.sweep.call)
        assert by(scene) in (["deal", "account"], ["deal", "keeper"])


def test_more_time_is_given_before_the_keeper_moves_or_not_at_all(people: list[User]) -> None:
    for _ in range(4):
        scene = late(people)

        def give(scene: Scene = scene) -> bool:
            try:
                timing.give(scene.id, people[1], index=0)
            except EngineError:
                return False
            return True

        def sweep() -> bool:
            tasks.sweep.call()
            return False

        given = at_once(give, sweep)[0]
        # The deadline is worked out anew, and then the past that this test wrote is not in it.
        assert by(scene) == (["deal"] if given else ["deal", "keeper"])


def test_of_two_workers_that_find_the_site_was_away_one_gives_the_time_back(
    people: list[User],
) -> None:
    scene = dealt(*people, pace="daily")
    before = scene.seats()[0].deadline
    assert before is not None
    Heartbeat.objects.create(pk=1, at=timezone.now() - timedelta(days=1))
    asked = Seat.objects.filter(match_id=scene.id, asked_at__isnull=False)
    asked.update(asked_at=F("asked_at") - timedelta(days=2))
    at_once(outages.beat, outages.beat)
    assert Stop.objects.count() == 1
    after = scene.seats()[0].deadline
    assert after is not None
    assert timedelta() <= after - (before - timedelta(days=1)) < timedelta(minutes=1)


def test_two_workers_say_for_the_first_time_that_the_site_is_there() -> None:
    assert at_once(outages.beat, outages.beat) == [None, None]
    assert Heartbeat.objects.count() == 1


class Killed(BaseException):
    """The worker is gone, between two statements."""


@contextmanager
def killed_at(statement: int) -> Iterator[list[int]]:
    """Nothing is asked of the database from that statement on."""
    asked: list[int] = []

    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append(1)
        if len(asked) > statement and not sql.startswith(("ROLLBACK", "RELEASE")):
            raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield asked


class Fault:
    """Something that a sweep finds, and what has become of it afterwards, however often it is swept."""

    def __init__(self, people: list[User]) -> None:
        self.people = people

    def begun(self) -> Scene:
        raise NotImplementedError

    def found(self, scene: Scene) -> object:
        """What of it may be seen: the same whenever a worker died."""
        raise NotImplementedError


class LatePlayer(Fault):
    """The keeper moves, once."""

    def begun(self) -> Scene:
        return late(self.people)

    def found(self, scene: Scene) -> object:
        deadlines = [seat.deadline is not None for seat in scene.seats()]
        return by(scene), deadlines, scene.seats()[0].missed


class OpenQuestions(Fault):
    """A pause and the end of the match were asked for, and nobody has answered in time."""

    def begun(self) -> Scene:
        scene, long_ago = dealt(*self.people, pace="daily"), timezone.now() - timedelta(days=3)
        timing.ask_for_pause(scene.id, self.people[0], until=timezone.now() + timedelta(days=9))
        ending.ask(scene.id, self.people[1])
        PauseRequest.objects.update(expires_at=long_ago)
        Match.objects.filter(pk=scene.id).update(end_asked_at=long_ago)
        return scene

    def found(self, scene: Scene) -> object:
        match = scene.match
        outcomes = PauseRequest.objects.filter(match=match).values_list("outcome", flat=True)
        told = Aside.objects.filter(match=match).values_list("kind", flat=True)
        return list(outcomes), match.pause_asked, match.end_asked_by, list(told), match.status


class SiteAway(Fault):
    """Nobody swept for a day, which every clock is given back, once."""

    def begun(self) -> Scene:
        Stop.objects.all().delete()
        began, away = (timezone.now() - timedelta(days=days) for days in (2, 1))
        with pytest.MonkeyPatch.context() as patch:
            for module in (rows, seating):
                patch.setattr(module, "now", lambda: began.replace(microsecond=0))
            scene = dealt(*self.people, pace="daily")
        Heartbeat.objects.update_or_create(pk=Heartbeat.Part.WORKERS, defaults={"at": away})
        return scene

    def found(self, scene: Scene) -> object:
        deadline = scene.seats()[0].deadline
        assert deadline is not None
        days = (deadline - timezone.now()).total_seconds() / 86400
        told = Aside.objects.filter(match=scene.id).values_list("kind", flat=True)
        return Stop.objects.count(), round(days), list(told)


class LapsedVote(Fault):
    """The title's own clock has run out."""

    def begun(self) -> Scene:
        scene, long_ago = dealt(*self.people).until_vote(), timezone.now() - timedelta(days=30)
        Match.objects.filter(pk=scene.id).update(lapse_since=long_ago, deadline=long_ago)
        return scene

    def found(self, scene: Scene) -> object:
        return by(scene)[-2:], scene.number, scene.match.round


class OversleptBot(Fault):
    """Whoever was to wake a bot did not."""

    def begun(self) -> Scene:
        scene = dealt(*self.people[:2], size=3, bots=1)
        for seat in range(2):
            scene.act(seat, do="pass")
        late = timezone.now() - timedelta(minutes=1)
        Seat.objects.filter(match_id=scene.id, index=2).update(awaited_since=late)
        return scene

    def found(self, scene: Scene) -> object:
        return by(scene)


@pytest.mark.parametrize("kind", [LatePlayer, OpenQuestions, SiteAway, LapsedVote, OversleptBot])
def test_a_worker_that_is_killed_at_any_statement_loses_nothing_and_does_nothing_twice(
    people: list[User], kind: type[Fault]
) -> None:
    """Whenever it dies, the next one comes to the same end."""
    fault, ends = kind(people), list[object]()
    tasks.sweep.call()
    for statement in count():
        scene = fault.begun()
        with killed_at(statement) as asked, suppress(Killed):
            tasks.sweep.call()
        survived = len(asked) <= statement
        tasks.sweep.call()
        ends.append(fault.found(scene))
        before = scene.match.clock_at, [seat.deadline for seat in scene.seats()]
        play.rebuild(scene.id)
        assert (scene.match.clock_at, [seat.deadline for seat in scene.seats()]) == before
        assert fault.found(scene) == ends[-1]
        play.void(scene.id, reason="so")  # and is out of the next one's way
        if survived:
            break
    assert statement > 10
    assert ends == [ends[-1]] * len(ends)  # the last was not killed
