"""Requests to addresses that somebody gave us: never to our own house, whatever a name leads to.

The name is looked up once, every address that it has must be a public one, and the connection goes
to the address that was checked. No redirect is followed. Time and size are limited, whatever the
other side does.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread, Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS = 10.0  # for everything together
SECONDS_SILENT = 5.0
LARGEST_ANSWER = 16_384  # bytes that are read of one
LONGEST_ADDRESS = 500

# Of IPv6 only what has been given out to be routed. All else is special in some way, and Python does
# not know all ways: the translators of a house (64:ff9b:1::/48), site-local addresses.
_GIVEN_OUT = ipaddress.IPv6Network("2000::/3")
# Among the public ones by their numbers, but they lead to whatever address stands in them, or are
# kept for protocols and for documents.
_SPECIAL = [
    ipaddress.ip_network(net)
    for net in ("2001::/23", "2002::/16", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")
]


class Unsafe(Exception):
    """An address to which nothing is sent."""


class Unreachable(Exception):
    """Nobody answered, or not in time, or not in a way that we understand."""


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    milliseconds: int
    text: str

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300


def check(address: str) -> SplitResult:
    """The parts of an address that has the right shape. Where it leads is asked when it is used."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Unsafe("no address") from None
    is_plain = settings.OUTBOUND_TO_THIS_MACHINE and parts.scheme == "http"
    if (parts.scheme != "https" and not is_plain) or not parts.hostname or port == 0:
        raise Unsafe("not https")
    if parts.username is not None or parts.password is not None:
        raise Unsafe("a password in the address")
    if len(address) > LONGEST_ADDRESS or not address.isascii() or any(c.isspace() for c in address):
        raise Unsafe("no address")
    return parts


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
    parts = check(address)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = public_address(host, port)
    connection = _Connection(host, port, found, tls=parts.scheme == "https")
    watch = Timer(SECONDS, connection.cut)
    watch.daemon = True
    watch.start()
    began = time.monotonic()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, {"User-Agent": "Adit", **headers})
        answer = connection.getresponse()
        text = answer.read(LARGEST_ANSWER).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(type(error).__name__) from error
    finally:
        watch.cancel()
        connection.close()
    return Reply(answer.status, round(1000 * (time.monotonic() - began)), text)


def public_address(host: str, port: int) -> str:
    """An address of that name. All that it has must be public: which one is used is chance."""
    addresses = _looked_up(host, port)
    if not addresses or not all(is_public(address) for address in addresses):
        raise Unsafe("not a public address")
    return addresses[0]


def _looked_up(host: str, port: int) -> list[str]:
    """In a thread of its own, because whoever keeps the name may take minutes to answer, and nothing
    can interrupt that. The thread ends when it has its answer, which nobody reads any more then.
    """
    found, wrong = list[str](), list[Exception]()

    def look_up() -> None:
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            wrong.append(error)
        else:
            found.extend(str(entry[4][0]) for entry in entries)

    asking = Thread(target=look_up, daemon=True)
    asking.start()
    asking.join(SECONDS_SILENT)
    if asking.is_alive():
        raise Unreachable("TimeoutError")
    if wrong:
        raise Unreachable("no such name") from wrong[0]
    return found


def is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if settings.OUTBOUND_TO_THIS_MACHINE and address.is_loopback:
        return True
    if isinstance(address, ipaddress.IPv6Address) and address not in _GIVEN_OUT:
        return False
    is_special = address.is_multicast or any(address in net for net in _SPECIAL)
    return address.is_global and not is_special


class _Connection(http.client.HTTPConnection):
    """To an address that was checked, under the name that it was asked for by."""

    def __init__(self, host: str, port: int, found: str, *, tls: bool) -> None:
        super().__init__(host, port, timeout=SECONDS_SILENT)
        self.found, self.tls = found, tls
        self.default_port = 443 if tls else 80

    def connect(self) -> None:
        self.sock = socket.create_connection((self.found, self.port), self.timeout)
        if self.tls:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """Time is up, whatever is being waited for."""
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
