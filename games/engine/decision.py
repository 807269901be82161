"""What follows from an action: the events, and the state that they lead to.

Every `decide` is written with it, so that none has to remember to fold what it has just said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from games.engine.chance import Draws
from games.engine.events import Event
from games.engine.title import S


class Decision(Generic[S]):
    """A move being decided: `add` its events one after another; `state` is where they lead.

    The state it begins with belongs to the caller and stays as it is. It is copied when `state` is
    read after an event, not before: a move that only lists its events costs no copy and no fold.
    """

    __slots__ = ("_evolve", "_folded", "_state", "chance", "events")

    def __init__(self, evolve: Callable[[S, Any], None], state: S, chance: Draws) -> None:
        self._evolve = evolve
        self._state = state
        self._folded = 0
        self.chance = chance
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)

    @property
    def state(self) -> S:
        """The state after all events so far: to be read anew after each, and never to be changed."""
        folded, events = self._folded, self.events
        if folded < len(events):
            if folded == 0:
                self._state = self._state.copy()
            state, evolve = self._state, self._evolve
            for event in events[folded:] if folded else events:
                evolve(state, event)
            self._folded = len(events)
        return self._state
