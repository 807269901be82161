"""The sockets. Join the group after the permission check; on an announcement send one's own HTML."""

# ruff: noqa: ARG002 - a handler takes a message, whether or not it says more than its name

from __future__ import annotations

from typing import Any, cast
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games import knowledge, live, lobby, rendering

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
        await self.accept()
        await self.account_nudged({})

    async def listen(self, group: str) -> None:
        self.groups.append(group)  # left again by the base class when the socket closes
        await self.channel_layer.group_add(group, self.channel_name)

    async def account_nudged(self, message: dict[str, Any]) -> None:
        if self.viewer.pk is not None:
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

    async def account_nudged(self, message: dict[str, Any]) -> None:
        await super().account_nudged(message)
        if message:
            await self.tables_changed(message)

    async def tables_changed(self, message: dict[str, Any]) -> None:
        await self.send(text_data=rendering.look_again(reverse("lobby"), part="lobby"))


class MatchConsumer(AccountConsumer):
    """One table. Every push is the whole current view, and so is the first message."""

    async def connect(self) -> None:
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.viewer, self.language = cast(Any, self.scope)["user"], _language(self.scope)
        self.sent: tuple[int | None, int] | None = None
        if await self.look() is None:
            await self.close(code=HIDDEN)
            return
        await self.listen(live.match_group(self.match_id))
        await super().connect()
        await self.push()

    async def match_moved(self, message: dict[str, Any]) -> None:
        number, edition = message["number"], message["edition"]
        if self.sent == (number, edition):
            return
        key = (self.match_id, number, self.seat, self.language, edition)
        same_people = self.sent is not None and self.sent[1] == edition
        html = rendering.cached(key) if same_people else None
        if html is None:
            await self.push()
        else:
            self.sent = (number, edition)
            await self.send(text_data=html)

    async def push(self) -> None:
        """Send the view as it is now, after asking again whether it may be seen."""
        found = await self.look()
        if found is None:
            await self.close(code=HIDDEN)
            return
        self.sent, html = found
        await self.send(text_data=html)

    async def look(self) -> tuple[tuple[int | None, int], str] | None:
        return await self.ask(self._look)

    def _look(self) -> tuple[tuple[int | None, int], str] | None:
        try:
            visited = knowledge.visit(self.match_id, self.viewer)
        except knowledge.Hidden:
            return None
        self.seat, match = visited.seat, visited.match
        html = (
            rendering.fragment(visited)
            if match.is_dealt
            else rendering.look_again(reverse("match", args=[match.pk]), part="table")
        )
        return (match.number, match.edition), html


def _language(scope: Any) -> str:
    """The language of the page that opened the socket, if it is one of ours."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
