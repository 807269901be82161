"""Two people in two browsers play a whole match of Emerald by clicking, one of them on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine.canonical import canonical_json
from tests.browser.fixtures import PHONE, WIDE, Open
from tests.browser.playing import (
    assert_shows_own_copy,
    foreseen,
    people,
    play_a_round,
    wait_for_move,
)

BETWEEN = (900, 1100)  # neither a phone nor wide


def test_two_browsers_play_a_whole_match_and_each_shows_its_own_copy(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(2)
    scene = foreseen(monkeypatch, players, title="emerald", seed=61)
    pages = {}
    for seat, (player, size) in enumerate(zip(players, (PHONE, WIDE), strict=True)):
        pages[seat] = open_page(player, size=size)
        pages[seat].goto(f"/m/{scene.id}/")

    def look_at_both() -> None:
        for seat, page in pages.items():
            assert_shows_own_copy(page, scene, players[seat])

    def follow() -> None:
        number = scene.match.number or 0
        for page in pages.values():
            wait_for_move(page, number)
        if number % 5 == 0:
            look_at_both()

    moves = play_a_round(scene, pages, most=200, after_each=follow)
    look_at_both()
    assert moves > 20
    assert scene.match.status == "over"
    for page in pages.values():
        expect(page.locator(".emerald .end-tray h2")).to_be_visible()


def test_a_knight_is_chosen_on_the_board_and_the_dock_says_where_it_would_go(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="emerald", seed=62)
    seat = scene.awaited()[0]
    page = open_page(players[seat], size=PHONE, java_script_enabled=False)
    page.goto(f"/m/{scene.id}/")
    colour = ("red", "blue", "green")[seat]
    button = button_of(page, "centre", colour)
    expect(button).to_be_hidden()
    page.locator(f'.touch[for="move0_centre_{colour}"] .sheet-tall .knight').click()
    expect(button).to_be_visible()
    expect(page.locator(".emerald .doing:visible h2")).to_have_text("Keep to field 3")
    expect(page.locator(".emerald .sheet-tall .frame:visible")).to_have_count(1)
    button.click()
    expect(button_of(page, "centre", colour)).to_have_count(0)
    assert scene.match.number == 1


def test_everything_can_be_done_with_the_keyboard(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="emerald", seed=63)
    seat = scene.awaited()[0]
    page = open_page(players[seat], size=BETWEEN)
    page.goto(f"/m/{scene.id}/")
    expect(page.locator(".emerald .sheet-wide").first).to_be_visible()
    page.locator(".emerald .pick").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "action"
    page.keyboard.press("Enter")
    wait_for_move(page, 1)
    assert scene.match.number == 1


def button_of(page: Page, origin: str, colour: str) -> Locator:
    value = canonical_json({"do": "move", "from": origin, "colour": colour})
    return page.locator(f"button[value='{value}']")
