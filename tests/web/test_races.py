"""Real threads on a real database: one move, and a sentence for the other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.db import connection
from django.test import Client

from accounts import sanctions
from accounts.models import User
from games import knowledge, live, play, rendering, seating, tasks
from games.engine.errors import EngineError
from games.models import Invitation
from tests.web.factories import Scene, UserFactory, dealt, gathered

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Call all of them at the same moment, each in a thread and a connection of its own."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        try:
            barrier.wait(timeout=10)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def poster(scene: Scene, index: int, **action: Any) -> Callable[[], int]:
    browser, number = browser_of(scene.players[index]), scene.number
    data = {"number": number, "action": json.dumps(action)}
    return lambda: (
        browser.post(f"/m/{scene.id}/move", data, headers={"HX-Request": "true"}).status_code
    )


@pytest.fixture
def begun() -> Scene:
    return dealt(*(UserFactory() for _ in range(3)))


def test_the_same_move_posted_five_times_at_once_is_one_move(begun: Scene) -> None:
    found = at_once(*(poster(begun, 0, do="pass") for _ in range(5)))
    assert found == [200] * 5
    assert begun.number == 1


def test_of_two_different_moves_posted_at_once_one_counts(begun: Scene) -> None:
    found = at_once(
        poster(begun, 0, do="pass"), poster(begun, 0, do="ask", seat=1),
        poster(begun, 0, do="ask", seat=2), poster(begun, 0, do="pass"),
    )  # fmt: skip
    assert begun.number == 1
    winner = begun.moves()[1].action
    assert Counter(found)[200] == (2 if winner == {"do": "pass"} else 1)
    assert set(found) == {200, 409}


def test_three_votes_cast_at_once_all_count(begun: Scene) -> None:
    page = begun.until_vote().number
    found = at_once(*(poster(begun, seat, do="vote", **{"for": 0}) for seat in range(3)))
    assert found == [200] * 3
    assert begun.number == page + 3
    assert begun.match.round == 2


def test_the_last_seat_is_taken_once() -> None:
    host, *guests = (UserFactory() for _ in range(5))
    scene = gathered(host, size=2)

    def join(guest: User) -> str:
        try:
            seating.join(scene.id, guest)
        except EngineError as error:
            return error.code
        return "seated"

    found = at_once(*(lambda guest=guest: join(guest) for guest in guests))
    assert Counter(found) == {"seated": 1, "table_full": 3}


def test_everyone_ready_at_once_is_one_deal() -> None:
    people = [UserFactory() for _ in range(4)]
    scene = gathered(*people)
    at_once(*(lambda user=user: seating.ready(scene.id, user) for user in people))
    assert [move.number for move in scene.moves()] == [0]


def test_a_clock_asked_by_several_workers_acts_once(
    begun: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.until_vote()
    page = begun.number
    deadline = begun.match.deadline
    assert deadline is not None
    monkeypatch.setattr(play, "now", lambda: deadline)
    at_once(*(lambda: play.lapse(begun.id) for _ in range(4)))
    assert [move.by for move in begun.moves()[page + 1 :]] == ["clock"]


def test_one_link_used_by_two_at_once_seats_one() -> None:
    host, first, second = (UserFactory() for _ in range(3))
    scene = gathered(host, size=3, public=False)
    seating.invite_link(scene.id, host)
    token = Invitation.objects.get().token
    pages = [browser_of(user) for user in (first, second)]
    at_once(*(lambda page=page: page.post(f"/i/{token}/").status_code for page in pages))
    assert sum(not seat.is_free for seat in scene.seats()) == 2


def test_nothing_is_drawn_told_or_thought_over_while_a_match_is_locked(
    begun: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock held over slow work stops everybody else, and an announcement could come too early."""
    held: dict[str, set[bool]] = {"drawn": set(), "told": set(), "thought": set()}

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            held[name].add(connection.in_atomic_block)
            return function(*args, **kwargs)

        return call

    monkeypatch.setattr(rendering, "_render", watched("drawn", rendering._render))
    monkeypatch.setattr(live, "_send", watched("told", lambda *_args: None))
    monkeypatch.setattr(knowledge, "choose", watched("thought", knowledge.choose))
    first, second = begun.awaited()[0], (begun.awaited()[0] + 1) % 3
    assert poster(begun, first, do="pass")() == 200
    sanctions.suspend(begun.players[second], "two seats at a table", None)
    tasks.bot_turn.call(begun.id, second)
    assert begun.moves()[-1].by == "bot"
    assert held == {"drawn": {False}, "told": {False}, "thought": {False}}
