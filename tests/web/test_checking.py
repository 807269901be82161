"""Open pages look for themselves: at how far their matches have come, and who waits for whom."""

from __future__ import annotations

import time
from contextlib import AsyncExitStack
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from accounts import sanctions
from games import play
from games.live import checking, consumers, layer
from games.live.consumers import DISMISSED, MatchConsumer
from games.play import seating
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.sockets import Socket, socket

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every announcement gets lost."""
    monkeypatch.setattr(layer, "_send", lambda *_args: None)


async def begun() -> Scene:
    return await database_sync_to_async(lambda: dealt(*(UserFactory.create() for _ in range(3))))()


async def acted(scene: Scene, index: int, **action: Any) -> None:
    await database_sync_to_async(lambda: scene.act(index, **action))()


async def opened(stack: AsyncExitStack, scene: Scene, index: int | None) -> Socket:
    user = None if index is None else scene.players[index]
    one = await stack.enter_async_context(socket(f"/ws/m/{scene.id}/", user))
    await one.table()
    return one


async def test_a_socket_that_missed_a_move_shows_it_without_anybody_moving() -> None:
    scene = await begun()
    async with AsyncExitStack() as stack:
        sockets = [await opened(stack, scene, index) for index in (0, 1, 2, None)]
        await acted(scene, 0, do="pass")
        await checking.checker().check()
        for one in sockets:
            assert 'data-number="1"' in await one.table()


async def test_what_a_socket_shows_already_is_not_sent_again() -> None:
    scene = await begun()
    async with AsyncExitStack() as stack:
        watcher = await opened(stack, scene, None)
        await checking.checker().check()
        assert await watcher.receive_nothing(timeout=0.2)


async def test_a_new_status_and_a_new_name_are_found_too() -> None:
    scene = await begun()
    async with AsyncExitStack() as stack:
        watcher = await opened(stack, scene, None)
        await database_sync_to_async(lambda: play.freeze(scene.id, reason="a look"))()
        await checking.checker().check()
        assert 'data-status="frozen"' in await watcher.table()


async def test_how_many_tables_wait_is_found_too() -> None:
    scene = await begun()
    async with socket("/ws/", scene.players[1]) as mine:
        await mine.next_with('id="waiting"')
        await mine.next_with('id="calls"')
        await acted(scene, 0, do="pass")
        await checking.checker().check()
        assert 'id="waiting"' in await mine.frame()


async def test_a_hundred_sockets_cost_two_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes = [await begun(), await begun()]
    counted: list[int] = []
    read = checking._read

    def counting(*args: Any) -> Any:
        with CaptureQueriesContext(connection) as captured:
            found = read(*args)
        counted.append(len(captured))
        return found

    monkeypatch.setattr(checking, "_read", counting)
    async with AsyncExitStack() as stack:
        for scene in scenes:
            for _ in range(5):
                for index in (0, 1, None):
                    await opened(stack, scene, index)
        await checking.checker().check()
    assert counted == [2]


async def test_what_was_found_late_does_not_replace_what_was_announced_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()
    looks: list[Any] = []
    match_moved = MatchConsumer.match_moved

    async def noted(self: MatchConsumer, message: Any) -> None:
        looks.append(message["number"])
        await match_moved(self, message)

    monkeypatch.setattr(MatchConsumer, "match_moved", noted)
    async with AsyncExitStack() as stack:
        watcher = await opened(stack, scene, None)
        await acted(scene, 0, do="pass")
        await checking.checker().check()
        assert 'data-number="1"' in await watcher.table()
        stale = {
            "type": "match.checked",
            "match": scene.id,
            "number": 0,
            "digest": "",
            "edition": 1,
        }
        [one] = checking.checker().sockets
        await one.tell({**stale, "instead_of": [0, "an older one", 1]})
        assert await watcher.receive_nothing(timeout=0.2)
    assert looks == [1]


# When to look


async def test_pages_are_looked_at_every_half_minute_and_at_once_after_an_outage(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, checks = [1000.0], list[float]()
    monkeypatch.setattr("games.live.checking.time", SimpleNamespace(monotonic=lambda: now[0]))
    looker = checking.Checker()

    async def check() -> None:
        checks.append(now[0])
        looker.checked_at, looker.outages = now[0], layer.sharing.outages
        looker.is_unsure = False

    async def pass_time(seconds: float) -> None:
        now[0] += seconds
        if now[0] == 1040:
            layer.sharing.outages += 1
        if now[0] == 1055:
            looker.is_unsure = True
        if now[0] > 1090:
            raise KeyboardInterrupt

    monkeypatch.setattr(looker, "check", check)
    monkeypatch.setattr("games.live.checking.asyncio", SimpleNamespace(sleep=pass_time))
    monkeypatch.setattr(layer, "sharing", layer.Sharing())
    with pytest.raises(KeyboardInterrupt):
        await looker.run()
    assert checks == [1030.0, 1040.0, 1055.0, 1085.0]


async def test_a_database_that_is_away_does_not_end_the_looking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looker, tries = checking.Checker(), list[float]()

    async def away() -> None:
        tries.append(time.monotonic())
        raise OperationalError("server closed the connection unexpectedly")

    async def pass_time(_seconds: float) -> None:
        if len(tries) == 3:
            raise KeyboardInterrupt

    looker.is_unsure = True
    monkeypatch.setattr(looker, "check", away)
    monkeypatch.setattr("games.live.checking.asyncio", SimpleNamespace(sleep=pass_time))
    with pytest.raises(KeyboardInterrupt):
        await looker.run()


async def test_a_page_stays_open_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()

    def away(*_args: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    async with AsyncExitStack() as stack:
        watcher = await opened(stack, scene, None)
        await acted(scene, 0, do="pass")
        with monkeypatch.context() as gone:
            gone.setattr(consumers, "_look_of", away)
            await checking.checker().check()
            assert await watcher.receive_nothing(timeout=0.2)
        assert checking.checker().is_unsure
        await checking.checker().check()
        assert 'data-number="1"' in await watcher.table()


# After an outage


@pytest.mark.parametrize("how", ["suspended", "logged out"])
async def test_a_log_in_that_ended_during_an_outage_ends_its_sockets(
    monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(layer, "sharing", layer.Sharing())
    scene = await begun()
    async with AsyncExitStack() as stack:
        mine = await opened(stack, scene, 0)
        layer.sharing.went("TimeoutError")
        layer.sharing.came()
        if how == "suspended":
            suspend = partial(sanctions.suspend, scene.players[0], "two seats at a table", None)
            await database_sync_to_async(suspend)()
        else:
            await database_sync_to_async(Session.objects.all().delete)()
        await checking.checker().check()
        assert await mine.code() == DISMISSED


async def test_lists_are_fetched_again_after_an_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layer, "sharing", layer.Sharing())
    host = await database_sync_to_async(UserFactory.create)()
    async with socket("/ws/tables/", None) as lobby:
        await database_sync_to_async(lambda: seating.create(host, title="toy", size=2))()
        layer.sharing.went("TimeoutError")
        layer.sharing.came()
        await checking.checker().check()
        assert "lobby" in await lobby.frame()
