"""Bots play from what their seat knows, and from nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import Chance, Event, Move, Title, redact_move
from games.engine.canonical import canonical_json
from games.engine.localmatch import LocalMatch


def tell(title: Title[Any], known: dict[int, Any], move: Move) -> None:
    """Hand every seat its copy of a move as text, as a stranger would get it."""
    for seat, state in known.items():
        text = json.dumps(redact_move(move, seat).to_json())
        for data in json.loads(text)["events"]:
            title.evolve(state, Event.from_json(data))


@pytest.mark.parametrize("bot", ["random", "plain", "keeper"])
def test_a_bot_plays_a_whole_match_from_its_seats_copy_of_the_log_alone(
    title: Title[Any], bot: str
) -> None:
    seats = title.seats[0]
    table = LocalMatch(title, seats=seats, secret=b"bots", audiences=())
    known = {seat: title.initial() for seat in range(seats)}
    chance = Chance.seeded(bot)
    tell(title, known, table.moves[0])
    while awaited := sorted(title.awaiting(table.state)):
        seat = awaited[chance.pick(len(awaited))]
        action = title.bots[bot](known[seat], seat, chance)
        assert canonical_json(action) in map(canonical_json, title.actions(known[seat], seat))
        tell(title, known, table.submit(seat, action))
    assert title.outcome(table.state) is not None


@pytest.mark.parametrize("bot", ["random", "plain", "keeper"])
def test_a_bot_chooses_the_same_again_and_changes_nothing(title: Title[Any], bot: str) -> None:
    seats = title.seats[-1]
    table = LocalMatch(title, seats=seats, secret=b"bots again")
    chance = Chance.seeded(bot)
    for number in range(60):
        awaited = sorted(title.awaiting(table.state))
        if not awaited:
            break
        seat = awaited[chance.pick(len(awaited))]
        known = table.known[seat]
        before = known.copy()
        choose = title.bots[bot]
        first = choose(known, seat, Chance.seeded(number))
        assert known == before
        assert choose(known.copy(), seat, Chance.seeded(number)) == first
        table.submit(seat, first)


def test_every_title_has_a_random_and_a_plain_bot_and_a_keeper(title: Title[Any]) -> None:
    assert {"random", "plain", "keeper"} <= title.bots.keys()
    assert "mixed" not in title.bots
