"""A push as browsers and their push services take it: sealed so that the browser alone can read it
(RFC 8291 and 8188), with a voucher that it is from us (VAPID, RFC 8292).
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
LARGEST = 3993  # octets of a message, that every push service takes
_RECORD = 4096
_OCTETS_AUTH = 16
_VOUCHED_FOR = timedelta(hours=12)


def encoded(octets: bytes) -> str:
    return urlsafe_b64encode(octets).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))


def octets_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def our_key(text: str) -> ec.EllipticCurvePrivateKey:
    """From a number of 32 octets; ValueError if it is none on the curve."""
    return ec.derive_private_key(int.from_bytes(decoded(text)), CURVE)


def is_browser(key: str, auth: str) -> bool:
    """Whether these are the keys of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
        return len(decoded(auth)) == _OCTETS_AUTH
    except ValueError:
        return False


def sealed(
    message: bytes,
    *,
    key: str,
    auth: str,
    once: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypt for the browser with these keys. `once` and `salt` are new for every message; a test
    gives those of the standard's example.
    """
    once = once or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    theirs, ours = decoded(key), octets_of(once.public_key())
    shared = once.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derived(shared, decoded(auth), b"WebPush: info\0" + theirs + ours, 32)
    cipher = AESGCM(_derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4) + len(ours).to_bytes(1) + ours
    return head + cipher.encrypt(nonce, message + b"\x02", None)  # the last record, unpadded


def _derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=purpose).derive(secret)


def voucher(address: str, key: str, *, contact: str, now: datetime) -> str:
    """The header that tells the push service at this address who sends."""
    parts, ours = urlsplit(address), our_key(key)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + _VOUCHED_FOR).timestamp()),
        "sub": contact,
    }
    said = ".".join(
        encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(ours.sign(said.encode(), ec.ECDSA(SHA256())))
    signature = encoded(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={said}.{signature}, k={encoded(octets_of(ours.public_key()))}"
