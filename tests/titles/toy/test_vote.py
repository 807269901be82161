"""T4 and T5: the vote, and the clock that closes it."""

import pytest

from tests.titles.toy.scenes import all_passed, toy


@pytest.mark.rule("T4")
def test_all_vote_at_once_and_in_secret() -> None:
    scene = all_passed().do(1, do="vote", **{"for": 0})
    assert scene.awaited() == {0, 2}
    assert str(scene.known(2).votes) == "{1: ?}"


@pytest.mark.rule("T5")
@pytest.mark.parametrize(
    ("rules", "votes", "scores"),
    [
        (1, (None, 0, None), (0, 1, 0)),  # they had voted for nobody
        (2, (0, 0, 2), (1, 1, 0)),  # they have voted for themselves
    ],
)
def test_the_clock_closes_the_vote_for_those_who_are_late(
    rules: int, votes: tuple[int | None, ...], scores: tuple[int, ...]
) -> None:
    scene = all_passed(rules=rules).do(1, do="vote", **{"for": 0})
    lapse = toy().lapse(scene.known(None))
    assert lapse is not None
    scene.do(None, **lapse[1])
    outcome = toy().outcome(scene.known(None))
    assert outcome is not None
    assert outcome.scores == scores
    [result] = scene.known(None).results
    assert result.votes == votes
