"""The sockets. Join the group after the permission check; on an announcement send one's own HTML."""

# ruff: noqa: ARG002 - a handler takes a message, whether or not it says more than its name

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NotRequired, TypedDict, TypeVar, cast
from urllib.parse import parse_qs

from asgiref.typing import WebSocketScope
from channels.auth import get_user
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import DenyConnection
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError
from django.urls import reverse
from django.utils import timezone, translation

from games import play, rendering, tasks
from games.live import layer
from games.live.checking import checker
from games.live.threads import threads
from games.live.together import Together
from games.matchlog import access
from games.matchlog.audience import PUBLIC
from games.matchlog.waiting import Call, calls_of, waiting_counts
from games.notices.reach import unread_count
from games.notices.shown import latest
from games.pages import moving
from games.rendering import Refusal, parts
from games.rendering.parts import Drawing
from games.rendering.talk import talked
from games.talk.channels import is_told

logger = logging.getLogger(__name__)

# The browser's extension reconnects on 1006, 1011, 1012 and 1013 only: the first three are final.
DISMISSED = 4001
HIDDEN = 4004
TOO_MUCH = 4008
TRY_LATER = 1013

# What a page may say, at once and in the long run. Nobody who plays comes near it.
FRAMES_AT_ONCE = 40
FRAMES_A_SECOND = 10
# How often it may ask for everything again, which is ten times what a move is.
WHOLE_AT_ONCE = 5
WHOLE_A_SECOND = 0.5


T = TypeVar("T")


class Message(TypedDict):
    """What the layer brings: `games.live.layer` sends it."""

    type: str


class Nudged(Message):
    waiting: bool
    listed: NotRequired[bool]


class MatchMoved(Message):
    match: str
    number: int | None
    digest: str
    edition: int


class Talked(Message):
    told: str
    by: int | None


class TalkRead(Message):
    match: str


class Checked(MatchMoved):
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
        if self.viewer.pk is not None:
            count, calls = await _arrivals.ask(self.viewer.pk)
            await self.tell_count(count)
            await self.tell_calls(calls)

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
        """While the database is away an open page stays open: it is looked after later.

        Channels' own hops into a thread to look after connections, for every message to every
        socket: half of what a frame of a hundred bytes costs. Ours are looked after in `ask`.
        """
        try:
            await getattr(self, get_handler_name(message))(message)
        except (OperationalError, InterfaceError) as error:
            if not self.is_taken or message["type"].startswith("websocket."):
                raise
            logger.warning("An open page was not told something: %s", type(error).__name__)
            checker().is_unsure = True

    async def layer_back(self, message: Message) -> None:
        """Other processes were not heard for a while: was it said that this log-in has ended?"""
        if self.viewer.pk is not None and not await self._is_logged_in():
            await self.close(code=DISMISSED)
        else:
            await self.account_called(message)

    async def _is_logged_in(self) -> bool:
        session = self.scope["session"]
        is_there = await database_sync_to_async(session.exists)(session.session_key or "")
        return is_there and (await get_user(self.scope)).pk is not None

    async def listen(self, group: str) -> None:
        self.groups.append(group)  # left again by the base class when the socket closes
        await self.channel_layer.group_add(group, self.channel_name)

    async def account_nudged(self, message: Nudged) -> None:
        if self.viewer.pk is not None and message["waiting"]:
            await self.tell_count(await _counts.ask(self.viewer.pk))

    async def tell_count(self, count: int) -> None:
        self.counted = count
        with translation.override(self.language):
            sign = rendering.waiting(count)
        await self.send(text_data=sign)

    async def account_called(self, message: Message) -> None:
        """Somebody asks for this account."""
        if self.viewer.pk is not None:
            await self.tell_calls(await _calls.ask(self.viewer.pk))

    async def tell_calls(self, calls: Sequence[Call]) -> None:
        """What leads to the table that this page shows is no news there."""
        elsewhere = [one for one in calls if one.match != self.match_id]
        with translation.override(self.language):
            await self.send(text_data=rendering.calls(elsewhere))

    async def account_noted(self, message: Message) -> None:
        if self.viewer.pk is not None:
            await self.send(text_data=await self.ask(self._bell))

    def _bell(self) -> str:
        account = cast(play.Account, self.viewer)
        return rendering.bell(unread_count(account.pk), latest(account, timezone.now()))

    async def account_read(self, message: TalkRead) -> None:
        """On most pages nothing tells how much is new at a table."""

    async def account_dismissed(self, message: Message) -> None:
        await self.close(code=DISMISSED)

    async def ask(self, function: Callable[[], T]) -> T:
        """Call a function that reads the database, in this page's language."""

        def in_language() -> T:
            with translation.override(self.language):
                return function()

        async with threads.one():
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
        if self.is_open and not message.get("listed"):
            await self.tables_changed(message)

    async def account_read(self, message: TalkRead) -> None:
        if self.is_open:
            await self.tables_changed(message)

    async def layer_back(self, message: Message) -> None:
        await super().layer_back(message)
        await self.tables_changed(message)

    async def tables_changed(self, message: Message) -> None:
        again = rendering.look_again(reverse("lobby"), part="lobby", asking="#open-sieve")
        await self.send(text_data=again)


Look = tuple[access.Mark, Drawing]  # and what is shown

NOTHING = access.Mark(None, "", -1)  # has been sent
# What a page says
EVERYTHING_AGAIN = "all"  # it has lost its place
A_MOVE = "move "  # its own number for it, the move that it shows, and the action as JSON
FASTER = "faster "  # the move that it shows: its reader would have the bots move at once


class MatchConsumer(AccountConsumer):
    """One table. Every push brings the page to the current view: it has the parts that differ from
    what this socket was sent, and all of them at first, and whenever one of us is not sure.
    """

    match_id: str
    sent: access.Mark
    title: str
    shown: Drawing = parts.NOTHING  # what this socket was sent last

    async def connect(self) -> None:
        self.match_id = self.scope["url_route"]["kwargs"]["match_id"]
        self.viewer, self.language = self._viewer(), _language(self.scope)
        self.audience = PUBLIC
        self.sent = NOTHING
        self.seen = self.hurried = -1
        self.looked_at = time.monotonic()
        self.allowance = Allowance(FRAMES_AT_ONCE, FRAMES_A_SECOND)
        self.whole_allowance = Allowance(WHOLE_AT_ONCE, WHOLE_A_SECOND)
        # Listened before it is looked at: what is announced meanwhile is heard after this.
        group = layer.match_group(self.match_id)
        await self.listen(group)
        look = await self.ask(self._look)
        if look is None:
            self.groups.remove(group)
            await self.channel_layer.group_discard(group, self.channel_name)
            await self.close(code=HIDDEN)
            return
        await super().connect()
        await self.push(look)

    async def match_moved(self, message: MatchMoved) -> None:
        mark = access.Mark(message["number"], message["digest"], message["edition"])
        if self.sent == mark:
            return
        if self.sent.edition != mark.edition:
            # Who sits where, or who may watch, may be different now: ask for oneself.
            await self.push(await self.ask(partial(self._look, mark)))
            return
        key = rendering.Key(self.match_id, mark, self.audience, self.language)
        drawing = rendering.cached(key)
        look = (mark, drawing) if drawing else await _looks.ask(LookAsked(key, self.viewer))
        await self.push(look)

    async def match_talked(self, message: Talked) -> None:
        """Nothing is drawn: a page on which the talk is open asks for it, as itself."""
        is_me = self.viewer.pk is not None
        if is_told(message["told"], is_seated=self.audience.seat is not None, is_logged_in=is_me):
            is_mine = is_me and message["by"] == self.viewer.pk
            await self.send(text_data=talked(is_mine=is_mine, is_read=False))

    async def account_read(self, message: TalkRead) -> None:
        if message["match"] == self.match_id:
            await self.send(text_data=talked(is_mine=True, is_read=True))

    async def match_checked(self, message: Checked) -> None:
        """The page looked for itself. What it has been sent since is newer than what was found."""
        if self.sent == access.Mark(*message["instead_of"]):
            await self.match_moved(message)

    async def push(self, look: Look | None, answer: str = "") -> None:
        """Show it, and an answer with it."""
        if look is None:
            await self.close(code=HIDDEN)
            return
        mark, drawing = look
        if mark.edition != self.sent.edition:
            self.shown = parts.NOTHING
        frame = parts.frame(drawing, self.shown)
        self.sent, self.shown = mark, drawing
        await self.send(text_data=frame + answer)

    async def layer_back(self, message: Message) -> None:
        await super().layer_back(message)
        self.shown = parts.NOTHING

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page makes a move; or has lost its place; or would have the bots move; or says up to
        which move its reader has seen the table, in a tab that is visible.
        """
        text = text_data or ""
        if not self.allowance.takes_one():
            await self.close(code=TOO_MUCH)
        elif text == EVERYTHING_AGAIN:
            await self.show_again()
        elif text.startswith(A_MOVE):
            await self.move(text)
        elif text.startswith(FASTER):
            await self.hurry(access.whole_number(text.removeprefix(FASTER)))
        else:
            await self.see(access.whole_number(text))

    async def show_again(self) -> None:
        """All that was sent last: this socket has it at hand. A page that asks too often is told to
        come back later, and then gets all of it as everyone does who connects.
        """
        if not self.whole_allowance.takes_one():
            await self.close(code=TRY_LATER)
        elif self.shown is parts.NOTHING:
            await self.push(await self.ask(self._look))
        else:
            await self.send(text_data=parts.frame(self.shown, parts.NOTHING))

    async def see(self, number: int) -> None:
        number = min(number, self.sent.number or 0)
        seat = self.audience.seat
        if seat is None or number < max(self.seen, 0):
            return
        is_news, now = number > self.seen, time.monotonic()
        if is_news or now - self.looked_at >= play.LOOKS_AGAIN.total_seconds():
            self.seen, self.looked_at = number, now
            await self.ask(partial(play.seen, self.match_id, seat, number=number))
        if is_news:
            await self.ask(partial(tasks.go_on, self.match_id, number))

    async def hurry(self, number: int) -> None:
        seat = self.audience.seat
        if seat is not None and number > self.hurried:
            self.hurried = number
            await self.ask(partial(tasks.hurry, self.match_id, seat, number))

    async def move(self, text: str) -> None:
        """Make it, and answer with what it led to: the same move and the same refusals as by POST.

        What cannot be answered here ends the socket, and the page posts the move instead: to repeat
        one does nothing twice.
        """
        if layer.sharing.is_away and not await self._is_logged_in():
            await self.close(code=DISMISSED)  # of which we could not be told
            return
        _move, key, number, action = (*text.split(" ", 3), "", "", "")[:4]
        look, refusal = await self.ask(partial(self._move, number, action))
        await self.push(look, rendering.answer(access.whole_number(key), refusal))

    def _move(self, number: str, action: str) -> tuple[Look | None, Refusal | None]:
        """What is shown then, and why nothing was done, if so."""
        try:
            shown, wanted = moving.sent_move(number, action)
            account = cast(play.Account, self.viewer)
            done = play.submit(self.match_id, account, number=shown, action=wanted)
        except moving.REFUSALS as error:
            return self._look(), moving.refusal(error, self.title)
        return self._shown(access.visit_of(done.match, done.seats, self.viewer)), None

    def _look(self, mark: access.Mark | None = None) -> Look | None:
        """The view as it is now; as it was at this mark, if that has just been heard of.

        A mark is read in a quarter of the time of all rows, which somebody may have read already.
        """
        if mark is None:
            mark = access.marks_of([self.match_id]).get(self.match_id)
        try:
            return self._shown(access.visit(self.match_id, self.viewer, mark=mark))
        except access.Hidden:
            return None

    def _shown(self, visited: access.Visit) -> Look:
        self.audience, self.title = visited.audience, visited.match.title
        return _look_of(visited)


def _look_of(visited: access.Visit) -> Look:
    match = visited.match
    if match.is_dealt:
        return access.mark_of(match), rendering.drawing_of_table(visited)
    again = rendering.look_again(reverse("match", args=[match.pk]), part="table")
    return access.mark_of(match), Drawing((again,))


@dataclass(frozen=True, slots=True)
class LookAsked:
    """The same for all sockets of an audience: each of them has been let in at this edition."""

    key: rendering.Key
    viewer: access.Viewer = field(compare=False)


def _looks_of(asked: Sequence[LookAsked]) -> Mapping[LookAsked, Look | Exception | None]:
    return {one: _look_or_error(one) for one in asked}


def _look_or_error(asked: LookAsked) -> Look | Exception | None:
    key = asked.key
    try:
        with translation.override(key.language):
            return _look_of(access.visit(key.match, asked.viewer, mark=key.mark))
    except access.Hidden:
        return None
    except Exception as error:  # of this match; the others have nothing to do with it
        return error


def _counts_of(account_ids: Sequence[int]) -> Mapping[int, int | Exception]:
    return dict.fromkeys(account_ids, 0) | waiting_counts(account_ids)


def _calls_to(account_ids: Sequence[int]) -> Mapping[int, list[Call] | Exception]:
    return {account_id: [] for account_id in account_ids} | calls_of(account_ids)


def _arrivals_of(account_ids: Sequence[int]) -> Mapping[int, tuple[int, list[Call]] | Exception]:
    """What every page is told at first, in one go."""
    counts, calls = waiting_counts(account_ids), calls_of(account_ids)
    return {one: (counts.get(one, 0), calls.get(one, [])) for one in account_ids}


_looks = Together(_looks_of)
_arrivals = Together(_arrivals_of)
_counts = Together(_counts_of)
_calls = Together(_calls_to)


class Allowance:
    """So many at once, and so many a second in the long run."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self._left, self._at = at_once, time.monotonic()

    def takes_one(self) -> bool:
        now = time.monotonic()
        self._left = min(self._left + (now - self._at) * self.a_second, self.at_once)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def _language(scope: WebSocketScope) -> str:
    """The language of the page that opened the socket, if it is one of ours."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("language", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
