"""docs/fairness.md is enough: everything here is written from that page, with nothing of ours.

The match is taken from the page, and then every recorded match is checked in the same way.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.documents import indented, json_block, table_rows, text_of

PAGE = "fairness.md"
RECORDED = sorted((Path(__file__).parent.parent / "titles").glob("*/matches/*.json"))


def mac(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode("utf-8"), hashlib.sha256).digest()


def canonical(value: Any) -> str:
    """Canonical JSON, letter by letter from the page."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(map(escaped, value)) + '"'
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return "{" + ",".join(f"{canonical(k)}:{canonical(value[k])}" for k in sorted(value)) + "}"


def escaped(character: str) -> str:
    short = {
        '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
    }  # fmt: skip
    if character in short:
        return short[character]
    return f"\\u{ord(character):04x}" if character < " " else character


class Draws:
    """The draws of one move."""

    def __init__(self, fairness: dict[str, Any], move: int) -> None:
        secret = bytes.fromhex(fairness["secret"])
        self.key = mac(secret, canonical([fairness["match"], fairness["contributions"]]))
        self.move, self.draw = move, 0

    def number(self, attempt: int) -> int:
        return int.from_bytes(mac(self.key, f"{self.move}/{self.draw}/{attempt}")[:8], "big")

    def pick(self, n: int) -> int:
        attempt, limit = 0, 2**64 - 2**64 % n
        while self.number(attempt) >= limit:
            attempt += 1
        result = self.number(attempt) % n
        self.draw += 1
        return result

    def shuffle(self, items: list[Any]) -> list[Any]:
        items = sorted(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.pick(last + 1)
            items[last], items[other] = items[other], items[last]
        return items

    def again(self, call: dict[str, Any]) -> Any:
        if call["call"] == "shuffle":
            assert call["size"] == len(call["result"])
            return self.shuffle(call["result"])
        return self.pick(call["size"]) + (1 if call["call"] == "roll" else 0)


def check_draws(match: dict[str, Any]) -> int:
    """Make every draw of a match again; return how many there were."""
    made = 0
    for move in match["moves"]:
        draws = Draws(match["fairness"], move["number"])
        for call in move["draws"]:
            assert draws.again(call) == call["result"]
            made += 1
    return made


def check_digests(match: dict[str, Any]) -> None:
    fairness = match["fairness"]
    key = mac(bytes.fromhex(fairness["secret"]), canonical(["chain", fairness["match"]]))
    previous = ""
    for move in match["moves"]:
        rest = {name: value for name, value in move.items() if name != "digest"}
        previous = mac(key, previous + canonical(rest)).hex()
        assert move["digest"] == previous


def check_commitment(match: dict[str, Any]) -> None:
    secret = bytes.fromhex(match["fairness"]["secret"])
    assert hashlib.sha256(secret).hexdigest() == match["fairness"]["commitment"]


def example() -> dict[str, Any]:
    match: dict[str, Any] = json.loads(json_block(PAGE))
    return match


# The page's own example


def test_the_example_holds_by_the_page_alone() -> None:
    check_commitment(example())
    check_digests(example())
    assert check_draws(example()) == 2


def test_the_numbers_on_the_page_are_the_examples() -> None:
    fairness = example()["fairness"]
    secret = bytes.fromhex(fairness["secret"])
    shown = indented(PAGE)
    assert fairness["commitment"] in shown
    assert mac(secret, '["k3m7q2x9ab",["violets",null]]').hex() in shown
    assert mac(secret, '["chain","k3m7q2x9ab"]').hex() in shown
    move = {name: value for name, value in example()["moves"][1].items() if name != "digest"}
    assert canonical(move) in shown


def test_the_table_on_the_page_is_the_examples() -> None:
    draws, rows = Draws(example()["fairness"], 0), table_rows(PAGE)[1:]
    assert len(rows) == 8
    for place, (message, first, number, n, result) in enumerate(rows):
        assert message == f"0/{place}/0"
        assert mac(draws.key, message)[:8].hex() == first
        assert int(first, 16) == int(number)
        assert draws.pick(int(n)) == int(result)


def test_the_exchanges_told_on_the_page_are_the_examples() -> None:
    results = [row[4] for row in table_rows(PAGE)[2:]]
    told = [f"{last} with {other}" for last, other in zip(range(7, 0, -1), results, strict=True)]
    assert f"exchanging {', '.join(told[:-1])} and {told[-1]} gives" in text_of(PAGE)


@pytest.mark.parametrize("change", ["number", "digest", "draw"])
def test_a_change_to_the_example_is_found(change: str) -> None:
    match = example()
    if change == "number":
        match["moves"][2]["events"][0]["number"] = 3
    elif change == "digest":
        match["moves"][2]["digest"] = "0" * 64
    else:
        match["moves"][0]["draws"][1]["result"].reverse()
    with pytest.raises(AssertionError):
        check_digests(match)
    if change == "draw":
        with pytest.raises(AssertionError):
            check_draws(match)


# Recorded matches of every title


@pytest.mark.parametrize("path", RECORDED, ids=[f"{p.parts[-3]}-{p.stem}" for p in RECORDED])
def test_a_recorded_match_holds_by_the_page_alone(path: Path) -> None:
    match = json.loads(path.read_text(encoding="utf-8"))
    if "fairness" not in match:
        return  # a scene set by hand
    check_commitment(match)
    check_digests(match)
    assert check_draws(match) > 0
