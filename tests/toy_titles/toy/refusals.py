"""Why an action is refused, from what the seat itself knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine import Action, Fact, IllegalAction, gettext_noop

from .rules import actions
from .state import State

# One sentence a code, with the number of its rule where there is one.
SENTENCES: Final[Mapping[str, str]] = {
    "no_such_seat": gettext_noop("There is no such seat to name."),  # T2, T4
    "not_now": gettext_noop("That cannot be done now, but you may {verbs}."),
}


def explain(state: State, seat: int, action: Action) -> IllegalAction:
    verbs = sorted({str(listed["do"]) for listed in actions(state, seat)})
    if action["do"] in ("ask", "vote") and action["do"] in verbs:
        return _no("no_such_seat")
    return _no("not_now", verbs=verbs)


def _no(code: str, **facts: Fact) -> IllegalAction:
    return IllegalAction(code, SENTENCES[code], facts)
