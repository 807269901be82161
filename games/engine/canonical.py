"""The one way to write a JSON value, so that it can be compared, hashed and signed, and to read one."""

from __future__ import annotations

import json
from typing import Any


def canonical_json(value: Any) -> str:
    """Keys in order, no spaces, no escapes but the necessary ones, no NaN."""
    return _WRITER.encode(value)


# Made once: `json.dumps` makes one for every value that is not written as it would by itself.
_WRITER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def parsed_json(text: str) -> Any:
    """The value of a text that a stranger sends. Raises ValueError for what is not JSON.

    Python would also read NaN, numbers without an end, half characters and, until it runs out of
    stack, any depth: none of these can be written again.
    """
    try:
        value = json.loads(text)
        canonical_json(value).encode()
    except RecursionError:
        raise ValueError("nested too deep") from None
    return value
