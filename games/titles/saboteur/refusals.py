"""Why an action is refused, from what the seat itself knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine import Action, Fact, IllegalAction, gettext_noop

from .board import GOAL_CELLS, START_CELL
from .cards import FACES, REPAIRS, TOOLS, card_played
from .state import State

# One sentence a code, with the number of its rule where there is one.
SENTENCES: Final[Mapping[str, str]] = {
    # Any card
    "unknown_card": gettext_noop("There is no such card."),
    "not_in_hand": gettext_noop("You do not hold that card: {card}."),  # S5
    "not_possible": gettext_noop("That is not possible now."),
    # Digging
    "tool_broken": gettext_noop("You cannot dig: broken {tools}."),  # S8
    "same_turned": gettext_noop("This card looks the same turned, so it is never turned."),  # S6
    "goal_there": gettext_noop("A goal card lies there."),  # S6
    "card_there": gettext_noop("A card lies there already: {place}."),  # S6
    "no_neighbour": gettext_noop("No laid card is next to that place: {place}."),  # S6
    "sides_differ": gettext_noop(  # S6
        "The card does not match the cards next to that place: {place}."
    ),
    "not_joined": gettext_noop("No path leads from the ladder to that place: {place}."),  # S7
    # Action cards
    "no_such_seat": gettext_noop("There is no such player."),
    "already_broken": gettext_noop("That player’s {tool} is broken already."),  # S9
    "unknown_tool": gettext_noop("There is no such tool."),
    "wrong_tool": gettext_noop("That card does not repair a {tool}."),  # S10
    "not_broken": gettext_noop("That player’s {tool} is not broken."),  # S10
    "never_removed": gettext_noop("The ladder and the goals are never removed."),  # S11
    "no_card_there": gettext_noop("No path card lies there: {place}."),  # S11
    "no_such_goal": gettext_noop("There is no such goal."),
    "face_up": gettext_noop("That goal lies face up already."),  # S12
    # Gold
    "pick_gold_first": gettext_noop("Pick one of the gold cards first."),  # S19
    "no_gold_now": gettext_noop("There is no gold to pick now."),  # S19
    "not_offered": gettext_noop("There is no such gold card to pick."),  # S19
}


def explain(state: State, seat: int, action: Action) -> IllegalAction:
    """The first reason that speaks against a well-formed action of the seat on turn."""
    if (action["do"] == "take") != (state.phase == "gold"):
        return _no("pick_gold_first" if state.phase == "gold" else "no_gold_now")
    if action["do"] == "take":
        return _no("not_offered", gold=action["gold"])
    card = card_played(action)
    if card is None:
        return _no("unknown_card")
    if card not in state.hands[seat]:
        return _no("not_in_hand", card=card)
    return REASONS[action["do"]](state, seat, action)


def _no(code: str, **facts: Fact) -> IllegalAction:
    return IllegalAction(code, SENTENCES[code], facts)


def _why_not_dig(state: State, seat: int, action: Action) -> IllegalAction:
    card, cell = action["card"], (action["at"][0], action["at"][1])
    if state.broken[seat]:
        return _no("tool_broken", tools=list(state.broken[seat]))
    face = FACES.get((card, action["turned"]))
    if face is None:
        return _no("same_turned", card=card)
    if cell in GOAL_CELLS:
        return _no("goal_there", place=list(cell))
    if cell in state.maze.cards:
        return _no("card_there", place=list(cell))
    occupied, opened, _ = state.maze.around(cell)
    if not occupied:
        return _no("no_neighbour", place=list(cell))
    if face.sides & occupied != opened:
        return _no("sides_differ", card=card, place=list(cell))
    return _no("not_joined", place=list(cell))


def _why_not_break(state: State, seat: int, action: Action) -> IllegalAction:
    if not 0 <= action["seat"] < state.seats:
        return _no("no_such_seat")
    return _no("already_broken", tool=action["tool"], seat=action["seat"])


def _why_not_repair(state: State, seat: int, action: Action) -> IllegalAction:
    tool = action["tool"]
    if not 0 <= action["seat"] < state.seats:
        return _no("no_such_seat")
    if tool not in TOOLS:
        return _no("unknown_tool")
    if tool not in REPAIRS[action["card"]]:
        return _no("wrong_tool", tool=tool)
    return _no("not_broken", tool=tool, seat=action["seat"])


def _why_not_rockfall(state: State, seat: int, action: Action) -> IllegalAction:
    cell = (action["at"][0], action["at"][1])
    if cell == START_CELL or cell in GOAL_CELLS:
        return _no("never_removed")
    return _no("no_card_there", place=list(cell))


def _why_not_map(state: State, seat: int, action: Action) -> IllegalAction:
    if not 0 <= action["goal"] < len(GOAL_CELLS):
        return _no("no_such_goal")
    return _no("face_up", goal=action["goal"])


def _why_not_discard(state: State, seat: int, action: Action) -> IllegalAction:
    return _no("not_possible")  # never asked: any card in hand may be discarded


REASONS = {
    "dig": _why_not_dig,
    "break": _why_not_break,
    "repair": _why_not_repair,
    "rockfall": _why_not_rockfall,
    "map": _why_not_map,
    "discard": _why_not_discard,
}
