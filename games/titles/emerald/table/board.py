"""The board as the template draws it, in both compositions, and the same board in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Pile
from games.presentation.sentences import kept_by_language
from games.titles.emerald.board import (
    CAVE,
    CHAMBER,
    MEADOW,
    NEST,
    NOTATION,
    RAIL_LENGTH,
    Facing,
    in_play,
    on_rail,
)
from games.titles.emerald.cards import TREASURES, Colour, Gem, owner_of
from games.titles.emerald.rules import treasures_left
from games.titles.emerald.state import State

from . import words
from .changes import NOTHING, Changes
from .layout import CASTLE, LAYOUTS, MOST_DRAWN, WIDE, Box, Layout, Point, Stand, stands

BOARDS_IN_MEMORY: Final = 200
WAY: Final = (*CASTLE, *MEADOW, *CAVE, CHAMBER, NEST)  # every place, in its order

Group = tuple[Colour, int]  # all knights of a colour on a place: for the rules they are the same
Top = tuple[int | Gem | None, int]  # a pile: the card turned up, and how many there are


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies and stands on the board, as values. A board is drawn from these and no more.

    So all who know the same of it share one drawing, and what is not here cannot be drawn.
    """

    names: tuple[str, ...]
    turn: int
    knights: tuple[tuple[Colour, tuple[int, ...]], ...]
    gold: tuple[Top, ...]  # by cave field, from the entrance
    gems: tuple[Top, ...]
    treasures: int
    dragon: int
    facing: Facing
    rail: int
    is_peak: bool  # the dragon has stopped on knights
    last: Changes

    def crowd(self, place: int) -> int:
        return sum([places.count(place) for _colour, places in self.knights])

    def owner(self, colour: Colour) -> int:
        return owner_of(len(self.names), colour)

    def piles(self, field: int) -> tuple[Top, Top]:
        return self.gold[field - CAVE[0]], self.gems[field - CAVE[0]]


def scene(known: State, names: Sequence[str], last: Changes = NOTHING) -> Scene:
    return Scene(
        names=tuple(names),
        turn=known.turn,
        knights=tuple((colour, tuple(places)) for colour, places in known.knights.items()),
        gold=tuple(_top(known.gold[field]) for field in CAVE),
        gems=tuple(_top(known.gems[field]) for field in CAVE),
        treasures=treasures_left(known),
        dragon=known.dragon,
        facing=known.facing,
        rail=known.rail,
        is_peak=known.phase in ("catch", "answer"),
        last=last,
    )


def _top(pile: Pile[int] | Pile[Gem]) -> Top:
    return (pile.known()[0] if pile else None), len(pile)


class Figure(NamedTuple):
    """A knight, or several of one colour. It is lost, and lies askew, in the nest.

    `group` is what it stands for; a ghost is not there and stands for nothing.
    """

    symbol: str
    x: int
    y: int
    size: int
    times: int
    title: str
    lost: bool = False
    group: Group | None = None


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
    """A place that the log can point at: in each composition its name, its view and the frame."""

    id: str
    frames: tuple[tuple[str, str, Box], ...]


@dataclass(frozen=True, slots=True)
class Under:
    """What lies under the knights. `left` and `reached`: the last turn, from where to where."""

    things: tuple[tuple[str, Box], ...]  # the ground, rail, nest and treasures, by their symbols
    piles: tuple[PileShown, ...]
    numbers: tuple[Number, ...]
    dragon: Beast
    left: tuple[Point, ...]
    reached: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """What is written over the knights. `crowds` are by place: none where there are no knights."""

    name: str
    crowds: tuple[Number | None, ...]
    labels: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The board in one composition."""

    name: str
    view: str
    under: Under
    figures: tuple[Figure, ...]
    over: Over

    @property
    def standing(self) -> tuple[tuple[Figure, ...], ...]:
        """The knights by their places, of which a move changes two."""
        return tuple(
            tuple(one for one in self.figures if one.group is not None and one.group[1] == place)
            for place in WAY
        )


@dataclass(frozen=True, slots=True)
class Board:
    label: str
    pictures: tuple[Picture, ...]
    in_words: tuple[str, ...]
    places: tuple[Lit, ...]


def board(seen: Scene, lifted: Collection[Group]) -> Board:
    """`lifted` are the knights that the reader may choose; they are drawn above the board."""
    whole = _board(seen)
    if not lifted:
        return whole
    return replace(whole, pictures=tuple(_without(picture, lifted) for picture in whole.pictures))


def _without(picture: Picture, lifted: Collection[Group]) -> Picture:
    rest = tuple(figure for figure in picture.figures if figure.group not in lifted)
    return replace(picture, figures=rest)


@kept_by_language(
    keep=BOARDS_IN_MEMORY
)  # saves three fifths of the calls that make six seats' tables
def _board(seen: Scene) -> Board:
    """Made once for all who see the same."""
    return Board(
        label=_("The way from the castle to the chamber"),
        pictures=tuple(_picture(layout, seen) for layout in LAYOUTS),
        in_words=_in_words(seen),
        places=tuple(_lit(seen, place) for place in WAY),
    )


def place_id(place: int) -> str:
    """The id of a place on the page, as links of the log name it."""
    if place in (CHAMBER, NEST):
        return "place_chamber" if place == CHAMBER else "place_nest"
    return f"place_{NOTATION[place]}"


def _lit(seen: Scene, place: int) -> Lit:
    frames = ((one.name, view(one, seen), one.frames[place]) for one in LAYOUTS)
    return Lit(place_id(place), tuple(frames))


def _picture(layout: Layout, seen: Scene) -> Picture:
    return Picture(
        name=layout.name,
        view=view(layout, seen),
        under=_under(layout, seen),
        figures=tuple(figure for place in WAY for figure in figures(layout, seen, place)),
        over=Over(layout.name, _crowds(layout, seen), _labels(layout, seen)),
    )


def _under(layout: Layout, seen: Scene) -> Under:
    return Under(
        things=(
            (layout.name, Box(0, 0, layout.width, layout.height)),
            (f"rail-{layout.name}", _rail(layout, seen.rail)),
            ("nest", layout.nest),
            *(("treasure", chest) for chest in layout.chests[: seen.treasures]),
        ),
        piles=_piles(layout, seen),
        numbers=_numbers(layout, seen),
        dragon=_dragon(layout, seen),
        left=tuple(layout.foot(place) for place in seen.last.left),
        reached=(
            *(layout.frames[place] for place in seen.last.reached),
            *(layout.pile_box(*pile) for pile in seen.last.piles),
        ),
    )


def view(layout: Layout, seen: Scene) -> str:
    """What there is to be seen: on a phone, castle and meadow go when everyone has left them.

    When the dragon has stopped on knights, a phone looks there.
    """
    if seen.is_peak:
        return layout.view_around(seen.dragon)
    standing = [place for _colour, places in seen.knights for place in places]
    return layout.view([*standing, *seen.last.left, *seen.last.reached])


# Knights


def figures(layout: Layout, seen: Scene, place: int) -> list[Figure]:
    """Everyone on a place; whose turn it is stands in front, unless it is the nest."""
    there = [(colour, n) for colour, places in seen.knights if (n := places.count(place))]
    if place != NEST:
        there.sort(key=lambda group: seen.owner(group[0]) == seen.turn)
    if in_play(place) and sum(count for _colour, count in there) <= MOST_DRAWN:
        there = [(colour, 1) for colour, count in there for _n in range(count)]
    where = stands(layout, place, len(there))
    return [
        _figure(seen, stand, (colour, place), count)
        for stand, (colour, count) in zip(where, there, strict=True)
    ]


def _figure(seen: Scene, stand: Stand, group: Group, count: int) -> Figure:
    colour, place = group
    title = _knight_of(colour, seen.names[seen.owner(colour)])
    return Figure(f"knight-{colour}", *stand, count, title, place == NEST, group)


@kept_by_language()  # saves 15 % of those calls
def _knight_of(colour: Colour, owner: str) -> str:
    return _("{knight} of {name}").format(knight=words.KNIGHTS[colour], name=owner)


# Numbers


def _numbers(layout: Layout, seen: Scene) -> tuple[Number, ...]:
    return tuple(
        Number(point.x - _room(layout, seen, field), point.y, str(field))
        for field, point in layout.numbers.items()
    )


def _room(layout: Layout, seen: Scene, field: int) -> int:
    """How far a field's number moves aside for the number of its crowd."""
    is_beside = layout.numbers[field].x != layout.crowds[field].x
    return 13 if is_beside and seen.crowd(field) else 0


def _crowds(layout: Layout, seen: Scene) -> tuple[Number | None, ...]:
    return tuple(
        Number(point.x, point.y, str(count), _crowd_title(count))
        if (count := seen.crowd(place))
        else None
        for place, point in layout.crowds.items()
    )


def _crowd_title(count: int) -> str:
    text = ngettext(
        "{count} knight here: it moves {count} field",
        "{count} knights here: each moves {count} fields",
        count,
    )
    return text.format(count=count)


def _labels(layout: Layout, seen: Scene) -> tuple[Number, ...]:
    return tuple(
        Number(point.x, point.y, _label(seen, place)) for place, point in layout.labels.items()
    )


def _label(seen: Scene, place: int) -> str:
    if place != CHAMBER:
        return words.place(place)
    return _("Chamber: {left} of {all}").format(left=seen.treasures, all=TREASURES)


# Cards


def _piles(layout: Layout, seen: Scene) -> tuple[PileShown, ...]:
    return tuple(
        _pile(point, layout.pile, pile)
        for field, points in layout.piles.items()
        for point, pile in zip(points, seen.piles(field), strict=True)
    )


def _pile(point: Point, width: int, pile: Top) -> PileShown:
    top, height = pile
    if top is None:
        return PileShown(*point, width, 0, "", "", _("Nothing is left of this pile"))
    symbol, value, _name = card(top)
    return PileShown(*point, width, height, symbol, value, _pile_title(top, height))


@kept_by_language()  # saves 7 % of those calls
def _pile_title(top: int | Gem, height: int) -> str:
    title = ngettext("{card}, {count} card", "{card}, {count} cards", height)
    return title.format(card=card(top).name, count=height)


class CardShown(NamedTuple):
    """A card turned up, to be had or given: its picture, what stands on it, its name."""

    symbol: str
    value: str
    name: str


@kept_by_language()  # saves a quarter of those calls
def card(top: int | Gem) -> CardShown:
    if isinstance(top, int):
        return CardShown(f"gold-{top}", str(top), _("Gold {value}").format(value=top))
    return CardShown(f"gem-{top}", words.GEM_LETTERS[top], words.GEM_NAMES[top])


# Dragon, the last move


def _rail(layout: Layout, rail: int) -> Box:
    first, last = layout.frames[rail], layout.frames[rail + RAIL_LENGTH - 1]
    if layout is WIDE:
        return Box(last.x - 1, 381, 392, 190)
    return Box(220, first.y - 3, 120, 240)


def _dragon(layout: Layout, seen: Scene) -> Beast:
    title = _dragon_title(seen)
    ground, to_chamber = layout.grounds[seen.dragon], seen.facing == "chamber"
    if layout is WIDE:
        size, left = 178, ground.x - 89
        arrow = (left - 26 if to_chamber else left + size - 4, 424, 0 if to_chamber else 180)
        return Beast(left, 398, size, not to_chamber, *arrow, title)
    top = layout.frames[seen.dragon].y
    arrow_y, angle = (top + 30, -90) if to_chamber else (top - 22, 90)
    return Beast(126, top - 50, 106, False, 104, arrow_y, angle, title)


def _dragon_title(seen: Scene) -> str:
    if seen.facing == "chamber":
        return _("The dragon on field {field}, facing the chamber").format(field=seen.dragon)
    return _("The dragon on field {field}, facing the entrance").format(field=seen.dragon)


# In words


def _in_words(seen: Scene) -> tuple[str, ...]:
    """Every place that holds something, in the order of the way; nothing for those that do not."""
    lines = [(words.place(place), _contents(seen, place)) for place in WAY]
    return tuple(
        _("{place}: {contents}").format(place=place, contents="; ".join(contents))
        if contents
        else ""
        for place, contents in lines
    )


def _contents(seen: Scene, place: int) -> list[str]:
    found = [
        _knights_there(seen, colour, count)
        for colour, places in seen.knights
        if (count := places.count(place))
    ]
    if found and place not in (CHAMBER, NEST):
        found.append(_crowd_says(seen.crowd(place)))
    if place in CAVE:
        found += [_pile_title(top, height) for top, height in seen.piles(place) if top is not None]
        found += [_("under the rail")] if on_rail(seen.rail, place) else []
        found += [_dragon_title(seen)] if place == seen.dragon else []
    if place == CHAMBER:
        text = ngettext("{count} treasure left", "{count} treasures left", seen.treasures)
        found.append(text.format(count=seen.treasures))
    return found


def _crowd_says(count: int) -> str:
    """The rule of the game: so far does each of them go."""
    text = ngettext(
        "{count} knight here, which goes {count} field",
        "{count} knights here, each goes {count} fields",
        count,
    )
    return text.format(count=count)


def _knights_there(seen: Scene, colour: Colour, count: int) -> str:
    title = _knight_of(colour, seen.names[seen.owner(colour)])
    return title if count == 1 else _("{knight} × {count}").format(knight=title, count=count)
