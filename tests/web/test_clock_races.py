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
from games.engine import EngineError
from games.models import Heartbeat, Match, Seat, Stop
from games.play import outages, timing
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


def test_a_worker_that_is_killed_at_any_statement_loses_nothing_and_does_nothing_twice(
    people: list[User],
) -> None:
    tasks.sweep.call()
    for statement in count():
        scene = late(people)
        with killed_at(statement) as asked, suppress(Killed):
            tasks.sweep.call()
        survived = len(asked) <= statement
        assert by(scene) in (["deal"], ["deal", "keeper"])
        tasks.sweep.call()
        assert by(scene) == ["deal", "keeper"]
        before = scene.match.clock_at, [seat.deadline for seat in scene.seats()]
        play.rebuild(scene.id)
        assert (scene.match.clock_at, [seat.deadline for seat in scene.seats()]) == before
        play.void(scene.id, reason="so")  # and is out of the next one's way
        if survived:
            break
    assert statement > 10
