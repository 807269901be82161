"""Why a well-formed action is not among those offered, in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from games.engine import Action, IllegalAction
from games.engine.errors import quoted

from .board import NOTATION, PLACES, START_SPACES
from .cards import COLOURS, PILES, colours_of
from .rules import colours_on
from .state import State


def explain(known: State, seat: int, action: Action) -> IllegalAction:
    verb = action["do"]
    if verb not in VERBS_OF_PHASE[known.phase]:
        return _other_question(known)
    return REASONS[verb](known, seat, action)


VERBS_OF_PHASE = {
    "move": ("move", "stop"),
    "take": ("take",),
    "catch": ("catch",),
    "answer": ("bribe", "yield"),
}


def _other_question(known: State) -> IllegalAction:
    """The seat is asked something else now."""
    if known.phase == "take":
        field = known.stopped_at
        return IllegalAction(
            "must_take", f"Your knight on field {field} takes a card first.", {"field": field}
        )
    if known.phase == "catch":
        field = known.dragon
        return IllegalAction(
            "must_catch",
            f"First choose whom the dragon catches on field {field}.",
            {"field": field},
        )
    if known.phase == "answer":
        facts = {"colour": known.caught, "field": known.dragon}
        return IllegalAction(
            "must_answer",
            f"The dragon has caught your {known.caught} knight on field {known.dragon}: "
            "pay a gold card or give the knight up.",
            facts,
        )
    return IllegalAction("nothing_to_answer", "Nothing is asked of you now but to move a knight.")


def _move(known: State, seat: int, action: Action) -> IllegalAction:
    name, colour = action["from"], action["colour"]
    mine = colours_of(known.seats, seat)
    if name not in PLACES:
        return IllegalAction("no_such_place", f"No knight can leave from {quoted(name)}.")
    if colour not in COLOURS:
        return _no_such_colour(colour)
    if colour not in mine:
        return IllegalAction(
            "not_your_colour",
            f"The {colour} knights are not yours; yours are {' and '.join(mine)}.",
            {"colour": colour, "yours": list(mine)},
        )
    if known.first_colour is not None and colour != known.first_colour:
        return IllegalAction(
            "other_colour",
            f"You moved a {known.first_colour} knight, so the second must be "
            f"{known.first_colour} too.",
            {"colour": known.first_colour},
        )
    facts = {"colour": colour, "from": name}
    where = describe(PLACES[name])
    if PLACES[name] not in known.knights[colour]:
        return IllegalAction("no_knight_there", f"There is no {colour} knight {where}.", facts)
    return IllegalAction(
        "moved_already", f"Your only {colour} knight {where} has moved this turn.", facts
    )


def _stop(known: State, seat: int, action: Action) -> IllegalAction:
    return IllegalAction("must_move", "Move at least one knight before you stop.")


def _take(known: State, seat: int, action: Action) -> IllegalAction:
    return IllegalAction(
        "no_such_pile",
        f"There is no pile {quoted(action['pile'])}: take from {' or '.join(PILES)}.",
        {"piles": list(PILES)},
    )


def _catch(known: State, seat: int, action: Action) -> IllegalAction:
    colour, field = action["colour"], known.dragon
    if colour not in COLOURS:
        return _no_such_colour(colour)
    there = colours_on(known, field)
    return IllegalAction(
        "not_on_field",
        f"No {colour} knight stands on field {field}, only {', '.join(there)}.",
        {"colour": colour, "field": field, "there": list(there)},
    )


def _bribe(known: State, seat: int, action: Action) -> IllegalAction:
    held = known.hands[seat].known()
    return IllegalAction(
        "no_such_gold",
        f"You hold no gold card of {quoted(action['gold'])}, only {', '.join(map(str, held))}.",
        {"held": held},
    )


def _no_such_colour(colour: str) -> IllegalAction:
    return IllegalAction(
        "no_such_colour", f"There is no colour {quoted(colour)}.", {"colours": list(COLOURS)}
    )


def describe(place: int) -> str:
    """A place as a sentence names it."""
    if place not in START_SPACES.values():
        return f"on field {place}"
    name = str(NOTATION[place])
    return "in the central building" if name == "centre" else f"in tower {name[-1]}"


REASONS: dict[str, Callable[[State, int, Action], IllegalAction]] = {
    "move": _move,
    "take": _take,
    "stop": _stop,
    "catch": _catch,
    "bribe": _bribe,
}
