"""Open pages look for themselves, because an announcement may get lost.

Every half a minute, and every few seconds while other processes cannot be heard, this process reads
how far the matches have come that its sockets show, and how many tables wait for their accounts:
two queries, however many sockets there are. Whoever shows something else is told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError

from games.live import layer
from games.matchlog import access, waiting
from games.matchlog.access import Mark

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """What is asked of an open socket."""

    match_id: str | None
    sent: Mark | None  # of what it shows of its match
    viewer: access.Viewer
    counted: int | None  # tables that wait, as it says

    async def tell(self, message: Mapping[str, object]) -> None:
        """Give it a message as if it had been announced: it is taken in its turn."""


class Checker:
    """The sockets that are open on one event loop."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.outages = layer.sharing.outages
        self.checked_at = time.monotonic()
        self.is_unsure = False  # a socket could not be told something

    async def run(self) -> None:
        while True:
            await asyncio.sleep(settings.SECONDS_BETWEEN_PULSES)
            has_missed = layer.sharing.is_away or layer.sharing.outages != self.outages
            is_time = time.monotonic() - self.checked_at >= settings.SECONDS_BETWEEN_CHECKS
            if has_missed or self.is_unsure or is_time:
                try:
                    await self.check()
                except (OperationalError, InterfaceError) as error:
                    logger.warning("Open pages could not be checked: %s", type(error).__name__)

    async def check(self) -> None:
        """Tell every socket what it has missed. After an outage, also what has no number."""
        sockets = list(self.sockets)
        if not sockets:
            return
        self.is_unsure = False
        is_over = not layer.sharing.is_away
        outages, had_outage = layer.sharing.outages, layer.sharing.outages != self.outages
        marks, counts = await database_sync_to_async(_read)(
            sorted({one.match_id for one in sockets if one.match_id}),
            sorted({one.viewer.pk for one in sockets if one.viewer.pk is not None}),
        )
        for one in sockets:
            await _compare(one, marks, counts)
            if had_outage and is_over:
                await one.tell({"type": "layer.back"})
        self.checked_at = time.monotonic()
        if is_over:
            self.outages = outages


async def _compare(one: Socket, marks: Mapping[str, Mark], counts: Mapping[int, int]) -> None:
    mark = marks.get(one.match_id or "")
    if mark is not None and one.sent is not None and one.sent != mark:
        instead = {"match": one.match_id, **mark._asdict(), "instead_of": list(one.sent)}
        await one.tell({"type": "match.checked", **instead})
    if one.counted is not None and one.counted != counts.get(one.viewer.pk or 0, 0):
        await one.tell({"type": "account.nudged", "waiting": True})


def _read(
    match_ids: Sequence[str], account_ids: Sequence[int]
) -> tuple[Mapping[str, Mark], Mapping[int, int]]:
    marks = access.marks_of(match_ids) if match_ids else {}
    return marks, waiting.waiting_counts(account_ids) if account_ids else {}


_checkers: WeakKeyDictionary[asyncio.AbstractEventLoop, Checker] = WeakKeyDictionary()
_running: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = WeakKeyDictionary()


def checker() -> Checker:
    """Of the loop that is running now."""
    loop = asyncio.get_running_loop()
    if loop not in _checkers:
        _checkers[loop] = Checker()
        _running[loop] = loop.create_task(_checkers[loop].run())
    return _checkers[loop]
