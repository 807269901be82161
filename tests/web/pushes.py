"""A push service of our own for tests: it takes what a real one takes, and reads what a browser would.

Written against the standards (RFC 8188, 8291, 8292) and not against the site: nothing of the site's
own sealing is used here.
"""

from __future__ import annotations

import base64
import json
import os
import re
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LONGEST_VOUCHER = 24 * 3600  # seconds, by RFC 8292


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


def _hmac(key: bytes, text: bytes) -> bytes:
    mac = hmac.HMAC(key, hashes.SHA256())
    mac.update(text)
    return mac.finalize()


class FakeBrowser:
    """The keys of a browser, and how it opens what it is sent."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def keys(self) -> dict[str, str]:
        return {"key": encoded(self.point), "auth": encoded(self.auth)}

    def opened(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert 18 <= len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.private.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\x00" + self.point + theirs
        secret = _hmac(_hmac(self.auth, shared), info + b"\x01")
        base = _hmac(salt, secret)
        key = _hmac(base, b"Content-Encoding: aes128gcm\x00\x01")[:16]
        nonce = _hmac(base, b"Content-Encoding: nonce\x00\x01")[:12]
        text, delimiter, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert delimiter == b"\x02"
        assert padding.strip(b"\x00") == b""
        return text


@dataclass
class Pushed:
    """A push that was taken."""

    path: str
    headers: dict[str, str]
    message: dict[str, Any]


@dataclass
class PushService:
    """Takes pushes for the browsers that registered with it; refuses what a real one would."""

    sender: str  # the only public key that may push here
    browsers: dict[str, FakeBrowser] = field(default_factory=dict)
    pushed: list[Pushed] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    status: int = 201
    ahead: float = 0.0  # seconds that its clock is, where a test lets time go by
    asked: int = 0

    def __post_init__(self) -> None:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.asked += 1
                status = service.take(self.path, dict(self.headers), body)
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                """Nobody reads it."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def register(self) -> dict[str, str]:
        """A browser subscribes: what it tells the site."""
        path = f"/push/{len(self.browsers)}"
        self.browsers[path] = FakeBrowser()
        return {"address": self.origin + path, **self.browsers[path].keys()}

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        if self.status != 201:
            return self.status
        try:
            self.check_voucher(headers["Authorization"])
            assert headers["Content-Encoding"] == "aes128gcm"
            assert int(headers["TTL"]) >= 0
            assert re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers["Topic"])
            assert headers["Urgency"] in {"very-low", "low", "normal", "high"}
            assert len(body) <= 4096
            message = json.loads(self.browsers[path].opened(body))
        except Exception as error:
            self.refused.append(repr(error))
            return 403
        self.pushed.append(Pushed(path, headers, message))
        return 201

    def check_voucher(self, authorization: str) -> None:
        found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", authorization)
        assert found, authorization
        head, claims, signature, key = found.groups()
        assert key == self.sender
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
        said = json.loads(decoded(claims))
        assert said["aud"] == self.origin
        assert 0 < said["exp"] - time.time() - self.ahead <= LONGEST_VOUCHER
        assert said["sub"].startswith(("https:", "mailto:"))
        raw = decoded(signature)
        assert len(raw) == 64
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        point.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
