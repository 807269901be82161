"""Why an action is refused, from what the seat itself knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine import Action, IllegalAction

from .cards import (
    FACES,
    REPAIRS,
    TOOLS,
    card_played,
)
from .maze import GOAL_CELLS, START_CELL
from .state import State

TOOL_NAMES: Final[Mapping[str, str]] = {"pick": "pick", "lamp": "lamp", "cart": "mine cart"}


def explain(state: State, seat: int, action: Action) -> IllegalAction:
    """The first reason that speaks against a well-formed action of the seat on turn."""
    if (action["do"] == "take") != (state.phase == "gold"):
        if state.phase == "gold":
            return IllegalAction("pick_gold_first", "Pick one of the gold cards first.")
        return IllegalAction("no_gold_now", "There is no gold to pick now.")
    if action["do"] == "take":
        return IllegalAction(
            "not_offered", "There is no such gold card to pick.", {"gold": action["gold"]}
        )
    card = card_played(action)
    if card is None:
        return IllegalAction("unknown_card", "There is no such card.")
    if card not in state.hands[seat]:
        return IllegalAction("not_in_hand", "You do not hold that card.", {"card": card})
    reason = _REASONS[action["do"]](state, seat, action)
    return reason or IllegalAction("not_possible", "That is not possible now.")


def why_not_dig(state: State, seat: int, action: Action) -> IllegalAction | None:
    cell = (action["at"][0], action["at"][1])
    facts = {"card": action["card"], "at": list(cell)}
    if state.broken[seat]:
        tools = " and ".join(TOOL_NAMES[tool] for tool in state.broken[seat])
        return IllegalAction(
            "tool_broken",
            f"You cannot dig while your {tools} is broken.",
            {"tools": list(state.broken[seat])},
        )
    face = FACES.get((action["card"], action["turned"]))
    if face is None:
        return IllegalAction(
            "same_turned", "This card looks the same turned, so it is never turned.", facts
        )
    if cell in GOAL_CELLS:
        return IllegalAction("goal_there", "A goal card lies there.", facts)
    if cell in state.maze.cards:
        return IllegalAction("card_there", "A card lies there already.", facts)
    occupied, opened, _ = state.maze.around(cell)
    if not occupied:
        return IllegalAction("no_neighbour", "No laid card is next to that place.", facts)
    if face.sides & occupied != opened:
        return IllegalAction(
            "sides_differ", "The card does not match the cards next to that place.", facts
        )
    return IllegalAction("not_joined", "No path leads from the start card to there.", facts)


def why_not_break(state: State, seat: int, action: Action) -> IllegalAction | None:
    target, tool = action["seat"], action["tool"]
    if not 0 <= target < state.seats:
        return no_such_seat(target)
    return IllegalAction(
        "already_broken",
        f"The {TOOL_NAMES[tool]} of that player is broken already.",
        {"tool": tool, "seat": target},
    )


def why_not_repair(state: State, seat: int, action: Action) -> IllegalAction | None:
    target, tool = action["seat"], action["tool"]
    if not 0 <= target < state.seats:
        return no_such_seat(target)
    if tool not in TOOLS:
        return IllegalAction("unknown_tool", "There is no such tool.")
    if tool not in REPAIRS[action["card"]]:
        return IllegalAction(
            "wrong_tool", f"That card does not repair a {TOOL_NAMES[tool]}.", {"tool": tool}
        )
    return IllegalAction(
        "not_broken",
        f"The {TOOL_NAMES[tool]} of that player is not broken.",
        {"tool": tool, "seat": target},
    )


def why_not_rockfall(state: State, seat: int, action: Action) -> IllegalAction | None:
    cell = (action["at"][0], action["at"][1])
    if cell == START_CELL or cell in GOAL_CELLS:
        return IllegalAction("never_removed", "The start and the goals are never removed.")
    return IllegalAction("no_card_there", "No path card lies there.", {"at": list(cell)})


def why_not_map(state: State, seat: int, action: Action) -> IllegalAction | None:
    if not 0 <= action["goal"] < len(GOAL_CELLS):
        return IllegalAction("no_such_goal", "There is no such goal.")
    return IllegalAction("face_up", "That goal lies face up already.", {"goal": action["goal"]})


def why_not_discard(state: State, seat: int, action: Action) -> IllegalAction | None:
    return None  # any card in hand may be discarded


def no_such_seat(seat: int) -> IllegalAction:
    return IllegalAction("no_such_seat", "There is no such player.")


_REASONS = {
    "dig": why_not_dig,
    "break": why_not_break,
    "repair": why_not_repair,
    "rockfall": why_not_rockfall,
    "map": why_not_map,
    "discard": why_not_discard,
}
