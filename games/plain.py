"""How a title is shown that has no `table.py` yet: the picture of the command line, and its actions.

It also says what a `table.py` has to offer.
"""

# ruff: noqa: ARG002 - the contract's arguments, most of which are of no use here
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine import Action, EngineError, Event, Move, Round, Title
from games.engine.canonical import canonical_json

TEMPLATE = "games/plain.html"


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Table:
    """What the template places."""

    picture: str
    choices: Sequence[Choice]


class Plain:
    """A title's `table.py` in a few lines, for any title."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title

    def table(
        self,
        known: Any,
        seat: int | None,
        actions: Sequence[Action],
        names: Sequence[str],
        moves: Sequence[Move] = (),
    ) -> Table:
        choices = [Choice(_label(action), canonical_json(action)) for action in actions]
        return Table(self.title.picture(known), choices)

    def sentence(
        self, event: Event, known_before: Any, seat: int | None, names: Sequence[str]
    ) -> str:
        who = getattr(event, "seat", None)
        what = event.type.partition(".")[2].replace("_", " ")
        return f"{names[who]}: {what}" if type(who) is int else what

    def refusal(self, error: EngineError) -> str:
        return error.message

    def why_not(self, known: Any, seat: int | None) -> Mapping[str, str]:
        return {}

    def role_chip(self, known: Any, seat: int | None) -> None:
        return None

    def option_labels(self) -> Mapping[str, str]:
        return {option.name: option.name for option in self.title.options}

    def result(self, played: Round) -> str:
        return _("Round {number} is over.").format(number=played.number)


def _label(action: Action) -> str:
    rest = [f"{key} {value}" for key, value in action.items() if key != "do"]
    return " ".join([str(action["do"]), *rest])
