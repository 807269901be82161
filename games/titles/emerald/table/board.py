"""The board as the template draws it, in both compositions, and the same board in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Pile
from games.titles.emerald.board import (
    CAVE,
    CHAMBER,
    MEADOW,
    NEST,
    NOTATION,
    RAIL_LENGTH,
    in_play,
    on_rail,
)
from games.titles.emerald.cards import COLOURS, TREASURES, Colour, Gem, owner_of
from games.titles.emerald.rules import crowd, treasures_left
from games.titles.emerald.state import State

from . import words
from .layout import CASTLE, LAYOUTS, MOST_DRAWN, WIDE, Box, Layout, Point, Stand, stands

Group = tuple[Colour, int]  # all knights of a colour on a place: for the rules they are the same


class Figure(NamedTuple):
    """A knight, or several of one colour. It is lost, and lies askew, in the nest."""

    symbol: str
    x: int
    y: int
    size: int
    times: int
    title: str
    lost: bool = False


class Number(NamedTuple):
    """A number on the board. A crowd's says what it means."""

    x: int
    y: int
    text: str
    title: str = ""


class PileShown(NamedTuple):
    """A pile with its top card up; `height` 0: nothing is left."""

    x: int
    y: int
    width: int
    height: int
    symbol: str
    value: str
    title: str


class Beast(NamedTuple):
    """The dragon. `turned`: it looks to the right; the arrow points where it will go."""

    x: int
    y: int
    size: int
    turned: bool
    arrow_x: int
    arrow_y: int
    arrow_angle: int
    title: str


class Lit(NamedTuple):
    """A place that the log can point at."""

    id: str
    box: Box


@dataclass(frozen=True, slots=True)
class Picture:
    """The board in one composition."""

    name: str
    view: str
    width: int
    height: int
    figures: Sequence[Figure]
    numbers: Sequence[Number]
    crowds: Sequence[Number]
    piles: Sequence[PileShown]
    rail: Box
    dragon: Beast
    chests: Sequence[Box]
    nest: Box
    labels: Sequence[Number]
    last: Box | None
    places: Sequence[Lit]


@dataclass(frozen=True, slots=True)
class Board:
    label: str
    pictures: Sequence[Picture]
    in_words: Sequence[str]
    place_ids: Sequence[str]


def board(known: State, names: Sequence[str], lifted: Collection[Group]) -> Board:
    """`lifted` are the knights that the reader may choose; they are drawn above the board."""
    return Board(
        label=_("The way from the castle to the chamber"),
        pictures=[_picture(layout, known, names, lifted) for layout in LAYOUTS],
        in_words=_in_words(known, names),
        place_ids=[place_id(place) for place in _places()],
    )


def place_id(place: int) -> str:
    """The id of a place on the page, as links of the log name it."""
    if place in (CHAMBER, NEST):
        return "place_chamber" if place == CHAMBER else "place_nest"
    return f"place_{NOTATION[place]}"


def _places() -> list[int]:
    return [*CASTLE, *MEADOW, *CAVE, CHAMBER, NEST]


def _picture(
    layout: Layout, known: State, names: Sequence[str], lifted: Collection[Group]
) -> Picture:
    standing = [
        (colour, place, figure)
        for place in _places()
        for colour, figure in figures(layout, known, place, names)
    ]
    return Picture(
        name=layout.name,
        view=layout.view,
        width=layout.width,
        height=layout.height,
        figures=[figure for colour, place, figure in standing if (colour, place) not in lifted],
        numbers=_numbers(layout, known),
        crowds=_crowds(layout, known),
        piles=_piles(layout, known),
        rail=_rail(layout, known.rail),
        dragon=_dragon(layout, known),
        chests=_chests(layout, known),
        nest=layout.nest,
        labels=_labels(layout, known),
        last=_last(layout, known),
        places=[Lit(place_id(place), layout.frames[place]) for place in _places()],
    )


# Knights


def figures(
    layout: Layout, known: State, place: int, names: Sequence[str]
) -> list[tuple[Colour, Figure]]:
    """Everyone on a place, each with its colour; whose turn it is stands in front."""
    turn = known.turn
    colours = sorted(known.knights, key=lambda colour: owner_of(known.seats, colour) == turn)
    counts = [(c, known.knights[c].count(place)) for c in colours if place in known.knights[c]]
    if in_play(place) and sum(count for _c, count in counts) <= MOST_DRAWN:
        counts = [(colour, 1) for colour, count in counts for _n in range(count)]
    where = stands(layout, place, len(counts))
    return [
        (colour, _figure(known, stand, colour, count, place, names))
        for stand, (colour, count) in zip(where, counts, strict=True)
    ]


def _figure(
    known: State, stand: Stand, colour: Colour, count: int, place: int, names: Sequence[str]
) -> Figure:
    owner = names[owner_of(known.seats, colour)]
    title = _("{knight} of {name}").format(knight=words.knight(colour), name=owner)
    return Figure(f"knight-{colour}", *stand, count, title, place == NEST)


# Numbers


def _numbers(layout: Layout, known: State) -> list[Number]:
    return [
        Number(point.x - _room(layout, known, field), point.y, str(field))
        for field, point in layout.numbers.items()
    ]


def _room(layout: Layout, known: State, field: int) -> int:
    """How far a field's number moves aside for the number of its crowd."""
    is_beside = layout.numbers[field].x != layout.crowds[field].x
    return 13 if is_beside and crowd(known, field) else 0


def _crowds(layout: Layout, known: State) -> list[Number]:
    return [
        Number(point.x, point.y, str(count), _crowd_title(count))
        for place, point in layout.crowds.items()
        if (count := crowd(known, place))
    ]


def _crowd_title(count: int) -> str:
    text = ngettext(
        "{count} knight here: it moves {count} field",
        "{count} knights here: each moves {count} fields",
        count,
    )
    return text.format(count=count)


def _labels(layout: Layout, known: State) -> list[Number]:
    return [
        Number(point.x, point.y, _label(known, place)) for place, point in layout.labels.items()
    ]


def _label(known: State, place: int) -> str:
    if place != CHAMBER:
        return words.place(place)
    left, all_of = treasures_left(known), TREASURES
    return _("Chamber: {left} of {all}").format(left=left, all=all_of)


# Cards


def _piles(layout: Layout, known: State) -> list[PileShown]:
    return [
        shown
        for field, (gold, gems) in layout.piles.items()
        for shown in (
            _pile(gold, layout.pile, known.gold[field]),
            _pile(gems, layout.pile, known.gems[field]),
        )
    ]


def _pile(point: Point, width: int, pile: Pile[int] | Pile[Gem]) -> PileShown:
    if not pile:
        return PileShown(*point, width, 0, "", "", _("Nothing is left of this pile"))
    symbol, value, name = card(pile)
    title = ngettext("{card}, {count} card", "{card}, {count} cards", len(pile))
    title = title.format(card=name, count=len(pile))
    return PileShown(*point, width, len(pile), symbol, value, title)


def card(pile: Pile[int] | Pile[Gem]) -> tuple[str, str, str]:
    """The top card of a pile: its picture, what stands on it, its name."""
    top = pile.known()[0]
    if isinstance(top, int):
        return f"gold-{top}", str(top), _("Gold {value}").format(value=top)
    return f"gem-{top}", words.gem_letter(top), words.gem_name(top)


# Dragon, treasure, the last move


def _rail(layout: Layout, rail: int) -> Box:
    first, last = layout.frames[rail], layout.frames[rail + RAIL_LENGTH - 1]
    if layout is WIDE:
        return Box(last.x - 1, 381, 392, 190)
    return Box(220, first.y - 3, 120, 240)


def _dragon(layout: Layout, known: State) -> Beast:
    title = _dragon_title(known)
    ground, to_chamber = layout.grounds[known.dragon], known.facing == "chamber"
    if layout is WIDE:
        size, left = 178, ground.x - 89
        arrow = (left - 26 if to_chamber else left + size - 4, 424, 0 if to_chamber else 180)
        return Beast(left, 398, size, not to_chamber, *arrow, title)
    top = layout.frames[known.dragon].y
    arrow_y, angle = (top + 30, -90) if to_chamber else (top - 22, 90)
    return Beast(126, top - 50, 106, False, 104, arrow_y, angle, title)


def _dragon_title(known: State) -> str:
    if known.facing == "chamber":
        return _("The dragon on field {field}, facing the chamber").format(field=known.dragon)
    return _("The dragon on field {field}, facing the entrance").format(field=known.dragon)


def _chests(layout: Layout, known: State) -> list[Box]:
    left, size = treasures_left(known), layout.chest
    return [Box(*point, size, size) for point in layout.chests[:left]]


def _last(layout: Layout, known: State) -> Box | None:
    """Where the knight moved last this turn has stopped."""
    return layout.frames[known.stopped_at] if in_play(known.stopped_at) else None


# In words


def _in_words(known: State, names: Sequence[str]) -> list[str]:
    """Every place that holds something, in the order of the way."""
    lines = [(words.place(place), _contents(known, place, names)) for place in _places()]
    return [
        _("{place}: {contents}").format(place=place, contents="; ".join(contents))
        for place, contents in lines
        if contents
    ]


def _contents(known: State, place: int, names: Sequence[str]) -> list[str]:
    found = [_knights_there(known, colour, place, names) for colour in COLOURS]
    if place in CAVE:
        piles = (known.gold[place], known.gems[place])
        found += [_pile(Point(0, 0), 0, pile).title for pile in piles if pile]
        found.append(_("under the rail") if on_rail(known.rail, place) else "")
        found.append(_dragon_title(known) if place == known.dragon else "")
    if place == CHAMBER:
        left = treasures_left(known)
        text = ngettext("{count} treasure left", "{count} treasures left", left)
        found.append(text.format(count=left))
    return [text for text in found if text]


def _knights_there(known: State, colour: Colour, place: int, names: Sequence[str]) -> str:
    count = known.knights.get(colour, []).count(place)
    if not count:
        return ""
    title = _("{knight} of {name}").format(
        knight=words.knight(colour), name=names[owner_of(known.seats, colour)]
    )
    return title if count == 1 else _("{knight} × {count}").format(knight=title, count=count)
