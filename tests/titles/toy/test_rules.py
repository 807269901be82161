"""The rules of the toy title."""

from typing import Any

import pytest

from games.engine import ScriptedChance, Title, fold, redact, titles
from games.engine.events import Event


def toy() -> Title[Any]:
    return titles()["toy"]


TOKENS = ["red4", "blue1", "red2", "blue2", "blue3", "blue4", "red1", "red3"]


class Scene:
    """Three seats with the numbers 4, 1 and 2, and everything that happened so far."""

    def __init__(self, **options: Any) -> None:
        self.chance = ScriptedChance([TOKENS, TOKENS])
        given = {"starter": "first", "rounds": 1} | options
        self.log: list[Event] = toy().deal(seats=3, options=given, chance=self.chance)

    def do(self, seat: int | None, /, **action: Any) -> "Scene":
        state = fold(toy(), self.log)
        if seat is not None:
            toy().check(state, seat, action)
        self.log += toy().decide(state, seat, action, self.chance)
        return self

    def known(self, reader: int | None) -> Any:
        return fold(toy(), [redact(event, reader) for event in self.log])

    def seen(self, reader: int | None) -> str:
        return str([slot.value for slot in self.known(reader).tokens])

    def awaited(self) -> set[int]:
        return set(toy().awaiting(self.known(None)))


def all_passed(**options: Any) -> Scene:
    scene = Scene(**options)
    for seat in range(3):
        scene.do(seat, do="pass")
    return scene


@pytest.mark.rule("T1")
def test_a_seat_sees_its_own_number_and_all_colours() -> None:
    assert Scene().seen(1) == "[?, 1, ?]"
    assert Scene().seen(None) == "[?, ?, ?]"
    assert Scene().known(None).colours == ("red", "blue", "red")


@pytest.mark.rule("T2")
def test_a_seat_asks_another_or_passes_in_turn() -> None:
    scene = Scene().do(0, do="pass")
    assert scene.awaited() == {1}
    assert scene.do(1, do="ask", seat=0).awaited() == {0}


@pytest.mark.rule("T3")
def test_a_number_shown_is_seen_by_the_asker_alone() -> None:
    scene = Scene().do(0, do="ask", seat=2).do(2, do="show")
    assert scene.seen(0) == "[4, ?, 2]"
    assert scene.seen(1) == "[?, 1, ?]"
    assert scene.awaited() == {1}


@pytest.mark.rule("T3")
def test_a_number_kept_is_seen_by_nobody_else() -> None:
    assert Scene().do(0, do="ask", seat=2).do(2, do="keep").seen(0) == "[4, ?, ?]"


@pytest.mark.rule("T4")
def test_all_vote_at_once_and_in_secret() -> None:
    scene = all_passed().do(1, do="vote", **{"for": 0})
    assert scene.awaited() == {0, 2}
    assert str(scene.known(2).votes) == "{1: ?}"


@pytest.mark.rule("T5")
def test_the_clock_closes_the_vote_for_those_who_are_late() -> None:
    scene = all_passed().do(1, do="vote", **{"for": 0})
    lapse = toy().lapse(scene.known(None))
    assert lapse is not None
    scene.do(None, **lapse[1])
    outcome = toy().outcome(scene.known(None))
    assert outcome is not None
    assert outcome.scores == (0, 1, 0)


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
