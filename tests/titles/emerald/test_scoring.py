"""E18 to E21: how a match ends, and who has won."""

import pytest

from games.engine import Outcome
from games.titles.emerald.board import NEST
from tests.titles.emerald.scenes import Scene, scene, title


def outcome(of: Scene) -> Outcome:
    found = title.outcome(of.state)
    assert found is not None
    assert title.awaiting(of.state) == frozenset()
    return found


def last_treasure(**more: object) -> Scene:
    """Seat 0 takes the last treasure; the others are seat 2's unless said otherwise."""
    setting: dict[str, object] = {"red": [15, 1, 1], "treasures": {2: 3}}
    return scene(**{**setting, **more}).move(15, "red")  # type: ignore[arg-type]  # a scene's words


# E18: the end


@pytest.mark.rule("E18")
def test_the_last_treasure_ends_the_match_at_once() -> None:
    after = last_treasure()
    assert after.happened == ["moved", "treasure_taken", "hands_shown", "ended"]
    assert outcome(after).reason == "last_treasure"


@pytest.mark.rule("E18")
def test_a_treasure_that_is_not_the_last_ends_nothing() -> None:
    assert title.outcome(last_treasure(treasures={2: 2}).state) is None


@pytest.mark.rule("E18")
def test_one_knight_left_by_a_loss_ends_the_match_without_a_rail_move() -> None:
    after = scene(red=[8, 1, 1], blue=[7, 1], bare=[9]).move(8, "red", rolls=[3])
    assert after.happened == [
        "moved", "dragon_moved", "knight_caught", "knight_lost", "hands_shown", "ended",
    ]  # fmt: skip
    assert outcome(after).reason == "one_knight_left"
    assert after.state.rail == 7


@pytest.mark.rule("E18")
def test_one_knight_left_by_entering_the_chamber_ends_the_match() -> None:
    after = last_treasure(red=[15, 1], treasures={})
    assert after.happened == ["moved", "treasure_taken", "hands_shown", "ended"]
    assert outcome(after).reason == "one_knight_left"


@pytest.mark.rule("E18")
def test_the_last_treasure_is_the_reason_when_both_come_together() -> None:
    assert outcome(last_treasure(red=[15, 1])).reason == "last_treasure"


@pytest.mark.rule("E18")
def test_a_yield_that_leaves_one_knight_ends_the_match_out_of_turn() -> None:
    start = scene(red=[8, 1, 1], blue=[7, 1], hands={1: [5]}, bare=[9]).move(8, "red", rolls=[3])
    assert title.outcome(start.state) is None
    assert outcome(start.give_up()).reason == "one_knight_left"


@pytest.mark.rule("E18")
@pytest.mark.rule("E22")
def test_one_knight_left_counts_both_colours_of_two_players_together() -> None:
    two_left = scene(seats=2, red=[8, 1], green=[7], yellow=[1, 1], bare=[9])
    assert title.outcome(two_left.move(8, "red", rolls=[3]).state) is None
    one_left = scene(seats=2, red=[8, 1], green=[7], yellow=[1], bare=[9])
    assert outcome(one_left.move(8, "red", rolls=[3])).reason == "one_knight_left"


@pytest.mark.rule("E18")
def test_a_player_with_two_knights_left_plays_on() -> None:
    after = scene(red=[8, 1, 1], blue=[7, 1, 1], bare=[9]).move(8, "red", rolls=[3])
    assert after.places("blue") == [1, 1, NEST, NEST, NEST]
    assert title.outcome(after.state) is None


def test_at_the_end_all_hands_are_shown_to_everyone() -> None:
    after = last_treasure(hands={0: [3, 1], 1: [5]})
    assert after.the("hands_shown").hands == ((1, 3), (5,), ())
    assert [hand.known() for hand in after.known[None].hands] == [[1, 3], [5], []]


# E19 and E20: coins


@pytest.mark.rule("E19")
def test_a_kind_s_bonus_goes_to_the_one_player_with_most_and_on_a_tie_to_nobody() -> None:
    after = last_treasure(held={0: ["ruby", "ruby", "garnet"], 1: ["ruby", "garnet", "emerald"]})
    assert after.state.bonuses == [("ruby",), ("emerald",), ()]


@pytest.mark.rule("E19")
def test_a_kind_that_nobody_has_gives_no_bonus() -> None:
    assert last_treasure().state.bonuses == [(), (), ()]


@pytest.mark.rule("E20")
def test_gold_counts_its_face_a_treasure_5_a_gem_1_a_bonus_4() -> None:
    after = last_treasure(hands={0: [3, 1], 1: [5]}, held={0: ["ruby", "garnet"], 1: ["garnet"]})
    assert outcome(after).scores == (3 + 1 + 5 + 2 + 4, 5 + 1, 15)


@pytest.mark.rule("E20")
def test_gold_paid_to_the_dragon_counts_no_more() -> None:
    start = scene(red=[8, 1, 1], blue=[7, 15, 1], hands={1: [5, 2]}, bare=[9], treasures={2: 3})
    start.move(8, "red", rolls=[3]).bribe(5).stop()
    assert outcome(start.move(15, "blue")).scores == (0, 2 + 5, 15)


@pytest.mark.rule("E20")
def test_the_four_gems_bonus_counts_4_too() -> None:
    start = scene(red=[15, 1, 1], treasures={2: 3})
    start.state.bonuses[1] += ("four_gems",)
    assert outcome(start.move(15, "red")).scores == (5, 4, 15)


# E21: who wins


@pytest.mark.rule("E21")
def test_most_coins_win() -> None:
    won = outcome(last_treasure(hands={1: [5, 5, 5, 5]}))
    assert (won.scores, won.winners, won.tiebreak) == ((5, 20, 15), (1,), None)


@pytest.mark.rule("E21")
def test_a_tie_goes_to_most_treasures() -> None:
    won = outcome(last_treasure(hands={0: [5, 5]}))
    assert (won.scores, won.winners, won.tiebreak) == ((15, 0, 15), (2,), "treasures")


@pytest.mark.rule("E21")
def test_a_tie_in_treasures_too_goes_to_most_gems() -> None:
    won = outcome(
        last_treasure(
            treasures={0: 1, 1: 2},
            held={0: ["ruby"], 1: ["ruby", "garnet"], 2: ["garnet"]},
            hands={0: [4], 1: [3]},
        )
    )
    assert (won.scores, won.winners, won.tiebreak) == ((15, 15, 1), (1,), "gems")


@pytest.mark.rule("E21")
def test_gems_decide_only_among_those_still_tied_in_treasures() -> None:
    won = outcome(
        last_treasure(
            treasures={0: 1, 1: 2},
            held={0: ["ruby"], 1: ["garnet"], 2: ["ruby", "garnet"]},
            hands={0: [4], 1: [4], 2: [5, 5, 3]},
        )
    )
    assert (won.scores, won.winners, won.tiebreak) == ((15, 15, 15), (0, 1), "treasures")


@pytest.mark.rule("E21")
def test_a_tie_that_still_stands_is_a_shared_win() -> None:
    won = outcome(last_treasure(treasures={0: 1, 1: 2}, hands={0: [2], 1: [2]}))
    assert (won.scores, won.winners, won.tiebreak) == ((12, 12, 0), (0, 1), None)


def test_the_match_is_one_round_with_its_result_and_the_hands_shown() -> None:
    start = scene(red=[15, 1, 1], treasures={2: 3}, hands={0: [2]})
    [before] = title.rounds(start.state)
    assert (before.number, before.starter, before.result) == (1, 0, None)
    [after] = title.rounds(start.move(15, "red").state)
    assert after.result == {"scores": [7, 0, 15], "reason": "last_treasure"}
    assert after.shown == {"hands": [[2], [], []]}
