"""What the treasures are worth, and who is on whose side: what the plain bot thinks about.

A plan is made from one seat's knowledge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from games.engine import Maybe, Seat, is_known

from . import cards
from .board import MINES
from .cards import CARDS_ASIDE, DRAGON, KINDS, LOYAL, MINE_FACES, VALUES
from .ground import Goals, ground_of
from .scoring import team_of
from .state import State

DECK_SIZE = len(cards.deck())


class Plan:
    """What a seat wants, and what stands between it and that."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.here = state.stands[seat]
        values, holders, mines = tuple(state.values), tuple(state.holders), tuple(state.mines)
        self.ground = ground_of(state, goals(state.kinds, values, holders, mines))
        self.to_goal = self.ground.to_goal
        self.cost = self.to_goal[self.here]

    def expected(self, slot: int) -> float:
        """The value of a treasure, seen or guessed."""
        return _expected(self.state.kinds, self.state.values)[slot]

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
        left = [*_characters(state.seats, clan)]
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
        half = (DECK_SIZE - dealt) / 2
        return any(state.board.sides[field] for field in MINES) or len(state.pile) < half

    def face(self) -> str:
        """The character to act as: everyone plays loyal at first."""
        character = self.state.characters[self.seat]
        return character if is_known(character) and self.is_late() else LOYAL


# What the mines are worth


def _expected(kinds: Sequence[str], values: Sequence[Maybe[int]]) -> list[float]:
    """The values of the treasures laid out, seen or guessed."""
    seen = set(zip(kinds, values, strict=True))
    unseen = {kind: [v for v in VALUES if (kind, v) not in seen] for kind in set(kinds)}
    return [
        value if is_known(value) else sum(unseen[kind]) / len(unseen[kind])
        for kind, value in zip(kinds, values, strict=True)
    ]


def _worths(
    kinds: Sequence[str], values: Sequence[Maybe[int]], holders: Sequence[Seat | None]
) -> dict[str, float]:
    """What a mine still holds for who gets there; the next treasure, mostly."""
    worths = {**dict.fromkeys(KINDS, 0.0), DRAGON: -2.0}
    expected = list(zip(kinds, _expected(kinds, values), holders, strict=True))
    for kind in set(kinds):
        left = [value for back, value, holder in expected if back == kind and holder is None]
        if left:
            worths[kind] = max(left) + 0.5 * (len(left) - 1)
    return worths


# They change when somebody takes a treasure or learns something: seven plans in eight find theirs
# here, in 0.6 us instead of 13.
@lru_cache(maxsize=1024)
def goals(
    kinds: tuple[str, ...],
    values: tuple[Maybe[int], ...],
    holders: tuple[Seat | None, ...],
    mines: tuple[Maybe[str], ...],
) -> Goals:
    """The mines to go for, and the cost of choosing each instead of one full of treasures."""
    worths = _worths(kinds, values, holders)
    unseen = [worths[kind] for kind in MINE_FACES if kind not in mines]
    goals = []
    for field, kind in zip(MINES, mines, strict=True):
        worth = worths[kind] if is_known(kind) else sum(unseen) / len(unseen)
        if worth > 0:
            goals.append((field, round(2 * max(0.0, 5.0 - worth))))
    return tuple(goals)


@cache  # there are fourteen of them; 0.2 us instead of 4.6
def _characters(seats: int, clan: str) -> tuple[str, ...]:
    """The characters of a clan in a match of so many."""
    return tuple(who for back, who in map(cards.dwarf_parts, cards.dwarves(seats)) if back == clan)
