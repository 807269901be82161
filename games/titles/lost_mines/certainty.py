"""From when on it was sure who would have most points of a round, whatever might still be played.

Works on the full state, for looking back. Every treasure left could go to whoever may still get to
its mine, or to nobody; so could the dragon. If all of these endings have the same winners, they are
sure. The ways to the mines are reckoned too short rather than too long, so there are more endings
here than could come true, and what is called sure, is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import product
from math import prod
from typing import TypeAlias

from games.engine import Seat, seen

from . import scoring
from .board import AT, MINE_FIELDS, MINES, NEIGHBOURS, OPPOSITE, Field
from .cards import DRAGON, MINE_FACES, PATH_CARDS, TOOLS, PathCard, sides_of, turned_round
from .state import State
from .walking import WALK, WALK_FROM_CAMPFIRE, reach

MOST_ENDINGS = 4000  # more than that and nothing is called sure

# A field, and the sides by which one can leave it.
Place: TypeAlias = tuple[Field, int]


def sure_winners(full: State) -> frozenset[int] | None:
    """The seats that must have most points of this round, if that is sure."""
    if full.phase == "over":
        return None
    goals = [may_get_to(full, seat) for seat in range(full.seats)]
    takers = [_takers(full, kind, goals) for kind in _kinds_left(full)]
    dragons = _dragons(full, goals)
    if prod(map(len, takers)) * len(dragons) > MOST_ENDINGS:
        return None
    all_taken = product(*takers)
    endings = {winners(full, taken, dragon) for taken in all_taken for dragon in dragons}
    return endings.pop() if len(endings) == 1 else None


def winners(full: State, taken: Sequence[int | None], dragon: int | None) -> frozenset[int]:
    """Who has most points if the treasures left go to these seats."""
    more = iter(taken)
    holders = [next(more) if holder is None else holder for holder in full.holders]
    held = [
        [value for value, holder in zip(seen(full.values), holders, strict=True) if holder == seat]
        for seat in range(full.seats)
    ]
    earned = scoring.earned(full.clans, seen(full.characters), held)
    points = scoring.after_the_dragon(earned, dragon)
    return frozenset(seat for seat, score in enumerate(points) if score == max(points))


def _kinds_left(full: State) -> list[str]:
    """The kinds of the treasures that nobody has, slot by slot."""
    return [k for k, holder in zip(full.kinds, full.holders, strict=True) if holder is None]


def _takers(full: State, kind: str, goals: Sequence[set[Field]]) -> list[int | None]:
    """Who may still get to the mine of that kind; None stands for nobody."""
    mine = MINES[full.mines.index(kind)]
    return [None, *(seat for seat, found in enumerate(goals) if mine in found)]


def _dragons(full: State, goals: Sequence[set[Field]]) -> list[int | None]:
    """Who may still have the token: it goes to whoever turns up its mine, once (L22)."""
    mine = MINES[full.mines.index(DRAGON)]
    if full.board.is_face_down_mine(mine):
        return _takers(full, DRAGON, goals)
    return [full.dragon]


# Who may get where


def may_get_to(full: State, seat: int) -> set[Field]:
    """The mines that the seat's dwarf may still get to."""
    # Each turn costs a card, and nobody draws but in a turn of their own (L7).
    if not full.hands[seat] and seat != full.turn:
        return set()
    turns = len(full.hands[seat]) + len(full.pile) + 1
    return {mine for mine in joined(full, seat) if _is_near(full, seat, mine, turns)}


def _is_near(full: State, seat: int, mine: Field, turns: int) -> bool:
    """Could a dwarf walk as far as the mine is away, if nothing stood in its way?"""
    (x, y), (mine_x, mine_y) = AT[full.stands[seat]], AT[mine]
    laid = full.board.cards.values()
    campfires = any(code.endswith(":campfire") for code in (*laid, *_cards_left(full)))
    later = WALK_FROM_CAMPFIRE if campfires else WALK
    steps = reach(full, Seat(seat)) + (turns - 1) * later
    return abs(x - mine_x) + abs(y - mine_y) <= steps


def _cards_left(full: State) -> list[str]:
    """The cards that may still be played in this round, by whomever."""
    return [*(card for hand in full.hands for card in hand.known()), *full.pile.known()]


def joined(full: State, seat: int) -> set[Field]:
    """The mines to which the cards left suffice to make a way from where the dwarf stands."""
    ground, start = _Ground(full), full.stands[seat]
    ahead: list[tuple[int, Place]] = [(0, (start, full.board.sides[start]))]
    found: set[Place] = set()
    while ahead:
        laid, place = heappop(ahead)
        if place not in found:
            found.add(place)
            for cost, further in ground.around(place):
                if laid + cost <= ground.cards:
                    heappush(ahead, (laid + cost, further))
    return {field for field, _exits in found if field in MINE_FIELDS}


class _Ground:
    """Where a way may lead: over what lies there, and over cards that could still be laid."""

    def __init__(self, full: State) -> None:
        left = _cards_left(full)
        self.board, self.mines = full.board, full.mines
        tools = {TOOLS[card] for card in left if card in TOOLS}
        self.passable: set[str | None] = {None, "campfire", "rocks", *tools}
        self.storms = "storm" in left
        paths = [PATH_CARDS[card] for card in left if card in PATH_CARDS]
        usable = [card for card in paths if card.feature in self.passable]
        self.cards, self.faces = len(usable), _faces(usable)

    def around(self, place: Place) -> Iterator[tuple[int, Place]]:
        """Places one step on, and the cards it takes to be there."""
        field, exits = place
        for side, other, _edge in NEIGHBOURS[field]:
            if exits & side:
                yield from self.entered(other, OPPOSITE[side])

    def entered(self, field: Field, met: int) -> Iterator[tuple[int, Place]]:
        board = self.board
        sides = board.sides[field]
        if board.is_face_down_mine(field):
            # It joins the way by which it is entered (L19), and leads on once it is up (L20).
            upright = sides_of(MINE_FACES[str(self.mines[MINE_FIELDS[field]])])
            yield 0, (field, _exits([upright, turned_round(upright)], met))
        elif sides:
            # An obstacle needs its tool, and that is enough (L9).
            is_open = not board.is_blocked(field) or board.feature(field) in self.passable
            if sides & met and is_open:
                yield 0, (field, sides)
            # A storm may take any path card away (L16).
            if self.storms and field in board.cards:
                yield 1, (field, _exits(self.faces, met))
        elif exits := _exits(self._fitting(field), met):
            yield 1, (field, exits)

    def _fitting(self, field: Field) -> Sequence[int]:
        """The faces that could be laid here. With storms left, neighbours may go away."""
        if self.storms or field not in self.board.spots():
            return self.faces
        facing, wanted = self.board.spots()[field]
        return [sides for sides in self.faces if sides & facing == wanted]


def _faces(cards: Sequence[PathCard]) -> list[int]:
    """The open sides of these cards, either way round."""
    return sorted({card.open_sides(turned=turned) for card in cards for turned in (False, True)})


def _exits(faces: Sequence[int], met: int) -> int:
    """The sides to which one of these faces leads, coming in by that side."""
    exits = 0
    for sides in faces:
        if sides & met:
            exits |= sides
    return exits
