"""Sockets and talk: who is told that somebody spoke, and that an account has read it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from functools import partial

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from games import rendering
from games.matchlog import access
from games.rendering.talk import talked
from games.talk import hearing, saying
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.sockets import Socket, socket
from tests.web.test_sockets import begun, opened, posted

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


async def said(scene: Scene, user: User, text: str) -> None:
    def say() -> None:
        who = hearing.listener(access.visit(scene.id, user), user)
        saying.say(who, kind=saying.Kind.TEXT, text=text, key=text)

    await database_sync_to_async(say)()


async def heard_before_move(each: Socket) -> list[str]:
    """What a socket was told of the talk up to the next table."""
    return [frame for frame in await each.up_to_table() if 'id="talked"' in frame]


async def test_those_who_hear_a_channel_are_told_of_it_and_nobody_else_is() -> None:
    scene = await begun()
    watcher = await database_sync_to_async(lambda: UserFactory.create(username="other"))()
    everyone = [*scene.players, watcher, None]
    async with AsyncExitStack() as stack:
        sockets = [await opened(stack, f"/ws/m/{scene.id}/", user) for user in everyone]
        for each in sockets:
            await each.table()
        for speaker, told in ((0, [1, 1, 1, 0, 0]), (3, [0, 0, 0, 1, 0])):
            user = everyone[speaker]
            assert user is not None
            await said(scene, user, f"{speaker}")
            await posted(scene, (await database_sync_to_async(scene.awaited)())[0], do="pass")
            frames = [await heard_before_move(each) for each in sockets]
            assert [len(found) for found in frames] == told
            assert ["data-mine" in "".join(found) for found in frames] == [
                place == speaker for place in range(5)
            ]


async def test_a_hundred_sockets_are_told_of_a_remark_without_a_drawing_or_a_query(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()
    async with AsyncExitStack() as stack:
        open_ = partial(opened, stack, f"/ws/m/{scene.id}/")
        sockets = [await open_(scene.players[n % 3]) for n in range(100)]
        for each in sockets:
            await each.table()

        def drawn(*_args: object) -> None:
            raise AssertionError("a table was drawn, or a match was read")

        talked.cache_clear()
        await said(scene, scene.players[0], "Hello.")
        monkeypatch.setattr(access, "visit", drawn)
        monkeypatch.setattr(rendering.table, "_render", drawn)
        for each in sockets:
            await each.next_with('id="talked"')
        assert talked.cache_info().misses == 2  # for whoever spoke, and for the others


async def read_by(scene: Scene, user: User) -> None:
    def read() -> None:
        saying.read(hearing.listener(access.visit(scene.id, user), user), ref="p1")

    await database_sync_to_async(read)()


async def test_what_an_account_reads_is_read_on_all_its_pages_and_on_nobody_elses() -> None:
    scene = await begun()
    mira, tobias, _ines = scene.players
    async with AsyncExitStack() as stack:
        sockets = [await opened(stack, f"/ws/m/{scene.id}/", user) for user in (mira, mira, tobias)]
        for each in sockets:
            await each.table()
        await said(scene, tobias, "Is it you?")
        for _ in range(2):  # the second time there is nothing new to be told of
            await read_by(scene, mira)
        await posted(scene, (await database_sync_to_async(scene.awaited)())[0], do="pass")
        told = ["".join(await heard_before_move(each)) for each in sockets]
        assert [one.count("data-read") for one in told] == [1, 1, 0]


async def test_a_lobby_looks_again_when_its_account_has_read_what_it_counts() -> None:
    scene = await begun()
    mira, tobias, _ines = scene.players
    await said(scene, tobias, "Is it you?")
    async with socket("/ws/tables/", mira) as lobby:
        await lobby.next_with('id="calls"')
        await read_by(scene, mira)
        assert 'hx-get="/tables/"' in await lobby.next_with('id="pulse"')


async def test_a_page_of_another_table_is_not_told_what_was_read_at_this_one() -> None:
    scene = await begun()
    mira, tobias, ines = scene.players
    other = await database_sync_to_async(lambda: dealt(mira, tobias, ines))()
    await said(scene, tobias, "Is it you?")
    async with socket(f"/ws/m/{other.id}/", mira) as page:
        await page.table()
        await read_by(scene, mira)
        await posted(other, (await database_sync_to_async(other.awaited)())[0], do="pass")
        assert await heard_before_move(page) == []
