"""Watching live: what was seen is not told again, and a table that is dealt becomes a match."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.engine.registry import titles
from games.play import seating
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import Plain, foreseen, people, play_by_clicking, wait_for_move
from tests.web.factories import Scene, gathered

OURS = sorted(set(titles()) - {"toy"})
HIDE = """state => {
  Object.defineProperty(document, "visibilityState", {value: state, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def wait_until_seen(page: Page, scene: Scene, seat: int, number: int) -> None:
    for _ in range(300):
        if scene.seats()[seat].seen == number:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"seen: {scene.seats()[seat].seen}, not {number}")


def test_a_visible_tab_has_seen_what_is_pushed_and_a_hidden_one_has_not(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=107)
    plain, first = Plain(), scene.awaited()[0]
    reader = (first + 2) % 3  # who looks on while the two others move
    pages = {seat: open_page(players[seat]) for seat in range(3)}
    for page in pages.values():
        page.goto(f"/m/{scene.id}/")
    page = pages[reader]

    play_by_clicking(pages[first], plain.choose(scene, first))
    wait_for_move(page, 1)
    wait_until_seen(page, scene, reader, 1)

    page.evaluate(HIDE, "hidden")
    second = scene.awaited()[0]
    play_by_clicking(pages[second], plain.choose(scene, second))
    wait_for_move(page, 2)
    page.wait_for_timeout(1500)
    assert scene.seats()[reader].seen == 1

    page.evaluate(HIDE, "visible")
    after = page.locator("#log .since ~ .line")
    assert {line.get_attribute("data-move") for line in after.all()} == {"2"}
    wait_until_seen(page, scene, reader, 2)
    page.reload()
    expect(page.locator("#recap")).to_have_count(0)


def test_a_table_dealt_while_one_waits_at_it_gets_all_of_its_page(open_page: Open) -> None:
    mira, tobias, ines = people(3)
    mira.confirm_moves = True
    mira.save()
    scene = gathered(mira, tobias, ines, title="saboteur")
    seating.ready(scene.id, mira)
    seating.ready(scene.id, tobias)
    waiting, last = open_page(mira), open_page(ines)
    for page in (waiting, last):
        page.goto(f"/m/{scene.id}/")
    last.get_by_role("button", name="Ready").click()
    for page in (waiting, last):
        page.wait_for_selector("body.match #table[data-number='0']")
        expect(page.locator("#fairness")).to_have_count(1)
    expect(waiting.locator("#move[data-confirm]")).to_have_count(1)


@pytest.mark.parametrize("slug", OURS)
def test_a_stranger_with_a_phone_is_told_that_they_watch(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    scene = foreseen(monkeypatch, people(4), title=slug, seed=107)
    page = open_page(size=PHONE)
    page.goto(f"/m/{scene.id}/")
    expect(page.get_by_text("You are watching. Hands and roles are hidden.")).to_be_in_viewport()
    expect(page.locator(".head .log-in")).to_be_hidden()  # the title's signs stand there
    page.locator(".head .menu summary").click()
    expect(page.locator(".head .menu").get_by_text("Log in")).to_be_visible()


def test_the_menu_of_a_phone_opens_the_rules_beside_the_board(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = foreseen(monkeypatch, people(3), title="saboteur", seed=107)
    page = open_page(scene.players[0], size=PHONE)
    page.goto(f"/m/{scene.id}/")
    menu = page.locator(".head details.menu")
    menu.locator("summary").click()
    menu.get_by_text("Rules of this game").click()
    expect(page.locator("#sheet")).to_be_visible()
    expect(menu.get_by_text("Rules of this game")).to_be_hidden()
    assert page.url.endswith(f"/m/{scene.id}/")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
