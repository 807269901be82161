"""Choices: the legal actions of a seat as its table offers them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from games.engine import Action
from games.engine.canonical import canonical_json
from games.presentation.effects import Effect


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action, in words, and the button that sends it.

    `says` is what will be done: whoever wants to be asked before a move is sent, is asked about
    it. The button has it as its `data-says`, unless its label says the same. The optional texts
    stand beside it: `then` is what follows, `loss` what it costs, `comfort` what does not happen.
    """

    id: str  # of its radio
    value: str  # the action as canonical JSON, which is what the button sends
    says: str
    verb: str  # the button's label
    then: str = ""
    loss: str = ""
    comfort: str = ""


def choice_of(action: Action, says: str, verb: str, *, then: str = "", loss: str = "") -> Choice:
    """The same action has the same id from one page to the next, so a choice outlives a push."""
    value = canonical_json(action)
    return Choice(re.sub(r"[^\w-]+", "_", value).strip("_"), value, says, verb, then, loss)


C = TypeVar("C", bound=Choice)


def by_action(choices: Iterable[C]) -> dict[str, C]:
    return {choice.value: choice for choice in choices}


@dataclass(frozen=True, slots=True)
class Aim:
    """A player or a thing that the held card with this number can be played at."""

    card: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class Way:
    """A card at a place on the board, turned or not. `other` is the radio of the other way."""

    choice: Choice
    face: str
    turned: bool
    other: str
    describes: str = ""  # for those who cannot see it


def ways(found: Iterable[tuple[Choice, str, bool]]) -> tuple[Way, ...]:
    """The choice, face and turn of each way in which a card fits a place: one or two."""
    each = list(found)
    return tuple(
        Way(
            choice, face, turned, "".join(one.id for one, _face, _turn in each if one is not choice)
        )
        for choice, face, turned in each
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place on the board that a card can go to or aim at."""

    kind: str  # what is done there
    x: int
    y: int
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCard:
    """A card in the reader's hand. Only on their turn has it a hint, a verb and places."""

    number: int  # of its kind: the same for equal cards
    id: str
    name: str
    describes: str  # for those who cannot see it
    caption: str  # in how many ways it can be played, or why it cannot
    is_dim: bool
    hint: str
    verb: str
    spots: tuple[Spot, ...]
    effect: Effect
