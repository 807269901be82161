"""Why something is refused, and why a knight cannot move, in the language spoken now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine import EngineError
from games.titles.emerald.board import PLACES, in_play
from games.titles.emerald.cards import Colour, colours_of
from games.titles.emerald.rules import movable
from games.titles.emerald.state import State

from . import words

Facts = Mapping[str, Any]


def refusal(error: EngineError) -> str:
    """The refusal in a sentence, from its code and facts."""
    say = SENTENCES.get(error.code)
    return error.message if say is None else say(error.facts)


def must_take(facts: Facts) -> str:
    text = _("Your knight on field {field} takes a card first.")
    return text.format(field=facts["field"])


def must_catch(facts: Facts) -> str:
    text = _("First choose whom the dragon catches on field {field}.")
    return text.format(field=facts["field"])


def must_answer(facts: Facts) -> str:
    text = _("The dragon has caught your knight on field {field}: pay a gold card or give it up.")
    return text.format(field=facts["field"])


def not_your_colour(facts: Facts) -> str:
    return _("Those knights are not yours. You play {colours}.").format(
        colours=words.colours(facts["yours"])
    )


def other_colour(facts: Facts) -> str:
    text = _("Both knights of a turn have the same colour: you moved {knight}.")
    return text.format(knight=words.one_knight(facts["colour"]))


def no_knight_there(facts: Facts) -> str:
    text = _("There is no such knight there: {knight}, {place}.")
    return text.format(knight=words.knight(facts["colour"]), place=_place(facts))


def moved_already(facts: Facts) -> str:
    text = _("Your only knight of this colour there has moved this turn: {place}.")
    return text.format(place=_place(facts))


def not_on_field(facts: Facts) -> str:
    text = _("No such knight stands on field {field}, only {colours}.")
    return text.format(field=facts["field"], colours=words.colours(facts["there"]))


def no_such_gold(facts: Facts) -> str:
    held = ", ".join(map(str, facts["held"]))
    return _("You hold no such gold card, only {held}.").format(held=held)


def _place(facts: Facts) -> str:
    return words.from_place(PLACES[facts["from"]])


SENTENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    # The shape of an action, whatever the title
    "malformed": lambda facts: _("That is not an action."),
    "unknown_action": lambda facts: _("There is no such action."),
    "extra_key": lambda facts: _("That action says too much."),
    "missing_key": lambda facts: _("That action is not complete."),
    "wrong_type": lambda facts: _("That action is not written as it should be."),
    "match_over": lambda facts: _("The match is over."),
    "not_awaited": lambda facts: _("It is not your turn."),
    # Another question is asked
    "must_take": must_take,
    "must_catch": must_catch,
    "must_answer": must_answer,
    "nothing_to_answer": lambda facts: _("Nothing is asked of you now but to move a knight."),
    # Moving
    "no_such_place": lambda facts: _("No knight can leave from there."),
    "no_such_colour": lambda facts: _("There is no such colour."),
    "not_your_colour": not_your_colour,
    "other_colour": other_colour,
    "no_knight_there": no_knight_there,
    "moved_already": moved_already,
    "must_move": lambda facts: _("Move at least one knight before you stop."),
    # Cards and the dragon
    "no_such_pile": lambda facts: _("There is no such pile: take gold or a gem."),
    "not_on_field": not_on_field,
    "no_such_gold": no_such_gold,
}


def why_not(known: State, seat: int | None) -> dict[tuple[Colour, int], str]:
    """For every knight in play of this seat, on its turn, that cannot be moved now: why."""
    if seat is None or known.phase != "move" or seat != known.turn:
        return {}
    able = movable(known)
    return {
        (colour, place): _why_not(known, colour)
        for colour in colours_of(known.seats, seat)
        for place in sorted(set(known.knights[colour]))
        if in_play(place) and (colour, place) not in able
    }


def _why_not(known: State, colour: Colour) -> str:
    if known.first_colour is not None and colour != known.first_colour:
        return _("Both knights of a turn have the same colour.")
    return _("This knight has moved this turn.")
