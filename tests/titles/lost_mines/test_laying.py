"""L8: laying path cards."""

import pytest

from games.titles.lost_mines.board import EMPTY_FOREST, FIELDS
from games.titles.lost_mines.cards import PATH_CARDS
from tests.titles.lost_mines.scenes import scene


@pytest.mark.rule("L8")
def test_the_first_card_goes_next_to_a_start_with_an_open_side_to_it() -> None:
    spots = scene(hand="EW").spots("EW")
    assert spots == {((0, 2), False), ((2, 2), False), ((0, 4), False), ((2, 4), False)}


@pytest.mark.rule("L8")
def test_between_the_two_starts_both_sides_must_match() -> None:
    assert ((1, 3), False) in scene(hand="NS").spots("NS")
    assert not any(at == (1, 3) for at, _ in scene(hand="NW").spots("NW"))


@pytest.mark.rule("L8")
def test_a_card_may_be_turned_by_180_degrees() -> None:
    spots = scene("2,2 EW", hand="NW").spots("NW")
    assert ((3, 2), False) in spots  # its west side meets the path
    assert ((2, 1), True) not in spots  # ES turned has no side to the closed top of EW
    assert ((1, 1), True) in spots  # turned, its south side meets the start


@pytest.mark.rule("L8")
@pytest.mark.parametrize("card", ["EW", "NS", "NESW"])
def test_a_card_that_looks_alike_turned_is_offered_unturned_only(card: str) -> None:
    assert {turned for _, turned in scene(hand=card).spots(card)} == {False}


@pytest.mark.rule("L8")
def test_every_side_must_match_the_face_up_neighbours() -> None:
    forest = "2,2 NESW  2,1 NS  3,1 NS"
    assert ((3, 2), False) not in scene(forest, hand="EW").spots("EW")  # NS ends there
    assert ((3, 2), False) in scene(forest, hand="NW").spots("NW")


@pytest.mark.rule("L8")
def test_an_open_side_may_not_meet_a_closed_one() -> None:
    forest = "2,2 EW  3,1 EW"
    assert ((3, 2), False) in scene(forest, hand="EW").spots("EW")
    assert ((3, 2), False) not in scene(forest, hand="NW").spots("NW")  # EW is closed to the south


@pytest.mark.rule("L8")
def test_lying_beside_a_card_without_extending_a_path_is_not_enough() -> None:
    spots = scene("2,2 EW", hand="EW").spots("EW")
    assert ((2, 1), False) not in spots
    assert ((2, 3), False) not in spots


@pytest.mark.rule("L8")
def test_a_cut_off_piece_may_be_extended() -> None:
    assert ((7, 2), False) in scene("6,2 EW", hand="EW").spots("EW")


@pytest.mark.rule("L8")
def test_a_face_down_mine_matches_anything() -> None:
    forest = "7,2 EW"
    assert ((8, 2), False) in scene(forest, hand="EW").spots("EW")
    assert ((8, 2), False) in scene(forest, hand="NW").spots("NW")


@pytest.mark.rule("L8")
def test_a_face_down_mine_is_no_anchor() -> None:
    assert not any(at in {(8, 2), (10, 2), (9, 1), (9, 3)} for at, _ in scene().spots("EW"))


@pytest.mark.rule("L8")
@pytest.mark.rule("L20")
def test_a_mine_that_is_up_is_an_anchor_and_must_be_matched() -> None:
    spots = scene(hand="EW NS", up={1: "NES"})
    assert ((10, 2), False) in spots.spots("EW")
    assert ((8, 2), False) not in spots.spots("EW")  # its west side is closed
    assert {((9, 1), False), ((9, 3), False)} <= spots.spots("NS")


@pytest.mark.rule("L8")
def test_paths_may_point_off_the_board() -> None:
    assert ((0, 2), False) in scene(hand="EW").spots("EW")
    assert ((1, 0), False) in scene("1,1 NS", hand="NS").spots("NS")


@pytest.mark.rule("L8")
def test_a_card_goes_on_an_empty_field_only() -> None:
    spots = {at for at, _ in scene("2,2 NESW  8,2 EW", hand="NESW").spots("NESW")}
    assert spots.isdisjoint({(1, 2), (1, 4), (2, 2), (9, 0), (9, 2), (9, 4), (9, 6)})


@pytest.mark.rule("L8")
def test_a_neighbour_with_an_obstacle_is_an_anchor_like_any_other() -> None:
    assert ((3, 2), False) in scene("2,2 NESW:lake", hand="EW").spots("EW")


@pytest.mark.rule("L8")
def test_a_laid_card_lies_there_for_everyone() -> None:
    laid = scene(hand="NEW:campfire").lay("NEW:campfire", (2, 2), turned=True)
    for state in laid.everywhere():
        assert state.board.cards == {FIELDS[2, 2]: "NEW:campfire"}
        assert state.board.sides[FIELDS[2, 2]] != PATH_CARDS["NEW:campfire"].sides


def test_equal_cards_in_hand_give_one_action() -> None:
    offers = scene(hand="EW EW NS").offers("lay")
    assert len(offers) == len({str(offer) for offer in offers})


def test_two_folds_that_lay_the_same_card_share_one_board() -> None:
    boards = [EMPTY_FOREST.with_card(FIELDS[2, 2], "EW", turned=False) for _ in range(2)]
    assert boards[0] is boards[1]


def test_boards_laid_in_another_order_are_equal() -> None:
    first = EMPTY_FOREST.with_card(5, "EW", turned=False).with_card(6, "NW", turned=True)
    second = EMPTY_FOREST.with_card(6, "NW", turned=True).with_card(5, "EW", turned=False)
    assert first == second
    assert hash(first) == hash(second)
    assert first != first.with_tool(5)
    assert first.without_card(5) != first.with_tool(5)
