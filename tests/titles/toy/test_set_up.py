"""T1: what everyone gets, and who sees it."""

import pytest

from tests.titles.toy.scenes import Scene


@pytest.mark.rule("T1")
def test_a_seat_sees_its_own_number_and_all_colours() -> None:
    assert Scene().seen(1) == "[?, 1, ?]"
    assert Scene().seen(None) == "[?, ?, ?]"
    assert Scene().known(None).colours == ("red", "blue", "red")
