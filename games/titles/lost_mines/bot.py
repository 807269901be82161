"""Two players: one does anything that is allowed, the other lays, walks and takes with a plan."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Protocol

from games.engine import Action, Draws, Seat, is_known

from .board import FIELDS, NEIGHBOURS, OPPOSITE, Edge, Field
from .cards import PATH_CARDS, TOOLS, sides_of
from .planning import FAR, OBSTACLE, STEP, Plan
from .rules import actions
from .state import State
from .walking import ways

# What a path card in hand is good for: leading on to the east, and in many directions.
PATHS_LATER = {
    sides_of(face): value
    for face, value in {
        "EW": 0.5,
        "NS": 0.2,
        "NW": 0.2,
        "NE": 0.2,
        "NEW": 0.45,
        "NES": 0.35,
        "NESW": 0.6,
    }.items()
}


def random(known: State, seat: int, chance: Draws) -> Action:
    choices = actions(known, seat)
    return choices[chance.pick(len(choices))]


def plain(known: State, seat: int, chance: Draws) -> Action:
    """Goes for the treasures it thinks best, and hinders whom it takes for the other side."""
    plan = Plan(known, Seat(seat))
    if known.phase == "vote":
        return {"do": "agree"} if plan.cost >= FAR else {"do": "refuse"}
    choices = actions(known, seat)
    rate = RATERS[known.phase](plan).rate
    rated = [(rate(action), action) for action in choices]
    best = max(rating for rating, _ in rated)
    equal = [action for rating, action in rated if rating == best]
    return equal[chance.pick(len(equal))]


class _Rater(Protocol):
    """Says how good an action is."""

    def rate(self, action: Action) -> float: ...


class _Taking:
    """Takes the best it knows of."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def rate(self, action: Action) -> float:
        return self.plan.expected(action["slot"]) if action["do"] == "take" else 0.0


class _Walking:
    """Walks to where the least is left to go, and stays where there is more to take."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.ways = ways(plan.state, plan.seat)

    def rate(self, action: Action) -> float:
        if action["do"] == "stay":
            return -self.plan.cost
        goal = FIELDS[tuple(action["to"])]
        steps = pairwise((self.plan.here, *self.ways[goal]))
        traps = sum((min(step), max(step)) in self.plan.state.traps for step in steps)
        return -self.plan.to_goal[goal] - 1.5 * traps


class _Playing:
    """Lays towards its goal, clears the way, looks where it does not know, hinders the others."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.state = plan, plan.state
        self.from_me = plan.distances_from_me()
        self.route = plan.route(plan.here)
        self.hindered = self._hindered()
        self.rates: dict[str, Callable[[Action], float]] = {
            "lay": self._lay,
            "tool": self._tool,
            "peek": self._peek,
            "trap": self._token,
            "troll": self._token,
            "storm": self._storm,
            "discard": self._discard,
            "call_end": self._call_end,
        }

    def rate(self, action: Action) -> float:
        return self.rates[action["do"]](action)

    def _hindered(self) -> dict[Field | Edge, float]:
        """What it is worth to close a field or an edge: to others on their ways, to me on mine."""
        plan, state = self.plan, self.state
        face = plan.face()
        gains: dict[Field | Edge, float] = {}
        for seat in map(Seat, range(state.seats)):
            if seat in state.out:
                continue
            urgency = max(0.0, 2.0 - plan.to_goal[state.stands[seat]] / 10)
            against = -1.5 if seat == plan.seat else plan.opposed(seat, character=face)
            route = plan.route(state.stands[seat])[:6]
            for here, there in pairwise(route):
                for place in (there, (min(here, there), max(here, there))):
                    gains[place] = gains.get(place, 0.0) + against * urgency
        return gains

    def _lay(self, action: Action) -> float:
        field, card = FIELDS[tuple(action["at"])], PATH_CARDS[action["card"]]
        sides = card.open_sides(turned=action["turned"])
        cost = self._into(field, sides) + STEP + self._onward(field, sides)
        if card.is_obstacle:
            cost += OBSTACLE
        if cost < self.plan.cost:
            return 1.0 + self.plan.cost - cost
        if field in self.route:
            return -2.0
        return self.hindered.get(field, 0.0) if card.is_obstacle else 0.2

    def _into(self, field: Field, sides: int) -> int:
        """What it costs me to come to a card laid there, over cards that lie already."""
        board = self.state.board
        return min(
            self.from_me[other]
            for side, other, _ in NEIGHBOURS[field]
            if sides & side and board.sides[other] & OPPOSITE[side]
        )

    def _onward(self, field: Field, sides: int) -> int:
        """What it costs to go on from a card laid there to a goal."""
        return min(
            self.plan.to_goal[other] + self.plan.entering(other, edge)
            for side, other, edge in NEIGHBOURS[field]
            if sides & side and self.plan.joined(field, side, other)
        )

    def _tool(self, action: Action) -> float:
        field = FIELDS[tuple(action["at"])]
        return 4.0 if field in self.route else -self.hindered.get(field, 0.0)

    def _peek(self, action: Action) -> float:
        state = self.state
        if "mine" in action:
            return 0.0 if is_known(state.mines[action["mine"]]) else 2.5
        if "treasure" in action:
            return 0.0 if is_known(state.values[action["treasure"]]) else 1.2
        return 0.0 if is_known(state.characters[action["seat"]]) else 1.4

    def _token(self, action: Action) -> float:
        first, second = action["edge"]
        return self.hindered.get((FIELDS[tuple(first)], FIELDS[tuple(second)]), 0.0)

    def _storm(self, action: Action) -> float:
        return self.hindered.get(FIELDS[tuple(action["at"])], 0.0)

    def _discard(self, action: Action) -> float:
        cards = action["cards"]
        hurry = 0.6 * (len(cards) - 1) if not self.state.pile else 0.05
        return 0.6 - hurry - sum(map(self._keep, cards))

    def _keep(self, card: str) -> float:
        """How much a card that is not played now may be worth later."""
        if card in PATH_CARDS:
            return 0.05 if PATH_CARDS[card].is_obstacle else PATHS_LATER[PATH_CARDS[card].sides]
        if card in TOOLS:
            return 0.5 if self._is_wanted(TOOLS[card]) else 0.2
        return 0.4

    def _is_wanted(self, obstacle: str) -> bool:
        board = self.state.board
        return any(board.feature(field) == obstacle for field in board.blocked())

    def _call_end(self, _: Action) -> float:
        return 0.5 if self.plan.cost >= FAR else -FAR


RATERS: dict[str, Callable[[Plan], _Rater]] = {"play": _Playing, "walk": _Walking, "take": _Taking}
