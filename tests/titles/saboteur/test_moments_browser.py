"""Moments can be read and left in every window: the role, a secret look, what a round brought."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import Event
from games.titles.saboteur import events
from tests.browser import fixtures
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import Plain, foreseen, look_at_table, people
from tests.web.factories import Scene

SMALLEST = (320, 568)


def played_until(scene: Scene, wanted: Callable[[Event], bool]) -> int:
    """Moves are made until one brings that. Return who made it."""
    plain = Plain()
    while True:
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))
        if any(wanted(event) for event in scene.copy(None).moves[-1].events):
            return seat


def is_in_window(page: Page, what: str) -> bool:
    box = page.locator(what).first.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_the_dealt_role_and_both_ways_on_fit_the_smallest_window(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(5)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=620)
    monkeypatch.setattr(fixtures, "SEEN_ROLE", "")
    page = open_page(players[0], SMALLEST)
    page.goto(f"/m/{scene.id}/")
    expect(page.locator(".dealt")).to_be_visible()
    for what in (".dealt .deal", ".dealt h2", ".dealt .btn", ".dealt .keep"):
        assert is_in_window(page, what), what


# How much of the words of a secret lies outside the box in which they are shown, in pixels.
CUT = """() => {
  const [box, words] = [document.querySelector(".stage.secret .latest"), document.createRange()];
  words.selectNodeContents(box.querySelector(".now"));
  const [outer, inner] = [box.getBoundingClientRect(), words.getBoundingClientRect()];
  return Math.max(outer.top - inner.top, inner.bottom - outer.bottom);
}"""


def test_a_secret_look_is_read_whole_in_the_smallest_window(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = foreseen(monkeypatch, people(5), title="saboteur", seed=621)
    seat = played_until(scene, lambda event: isinstance(event, events.GoalPeeked))
    page = open_page(scene.players[seat], SMALLEST)
    look_at_table(page, scene)
    expect(page.locator(".stage.secret .now")).to_contain_text("Only you know.")
    assert page.evaluate(CUT) <= 1


def test_what_was_looked_at_is_in_sight_when_one_arrives(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = foreseen(monkeypatch, people(5), title="saboteur", seed=622)
    seat = played_until(scene, lambda event: isinstance(event, events.GoalPeeked))
    page = open_page(scene.players[seat], PHONE)
    look_at_table(page, scene)
    frame, goal = page.locator("#frame").bounding_box(), page.locator(".newest").bounding_box()
    assert frame is not None
    assert goal is not None
    assert frame["x"] <= goal["x"] <= frame["x"] + frame["width"] - goal["width"]


def test_everyone_reads_on_a_phone_what_the_round_brought_them(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = foreseen(monkeypatch, people(3), title="saboteur", seed=623)
    played_until(scene, lambda event: isinstance(event, events.RoundDealt))
    page = open_page(scene.players[0], PHONE)
    look_at_table(page, scene)
    expect(page.locator(".round-over .person.mine .gain")).to_be_visible()
