"""What a position hid from the public, for a title without words for it.

Found by comparing what the public knew with everything, field by field of the title's state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from games.engine import Hand, Pile, Slot, is_known
from games.engine.title import State


class Secret(NamedTuple):
    """Something that spectators did not know: where it was, and what it was."""

    label: str
    text: str


def hidden_values(public: State, full: State, names: Sequence[str]) -> list[Secret]:
    found: list[Secret] = []
    for name, known, real in _fields(public, full, compared=True):
        label = name.strip("_").replace("_", " ")
        if (
            isinstance(real, list | tuple)
            and isinstance(known, list | tuple)
            and len(real) == len(names) == len(known)
        ):
            parts = [(f"{person}: {label}", list(_hidden(one, other)))
                     for person, one, other in zip(names, known, real, strict=True)]  # fmt: skip
        else:
            parts = [(label, list(_hidden(known, real)))]
        found += [Secret(where, ", ".join(map(str, what))) for where, what in parts if what]
    return found


def _fields(
    known: object, real: object, *, compared: bool = False
) -> Iterator[tuple[str, object, object]]:
    """The fields of two dataclasses of one type."""
    if not is_dataclass(real) or isinstance(real, type) or type(real) is not type(known):
        return
    for field in fields(real):
        if field.compare or not compared:
            # By name: which fields a state has, no type can say for titles found at run time.
            yield field.name, getattr(known, field.name), getattr(real, field.name)


def _hidden(known: object, real: object) -> Iterator[object]:
    """The values of the one that are unknown in the other, in order."""
    if not is_known(known):
        yield from _leaves(real)
    elif isinstance(real, Hand) and isinstance(known, Hand):
        yield from sorted((Counter(real.known()) - Counter(known.known())).elements())
    elif isinstance(real, Slot) and isinstance(known, Slot):
        yield from _hidden(known.value, real.value)
    elif isinstance(real, list | tuple | Pile) and isinstance(known, list | tuple | Pile):
        if len(known) == len(real):
            for one, other in zip(known, real, strict=True):
                yield from _hidden(one, other)
    elif isinstance(real, dict) and isinstance(known, dict):
        for key in real.keys() & known.keys():
            yield from _hidden(known[key], real[key])
    else:
        for _name, one, other in _fields(known, real):
            yield from _hidden(one, other)


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, Slot):
        yield from _leaves(value.value)
    elif isinstance(value, list | tuple | Hand | Pile):
        for one in value:
            yield from _leaves(one)
    elif is_known(value) and value is not None:
        yield value
