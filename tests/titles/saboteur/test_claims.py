"""Claims in Saboteur: what speaks against them, and whether they were true."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import UNKNOWN, Event, Move, Seat
from games.presentation.claims import Claimed, Truth
from games.titles.saboteur.events import (
    Discarded,
    Drew,
    GoalPeeked,
    GoalTurned,
    RoundDealt,
    RoundEnded,
)
from games.titles.saboteur.table import presenter
from tests.titles.claiming import NAMES, against, log
from tests.titles.saboteur.scenes import Scene

HIDDEN = (UNKNOWN,) * 3
DEAL = RoundDealt(
    number=1, starter=Seat(0), roles=HIDDEN, spare=UNKNOWN, goals=HIDDEN, hands=(HIDDEN,) * 3,
    pile=HIDDEN, gold=HIDDEN,
)  # fmt: skip


def peek(seat: int, goal: int) -> GoalPeeked:
    return GoalPeeked(seat=Seat(seat), goal=goal, card=UNKNOWN)


def told(*moves: list[Event]) -> list[Move]:
    return log([DEAL], *moves)


def objections(moves: list[Move], *claims: Claimed) -> list[tuple[list[int], str]]:
    return against("saboteur", moves, *claims)


LOOKED = told([peek(0, 1)], [peek(1, 1)], [peek(2, 2)])  # moves 1, 2 and 3


def test_two_who_looked_at_one_goal_cannot_have_seen_different_things() -> None:
    claims = Claimed(0, "goal.1.gold", 3), Claimed(1, "goal.1.stone", 3)
    assert objections(LOOKED, *claims) == [([0, 1], "")]
    assert objections(LOOKED, claims[0], Claimed(1, "goal.1.gold", 3)) == []


def test_there_is_gold_under_one_goal_only() -> None:
    claims = Claimed(0, "goal.1.gold", 3), Claimed(2, "goal.2.gold", 3)
    assert objections(LOOKED, *claims) == [([0, 1], "Only one of the goals is gold.")]
    assert objections(LOOKED, Claimed(0, "goal.1.stone", 3), Claimed(2, "goal.2.stone", 3)) == []


def test_not_all_goals_are_stone() -> None:
    moves = told([peek(0, 0), peek(1, 1), peek(2, 2)])
    claims = [Claimed(seat, f"goal.{seat}.stone", 1) for seat in range(3)]
    assert objections(moves, *claims) == [([0, 1, 2], "One of the goals is gold.")]
    assert objections(moves, *claims[:2]) == []


def test_a_goal_that_is_turned_up_speaks_against_what_was_said_of_the_others() -> None:
    gold = told([peek(0, 0)], [GoalTurned(goal=1, card="gold", turned=False)])
    words = "Only one of the goals is gold."
    assert objections(gold, Claimed(0, "goal.0.gold", 1)) == [([0], words)]
    assert objections(gold, Claimed(0, "goal.0.stone", 1)) == []
    stone = told([peek(0, 0), peek(1, 2)], [GoalTurned(goal=1, card="NW", turned=False)])
    both = Claimed(0, "goal.0.stone", 1), Claimed(1, "goal.2.stone", 1)
    assert objections(stone, *both) == [([0, 1], "One of the goals is gold.")]
    refuted = Claimed(2, "goal.1.gold", 0)  # which says nothing against anybody else
    found = objections(stone, refuted, Claimed(0, "goal.0.gold", 1))
    assert {place for places, _words in found for place in places} == {0}


def test_there_are_only_so_many_saboteurs_and_miners() -> None:
    accused = Claimed(0, "seat.1.saboteur", 1), Claimed(1, "seat.0.saboteur", 1)
    words = "Of the role cards only 1 is a saboteur."
    assert objections(LOOKED, *accused) == [([0, 1], words)]
    five = log([replace(DEAL, roles=(UNKNOWN,) * 5)])
    assert objections(five, *accused) == []
    third = Claimed(2, "seat.4.saboteur", 1)
    words = "Of the role cards only 2 are saboteurs."
    assert objections(five, *accused, third) == [([0, 1, 2], words)]
    again = Claimed(3, "seat.0.saboteur", 1)
    assert objections(five, *accused, again) == []  # the same seat twice is one saboteur
    miners = [Claimed(seat, f"seat.{seat}.miner", 1) for seat in range(5)]
    words = "Of the role cards only 4 are miners."
    assert objections(five, *miners) == [([0, 1, 2, 3, 4], words)]


def test_the_log_speaks_against_a_look_that_it_does_not_have_yet() -> None:
    words = "The log has no look by tobias at this goal."
    assert objections(LOOKED, Claimed(1, "goal.0.gold", 3)) == [([0], words)]
    assert objections(LOOKED, Claimed(1, "goal.1.gold", 1)) == [([0], words)]
    assert objections(LOOKED, Claimed(1, "goal.1.gold", 2)) == []


def test_a_goal_that_is_turned_up_refutes_what_was_said_of_it_before() -> None:
    moves = told([peek(0, 1)], [GoalTurned(goal=1, card="NW", turned=False)])
    assert objections(moves, Claimed(0, "goal.1.gold", 1)) == [([0], "It was turned up: stone.")]
    assert objections(moves, Claimed(0, "goal.1.stone", 1)) == []


def test_a_look_in_another_round_is_none_in_this() -> None:
    moves = told([peek(0, 1), DEAL], [peek(0, 1)])
    claims = [Claimed(0, "goal.1.gold", 0), Claimed(0, "goal.1.gold", 1)]
    assert [places for places, _words in objections(moves, *claims)] == [[0]]


def test_nobody_is_both_miner_and_saboteur() -> None:
    claims = Claimed(0, "seat.2.miner", 1), Claimed(1, "seat.2.saboteur", 1)
    assert objections(LOOKED, *claims) == [([0, 1], "")]
    assert objections(LOOKED, claims[0], Claimed(0, "seat.1.saboteur", 1)) == []


def test_roles_that_are_turned_up_refute_accusations() -> None:
    shown = RoundEnded(winner="miners", roles=("miner", "saboteur", "miner"), spare="miner")
    moves = told([shown])
    words = "tobias was turned up as a saboteur."
    assert objections(moves, Claimed(0, "seat.1.miner", 0)) == [([0], words)]
    assert objections(moves, Claimed(0, "seat.1.saboteur", 0)) == []


def test_one_discard_is_one_card() -> None:
    moves = told([Discarded(seat=Seat(0), card=UNKNOWN)], [Discarded(seat=Seat(0), card=UNKNOWN)])
    same = Claimed(0, "discard.map", 1), Claimed(0, "discard.dead_end", 1)
    assert objections(moves, *same) == [([0, 1], "")]
    assert objections(moves, same[0], Claimed(0, "discard.dead_end", 2)) == []
    both = Claimed(0, "discard.repair-pick", 1), Claimed(0, "discard.repair-lamp", 1)
    assert objections(moves, *both) == []  # one card repairs either
    words = "The log has no discard by mira in this round."
    assert ([0], words) in objections(moves, Claimed(0, "discard.map", 0))


def test_nobody_holds_a_repair_and_none() -> None:
    claims = Claimed(0, "hold.no_repair", 1), Claimed(0, "hold.repair-lamp", 1)
    assert objections(LOOKED, *claims) == [([0, 1], "")]
    assert objections(LOOKED, claims[0], Claimed(1, "hold.repair-lamp", 1)) == []
    assert objections(LOOKED, claims[0], Claimed(0, "hold.repair-lamp", 2)) == []


# The truth


def truth(scene: Scene, claim: Claimed, *events: Event) -> Truth:
    found = presenter.claim_truth(claim, scene.state, told(list(events)), NAMES)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("code", "events", "expected"),
    [
        ("goal.1.gold", [peek(0, 1)], (True, True, "It was gold.")),
        ("goal.1.stone", [peek(0, 1)], (False, True, "It was gold.")),
        ("goal.0.stone", [], (True, False, "It was stone; mira had not looked.")),
        ("goal.0.gold", [peek(1, 0)], (False, False, "It was stone; mira had not looked.")),
        ("seat.1.saboteur", [], (True, False, "tobias was a saboteur.")),
        ("seat.2.saboteur", [], (False, False, "ines was a miner.")),
        ("seat.0.miner", [], (True, True, "mira was a miner.")),
        ("seat.0.saboteur", [], (False, True, "mira was a miner.")),
        ("hold.map", [], (True, True, "")),
        ("hold.repair-pick", [], (True, True, "")),  # by a card that repairs a lamp too
        ("hold.repair-cart", [], (False, True, "")),
        ("hold.no_repair", [], (False, True, "")),
        ("discard.map", [], (False, True, "mira had discarded nothing.")),
        ("discard.map", [Discarded(seat=Seat(0), card="map")], (True, True, "It was a map.")),
        (
            "discard.map",
            [Discarded(seat=Seat(0), card="EW")],
            (False, True, "It was a straight tunnel."),
        ),
        (
            "discard.dead_end",
            [Discarded(seat=Seat(0), card="EWx")],
            (True, True, "It was a dead end."),
        ),
    ],
)
def test_a_claim_was_true_or_not(
    code: str, events: list[Event], expected: tuple[bool, bool, str]
) -> None:
    scene = Scene(hand="map repair:pick+lamp EW", roles="msm", goals=("NW", "gold", "NE"))
    assert truth(scene, Claimed(0, code, 1), *events) == Truth(*expected)


def test_a_draw_is_no_discard() -> None:
    assert not truth(Scene(), Claimed(0, "discard.map", 1), Drew(seat=Seat(0), card="map")).is_true
