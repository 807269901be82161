"""Actions that must be refused, made for any title from its forms and its listed actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Any, get_args

from games.engine import Title
from games.engine.canonical import canonical_json


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


MEGABYTE = "x" * 1_000_000
LONG = MEGABYTE[:10_000]
NONSENSE: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    99,
    2**63,
    10**4000,
    -(10**4000),
    0.5,
    1.0,
    -0.0,
    float("nan"),
    float("inf"),
    "",
    "?",
    "pass",
    "a\nb",
    "\ud800",
    "\U000e0001" * 100,
    LONG,
    b"bytes",
    (),
    (0, 0),
    [],
    [None],
    [10**400, "\ud800"],
    [99, 99],
    list(range(1000)),
    nested(50_000),
    {},
    {"do": "pass"},
    {LONG: LONG},
    frozenset(),
    object(),
)


def written(action: Any) -> str | None:
    """An action as JSON, if it is any."""
    try:
        return canonical_json(action)
    except (TypeError, ValueError, RecursionError):
        return None


def bad_actions(
    title: Title[Any], listed: list[dict[str, Any]], others: list[dict[str, Any]]
) -> Iterator[tuple[str, Any]]:
    """What is wrong, and the action. `others` are actions that other seats have."""
    allowed = {written(action) for action in listed}
    for what, action in _candidates(title, listed, others):
        text = written(action)
        if text is None or text not in allowed:
            yield what, action


def _candidates(
    title: Title[Any], listed: list[dict[str, Any]], others: list[dict[str, Any]]
) -> Iterator[tuple[str, Any]]:
    yield from (("no object", value) for value in NONSENSE if not isinstance(value, dict))
    yield "a megabyte", MEGABYTE
    yield "a megabyte of verb", {"do": MEGABYTE}
    yield "no verb", {}
    yield from (("no such verb", {"do": value}) for value in NONSENSE)
    for action in well_formed(title, listed):
        yield "another verb", {**action, "do": f"{action['do']} "}
        yield "another verb", {**action, "do": action["do"].upper() + "X"}
        yield "no verb", {key: value for key, value in action.items() if key != "do"}
        yield "a list", [action]
        yield "a key of another kind", {**action, 0: 0}
        yield from (("an extra key", {**action, f"key {n}": n}) for n in range(3))
        yield "a megabyte of key", {**action, MEGABYTE: 1}
        for key in action.keys() - {"do"}:
            yield "a megabyte of value", {**action, key: MEGABYTE}
            yield "a missing key", {k: v for k, v in action.items() if k != key}
            yield "a misspelt key", {**_without(action, key), f"{key}_": action[key]}
            yield from (("a wrong value", {**action, key: value}) for value in NONSENSE)
            if isinstance(action[key], list):
                yield "one too many", {**action, key: [*action[key], *action[key], 1, 1]}
                yield from (
                    ("a wrong entry", {**action, key: [value, *action[key][1:]]})
                    for value in NONSENSE
                )
    yield from (("another seat's action", action) for action in others)


def well_formed(title: Title[Any], listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One action of every form: a listed one, or else one with empty values."""
    found = []
    for verb, forms in sorted(title.forms.items()):
        for form in [forms] if isinstance(forms, Mapping) else forms:
            like = [a for a in listed if a["do"] == verb and a.keys() - {"do"} == form.keys()]
            empty = {"do": verb, **{key: _empty(shape) for key, shape in form.items()}}
            found.append(like[len(like) // 2] if like else empty)
    return found


def _empty(shape: Any) -> Any:
    if isinstance(shape, list):
        return [_empty(shape[0])]
    if isinstance(shape, tuple):
        return [_empty(part) for part in shape]
    return get_args(shape)[0]() if isinstance(shape, UnionType) else shape()


def _without(action: dict[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in action.items() if k != key}
