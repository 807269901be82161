"""L6, L7 and L21 to L23: the steps of a turn, treasures, the dragon, how a round ends."""

from typing import Any

import pytest

from games.engine import is_known
from tests.titles.lost_mines.scenes import Scene, scene, title

# L6: three steps


@pytest.mark.rule("L6")
def test_after_playing_a_card_one_is_drawn() -> None:
    start = scene(hand="EW NS", pile="NW NE").lay("EW", (2, 2)).stay()
    assert start.the("drawn").cards == ("NW",)
    assert start.state.hands[0].known() == ["NS", "NW"]


@pytest.mark.rule("L6")
@pytest.mark.parametrize("count", [1, 2])
def test_as_many_cards_are_drawn_as_were_discarded(count: int) -> None:
    start = scene(hand="EW NS NS", pile="NW NE NESW").discard(*["NS"] * count)
    assert start.the("drawn").cards == ("NW", "NE")[:count]


@pytest.mark.rule("L6")
def test_fewer_are_drawn_when_the_pile_runs_short_and_none_once_it_is_empty() -> None:
    start = scene(hand="EW NS NS", hands={1: "EW EW"}, pile="NW").discard("NS", "NS")
    assert start.the("drawn").cards == ("NW",)
    start.discard("EW")
    assert "drawn" not in start.happened


@pytest.mark.rule("L6")
def test_the_walk_comes_after_the_card_and_before_the_draw() -> None:
    start = scene(hand="EW")
    assert start.refusal({"do": "stay"}).code == "play_first"
    start.lay("EW", (2, 2))
    assert {offer["do"] for offer in start.offered} == {"walk", "stay"}
    assert start.walk((2, 2)).happened == ["walked", "drawn", "turn_began"]


@pytest.mark.rule("L6")
def test_a_card_just_laid_may_be_walked_on() -> None:
    assert scene(hand="EW").lay("EW", (2, 2)).goals() == {(2, 2)}


@pytest.mark.rule("L6")
def test_the_first_step_is_asked_even_when_there_is_one_answer() -> None:
    start = scene(hand="trap NS", hands={1: "axe"}).discard("NS")
    start.do({"do": "call_end"}).vote(0, "refuse")
    assert start.offered == [{"do": "discard", "cards": ["axe"]}]


# L7: out for the round


@pytest.mark.rule("L7")
def test_a_seat_with_an_empty_hand_at_its_turn_is_out_for_the_round() -> None:
    start = scene(hand="EW EW", hands={1: "", 2: "EW"}, pile="").discard("EW")
    assert start.happened == ["discarded", "stayed", "fell_out", "turn_began"]
    assert (start.the("fell_out").seat, start.awaited) == (1, 2)


@pytest.mark.rule("L7")
def test_a_seat_that_is_out_is_passed_over_without_a_word() -> None:
    start = scene(hand="EW EW", hands={1: "", 2: "EW EW"}, pile="")
    for _ in range(3):
        start.discard("EW")
    assert start.happened == ["discarded", "stayed", "turn_began"]
    assert start.awaited == 2


@pytest.mark.rule("L7")
def test_a_seat_is_not_out_before_its_turn_would_begin() -> None:
    start = scene(hand="EW", hands={1: "EW", 2: "EW"}, pile="").discard("EW")
    assert start.state.out == frozenset()
    assert not start.state.hands[0]


@pytest.mark.rule("L7")
def test_a_seat_that_lost_all_its_cards_still_draws_and_is_not_out() -> None:
    edge = ((1, 2), (2, 2))
    start = scene("2,2 EW", hand="EW NS", traps=[edge]).discard("NS").walk((2, 2), picks=[0])
    assert len(start.state.hands[0]) == 1


@pytest.mark.rule("L7")
def test_the_last_player_with_cards_goes_on_alone() -> None:
    start = scene(hand="EW EW EW", hands={1: "", 2: ""}, pile="").discard("EW")
    assert start.happened == ["discarded", "stayed", "fell_out", "fell_out", "turn_began"]
    assert start.awaited == 0


# L21: treasures


def at_the_mine(**setting: Any) -> Scene:
    """Seat 0 one step west of a silver mine that is up, having played."""
    setting = {"treasures": "silver:1 gold:2 silver:3"} | setting
    return scene("8,2 EW", hand="NS storm", up={1: "NESW"}, at={0: (8, 2)}, **setting).discard(
        "storm"
    )


@pytest.mark.rule("L21")
def test_a_dwarf_that_walked_to_a_mine_must_take_a_treasure_of_its_kind() -> None:
    start = at_the_mine().walk((9, 2))
    assert start.happened == ["walked"]
    assert start.offered == [{"do": "take", "slot": 0}, {"do": "take", "slot": 2}]


@pytest.mark.rule("L21")
def test_the_only_treasure_that_must_be_taken_is_not_asked_for() -> None:
    start = at_the_mine(held={0: 1}).walk((9, 2))
    assert start.happened == ["walked", "treasure_taken", "drawn", "turn_began"]
    assert start.state.holders == [1, None, 0]


@pytest.mark.rule("L21")
def test_a_dwarf_that_stayed_on_a_mine_may_take_another_or_leave_it() -> None:
    start = scene(hand="NS storm", up={1: "NESW"}, at={0: (9, 2)}, treasures="silver:1 " * 3)
    start.discard("storm")
    assert start.happened == ["discarded", "stayed"]  # nowhere to go, and a treasure to ask about
    assert [offer["do"] for offer in start.offered] == ["take", "take", "take", "leave"]
    start.do({"do": "leave"})
    assert start.happened == ["treasure_left", "drawn", "turn_began"]
    assert start.state.holders == [None] * 3


@pytest.mark.rule("L21")
def test_a_dwarf_that_walked_to_a_mine_may_leave_the_next_treasure_there() -> None:
    start = at_the_mine(seats=3, treasures="silver:1 silver:2 silver:3").walk((9, 2))
    start.do({"do": "take", "slot": 1}).discard("NS").discard("NS").discard("NS").stay()
    assert start.offered == [
        {"do": "take", "slot": 0}, {"do": "take", "slot": 2}, {"do": "leave"},
    ]  # fmt: skip


@pytest.mark.rule("L21")
def test_after_staying_the_only_treasure_is_asked_about_too() -> None:
    start = scene(hand="storm", up={1: "NE"}, at={0: (9, 2)}, treasures="silver:1 gold:1 gold:1")
    start.discard("storm")
    assert start.offered == [{"do": "take", "slot": 0}, {"do": "leave"}]


@pytest.mark.rule("L21")
def test_with_none_left_of_that_kind_nothing_is_asked_or_taken() -> None:
    start = at_the_mine(treasures="silver:1 gold:2 gold:3", held={0: 1}).walk((9, 2))
    assert start.happened == ["walked", "drawn", "turn_began"]


@pytest.mark.rule("L21")
def test_passing_through_a_mine_takes_nothing() -> None:
    start = scene("8,2 EW  10,2 EW", hand="storm", up={1: "NESW"}, at={0: (8, 2)},
                  treasures="silver:1 " * 3).discard("storm").walk((10, 2))  # fmt: skip
    assert start.happened == ["walked", "drawn", "turn_began"]


@pytest.mark.rule("L21")
def test_only_the_new_owner_and_who_peeked_know_the_value() -> None:
    start = scene("8,2 EW", hands={2: "mine|treasure", 0: "NS NS"}, turn=2, up={1: "NESW"},
                  at={0: (8, 2)}, treasures="silver:4 gold:1 gold:1")  # fmt: skip
    start.do({"do": "peek", "card": "mine|treasure", "treasure": 0}).stay_if_asked()
    start.discard("NS").walk((9, 2))
    assert start.the("treasure_taken").value == 4
    assert {r for r, known in start.known.items() if is_known(known.values[0])} == {0, 2}
    assert all(state.holders[0] == 0 for state in start.everywhere())


# L22: the dragon


@pytest.mark.rule("L22")
def test_whoever_turns_up_the_dragon_takes_its_token() -> None:
    start = scene("8,2 EW", hand="storm", at={0: (8, 2)}, mines="gold dragon gems silver")
    start.discard("storm").walk((9, 2))
    assert start.happened == ["walked", "mine_turned_up", "dragon_met", "drawn", "turn_began"]
    assert all(state.dragon == 0 for state in start.everywhere())


@pytest.mark.rule("L22")
def test_afterwards_the_dragons_mine_is_an_ordinary_card_for_walking() -> None:
    start = scene("8,2 EW  10,2 EW", hand="storm", at={0: (8, 2)}, dragon=1,
                  mines="gold dragon gems silver", up={1: "NEW"}).discard("storm")  # fmt: skip
    assert start.goals() == {(9, 2), (10, 2)}
    start.walk((9, 2))
    assert start.happened == ["walked", "drawn", "turn_began"]
    assert start.state.dragon == 1


@pytest.mark.rule("L22")
@pytest.mark.rule("L16")
def test_a_storm_never_takes_the_dragons_mine() -> None:
    start = scene(hand="storm", mines="gold dragon gems silver", up={1: "NEW"})
    assert start.offers("storm") == []


# L23: how a round ends


@pytest.mark.rule("L23")
def test_the_round_ends_at_once_without_a_draw_when_the_last_treasure_is_taken() -> None:
    start = at_the_mine(held={0: 1, 1: 2}).walk((9, 2))
    assert start.happened == ["walked", "treasure_taken", "round_scored", "dealt"]
    assert start.the("round_scored").reason == "treasures_taken"


@pytest.mark.rule("L23")
def test_the_round_ends_when_pile_and_hands_are_empty_at_the_end_of_a_turn() -> None:
    start = scene("2,2 EW", hand="NS", hands={1: "", 2: ""}, pile="").discard("NS")
    assert start.happened == ["discarded"]  # the player of the last card still walks
    start.walk((2, 2))
    assert start.happened == ["walked", "round_scored", "dealt"]
    assert start.the("round_scored").reason == "cards_out"


@pytest.mark.rule("L23")
def test_the_player_of_the_last_card_still_takes_a_treasure() -> None:
    start = scene("8,2 EW", hand="NS", hands={1: "", 2: ""}, pile="", up={1: "NESW"},
                  at={0: (8, 2)}, treasures="silver:3 silver:1 gold:1")  # fmt: skip
    start.discard("NS").walk((9, 2)).do({"do": "take", "slot": 0})
    assert start.happened == ["treasure_taken", "round_scored", "dealt"]
    assert start.the("round_scored").points[0] == 3


@pytest.mark.rule("L23")
def test_the_round_goes_on_while_anyone_holds_a_card() -> None:
    start = scene(hand="NS", hands={1: "", 2: "EW"}, pile="").discard("NS")
    assert start.happened == ["discarded", "stayed", "fell_out", "turn_began"]


@pytest.mark.rule("L23")
def test_a_last_card_lost_to_a_trap_ends_the_round_too() -> None:
    edge = ((1, 2), (2, 2))
    start = scene("2,2 EW", hand="EW NS", hands={1: "", 2: ""}, pile="", traps=[edge])
    start.discard("NS").walk((2, 2))
    assert start.happened == ["walked", "card_lost", "round_scored", "dealt"]


@pytest.mark.rule("L23", "L25")
@pytest.mark.parametrize(("rules", "scored"), [(1, "scored"), (2, "round_scored")])
def test_what_is_shown_at_the_end_of_a_round(rules: int, scored: str) -> None:
    start = scene("2,2 EW", hand="NS EW", hands={1: "axe", 2: "trap"}, characters="loyal selfish loyal",
                  treasures="gold:4 gems:2 gold:1", held={1: 2}, rules=rules)  # fmt: skip
    start.discard("EW").stay().do({"do": "call_end"}).vote(0, "agree").vote(2, "agree")
    shown = start.the(scored)
    assert shown.characters == ("loyal", "selfish", "loyal")
    if rules == 1:
        assert shown.values == (4, 2, 1)
        assert shown.mines == ("gold", "silver", "gems", "dragon")
        assert shown.hands == (("NS", "NS"), ("axe",), ("trap",))
        assert shown.discards == (("EW",), (), ())
        assert shown.lost == ((), (), ())
    else:
        assert shown.values == (None, 2, None)
    for known in start.everywhere():
        [first, second] = title.rounds(known)
        assert first.shown is not None
        assert first.shown["holders"] == [None, 2, None]
        assert (second.result, second.shown) == (None, None)
