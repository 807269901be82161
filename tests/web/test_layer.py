"""How other processes are heard."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import pytest

from games.live import layer
from tests.web.sockets import PATIENCE


class Swallowing:
    """A layer of which one part forgets that it was cancelled, as that for Redis does at times."""

    def __init__(self, where: str) -> None:
        self.where, self.reached = where, asyncio.Event()

    async def _come_to(self, part: str) -> None:
        if part == self.where and not self.reached.is_set():
            self.reached.set()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(PATIENCE)

    async def new_channel(self) -> str:
        await self._come_to("new_channel")
        return "channel"

    async def group_add(self, _group: str, _channel: str) -> None:
        if self.where == "flush":
            raise ConnectionError

    async def group_send(self, _group: str, _message: Mapping[str, object]) -> None:
        """Nobody else is there."""

    async def receive(self, _channel: str) -> Mapping[str, object]:
        await asyncio.sleep(0.01)
        return {"type": "pulse"}

    async def flush(self) -> None:
        await self._come_to("flush")


@pytest.mark.asyncio
@pytest.mark.parametrize("where", ["new_channel", "flush"])
async def test_whoever_listens_ends_when_told_so_though_the_layer_swallows_it(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop waits for its tasks before it closes: one that goes on for ever would hold it."""
    away = Swallowing(where)
    monkeypatch.setattr(layer, "_layer", lambda _name: away)
    monkeypatch.setattr(layer, "sharing", layer.Sharing())
    monkeypatch.setattr(layer, "PATIENCE", PATIENCE)
    monkeypatch.setattr(layer, "BETWEEN_TRIES", 0.1)
    before = asyncio.all_tasks()
    asyncio.create_task(layer._listen())  # noqa: RUF006 - it is found among all tasks below
    await away.reached.wait()
    begun = asyncio.all_tasks() - before
    for task in begun:
        task.cancel()
    _done, going_on = await asyncio.wait(begun, timeout=PATIENCE / 2)
    while unfinished := [task for task in begun if not task.done()]:
        for task in unfinished:  # or this test would never end either
            task.cancel()
        await asyncio.sleep(0)
    assert not going_on
