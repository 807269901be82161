"""Why a well-formed action is not among those offered, from what the seat itself knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.engine import Action, Fact, IllegalAction, gettext_noop

from .board import PLACES
from .cards import COLOURS, colours_of
from .rules import colours_on
from .state import State

# One sentence a code, with the number of its rule where there is one.
SENTENCES: Final[Mapping[str, str]] = {
    # Another question is asked
    "must_take": gettext_noop("Your knight on field {field} takes a card first."),  # E8
    "must_catch": gettext_noop("First choose whom the dragon catches on field {field}."),  # E13
    "must_answer": gettext_noop(  # E14
        "The dragon has caught your knight on field {field}: pay a gold card or give it up."
    ),
    "nothing_to_answer": gettext_noop("Nothing is asked of you now but to move a knight."),
    # Moving
    "no_such_place": gettext_noop("No knight can leave from there."),
    "no_such_colour": gettext_noop("There is no such colour."),
    "not_your_colour": gettext_noop("Those knights are not yours. You play {colours}."),  # E3
    "other_colour": gettext_noop(  # E22
        "Both knights of a turn have the same colour: you moved {moved}."
    ),
    "no_knight_there": gettext_noop("There is no such knight there: {knight}, {place}."),
    "moved_already": gettext_noop(  # E5
        "Your only knight of this colour there has moved this turn: {place}."
    ),
    "bribed_free": gettext_noop(  # E14, rules 2
        "Your only knight of this colour there was bribed free this turn and stays: {place}."
    ),
    "must_move": gettext_noop("Move at least one knight before you stop."),  # E5
    # Cards and the dragon
    "no_such_pile": gettext_noop("There is no such pile: take gold or a gem."),  # E8
    "not_on_field": gettext_noop(  # E13
        "No such knight stands on field {field}, only {colours}."
    ),
    "no_such_gold": gettext_noop("You hold no such gold card, only {held}."),  # E14
}

VERBS_OF_PHASE = {
    "move": ("move", "stop"),
    "take": ("take",),
    "catch": ("catch",),
    "answer": ("bribe", "yield"),
}


def explain(known: State, seat: int, action: Action) -> IllegalAction:
    verb = action["do"]
    if verb not in VERBS_OF_PHASE[known.phase]:
        return _other_question(known)
    return REASONS[verb](known, seat, action)


def _no(code: str, **facts: Fact) -> IllegalAction:
    return IllegalAction(code, SENTENCES[code], facts)


def _other_question(known: State) -> IllegalAction:
    """The seat is asked something else now."""
    if known.phase == "take":
        return _no("must_take", field=known.stopped_at)
    if known.phase == "catch":
        return _no("must_catch", field=known.dragon)
    if known.phase == "answer":
        return _no("must_answer", field=known.dragon)
    return _no("nothing_to_answer")


def _why_not_move(known: State, seat: int, action: Action) -> IllegalAction:
    name, colour = action["from"], action["colour"]
    mine = colours_of(known.seats, seat)
    if name not in PLACES:
        return _no("no_such_place")
    if colour not in COLOURS:
        return _no("no_such_colour")
    if colour not in mine:
        return _no("not_your_colour", colours=mine)
    if known.first_colour is not None and colour != known.first_colour:
        return _no("other_colour", moved=known.first_colour)
    if PLACES[name] not in known.knights[colour]:
        return _no("no_knight_there", knight=colour, place=name)
    if (colour, PLACES[name]) == (known.first_colour, known.first_at):
        return _no("moved_already", knight=colour, place=name)
    return _no("bribed_free", knight=colour, place=name)


def _why_not_stop(known: State, seat: int, action: Action) -> IllegalAction:
    return _no("must_move")


def _why_not_take(known: State, seat: int, action: Action) -> IllegalAction:
    return _no("no_such_pile")


def _why_not_catch(known: State, seat: int, action: Action) -> IllegalAction:
    if action["colour"] not in COLOURS:
        return _no("no_such_colour")
    field = known.dragon
    return _no("not_on_field", field=field, colours=colours_on(known, field))


def _why_not_bribe(known: State, seat: int, action: Action) -> IllegalAction:
    return _no("no_such_gold", held=known.hands[seat].known())


REASONS: dict[str, Callable[[State, int, Action], IllegalAction]] = {
    "move": _why_not_move,
    "take": _why_not_take,
    "stop": _why_not_stop,
    "catch": _why_not_catch,
    "bribe": _why_not_bribe,
}
