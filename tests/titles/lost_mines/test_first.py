"""What is said at the end of the first match of The Lost Mines."""

from __future__ import annotations

import pytest

from games.engine import Round, titles
from games.titles.lost_mines.table.first import LostMinesCoach


@pytest.mark.parametrize(
    ("holders", "heading"),
    [([None, 1, None], "The treasures are home"), ([None, None, None], "The cards ran out")],
)
def test_treasures_are_said_to_be_home_only_if_somebody_took_one(
    holders: list[int | None], heading: str
) -> None:
    known = titles()["lost_mines"].initial()
    known.results = [Round(number=1, starter=0, result={}, shown={"holders": holders})]
    assert LostMinesCoach().learned(known).heading == heading
