"""S6 to S8: where a path card may be laid, and by whom."""

from __future__ import annotations

import pytest

from tests.titles.saboteur.scenes import TO_GOLD, Scene, dig


@pytest.mark.rule("S6")
def test_a_card_must_match_its_neighbours_on_all_sides() -> None:
    # The empty cell (1, 0) has the start to the west, a card open to it in the north and a card
    # closed to it in the south.
    scene = Scene(laid=".  NES\nS  .\nNES EW", hand="NW NEW NS NESW EW")
    assert (1, 0, False) in scene.places("NW")
    assert (1, 0, False) in scene.places("NEW")
    assert (1, 0, False) not in scene.places("NESW")
    assert (1, 0, False) not in scene.places("EW")
    assert scene.refusal(dig("EW", (1, 0))) == "sides_differ"


@pytest.mark.rule("S6")
def test_dead_ends_must_be_matched_like_other_cards() -> None:
    closed = Scene(laid=".  EWx\nS  .", hand="NEW EW")
    assert (1, 0, False) in closed.places("EW")
    assert (1, 0, False) not in closed.places("NEW")
    opened = Scene(laid=".  NSx\nS  .", hand="NEW EW")
    assert (1, 0, False) not in opened.places("EW")
    assert (1, 0, False) in opened.places("NEW")


@pytest.mark.rule("S6")
def test_a_face_down_goal_matches_anything_and_is_no_laid_card() -> None:
    scene = Scene(laid=TO_GOLD, hand="EW NW")
    assert (7, 0, False) in scene.places("EW")
    # NW is closed towards the goal, which asks for nothing.
    assert (7, 0, False) in scene.places("NW")
    # (7, -2) touches the northern goal only.
    assert scene.refusal(dig("EW", (7, -2))) == "no_neighbour"


@pytest.mark.rule("S6")
def test_the_cell_of_a_goal_is_not_empty() -> None:
    scene = Scene(laid=f"{TO_GOLD} NESW", hand="EW")
    assert scene.refusal(dig("EW", (8, 0))) == "goal_there"
    assert (8, 0, False) not in scene.places("EW")


@pytest.mark.rule("S6")
def test_a_card_goes_on_an_empty_cell_only() -> None:
    scene = Scene(laid="S EW", hand="EW")
    assert scene.refusal(dig("EW", (1, 0))) == "card_there"
    assert scene.refusal(dig("EW", (0, 0))) == "card_there"


@pytest.mark.rule("S6")
def test_a_card_may_be_turned_half_round_and_no_other_way() -> None:
    scene = Scene(laid="S", hand="NW EW")
    # NW joins the start from the east (by its west side) and from the south (by its north side);
    # turned, as ES, from the west and from the north.
    assert scene.places("NW") == {(1, 0, False), (0, 1, False), (-1, 0, True), (0, -1, True)}
    assert scene.places("EW") == {(1, 0, False), (-1, 0, False)}
    assert scene.refusal(dig("EW", (1, 0), turned=True)) == "same_turned"


@pytest.mark.rule("S7")
def test_a_card_must_be_joined_to_the_start_by_an_unbroken_path() -> None:
    scene = Scene(laid="S EWx", hand="EW")
    # The only way on from (1, 0) is blocked by the dead end.
    assert scene.refusal(dig("EW", (2, 0))) == "not_joined"


@pytest.mark.rule("S7")
def test_a_dead_end_may_be_joined_to_the_network_but_leads_nowhere() -> None:
    scene = Scene(laid="S EW", hand="EWx")
    assert (2, 0, False) in scene.places("EWx")
    scene.play(dig("EWx", (2, 0)))
    assert (2, 0) not in scene.state.maze.network()


@pytest.mark.rule("S7", "S11")
def test_a_branch_cut_off_by_a_rockfall_is_joined_again_by_filling_the_gap() -> None:
    scene = Scene(laid="S EW EW EW", hand="rockfall EW", others="EW")
    scene.play({"do": "rockfall", "at": [2, 0]})
    assert scene.state.maze.network() == {(0, 0), (1, 0)}
    assert scene.refusal(dig("EW", (4, 0)), seat=1) == "not_joined"
    scene.play(dig("EW", (2, 0)), seat=1)
    assert scene.state.maze.network() == {(0, 0), (1, 0), (2, 0), (3, 0)}
    assert dig("EW", (4, 0)) in scene.actions(seat=2)


@pytest.mark.rule("S8")
def test_a_player_with_a_broken_tool_may_not_dig_but_do_all_else() -> None:
    hand = "EW map rockfall break:lamp repair:pick"
    scene = Scene(laid="S EW", hand=hand, broken={0: "pick"})
    assert scene.actions(do="dig") == []
    assert {a["do"] for a in scene.actions()} == {"map", "rockfall", "break", "repair", "discard"}
    assert scene.refusal(dig("EW", (2, 0))) == "tool_broken"
