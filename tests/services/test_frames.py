"""Frames over real sockets of a real daphne: packed for who asks for it, each by itself."""

from __future__ import annotations

import os
import random
import secrets
import socket
import struct
import subprocess
import sys
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import pytest
from django.conf import settings

from config.frames import LARGEST_UNPACKED, packed
from tests.services.servers import free_port, wait_for

OFFER = "permessage-deflate; client_max_window_bits"  # as browsers say it
TABLE = "<td>a card</td>" * 2000
END = b"\x00\x00\xff\xff"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    port, folder = free_port(), tmp_path_factory.mktemp("frames")
    outside = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    with (folder / "notes").open("wb") as notes:
        process = subprocess.Popen(
            [sys.executable, "-m", "daphne", "--port", str(port),
             "tests.services.wire_asgi:application"],
            cwd=settings.BASE_DIR,
            env={**outside, "DATABASE_URL": f"sqlite:///{folder}/db"},
            stdout=notes,
            stderr=notes,
        )  # fmt: skip
        try:
            wait_for(port)
            yield port
        finally:
            process.terminate()
            process.wait(timeout=20)


class Opened:
    """The browser's end of a socket."""

    def __init__(self, line: socket.socket, stream: BinaryIO, agreed: str) -> None:
        self.line, self.stream, self.agreed = line, stream, agreed

    def say(self, payload: bytes, *, is_packed: bool = False) -> None:
        """One frame of text, masked with zeros as it were: that is allowed, if not wise."""
        head, size = bytes([0xC1 if is_packed else 0x81]), len(payload)
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 2**16:
            head += struct.pack("!BH", 0x80 | 126, size)
        else:
            head += struct.pack("!BQ", 0x80 | 127, size)
        self.line.sendall(head + bytes(4) + payload)

    def heard(self) -> tuple[int, bool, bytes]:
        """Opcode, whether it is packed, and the payload as it was sent."""
        first, length = self.stream.read(2)
        if length >= 126:
            size, form = (2, "!H") if length == 126 else (8, "!Q")
            [length] = struct.unpack(form, self.stream.read(size))
        return first & 0x0F, bool(first & 0x40), self.stream.read(length)

    def is_dropped(self) -> bool:
        try:
            return self.stream.read(1) == b""
        except ConnectionResetError:
            return True


@contextmanager
def opened(port: int, *, offer: str = "") -> Iterator[Opened]:
    lines = [
        "GET /ws/ HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {b64encode(secrets.token_bytes(16)).decode()}",
        "Sec-WebSocket-Version: 13",
        *([f"Sec-WebSocket-Extensions: {offer}"] if offer else []),
    ]
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        with line.makefile("rb") as stream:
            head = iter(stream.readline, b"\r\n")
            told = dict(row.decode().strip().partition(": ")[::2] for row in head)
            yield Opened(line, stream, told.get("Sec-WebSocket-Extensions", ""))


def unpacked(frame: bytes) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(frame + END)


def test_who_asks_for_it_is_sent_packed_frames_each_by_itself(port: int) -> None:
    with opened(port, offer=OFFER) as one, opened(port, offer=OFFER) as another:
        assert "permessage-deflate" in one.agreed
        frames = []
        for text in (TABLE, "short", TABLE):
            one.say(text.encode())
            opcode, is_packed, frame = one.heard()
            assert (opcode, is_packed) == (1, True)
            assert unpacked(frame).decode() == text
            frames.append(frame)
        assert len(frames[0]) < len(TABLE) / 20
        another.say(TABLE.encode())
        assert another.heard()[2] == frames[0] == frames[2]


@pytest.mark.parametrize("offer", ["", "permessage-deflate; server_max_window_bits=9", "x-own"])
def test_who_does_not_or_wants_it_in_another_way_is_sent_them_as_they_are(
    offer: str, port: int
) -> None:
    with opened(port, offer=offer) as one:
        assert one.agreed == ""
        one.say(TABLE.encode())
        assert one.heard() == (1, False, TABLE.encode())


def test_a_browser_may_send_packed_frames_too(port: int) -> None:
    with opened(port, offer=OFFER) as one:
        assert "client_no_context_takeover" in one.agreed
        for text in ("a word", "another word", "a word"):
            one.say(packed(text.encode()), is_packed=True)
            assert unpacked(one.heard()[2]).decode() == text


def test_a_frame_that_would_be_huge_unpacked_closes_its_socket_and_no_other(port: int) -> None:
    with opened(port, offer=OFFER) as one, opened(port, offer=OFFER) as another:
        one.say(packed(b"x" * LARGEST_UNPACKED), is_packed=True)
        assert len(unpacked(one.heard()[2])) == LARGEST_UNPACKED
        bomb = packed(b"x" * 50_000_000)
        assert len(bomb) < 300_000
        one.say(bomb, is_packed=True)
        assert one.is_dropped()
        another.say(b"still here")
        assert unpacked(another.heard()[2]) == b"still here"


def test_a_frame_that_is_too_large_as_it_comes_closes_its_socket(port: int) -> None:
    with opened(port) as one:
        one.say(b"x" * LARGEST_UNPACKED)
        assert one.heard() == (1, False, b"x" * LARGEST_UNPACKED)
        one.say(b"x" * (LARGEST_UNPACKED + 1))
        assert one.is_dropped()


@pytest.mark.parametrize("size", [0, 1, 70_000])
def test_what_is_packed_can_be_unpacked(size: int) -> None:
    for frame in (bytes(size), random.Random(size).randbytes(size)):
        assert unpacked(packed(frame)) == frame
