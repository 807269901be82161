"""How far it is to the treasures, over what lies there and over what could still be laid.

Distances are costs: a step along laid cards costs little, an empty field costs the card that somebody
must still lay there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from typing import TypeAlias

from .board import ALL_SIDES, LEADS, MINES, Board, Edge, Field
from .state import State

STEP = 1
GAP = 4  # a field without a card
OBSTACLE = 4
TOKEN = 2  # a trap or troll
CROWD = 2  # somebody stands where one has room
FAR = 1_000

# What becomes of a board's open sides, which are 0 where nothing lies face up (`bytes.translate`):
# what it costs to enter such a field, and by which sides a path does lead on, or could.
ENTERING = bytes([GAP] + [STEP] * 255)
LEADING = bytes([ALL_SIDES, *range(1, 256)])

# Fields to go for, each with the cost of choosing it instead of a better one.
Goals: TypeAlias = tuple[tuple[Field, int], ...]


def ground_of(state: State, goals: Goals) -> _Ground:
    """The ground as it is for those who go for these goals."""
    # More than half of all plans find theirs here: when a seat walks after it has laid, and when
    # the next seat goes for the same goals. That spares an eighth of the bot's time.
    board = state.board
    full, tokens = board.full(state.stands), frozenset(state.traps.keys() | state.trolls.keys())
    key = ("ground", goals, full, tokens)
    found: _Ground | None = board.kept.get(key)
    if found is None:
        found = board.kept[key] = _Ground(board, goals, full, tokens)
    return found


class _Ground:
    """What it costs to go about on a board, and from every field to the best of some goals."""

    def __init__(self, board: Board, goals: Goals, full: Set[Field], tokens: Set[Edge]) -> None:
        self.goals, self.tokens = dict(goals), tokens
        self.leading = board.sides.translate(LEADING)
        # By which sides one can go on from a field: from a mine that lies face down, by none.
        self.leaving = bytearray(self.leading)
        self.costs = bytearray(board.sides.translate(ENTERING))
        for field in MINES:
            self.costs[field] = STEP
            if board.is_face_down_mine(field):
                self.leaving[field] = 0
        for field in board.blocked():
            self.costs[field] += OBSTACLE
        for field in full:
            self.costs[field] += CROWD
        self.to_goal = self._distances_to_goals()
        self._onward: dict[tuple[Field, int], tuple[int, Field]] = {}

    def _distances_to_goals(self) -> list[int]:
        """From every field the cost of going on to the best goal."""
        costs, leading, leaving, tokens = self.costs, self.leading, self.leaving, self.tokens
        to_goal = [FAR] * len(costs)
        # Fields by what it costs to enter them and go on: what leads there is that far from a goal.
        ahead = defaultdict[int, list[Field]](list)
        for field, goal in self.goals.items():
            to_goal[field] = goal
            ahead[goal + costs[field]].append(field)
        through = 0
        while ahead:
            for there in ahead.pop(through, ()):
                for here, met, edge in LEADS[there][leading[there]]:
                    if to_goal[here] > through and leaving[here] & met:
                        cost = through + TOKEN if tokens and edge in tokens else through
                        if cost < to_goal[here]:
                            to_goal[here] = cost
                            ahead[cost + costs[here]].append(here)
            through += 1
        return to_goal

    def distances_from(self, start: Field) -> list[int]:
        """What it costs to come to a field, where that is hardly a detour; elsewhere FAR.

        A card laid on an empty field spares a gap and no more, on a way that crosses a token at
        most: a longer way than this one stays too long.
        """
        longest = self.to_goal[start] + GAP + TOKEN - STEP
        costs, leading, leaving = self.costs, self.leading, self.leaving
        tokens, to_goal = self.tokens, self.to_goal
        so_far, distances = 0, [FAR] * len(costs)
        distances[start] = 0
        ahead = defaultdict[int, list[Field]](list, {0: [start]})
        while ahead:
            for here in ahead.pop(so_far, ()):
                for there, met, edge in LEADS[here][leaving[here]]:
                    cost = so_far + costs[there]
                    if cost < distances[there] and leading[there] & met:
                        cost += TOKEN if edge in tokens else 0
                        if cost < distances[there] and cost + to_goal[there] < longest:
                            distances[there] = cost
                            ahead[cost].append(there)
            so_far += 1
        return distances

    def onward(self, field: Field, sides: int) -> tuple[int, Field]:
        """The least it costs to go on by one of these sides to a goal, and the field that way."""
        found = self._onward.get((field, sides))
        if found is None:
            costs, leading, tokens, to_goal = self.costs, self.leading, self.tokens, self.to_goal
            least, first = FAR, field
            for there, met, edge in LEADS[field][sides]:
                if leading[there] & met:
                    cost = to_goal[there] + costs[there]
                    if cost < least:
                        cost += TOKEN if edge in tokens else 0
                        if cost < least:
                            least, first = cost, there
            found = self._onward[field, sides] = least, first
        return found

    def route(self, start: Field, *, longest: int = 20) -> list[Field]:
        """The fields of a best way from here to a goal, its own first."""
        route = [start]
        while route[-1] not in self.goals and len(route) < longest:
            cost, there = self.onward(route[-1], self.leading[route[-1]])
            if cost >= FAR:
                break
            route.append(there)
        return route
