"""T2 and T3: asking and showing."""

import pytest

from tests.titles.toy.scenes import Scene


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
