"""The keeper never reads its own character, and nobody can tell it from what the keeper does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from games.engine import Action, Chance
from games.engine.localmatch import LocalMatch
from games.titles.lost_mines import title
from games.titles.lost_mines.state import State
from tests.titles.tables import positions
from tests.titles.telling import Watched, named_by_classifier, named_by_lot

SEATS = 5
TABLES = 160
MOVES = 50  # about half of a round
KINDS = (
    "laid", "tool_used", "mine_peeked", "dwarf_peeked", "treasure_peeked", "trap_set", "troll_set",
    "storm_broke", "discarded", "walked", "stayed", "treasure_taken", "end_called",
)  # fmt: skip


def choices_by_character(bot: str, known: State, seat: int, seed: int) -> Iterator[Action]:
    for character in ("loyal", "saboteur", "selfish"):
        swapped = known.copy()
        swapped.characters[seat] = character
        yield title.bots[bot](swapped, seat, Chance.seeded(seed))


def differing(bot: str) -> int:
    """Positions of a match in which the choice is another one with another character."""
    found = 0
    for number, match in enumerate(positions(title, seats=3, seed=4)):
        for seat in title.awaiting(match.state):
            first, *others = choices_by_character(bot, match.known[seat], seat, number)
            found += others != [first, first]
    return found


def test_with_another_character_the_keeper_chooses_the_same() -> None:
    assert differing("keeper") == 0


def test_with_another_character_the_plain_bot_chooses_otherwise() -> None:
    assert differing("plain") > 0


def watched(seed: int) -> Watched:
    """Half a round of a table where the keeper has every seat, as a spectator counts it."""
    match = LocalMatch(title, seats=SEATS, match=f"watched-{seed}", audiences=range(SEATS))
    chance = Chance.seeded(seed)
    done: list[Counter[str]] = [Counter() for _ in range(SEATS)]
    for _ in range(MOVES):
        seat = min(title.awaiting(match.state))
        move = match.submit(seat, title.bots["keeper"](match.known[seat], seat, chance))
        done[seat].update(event.type.partition(".")[2] for event in move.events)
    counts = [[float(counted[kind]) for kind in KINDS] for counted in done]
    return Watched(counts, [who == "saboteur" for who in match.state.characters])


def test_a_classifier_names_the_keepers_character_no_better_than_by_lot() -> None:
    tables = [watched(seed) for seed in range(TABLES)]
    assert named_by_classifier(tables) == pytest.approx(named_by_lot(tables), abs=0.1)
