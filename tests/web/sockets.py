"""Sockets of players and strangers, as a browser opens them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from config.asgi import application
from games.benches._morphing import shown_after

ORIGIN = "http://localhost"
PATIENCE = 30  # seconds; a frame comes at once, but not on a machine that has much else to do


class Refused(Exception):
    """The server did not take the socket."""


class Socket(WebsocketCommunicator):
    """A socket that knows what it was sent, and what its page shows."""

    page = ""  # its table

    async def frame(self) -> str:
        """The next frame; none of ours is binary."""
        frame = await self.receive_from(timeout=PATIENCE)
        assert isinstance(frame, str)
        if 'id="table"' in frame:
            self.page = shown_after(self.page, frame)
        return frame

    async def table(self) -> str:
        """The table that the page shows after the next one pushed."""
        await self.next_with('id="table"')
        return self.page

    async def up_to_table(self) -> list[str]:
        """Every frame up to the next table."""
        frames = [await self.frame()]
        while 'id="table"' not in frames[-1]:
            frames.append(await self.frame())
        return frames

    async def next_with(self, mark: str) -> str:
        while True:
            frame = await self.frame()
            if mark in frame:
                return frame

    async def code(self) -> int:
        """The code with which the server closes."""
        while True:
            message = await self.receive_output(timeout=PATIENCE)
            if message["type"] == "websocket.close":
                return int(message["code"])


def cookie(user: User | None, client: Client | None = None) -> str:
    """The log-in of a browser, or of a new one."""
    if client is None:
        client = Client()
        if user is not None:
            client.force_login(user)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


@asynccontextmanager
async def socket(
    address: str, user: User | None, *, origin: str = ORIGIN, client: Client | None = None
) -> AsyncIterator[Socket]:
    headers = [(b"origin", origin.encode()), (b"host", b"localhost")]
    headers.append((b"cookie", (await database_sync_to_async(cookie)(user, client)).encode()))
    opened = Socket(application, address, headers=headers)
    connected, _code = await opened.connect(timeout=PATIENCE)
    if not connected:
        raise Refused
    try:
        yield opened
    finally:
        await opened.disconnect()
