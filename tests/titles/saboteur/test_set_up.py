"""S1 to S4: how a round is set up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import Chance, fold
from games.titles.saboteur import title
from games.titles.saboteur.board import GOAL_CELLS, START_CELL
from games.titles.saboteur.cards import ACTION_CARDS, DECK, GOLD_BOX, PATH_CARDS
from tests.titles.saboteur.scenes import (
    TO_GOLD,
    Scene,
    dig,
    discard,
    next_deal,
    of_type,
    plain_script,
)

DWARVES = {3: (1, 3), 4: (1, 4), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (3, 6), 9: (3, 7), 10: (4, 7)}
HANDS = {3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}


def dealt(seats: int, seed: int = 1) -> Any:
    return fold(title, title.deal(seats=seats, chance=Chance.seeded(seed)))


@pytest.mark.rule("S1")
@pytest.mark.parametrize("seats", title.seats)
def test_one_dwarf_card_more_than_players_is_in_play(seats: int) -> None:
    state = dealt(seats)
    roles = Counter([*(slot.value for slot in state.roles), state.spare.value])
    assert (roles["saboteur"], roles["miner"]) == DWARVES[seats]
    assert len(state.roles) == seats


@pytest.mark.rule("S1")
def test_among_three_players_there_may_be_no_saboteur() -> None:
    spares = {dealt(3, seed).spare.value for seed in range(40)}
    assert spares == {"miner", "saboteur"}


@pytest.mark.rule("S2")
def test_start_and_goals_lie_seven_cards_apart() -> None:
    state = dealt(3)
    assert list(state.maze.cards) == [START_CELL] == [(0, 0)]
    assert GOAL_CELLS == ((8, -2), (8, 0), (8, 2))
    assert sorted(str(slot.value) for slot in state.goals) == ["NE", "NW", "gold"]
    assert not any(slot.face_up for slot in state.goals)


@pytest.mark.rule("S2")
def test_cards_may_be_laid_outside_the_frame_of_start_and_goals() -> None:
    scene = Scene(laid=".  NS\n.  NS\n.  NS\nEW S", hand="NS EW")
    assert (0, -4, False) in scene.places("NS")
    assert (-2, 0, False) in scene.places("EW")


@pytest.mark.rule("S3")
@pytest.mark.parametrize("seats", title.seats)
def test_hands_are_dealt_by_the_number_of_players(seats: int) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [HANDS[seats]] * seats
    assert len(state.pile) == 67 - seats * HANDS[seats]


@pytest.mark.rule("S3")
def test_the_deck_has_forty_path_and_twenty_seven_action_cards() -> None:
    assert sum(PATH_CARDS.values()) == 40
    assert sum(count for card, count in PATH_CARDS.items() if card.endswith("x")) == 9
    assert sum(ACTION_CARDS.values()) == 27
    assert len(DECK) == 67
    assert Counter(GOLD_BOX) == {1: 16, 2: 8, 3: 4}


@pytest.mark.rule("S4")
def test_the_first_starter_is_drawn_by_lot() -> None:
    for starter in range(4):
        events = title.deal(seats=4, chance=plain_script(4, starter=starter))
        assert title.awaiting(fold(title, events)) == {starter}


@pytest.mark.rule("S4")
def test_play_goes_to_the_next_higher_seat_and_round_again() -> None:
    scene = Scene(seats=3, hand="EW EW")
    for seat in (0, 1, 2, 0):
        assert title.awaiting(scene.state) == {seat}
        scene.play(discard("EW"), seat=seat)


@pytest.mark.rule("S4", "S22")
def test_the_left_neighbour_of_the_last_player_starts_the_next_round() -> None:
    scene = Scene(seats=4, laid=TO_GOLD, hand="EW NESW", others="NESW", gold=(1,) * 8)
    scene.play(discard("EW"))
    events = scene.play(dig("NESW", (7, 0)), seat=1, chance=next_deal(scene, gold=(1,) * 4))
    assert of_type(events, "round_dealt")[0].starter == 2
    assert title.awaiting(scene.state) == {2}


@pytest.mark.rule("S4", "S19")
def test_a_pick_of_gold_is_no_turn() -> None:
    scene = Scene(seats=3, laid=TO_GOLD, hand="NESW EW", gold=(3, 2, 1, 1, 1, 1), share_gold="pick")
    scene.play(dig("NESW", (7, 0)))
    scene.play({"do": "take", "gold": 3}, seat=0)
    assert title.awaiting(scene.state) == {2}
    scene.play({"do": "take", "gold": 2}, seat=2, chance=next_deal(scene, gold=(1, 1, 1)))
    assert scene.state.number == 2
    assert title.awaiting(scene.state) == {1}
