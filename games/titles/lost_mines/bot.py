"""Two players: one does anything that is allowed, the other lays, walks and takes with a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Protocol, TypeAlias

from games.engine import UNKNOWN, Action, Draws, Seat, is_known

from .board import FIELDS, LEADS, Edge, Field
from .cards import PATH_CARDS, TOOLS, sides_of
from .ground import FAR, OBSTACLE, STEP
from .planning import Plan
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

# For every card, by whether it is laid turned: its open sides, and is it an obstacle?
LAID = {
    (code, turned): (card.open_sides(turned=turned), card.is_obstacle)
    for code, card in PATH_CARDS.items()
    for turned in (False, True)
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
    rates = RATERS[known.phase](plan).rates
    ratings = [rates[action["do"]](action) for action in choices]
    best = max(ratings)
    equal = [action for action, rating in zip(choices, ratings, strict=True) if rating == best]
    return equal[chance.pick(len(equal))]


def keeper(known: State, seat: int, chance: Draws) -> Action:
    """The plain player without its own character, for whoever is away: it plays as if loyal."""
    known = known.copy()
    known.characters[seat] = UNKNOWN
    return plain(known, seat, chance)


Rate: TypeAlias = Callable[[Action], float]


class _Rater(Protocol):
    """Says how good an action is, by its verb."""

    rates: Mapping[str, Rate]


class _Taking:
    """Takes the best it knows of."""

    def __init__(self, plan: Plan) -> None:
        self.rates: Mapping[str, Rate] = {
            "take": lambda action: plan.expected(action["slot"]),
            "leave": lambda action: 0.0,
        }


class _Walking:
    """Walks to where the least is left to go, and stays where there is more to take."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.ways = ways(plan.state, plan.seat)
        self.rates: Mapping[str, Rate] = {"stay": lambda action: -plan.cost, "walk": self._walk}

    def _walk(self, action: Action) -> float:
        x, y = action["to"]
        goal, set_traps = FIELDS[x, y], self.plan.state.traps
        if not set_traps:
            return -self.plan.to_goal[goal]
        steps = pairwise((self.plan.here, *self.ways[goal]))
        traps = sum((min(step), max(step)) in set_traps for step in steps)
        return -self.plan.to_goal[goal] - 1.5 * traps


class _Playing:
    """Lays towards its goal, clears the way, looks where it does not know, hinders the others."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.state, self.cost = plan, plan.state, plan.cost
        self.onward = plan.ground.onward
        self.route = frozenset(plan.ground.route(plan.here))
        self.is_pile_empty = not plan.state.pile
        self.kept = {card: self._keep(card) for card in plan.state.hands[plan.seat].kinds()}
        self.rates: Mapping[str, Rate] = {
            "lay": self._lay,
            "tool": self._tool,
            "peek": self._peek,
            "trap": self._token,
            "troll": self._token,
            "storm": self._storm,
            "discard": self._discard,
            "call_end": self._call_end,
        }

    @cached_property
    def from_me(self) -> list[int]:
        """What it costs me to come to a field; not asked for if no card leads on."""
        return self.plan.ground.distances_from(self.plan.here)

    @cached_property
    def hindered(self) -> dict[Field | Edge, float]:
        """What it is worth to close a field or an edge: to others on their ways, to me on mine."""
        plan, state = self.plan, self.state
        face = plan.face()
        gains: dict[Field | Edge, float] = {}
        for seat in map(Seat, range(state.seats)):
            if seat in state.out:
                continue
            urgency = 2.0 - plan.to_goal[state.stands[seat]] / 10
            if urgency <= 0:
                continue
            against = -1.5 if seat == plan.seat else plan.opposed(seat, character=face)
            route = plan.ground.route(state.stands[seat], longest=6)
            for here, there in pairwise(route):
                for place in (there, (min(here, there), max(here, there))):
                    gains[place] = gains.get(place, 0.0) + against * urgency
        return gains

    def _lay(self, action: Action) -> float:
        x, y = action["at"]
        field, code = FIELDS[x, y], action["card"]
        sides, is_obstacle = LAID[code, action["turned"]]
        cost = STEP + self.onward(field, sides)[0]
        if is_obstacle:
            cost += OBSTACLE
        if cost < self.cost:
            cost += self._into(field, sides)
            if cost < self.cost:
                return 1.0 + self.cost - cost
        if field in self.route:
            return -2.0
        return self.hindered.get(field, 0.0) if is_obstacle else 0.2

    def _into(self, field: Field, sides: int) -> int:
        """What it costs me to come to a card laid there, over cards that lie already."""
        laid, from_me = self.state.board.sides, self.from_me
        return min([from_me[other] for other, met, _ in LEADS[field][sides] if laid[other] & met])

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
        if not self.hindered:
            return 0.0
        first, second = action["edge"]
        return self.hindered.get((FIELDS[tuple(first)], FIELDS[tuple(second)]), 0.0)

    def _storm(self, action: Action) -> float:
        return self.hindered.get(FIELDS[tuple(action["at"])], 0.0)

    def _discard(self, action: Action) -> float:
        cards = action["cards"]
        hurry = 0.6 * (len(cards) - 1) if self.is_pile_empty else 0.05
        return 0.6 - hurry - sum(map(self.kept.__getitem__, cards))

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
