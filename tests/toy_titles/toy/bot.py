"""Two players of the toy title."""

from __future__ import annotations

from games.engine import Action, Draws, is_known

from .rules import actions
from .state import State


def random(known: State, seat: int, chance: Draws) -> Action:
    choices = actions(known, seat)
    return choices[chance.pick(len(choices))]


def plain(known: State, seat: int, chance: Draws) -> Action:
    """Votes for the highest number it has seen, and shows its own when asked."""
    choices = actions(known, seat)
    if known.phase == "vote":
        seen = {s: slot.value for s, slot in enumerate(known.tokens) if is_known(slot.value)}
        return {"do": "vote", "for": max(seen, key=lambda s: (seen[s], s))}
    return choices[0]
