"""The one way to write a JSON value, so that it can be compared, hashed and signed."""

from __future__ import annotations

import json
from typing import Any


def canonical_json(value: Any) -> str:
    """Keys in order, no spaces, no escapes but the necessary ones, no NaN."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
