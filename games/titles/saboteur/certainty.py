"""From when on the gold was out of reach, whatever anybody might have played.

Works on the full state, for looking back: then it is known who will draw which card. The way to the
gold is reckoned too short rather than too long, so what is called out of reach, is. Some positions
that are lost are not called so: who would have to lay which card when is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from .board import GOAL_CELLS, START_CELL, STEPS, Cell
from .cards import FACES_OF, REPAIR, REPAIRS, ROCKFALL, START, Card, Face, goal_face
from .rules import on_turn
from .state import State

# A cell, and the sides by which one can leave it.
Place: TypeAlias = tuple[Cell, int]


def is_gold_out_of_reach(full: State) -> bool:
    """Is it sure that the miners cannot win this round any more?"""
    return full.phase == "turns" and cards_needed(full) is None


def cards_needed(full: State) -> int | None:
    """The fewest tunnel cards that could join the start to the gold; None if too few are left."""
    coming = cards_to_come(full)
    diggable = [card for cards in _diggers(full, coming) for card in cards if leads_through(card)]
    falls = any(ROCKFALL in cards for cards in coming)
    ground = _Ground(full, diggable, falls=falls)
    gold = next(c for c, goal in zip(GOAL_CELLS, full.goals, strict=True) if goal.value == "gold")
    ahead: list[tuple[int, Place]] = [(0, (START_CELL, START.sides))]
    found: set[Place] = set()
    while ahead:
        laid, place = heappop(ahead)
        if place in found:
            continue
        found.add(place)
        for cost, further in ground.around(place):
            if further[0] == gold:
                return laid
            if laid + cost <= len(diggable):
                heappush(ahead, (laid + cost, further))
    return None


def cards_to_come(full: State) -> list[list[Card]]:
    """For every seat the cards in its hand and those it is going to draw.

    Each turn is one card played and, while there is one, one drawn: who draws what is settled.
    """
    cards = [hand.known() for hand in full.hands]
    first = on_turn(full) or 0
    seats = [(first + step) % full.seats for step in range(full.seats)]
    players = [seat for seat in seats if cards[seat]]
    for turn, card in enumerate(full.pile.known()):
        cards[players[turn % len(players)]].append(card)
    return cards


def leads_through(card: Card) -> bool:
    return card in FACES_OF and FACES_OF[card][0].through


def _diggers(full: State, coming: Sequence[Sequence[Card]]) -> Iterator[Sequence[Card]]:
    """The cards of those whose tools are whole, or can be repaired with a card that is left."""
    left = {card for cards in coming for card in cards}
    repairable = {tool for tools, card in REPAIR.items() if card in left for tool in REPAIRS[tools]}
    for cards, broken in zip(coming, full.broken, strict=True):
        if repairable.issuperset(broken):
            yield cards


class _Ground:
    """Where a way may lead: over what lies there, and over cards that could still be laid."""

    def __init__(self, full: State, diggable: Sequence[Card], *, falls: bool) -> None:
        self.maze, self.falls = full.maze, falls
        self.faces = [face for card in set(diggable) for face in FACES_OF[card]]
        self.goals: Mapping[Cell, Sequence[Face]] = {
            cell: FACES_OF[goal_face(goal.known_value())]
            for cell, goal in zip(GOAL_CELLS, full.goals, strict=True)
            if not goal.face_up
        }

    def around(self, place: Place) -> Iterator[tuple[int, Place]]:
        """Places one step on, and the cards it takes to be there."""
        (x, y), exits = place
        for side, dx, dy, met in STEPS:
            if exits & side:
                yield from self.entered((x + dx, y + dy), met)

    def entered(self, cell: Cell, met: int) -> Iterator[tuple[int, Place]]:
        face = self.maze.cards.get(cell)
        if cell in self.goals:
            yield 0, (cell, _exits(self.goals[cell], met))
        elif face is not None:
            if face.through and face.sides & met:
                yield 0, (cell, face.sides)
            if self.falls and cell != START_CELL and cell not in GOAL_CELLS:
                yield 1, (cell, _exits(self.faces, met))
        elif exits := _exits(self._fitting(cell), met):
            yield 1, (cell, exits)

    def _fitting(self, cell: Cell) -> Sequence[Face]:
        """The faces that could be laid here. With rockfalls left, neighbours may go away."""
        if self.falls:
            return self.faces
        occupied, opened, _joined = self.maze.around(cell)
        return [face for face in self.faces if face.sides & occupied == opened]


def _exits(faces: Sequence[Face], met: int) -> int:
    """The sides to which one of these faces leads, coming in by that side."""
    exits = 0
    for face in faces:
        if face.sides & met:
            exits |= face.sides
    return exits
