"""S14 to S17: goals, and how a round ends."""

from __future__ import annotations

import pytest

from games.titles.saboteur import title
from games.titles.saboteur.cards import FACES, Goal
from tests.titles.saboteur.scenes import TO_GOLD, Scene, dig, discard, next_deal, of_type


def between(card: str, *, goals: tuple[Goal, Goal, Goal]) -> Scene:
    """The way to (7, -1) is open; a card at (8, -1) lies between two goals."""
    return Scene(laid=".  NES EW EW EW EW EW EW\nS NESW .  .  .  .  .  .", hand=card, goals=goals)


@pytest.mark.rule("S14")
def test_a_card_of_the_network_that_faces_a_goal_turns_it_up() -> None:
    scene = Scene(laid=TO_GOLD, hand="EW", goals=("gold", "NE", "NW"))
    events = scene.play(dig("EW", (7, 0)))
    assert [(turned.goal, turned.card) for turned in of_type(events, "goal_turned")] == [(1, "NE")]
    assert scene.state.goals[1].face_up
    assert not scene.state.goals[0].face_up


@pytest.mark.rule("S14")
def test_a_card_beside_a_goal_with_a_closed_side_does_not_turn_it_up() -> None:
    scene = Scene(laid=TO_GOLD, hand="NW")
    events = scene.play(dig("NW", (7, 0)))
    assert of_type(events, "goal_turned") == []
    assert not scene.state.goals[1].face_up


@pytest.mark.rule("S14")
def test_a_dead_end_does_not_reach_a_goal() -> None:
    scene = Scene(laid=TO_GOLD, hand="EWx")
    events = scene.play(dig("EWx", (7, 0)))
    assert of_type(events, "goal_turned") == []


@pytest.mark.rule("S14")
def test_a_card_between_two_goals_turns_both_up_from_north_to_south() -> None:
    scene = between("NESW", goals=("NW", "NE", "gold"))
    events = scene.play(dig("NESW", (8, -1)))
    turned = [(t.goal, t.card) for t in of_type(events, "goal_turned")]
    assert turned == [(0, "NW"), (1, "NE")]
    assert scene.state.number == 1


@pytest.mark.rule("S14", "S16")
def test_of_stone_and_gold_at_once_both_are_turned_up_and_the_miners_win() -> None:
    scene = between("NESW", goals=("NE", "gold", "NW"))
    events = scene.play(
        dig("NESW", (8, -1)), chance=next_deal(scene, gold=(2, 2, 2, 1, 1, 1, 1, 1, 1))
    )
    assert [t.card for t in of_type(events, "goal_turned")] == ["NE", "gold"]
    assert of_type(events, "round_ended")[0].winner == "miners"


@pytest.mark.rule("S14")
def test_a_card_that_reaches_one_of_two_goals_leaves_the_other_down() -> None:
    scene = between("NW", goals=("NE", "NW", "gold"))
    events = scene.play(dig("NW", (8, -1)))
    assert [t.goal for t in of_type(events, "goal_turned")] == [0]


@pytest.mark.rule("S15")
@pytest.mark.parametrize(("stone", "turned"), [("NW", False), ("NE", True)])
def test_a_stone_is_turned_so_that_it_joins_the_card_just_laid(stone: Goal, turned: bool) -> None:
    # The card lies to the west of the goal, so the stone must be open to the west.
    scene = Scene(laid=TO_GOLD, hand="EW", goals=("gold", stone, "NE" if stone == "NW" else "NW"))
    events = scene.play(dig("EW", (7, 0)))
    assert of_type(events, "goal_turned")[0].turned is turned
    assert (8, 0) in scene.state.maze.network()


@pytest.mark.rule("S15")
def test_cards_may_go_on_from_a_stone_and_must_match_it() -> None:
    scene = Scene(laid=TO_GOLD, hand="EW NS EW", others="NS EW", goals=("gold", "NW", "NE"))
    scene.play(dig("EW", (7, 0)))
    # The stone is open to the north and the west: a way leads on to (8, -1), none to (9, 0).
    assert dig("NS", (8, -1)) in scene.actions(seat=1)
    assert scene.refusal(dig("EW", (9, 0)), seat=1) == "sides_differ"


@pytest.mark.rule("S15", "S7")
def test_a_stone_may_misfit_and_nothing_leads_across() -> None:
    # NE turned up from the west lies as SW: the card at (8, -1) is open to it, the stone is not.
    scene = Scene(laid=TO_GOLD, hand="EW", others="NS", goals=("gold", "NE", "NW"))
    scene.state.lay((8, -1), FACES["NS", False])
    scene.play(dig("EW", (7, 0)))
    assert (8, 0) in scene.state.maze.network()
    assert (8, -1) not in scene.state.maze.network()


@pytest.mark.rule("S15")
def test_placing_on_from_a_stone_can_reach_the_next_goal() -> None:
    scene = Scene(laid=TO_GOLD, hand="EW", others="NS", goals=("gold", "NW", "NE"), gold=(1,) * 6)
    scene.play(dig("EW", (7, 0)))
    events = scene.play(dig("NS", (8, -1)), seat=1, chance=next_deal(scene, gold=(1,) * 3))
    assert of_type(events, "goal_turned")[0].card == "gold"
    assert of_type(events, "round_ended")[0].winner == "miners"


@pytest.mark.rule("S16")
def test_gold_ends_the_round_at_once_without_a_draw() -> None:
    scene = Scene(laid=TO_GOLD, hand="EW", gold=(1,) * 6)
    events = scene.play(dig("EW", (7, 0)), chance=next_deal(scene, gold=(1,) * 3))
    assert of_type(events, "drew") == []
    assert events[1].type == "saboteur.goal_turned"
    assert events[2].type == "saboteur.round_ended"


@pytest.mark.rule("S17")
def test_the_saboteurs_win_when_pile_and_hands_are_empty() -> None:
    scene = Scene(seats=3, hand="EW", others="", pile="", roles="mms", spare="miner")
    events = scene.play(discard("EW"), chance=next_deal(scene, gold=(3, 2, 2, 2, 2, 1, 1, 1, 1, 1)))
    assert of_type(events, "round_ended")[0].winner == "saboteurs"


@pytest.mark.rule("S17")
def test_the_round_goes_on_while_anyone_holds_a_card() -> None:
    scene = Scene(seats=3, hand="EW", others="EW", pile="")
    events = scene.play(discard("EW"))
    assert of_type(events, "round_ended") == []
    assert title.awaiting(scene.state) == {1}


@pytest.mark.rule("S17", "S16")
def test_gold_reached_with_the_very_last_card_is_the_miners_win() -> None:
    scene = Scene(laid=TO_GOLD, hand="EW", others="", pile="", gold=(1,) * 6)
    events = scene.play(dig("EW", (7, 0)), chance=next_deal(scene, gold=(1,) * 3))
    assert of_type(events, "round_ended")[0].winner == "miners"
