"""E11 to E16: the dragon wakes, moves, catches and is bribed; the rail moves on."""

from collections import Counter

import pytest

from games.titles.emerald.board import NEST, dragon_path
from games.titles.emerald.events import DragonMoved
from tests.titles.emerald.scenes import Scene, scene
from tests.titles.emerald.tables import positions

# E11: what wakes the dragon


def woken(to: int, *, rail: int, dragon: int) -> bool:
    """Does a red knight that stops on this bare field wake the dragon?"""
    start = scene(red=[to - 1, 1, 1], rail=rail, dragon=dragon, bare=[to])
    rolls = [1] if rail <= to < rail + 4 or to == dragon else []
    return "dragon_moved" in start.move(to - 1, "red", rolls).happened


@pytest.mark.rule("E11")
@pytest.mark.parametrize(("field", "wakes"), [(7, False), (8, True), (11, True), (12, False)])
def test_a_knight_that_stops_on_one_of_the_rail_s_four_fields_wakes_the_dragon(
    field: int, wakes: bool
) -> None:
    assert woken(field, rail=8, dragon=10) is wakes


@pytest.mark.rule("E11")
@pytest.mark.rule("E16")
def test_a_knight_that_stops_on_the_dragon_s_field_behind_the_rail_wakes_it() -> None:
    assert woken(7, rail=8, dragon=7)


@pytest.mark.rule("E11")
def test_a_knight_that_passes_the_rail_wakes_nothing() -> None:
    after = scene(red=[6, 1, 1], blue=[6] * 5, rail=7, dragon=7, bare=[12]).move(6, "red")
    assert after.happened == ["moved"]


@pytest.mark.rule("E11")
def test_the_chamber_wakes_no_dragon() -> None:
    after = scene(red=[15, 1, 1], rail=12, dragon=15).move(15, "red")
    assert after.happened == ["moved", "treasure_taken", "turn_passed"]


@pytest.mark.rule("E11")
def test_the_card_is_taken_before_the_mover_rolls() -> None:
    after = scene(red=[8, 1, 1]).move(8, "red")
    assert after.happened == ["moved"]
    assert after.take("gold", rolls=[3]).happened[:2] == ["gold_taken", "dragon_moved"]
    assert (after.the("dragon_moved").seat, after.the("dragon_moved").rolled) == (0, 3)


# E12: how the dragon moves


@pytest.mark.rule("E12")
@pytest.mark.parametrize(
    ("dragon", "facing", "rolled", "path", "then"),
    [
        (10, "entrance", 1, [9], "entrance"),
        (10, "entrance", 3, [9, 8, 7], "chamber"),  # turns after its last step
        (9, "entrance", 3, [8, 7, 8], "chamber"),  # turns at the lower end
        (8, "entrance", 2, [7, 8], "chamber"),  # bounces onto the field it left
        (8, "chamber", 3, [9, 10, 9], "entrance"),  # turns at the upper end
        (9, "chamber", 2, [10, 9], "entrance"),  # bounces at the upper end
        (7, "chamber", 3, [8, 9, 10], "entrance"),
        (6, "chamber", 1, [7], "chamber"),  # steps onto the rail from behind
        (6, "chamber", 3, [7, 8, 9], "chamber"),
    ],
)
def test_the_dragon_turns_at_the_rail_s_ends_at_no_cost(
    dragon: int, facing: str, rolled: int, path: list[int], then: str
) -> None:
    assert dragon_path(7, dragon, facing, rolled) == (path, then)  # type: ignore[arg-type]  # Facing


@pytest.mark.rule("E12")
@pytest.mark.parametrize("rail", range(7, 13))
def test_the_dragon_never_leaves_the_rail_and_never_faces_off_it(rail: int) -> None:
    for dragon in range(rail, rail + 4):
        for facing in ("entrance", "chamber"):
            if (dragon, facing) in ((rail, "entrance"), (rail + 3, "chamber")):
                continue
            for rolled in (1, 2, 3):
                path, then = dragon_path(rail, dragon, facing, rolled)
                assert set(path) <= set(range(rail, rail + 4))
                assert (path[-1], then) not in ((rail, "entrance"), (rail + 3, "chamber"))


@pytest.mark.rule("E12")
@pytest.mark.rule("E15")
def test_the_dragon_turns_when_the_rail_s_move_makes_its_field_an_end_field() -> None:
    after = scene(red=[9, 1, 1], bare=[10]).move(9, "red", rolls=[2])
    assert (after.the("dragon_moved").path, after.the("dragon_moved").facing) == (
        (9, 8),
        "entrance",
    )
    assert (after.the("rail_moved").to, after.the("rail_moved").facing) == (8, "chamber")
    assert after.state.facing == "chamber"


# E13: whom it catches


@pytest.mark.rule("E13")
def test_fields_that_the_dragon_passes_are_safe() -> None:
    after = scene(red=[8, 1, 1], blue=[9, 1, 1], bare=[9]).move(8, "red", rolls=[3])
    assert after.the("dragon_moved").path == (9, 8, 7)
    assert "knight_caught" not in after.happened


@pytest.mark.rule("E13")
def test_a_knight_that_walks_onto_the_dragon_is_not_caught_unless_it_stops_there() -> None:
    after = scene(red=[9, 1, 1], bare=[10]).move(9, "red", rolls=[3])
    assert "knight_caught" not in after.happened


@pytest.mark.rule("E13")
def test_the_dragon_that_bounces_onto_the_field_it_left_catches_there() -> None:
    start = scene(red=[7, 1, 1], rail=7, dragon=8, facing="entrance", bare=[8])
    after = start.move(7, "red", rolls=[2])
    assert after.the("dragon_moved").path == (7, 8)
    assert (after.the("knight_caught").colour, after.the("knight_caught").field) == ("red", 8)


@pytest.mark.rule("E13")
def test_one_colour_on_the_field_is_caught_without_asking() -> None:
    after = scene(red=[8, 1, 1], blue=[7, 7, 1], bare=[9]).move(8, "red", rolls=[3])
    assert after.the("knight_caught").colour == "blue"
    assert after.places("blue") == [1, 7, NEST, NEST, NEST]


@pytest.mark.rule("E13")
def test_of_several_colours_the_mover_chooses_the_knight_just_moved_included() -> None:
    start = scene(red=[8, 1, 1], blue=[9, 1, 1], green=[9, 1, 1], bare=[9])
    after = start.move(8, "red", rolls=[1])
    assert after.happened == ["moved", "dragon_moved"]
    assert (after.awaited, after.offered) == (
        0,
        [{"do": "catch", "colour": colour} for colour in ("red", "blue", "green")],
    )
    assert after.catch("green").the("knight_lost").seat == 2


@pytest.mark.rule("E13")
def test_when_all_knights_there_are_the_mover_s_own_one_of_them_must_go() -> None:
    after = scene(red=[8, 9, 1, 1], bare=[9]).move(8, "red", rolls=[1])
    assert after.the("knight_lost").seat == 0
    assert after.places("red") == [1, 1, 9, NEST, NEST]


@pytest.mark.rule("E13")
@pytest.mark.rule("E22")
def test_with_two_players_either_colour_of_one_owner_may_be_chosen() -> None:
    after = scene(seats=2, red=[8, 1], blue=[9, 1], bare=[9]).move(8, "red", rolls=[1])
    assert after.offered == [{"do": "catch", "colour": "red"}, {"do": "catch", "colour": "blue"}]
    assert after.catch("blue").places("blue") == [1, NEST, NEST, NEST]


@pytest.mark.rule("E13")
def test_the_dragon_catches_only_after_moving() -> None:
    after = scene(red=[11, 1, 1], blue=[10, 1, 1], dragon=10, rail=7, bare=[12]).move(11, "red")
    assert after.happened == ["moved"]


# E14: bribe or lose


def captured(**more: object) -> Scene:
    """Red moves 8 → 9 beside a bare field and rolls 3: a blue knight on 7 is caught."""
    setting: dict[str, object] = {"red": [8, 1, 1], "blue": [7, 1, 1], "bare": [9]}
    return scene(**{**setting, **more}).move(8, "red", rolls=[3])  # type: ignore[arg-type]  # a scene's words


@pytest.mark.rule("E14")
def test_the_owner_answers_out_of_turn_with_any_value_held_or_yields() -> None:
    start = captured(hands={1: [4, 2, 4]})
    assert start.awaited == 1
    assert start.offered == [
        {"do": "bribe", "gold": 2},
        {"do": "bribe", "gold": 4},
        {"do": "yield"},
    ]


@pytest.mark.rule("E14")
def test_a_bribed_knight_stays_and_the_card_leaves_the_hand() -> None:
    after = captured(hands={1: [4, 2]}).bribe(4)
    assert after.places("blue")[:3] == [1, 1, 7]
    assert after.state.hands[1].known() == [2]
    assert (after.happened, after.awaited) == (["bribed", "rail_moved"], 0)


@pytest.mark.rule("E14")
def test_a_knight_given_up_goes_to_the_nest_and_takes_no_treasure() -> None:
    after = captured(hands={1: [4]}).give_up()
    assert after.places("blue") == [1, 1, NEST, NEST, NEST]
    assert after.state.treasures == [0, 0, 0]
    assert after.state.hands[1].known() == [4]


@pytest.mark.rule("E14")
def test_without_gold_the_knight_is_lost_unasked() -> None:
    after = captured()
    assert after.happened == ["moved", "dragon_moved", "knight_caught", "knight_lost", "rail_moved"]
    assert after.awaited == 0


@pytest.mark.rule("E14")
def test_the_mover_too_is_asked_about_a_knight_of_its_own() -> None:
    after = scene(red=[8, 1, 1], hands={0: [1]}, bare=[9]).move(8, "red", rolls=[1])
    assert after.awaited == 0
    assert after.offered == [{"do": "bribe", "gold": 1}, {"do": "yield"}]


@pytest.mark.rule("E14")
def test_the_gold_card_just_taken_may_be_paid() -> None:
    start = scene(red=[8, 1, 1], gold={9: [5, 1]}).move(8, "red").take("gold", rolls=[1])
    assert start.offered == [{"do": "bribe", "gold": 5}, {"do": "yield"}]
    assert len(start.bribe(5).state.hands[0]) == 0


def bribed_before_it_moved(*places: int, rules: int) -> Scene:
    """Red moves 8 → 9 and rolls 3: a red knight on 7 is caught, and paid for."""
    start = scene(red=[8, *places], hands={0: [1]}, bare=[9], rules=rules)
    start.move(8, "red", rolls=[3])
    assert (start.the("knight_caught").colour, start.the("knight_caught").field) == ("red", 7)
    return start.bribe(1)


@pytest.mark.rule("E14")
@pytest.mark.rule("E5")
def test_a_bribed_knight_moves_no_more_in_this_turn() -> None:
    after = bribed_before_it_moved(7, 1, rules=2)
    assert [action["from"] for action in after.offers("move")] == [1]
    after.move(1, "red").move("tower1", "blue").stop().move("tower1", "green").stop()
    assert 7 in [action["from"] for action in after.offers("move")]


@pytest.mark.rule("E14")
def test_by_rules_1_a_bribed_knight_that_had_not_moved_might_be_the_second_knight() -> None:
    after = bribed_before_it_moved(7, 1, rules=1)
    assert [action["from"] for action in after.offers("move")] == [1, 7]


@pytest.mark.rule("E14")
def test_another_knight_of_its_colour_beside_a_bribed_one_may_move() -> None:
    after = bribed_before_it_moved(7, 7, 1, rules=2)
    assert [action["from"] for action in after.offers("move")] == [1, 7]


@pytest.mark.rule("E14")
@pytest.mark.rule("E5")
@pytest.mark.parametrize(("rules", "happened"), [(1, []), (2, ["turn_passed"])])
def test_when_only_a_bribed_knight_is_left_to_move_the_turn_ends(
    rules: int, happened: list[str]
) -> None:
    after = bribed_before_it_moved(7, rules=rules)
    assert after.happened == ["bribed", "rail_moved", *happened]


@pytest.mark.rule("E14")
def test_a_bribed_knight_beside_the_first_one_is_taken_to_be_the_first() -> None:
    start = scene(red=[8, 9, 1], hands={0: [1]}, bare=[9]).move(8, "red", rolls=[1]).bribe(1)
    assert [action["from"] for action in start.offers("move")] == [1, 9]


@pytest.mark.rule("E14")
def test_a_bribed_knight_may_be_captured_again_by_the_next_move_of_the_dragon() -> None:
    start = scene(red=[7, 10, 1], blue=[9, 1, 1], hands={1: [1, 2]}, bare=[8, 11])
    start.move(7, "red", rolls=[1]).bribe(1)
    start.move(10, "red", rolls=[2])
    assert start.the("dragon_moved").path == (8, 9)
    assert (start.the("knight_caught").colour, start.awaited) == ("blue", 1)
    assert start.offered == [{"do": "bribe", "gold": 2}, {"do": "yield"}]


@pytest.mark.rule("E14")
def test_of_equal_knights_on_the_first_knight_s_field_the_first_is_the_one_lost() -> None:
    after = scene(red=[8, 9, 1, 1], bare=[9]).move(8, "red", rolls=[1])
    assert after.places("red") == [1, 1, 9, NEST, NEST]
    assert [action["from"] for action in after.offers("move")] == [1, 9]


@pytest.mark.rule("E14")
def test_a_first_knight_that_was_bribed_free_still_has_moved() -> None:
    after = scene(red=[8, 1, 1], hands={0: [1]}, bare=[9]).move(8, "red", rolls=[1]).bribe(1)
    assert [action["from"] for action in after.offers("move")] == [1]


@pytest.mark.rule("E14")
def test_a_knight_lost_elsewhere_leaves_the_first_knight_where_it_is() -> None:
    after = scene(red=[8, 7, 1, 1], bare=[9]).move(8, "red", rolls=[3])
    assert after.the("knight_lost").field == 7
    assert [action["from"] for action in after.offers("move")] == [1]


# E15 and E16: the rail


@pytest.mark.rule("E15")
def test_after_the_dragon_s_move_the_rail_moves_one_field_towards_the_chamber() -> None:
    assert scene(red=[8, 1, 1], bare=[9]).move(8, "red", rolls=[3]).state.rail == 8


@pytest.mark.rule("E15")
def test_the_rail_stays_over_cave_6_to_9() -> None:
    after = scene(red=[13, 1, 1], rail=12, dragon=12, bare=[14]).move(13, "red", rolls=[1])
    assert after.state.rail == 12
    assert "rail_moved" not in after.happened


@pytest.mark.rule("E15")
def test_the_rail_waits_for_the_choice_and_for_the_answer() -> None:
    start = scene(red=[8, 1, 1], blue=[9, 1, 1], hands={1: [3]}, bare=[9])
    start.move(8, "red", rolls=[1])
    assert start.state.rail == 7
    start.catch("blue")
    assert start.state.rail == 7
    assert start.bribe(3).state.rail == 8


@pytest.mark.rule("E16")
def test_a_dragon_left_behind_by_the_rail_faces_the_chamber_and_stays() -> None:
    left = scene(red=[9, 1, 1], bare=[10]).move(9, "red", rolls=[3])
    assert (left.state.dragon, left.state.rail, left.state.facing) == (7, 8, "chamber")
    waits = left.stop().move("tower1", "blue").stop()
    assert waits.state.dragon == 7


@pytest.mark.rule("E16")
def test_a_roll_of_1_from_behind_puts_it_on_the_rail_and_the_rail_leaves_it_behind_again() -> None:
    start = scene(red=[9, 1, 1], rail=8, dragon=7, facing="chamber", bare=[10])
    after = start.move(9, "red", rolls=[1])
    assert (after.state.dragon, after.state.rail, after.state.facing) == (8, 9, "chamber")


@pytest.mark.rule("E16")
def test_the_rail_s_last_move_can_leave_the_dragon_on_field_11() -> None:
    start = scene(red=[12, 1, 1], rail=11, dragon=12, facing="entrance", bare=[13])
    after = start.move(12, "red", rolls=[1])
    assert (after.state.dragon, after.state.rail, after.state.facing) == (11, 12, "chamber")


@pytest.mark.rule("E16")
@pytest.mark.parametrize("rolled", [1, 2, 3])
def test_from_field_11_it_comes_back_onto_the_rail_for_good(rolled: int) -> None:
    start = scene(red=[13, 1, 1], rail=12, dragon=11, facing="chamber", bare=[14])
    after = start.move(13, "red", rolls=[rolled])
    assert (after.state.rail, after.state.dragon) == (12, 11 + rolled)


@pytest.mark.rule("E11", "E17")
def test_one_answer_is_followed_by_at_most_one_roll() -> None:
    rolled: Counter[int] = Counter()
    for seats, seed in ((2, 11), (3, 12), (5, 13)):
        *_rest, match = positions(seats=seats, seed=seed)
        for move in match.moves:
            rolled[sum(isinstance(event, DragonMoved) for event in move.events)] += 1
    assert rolled.keys() == {0, 1}
