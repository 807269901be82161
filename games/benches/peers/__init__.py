"""A move beside a peer's: the same match of five on ours, on boardgame.io and on the floor.

One client, slices in turns, CPU of the server processes as the system counts it. boardgame.io keeps
its matches in memory, sends JSON, and its game has next to no rules; ours is kept in a database and
rendered. The floor (floor.py) is our stack without us. So ours beside the floor is what we add, and
the floor beside boardgame.io is what the stack costs. docs/performance.md tells what came out.

Without variables ours is the embedded site. With DATABASE_URL for PostgreSQL and REDIS_URL it is two
processes that serve and a worker; what PostgreSQL and Redis use themselves is not counted.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median, quantiles

from django.conf import settings
from django.db import connection

from games.benches import Figure, Unavailable, live
from games.benches._processes import cpu_seconds
from games.benches.peers import floor, node
from games.benches.peers.seated import BoardgameIo, Floor, Ours, Peer, Seated
from games.engine import titles

SOCKETS = (2, 10, 100)  # of a match: its seats' own, up to two pages each, then spectators'
MATCHES_AT_ONCE = 8
SLICES = 6  # of each peer; those of ours take one title after the other
MOVES_AT_LEAST, MOVES_AT_MOST = 8, 400  # in a slice, of each match
TRIES = 5  # to find a match that goes on
SECONDS_TO_SETTLE = 0.1  # for what is still done when the last screen has its view


def run(*, seconds: float) -> Iterator[Figure]:
    with site() as (where, peers):
        in_turns(peers, turns=1, matches=MATCHES_AT_ONCE, sockets=live.SEATS, seconds=0)  # warm up
        for sockets in SOCKETS:
            measured = in_turns(peers, turns=SLICES, matches=1, sockets=sockets, seconds=seconds)
            name = f"peers on {where}, {sockets} sockets"
            yield from figures(name, measured)
            yield from by_title(name, measured["ours"])
        yield from connecting(name, measured)  # with the most sockets: mostly spectators'
        measured = in_turns(
            peers, turns=SLICES, matches=MATCHES_AT_ONCE, sockets=live.SEATS, seconds=seconds
        )
        name = f"peers on {where}, {MATCHES_AT_ONCE} matches at once"
        yield from figures(name, measured)
        yield from pace(name, measured)
        yield from connecting(name, measured)  # all of them players'


# Serving


@contextmanager
def site() -> Iterator[tuple[str, Sequence[Peer]]]:
    """All peers, served, and what ours runs on."""
    is_large = connection.vendor == "postgresql"
    if is_large != bool(settings.REDIS_URL):
        raise Unavailable("set DATABASE_URL for PostgreSQL and REDIS_URL, or neither of them")
    with ending_in_order(), ExitStack() as stack:
        other = BoardgameIo(*stack.enter_context(node.serving()))
        stack.enter_context(live.throwaway_database())
        floor.make_table()
        serve = ["serve", "--no-worker"] if is_large else ["serve"]
        served = [stack.enter_context(live.serving(*serve)) for _ in range(1 + is_large)]
        bare = [stack.enter_context(live.serving("serve_floor")) for _ in range(1 + is_large)]
        workers = [stack.enter_context(live.running(live.manage("work")))] if is_large else []
        yield (
            "PostgreSQL and Redis, 2 web and 1 worker" if is_large else "SQLite, one process",
            [
                Ours([port for port, _pid in served], [*(pid for _port, pid in served), *workers]),
                other,
                Floor([port for port, _pid in bare], [pid for _port, pid in bare]),
            ],
        )


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Whoever asks us to end does it as with Ctrl-C: what we have started ends, too."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# Measuring


@dataclass(frozen=True, slots=True)
class Slice:
    """What came of a slice of one peer."""

    slugs: Sequence[str]  # of ours
    moves: Sequence[float]  # seconds to the last screen, each
    seconds: float  # that they took together
    cpu: float
    cpu_to_connect: float
    sockets: int
    received: int  # bytes, by all of these sockets


def in_turns(
    peers: Sequence[Peer], *, turns: int, matches: int, sockets: int, seconds: float
) -> dict[str, list[Slice]]:
    """Slices of every peer in turns, and of one title after the other."""
    slugs = [slug for slug, title in titles().items() if live.SEATS in title.seats]
    measured: dict[str, list[Slice]] = {peer.name: [] for peer in peers}
    for turn in range(turns):
        chosen = [slugs[(turn + place) % len(slugs)] for place in range(matches)]
        for peer in peers:
            part = taken(peer, chosen, sockets=sockets, seconds=seconds)
            measured[peer.name].append(part)
    return measured


def taken(peer: Peer, slugs: Sequence[str], *, sockets: int, seconds: float) -> Slice:
    """A slice with moves in it: a match that has been played on may be over before they begin."""
    for _ in range(TRIES):
        tables = [peer.begin(slug) for slug in slugs]
        try:
            part = asyncio.run(one_slice(peer, slugs, tables, sockets=sockets, seconds=seconds))
        except TimeoutError:
            raise Unavailable(f"{peer.name} did not show a move in half a minute") from None
        if part.moves:
            return part
    raise Unavailable(f"no match of {peer.name} goes on")


async def one_slice(
    peer: Peer, slugs: Sequence[str], tables: Sequence[Seated], *, sockets: int, seconds: float
) -> Slice:
    # Every match may have a POST under way, and Python would allow for the machine's cores.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2 * MATCHES_AT_ONCE))
    async with AsyncExitStack() as stack:
        before = cpu_seconds(peer.pids)
        for table in tables:
            await stack.enter_async_context(table.on_sockets(sockets))
        await asyncio.sleep(SECONDS_TO_SETTLE)
        connected = cpu_seconds(peer.pids)
        for table in tables:
            await table.move()  # the first is not counted: nothing is warm
        await asyncio.sleep(SECONDS_TO_SETTLE)
        received = sum(screen.received for table in tables for screen in table.screens)
        ready, began = cpu_seconds(peer.pids), time.perf_counter()
        moves = await asyncio.gather(*(played(table, seconds=seconds) for table in tables))
        ended = time.perf_counter()
        await asyncio.sleep(SECONDS_TO_SETTLE)
        return Slice(
            slugs=slugs,
            moves=[one for of_a_table in moves for one in of_a_table],
            seconds=ended - began,
            cpu=cpu_seconds(peer.pids) - ready,
            cpu_to_connect=connected - before,
            sockets=sockets * len(tables),
            received=sum(screen.received for table in tables for screen in table.screens)
            - received,
        )


async def played(table: Seated, *, seconds: float) -> list[float]:
    """A move as soon as the one before is on every screen."""
    moves: list[float] = []
    until = time.perf_counter() + seconds
    while len(moves) < MOVES_AT_MOST:
        if len(moves) >= MOVES_AT_LEAST and time.perf_counter() >= until:
            break
        took = await table.move()
        if took is None:
            break
        moves.append(took)
    return moves


# Telling

RATIOS = (("ours", "boardgame.io"), ("floor", "boardgame.io"), ("ours", "floor"))


def figures(name: str, measured: Mapping[str, Sequence[Slice]]) -> Iterator[Figure]:
    for peer, slices in measured.items():
        moves = [one for part in slices for one in part.moves]
        yield Figure(f"{name}, {peer}: moves measured", len(moves), "")
        yield Figure(f"{name}, {peer}: CPU of a move", cpu_of_a_move(slices) * 1e3, "ms")
        yield Figure(f"{name}, {peer}: a move on every socket, p50", median(moves) * 1e3, "ms")
        slowest = quantiles(moves, n=20)[-1]
        yield Figure(f"{name}, {peer}: a move on every socket, p95", slowest * 1e3, "ms")
        frames = sum(len(part.moves) * part.sockets / len(part.slugs) for part in slices)
        received = sum(part.received for part in slices) / frames
        yield Figure(f"{name}, {peer}: received by a socket of a move", received / 1e3, "kB")
    for one, other in RATIOS:
        ratio = cpu_of_a_move(measured[one]) / cpu_of_a_move(measured[other])
        yield Figure(f"{name}, {one} vs {other}: CPU of a move", ratio, "x")


def by_title(name: str, slices: Sequence[Slice]) -> Iterator[Figure]:
    for slug in sorted({part.slugs[0] for part in slices}):
        cpu = cpu_of_a_move([part for part in slices if part.slugs[0] == slug])
        yield Figure(f"{name}, ours, {slug}: CPU of a move", cpu * 1e3, "ms")


def pace(name: str, measured: Mapping[str, Sequence[Slice]]) -> Iterator[Figure]:
    for peer, slices in measured.items():
        moves = sum(len(part.moves) for part in slices)
        seconds = sum(part.seconds for part in slices)
        yield Figure(f"{name}, {peer}: moves a second", moves / seconds, "")


def connecting(name: str, measured: Mapping[str, Sequence[Slice]]) -> Iterator[Figure]:
    for peer, slices in measured.items():
        yield Figure(f"{name}, {peer}: CPU to connect", cpu_to_connect(slices) * 1e3, "ms")
    for one, other in RATIOS:
        ratio = cpu_to_connect(measured[one]) / cpu_to_connect(measured[other])
        yield Figure(f"{name}, {one} vs {other}: CPU to connect", ratio, "x")


def cpu_of_a_move(slices: Sequence[Slice]) -> float:
    return sum(part.cpu for part in slices) / sum(len(part.moves) for part in slices)


def cpu_to_connect(slices: Sequence[Slice]) -> float:
    return sum(part.cpu_to_connect for part in slices) / sum(part.sockets for part in slices)
