"""How far it is to the treasures, and who is on whose side: what the plain bot thinks about.

A plan is made from one seat's knowledge. Distances are costs: a step along laid cards costs little,
an empty field costs the card that somebody must still lay there.
"""

from __future__ import annotations

from heapq import heappop, heappush

from games.engine import Seat, is_known

from . import cards
from .board import MINE_FIELDS, MINES, NEIGHBOURS, OPPOSITE, Edge, Field
from .cards import CARDS_ASIDE, DRAGON, LOYAL, MINE_FACES, VALUES
from .scoring import team_of
from .state import State

STEP = 1
GAP = 4  # a field without a card
OBSTACLE = 4
TOKEN = 2  # a trap or troll
CROWD = 2  # somebody stands where one has room
ALL_SIDES = 15
FAR = 1_000


class Plan:
    """What a seat wants, and what stands between it and that."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.here = state.stands[seat]
        self.tokens = state.traps.keys() | state.trolls.keys()
        self.costs = [self._cost(field) for field in range(len(state.board.sides))]
        self.goals = {field: goal for field in MINES if (goal := self._goal(field)) < FAR}
        self.to_goal = self._distances_to_goals()
        self.cost = self.to_goal[self.here]

    # What a mine is worth

    def expected(self, slot: int) -> float:
        """The value of a treasure, seen or guessed."""
        state, kind = self.state, self.state.kinds[slot]
        value = state.values[slot]
        if is_known(value):
            return value
        seen = {v for k, v in zip(state.kinds, state.values, strict=True) if k == kind}
        unseen = [v for v in VALUES if v not in seen]
        return sum(unseen) / len(unseen)

    def worth(self, kind: str) -> float:
        """What a mine of this kind still holds for who gets there; the next one, mostly."""
        if kind == DRAGON:
            return -2.0
        state = self.state
        left = [
            self.expected(slot)
            for slot, holder in enumerate(state.holders)
            if holder is None and state.kinds[slot] == kind
        ]
        return max(left) + 0.5 * (len(left) - 1) if left else 0.0

    def _goal(self, field: Field) -> int:
        """The cost of choosing this mine instead of one full of treasures; FAR for a useless one."""
        state = self.state
        kind = state.mines[MINE_FIELDS[field]]
        if is_known(kind):
            worth = self.worth(kind)
        else:
            possible = [kind for kind in MINE_FACES if kind not in state.mines]
            worth = sum(map(self.worth, possible)) / len(possible)
        return round(2 * max(0.0, 5.0 - worth)) if worth > 0 else FAR

    # Distances

    def joined(self, here: Field, side: int, there: Field) -> bool:
        """Does, or could, a path lead from here to there?"""
        sides = self.state.board.sides
        leaves = (sides[here] or ALL_SIDES) & side
        return leaves > 0 and (sides[there] or ALL_SIDES) & OPPOSITE[side] > 0

    def _cost(self, field: Field) -> int:
        """What it costs to enter a field."""
        state, board = self.state, self.state.board
        cost = GAP if board.is_empty(field) else STEP
        if board.is_blocked(field):
            cost += OBSTACLE
        if field in state.stands and board.is_narrow(field):
            cost += CROWD
        return cost

    def entering(self, field: Field, edge: Edge) -> int:
        """What it costs to enter a field across an edge."""
        return self.costs[field] + TOKEN if edge in self.tokens else self.costs[field]

    def _distances_to_goals(self) -> list[int]:
        """From every field the cost of going on to the best goal."""
        costs = [FAR] * len(self.state.board.sides)
        queue: list[tuple[int, Field]] = []
        for field, goal in self.goals.items():
            costs[field] = goal
            heappush(queue, (goal, field))
        while queue:
            cost, there = heappop(queue)
            if cost > costs[there]:
                continue
            for side, here, edge in NEIGHBOURS[there]:
                if self.state.board.is_face_down_mine(here):
                    continue  # nothing leads on through it
                through = cost + self.entering(there, edge)
                if through < costs[here] and self.joined(here, OPPOSITE[side], there):
                    costs[here] = through
                    heappush(queue, (through, here))
        return costs

    def distances_from_me(self) -> list[int]:
        costs = [FAR] * len(self.state.board.sides)
        costs[self.here] = 0
        queue = [(0, self.here)]
        while queue:
            cost, here = heappop(queue)
            if cost > costs[here] or self.state.board.is_face_down_mine(here):
                continue
            for side, there, edge in NEIGHBOURS[here]:
                if self.joined(here, side, there):
                    further = cost + self.entering(there, edge)
                    if further < costs[there]:
                        costs[there] = further
                        heappush(queue, (further, there))
        return costs

    def route(self, start: Field) -> list[Field]:
        """The fields of a best way from here to a goal, its own first."""
        route = [start]
        while route[-1] not in self.goals and len(route) < 20:
            here = route[-1]
            onward = [
                (self.to_goal[there] + self.entering(there, edge), there)
                for side, there, edge in NEIGHBOURS[here]
                if self.joined(here, side, there)
            ]
            if not onward or min(onward)[0] >= FAR:
                break
            route.append(min(onward)[1])
        return route

    # Sides

    def opposed(self, other: Seat, *, character: str) -> float:
        """From −1, surely on my side, to 1, surely not, were I this character."""
        state = self.state
        clan, known = state.clans[other], state.characters[other]
        mine = team_of(state.clans[self.seat], character)
        possible = [known] if is_known(known) else self._unseen_characters(clan, character)
        teams = [team_of(clan, who) for who in possible]
        if mine is None or not teams:
            return 1.0
        return 1 - 2 * teams.count(mine) / len(teams)

    def _unseen_characters(self, clan: str, my_character: str) -> list[str]:
        state = self.state
        left = [
            who for back, who in map(cards.dwarf_parts, cards.dwarves(state.seats)) if back == clan
        ]
        for seat, back in enumerate(state.clans):
            character = state.characters[seat]
            if seat == self.seat:
                character = my_character
            if back == clan and is_known(character) and character in left:
                left.remove(character)
        return left

    def is_late(self) -> bool:
        """Late enough to show one's true face: a mine is up, or half of the pile is drawn."""
        state = self.state
        dealt = CARDS_ASIDE + state.seats * cards.hand_size(state.seats)
        half = (len(cards.deck()) - dealt) / 2
        return any(state.board.sides[field] for field in MINES) or len(state.pile) < half

    def face(self) -> str:
        """The character to act as: everyone plays loyal at first."""
        character = self.state.characters[self.seat]
        return character if is_known(character) and self.is_late() else LOYAL
