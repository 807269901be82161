"""What a position hid from the public, in the names of the state's fields."""

from __future__ import annotations

from typing import Any

from games.engine import Chance, fold, redact, titles
from games.presentation.revealing import hidden_values

NAMES = ("mira", "tobias", "ines")


def states(*, shown: bool) -> tuple[Any, Any]:
    """What the public knows after the deal, and everything; at the end all numbers are shown."""
    title, chance = titles()["toy"], Chance.seeded("revealing")
    options = {"rounds": 1, "starter": "first"}
    events = title.deal(seats=3, options=options, chance=chance)
    full = fold(title, events)
    while shown and (awaited := sorted(title.awaiting(full))):
        action = title.actions(full, awaited[0])[-1]
        events = [*events, *title.decide(full, awaited[0], action, chance)]
        full = fold(title, events)
    return fold(title, [redact(event, None) for event in events]), full


def test_each_seats_part_of_a_field_is_named_by_seat_and_field() -> None:
    public, full = states(shown=False)
    hidden = dict(hidden_values(public, full, NAMES))
    tokens = {
        f"{name}: tokens": str(slot.value) for name, slot in zip(NAMES, full.tokens, strict=True)
    }
    assert hidden == {**tokens, "rest": ", ".join(str(slot.value) for slot in full.rest)}


def test_what_has_been_shown_to_all_is_not_hidden() -> None:
    public, full = states(shown=True)
    labels = [secret.label for secret in hidden_values(public, full, NAMES)]
    assert not [label for label in labels if "tokens" in label]
    assert "rest" in labels  # tokens that nobody was dealt are never shown
