"""Match files that must be refused, made from a good one by one change each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from games.engine.events import event_types

WRONG: tuple[Any, ...] = (
    None,
    True,
    -1,
    98,
    2**53,
    10**400,
    "",
    "?",
    "wrong",
    "\ud800",
    "y" * 10_000,
    [],
    [[[[]]]],
    {},
    {"do": "nothing"},
)
NUMBERS = ("NaN", "Infinity", "-Infinity", "1.0", "1e3", "1e999", "9" * 5000, "[" * 100_000)
MARK = 4_242_424_242  # replaced in the text by what json.dumps would not write


def bad_files(text: str, slug: str) -> Iterator[tuple[str, str | bytes]]:
    """What is wrong, and the text."""
    good = json.loads(text)
    size = len(text.rstrip()) - 1
    yield from ((f"cut after {n}", text[: size * n // 60]) for n in range(61))
    yield "a megabyte of title", text.replace(f'"{slug}"', f'"{"y" * 1_000_000}"', 1)
    yield "something after the end", text + "{}"
    yield "two files", text + text
    yield "a mark at the beginning", "\ufeff" + text
    yield "not UTF-8", text.encode("utf-16")
    yield "a byte that is no text", text.encode().replace(b"adit", b"ad\xfft", 1)
    yield "a list of it", f"[{text}]"
    yield "a text of it", json.dumps(text)
    for what, data in _changed(good, slug):
        yield what, json.dumps(data)
    for what, data in _marked(good):
        for number in NUMBERS:
            yield f"{what} {number[:9]}", json.dumps(data).replace(str(MARK), number)


def _changed(good: dict[str, Any], slug: str) -> Iterator[tuple[str, Any]]:
    yield from _bent_object(good, (), "file")
    yield from _bent_object(good, ("fairness",), "fairness")
    last = len(good["moves"]) - 1
    for number in sorted({0, 1, last // 2, last}):
        place = ("moves", number)
        yield from _bent_object(good, place, f"move {number}")
        for index, event in enumerate(good["moves"][number]["events"]):
            where = (*place, "events", index)
            yield from _bent_object(good, where, f"move {number} {event['type']}")
            yield from _foreign(good, where, slug)
    yield from _moved(good)


def _bent_object(good: Any, place: tuple[Any, ...], name: str) -> Iterator[tuple[str, Any]]:
    """Every key of the object left out and set to something else, and a key too many."""
    keys = list(_at(good, place))
    for key in keys:
        data = deepcopy(good)
        del _at(data, place)[key]
        yield f"{name} without {key}", data
        for value in WRONG:
            data = deepcopy(good)
            _at(data, place)[key] = value
            yield f"{name} with another {key}", data
        yield from _bent_leaf(good, place, key, name)
    data = deepcopy(good)
    _at(data, place)["comment"] = "hello"
    yield f"{name} with a comment", data


def _bent_leaf(good: Any, place: tuple[Any, ...], key: str, name: str) -> Iterator[tuple[str, Any]]:
    """A value near the true one, of the right type: what only a close look finds."""
    value = _at(good, place)[key]
    near: list[Any] = []
    if isinstance(value, bool):
        near = [not value]
    elif isinstance(value, int):
        near = [value + 1, value - 1]
    elif isinstance(value, str):
        near = [value + " ", value[1:], value[::-1] + "0"]
    elif isinstance(value, list):
        near = [[*value, *value], value[::-1], [value]]
        if key != "moves":  # a match may be shorter
            near.append(value[:-1])
    for other in near:
        data = deepcopy(good)
        _at(data, place)[key] = other
        yield f"{name} with {key} changed a little", data


def _foreign(good: Any, place: tuple[Any, ...], slug: str) -> Iterator[tuple[str, Any]]:
    """An event of another title, in place of its own."""
    foreign = [name for name in event_types() if not name.startswith(f"{slug}.")]
    for name in ["nowhere.happened", *foreign[:2]]:
        data = deepcopy(good)
        _at(data, place)["type"] = name
        yield f"an event of type {name}", data


def _moved(good: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    moves = good["moves"]
    last = len(moves) - 1
    for number in sorted({1, last // 2, last - 1}):
        swapped = moves.copy()
        swapped[number], swapped[number - 1] = swapped[number - 1], swapped[number]
        yield "two moves swapped", good | {"moves": swapped}
        renumbered = [move | {"number": place} for place, move in enumerate(swapped)]
        yield "two moves swapped and numbered again", good | {"moves": renumbered}
        left = moves[:number] + moves[number + 1 :]
        yield "a move left out", good | {"moves": left}
        renumbered = [move | {"number": place} for place, move in enumerate(left)]
        yield "a move left out and the rest numbered again", good | {"moves": renumbered}
        twice = moves[: number + 1] + moves[number:]
        renumbered = [move | {"number": place} for place, move in enumerate(twice)]
        yield "a move made twice", good | {"moves": renumbered}
        seats = good["seats"]
        seat = moves[number]["seat"]
        other = [dict(move) for move in moves]
        other[number]["seat"] = 0 if seat is None else (seat + 1) % seats
        yield "another seat's move", good | {"moves": other}


def _marked(good: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The file with a mark for a number in some places."""
    for place, key in (((), "seats"), (("moves", 1), "number"), (("moves", 1), "seat")):
        data = deepcopy(good)
        _at(data, place)[key] = MARK
        yield f"{key} is", data
    event = deepcopy(good)
    fields = _at(event, ("moves", 0, "events", 0))
    fields[list(fields)[-1]] = MARK
    yield "a field is", event


def _at(data: Any, place: tuple[Any, ...]) -> Any:
    for step in place:
        data = data[step]
    return data
