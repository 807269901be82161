"""For tests of claims: a log written down event by event, and what a title says of claims about it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import Event, Move
from games.presentation import presenter_of
from games.presentation.claims import Claimed

NAMES = ["mira", "tobias", "ines", "ruben", "anna"]


def log(*moves: Sequence[Event]) -> list[Move]:
    return [
        Move(number=number, seat=None, by="bot", action={}, events=tuple(events), draws=())
        for number, events in enumerate(moves)
    ]


def against(slug: str, moves: Sequence[Move], *claims: Claimed) -> list[tuple[list[int], str]]:
    """What is held against these claims: by their places, and in words."""
    found = presenter_of(slug).objections(claims, moves, NAMES)
    return [(list(one.claims), one.words) for one in found]
