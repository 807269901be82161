"""The one client: the same match on each of the peers, with sockets that are open, and its moves.

Sockets and screens are those of `bench live`. What differs is what is sent and what comes back.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from http.client import HTTPConnection
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from games.benches import Unavailable, live
from games.benches.live import SEATS, Screen, Table
from games.engine.canonical import canonical_json
from games.matchlog import access, copies
from games.matchlog.audience import Audience
from games.play import bots

PAGES_OF_A_SEAT = 2


class Seated(Protocol):
    """A match of five."""

    @property
    def screens(self) -> Sequence[Screen]:
        """What its sockets show, in the order in which they were opened."""

    def on_sockets(self, number: int) -> AbstractAsyncContextManager[None]:
        """Open so many sockets: a page of every seat, another of every seat, then spectators'."""

    async def move(self) -> float | None:
        """Seconds from sending a move to the last socket that has its view; None: it is over."""


class Peer(Protocol):
    """One of those that are measured beside each other."""

    name: str
    pids: Sequence[int]  # of the processes whose CPU is counted

    def begin(self, title: str) -> Seated:
        """A match to play; the title means something to ours alone."""


def seat_at(index: int) -> int | None:
    """Whose socket it is; None: a spectator's."""
    return index % SEATS if index < PAGES_OF_A_SEAT * SEATS else None


# Ours


class Ours:
    """Any title of ours, rendered and kept in a database."""

    name = "ours"

    def __init__(self, ports: Sequence[int], pids: Sequence[int]) -> None:
        self.ports, self.pids = ports, pids
        self.kept: dict[str, list[Table]] = defaultdict(list)

    def begin(self, title: str) -> OurTable:
        """One that has been played on before, if there is one: to get some way in takes long."""
        kept = self.kept[title]
        return OurTable(self.ports, kept.pop() if kept else Table.begun(title), kept)


class OurTable:
    """A move goes over a socket of whoever makes it, or is posted where they have none."""

    def __init__(self, ports: Sequence[int], table: Table, kept: list[Table]) -> None:
        self.ports, self.table, self.kept = ports, table, kept
        self.screens: list[Screen] = []
        self.is_over = False

    @asynccontextmanager
    async def on_sockets(self, number: int) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for index in range(number):
                port, seat = self.ports[index % len(self.ports)], seat_at(index)
                cookie = "" if seat is None else self.table.cookies[seat]
                opened = live.watching(port, self.table.match_id, cookie)
                self.screens.append(await stack.enter_async_context(opened))
            yield
        if not self.is_over:
            self.kept.append(self.table)

    async def move(self) -> float | None:
        action = await self.next_action()
        if action is None:
            self.is_over = True
            return None
        if action[0] < len(self.screens):
            return await live.one_move(self.screens, *action)
        port = self.ports[action[2] % len(self.ports)]
        return await live.posted_move(port, self.table, self.screens, *action)

    async def next_action(self) -> tuple[int, str, int] | None:
        if len(self.screens) >= SEATS:
            return await live.next_action(self.screens)
        return await asyncio.to_thread(self._chosen)

    def _chosen(self) -> tuple[int, str, int] | None:
        """Whoever is to move may have no socket, so look into the log as a bot does."""
        try:
            visited = access.visit(self.table.match_id, AnonymousUser())
            for seat in visited.seats:
                if seat.awaited_since:
                    action = bots.choose(copies.of(visited.match, Audience(seat.index)), "random")
                    return seat.index, canonical_json(action), visited.match.number or 0
            return None
        finally:
            connection.close()  # this thread's own


# The floor


class NumberScreen(Screen):
    """A socket of the floor shows a number and nothing else."""

    async def take(self, frame: str) -> None:
        await self.turn_to(int(frame))

    async def turn_to(self, number: int) -> None:
        async with self.news:
            self.number, self.at = number, time.perf_counter()
            self.news.notify_all()


class Floor:
    """Our server, layer and sockets, and a move that inserts a row: see floor.py."""

    name = "floor"

    def __init__(self, ports: Sequence[int], pids: Sequence[int]) -> None:
        self.ports, self.pids = ports, pids

    def begin(self, title: str) -> FloorTable:
        del title
        return FloorTable(self.ports)


class FloorTable:
    """A move is a number, sent over one socket after the other."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports, self.path = ports, f"/{secrets.token_hex(5)}"
        self.screens: list[Screen] = []

    @asynccontextmanager
    async def on_sockets(self, number: int) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for index in range(number):
                screen, port = NumberScreen(), self.ports[index % len(self.ports)]
                await stack.enter_async_context(live.opened(port, self.path, screen))
                await screen.shows(0)
                self.screens.append(screen)
            yield

    async def move(self) -> float:
        number = self.screens[0].number + 1
        mover = self.screens[number % len(self.screens)]
        return await live.sent(mover, str(number), self.screens, number)


# boardgame.io


class HandScreen(NumberScreen):
    """A socket of boardgame.io: socket.io's packets, as far as this server sends them."""

    def __init__(self, hello: str) -> None:
        super().__init__()
        self.hello = hello  # said when the server has taken us into the game's namespace
        self.to_move = ""

    async def take(self, frame: str) -> None:
        match frame[:1], frame[1:2]:
            case "0", _:
                self.say("40/hands,")
            case "2", _:
                self.say("3")  # we are still here
            case "4", "0":
                self.say(self.hello)
            case "4", "2" if frame.startswith(('42/hands,["sync"', '42/hands,["update"')):
                [self.to_move] = re.findall(r'"currentPlayer":"(\d+)"', frame)[:1]
                await self.turn_to(int(re.findall(r'"_stateID":(\d+)', frame)[0]))


class BoardgameIo:
    """The smallest game with hidden hands, in memory: see boardgame_io/server.js."""

    name = "boardgame.io"

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self.pids: Sequence[int] = [pid]

    def begin(self, title: str) -> HandTable:
        del title
        match_id = self._ask("create", {"numPlayers": SEATS})["matchID"]
        joined = [
            self._ask(f"{match_id}/join", {"playerID": str(seat), "playerName": f"bench{seat}"})
            for seat in range(SEATS)
        ]
        return HandTable(self.port, match_id, [one["playerCredentials"] for one in joined])

    def _ask(self, what: str, data: dict[str, object]) -> Any:
        asking = HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Content-Type": "application/json"}
        asking.request("POST", f"/games/hands/{what}", json.dumps(data), headers)
        answer = asking.getresponse()
        body = answer.read()
        asking.close()
        if answer.status >= 400:
            raise Unavailable(f"boardgame.io answered {what} with {answer.status}")
        return json.loads(body)


class HandTable:
    """Whoever is to move sends it over any of the sockets, with their own credentials."""

    def __init__(self, port: int, match_id: str, credentials: Sequence[str]) -> None:
        self.port, self.match_id, self.credentials = port, match_id, credentials
        self.screens: list[HandScreen] = []

    @asynccontextmanager
    async def on_sockets(self, number: int) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for index in range(number):
                seat = seat_at(index)
                who = (None, None) if seat is None else (str(seat), self.credentials[seat])
                screen = HandScreen(event("sync", self.match_id, *who, SEATS))
                opened = live.opened(self.port, "/socket.io/?EIO=4&transport=websocket", screen)
                await stack.enter_async_context(opened)
                await screen.shows(0)
                self.screens.append(screen)
            yield

    async def move(self) -> float:
        screen = self.screens[0]
        seat, number = screen.to_move, screen.number
        payload = {
            "type": "play",
            "args": [0, number % 45],  # the first card in hand, onto one cell after the other
            "playerID": seat,
            "credentials": self.credentials[int(seat)],
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        packet = event("update", action, number, self.match_id, seat)
        return await live.sent(screen, packet, self.screens, number + 1)


def event(*words: object) -> str:
    return f"42/hands,{json.dumps(words)}"
