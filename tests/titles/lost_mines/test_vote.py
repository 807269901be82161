"""L24: the players may agree to end a round."""

from typing import Any

import pytest

from tests.titles.lost_mines.scenes import Scene, scene, title

CALL = {"do": "call_end"}
A_DAY = 86_400


def called(**setting: Any) -> Scene:
    return scene(seats=4, **setting).do(CALL)


@pytest.mark.rule("L24")
def test_a_seat_may_call_the_vote_on_its_turn_before_step_one() -> None:
    start = scene(hand="EW")
    assert start.offers("call_end") == [CALL]
    start.lay("EW", (2, 2))
    assert start.offers("call_end") == []
    assert start.refusal(CALL, seat=1).code == "not_awaited"


@pytest.mark.rule("L24")
def test_all_others_are_awaited_at_once_and_answer_in_any_order() -> None:
    start = called()
    assert title.awaiting(start.state) == {1, 2, 3}
    start.vote(3, "agree")
    assert title.awaiting(start.state) == {1, 2}
    start.vote(1, "agree").vote(2, "agree")
    assert start.happened == ["end_agreed", "round_scored", "dealt"]
    assert start.the("round_scored").reason == "agreed"


@pytest.mark.rule("L24")
def test_an_answer_is_final() -> None:
    start = called().vote(2, "agree")
    assert title.actions(start.state, 2) == []
    assert start.refusal({"do": "refuse"}, seat=2).code == "not_awaited"


@pytest.mark.rule("L24")
def test_answers_are_public() -> None:
    start = called().vote(2, "agree")
    assert all(state.agreed == {2} for state in start.everywhere())


@pytest.mark.rule("L24")
def test_one_refusal_ends_the_vote_and_the_caller_goes_on_with_step_one() -> None:
    start = called(hand="EW").vote(1, "agree").vote(3, "refuse")
    assert (start.happened, start.awaited) == (["end_refused"], 0)
    assert {offer["do"] for offer in start.offered} == {"lay", "discard"}


@pytest.mark.rule("L24")
def test_a_seat_calls_the_vote_once_a_round() -> None:
    start = called(hand="NS EW").vote(1, "refuse")
    assert start.refusal(CALL).code == "called_before"
    start.discard("NS")
    assert start.offers("call_end") == [CALL]  # another seat still may


@pytest.mark.rule("L24")
def test_in_the_next_round_every_seat_may_call_it_again() -> None:
    start = called().vote(1, "agree").vote(2, "agree").vote(3, "agree")
    assert start.state.number == 2
    assert start.offers("call_end") == [CALL]


@pytest.mark.rule("L24")
def test_a_second_vote_starts_without_the_answers_of_the_first() -> None:
    start = called(hand="NS EW").vote(2, "agree").vote(1, "refuse").discard("NS").do(CALL)
    assert title.awaiting(start.state) == {0, 2, 3}


@pytest.mark.rule("L24")
def test_a_day_without_all_answers_ends_the_vote() -> None:
    start = called().vote(2, "agree")
    assert all(title.lapse(known) == (A_DAY, {"do": "lapse"}) for known in start.everywhere())
    start.lapse()
    assert (start.happened, start.awaited) == (["vote_lapsed"], 0)
    assert start.the("vote_lapsed").missing == (1, 3)
    assert start.refusal(CALL).code == "called_before"


@pytest.mark.rule("L24")
def test_no_clock_runs_without_a_vote() -> None:
    assert title.lapse(scene().state) is None


@pytest.mark.rule("L24")
@pytest.mark.rule("L7")
def test_a_seat_that_is_out_is_not_asked() -> None:
    start = scene(seats=4, hand="NS NS", hands={1: "", 2: "NS", 3: "NS"}, pile="").discard("NS")
    start.do(CALL)
    assert title.awaiting(start.state) == {0, 3}


@pytest.mark.rule("L24")
@pytest.mark.rule("L7")
def test_a_seat_with_an_empty_hand_whose_turn_has_not_come_is_asked() -> None:
    start = scene(hand="NS", hands={1: "NS", 2: "NS"}, pile="").discard("NS").do(CALL)
    assert title.awaiting(start.state) == {0, 2}


@pytest.mark.rule("L24")
def test_a_caller_with_nobody_else_to_ask_ends_the_round_alone() -> None:
    start = scene(hand="NS NS", hands={1: "", 2: ""}, pile="").discard("NS").do(CALL)
    assert start.happened == ["end_called", "round_scored", "dealt"]
    assert start.the("round_scored").reason == "called_alone"


@pytest.mark.rule("L24")
def test_reachability_is_not_checked() -> None:
    assert scene("2,2 EW  8,2 EW").offers("call_end") == [CALL]


@pytest.mark.rule("L24")
def test_while_the_vote_is_open_nothing_else_can_be_done() -> None:
    start = called()
    assert title.actions(start.state, 0) == []
    assert title.actions(start.state, 1) == [{"do": "agree"}, {"do": "refuse"}]
    assert start.refusal({"do": "stay"}, seat=1).code == "vote_now"
