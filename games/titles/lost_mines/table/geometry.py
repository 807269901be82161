"""Where fields and edges are on the board, and a way across it, in whole units.

A field is 100 by 100 units.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from games.titles.lost_mines.board import AT, Edge, Field

UNIT: Final = 100


def corner(field: Field) -> tuple[int, int]:
    x, y = AT[field]
    return x * UNIT, y * UNIT


def middle(edge: Edge) -> tuple[int, int]:
    (x, y), (right, down) = map(corner, edge)
    return (x + right + UNIT) // 2, (y + down + UNIT) // 2


def route(way: Sequence[Field]) -> str:
    """A track of lozenges from the first field to an arrow head on the last."""
    cuts = []
    centres = [(x + UNIT // 2, y + UNIT // 2) for x, y in map(corner, way)]
    for number, (here, there) in enumerate(pairwise(centres)):
        dx, dy = (there[0] - here[0]) // UNIT, (there[1] - here[1]) // UNIT
        offsets = (36, 62, 88) if number == 0 else (14, 38, 62, 86)
        cuts += [
            _lozenge(here[0] + dx * o, here[1] + dy * o, dx)
            for o in offsets
            if not _is_last(way, number, o)
        ]
    (x, y), (before_x, before_y) = centres[-1], centres[-2]
    return "".join(cuts) + _arrow(x, y, (x - before_x) // UNIT, (y - before_y) // UNIT)


def _is_last(way: Sequence[Field], number: int, offset: int) -> bool:
    """Is this where the arrow head goes?"""
    return number == len(way) - 2 and offset > UNIT - 20


def _lozenge(x: int, y: int, dx: int) -> str:
    if dx:
        return f"M{x - 11} {y}l11-6 11 6-11 6z"
    return f"M{x} {y - 11}l6 11-6 11-6-11z"


def _arrow(x: int, y: int, dx: int, dy: int) -> str:
    ends = [(16, 0), (-12, 14), (-6, 0), (-12, -14)]
    turned = [(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in ends]
    return "M" + "L".join(f"{a} {b}" for a, b in turned) + "z"
