"""Looking back at Emerald: what is told of recorded matches, and what was hidden in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine import fold, redact
from games.engine.log import events_of
from games.engine.matchfile import MatchFile, read
from games.titles.emerald import title
from games.titles.emerald.cards import GEM_CARDS, GOLD_CARDS
from games.titles.emerald.events import Bribed, GoldTaken, KnightLost, TreasureTaken
from games.titles.emerald.rules import coins
from games.titles.emerald.table import presenter
from games.titles.emerald.table.story import measures, revealed, turning_point

RECORDED = sorted((Path(__file__).parent / "matches").glob("*.json"))
NAMES = ["Ann", "Bea", "Cid", "Dot", "Eve"]

every_match = pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)


def states(match: MatchFile, at: int) -> tuple[Any, Any]:
    events = events_of(match.moves[: at + 1])
    return fold(title, [redact(event, None) for event in events]), fold(title, events)


def told(match: MatchFile, seat: int | None = None) -> Iterator[tuple[Any, str, Any]]:
    """Every event, what the public (or a seat) is told of it as a turning point, the full state after."""
    known, full = title.initial(), title.initial()
    for event in events_of(match.moves):
        before, seen = known.copy(), redact(event, seat)
        title.evolve(known, seen)
        title.evolve(full, event)
        yield event, turning_point(seen, before, known, seat, NAMES), full


@every_match
def test_whoever_moved_did_something_unless_a_turn_was_ended_or_a_knight_chosen(path: Path) -> None:
    for move in read(path.read_bytes()).moves[1:]:
        seats = [getattr(event, "seat", None) for event in move.events if presenter.activity(event)]
        assert move.seat in seats or (move.action or {})["do"] in ("stop", "catch"), move


@every_match
def test_treasures_and_lost_knights_are_turning_points(path: Path) -> None:
    lines = list(told(read(path.read_bytes())))
    turned = [event for event, text, _full in lines if text]
    for event, text, _full in lines:
        if isinstance(event, TreasureTaken | KnightLost):
            assert event in turned
            assert text.startswith(NAMES[event.seat])


@every_match
def test_whoever_is_said_to_take_the_lead_has_most_coins(path: Path) -> None:
    count = 0
    for _event, text, full in told(read(path.read_bytes())):
        if "takes the lead" in text:
            [leader] = [s for s in range(full.seats) if f"{NAMES[s]} takes the lead" in text]
            have = [coins(full, seat) for seat in range(full.seats)]
            assert have.count(max(have)) == 1
            assert have[leader] == max(have)
            count += 1
    assert count


def test_the_lead_is_told_to_its_owner_as_its_own() -> None:
    match = read(RECORDED[0].read_bytes())
    public = [text for _event, text, _full in told(match)]
    leader = next(seat for seat in range(2) if f"{NAMES[seat]} takes the lead." in " ".join(public))
    own = " ".join(text for _event, text, _full in told(match, leader))
    assert "You take the lead." in own
    assert f"{NAMES[leader]} takes" not in own


@every_match
def test_nobody_takes_the_lead_twice_without_having_lost_it(path: Path) -> None:
    leader = ""
    for _event, text, _full in told(read(path.read_bytes())):
        if found := re.search(r"(\w+) takes the lead", text):
            assert found[1] != leader
            leader = found[1]
        elif found := re.search(r"(\w+) leads no more", text):
            assert found[1] == leader
            leader = ""


@every_match
def test_coins_run_from_nothing_to_the_scores(path: Path) -> None:
    match = read(path.read_bytes())
    first, last = (measures(states(match, at)[0], NAMES) for at in (0, len(match.moves) - 1))
    assert [one.value for one in first] == [0] * match.seats
    outcome = title.outcome(states(match, len(match.moves) - 1)[1])
    assert outcome is not None
    assert [one.value for one in last] == list(outcome.scores)


def test_cards_face_down_and_in_the_box_are_revealed_at_the_deal() -> None:
    public, full = states(read(RECORDED[0].read_bytes()), 0)
    hidden = revealed(public, full, NAMES)
    cards = [card for _label, text in hidden for card in text.split(", ")]
    assert len(cards) == len(GOLD_CARDS) + len(GEM_CARDS) - 2 * 9  # nine piles of each lie open
    assert not set(NAMES) & dict(hidden).keys()  # nobody has gold yet


@every_match
def test_gold_that_was_paid_unseen_is_revealed(path: Path) -> None:
    match = read(path.read_bytes())
    payers = {
        event.seat: move.number
        for move in match.moves
        for event in move.events
        if isinstance(event, Bribed)
    }
    for seat, at in payers.items():
        public, full = states(match, at)
        text = dict(revealed(public, full, NAMES))[NAMES[seat]]
        assert text.count("paid") == len(full.payments[seat])
        assert not any("paid" in one for _label, one in revealed(full, full, NAMES))


def test_gold_that_all_saw_taken_is_not_revealed() -> None:
    match = read(RECORDED[0].read_bytes())
    at = next(m.number for m in match.moves if any(isinstance(e, GoldTaken) for e in m.events))
    public, full = states(match, at)
    assert not set(NAMES) & dict(revealed(public, full, NAMES)).keys()
