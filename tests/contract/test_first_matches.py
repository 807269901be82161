"""A title's first match: every hint comes, other moves work, and nothing hidden is handed out."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Title, titles
from games.engine.coached import coached
from games.engine.log import redact_move
from games.engine.zones import is_known
from games.presentation import presenter_of
from games.rendering.first import first_match, script_of

taught = pytest.mark.parametrize(
    "taught",
    [one for one in titles().values() if presenter_of(one.slug).coach],
    ids=lambda one: one.slug,
)


def scripted(slug: str) -> list[Any]:
    """What whoever wrote the script did in the newcomer's seat."""
    coach = presenter_of(slug).coach
    assert coach is not None
    moves = [move for move in script_of(slug).moves if move.seat == coach.seat]
    return [move.action for move in moves if is_known(move.action)]


@taught
def test_the_same_actions_lead_to_the_match_of_the_file(taught: Title[Any]) -> None:
    coach, script = presenter_of(taught.slug).coach, script_of(taught.slug)
    assert coach is not None
    played = coached(script, scripted(taught.slug), seat=coach.seat, is_over=coach.is_over)
    assert [move.events for move in played.moves] == [move.events for move in script.moves]
    assert coach.is_over(played.known[coach.seat])


@taught
def test_every_hint_comes_on_the_way(taught: Title[Any]) -> None:
    coach, actions = presenter_of(taught.slug).coach, scripted(taught.slug)
    assert coach is not None
    assert 5 <= coach.hints_in_all <= 8
    shown: list[str] = []
    for count in range(len(actions) + 1):
        match = first_match(taught.slug, actions[:count])
        assert match is not None
        while fresh := [hint for hint in match.hints(shown) if hint.code not in shown]:
            shown += [hint.code for hint in fresh]
            assert all(hint.heading and hint.text and hint.at for hint in fresh)
    assert len(shown) == coach.hints_in_all
    assert match is not None
    assert match.learned() is not None
    assert match.hints([]) == []
    assert match.legal == []


@taught
def test_whoever_does_something_else_plays_on(taught: Title[Any]) -> None:
    """The last legal action instead of the scripted one, ten times."""
    actions: list[Any] = []
    for _ in range(10):
        match = first_match(taught.slug, actions)
        assert match is not None
        if match.is_over:
            break
        match.check(match.legal[-1])
        actions.append(match.legal[-1])
    assert actions[:1] != scripted(taught.slug)[:1] or len(actions) > 1
    assert first_match(taught.slug, actions) is not None


@taught
def test_the_page_is_given_the_newcomers_own_copy(taught: Title[Any]) -> None:
    match = first_match(taught.slug, scripted(taught.slug)[:3])
    assert match is not None
    seat = match.coach.seat
    assert [redact_move(move, seat) for move in match.copy.moves] == list(match.copy.moves)
    full = coached(
        script_of(taught.slug), scripted(taught.slug)[:3], seat=seat, is_over=match.coach.is_over
    )
    assert list(match.copy.moves) != full.moves
