"""A choice: one legal action, what it leads to in words, and the button that does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import Action
from games.engine.canonical import canonical_json


@dataclass(frozen=True, slots=True)
class Choice:
    """`says` is what will happen, `loss` what it costs, `then` what follows."""

    id: str
    value: str
    says: str
    verb: str
    loss: str = ""
    then: str = ""


@dataclass(frozen=True, slots=True)
class Aim:
    """A player or a treasure that the card with this number can be played at."""

    card: int
    choice: Choice


def choice(action: Action, says: str, verb: str, *, loss: str = "", then: str = "") -> Choice:
    return Choice(choice_id(action), canonical_json(action), says, verb, loss, then)


def choice_id(action: Action) -> str:
    """The same action has the same id from one page to the next."""
    parts = [str(action["do"])]
    for key in ("card", "tool", "mine", "treasure", "seat", "slot"):
        if key in action:
            parts += [key, symbol(str(action[key]))]
    for at in (*_places(action),):
        parts += map(str, at)
    if action.get("turned"):
        parts.append("turned")
    return "_".join(parts)


def _places(action: Action) -> Sequence[Sequence[int]]:
    if "edge" in action:
        first, second = action["edge"]
        return first, second
    return [action[key] for key in ("at", "to") if key in action]


def symbol(card: str) -> str:
    """A card's code as part of an id."""
    return card.replace(":", "-").replace("|", "-")
