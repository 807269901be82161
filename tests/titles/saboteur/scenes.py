"""Small builders for scenes of Saboteur, so that a test shows its position and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine import Hand, IllegalAction, Pile, ScriptedChance, Slot, fold
from games.engine.events import Event
from games.titles.saboteur import title
from games.titles.saboteur.board import Cell
from games.titles.saboteur.cards import (
    DECK,
    FACES,
    GOALS,
    GOLD_BOX,
    TOOLS,
    Face,
    Goal,
    Role,
    dwarf_cards,
)
from games.titles.saboteur.state import State

TO_GOLD = "S NESW NESW NESW NESW NESW NESW"  # one more card joins the middle goal


def cards_in(drawing: str) -> dict[Cell, Face]:
    """The cards of a maze from rows of card codes: S is the start, . an empty cell, ~ behind a card a turn."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    (sx, sy) = next((x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "S")
    return {
        (x - sx, y - sy): FACES[code.removesuffix("~"), code.endswith("~")]
        for y, row in enumerate(rows)
        for x, code in enumerate(row)
        if code not in (".", "S")
    }


class Scene:
    """A position, made by hand, in which actions can be tried. Seat 0 is on turn."""

    def __init__(
        self,
        *,
        seats: int = 3,
        laid: str = "S",
        hand: str = "EW",
        others: str = "EW EW",
        goals: Sequence[Goal] = ("NW", "gold", "NE"),
        roles: str = "",
        spare: Role = "miner",
        pile: str = "EW EW EW EW",
        broken: dict[int, str] | None = None,
        gold: Sequence[int] = (3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1),
        share_gold: str = "auto",
        number: int = 1,
    ) -> None:
        self.state: State = fold(title, title.deal(seats=seats, chance=plain_script(seats)))
        state = self.state
        state.share_gold, state.number = share_gold, number
        for cell, face in cards_in(laid).items():
            state.lay(cell, face)
        state.hands = [Hand(hand.split())] + [Hand(others.split()) for _ in range(seats - 1)]
        state.pile = Pile(pile.split())
        state.goals = [Slot(goal) for goal in goals]
        named: dict[str, Role] = {"m": "miner", "s": "saboteur"}
        state.roles = [Slot(named[letter]) for letter in roles or "m" * seats]
        state.spare = Slot(spare)
        state.gold = Pile(gold)
        for seat, tools in (broken or {}).items():
            state.broken[seat] = tuple(tool for tool in TOOLS if tool in tools.split())

    def actions(self, seat: int = 0, **like: Any) -> list[dict[str, Any]]:
        """The listed actions, or those with these values."""
        listed = title.actions(self.state, seat)
        return [a for a in listed if like.items() <= a.items()]

    def play(self, action: dict[str, Any], *, seat: int = 0, chance: Any = None) -> list[Event]:
        """Check, decide, and let it happen."""
        title.check(self.state, seat, action)
        events = title.decide(self.state, seat, action, chance or ScriptedChance([]))
        for event in events:
            title.evolve(self.state, event)
        return events

    def refusal(self, action: Any, *, seat: int = 0) -> str:
        """The code of the refusal that this action meets."""
        with pytest.raises(IllegalAction) as caught:
            title.check(self.state, seat, action)
        assert caught.value.message.endswith(".")
        return caught.value.code

    def places(self, card: str) -> set[tuple[int, int, bool]]:
        """Where a card may be dug, and which way round."""
        return {(*a["at"], a["turned"]) for a in self.actions(do="dig", card=card)}


def dig(card: str, at: Cell, *, turned: bool = False) -> dict[str, Any]:
    return {"do": "dig", "card": card, "at": list(at), "turned": turned}


def discard(card: str) -> dict[str, Any]:
    return {"do": "discard", "card": card}


def plain_script(seats: int, *, starter: int = 0, rounds: int = 1) -> ScriptedChance:
    """Chance that leaves everything in the order of its codes."""
    deal = [sorted(dwarf_cards(seats)), sorted(GOALS), sorted(DECK), sorted(GOLD_BOX)]
    return ScriptedChance([starter, *deal * rounds])


def next_deal(scene: Scene, *, gold: Sequence[int]) -> ScriptedChance:
    """Chance for the set-up of the next round, with this gold left in the pile."""
    seats = scene.state.seats
    return ScriptedChance([sorted(dwarf_cards(seats)), sorted(GOALS), sorted(DECK), sorted(gold)])


def of_type(events: Sequence[Event], name: str) -> list[Any]:
    return [event for event in events if event.type == f"saboteur.{name}"]
