"""What rows are called that nobody may guess or meet twice."""

from __future__ import annotations

import secrets

ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH = 10
TOKEN_LENGTH = 26


def new_id() -> str:
    """Ten random base32 characters: fifty bits, so that nobody finds a match by trying."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_edition() -> int:
    """No count: a database that is set back must not come to an edition that was shown before."""
    return secrets.randbelow(2**31)


def new_token() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(TOKEN_LENGTH))
