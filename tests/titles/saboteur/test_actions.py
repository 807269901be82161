"""S9 to S13: broken tools, repairs, rockfalls, maps."""

from __future__ import annotations

import pytest

from games.engine import UNKNOWN, Seat, Slot, redact
from games.titles.saboteur import title
from games.titles.saboteur.cards import FACES
from games.titles.saboteur.events import Discarded, GoalPeeked
from tests.titles.saboteur.scenes import Scene, dig, discard


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
    assert isinstance(peeked, GoalPeeked)
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
    assert isinstance(thrown, Discarded)
    assert redact(thrown, 0).card == "EW"
    assert redact(thrown, 1).card is UNKNOWN


@pytest.mark.rule("S12")
def test_a_map_that_somebody_else_used_does_not_wipe_out_what_i_saw() -> None:
    position = Scene(seats=3, hand="map", others="map")
    mine, theirs = (
        GoalPeeked(seat=Seat(seat), goal=1, card=position.state.goals[1].value) for seat in (0, 1)
    )
    known = position.state.copy()
    known.goals[1] = Slot()
    title.evolve(known, redact(mine, 0))
    title.evolve(known, redact(theirs, 0))
    assert known.goals[1].value == "gold"
