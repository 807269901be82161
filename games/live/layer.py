"""The only user of the channel layers. Says that something happened, by ids, never what.

There are two. The sockets of this process join groups of `HERE`, which is memory and never away.
Other processes are told over `SHARED`, where there is one (Redis): each process that serves sockets
listens to one group there and passes on what it hears. So Redis may be away or frozen: sockets are
taken, whatever is announced in this process arrives, and `games.live.checking` finds what was
announced elsewhere. Whether it is away is found out by listening for one's own pulse.

Announcements come from threads that have no event loop: requests, tasks, commands. They are
handed to one that lives long. Where sockets are served in this process it is theirs, because the
in-memory layer can only wake a socket from its own loop; elsewhere it is one in a thread of its
own, because opening a loop and a connection for every announcement costs more than the move.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Collection, Coroutine, Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from threading import Thread
from typing import Any
from weakref import WeakKeyDictionary

from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer
from django.conf import settings

logger = logging.getLogger(__name__)

HERE, SHARED = "default", "shared"  # in settings.CHANNEL_LAYERS
TABLES = "tables"

# Seconds
PATIENCE = 0.5  # with Redis, for anything
BETWEEN_TRIES = 1.0  # to be heard again
SECONDS_BETWEEN_LOOKS = 1.0  # for what has expired

_EVERY_PROCESS = "processes"
_ME = secrets.token_hex(8)


class LayerHere(InMemoryChannelLayer):
    """Channels' own, of one process, for many sockets.

    Theirs makes a task of every message to every socket, and with each that is received looks
    through all channels and groups for what has expired, which grows with the square of them.
    """

    _looked_at = 0.0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.require_valid_group_name(group)
        self._clean_expired()
        for channel in list(self.groups.get(group, ())):
            with suppress(ChannelFull):
                await self.send(channel, message)

    def _clean_expired(self) -> None:
        if (now := time.monotonic()) - self._looked_at >= SECONDS_BETWEEN_LOOKS:
            self._looked_at = now
            super()._clean_expired()  # type: ignore[misc]  # its types leave it out


def match_group(match_id: str) -> str:
    return f"match.{match_id}"


def account_group(account_id: int) -> str:
    return f"account.{account_id}"


def session_group(session_key: str) -> str:
    """By a hash: whoever reads the layer must not be able to take over the session."""
    return f"session.{sha256(session_key.encode()).hexdigest()[:32]}"


def announce(match_id: str, *, number: int | None, digest: str, edition: int) -> None:
    """The match has a new move, or something about it has changed. A digest gives nothing away."""
    mark = {"number": number, "digest": digest, "edition": edition}
    _send(match_group(match_id), {"type": "match.moved", "match": match_id, **mark})


def talked(match_id: str, *, told: str, by: int | None) -> None:
    """Somebody spoke at the match, or something that was said has changed."""
    _send(match_group(match_id), {"type": "match.talked", "told": told, "by": by})


def talk_read(account_id: int, match_id: str) -> None:
    """On one of its pages this account has read what was said at the match."""
    _send(account_group(account_id), {"type": "account.read", "match": match_id})


def nudge(account_ids: Iterable[int], *, waiting: Collection[int], listed: bool = False) -> None:
    """Something happened at a table of these accounts; `waiting`: it is, or was, their turn;
    `listed`: whoever shows lists is told of it by `tables_changed`.
    """
    for account_id in account_ids:
        told = {"waiting": account_id in waiting, "listed": listed}
        message = {"type": "account.nudged", **told}
        _send(account_group(account_id), message)


def call(account_ids: Iterable[int]) -> None:
    """These accounts are asked to come to a table, or are not any more."""
    for account_id in account_ids:
        _send(account_group(account_id), {"type": "account.called"})


def note(account_ids: Iterable[int]) -> None:
    """There is something else under the bell of these accounts."""
    for account_id in account_ids:
        _send(account_group(account_id), {"type": "account.noted"})


def tables_changed() -> None:
    """The list of open tables has changed."""
    _send(TABLES, {"type": "tables.changed"})


def dismiss(account_id: int) -> None:
    """The account's log-ins have ended: its sockets close."""
    _send(account_group(account_id), {"type": "account.dismissed"})


def dismiss_session(session_key: str) -> None:
    """One browser has logged out: the sockets of its other pages close."""
    _send(session_group(session_key), {"type": "account.dismissed"})


@dataclass
class Sharing:
    """How it goes with the other processes, for this one."""

    outages: int = 0  # that have begun; each may have swallowed an announcement
    is_away: bool = False
    silent_until: float = 0.0  # nothing is sent while it is away, but for a try now and then

    def went(self, error: str) -> None:
        self.silent_until = time.monotonic() + BETWEEN_TRIES
        if not self.is_away:
            self.outages += 1
            self.is_away = True
            logger.warning("Other processes cannot be told or heard (%s). Pages look often.", error)

    def came(self) -> None:
        self.silent_until = 0.0
        if self.is_away:
            self.is_away = False
            logger.warning("Other processes can be told and heard again.")


sharing = Sharing()


def serve_from_here() -> None:
    """Called by a socket: announcements of this process are made on the loop running now."""
    global _serving
    _serving = asyncio.get_running_loop()
    if get_channel_layer(SHARED) is not None and _serving not in _listening:
        _listening[_serving] = _serving.create_task(_listen())


_serving: asyncio.AbstractEventLoop | None = None
_listening: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = WeakKeyDictionary()


def _send(group: str, message: Mapping[str, object]) -> None:
    serving = _serving
    if serving is not None and serving.is_running():
        _hand_over(_send_here(group, message), serving)
    if get_channel_layer(SHARED) is not None and time.monotonic() >= sharing.silent_until:
        told = {"type": "told", "by": _ME, "group": group, "message": dict(message)}
        running = serving is not None and serving.is_running()
        loop = serving if serving is not None and running else _loop_of_our_own()
        _hand_over(_send_to_all(told), loop)


def _layer(name: str) -> BaseChannelLayer:
    found = get_channel_layer(name)
    assert found is not None
    return found


def _hand_over(sending: Coroutine[Any, Any, None], loop: asyncio.AbstractEventLoop) -> None:
    asyncio.run_coroutine_threadsafe(sending, loop).add_done_callback(_report)


def _report(sent: Future[None]) -> None:
    """Nobody waits for an announcement; whoever missed one finds out by looking."""
    if not sent.cancelled() and (error := sent.exception()) is not None:
        logger.warning("An announcement was lost: %s", type(error).__name__)


async def _send_here(group: str, message: Mapping[str, object]) -> None:
    await _layer(HERE).group_send(group, dict(message))


async def _send_to_all(message: Mapping[str, object]) -> None:
    """Tell every process; if that takes long, it is lost."""
    try:
        async with asyncio.timeout(PATIENCE):
            await _layer(SHARED).group_send(_EVERY_PROCESS, dict(message))
    except Exception as error:
        sharing.went(type(error).__name__)
    else:
        if _serving is None:
            sharing.came()  # who listens knows better


async def _listen() -> None:
    """Pass on what other processes announce; begin anew when nothing is heard."""
    while _goes_on():
        try:
            await _hear()
        except Exception as error:
            sharing.went(type(error).__name__)
        await asyncio.sleep(BETWEEN_TRIES)


async def _hear() -> None:
    shared = _layer(SHARED)
    pulse: asyncio.Task[None] | None = None
    try:
        async with asyncio.timeout(PATIENCE):
            channel = await shared.new_channel()
            await shared.group_add(_EVERY_PROCESS, channel)
        pulse = asyncio.create_task(_pulse())
        wait = PATIENCE  # for the first one
        while _goes_on():
            async with asyncio.timeout(wait):
                heard = await shared.receive(channel)
            wait = settings.SECONDS_BETWEEN_PULSES + 2 * PATIENCE
            sharing.came()
            if heard["type"] == "told" and heard["by"] != _ME:
                await _send_here(heard["group"], heard["message"])
    finally:
        if pulse is not None:
            pulse.cancel()
        with suppress(Exception):
            async with asyncio.timeout(PATIENCE):
                await shared.flush()  # connections, too: the next ones are new


async def _pulse() -> None:
    """What every listener hears now and then, if only from itself."""
    while True:
        await _send_to_all({"type": "pulse"})
        await asyncio.sleep(settings.SECONDS_BETWEEN_PULSES)


def _goes_on() -> bool:
    """Asked by whatever runs until it is cancelled.

    The error alone may not get here: while it connects, and while it flushes, the layer for Redis
    swallows it. A loop that closes then waits for us for ever.
    """
    task = asyncio.current_task()
    return task is not None and not task.cancelling()


@cache  # there is to be one
def _loop_of_our_own() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="announcements", daemon=True).start()
    return loop
