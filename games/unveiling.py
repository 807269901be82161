"""What a position hid from the public: found by laying what the public knew beside everything.

Works for any title, in the names of its state's fields. A title that has better words for it brings
`unveiled(public, full, names)` in its `table` module: pairs of a label and a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from games.engine import Hand, Pile, Slot, is_known


def unveiled(public: Any, full: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """Everything that spectators did not know: where it was, and what it was."""
    found: list[tuple[str, str]] = []
    for field in fields(full):
        if not field.compare:
            continue
        label = field.name.strip("_").replace("_", " ")
        known, real = getattr(public, field.name), getattr(full, field.name)
        if isinstance(real, list | tuple) and len(real) == len(names) == len(known):
            parts = [(f"{name}: {label}", list(_hidden(one, other)))
                     for name, one, other in zip(names, known, real, strict=True)]  # fmt: skip
        else:
            parts = [(label, list(_hidden(known, real)))]
        found += [(where, ", ".join(map(str, what))) for where, what in parts if what]
    return found


def _hidden(known: Any, real: Any) -> Iterator[Any]:
    """The values of the one that are unknown in the other, in order."""
    if not is_known(known):
        yield from _leaves(real)
    elif isinstance(real, Hand):
        yield from sorted((Counter(real.known()) - Counter(known.known())).elements())
    elif isinstance(real, Slot):
        yield from _hidden(known.value, real.value)
    elif isinstance(real, list | tuple | Pile):
        if len(known) == len(real):
            for one, other in zip(known, real, strict=True):
                yield from _hidden(one, other)
    elif isinstance(real, dict):
        for key in real.keys() & known.keys():
            yield from _hidden(known[key], real[key])
    elif is_dataclass(real) and type(real) is type(known):
        for field in fields(real):
            yield from _hidden(getattr(known, field.name), getattr(real, field.name))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Slot):
        yield from _leaves(value.value)
    elif isinstance(value, list | tuple | Hand | Pile):
        for one in value:
            yield from _leaves(one)
    elif is_known(value) and value is not None:
        yield value
