"""Where everything is drawn: the board in two compositions, as whole numbers.

Wide, it is a cut through the hill: castle and meadow above, left to right, and the cave back below
them, right to left. Tall, for a phone, castle and meadow are a row each and every field of the cave
is a row. The grounds under both are drawn in the sprite to the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.titles.emerald.board import CAVE, CHAMBER, MEADOW, NEST, START_SPACES

MOST_DRAWN: Final = 6  # a larger crowd is drawn as one knight a colour, with a number


class Point(NamedTuple):
    x: int
    y: int


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Ground:
    """Where knights stand: the middle of their feet, or the right end of their row, and how wide."""

    x: int
    y: int
    width: int
    is_row: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """One composition of the board."""

    name: str
    width: int
    height: int
    grounds: Mapping[int, Ground]
    numbers: Mapping[int, Point]  # a field's number, and its crowd beside or under it
    crowds: Mapping[int, Point]
    frames: Mapping[int, Box]
    piles: Mapping[int, tuple[Point, Point]]  # gold and gems: a card's upper left corner
    pile: int  # a card's width
    chests: Sequence[Box]
    labels: Mapping[int, Point]
    nest: Box
    sizes: Sequence[int]  # of a knight: one alone, two, three, and in two rows
    least: int  # the smallest target
    claws: Mapping[int, Point]  # where a field says which roll brings the dragon there
    tops: Mapping[int, int]  # where the part of the board begins that a place belongs to
    sky: int = 0  # what is left out at the top of a table, where there is nothing but sky

    def view(self, places: Iterable[int]) -> str:
        """From the first part of the way that any of these places is in, down to the end."""
        return self._below(min((self.tops[place] for place in places), default=0))

    def view_around(self, field: int) -> str:
        """From a little above a field of the cave, if it is far down the board."""
        return self._below(self.frames[field].y - 126 if self.tops[field] else 0)

    def foot(self, place: int) -> Point:
        """Where one who stood on a place had his feet."""
        ground = self.grounds[place]
        return Point(ground.x - self.sizes[0] // 2 if ground.is_row else ground.x, ground.y - 4)

    def _below(self, top: int) -> str:
        top = max(top, self.sky)
        return f"0 {top} {self.width} {self.height - top}"

    def pile_box(self, field: int, kind: int) -> Box:
        """Around the gold pile (0) or the gem pile (1) of a field."""
        corner = self.piles[field][kind]
        return Box(corner.x - 3, corner.y - 12, self.pile + 12, self.pile * 3 // 2 + 16)


# Castle spaces from left to right: two towers, the keep, two towers.
CASTLE: Final = tuple(START_SPACES[n] for n in ("tower1", "tower2", "centre", "tower3", "tower4"))
KEEP: Final = START_SPACES["centre"]


def _wide() -> Layout:
    castle = {place: 61 + 98 * number for number, place in enumerate(CASTLE)}
    rises = dict(zip(MEADOW, (8, 0, 10, 16, 6, 0), strict=True))
    meadow = {field: 453 + 98 * field for field in MEADOW}
    cave = {field: 1725 - 98 * field for field in CAVE}
    starts = {place: Ground(x, 144 if place == KEEP else 176, 94) for place, x in castle.items()}
    stones = {field: Ground(x, 253 - rises[field], 96) for field, x in meadow.items()}
    ledge = {field: Ground(x, 559, 94) for field, x in cave.items()}
    return Layout(
        name="wide",
        width=1100,
        height=700,
        grounds={
            **starts, **stones, **ledge,
            CHAMBER: Ground(109, 582, 180), NEST: Ground(109, 652, 104),
        },
        numbers={
            **{field: Point(x, 276 - rises[field]) for field, x in meadow.items()},
            **{field: Point(x, 585) for field, x in cave.items()},
        },
        crowds={
            **{place: Point(x, 216) for place, x in castle.items()},
            **{field: Point(x + 17, 269 - rises[field]) for field, x in meadow.items()},
            **{field: Point(x + 18, 578) for field, x in cave.items()},
        },
        frames={
            **{place: Box(x - 48, 82, 96, 204) for place, x in castle.items()},
            **{field: Box(x - 47, 128, 94, 162) for field, x in meadow.items()},
            **{field: Box(x - 48, 392, 96, 294) for field, x in cave.items()},
            CHAMBER: Box(18, 376, 184, 310), NEST: Box(18, 590, 184, 96),
        },
        piles={field: (Point(x - 46, 615), Point(x + 2, 615)) for field, x in cave.items()},
        pile=42,
        chests=[Box(46 + 64 * (n % 2), 412 + 58 * (n // 2), 62, 62) for n in range(4)],
        labels={**{place: Point(x, 279) for place, x in castle.items()},
                CHAMBER: Point(109, 402), NEST: Point(109, 684)},
        nest=Box(55, 612, 108, 65),
        sizes=(54, 48, 42, 38),
        least=54,
        claws={field: Point(x - 36, 544) for field, x in cave.items()},
        tops=dict.fromkeys((*CASTLE, *MEADOW, *CAVE, CHAMBER, NEST), 0),
        sky=78,
    )  # fmt: skip


def _tall() -> Layout:
    castle = {place: 39 + 78 * number for number, place in enumerate(CASTLE)}
    meadow = {field: 65 * field - 32 for field in MEADOW}
    rows = {field: 60 * field - 102 for field in CAVE}
    return Layout(
        name="tall",
        width=390,
        height=974,
        grounds={
            **{place: Ground(x, 76 if place == KEEP else 94, 78) for place, x in castle.items()},
            **{field: Ground(x, 247, 64) for field, x in meadow.items()},
            **{field: Ground(322, y + 55, 216, is_row=True) for field, y in rows.items()},
            CHAMBER: Ground(96, 967, 180), NEST: Ground(306, 936, 110),
        },
        numbers={
            **{field: Point(x, 264) for field, x in meadow.items()},
            **{field: Point(357, y + 25) for field, y in rows.items()},
        },
        crowds={
            **{place: Point(x, 126) for place, x in castle.items()},
            **{field: Point(x + 13, 259) for field, x in meadow.items()},
            **{field: Point(357, y + 44) for field, y in rows.items()},
        },
        frames={
            **{place: Box(x - 37, 6, 74, 158) for place, x in castle.items()},
            **{field: Box(x - 31, 174, 62, 106) for field, x in meadow.items()},
            **{field: Box(5, y + 3, 322, 55) for field, y in rows.items()},
            CHAMBER: Box(4, 864, 206, 106), NEST: Box(222, 864, 164, 106),
        },
        piles={field: (Point(10, y + 7), Point(56, y + 7)) for field, y in rows.items()},
        pile=36,
        chests=[Box(12 + 44 * n, 892, 44, 44) for n in range(4)],
        labels={**{place: Point(x, 158) for place, x in castle.items()},
                CHAMBER: Point(60, 884), NEST: Point(306, 884)},
        nest=Box(246, 896, 120, 72),
        sizes=(42, 36, 30, 28),
        least=46,
        claws={field: Point(238, y + 44) for field, y in rows.items()},
        tops={
            **dict.fromkeys(CASTLE, 0),
            **dict.fromkeys(MEADOW, 166),
            **dict.fromkeys((*CAVE, CHAMBER, NEST), 286),
        },
    )  # fmt: skip


WIDE: Final = _wide()
TALL: Final = _tall()
LAYOUTS: Final = (WIDE, TALL)


class Stand(NamedTuple):
    """A figure's upper left corner and its width; it is 1.08 times as high."""

    x: int
    y: int
    size: int


def stands(layout: Layout, place: int, count: int) -> list[Stand]:
    """Where so many figures stand, those at the back first."""
    ground = layout.grounds[place]
    if ground.is_row:
        return _in_row(layout, ground, count)
    behind = count // 2 if count > 3 else 0
    size = layout.sizes[3] if behind else layout.sizes[max(count, 1) - 1]
    back = _across(ground, behind, size, rise=round(size * 0.72))
    return back + _across(ground, count - behind, size, rise=0)


def beside(layout: Layout, place: int, count: int) -> Stand:
    """Where one more would stand, clear of those who are there."""
    ground, size = layout.grounds[place], layout.sizes[1]
    if ground.is_row:
        step = _step(layout, ground, count)
        return Stand(ground.x - count * step - size - 6, ground.y - _tall_of(size), size)
    there = stands(layout, place, count)
    top = min((stand.y for stand in there), default=ground.y)
    lap = 6 if there else 0
    return Stand(ground.x - size // 2, top - _tall_of(size) + lap, size)


def box_around(layout: Layout, figures: Sequence[Stand]) -> Box:
    """What can be touched: the figures, and at least as much as a finger needs."""
    left, top = min(f.x for f in figures), min(f.y for f in figures)
    right = max(f.x + f.size for f in figures)
    bottom = max(f.y + _tall_of(f.size) for f in figures) + 6
    wider, taller = max(0, layout.least - right + left), max(0, layout.least - bottom + top)
    return Box(left - wider // 2, top - taller, right - left + wider, bottom - top + taller)


def _tall_of(size: int) -> int:
    return round(size * 1.08)


def _across(ground: Ground, count: int, size: int, *, rise: int) -> list[Stand]:
    step = min(round(size * 0.84), (ground.width - size) // max(count - 1, 1))
    left = ground.x - (size + step * (count - 1)) // 2
    top = ground.y - rise - _tall_of(size)
    return [Stand(left + step * number, top, size) for number in range(count)]


def _step(layout: Layout, ground: Ground, count: int) -> int:
    return min(layout.sizes[1], ground.width // max(count, 1))


def _in_row(layout: Layout, ground: Ground, count: int) -> list[Stand]:
    """Side by side from the right end, where the way is."""
    size, step = layout.sizes[0 if count < 4 else 1], _step(layout, ground, count)
    top = ground.y - _tall_of(size)
    return [Stand(ground.x - size - step * number, top, size) for number in reversed(range(count))]
