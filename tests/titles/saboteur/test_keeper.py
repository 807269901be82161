"""The keeper never reads its own role, and nobody can tell it from what the keeper does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine import Action, Chance, Slot
from games.engine.localmatch import LocalMatch
from games.titles.saboteur import title
from games.titles.saboteur.board import GOAL_CELLS, distance
from games.titles.saboteur.events import Discarded, Dug, GoalPeeked, RockFell, ToolBroken
from games.titles.saboteur.events import ToolRepaired as Repaired
from games.titles.saboteur.state import State
from tests.titles.tables import positions
from tests.titles.telling import Watched, named_by_classifier, named_by_lot

SEATS = 5
TABLES = 600
TURNS = 3  # of each seat: a third of a round, after which a plain saboteur is an open book


def choices_by_role(bot: str, known: State, seat: int, seed: int) -> Iterator[Action]:
    for role in ("miner", "saboteur"):
        swapped = known.copy()
        swapped.roles[seat] = Slot(role)
        yield title.bots[bot](swapped, seat, Chance.seeded(seed))


def differing(bot: str) -> int:
    """Positions of a match in which the choice is another one with the other role."""
    found = 0
    for number, match in enumerate(positions(title, seats=4, seed=3, options={})):
        for seat in title.awaiting(match.state):
            as_miner, as_saboteur = choices_by_role(bot, match.known[seat], seat, number)
            found += as_miner != as_saboteur
    return found


def test_with_the_other_role_the_keeper_chooses_the_same() -> None:
    assert differing("keeper") == 0


def test_with_the_other_role_the_plain_bot_chooses_otherwise() -> None:
    assert differing("plain") > 10


def nearest(known: State) -> int:
    return min(
        (distance(cell, goal) for cell in known.maze.openings() for goal in GOAL_CELLS), default=99
    )


def watched(bot: str, seed: int) -> Watched:
    """The first turns of a table where all seats are played so, as a spectator counts them."""
    match = LocalMatch(title, seats=SEATS, match=f"watched-{seed}", audiences=range(SEATS))
    chance = Chance.seeded(seed)
    counts = [[0.0] * 8 for _ in range(SEATS)]
    for _ in range(TURNS * SEATS):
        [seat] = title.awaiting(match.state)
        before = nearest(match.state)
        move = match.submit(seat, title.bots[bot](match.known[seat], seat, chance))
        for event in move.events:
            if isinstance(event, Dug):
                gained = nearest(match.state) < before
                counts[seat][2 if event.card.endswith("x") else int(gained)] += 1
            elif isinstance(event, ToolBroken | Repaired | RockFell | GoalPeeked | Discarded):
                kinds = (ToolBroken, Repaired, RockFell, GoalPeeked, Discarded)
                counts[seat][3 + kinds.index(type(event))] += 1
    return Watched(counts, [slot.value == "saboteur" for slot in match.state.roles])


@pytest.fixture(scope="module")
def by_lot() -> float:
    return named_by_lot([watched("random", seed) for seed in range(TABLES)])


def test_a_classifier_names_the_keepers_role_no_better_than_by_lot(by_lot: float) -> None:
    found = named_by_classifier([watched("keeper", seed) for seed in range(TABLES)])
    assert found == pytest.approx(by_lot, abs=0.05)


def test_the_same_classifier_reads_a_plain_saboteur_like_an_open_book(by_lot: float) -> None:
    found = named_by_classifier([watched("plain", seed) for seed in range(TABLES)])
    assert found > by_lot + 0.3
