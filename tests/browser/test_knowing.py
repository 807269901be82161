"""What one can know in a real browser: fetched when it is opened, at a table and at every step."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import people
from tests.web.factories import dealt


def test_it_is_fetched_when_it_is_opened_and_stands_among_the_tabs(
    open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines, title="saboteur")
    page = open_page(mira)
    fetched: list[str] = []
    page.on("request", lambda asked: fetched.append(asked.url))
    page.goto(f"/m/{scene.id}/")
    assert not [url for url in fetched if "/know" in url]
    page.locator("a.side-open").click()
    expect(page.locator("#know .odds li")).to_have_count(2)
    expect(page.locator("#know .odds li").first).to_contain_text("miner")

    # Its other tabs lie in the sheet of the talk, and lead back.
    page.locator("#know .tabs a", has_text="Talk").click()
    expect(page.locator("#know-sheet")).to_be_hidden()
    expect(page.locator("#talk-said")).to_be_visible()
    page.locator("#talk .tabs a", has_text="Chances").click()
    expect(page.locator("#talk-sheet")).to_be_hidden()
    expect(page.locator("#know .unseen li").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#know-sheet")).to_be_hidden()

    # After a move it is counted anew.
    page.locator("a.side-open").click()
    expect(page.locator("#know")).to_have_attribute("data-at", "0")
    seat = scene.awaited()[0]
    known: Any = scene.copy(seat).known
    scene.act(seat, do="discard", card=known.hands[seat].known()[0])
    expect(page.locator("#know")).to_have_attribute("data-at", "1")
    assert complaints == []


def test_on_a_phone_the_menu_leads_there_and_in_a_replay_it_follows_the_steps(
    open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines)
    scene.to_the_end()
    page = open_page(mira, PHONE)
    page.goto(f"/m/{scene.id}/")
    page.locator("details.menu summary").click()
    page.locator("details.menu a.know-open").click()
    expect(page.locator("#know .odds")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    wide = open_page(tobias)
    wide.goto(f"/m/{scene.id}/replay?at=1")
    wide.locator("a.side-open").click()
    expect(wide.locator("#know")).to_have_attribute("data-at", "1")
    wide.locator(".way-next").click()
    expect(wide.locator("#know")).to_have_attribute("data-at", "2")
    assert complaints == []
