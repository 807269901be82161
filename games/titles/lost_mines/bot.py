from __future__ import annotations

from games.engine import Action, Draws

from .rules import actions
from .state import State


def random(known: State, seat: int, chance: Draws) -> Action:
    choices = actions(known, seat)
    return choices[chance.pick(len(choices))]


def plain(known: State, seat: int, chance: Draws) -> Action:
    return random(known, seat, chance)
