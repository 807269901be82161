"""Chance that anyone can check: every shuffle, pick and roll follows from a secret fixed beforehand.

    key      = HMAC-SHA256(secret, canonical JSON of [match id, contributions by seat])
    pick(n)  = the first 8 bytes of HMAC-SHA256(key, "move/draw/try"), modulo n, where numbers from
               the largest multiple of n upwards are thrown away and the next try is made
    shuffle  = Fisher-Yates from the end over the items in ascending order, one pick a step
    roll(n)  = pick(n) + 1

`draw` counts the picks within a move from 0, `try` the tries within a pick. Each call is recorded
with its size and result, so that old matches fold and re-decide without the secret.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from games.engine.canonical import canonical_json
from games.engine.errors import BadScript

T = TypeVar("T", bound=str | int)

_DRAW_SPACE = 2**64

# HMAC is two hashes, one in the other, whose keys are padded to a block and masked (RFC 2104).
_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Draws(Protocol):
    """What a title may ask of chance."""

    def shuffle(self, items: Iterable[T]) -> list[T]: ...
    def pick(self, n: int) -> int: ...
    def roll(self, sides: int) -> int: ...


class Chance:
    """Chance drawn from a secret, for one move after another."""

    __slots__ = ("_draw", "_inner", "_move", "_outer", "draws")

    def __init__(
        self,
        secret: bytes | str | int,
        *,
        match: str = "",
        contributions: Sequence[str | None] = (),
        move: int = 0,
    ) -> None:
        message = canonical_json([match, list(contributions)]).encode()
        raw = secret if isinstance(secret, bytes) else str(secret).encode()
        key = hmac.digest(raw, message, "sha256").ljust(_BLOCK, b"\0")
        # Both hashes begin with the key and are copied for every draw: `hmac` takes half as long again.
        self._inner = hashlib.sha256(key.translate(_INNER))
        self._outer = hashlib.sha256(key.translate(_OUTER))
        self.begin(move)

    @classmethod
    def seeded(cls, seed: int | str) -> Chance:
        """Chance for tests, self-play and bots: the same seed, the same draws."""
        return cls(seed, match="seeded")

    def begin(self, move: int) -> None:
        """Start the draws of a move."""
        self._move = move
        self._draw = 0
        self.draws: list[dict[str, Any]] = []

    def shuffle(self, items: Iterable[T]) -> list[T]:
        order = sorted(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self._next(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        self.draws.append({"call": "shuffle", "size": len(order), "result": order.copy()})
        return order

    def pick(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        result = self._next(n)
        self.draws.append({"call": "pick", "size": n, "result": result})
        return result

    def roll(self, sides: int) -> int:
        """A whole number from 1 to sides, each equally likely."""
        result = self._next(sides) + 1
        self.draws.append({"call": "roll", "size": sides, "result": result})
        return result

    def _next(self, n: int) -> int:
        if not 1 <= n <= _DRAW_SPACE:
            raise ValueError(f"there is nothing to pick from {n}")
        limit = _DRAW_SPACE - _DRAW_SPACE % n
        draw, self._draw = self._draw, self._draw + 1
        attempt = 0
        while True:
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(b"%d/%d/%d" % (self._move, draw, attempt))
            outer.update(inner.digest())
            number = int.from_bytes(outer.digest()[:8], "big")
            if number < limit:
                return number % n
            attempt += 1


class ScriptedChance:
    """Chance that answers from a script: recorded draws, or the bare results a scene needs.

    A shuffle answers with a list, a pick and a roll with a number. A call that does not fit the
    script, or comes after its end, is refused.
    """

    __slots__ = ("_script", "draws")

    def __init__(self, script: Iterable[Any]) -> None:
        self._script = list(script)
        self.draws: list[dict[str, Any]] = []

    def shuffle(self, items: Iterable[T]) -> list[T]:
        wanted = sorted(items)
        result = self._answer("shuffle", len(wanted))
        if type(result) is not list or not _same_items(result, wanted):
            raise BadScript("misfit", f"the script has no order of these {len(wanted)} items")
        return list(result)

    def pick(self, n: int) -> int:
        return self._number("pick", n, range(n))

    def roll(self, sides: int) -> int:
        return self._number("roll", sides, range(1, sides + 1))

    def finish(self) -> None:
        """Refuse a script that holds more than was asked for."""
        if len(self.draws) < len(self._script):
            left = len(self._script) - len(self.draws)
            raise BadScript("left_over", f"{left} scripted draws were never asked for")

    def _number(self, call: str, size: int, allowed: range) -> int:
        result = self._answer(call, size)
        if type(result) is not int or result not in allowed:
            raise BadScript("misfit", f"a {call} of {size} cannot give what the script says")
        return result

    def _answer(self, call: str, size: int) -> Any:
        if len(self.draws) == len(self._script):
            raise BadScript("exhausted", f"the script is at its end, a {call} of {size} is not")
        entry = self._script[len(self.draws)]
        if isinstance(entry, tuple):
            entry = list(entry)
        if isinstance(entry, dict):
            if entry.keys() != {"call", "size", "result"}:
                raise BadScript("misfit", "a recorded draw has the keys call, size and result")
            if (entry["call"], entry["size"]) != (call, size):
                raise BadScript("misfit", f"the script does not go on with a {call} of {size}")
            entry = entry["result"]
        self.draws.append({"call": call, "size": size, "result": entry})
        return entry


def _same_items(result: list[Any], wanted: list[Any]) -> bool:
    """The same items, of the same types: in Python 1, 1.0 and True are equal."""
    try:
        return sorted(result) == wanted and set(map(type, result)) == set(map(type, wanted))
    except TypeError:
        return False


def commitment(secret: bytes) -> str:
    """What is shown when a table is created: it fixes the secret and tells nothing of it."""
    return hashlib.sha256(secret).hexdigest()
