"""E5 to E10, E17 and E22: moving knights and taking cards."""

import pytest

from tests.titles.emerald.scenes import scene

# E5: which knights


@pytest.mark.rule("E5")
def test_one_knight_must_move_and_after_it_one_may_stop() -> None:
    start = scene(red=[1, 3])
    assert start.offers("stop") == []
    assert start.move(1, "red").offers("stop") == [{"do": "stop"}]


@pytest.mark.rule("E5")
def test_the_knight_moved_first_may_not_move_again() -> None:
    after = scene(red=["tower1", 3, 5]).move(3, "red")
    assert after.places("red")[:3] == [-4, 4, 5]
    assert [action["from"] for action in after.offers("move")] == ["tower1", 5]


@pytest.mark.rule("E5")
def test_another_knight_of_that_colour_on_the_same_field_may_move() -> None:
    after = scene(red=[3, 4]).move(3, "red")
    assert after.places("red")[:2] == [4, 4]
    assert [action["from"] for action in after.offers("move")] == [4]


@pytest.mark.rule("E5")
def test_two_knights_end_the_turn() -> None:
    after = scene(red=[1, 3]).move(1, "red").move(3, "red")
    assert (after.happened, after.awaited) == (["moved", "turn_passed"], 1)


@pytest.mark.rule("E5")
@pytest.mark.rule("E22")
def test_the_turn_ends_by_itself_when_no_second_knight_may_move() -> None:
    after = scene(seats=2, red=[1], blue=[2]).move(1, "red")
    assert (after.happened, after.awaited) == (["moved", "turn_passed"], 1)


def test_the_first_move_of_a_turn_is_asked_even_when_there_is_one_answer() -> None:
    start = scene(red=[2, 2])
    assert start.offered == [{"do": "move", "from": 2, "colour": "red"}]


# E6: how far


@pytest.mark.rule("E6")
def test_a_knight_moves_as_many_fields_as_knights_of_anybody_stand_where_it_leaves() -> None:
    after = scene(red=[1, 1], blue=[1], green=[1, 2]).move(1, "red")
    assert after.the("moved").to == 5


@pytest.mark.rule("E6")
def test_the_crowd_is_counted_at_the_moment_of_each_move() -> None:
    after = scene(red=[3, 4], blue=[4]).move(3, "red").move(4, "red")
    assert after.the("moved").to == 4 + 3


@pytest.mark.rule("E6")
@pytest.mark.parametrize("space", ["tower1", "tower4", "centre"])
def test_from_every_start_space_the_first_step_is_to_field_1(space: str) -> None:
    alone = scene(red=[space, 6], blue=[6], green=[6]).move(space, "red")
    assert alone.the("moved").to == 1
    assert scene().move(space, "red").the("moved").to == 3


@pytest.mark.rule("E6")
def test_a_start_space_counts_only_its_own_knights() -> None:
    after = scene(red=["tower1", "tower2"], blue=["tower1"], green=["tower2", "centre"])
    assert after.move("tower1", "red").the("moved").to == 2


@pytest.mark.rule("E6")
def test_from_the_last_meadow_field_the_next_step_is_cave_1() -> None:
    assert scene(red=[6, 1]).move(6, "red").the("moved").to == 7


# E7: the chamber


@pytest.mark.rule("E7")
@pytest.mark.parametrize("others", [[], [15], [15, 15]])
def test_one_step_beyond_cave_9_is_the_chamber_and_steps_left_over_are_lost(
    others: list[int | str],
) -> None:
    after = scene(red=[15, 1, 1], blue=[*others, 1, 1]).move(15, "red")
    assert after.places("red")[:3] == [1, 1, 16]
    assert after.happened == ["moved", "treasure_taken", "turn_passed"]
    assert after.state.treasures == [1, 0, 0]


@pytest.mark.rule("E7")
def test_a_knight_in_the_chamber_is_out_of_play() -> None:
    after = scene(red=[15, 1, 2]).move(15, "red")
    after.move("tower1", "blue").stop().move("tower1", "green").stop()
    assert [action["from"] for action in after.offers("move")] == [1, 2]


@pytest.mark.rule("E7")
def test_a_second_knight_may_enter_the_chamber() -> None:
    after = scene(red=[15, 1, 2]).move(1, "red").move(15, "red")
    assert (after.state.treasures, after.awaited) == ([1, 0, 0], 1)


# E8: taking a card


@pytest.mark.rule("E8")
def test_where_both_piles_are_left_the_player_chooses() -> None:
    after = scene(red=[9, 10, 1], blue=[9], rail=7, dragon=7).move(10, "red")
    assert after.awaited == 0
    assert after.offered == [{"do": "take", "pile": "gold"}, {"do": "take", "pile": "gem"}]


@pytest.mark.rule("E8")
@pytest.mark.parametrize(
    ("gold", "gems", "taken"), [([4], [], "gold_taken"), ([], ["ruby"], "gem_taken")]
)
def test_where_one_pile_is_left_its_card_is_taken_without_asking(
    gold: list[int], gems: list[str], taken: str
) -> None:
    after = scene(red=[12, 1], gold={13: gold}, gems={13: gems}).move(12, "red")
    assert after.happened == ["moved", taken, "turn_passed"]


@pytest.mark.rule("E8")
def test_the_card_under_the_one_taken_is_turned_up() -> None:
    after = scene(red=[12, 1], gold={13: [4, 2, 5]}).move(12, "red").take("gold")
    assert (after.the("gold_taken").gold, after.the("gold_taken").under) == (4, 2)
    assert after.state.gold[13].top() == 2


@pytest.mark.rule("E8")
def test_nothing_is_turned_up_under_the_last_card() -> None:
    after = scene(red=[12, 1], gems={13: ["ruby"]}).move(12, "red").take("gem")
    assert after.the("gem_taken").under is None
    assert len(after.state.gems[13]) == 0


@pytest.mark.rule("E8")
def test_taking_a_card_ends_the_turn_even_after_one_knight() -> None:
    after = scene(red=[12, 1]).move(12, "red").take("gold")
    assert (after.happened, after.awaited) == (["gold_taken", "turn_passed"], 1)


@pytest.mark.rule("E8")
def test_the_order_is_move_take_bonus_roll_catch_answer_rail_turn() -> None:
    start = scene(
        red=[8, 1, 1],
        blue=[7, 1, 1],
        held={0: ["ruby", "emerald", "garnet"]},
        gems={9: ["turquoise"]},
        hands={1: [2]},
    )
    taken = start.move(8, "red").take("gem", rolls=[3])
    assert taken.happened == ["gem_taken", "bonus_taken", "dragon_moved", "knight_caught"]
    assert taken.bribe(2).happened == ["bribed", "rail_moved", "turn_passed"]


@pytest.mark.rule("E8")
def test_the_turn_does_not_pass_while_an_answer_is_awaited() -> None:
    taken = scene(red=[8, 1], blue=[7, 1, 1], hands={1: [2]}).move(8, "red").take("gold", rolls=[3])
    assert (taken.state.turn, taken.awaited) == (0, 1)


# E9 and E10: gold and gems


@pytest.mark.rule("E9")
def test_gold_goes_into_the_hand_and_gems_lie_open() -> None:
    gold = scene(red=[12, 1], gold={13: [4]}).move(12, "red").take("gold")
    assert gold.state.hands[0].known() == [4]
    gem = scene(red=[12, 1], gems={13: ["garnet"]}).move(12, "red").take("gem")
    assert gem.state.gems_held[0] == ("garnet",)


@pytest.mark.rule("E10")
def test_the_first_with_all_four_kinds_gets_the_bonus_at_once() -> None:
    start = scene(red=[12, 1], held={0: ["ruby", "emerald", "garnet"]}, gems={13: ["turquoise"]})
    after = start.move(12, "red").take("gem")
    assert after.happened == ["gem_taken", "bonus_taken", "turn_passed"]
    assert after.state.bonuses == [("four_gems",), (), ()]


@pytest.mark.rule("E10")
def test_four_gems_of_fewer_kinds_are_not_enough() -> None:
    start = scene(red=[12, 1], held={0: ["ruby", "ruby", "garnet"]}, gems={13: ["turquoise"]})
    assert "bonus_taken" not in start.move(12, "red").take("gem").happened


@pytest.mark.rule("E10")
def test_whoever_has_the_bonus_keeps_it() -> None:
    start = scene(red=[12, 1], held={0: ["ruby", "emerald", "garnet"]}, gems={13: ["turquoise"]})
    start.state.bonuses[1] += ("four_gems",)
    after = start.move(12, "red").take("gem")
    assert after.state.bonuses == [(), ("four_gems",), ()]


# E17: the second knight after an empty field


@pytest.mark.rule("E17")
def test_after_a_field_without_cards_a_second_knight_may_move_though_the_dragon_woke() -> None:
    after = scene(red=[8, 1, 1], bare=[9]).move(8, "red", rolls=[3])
    assert after.happened == ["moved", "dragon_moved", "rail_moved"]
    assert {"do": "stop"} in after.offered
    assert {"do": "move", "from": 1, "colour": "red"} in after.offered


@pytest.mark.rule("E17")
def test_the_second_knight_may_wake_the_dragon_and_move_the_rail_again() -> None:
    after = scene(red=[8, 9, 1], bare=[9, 11]).move(8, "red", rolls=[3])
    assert (after.state.dragon, after.state.rail) == (7, 8)
    after.move(9, "red", rolls=[1])
    assert (after.state.dragon, after.state.rail) == (8, 9)
    assert after.happened == ["moved", "dragon_moved", "rail_moved", "turn_passed"]


@pytest.mark.rule("E17")
def test_a_first_knight_in_the_meadow_leaves_a_second_free_to_take_a_card() -> None:
    after = scene(red=[12, 1]).move(1, "red").move(12, "red").take("gold")
    assert (after.happened, after.awaited) == (["gold_taken", "turn_passed"], 1)


# E22: two players


@pytest.mark.rule("E22")
def test_with_two_players_the_first_knight_may_be_of_either_colour() -> None:
    start = scene(seats=2, red=[1, 3], blue=[2])
    assert [(a["from"], a["colour"]) for a in start.offered] == [
        (1, "red"),
        (3, "red"),
        (2, "blue"),
    ]


@pytest.mark.rule("E22")
def test_with_two_players_the_second_knight_has_the_first_one_s_colour() -> None:
    after = scene(seats=2, red=[1, 3], blue=[2]).move(1, "red")
    assert [(a["from"], a["colour"]) for a in after.offers("move")] == [(3, "red")]


@pytest.mark.rule("E22")
def test_the_first_knight_s_colour_binds_even_when_that_knight_is_lost() -> None:
    after = scene(seats=2, red=[8, 1, 1], blue=[2], bare=[9]).move(8, "red", rolls=[1])
    assert after.happened == ["moved", "dragon_moved", "knight_caught", "knight_lost", "rail_moved"]
    assert [(a["from"], a["colour"]) for a in after.offers("move")] == [(1, "red")]
