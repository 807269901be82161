"""The only user of the channel layer. Says that something happened, by ids, never what.

Announcements come from threads that have no event loop: requests, tasks, commands. They are
handed to one that lives long. Where sockets are served in this process it is theirs, because the
in-memory layer can only wake a socket from its own loop; elsewhere it is one in a thread of its
own, because opening a loop and a connection for every announcement costs more than the move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine, Iterable
from concurrent.futures import Future
from functools import cache
from hashlib import sha256
from threading import Thread
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

TABLES = "tables"


def match_group(match_id: str) -> str:
    return f"match.{match_id}"


def account_group(account_id: int) -> str:
    return f"account.{account_id}"


def session_group(session_key: str) -> str:
    """By a hash: whoever reads the layer must not be able to take over the session."""
    return f"session.{sha256(session_key.encode()).hexdigest()[:32]}"


def announce(match_id: str, *, number: int | None, edition: int) -> None:
    """The match has a new move, or something about it has changed."""
    message = {"type": "match.moved", "match": match_id, "number": number, "edition": edition}
    _send(match_group(match_id), message)


def nudge(account_ids: Iterable[int], *, waiting: Collection[int]) -> None:
    """Something happened at a table of these accounts; `waiting`: it is, or was, their turn."""
    for account_id in account_ids:
        message = {"type": "account.nudged", "waiting": account_id in waiting}
        _send(account_group(account_id), message)


def tables_changed() -> None:
    """The list of open tables has changed."""
    _send(TABLES, {"type": "tables.changed"})


def dismiss(account_id: int) -> None:
    """The account's log-ins have ended: its sockets close."""
    _send(account_group(account_id), {"type": "account.dismissed"})


def dismiss_session(session_key: str) -> None:
    """One browser has logged out: the sockets of its other pages close."""
    _send(session_group(session_key), {"type": "account.dismissed"})


def serve_from_here() -> None:
    """Called by a socket: announcements of this process are made on the loop running now."""
    global _serving
    _serving = asyncio.get_running_loop()


_serving: asyncio.AbstractEventLoop | None = None


def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        _hand_over(layer.group_send(group, message))


def _hand_over(sending: Coroutine[Any, Any, None]) -> None:
    serving = _serving
    running = serving is not None and serving.is_running()
    loop = serving if serving is not None and running else _loop_of_our_own()
    asyncio.run_coroutine_threadsafe(sending, loop).add_done_callback(_report)


def _report(sent: Future[None]) -> None:
    """Nobody waits for an announcement; a lost one is made up for by the next, or by a reconnect."""
    if not sent.cancelled() and (error := sent.exception()) is not None:
        logger.warning("An announcement was lost: %s", type(error).__name__)


@cache
def _loop_of_our_own() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="announcements", daemon=True).start()
    return loop
