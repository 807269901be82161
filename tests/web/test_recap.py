"""What happened since a player was here: the number said is the number of moves told."""

from __future__ import annotations

import re

import pytest

from games import rendering
from games.engine import titles
from games.matchlog import access
from tests.web.playing import played

MOVES = 45  # more than fit into the lines that are shown


def counted(words: str) -> int:
    return int(words.split()[0])


def recap(html: str) -> str:
    return html.partition("</details>")[0] if '<details id="recap"' in html else ""


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(titles()))
def test_the_recap_lists_as_many_moves_as_it_says_and_names_the_others(slug: str) -> None:
    scene = played(slug, MOVES)
    some_listed_all = some_named_others = False
    for seat, player in enumerate(scene.players):
        visited = access.visit(scene.id, player)
        for seen in range(scene.number):
            told = recap(rendering.page_table(visited, seen=seen))
            [said] = re.findall(r"<summary>(.+?)</summary>", told)
            named = re.findall(r'<a href="log">(.+?)</a>', told)
            listed = {int(move) for move in re.findall(r'data-move="(\d+)"', told)}
            earlier = sum(map(counted, named))
            assert counted(said) == scene.number - seen, (seat, seen)
            assert listed == set(range(seen + earlier + 1, scene.number + 1)), (seat, seen)
            some_listed_all |= not named and len(listed) > 1
            some_named_others |= bool(named)
    assert some_listed_all
    assert some_named_others


@pytest.mark.django_db
def test_whoever_has_seen_everything_is_told_nothing_again() -> None:
    scene = played("toy", 3)
    visited = access.visit(scene.id, scene.players[0])
    assert recap(rendering.page_table(visited, seen=scene.number)) == ""
    assert recap(rendering.page_table(visited, seen=-1)) == ""  # it has never been here
