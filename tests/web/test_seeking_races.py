"""Many who look for company at once, and several who seat them: nobody twice, nobody lost."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.engine import EngineError
from games.models import Match, Seat, Seek
from games.play import seating, seeking
from games.play.seeking import Wish
from tests.web.factories import Scene, UserFactory, gathered
from tests.web.test_clock_races import Killed, killed_at
from tests.web.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

TWO, THREE = Wish("toy", "daily", 2), Wish("toy", "daily", 3)
ROUNDS = 4


def people(count: int) -> list[User]:
    return [UserFactory.create() for _ in range(count)]


def write(user: User, *wishes: Wish, bots: bool = False) -> None:
    """As if the process had died before it looked for company."""
    now = timezone.now()
    for wish in wishes:
        Seek.objects.create(
            account=user, **wish._asdict(), made_at=now, expires_at=now + timedelta(days=1),
            bots_at=now if bots else None,
        )  # fmt: skip


def seated() -> Counter[int]:
    return Counter(Seat.objects.exclude(account=None).values_list("account_id", flat=True))


def everyone_is_somewhere_once(users: list[User]) -> None:
    looking = set(Seek.objects.values_list("account_id", flat=True))
    found = seated()
    assert set(found.values()) <= {1}
    assert set(found) | looking == {user.pk for user in users}
    assert not set(found) & looking


def test_everyone_asks_at_once() -> None:
    users = people(6)
    at_once(*(lambda user=user: seeking.ask(user, wishes=[TWO]) for user in users))
    tasks.sweep.call()
    everyone_is_somewhere_once(users)
    assert Match.objects.filter(status="running").count() == 3
    assert not Seek.objects.exists()


def test_two_workers_seat_everyone_once_whatever_they_ask_for() -> None:
    for _ in range(ROUNDS):
        users = people(6)
        for user in users:
            write(user, TWO, THREE)
        at_once(tasks.sweep.call, tasks.sweep.call)
        tasks.sweep.call()
        everyone_is_somewhere_once(users)
        assert Seek.objects.count() in (0, 2)  # one of six may be left over, with two wishes
        Match.objects.all().delete()
        Seek.objects.all().delete()


def test_two_workers_bring_bots_to_one_table() -> None:
    for _ in range(ROUNDS):
        users = people(2)
        for user in users:
            write(user, THREE, bots=True)
        at_once(tasks.sweep.call, tasks.sweep.call)
        everyone_is_somewhere_once(users)
        assert Match.objects.count() == 1
        Match.objects.all().delete()


def test_a_seat_at_an_open_table_is_taken_by_one_of_those_who_want_it() -> None:
    for _ in range(ROUNDS):
        host, guest, *users = people(4)
        scene: Scene = gathered(host, size=2, pace="daily", options={})
        for user in users:
            write(user, TWO._replace(size=2))

        def join(scene: Scene = scene, guest: User = guest) -> None:
            with suppress(EngineError):
                seating.join(scene.id, guest)

        at_once(join, tasks.sweep.call, tasks.sweep.call)
        assert all(not seat.is_free for seat in scene.seats())
        assert set(seated().values()) == {1}
        tasks.sweep.call()
        left = {seek.account_id for seek in Seek.objects.all()}
        assert left == {user.pk for user in users} - set(seated())
        Match.objects.all().delete()
        Seek.objects.all().delete()


def test_whoever_withdraws_is_seated_before_or_not_at_all() -> None:
    for _ in range(ROUNDS):
        first, second = people(2)
        write(first, TWO)
        write(second, TWO)

        def withdraw(user: User = first) -> bool:
            seeking.withdraw(user)
            return bool(Seat.objects.filter(account=user))

        def sweep() -> bool:
            tasks.sweep.call()
            return True

        was_seated = at_once(withdraw, sweep)[0]
        assert bool(seated()) == was_seated
        assert Seek.objects.count() == (0 if was_seated else 1)
        Match.objects.all().delete()
        Seek.objects.all().delete()


def test_a_worker_that_is_killed_at_any_statement_seats_nobody_twice_and_loses_nobody() -> None:
    tasks.sweep.call()
    statement, survived = 0, False
    while not survived:
        users = people(2)
        for user in users:
            write(user, TWO)
        with killed_at(statement) as asked, suppress(Killed):
            tasks.sweep.call()
        survived = len(asked) <= statement
        everyone_is_somewhere_once(users)
        tasks.sweep.call()
        everyone_is_somewhere_once(users)
        assert not Seek.objects.exists()
        Match.objects.all().delete()
        statement += 3
    assert statement > 10
