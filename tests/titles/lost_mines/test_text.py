"""The match in plain text."""

from tests.titles.lost_mines.scenes import scene, title


def test_the_picture_shows_the_forest_and_nothing_unknown() -> None:
    start = scene("2,2 EW:tree  3,2 NW'", hand="EW", up={1: "NES"}, dragon=1, tools=[(2, 2)],
                  traps=[((3, 2), (3, 3))])  # fmt: skip
    lines = title.picture(start.known[0]).splitlines()
    assert lines[8].startswith(" . -*--t- +-")
    assert lines[8].endswith("S- .")
    assert "> 0 yellow loyal at 1,2 hand EW treasures none" in lines
    assert "  1 blue ? at 1,4 with the dragon hand ? treasures none" in lines
    assert "  trap of 0 between (3, 2) and (3, 3)" in lines
