"""Step 2 and what follows it: where my dwarf can walk and by which way, which treasure I take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, Seat, is_known
from games.presentation.choices import Choice, choice_of
from games.titles.lost_mines.board import AT, FIELDS, MINE_FIELDS, NEIGHBOURS, OPPOSITE, Edge, Field
from games.titles.lost_mines.cards import DRAGON
from games.titles.lost_mines.scoring import DRAGON_COSTS
from games.titles.lost_mines.state import State
from games.titles.lost_mines.walking import reach, ways

from . import words
from .geometry import route


@dataclass(frozen=True, slots=True)
class Walk:
    """A field that my dwarf can walk to, and the way it takes. `takes` is the kind to be taken."""

    x: int
    y: int
    steps: int
    traps: int
    route: str
    takes: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class Blocked:
    """A field that the next step would have reached, and why it does not."""

    id: str
    x: int
    y: int
    sign: str
    says: str
    why: str


# Walking


def walks(known: State, seat: int | None, actions: Sequence[Action]) -> list[Walk]:
    if seat is None or known.phase != "walk" or not actions:
        return []
    routes = ways(known, Seat(seat))
    fields = [
        FIELDS[action["to"][0], action["to"][1]] for action in actions if action["do"] == "walk"
    ]
    return [_walk(known, seat, field, routes[field]) for field in fields]


def _walk(known: State, seat: int, field: Field, way: tuple[Field, ...]) -> Walk:
    (x, y), whole = AT[field], (known.stands[seat], *way)
    crossed = [edge for edge in edges_of(whole) if edge in known.traps]
    action: Action = {"do": "walk", "to": [x, y]}
    return Walk(
        x=x,
        y=y,
        steps=len(way),
        traps=len(crossed),
        route=route(whole),
        takes=_takes(known, field),
        choice=choice_of(
            action,
            _says(known, field, len(way)),
            _("Walk to {place}").format(place=words.place((x, y))),
            loss=_loss(min(len(crossed), len(known.hands[seat]))),
            then=_then(known, field),
        ),
    )


def edges_of(way: Sequence[Field]) -> Iterator[Edge]:
    for here, there in pairwise(way):
        yield min(here, there), max(here, there)


def _says(known: State, field: Field, steps: int) -> str:
    where = words.place(AT[field])
    if field in MINE_FIELDS:
        where = _("{mine}, {place}").format(mine=_mine(known, field), place=where)
    text = ngettext("{steps} card to {place}", "{steps} cards to {place}", steps)
    return text.format(steps=steps, place=where)


def _mine(known: State, field: Field) -> str:
    kind = known.mines[MINE_FIELDS[field]]
    if known.board.sides[field] and is_known(kind):
        return words.ONE_MINE[kind]
    return words.ONE_MINE[""]


def _loss(count: int) -> str:
    if count == 0:
        return ""
    return ngettext(
        "Over a trap: you lose a card at random.",
        "Over traps: you lose {count} cards at random.",
        count,
    ).format(count=count)


def _kind(known: State, field: Field) -> str:
    """The kind of the mine on a field, if there is one and I know it."""
    if field not in MINE_FIELDS:
        return ""
    kind = known.mines[MINE_FIELDS[field]]
    return kind if is_known(kind) else ""


def _slots(known: State, kind: str) -> list[int]:
    return [
        slot
        for slot, holder in enumerate(known.holders)
        if holder is None and known.kinds[slot] == kind
    ]


def _takes(known: State, field: Field) -> str:
    kind = _kind(known, field)
    return kind if _slots(known, kind) else ""


def _then(known: State, field: Field) -> str:
    """What awaits a dwarf at the end of a walk."""
    if field not in MINE_FIELDS:
        return _fire(known, field)
    is_down, kind = known.board.is_face_down_mine(field), _kind(known, field)
    if not kind:
        return _("You turn up the mine.")
    if kind == DRAGON:
        costs = words.points(DRAGON_COSTS)
        text = _("You turn up the dragon, as you saw: it costs {points}.") if is_down else ""
        return text.format(points=costs)
    numbers = [str(slot + 1) for slot in _slots(known, kind)]
    if not numbers:
        return _("No treasure of this kind is left.")
    text = _("You take treasure {numbers} ({kind}).")
    return text.format(numbers=words.either(numbers), kind=words.KINDS[kind])


def _fire(known: State, field: Field) -> str:
    if known.board.feature(field) == "campfire":
        return _("Next turn you can walk up to 5 cards from this campfire.")
    return ""


def stay(known: State, seat: int) -> Choice:
    place = words.place(AT[known.stands[seat]])
    says = _("Stay at {place}").format(place=place)
    return choice_of({"do": "stay"}, says, says)


# What is in the way


def blocked(known: State, seat: int | None, actions: Sequence[Action]) -> list[Blocked]:
    if seat is None or known.phase != "walk" or not actions:
        return []
    routes, found = ways(known, Seat(seat)), {}
    near = {known.stands[seat]: 0, **{field: len(way) for field, way in routes.items()}}
    for field, steps in sorted(near.items()):
        for other, edge in _joined(known, field) if steps < reach(known, Seat(seat)) else ():
            if other not in near and (sign := _sign(known, other, edge)):
                found[other] = _blocked(known, other, sign)
    return [found[field] for field in sorted(found)]


def _joined(known: State, field: Field) -> Iterator[tuple[Field, Edge]]:
    """The fields that a path leads to from here."""
    sides = known.board.sides
    for side, other, edge in NEIGHBOURS[field]:
        faces = sides[other] & OPPOSITE[side] or known.board.is_face_down_mine(other)
        if sides[field] & side and faces:
            yield other, edge


def _sign(known: State, field: Field, edge: Edge) -> str:
    if edge in known.trolls:
        return "troll"
    if known.board.is_blocked(field):
        return known.board.feature(field) or ""
    return "full" if known.board.is_narrow(field) and field in known.stands else ""


def _blocked(known: State, field: Field, sign: str) -> Blocked:
    x, y = AT[field]
    place = words.place((x, y))
    return Blocked(
        id=f"blocked_{x}_{y}",
        x=x,
        y=y,
        sign=words.SIGNS[sign],
        says=_("{place} cannot be reached").format(place=place),
        why={
            "tree": _("A fallen tree lies there until somebody plays an axe."),
            "lake": _("A lake lies there until somebody plays a boat."),
            "pit": _("A pit gapes there until somebody plays a rope."),
            "full": _("There is room for one dwarf only, and it is taken."),
            "troll": _("A troll lets nobody pass until its owner’s next turn."),
        }[sign],
    )


# Taking a treasure


def take(known: State, slot: int) -> Choice:
    treasure, value = words.treasure(slot, known.kinds[slot]), known.values[slot]
    says = _("Take {treasure}").format(treasure=treasure)
    then = _("Only you will know its value.")
    if is_known(value):
        then = _("You saw it: it is {worth}.").format(worth=words.worth(value))
    return choice_of({"do": "take", "slot": slot}, says, _("Take it"), then=then)


def leave() -> Choice:
    says = _("Take nothing")
    return choice_of({"do": "leave"}, says, says)
