"""How much work something is, by the functions that it calls: the same on a busy machine as on a
quiet one, which no time is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls_of(do: Callable[[], object]) -> int:
    count, before = 0, sys.getprofile()

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count
