"""The pieces of `bench peers`, without node and npm. How fast anything is, is not asked here."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path

import pytest
from channels.testing import WebsocketCommunicator
from django.db import connection

from games import benches
from games.benches import Unavailable, live, peers
from games.benches import _processes as processes
from games.benches.peers import floor, node, seated

PATIENCE = 30  # seconds
MOVE = '42/hands,["update","x",{"ctx":{"currentPlayer":"3"},"_stateID":8},[]]'


# boardgame.io


def test_without_node_the_bench_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(Unavailable, match="needs node and npm, and there is no node here"):
        list(benches.run("peers", seconds=0))


def test_without_npm_nothing_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(Unavailable, match="there is no npm here"):
        node.installed(tmp_path / "packages")
    assert list(tmp_path.iterdir()) == []


def test_packages_are_installed_once_for_every_lock(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    runs: list[Path] = []

    def install(_npm: str, folder: Path) -> None:
        runs.append(folder)
        (folder / "node_modules").mkdir()

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(node, "_install", install)
    folder = tmp_path / "packages"
    assert node.installed(folder) == node.installed(folder) == folder / "node_modules"
    assert len(runs) == 1
    (folder / node.LOCK).write_text("of another release", encoding="utf-8")
    node.installed(folder)
    assert len(runs) == 2
    assert (folder / node.LOCK).read_bytes() == (node.SOURCE / node.LOCK).read_bytes()


def test_an_installation_that_fails_is_said_and_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(node, "program", lambda _name: "false")
    for _ in range(2):
        with pytest.raises(Unavailable, match="npm could not install"):
            node.installed(tmp_path / "packages")
    assert not (tmp_path / "packages").exists()


def test_the_versions_are_exact_and_the_lock_names_no_host() -> None:
    package = (node.SOURCE / "package.json").read_text(encoding="utf-8")
    lock = (node.SOURCE / node.LOCK).read_text(encoding="utf-8")
    assert re.findall(r'"boardgame.io": "(\d+\.\d+\.\d+)"', package) == ["0.50.2"]
    assert "://" not in lock
    assert '"resolved"' not in lock


@pytest.mark.asyncio
async def test_a_socket_of_boardgame_io_is_spoken_to_as_socket_io(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    screen = seated.HandScreen(hello="hello")
    monkeypatch.setattr(screen, "say", said.append)
    for packet in ('0{"sid":"x"}', "2", '40/hands,{"sid":"y"}', '42/hands,["matchData","x",[]]'):
        await screen.take(packet)
    assert said == ["40/hands,", "3", "hello"]
    assert screen.number == -1
    await screen.take(MOVE)
    assert (screen.number, screen.to_move) == (8, "3")


@pytest.mark.parametrize("length", [0, 5, 125, 126, 4000])
def test_what_a_client_sends_is_a_masked_frame_of_text(length: int) -> None:
    frame = live.text_frame("x" * length)
    assert frame[0] == 0x81  # whole, text
    assert frame[1] & 0x80  # masked
    head = 2 if length < 126 else 4
    assert (frame[1] & 0x7F) == (length if length < 126 else 126)
    assert head == 2 or int.from_bytes(frame[2:4], "big") == length
    assert frame[head : head + 4] == bytes(4)
    assert frame[head + 4 :] == b"x" * length


def test_every_seat_has_two_pages_and_the_rest_are_spectators() -> None:
    seats = [seated.seat_at(index) for index in range(12)]
    assert seats == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, None, None]


# CPU, as the system counts it


def test_the_time_of_a_process_and_of_its_ended_children_is_read() -> None:
    """Fields 14 to 17; the name in the second may look like anything."""
    fields = ["S", *["1"] * 10, "100", "20", "3", "4", *["7"] * 30]
    assert processes.ticks_in(f"42 (a) b (c) {' '.join(fields)}") == 127


def test_a_process_counts_with_those_it_has_started() -> None:
    busy = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\ntime.sleep(600)"
    process = subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE)
    assert process.stdout is not None
    with live.running(process), process.stdout:
        process.stdout.readline()
        together = processes.cpu_seconds([os.getpid()])
        alone = processes.ticks_in((processes.PROC / "self" / "stat").read_text())
    assert together - alone / os.sysconf("SC_CLK_TCK") > 0.3


def test_where_there_is_no_proc_the_bench_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "PROC", tmp_path)
    with pytest.raises(Unavailable, match="as Linux has it"):
        processes.cpu_seconds([1])


def test_a_process_that_does_not_want_to_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = (
        "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print(flush=True)\ntime.sleep(600)"
    )
    process = subprocess.Popen([sys.executable, "-c", deaf], stdout=subprocess.PIPE)
    monkeypatch.setattr(live, "PATIENCE", 0.1)
    assert process.stdout is not None
    with live.running(process), process.stdout:
        process.stdout.readline()
    assert process.returncode == -signal.SIGKILL


def test_asked_to_end_the_bench_ends_what_it_has_started() -> None:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])

    def bench() -> None:
        with peers.ending_in_order(), live.running(process):
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(PATIENCE)

    with pytest.raises(KeyboardInterrupt):
        bench()
    assert process.returncode == -signal.SIGTERM


# The floor


@pytest.fixture
def _table(transactional_db: None) -> Iterator[None]:
    floor.make_table()
    yield
    floor.drop_table()


def rows() -> list[tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT match_id, number FROM bench_floor ORDER BY match_id, number")
        return [(str(match_id), int(number)) for match_id, number in cursor.fetchall()]


@asynccontextmanager
async def at_the_floor(path: str) -> AsyncIterator[WebsocketCommunicator]:
    socket = WebsocketCommunicator(floor.application, path)
    await socket.connect(timeout=PATIENCE)
    assert await socket.receive_from(timeout=PATIENCE) == "0".ljust(floor.BYTES)
    yield socket
    await socket.disconnect()


@pytest.mark.asyncio
@pytest.mark.usefixtures("_table")
async def test_a_move_of_the_floor_is_a_row_and_a_hundred_bytes_on_every_socket_of_the_match() -> (
    None
):
    async with (
        at_the_floor("/one") as mover,
        at_the_floor("/one") as other,
        at_the_floor("/two") as elsewhere,
    ):
        await mover.send_to("7")
        for socket in (mover, other):
            frame = await socket.receive_from(timeout=PATIENCE)
            assert (int(frame), len(frame)) == (7, 100)
        assert await elsewhere.receive_nothing()
    assert await asyncio.to_thread(read_apart) == [("one", 7)]


def read_apart() -> list[tuple[str, int]]:
    try:
        return rows()
    finally:
        connection.close()


# Slices


class Clockwork:
    """A peer whose every move takes a millisecond, and whose match is over after some moves."""

    name = "clockwork"
    pids: Sequence[int] = ()

    def __init__(self, moves: int) -> None:
        self.left = moves
        self.screens = [live.Screen()]

    def begin(self, title: str) -> Clockwork:
        del title
        return self

    def on_sockets(self, number: int) -> AbstractAsyncContextManager[None]:
        del number
        return nullcontext()

    async def move(self) -> float | None:
        self.left -= 1
        self.screens[0].received += 50
        await asyncio.sleep(0)
        return 0.001 if self.left >= 0 else None


def sliced(peer: Clockwork, *, seconds: float, matches: int = 1) -> peers.Slice:
    [[part]] = peers.in_turns([peer], turns=1, matches=matches, sockets=3, seconds=seconds).values()
    return part


def test_a_slice_ends_by_its_moves_its_seconds_and_the_match() -> None:
    part = sliced(Clockwork(10_000), seconds=0)
    assert len(part.moves) == peers.MOVES_AT_LEAST
    assert part.received == 50 * peers.MOVES_AT_LEAST
    assert len(sliced(Clockwork(10_000), seconds=60).moves) == peers.MOVES_AT_MOST
    assert len(sliced(Clockwork(6), seconds=60).moves) == 5  # one before it is measured


def test_a_match_that_is_over_is_no_slice() -> None:
    with pytest.raises(Unavailable, match="no match of clockwork goes on"):
        sliced(Clockwork(1), seconds=0)


def test_a_slice_of_many_matches_counts_all_their_moves_and_sockets() -> None:
    part = sliced(Clockwork(10_000), seconds=0, matches=4)
    assert len(part.moves) == 4 * peers.MOVES_AT_LEAST
    assert part.sockets == 12


def test_figures_are_given_for_every_peer_with_ratios_between_them() -> None:
    def part(cpu: float) -> peers.Slice:
        return peers.Slice(
            slugs=["go", "go"],
            moves=[0.01] * 10,
            seconds=0.1,
            cpu=cpu,
            cpu_to_connect=cpu / 2,
            sockets=6,
            received=90_000,
        )

    measured = {"ours": [part(0.6)], "boardgame.io": [part(0.1)], "floor": [part(0.2)]}
    told = [
        str(figure)
        for figures in (
            peers.figures("x", measured),
            peers.pace("x", measured),
            peers.connecting("x", measured),
            peers.by_title("x", measured["ours"]),
        )
        for figure in figures
    ]
    assert "x, ours: CPU of a move: 60.00 ms" in told
    assert "x, floor: a move on every socket, p95: 10.00 ms" in told
    assert "x, ours vs boardgame.io: CPU of a move: 6.00 x" in told
    assert "x, floor vs boardgame.io: CPU of a move: 2.00 x" in told
    assert "x, ours vs floor: CPU of a move: 3.00 x" in told
    assert "x, boardgame.io: CPU to connect: 8.33 ms" in told
    assert "x, ours vs floor: CPU to connect: 3.00 x" in told
    assert "x, ours: received by a socket of a move: 3.00 kB" in told
    assert "x, ours: moves a second: 100 " in told
    assert "x, ours, go: CPU of a move: 60.00 ms" in told
