"""A log in which everything that one reader may not read is something else.

Written from the audiences that the events declare, and not by way of `redact`, which it tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from games.engine import Event, Move

LEAVES = ("scrambled", 987_654, True, None, "x" * 50, -1)


class Scrambler:
    """Replaces values by others of the same shape; a leaf may become any other leaf."""

    def __init__(self, reader: int | None, turn: int) -> None:
        self.reader = reader
        self.turn = turn

    def move(self, move: Move) -> Move:
        mine = move.seat is None or move.seat == self.reader
        return replace(
            move,
            action=move.action if mine else {"do": self.leaf(), "card": self.leaf()},
            events=tuple(self.event(event) for event in move.events),
            draws=({"call": self.leaf(), "size": self.leaf(), "result": self.leaf()},),
        )

    def event(self, event: Event) -> Event:
        changed = {
            field.name: self.field(event, field.name, getattr(event, field.name))
            for field in fields(event)  # type: ignore[arg-type]  # every event is a dataclass
        }
        return type(event)(**changed)

    def field(self, event: Event, name: str, value: Any) -> Any:
        audience = type(event).audiences[name]
        if audience.kind == "each":
            return tuple(
                entry if place == self.reader else self.other(entry)
                for place, entry in enumerate(value)
            )
        readable: dict[str, Callable[[], bool]] = {
            "public": lambda: True,
            "nobody": lambda: False,
            "seat": lambda: getattr(event, audience.field) == self.reader,
            "seats": lambda: self.reader in getattr(event, audience.field),
        }
        return value if readable[audience.kind]() else self.other(value)

    def other(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self.other(entry) for entry in value)
        return self.leaf()

    def leaf(self) -> Any:
        self.turn += 1
        return LEAVES[self.turn % len(LEAVES)]
