"""What only a real server shows: how much of a request it reads, what it answers to a HEAD, what is packed."""

from __future__ import annotations

import gzip
import http.client
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.services.servers import free_port, wait_for

MEGABYTE = 1_000_000


@pytest.fixture(scope="module", params=["manage.py serve", "daphne"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[int, int]]:
    """Port and process of the site. No file of its may grow beyond four megabytes."""
    port, folder = free_port(), tmp_path_factory.mktemp("wire")
    ways = {
        "manage.py serve": ["manage.py", "serve", "--no-worker", "--port", str(port)],
        "daphne": ["-m", "daphne", "--port", str(port), "config.asgi:application"],
    }
    outside = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    with (folder / "notes").open("wb") as notes:
        process = subprocess.Popen(
            [sys.executable, *ways[request.param]],
            cwd=settings.BASE_DIR,
            env={
                **outside,
                "DATABASE_URL": f"sqlite:///{folder}/db",
                "DJANGO_SETTINGS_MODULE": "tests.services.wire_settings",
            },
            stdout=notes,
            stderr=notes,
            preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_FSIZE, (4 * MEGABYTE, 4 * MEGABYTE)
            ),
        )
        try:
            wait_for(port)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(timeout=20)


def most_memory(pid: int) -> int:
    """The most bytes that a process has held at once."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    [line] = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) * 1024


def opened(server: tuple[int, int]) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server[0], timeout=60)


@pytest.mark.parametrize("address", ["/replay/", "/tables/", "/nowhere/"])
@pytest.mark.parametrize("is_chunked", [True, False])
def test_of_a_huge_body_no_more_is_kept_than_we_take(
    is_chunked: bool, address: str, server: tuple[int, int]
) -> None:
    with closing(opened(server)) as connection:
        connection.request("GET", "/about/")
        connection.getresponse().read()
        before = most_memory(server[1])
        sent = (b"x" * MEGABYTE for _ in range(60))
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if not is_chunked:
            headers["Content-Length"] = str(60 * MEGABYTE)
        connection.request("POST", address, sent, headers, encode_chunked=is_chunked)
        answer = connection.getresponse()
        assert answer.status == 413
        assert "larger than we accept" in answer.read().decode()
        assert most_memory(server[1]) - before < 20 * MEGABYTE
        connection.request("GET", "/about/")  # and the connection is still of use
        assert connection.getresponse().status == 200


def test_what_we_take_is_taken(server: tuple[int, int]) -> None:
    with closing(opened(server)) as connection:
        size = settings.LARGEST_BODY
        connection.request("POST", "/about/", (b"x" * size for _ in range(1)), encode_chunked=True)
        assert connection.getresponse().status == 403  # for want of a token, not for its size


@pytest.mark.parametrize("address", ["/large/", "/about/"])
def test_a_head_has_no_body_and_the_connection_goes_on(
    address: str, server: tuple[int, int]
) -> None:
    with closing(opened(server)) as connection:
        connection.request("GET", address)
        answer = connection.getresponse()
        body = answer.read()
        assert (len(body) > 2**16) == (address == "/large/")
        for _ in range(3):
            connection.request("HEAD", address)
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.headers["Content-Length"] == str(len(body))
            answer.read()
        connection.request("GET", "/about/")
        answer = connection.getresponse()
        assert answer.status == 200
        assert answer.read().startswith(b"<!doctype html>")


def test_what_is_sent_packed_has_the_length_that_is_told(server: tuple[int, int]) -> None:
    packed = {"Accept-Encoding": "gzip"}
    with closing(opened(server)) as connection:
        for address in ("/large/", "/about/", "/static/js/adit.js"):
            connection.request("GET", address)
            whole = connection.getresponse().read()
            connection.request("HEAD", address, headers=packed)
            head = connection.getresponse()
            head.read()
            connection.request("GET", address, headers=packed)
            answer = connection.getresponse()
            sent = answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Content-Length"] == str(len(sent))
            assert gzip.decompress(sent) == whole
            assert head.headers["Vary"] == answer.headers["Vary"]
