"""A full state that could be the true one, as far as a seat knows."""

from __future__ import annotations

from games.engine import Draws, Unseen, is_known

from .cards import COLOURS, NUMBERS
from .state import State


def imagine(known: State, seat: int | None, chance: Draws) -> State:
    """A colour is seen on the back: a number is imagined among those of its colour not seen."""
    state = known.copy()
    places = [*zip(state.colours, state.tokens, strict=True)]
    places += zip(state.rest_colours, state.rest, strict=True)
    for colour in COLOURS:
        slots = [slot for back, slot in places if back == colour]
        Unseen(NUMBERS, [slot.value for slot in slots], chance).fill(*slots)
    for voter, vote in state.votes.items():
        state.votes[voter] = vote if is_known(vote) else chance.pick(state.seats)
    return state
