"""Why something is refused, and why a card cannot be played, in the language spoken now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine import EngineError
from games.titles.saboteur.cards import MAP, PATH_CARDS, ROCKFALL, Card
from games.titles.saboteur.rules import PLAYS
from games.titles.saboteur.state import State

from . import words

Facts = Mapping[str, Any]


def refusal(error: EngineError) -> str:
    """The refusal in a sentence, from its code and facts."""
    say = SENTENCES.get(error.code)
    return error.message if say is None else say(error.facts)


def tool_broken(facts: Facts) -> str:
    return _("You cannot dig: broken {tools}.").format(tools=words.tool_names(facts["tools"]))


def already_broken(facts: Facts) -> str:
    text = _("That player’s {tool} is broken already.")
    return text.format(tool=words.tool_name(facts["tool"]))


def not_broken(facts: Facts) -> str:
    return _("That player’s {tool} is not broken.").format(tool=words.tool_name(facts["tool"]))


def wrong_tool(facts: Facts) -> str:
    return _("That card does not repair a {tool}.").format(tool=words.tool_name(facts["tool"]))


def not_in_hand(facts: Facts) -> str:
    return _("You do not hold that card: {card}.").format(card=words.card_name(facts["card"]))


def card_there(facts: Facts) -> str:
    return _("A card lies there already: {place}.").format(place=_place(facts))


def no_neighbour(facts: Facts) -> str:
    return _("No laid card is next to that place: {place}.").format(place=_place(facts))


def sides_differ(facts: Facts) -> str:
    text = _("The card does not match the cards next to that place: {place}.")
    return text.format(place=_place(facts))


def not_joined(facts: Facts) -> str:
    return _("No path leads from the ladder to that place: {place}.").format(place=_place(facts))


def no_card_there(facts: Facts) -> str:
    return _("No path card lies there: {place}.").format(place=_place(facts))


def _place(facts: Facts) -> str:
    return words.place((facts["at"][0], facts["at"][1]))


SENTENCES: Final[Mapping[str, Callable[[Facts], str]]] = {
    # The shape of an action, whatever the title
    "malformed": lambda facts: _("That is not an action."),
    "unknown_action": lambda facts: _("There is no such action."),
    "extra_key": lambda facts: _("That action says too much."),
    "missing_key": lambda facts: _("That action is not complete."),
    "wrong_type": lambda facts: _("That action is not written as it should be."),
    "match_over": lambda facts: _("The match is over."),
    "not_awaited": lambda facts: _("It is not your turn."),
    # Any card
    "unknown_card": lambda facts: _("There is no such card."),
    "not_in_hand": not_in_hand,
    "not_possible": lambda facts: _("That is not possible now."),
    # Digging
    "tool_broken": tool_broken,
    "same_turned": lambda facts: _("This card looks the same turned, so it is never turned."),
    "goal_there": lambda facts: _("A goal card lies there."),
    "card_there": card_there,
    "no_neighbour": no_neighbour,
    "sides_differ": sides_differ,
    "not_joined": not_joined,
    # Action cards
    "no_such_seat": lambda facts: _("There is no such player."),
    "already_broken": already_broken,
    "unknown_tool": lambda facts: _("There is no such tool."),
    "wrong_tool": wrong_tool,
    "not_broken": not_broken,
    "never_removed": lambda facts: _("The ladder and the goals are never removed."),
    "no_card_there": no_card_there,
    "no_such_goal": lambda facts: _("There is no such goal."),
    "face_up": lambda facts: _("That goal lies face up already."),
    # Gold
    "pick_gold_first": lambda facts: _("Pick one of the gold cards first."),
    "no_gold_now": lambda facts: _("There is no gold to pick now."),
    "not_offered": lambda facts: _("There is no such gold card to pick."),
}


def why_not(known: State, seat: int | None) -> dict[Card, str]:
    """For every card of this seat's hand that can only be discarded: why."""
    if seat is None or known.phase != "turns":
        return {}
    cards = known.hands[seat].kinds()
    return {
        card: _why_not(known, seat, card) for card in cards if not PLAYS[card](known, seat, card)
    }


def _why_not(known: State, seat: int, card: Card) -> str:
    if card in PATH_CARDS and known.broken[seat]:
        tools = words.tool_names(known.broken[seat])
        return _("You cannot dig: broken {tools}").format(tools=tools)
    if card in PATH_CARDS:
        return _("It fits nowhere")
    if card == ROCKFALL:
        return _("No tunnel is dug yet")
    if card == MAP:
        return _("No goal lies face down")
    if card.startswith("break:"):
        return {
            "pick": _("Every pick is broken"),
            "lamp": _("Every lamp is broken"),
            "cart": _("Every cart is broken"),
        }[card.removeprefix("break:")]
    return {
        "pick": _("Nobody’s pick is broken"),
        "lamp": _("Nobody’s lamp is broken"),
        "cart": _("Nobody’s cart is broken"),
        "pick+lamp": _("No pick or lamp is broken"),
        "pick+cart": _("No pick or cart is broken"),
        "lamp+cart": _("No lamp or cart is broken"),
    }[card.removeprefix("repair:")]
