"""S5 to S13: what may be done in a turn."""

from __future__ import annotations

import pytest

from games.engine import UNKNOWN, redact
from games.titles.saboteur import title
from games.titles.saboteur.cards import ACTION_CARDS, FACES, PATH_CARDS
from tests.titles.saboteur.scenes import TO_GOLD, Scene, dig, discard, of_type


@pytest.mark.rule("S5")
def test_after_playing_a_card_one_card_is_drawn() -> None:
    scene = Scene(hand="map EW", pile="rockfall NS")
    events = scene.play({"do": "map", "goal": 0})
    assert [event.type for event in events] == ["saboteur.goal_peeked", "saboteur.drew"]
    assert sorted(scene.state.hands[0].known()) == ["EW", "rockfall"]
    assert list(scene.state.pile) == ["NS"]


@pytest.mark.rule("S5")
def test_nothing_is_drawn_from_an_empty_pile() -> None:
    scene = Scene(hand="map EW", pile="")
    scene.play(discard("map"))
    assert scene.state.hands[0].known() == ["EW"]


@pytest.mark.rule("S5")
@pytest.mark.parametrize("card", sorted({*PATH_CARDS, *ACTION_CARDS}))
def test_every_card_may_be_discarded(card: str) -> None:
    scene = Scene(hand=card, pile="")
    assert discard(card) in scene.actions()
    scene.play(discard(card))
    assert scene.state.hands[0].known() == []


@pytest.mark.rule("S5")
def test_a_player_with_an_empty_hand_is_skipped() -> None:
    scene = Scene(seats=3, hand="EW EW", pile="")
    scene.state.hands[1].cards.clear()
    scene.play(discard("EW"))
    assert title.awaiting(scene.state) == {2}


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


@pytest.mark.rule("S9")
def test_a_broken_tool_is_laid_before_any_player_oneself_included() -> None:
    scene = Scene(seats=4, hand="break:cart")
    assert [a["seat"] for a in scene.actions(do="break")] == [0, 1, 2, 3]
    scene.play({"do": "break", "tool": "cart", "seat": 0})
    assert scene.state.broken[0] == ("cart",)


@pytest.mark.rule("S9")
def test_at_most_one_of_each_kind_lies_before_one_player() -> None:
    scene = Scene(hand="break:cart break:pick", broken={1: "cart"})
    assert [a["seat"] for a in scene.actions(do="break", tool="cart")] == [0, 2]
    assert [a["seat"] for a in scene.actions(do="break", tool="pick")] == [0, 1, 2]
    assert scene.refusal({"do": "break", "tool": "cart", "seat": 1}) == "already_broken"


@pytest.mark.rule("S10")
def test_a_repair_removes_a_broken_tool_of_its_kind_from_any_player() -> None:
    scene = Scene(hand="repair:lamp", broken={0: "lamp", 2: "lamp pick"})
    assert [a["seat"] for a in scene.actions(do="repair")] == [0, 2]
    scene.play({"do": "repair", "card": "lamp", "tool": "lamp", "seat": 2})
    assert scene.state.broken == [("lamp",), (), ("pick",)]


@pytest.mark.rule("S10")
def test_a_card_with_two_tools_repairs_one_of_them() -> None:
    scene = Scene(hand="repair:pick+lamp", broken={1: "pick lamp cart"})
    assert [a["tool"] for a in scene.actions(do="repair")] == ["pick", "lamp"]
    scene.play({"do": "repair", "card": "pick+lamp", "tool": "lamp", "seat": 1})
    assert scene.state.broken[1] == ("pick", "cart")


@pytest.mark.rule("S10")
def test_a_repair_is_played_only_on_a_broken_tool_that_lies_there() -> None:
    scene = Scene(hand="repair:pick+lamp", broken={1: "cart"})
    assert scene.actions(do="repair") == []
    action = {"do": "repair", "card": "pick+lamp", "tool": "pick", "seat": 1}
    assert scene.refusal(action) == "not_broken"
    assert scene.refusal({**action, "tool": "cart"}) == "wrong_tool"


@pytest.mark.rule("S11")
def test_a_rockfall_removes_any_path_card_but_never_start_or_goals() -> None:
    scene = Scene(laid="NSx .\nS EW", hand="rockfall")
    scene.state.lay((8, -2), FACES["NW", False])
    scene.state.goals[0].face_up = True
    assert [a["at"] for a in scene.actions(do="rockfall")] == [[0, -1], [1, 0]]
    for at in ([0, 0], [8, -2], [8, 0]):
        assert scene.refusal({"do": "rockfall", "at": at}) == "never_removed"
    assert scene.refusal({"do": "rockfall", "at": [5, 5]}) == "no_card_there"


@pytest.mark.rule("S11")
def test_the_card_and_the_rockfall_go_to_the_discards() -> None:
    scene = Scene(laid="S EW NEW", hand="rockfall")
    scene.play({"do": "rockfall", "at": [2, 0]})
    assert sorted(scene.state.discards.known()) == ["NEW", "rockfall"]
    assert (2, 0) not in scene.state.maze.cards


@pytest.mark.rule("S11", "S6")
def test_what_a_rockfall_cuts_off_stays_and_must_still_be_matched() -> None:
    scene = Scene(laid="S EW EW", hand="rockfall NW", others="NW EW")
    scene.play({"do": "rockfall", "at": [1, 0]})
    assert (2, 0) in scene.state.maze.cards
    assert scene.refusal(dig("NW", (1, 0)), seat=1) == "sides_differ"
    assert dig("EW", (1, 0)) in scene.actions(seat=1)


@pytest.mark.rule("S11")
def test_a_cut_off_card_and_a_dead_end_may_be_removed_too() -> None:
    scene = Scene(laid="S . EW EWx", hand="rockfall")
    assert [a["at"] for a in scene.actions(do="rockfall")] == [[2, 0], [3, 0]]


@pytest.mark.rule("S11")
def test_with_no_path_card_laid_a_rockfall_can_only_be_discarded() -> None:
    scene = Scene(laid="S", hand="rockfall")
    assert scene.actions() == [discard("rockfall")]


@pytest.mark.rule("S12")
def test_a_map_shows_one_face_down_goal_to_its_player_alone() -> None:
    scene = Scene(hand="map", goals=("NE", "gold", "NW"))
    peeked = scene.play({"do": "map", "goal": 1})[0]
    assert peeked.card == "gold"
    assert redact(peeked, 0).card == "gold"
    for other in (1, 2, None):
        assert redact(peeked, other).card is UNKNOWN
        assert redact(peeked, other).goal == 1


@pytest.mark.rule("S12")
def test_a_map_is_for_face_down_goals_and_looking_again_is_allowed() -> None:
    scene = Scene(hand="map map")
    scene.state.goals[0].face_up = True
    assert [a["goal"] for a in scene.actions(do="map")] == [1, 2]
    scene.play({"do": "map", "goal": 1})
    assert scene.refusal({"do": "map", "goal": 0}) == "not_awaited"
    scene.play(discard("EW"), seat=1)
    scene.play(discard("EW"), seat=2)
    assert scene.refusal({"do": "map", "goal": 0}) == "face_up"
    scene.play({"do": "map", "goal": 1})


@pytest.mark.rule("S13")
def test_an_action_card_is_shown_and_a_discard_is_not() -> None:
    scene = Scene(hand="break:pick EW map")
    broken = scene.play({"do": "break", "tool": "pick", "seat": 1})[0]
    assert redact(broken, None) == broken
    scene.play(discard("EW"), seat=1)
    scene.play(discard("EW"), seat=2)
    thrown = scene.play(discard("EW"))[0]
    assert redact(thrown, 0).card == "EW"
    assert redact(thrown, 1).card is UNKNOWN


@pytest.mark.rule("S13")
def test_a_drawn_card_is_seen_by_its_player_alone() -> None:
    scene = Scene(hand="EW", pile="NESx map")
    drew = of_type(scene.play(discard("EW")), "drew")[0]
    assert redact(drew, 0).card == "NESx"
    assert redact(drew, 2).card is UNKNOWN
