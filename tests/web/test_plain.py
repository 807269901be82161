"""A title without a table comes up too: in plain text, with its actions as buttons."""

from __future__ import annotations

import pytest

from games import rendering
from games.engine import IllegalAction, titles
from games.matchlog import access
from games.matchlog.memory import forget_everything
from games.presentation.fallback import PlainPresenter
from games.rendering import lines, table
from tests.web.factories import Scene


@pytest.fixture(autouse=True)
def no_table_module(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (table, lines):
        monkeypatch.setattr(module, "presenter_of", lambda slug: PlainPresenter(titles()[slug]))
    forget_everything()


def test_its_picture_and_its_actions_are_shown(scene: Scene) -> None:
    html = rendering.fragment(access.Visit(scene.match, scene.seats(), 0))
    assert '<pre class="picture">round 1: ' in html
    assert html.count('form="move" name="action"') == 3
    assert ">ask seat 1</button>" in html


def test_a_spectator_sees_unknown_numbers_in_it(scene: Scene) -> None:
    html = rendering.fragment(access.Visit(scene.match, scene.seats(), None))
    assert html.count(" ?") == 3
    assert 'name="action"' not in html


def test_its_log_names_who_did_what(scene: Scene) -> None:
    scene.act(0, do="pass")
    html = rendering.fragment(access.Visit(scene.match, scene.seats(), 1))
    assert "mira: passed" in html


def test_its_options_and_refusals_are_in_the_engines_words(scene: Scene) -> None:
    assert PlainPresenter(titles()["toy"]).option_labels() == {
        "rounds": "rounds", "polite": "polite", "starter": "starter",
    }  # fmt: skip
    assert (
        PlainPresenter(titles()["toy"]).refusal(IllegalAction("no", "That cannot be."))
        == "That cannot be."
    )


def test_a_round_that_is_over_is_told(scene: Scene) -> None:
    scene.until_vote()
    for seat in range(3):
        scene.vote(seat, 0)
    html = rendering.fragment(access.Visit(scene.match, scene.seats(), None))
    assert "Round 1 is over." in html
