"""What moves when something has happened, and what is shown large."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine import Event, is_known
from games.presentation.claims import claim_code
from games.presentation.motions import CARD, Faces, Moment, Motion, looked, seat_place
from games.titles.saboteur import events
from games.titles.saboteur.board import GOAL_CELLS, Cell
from games.titles.saboteur.cards import PATH_CARDS, Card
from games.titles.saboteur.state import State

from . import words
from .board import rock
from .claims import GOAL
from .hand import held_id, symbol
from .log import cell_id

PILE, HAND = "pile", "cards"  # places of the table
BACK = Faces(("back",), size=CARD)


def motions(event: Event, known_before: State, seat: int | None) -> Sequence[Motion]:
    match event:
        case events.Dug():
            way = (seat_place(event.seat), cell_id(event.at))
            laid = _laid(event.card, event.at)
            return [Motion(kind="fly", ms=250, way=way, faces=laid, turned=event.turned)]
        case events.GoalTurned():
            place, faces = cell_id(GOAL_CELLS[event.goal]), _turning(event.goal, event.card)
            return [Motion(kind="turn", ms=400, way=(place,), faces=faces, turned=event.turned)]
        case events.ToolBroken():
            card = _card(f"break-{event.tool}")
            return [_played(event.seat, seat_place(event.target), card), _shaken(event.target)]
        case events.ToolRepaired():
            card = _card(f"repair-{event.card}".replace("+", "-"))
            shown = Motion(kind="show", ms=150, way=(seat_place(event.target),))
            return [_played(event.seat, seat_place(event.target), card), shown]
        case events.RockFell():
            place = cell_id(event.at)
            return [
                _played(event.seat, place, _card("rockfall")),
                Motion(kind="shake", ms=200, way=(place,)),
                Motion(kind="go", ms=150, way=(place,), faces=_card(event.card), leaves=True),
            ]
        case events.GoalPeeked():
            return [looked(event.seat, cell_id(GOAL_CELLS[event.goal]))]
        case events.Discarded():
            way = (seat_place(event.seat), PILE)
            return [Motion(kind="fly", ms=200, way=way, faces=BACK, ends=True)]
        case events.Drew():
            return [_drawn(event, seat)]
    return []


def moment(
    event: Event, known_before: State, seat: int | None, names: Sequence[str]
) -> Moment | None:
    match event:
        case events.GoalPeeked(card=card) if event.seat == seat and is_known(card):
            text = _("{goal} is the gold.") if card == "gold" else _("{goal} is stone.")
            return Moment(
                kind="secret",
                heading=text.format(goal=_named(event.goal)),
                says=_("Only you know."),
                faces=_turning(event.goal, card),
                about=claim_code(GOAL, event.goal),
            )
        case events.ToolBroken() if event.target == seat != event.seat:
            text = _("{name} broke your {tool}.")
            return Moment(
                kind="harm",
                heading=text.format(name=names[event.seat], tool=words.TOOL_NAMES[event.tool]),
                says=_("You cannot dig until somebody repairs it."),
                faces=Faces((f"broken-{event.tool}",), size=(112, 112)),
            )
        case events.GoalTurned():
            text = _("{goal} is the gold!") if event.card == "gold" else _("{goal} is stone.")
            return Moment(
                kind="peak",
                heading=text.format(goal=_named(event.goal)),
                faces=_turning(event.goal, event.card),
            )
    return None


def _named(goal: int) -> str:
    """A goal at the beginning of a sentence."""
    name = words.goal_name(goal)
    return name[:1].upper() + name[1:]


def _laid(card: Card, cell: Cell) -> Faces:
    return Faces((rock(cell)[0], card), size=CARD)


def _card(name: str) -> Faces:
    return Faces((name,), size=CARD)


def _turning(goal: int, card: str) -> Faces:
    face = "gold" if card == "gold" else f"stone-{card}"
    return Faces(("goal",), (rock(GOAL_CELLS[goal])[0], face), CARD)


def _played(seat: int, place: str, card: Faces) -> Motion:
    return Motion(kind="fly", ms=250, way=(seat_place(seat), place), faces=card, ends=True)


def _shaken(seat: int) -> Motion:
    return Motion(kind="shake", ms=200, way=(seat_place(seat),))


def _drawn(event: events.Drew, seat: int | None) -> Motion:
    """A back to everybody; who draws sees it turn up on its way. It takes as long for both."""
    place, faces = seat_place(event.seat), BACK
    brings: tuple[str, ...] = ()
    if event.seat == seat and is_known(event.card):
        card = symbol(event.card)
        shown = ("rock-0", card) if event.card in PATH_CARDS else (card,)
        place, faces, brings = HAND, Faces(("back",), shown, CARD), (held_id(event.card),)
    return Motion(kind="fly", ms=200, way=(PILE, place), faces=faces, ends=True, brings=brings)
