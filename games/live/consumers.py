"""The sockets. Join the group after the permission check; on an announcement send one's own HTML."""

# ruff: noqa: ARG002 - a handler takes a message, whether or not it says more than its name

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypedDict, TypeVar
from urllib.parse import parse_qs

from asgiref.typing import WebSocketScope
from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.exceptions import DenyConnection
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError
from django.urls import reverse
from django.utils import translation

from games import play, rendering
from games.live import layer
from games.live.checking import checker
from games.matchlog import access
from games.matchlog.audience import PUBLIC
from games.matchlog.waiting import waiting_count
from games.rendering import parts
from games.rendering.parts import Drawing

logger = logging.getLogger(__name__)

# The browser's extension reconnects on 1006, 1011, 1012 and 1013 only: these two are final.
DISMISSED = 4001
HIDDEN = 4004


T = TypeVar("T")


class Message(TypedDict):
    """What the layer brings: `games.live.layer` sends it."""

    type: str


class Nudged(Message):
    waiting: bool


class Moved(Message):
    match: str
    number: int | None
    digest: str
    edition: int


class Checked(Moved):
    instead_of: Sequence[Any]  # a mark


class AccountConsumer(AsyncWebsocketConsumer):
    """What every page hears: how many tables wait for me, that my log-in has ended."""

    async def connect(self) -> None:
        layer.serve_from_here()
        self.viewer = self._viewer()
        self.language = _language(self.scope)
        if self.viewer.pk is not None:
            await self.listen(layer.account_group(self.viewer.pk))
            await self.listen(layer.session_group(self.scope["session"].session_key or ""))
            await self.check_again()
        await self.accept()
        self.is_taken = True
        checker().sockets.add(self)
        await self.account_nudged({"type": "account.nudged", "waiting": True})

    match_id: str | None = None
    sent: access.Mark | None = None
    counted: int | None = None
    is_taken = False

    async def check_again(self) -> None:
        """Of a log-in that ended before we listened we have not heard."""
        if (await get_user(self.scope)).pk is None:
            raise DenyConnection

    async def disconnect(self, code: int) -> None:
        checker().sockets.discard(self)

    async def tell(self, message: Mapping[str, object]) -> None:
        await self.channel_layer.send(self.channel_name, dict(message))

    async def dispatch(self, message: dict[str, Any]) -> None:
        """While the database is away an open page stays open: it is looked after later."""
        try:
            await super().dispatch(message)
        except (OperationalError, InterfaceError) as error:
            if not self.is_taken or message["type"].startswith("websocket."):
                raise
            logger.warning("An open page was not told something: %s", type(error).__name__)
            checker().is_unsure = True

    async def layer_back(self, message: Message) -> None:
        """Other processes were not heard for a while: was it said that this log-in has ended?"""
        if self.viewer.pk is not None and not await self._is_logged_in():
            await self.close(code=DISMISSED)

    async def _is_logged_in(self) -> bool:
        session = self.scope["session"]
        is_there = await database_sync_to_async(session.exists)(session.session_key or "")
        return is_there and (await get_user(self.scope)).pk is not None

    async def listen(self, group: str) -> None:
        self.groups.append(group)  # left again by the base class when the socket closes
        await self.channel_layer.group_add(group, self.channel_name)

    async def account_nudged(self, message: Nudged) -> None:
        if self.viewer.pk is not None and message["waiting"]:
            await self.send(text_data=await self.ask(self._waiting))

    def _waiting(self) -> str:
        self.counted = waiting_count(self.viewer)
        return rendering.waiting(self.counted)

    async def account_dismissed(self, message: Message) -> None:
        await self.close(code=DISMISSED)

    async def ask(self, function: Callable[[], T]) -> T:
        """Call a function that reads the database, in this page's language."""

        def in_language() -> T:
            with translation.override(self.language):
                return function()

        return await database_sync_to_async(in_language)()

    def _viewer(self) -> access.Viewer:
        return self.scope["user"] or AnonymousUser()


class LobbyConsumer(AccountConsumer):
    """The lists: a change makes the page fetch them again, as itself."""

    async def connect(self) -> None:
        await self.listen(layer.TABLES)
        await super().connect()
        self.is_open = True

    is_open = False

    async def account_nudged(self, message: Nudged) -> None:
        await super().account_nudged(message)
        if self.is_open:
            await self.tables_changed(message)

    async def layer_back(self, message: Message) -> None:
        await super().layer_back(message)
        await self.tables_changed(message)

    async def tables_changed(self, message: Message) -> None:
        await self.send(text_data=rendering.look_again(reverse("lobby"), part="lobby"))


Look = tuple[access.Mark, Drawing]  # and what is shown

NOTHING = access.Mark(None, "", -1)  # has been sent
EVERYTHING_AGAIN = "all"  # what a page says that has lost its place

# Looks that are being taken in this process, so that a hundred sockets of one audience take one.
_looking: dict[rendering.Key, asyncio.Task[Look | None]] = {}


class MatchConsumer(AccountConsumer):
    """One table. Every push brings the page to the current view: it has the parts that differ from
    what this socket was sent, and all of them at first, and whenever one of us is not sure.
    """

    match_id: str
    sent: access.Mark
    shown: Drawing = parts.NOTHING  # what this socket was sent last

    async def connect(self) -> None:
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.viewer, self.language = self._viewer(), _language(self.scope)
        self.audience = PUBLIC
        self.sent = NOTHING
        self.seen = -1
        if await self.ask(self._look) is None:
            await self.close(code=HIDDEN)
            return
        await self.listen(layer.match_group(self.match_id))
        await super().connect()
        await self.push(await self.ask(self._look))

    async def match_moved(self, message: Moved) -> None:
        mark = access.Mark(message["number"], message["digest"], message["edition"])
        if self.sent == mark:
            return
        if self.sent.edition != mark.edition:
            # Who sits where, or who may watch, may be different now: ask for oneself.
            await self.push(await self.ask(partial(self._look, mark)))
            return
        key = rendering.Key(self.match_id, mark, self.audience, self.language)
        drawing = rendering.cached(key)
        await self.push((mark, drawing) if drawing else await self.look_together(key))

    async def match_checked(self, message: Checked) -> None:
        """The page looked for itself. What it has been sent since is newer than what was found."""
        if self.sent == access.Mark(*message["instead_of"]):
            await self.match_moved(message)

    async def look_together(self, key: rendering.Key) -> Look | None:
        """One look for all sockets of the same audience; each has been let in at this edition."""
        if key not in _looking:
            task = asyncio.create_task(self.ask(partial(self._look, key.mark)))
            task.add_done_callback(lambda _done: _looking.pop(key, None))
            _looking[key] = task
        return await asyncio.shield(_looking[key])

    async def push(self, look: Look | None) -> None:
        if look is None:
            await self.close(code=HIDDEN)
            return
        mark, drawing = look
        if mark.edition != self.sent.edition:
            self.shown = parts.NOTHING
        frame = parts.frame(drawing, self.shown)
        self.sent, self.shown = mark, drawing
        await self.send(text_data=frame)

    async def layer_back(self, message: Message) -> None:
        await super().layer_back(message)
        self.shown = parts.NOTHING

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page has lost its place; or says up to which move its reader has seen the table, in a
        tab that is visible.
        """
        if text_data == EVERYTHING_AGAIN:
            self.shown = parts.NOTHING
            await self.push(await self.ask(self._look))
            return
        number = min(_number(text_data or ""), self.sent.number or 0)
        seat = self.audience.seat
        if seat is not None and number > self.seen:
            self.seen = number
            await self.ask(partial(play.seen, self.match_id, seat, number=number))

    def _look(self, mark: access.Mark | None = None) -> Look | None:
        """The view as it is now; as it was at this mark, if that has just been heard of."""
        try:
            visited = access.visit(self.match_id, self.viewer, mark=mark)
        except access.Hidden:
            return None
        self.audience, match = visited.audience, visited.match
        if match.is_dealt:
            return access.mark_of(match), rendering.drawing_of_table(visited)
        address = reverse("match", args=[match.pk])
        again = rendering.look_again(address, part="table")
        return access.mark_of(match), Drawing((again,))


def _number(text: str) -> int:
    """What a page sent, if it is the number of a move."""
    return int(text) if len(text) < 10 and text.isascii() and text.isdecimal() else -1


def _language(scope: WebSocketScope) -> str:
    """The language of the page that opened the socket, if it is one of ours."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
