"""T6: what a vote is worth, and the next round."""

import pytest

from tests.titles.toy.scenes import all_passed, toy


@pytest.mark.rule("T6")
def test_a_vote_for_the_highest_number_is_a_point() -> None:
    scene = all_passed()
    for seat, choice in enumerate((0, 0, 1)):
        scene.do(seat, do="vote", **{"for": choice})
    outcome = toy().outcome(scene.known(None))
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((1, 1, 0), (0, 1))


@pytest.mark.rule("T6")
def test_the_next_round_starts_one_seat_further_on() -> None:
    scene = all_passed(rounds=2)
    for seat in range(3):
        scene.do(seat, do="vote", **{"for": 0})
    assert [played.starter for played in toy().rounds(scene.known(None))] == [0, 1]
    assert scene.awaited() == {1}
