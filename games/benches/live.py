"""How soon a move is on everyone's screen: a real server process, real sockets, one machine.

The yardstick is an authenticated POST through the same middleware and session that answers 204,
sent in turns with the moves, so that what else the machine does hits both alike.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import secrets
import socket
import struct
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from tempfile import NamedTemporaryFile
from typing import IO, Any, NamedTuple
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test.utils import override_settings, setup_databases, teardown_databases

from games import play
from games.benches import Figure, Unavailable
from games.benches._morphing import shown_after
from games.benches._processes import cpu_seconds
from games.engine import titles
from games.matchlog import copies
from games.matchlog.audience import Audience
from games.play import bots, seating

SEATS = 5
MOVES_BEFORE = 60
MOVES_MEASURED = 40
IDLE_SOCKETS = 500
CROWDS = (SEATS, 2 * SEATS, 100)  # sockets on one match
PATIENCE = 10.0  # seconds, with a process that is to end
TOKEN = "x" * 32  # of cookie and header alike: what is compared is that they are the same


def run(*, seconds: float) -> Iterator[Figure]:
    del seconds  # moves are counted here, not seconds
    with NamedTemporaryFile() as renders, served(notes=renders) as server:
        port = server.port
        for slug, title in titles().items():
            if SEATS not in title.seats:
                continue
            table = Table.begun(slug)
            name = f"{slug} live"
            yield from asyncio.run(measured(port, table, name, quiet=None))
            yield from counted(name, table, Path(renders.name))
        for sockets in CROWDS:
            yield asyncio.run(crowded(server, Table.begun(min(titles())), sockets))
        quiet, table = Table.begun(min(titles())), Table.begun(min(titles()))
        yield from asyncio.run(
            measured(port, table, f"live beside {IDLE_SOCKETS}", quiet=quiet.match_id)
        )


# A site of its own


class Server(NamedTuple):
    port: int
    pid: int

    def cpu(self) -> float:
        """Seconds of processor time that it has used."""
        return cpu_seconds([self.pid])


@contextmanager
def site(notes: IO[bytes] | int = subprocess.DEVNULL) -> Iterator[int]:
    """The port of a site."""
    with served(notes) as server:
        yield server.port


@contextmanager
def served(notes: IO[bytes] | int = subprocess.DEVNULL) -> Iterator[Server]:
    """A real server process, on a database that is thrown away.

    It notes every table that it renders, and every part that it draws.
    """
    if connection.vendor != "sqlite":
        raise Unavailable("the benches of the site use SQLite: leave DATABASE_URL out")
    with (
        throwaway_database(),
        serving("serve_counted", "--no-worker", notes=notes) as server,
    ):
        yield server


@contextmanager
def throwaway_database() -> Iterator[None]:
    """For this process and for those that `manage` starts."""
    if manage("collectstatic", "--no-input", "--verbosity", "0").wait() != 0:
        raise Unavailable("the static files cannot be collected")
    made = setup_databases(verbosity=0, interactive=False)
    try:
        with override_settings(DEBUG=False):
            yield
    finally:
        teardown_databases(made, verbosity=0)


@contextmanager
def serving(
    command: str, *words: str, notes: IO[bytes] | int = subprocess.DEVNULL
) -> Iterator[Server]:
    """A command that serves."""
    port = free_port()
    with running(manage(command, *words, "--port", str(port), notes=notes)) as pid:
        wait_for(port)
        yield Server(port, pid)


@contextmanager
def running(process: subprocess.Popen[bytes]) -> Iterator[int]:
    """Ends the process, whatever happens. Yields its id."""
    try:
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def manage(*words: str, notes: IO[bytes] | int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """A command of the site with DEBUG off, which would log every query and pack nothing."""
    environment = {
        **os.environ,
        "DEBUG": "off",
        "HTTPS": "off",
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECRET_KEY": settings.SECRET_KEY,  # log-ins are made here and used there
        "DATABASE_URL": database_url(),
    }
    return subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "manage.py", *words],
        cwd=Path(settings.BASE_DIR),
        env=environment,
        stdout=notes,
    )


def database_url() -> str:
    """Of the database that this process uses now."""
    now = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{now['NAME']}"
    user, password, name = (quote(str(now[key]), safe="") for key in ("USER", "PASSWORD", "NAME"))
    return f"postgres://{user}:{password}@{now['HOST']}:{now['PORT'] or 5432}/{name}"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise Unavailable("the server did not start")


@dataclass(frozen=True, slots=True)
class Table:
    """A match some way in, and the cookies of those who play it."""

    match_id: str
    cookies: Sequence[str]

    @classmethod
    def begun(cls, slug: str) -> Table:
        people = [account() for _ in range(SEATS)]
        match = seating.create(people[0], title=slug, size=SEATS).match
        for guest in people[1:]:
            seating.join(match.pk, guest)
        for person in people:
            done = seating.ready(match.pk, person)
        for _ in range(MOVES_BEFORE):
            seat = next(seat for seat in done.seats if seat.awaited_since)
            action = bots.choose(copies.of(done.match, Audience(seat.index)), "random")
            number = done.match.number or 0
            done = play.submit(match.pk, people[seat.index], number=number, action=action)
            if done.match.status != "running":
                return cls.begun(slug)
        return cls(match.pk, [cookie(person) for person in people])


def account() -> Any:
    return get_user_model()._default_manager.create(username=f"bench{secrets.token_hex(5)}")


def cookie(user: Any) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}; csrftoken={TOKEN}"


# Measuring


async def measured(port: int, table: Table, name: str, *, quiet: str | None) -> list[Figure]:
    """Moves on a table with two sockets a seat, over a socket and posted, in turns with the yardstick."""
    moves, posted, posts = list[float](), list[float](), list[float]()
    async with AsyncExitStack() as stack:
        for _ in range(IDLE_SOCKETS if quiet else 0):
            await stack.enter_async_context(watching(port, quiet or "", ""))
        screens = [
            await stack.enter_async_context(watching(port, table.match_id, cookie))
            for cookie in (*table.cookies, *table.cookies)
        ]
        for _ in range(MOVES_MEASURED):
            action = await next_action(screens)
            if action is None:
                break
            posts.append(await asyncio.to_thread(post, port, "/alive/", table.cookies[0], {}))
            if len(posted) < len(moves):
                posted.append(await posted_move(port, table, screens, *action))
            else:
                moves.append(await one_move(screens, *action))
        sizes = [size for screen in screens for size in screen.sizes]
    return [
        *figures(name, moves, posted, posts),
        Figure(f"{name}: a pushed frame, p50", median(sizes) / 1e3, "kB"),
    ]


async def crowded(server: Server, table: Table, sockets: int) -> Figure:
    """What a move costs the server, with so many sockets on the match, of every audience."""
    async with AsyncExitStack() as stack:
        cookies = [*table.cookies, *("" for _ in range(sockets - 2 * SEATS)), *table.cookies]
        screens = [
            await stack.enter_async_context(watching(server.port, table.match_id, cookie))
            for cookie in cookies[:sockets]
        ]
        used, made = server.cpu(), 0
        for _ in range(MOVES_MEASURED):
            action = await next_action(screens)
            if action is None:
                break
            await one_move(screens, *action)
            made += 1
        cost = (server.cpu() - used) * 1e3 / max(made, 1)
    return Figure(f"live on {sockets} sockets: processor time of a move", cost, "ms")


async def next_action(screens: Sequence[Screen]) -> tuple[int, str, int] | None:
    """Seat, action and number of a move that somebody may make now."""
    for index, screen in enumerate(screens[:SEATS]):
        if (action := screen.offered()) is not None:
            return index, action, screen.number
    return None


async def one_move(screens: Sequence[Screen], index: int, action: str, number: int) -> float:
    """Seconds from sending a move over a socket of that seat to the last screen that shows it."""
    return await sent(screens[index], f"move {number} {number} {action}", screens, number + 1)


async def posted_move(
    port: int, table: Table, screens: Sequence[Screen], index: int, action: str, number: int
) -> float:
    """Seconds from the POST to the last screen that shows it."""
    data = {"action": action, "number": str(number)}
    began = time.perf_counter()
    posting = asyncio.to_thread(post, port, f"/m/{table.match_id}/move", table.cookies[index], data)
    shown = [screen.shows(number + 1) for screen in screens]
    await asyncio.gather(posting, *shown)
    return max(screen.at for screen in screens) - began


async def sent(mover: Screen, text: str, screens: Sequence[Screen], number: int) -> float:
    """Seconds from sending a move over a socket to the last screen that shows it."""
    began = time.perf_counter()
    mover.say(text)
    await asyncio.gather(*(screen.shows(number) for screen in screens))
    return max(screen.at for screen in screens) - began


def post(port: int, path: str, cookie: str, data: dict[str, str]) -> float:
    """Seconds a POST took."""
    headers = {
        "Cookie": cookie,
        "X-CSRFToken": TOKEN,
        "HX-Request": "true",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    began = time.perf_counter()
    ask = HTTPConnection("127.0.0.1", port, timeout=30)
    ask.request("POST", path, urlencode(data), headers)
    answer = ask.getresponse()
    answer.read()
    ask.close()
    if answer.status >= 400:
        raise Unavailable(f"{path} was answered with {answer.status}")
    return time.perf_counter() - began


def counted(name: str, table: Table, notes: Path) -> Iterator[Figure]:
    """How many tables and parts were rendered for a move, whatever the number of sockets."""
    noted = [line.split() for line in notes.read_text().splitlines()]
    places = [place for place, words in enumerate(noted) if words[0] == table.match_id]
    first = min(int(noted[place][1]) for place in places)  # is for arriving
    after = [place for place in places if int(noted[place][1]) > first]
    moves = len({noted[place][1] for place in after})
    parts = sum(words[0] == "part" for words in noted[after[0] :])
    what = f"rendered a move, for {SEATS} seats on {2 * SEATS} sockets"
    yield Figure(f"{name}: tables {what}", len(after) / moves, "")
    yield Figure(f"{name}: parts {what}", parts / moves, "")


def figures(
    name: str, moves: Sequence[float], posted: Sequence[float], posts: Sequence[float]
) -> list[Figure]:
    slowest, yardstick = quantiles(moves, n=20)[-1], quantiles(posts, n=20)[-1]
    last = f"to the last of {2 * SEATS} sockets, p50"
    return [
        Figure(f"{name}: a move {last}", median(moves) * 1e3, "ms"),
        Figure(f"{name}: the same, p95", slowest * 1e3, "ms"),
        Figure(f"{name}: a move that is posted, {last}", median(posted) * 1e3, "ms"),
        Figure(f"{name}: the same, p95", quantiles(posted, n=20)[-1] * 1e3, "ms"),
        Figure(f"{name}: a POST answered 204, p50", median(posts) * 1e3, "ms"),
        Figure(f"{name}: the same, p95", yardstick * 1e3, "ms"),
        Figure(f"{name}: move vs 204, p50", median(moves) / median(posts), "x"),
        Figure(f"{name}: move vs 204, p95", slowest / yardstick, "x"),
        Figure(f"{name}: posted move vs 204, p50", median(posted) / median(posts), "x"),
    ]


# Sockets, by hand: a client library would be measured with them


class Screen:
    """What one socket shows."""

    def __init__(self) -> None:
        self.number, self.at = -1, 0.0
        self.sizes: list[int] = []  # of the frames pushed, but for the first
        self._html = ""
        self._frames: list[
            str
        ] = []  # pushed since: what they show is worked out when it is asked for
        self.received = 0  # bytes, in frames of text
        self.news = asyncio.Condition()
        self.gone = asyncio.Event()  # the server has closed the socket
        self.writer: asyncio.StreamWriter | None = None

    def say(self, text: str) -> None:
        assert self.writer is not None
        self.writer.write(text_frame(text))

    @property
    def html(self) -> str:
        """What it shows. Never asked for while a move is on its way: it is not the server's work."""
        for frame in self._frames:
            self._html = shown_after(self._html, frame)
        self._frames.clear()
        return self._html

    def offered(self) -> str | None:
        found = re.search(r'name="action" value="([^"]+)"', self.html)
        return unescape(found[1]) if found else None

    async def shows(self, number: int) -> None:
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: self.number >= number), timeout=30)

    async def take(self, frame: str) -> None:
        found = re.search(r'id="table"[^>]*data-number="(\d+)"', frame)
        if found is None:
            return
        async with self.news:
            if self.number >= 0:
                self.sizes.append(len(frame.encode()))
            self.number, self.at = int(found[1]), time.perf_counter()
            self._frames.append(frame)
            self.news.notify_all()


@asynccontextmanager
async def watching(port: int, match_id: str, cookie: str) -> AsyncIterator[Screen]:
    screen = Screen()
    async with opened(port, f"/ws/m/{match_id}/?language=en", screen, cookie=cookie):
        await screen.shows(0)
        yield screen


@asynccontextmanager
async def opened(port: int, path: str, screen: Screen, *, cookie: str = "") -> AsyncIterator[None]:
    """A socket, whose frames the screen takes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in head.split(b"\r\n", 1)[0]:
        raise Unavailable("the server did not take a socket")
    listening = asyncio.create_task(listen(reader, screen))
    screen.writer = writer
    try:
        yield
    finally:
        listening.cancel()
        writer.close()


async def listen(reader: asyncio.StreamReader, screen: Screen) -> None:
    """Read frames of text; a server's are never masked, and ours are never in pieces."""
    try:
        while True:
            first, length = await reader.readexactly(2)
            if length == 126:
                [length] = struct.unpack("!H", await reader.readexactly(2))
            elif length == 127:
                [length] = struct.unpack("!Q", await reader.readexactly(8))
            payload = await reader.readexactly(length)
            if first & 0x0F == 1:
                screen.received += length
                await screen.take(payload.decode())
    except (asyncio.IncompleteReadError, OSError):
        screen.gone.set()


def text_frame(text: str) -> bytes:
    """A client's frames are masked; this mask leaves every byte as it is."""
    payload = text.encode()
    length = len(payload)
    assert length < 1 << 16
    head = bytes([0x81, 0x80 | length]) if length < 126 else b"\x81\xfe" + length.to_bytes(2, "big")
    return head + bytes(4) + payload
