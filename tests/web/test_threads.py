"""Requests and sockets work in a few threads that are kept, with their connections."""

from __future__ import annotations

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from channels.testing import HttpCommunicator
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.http import HttpRequest, HttpResponse

from config.asgi import application
from games.live import consumers
from games.live.consumers import Look
from games.live.threads import Threads
from games.live.together import Together
from games.matchlog import access, waiting
from games.rendering.table import key_of
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.sockets import socket

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@sync_to_async
def here() -> str:
    return threading.current_thread().name


async def test_one_after_the_other_uses_the_same_thread() -> None:
    threads = Threads(4)
    used = set()
    for _ in range(5):
        async with threads.one():
            used |= {await here(), await here()}
    assert len(used) == 1


async def test_at_the_same_time_each_has_its_own_until_there_are_too_many() -> None:
    threads, used, all_in = Threads(3), list[str](), asyncio.Barrier(7)

    async def use() -> None:
        async with threads.one():
            await all_in.wait()
            used.append(await here())

    await asyncio.gather(*(use() for _ in range(7)))
    assert sorted(used.count(name) for name in set(used)) == [2, 2, 3]


async def test_what_fails_gives_its_thread_back() -> None:
    threads = Threads(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="no"):
            async with threads.one():
                raise ValueError("no")
    assert threads._users == [0]


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """The thread and the connection of every request."""
    notes: list[tuple[str, object]] = []

    def page(_request: HttpRequest) -> HttpResponse:
        connection.ensure_connection()
        notes.append((threading.current_thread().name, connection.connection))
        return HttpResponse("here")

    monkeypatch.setattr(BaseHandler, "resolve_request", lambda *_args: (page, (), {}))
    return notes


async def test_requests_one_after_the_other_share_thread_and_connection(
    noted: list[tuple[str, object]],
) -> None:
    for _ in range(3):
        asking = HttpCommunicator(application, "GET", "/", headers=[(b"host", b"localhost")])
        assert (await asking.get_response(timeout=30))["status"] == 200
        await asking.wait(timeout=30)
    assert len({thread for thread, _connection in noted}) == 1
    if connection.vendor == "sqlite":  # a pool hands out the connections to PostgreSQL
        assert len({id(one) for _thread, one in noted}) == 1
    assert len(noted) == 3


async def test_questions_of_one_moment_are_answered_at_once_each_its_own() -> None:
    rounds: list[list[int]] = []

    def answer(questions: list[int]) -> dict[int, int | Exception]:
        rounds.append(sorted(questions))
        return {one: ValueError("odd") if one % 2 else one * one for one in questions}

    together = Together[int, int](answer)  # type: ignore[arg-type]
    answers = await asyncio.gather(
        *(together.ask(one) for one in (2, 4, 3, 2)), return_exceptions=True
    )
    assert rounds == [[2, 3, 4]]
    assert answers[0] == answers[3] == 4
    assert answers[1] == 16
    assert isinstance(answers[2], ValueError)
    assert await together.ask(6) == 36
    assert rounds[1:] == [[6]]


async def test_who_leaves_takes_the_answer_from_nobody() -> None:
    together = Together[int, int](lambda questions: {one: one for one in questions})
    leaving = asyncio.create_task(together.ask(1))
    staying = asyncio.create_task(together.ask(1))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == 1


async def test_one_table_that_cannot_be_drawn_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def two() -> list[Scene]:
        return [dealt(UserFactory.create(), UserFactory.create()) for _ in range(2)]

    bad, good = await database_sync_to_async(two)()
    look = consumers._look_of

    def broken(visited: access.Visit) -> Look:
        if visited.match.pk == bad.id:
            raise RuntimeError("cannot be drawn")
        return look(visited)

    async with socket(f"/ws/m/{good.id}/", None) as page:
        await page.table()
        monkeypatch.setattr(consumers, "_look_of", broken)

        def questions() -> list[consumers.LookAsked]:
            keys = [key_of(access.Visit(scene.match, scene.seats(), None)) for scene in (bad, good)]
            return [consumers.LookAsked(key, UserFactory.build()) for key in keys]

        asked = await database_sync_to_async(questions)()
        answers = await asyncio.gather(
            *(consumers._looks.ask(one) for one in asked), return_exceptions=True
        )
    assert isinstance(answers[0], RuntimeError)
    assert isinstance(answers[1], tuple)


async def test_a_move_counts_for_everybody_whom_it_tells() -> None:
    scene = await database_sync_to_async(lambda: dealt(*(UserFactory.create() for _ in range(3))))()
    async with (
        socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine,
        socket(f"/ws/m/{scene.id}/", scene.players[0]) as again,
        socket(f"/ws/m/{scene.id}/", scene.players[1]) as next_,
    ):
        for page in (mine, again, next_):
            await page.table()
        await mine.send_to(text_data='move 1 0 {"do":"pass"}')
        for page, number in ((mine, 0), (again, 0), (next_, 1)):
            assert f'data-waiting="{number}"' in await page.next_with("data-waiting")


async def test_who_is_told_at_once_is_counted_in_one_query(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await database_sync_to_async(lambda: dealt(*(UserFactory.create() for _ in range(3))))()
    mover, asked, _third = (user.pk for user in scene.players)
    counted: list[list[int]] = []
    count = waiting.waiting_counts

    def noted_count(accounts: list[int]) -> dict[int, int]:
        counted.append(accounts)
        return count(accounts)

    monkeypatch.setattr(consumers, "waiting_counts", noted_count)
    told = await asyncio.gather(*(consumers._counts.ask(one) for one in (mover, mover, asked)))
    assert (told, counted) == ([1, 1, 0], [[mover, asked]])
