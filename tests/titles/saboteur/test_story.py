"""Looking back at Saboteur: what is told of a recorded match, and what was hidden in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.engine import fold, redact
from games.engine.log import events_of
from games.engine.matchfile import MatchFile, read
from games.titles.saboteur import title
from games.titles.saboteur.events import GoalTurned
from games.titles.saboteur.table import presenter
from games.titles.saboteur.table.story import measures, revealed, turning_point

MATCHES = Path(__file__).parent / "matches"
RECORDED = MATCHES / "5-seats-pick.json"
NAMES = ["Ann", "Bea", "Cid", "Dot", "Eve"]


@pytest.fixture(scope="module")
def match() -> MatchFile:
    return read(RECORDED.read_bytes())


def states(match: MatchFile, at: int) -> tuple[Any, Any]:
    events = events_of(match.moves[: at + 1])
    return fold(title, [redact(event, None) for event in events]), fold(title, events)


def test_every_turn_is_one_activity_of_whoever_moved(match: MatchFile) -> None:
    for move in match.moves[1:]:
        done: list[Any] = [event for event in move.events if presenter.activity(event)]
        assert [event.seat for event in done].count(move.seat) == 1, move


def test_a_goal_that_turns_up_is_a_turning_point(match: MatchFile) -> None:
    state, told = title.initial(), []
    for event in events_of(match.moves):
        before = state.copy()
        title.evolve(state, event)
        told += [event] if turning_point(event, before, state, None, NAMES) else []
    turned = [event for event in events_of(match.moves) if isinstance(event, GoalTurned)]
    assert turned
    assert [event for event in told if isinstance(event, GoalTurned)] == turned


def test_the_way_shrinks_as_the_tunnel_grows_and_is_none_at_the_gold(match: MatchFile) -> None:
    ways = [measures(states(match, at)[0], NAMES)[0][1] for at in range(len(match.moves))]
    assert ways[0] == 7
    assert ways[1] in (6, 7)
    last = states(match, len(match.moves) - 1)[0]
    assert last.results[-1].winner == "miners"
    assert ways[-1] == 0


def test_a_match_that_ends_without_gold_has_no_way_left() -> None:
    match = read((MATCHES / "6-seats-auto.json").read_bytes())
    assert measures(states(match, len(match.moves) - 1)[0], NAMES)[0][1] is None


def test_roles_hands_and_goals_are_revealed_at_the_deal(match: MatchFile) -> None:
    public, full = states(match, 0)
    hidden = dict(revealed(public, full, NAMES))
    assert set(NAMES) <= hidden.keys()
    for seat, name in enumerate(NAMES):
        assert len(hidden[name].split(", ")) >= 1 + len(full.hands[seat])
    assert len(hidden) == len(NAMES) + 3 + 1  # three goals, the cards to come


def test_what_all_can_see_is_not_revealed(match: MatchFile) -> None:
    _public, full = states(match, 0)
    hidden = dict(revealed(full, full, NAMES))
    assert not any("miner" in text or "saboteur" in text for text in hidden.values())
