"""The sockets. Join the group after the permission check; on an announcement send one's own HTML."""

# ruff: noqa: ARG002 - a handler takes a message, whether or not it says more than its name

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, cast
from urllib.parse import parse_qs

from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.exceptions import DenyConnection
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games import knowledge, live, lobby, play, rendering

# The browser's extension reconnects on 1006, 1011, 1012 and 1013 only: these two are final.
DISMISSED = 4001
HIDDEN = 4004


class AccountConsumer(AsyncWebsocketConsumer):
    """What every page hears: how many tables wait for me, that my log-in has ended."""

    async def connect(self) -> None:
        live.serve_from_here()
        self.viewer: knowledge.Viewer = cast(Any, self.scope)["user"]
        self.language = _language(self.scope)
        if self.viewer.pk is not None:
            await self.listen(live.account_group(self.viewer.pk))
            await self.listen(live.session_group(cast(Any, self.scope)["session"].session_key))
            await self.check_again()
        await self.accept()
        await self.account_nudged({"waiting": True})

    async def check_again(self) -> None:
        """A log-in that ended before we listened was not told to us."""
        if (await get_user(cast(Any, self.scope))).pk is None:
            raise DenyConnection

    async def listen(self, group: str) -> None:
        self.groups.append(group)  # left again by the base class when the socket closes
        await self.channel_layer.group_add(group, self.channel_name)

    async def account_nudged(self, message: dict[str, Any]) -> None:
        if self.viewer.pk is not None and message["waiting"]:
            await self.send(text_data=await self.ask(self._waiting))

    def _waiting(self) -> str:
        return rendering.waiting(lobby.waiting_count(self.viewer))

    async def account_dismissed(self, message: dict[str, Any]) -> None:
        await self.close(code=DISMISSED)

    async def ask(self, function: Any, *args: Any) -> Any:
        """Call a function that reads the database, in this page's language."""
        return await database_sync_to_async(self._in_language)(function, *args)

    def _in_language(self, function: Any, *args: Any) -> Any:
        with translation.override(self.language):
            return function(*args)


class LobbyConsumer(AccountConsumer):
    """The lists: a change makes the page fetch them again, as itself."""

    async def connect(self) -> None:
        await self.listen(live.TABLES)
        await super().connect()
        self.is_open = True

    is_open = False

    async def account_nudged(self, message: dict[str, Any]) -> None:
        await super().account_nudged(message)
        if self.is_open:
            await self.tables_changed(message)

    async def tables_changed(self, message: dict[str, Any]) -> None:
        await self.send(text_data=rendering.look_again(reverse("lobby"), part="lobby"))


Look = tuple[int | None, int, str]  # number, edition, HTML

# Looks that are being taken in this process, so that a hundred sockets of one audience take one.
_looking: dict[rendering.Key, asyncio.Task[Look | None]] = {}


class MatchConsumer(AccountConsumer):
    """One table. Every push is the whole current view, and so is the first message."""

    async def connect(self) -> None:
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.viewer, self.language = cast(Any, self.scope)["user"], _language(self.scope)
        self.seat: int | None = None
        self.sent: tuple[int | None, int] = (None, -1)
        self.seen = -1
        if await self.ask(self._look) is None:
            await self.close(code=HIDDEN)
            return
        await self.listen(live.match_group(self.match_id))
        await super().connect()
        await self.push(await self.ask(self._look))

    async def match_moved(self, message: dict[str, Any]) -> None:
        number, edition = message["number"], message["edition"]
        if self.sent == (number, edition):
            return
        if self.sent[1] != edition:
            # Who sits where, or who may watch, may be different now: ask for oneself.
            await self.push(await self.ask(self._look, number, edition))
            return
        key = (self.match_id, number, self.seat, self.language, edition)
        html = rendering.cached(key)
        await self.push((number, edition, html) if html else await self.look_together(key))

    async def look_together(self, key: rendering.Key) -> Look | None:
        """One look for all sockets of the same audience; each has been let in at this edition."""
        if key not in _looking:
            task = asyncio.create_task(self.ask(self._look, key[1], key[4]))
            task.add_done_callback(lambda _done: _looking.pop(key, None))
            _looking[key] = task
        return await asyncio.shield(_looking[key])

    async def push(self, look: Look | None) -> None:
        if look is None:
            await self.close(code=HIDDEN)
            return
        number, edition, html = look
        self.sent = (number, edition)
        await self.send(text_data=html)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page says up to which move its reader has seen the table, in a tab that is visible."""
        number = min(_number(text_data or ""), self.sent[0] or 0)
        if self.seat is not None and number > self.seen:
            self.seen = number
            await self.ask(partial(play.seen, self.match_id, self.seat, number=number))

    def _look(self, number: int | None = None, edition: int = -1) -> Look | None:
        """The view as it is now, or not before the number and edition one has been told."""
        try:
            visited = knowledge.visit(self.match_id, self.viewer, number=number, edition=edition)
        except knowledge.Hidden:
            return None
        self.seat, match = visited.seat, visited.match
        if match.is_dealt:
            return match.number, match.edition, rendering.fragment(visited)
        address = reverse("match", args=[match.pk])
        return match.number, match.edition, rendering.look_again(address, part="table")


def _number(text: str) -> int:
    """What a page sent, if it is the number of a move."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdecimal() else -1


def _language(scope: Any) -> str:
    """The language of the page that opened the socket, if it is one of ours."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
