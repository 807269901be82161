"""Other ways to the table: as a newcomer, without scripts, by keyboard, from two devices."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.matchlog import access
from games.models import Match
from games.play import seating
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import (
    Plain,
    assert_shows_own_copy,
    foreseen,
    number_on,
    people,
    play_by_clicking,
)
from tests.web.factories import Scene

PATIENCE = 30  # seconds for the bots, on a busy machine


def until_awaited(page: Page, scene: Scene, *, reload: bool) -> None:
    """Wait while the others move. A page without scripts has to be asked for again."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if reload:
            page.reload()
        if page.get_attribute("#table", "data-turn") == "mine":
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the turn does not come: move {number_on(page)} of {scene.id}")


def take_turns(page: Page, scene: Scene, user: User, *, turns: int, reload: bool) -> None:
    plain, seat = Plain(), access.visit(scene.id, user).seat
    assert seat is not None
    for _ in range(turns):
        until_awaited(page, scene, reload=reload)
        play_by_clicking(page, plain.choose(scene, seat))
    mine = [move for move in scene.moves() if move.seat == seat]
    assert [move.by for move in mine] == ["account"] * turns


def test_a_newcomer_plays_against_bots_on_the_third_page(open_page: Open) -> None:
    page, pages = open_page(), list[str]()
    page.on("framenavigated", lambda frame: pages.append(frame.url))
    page.goto("/account/signup/?next=/play/")
    page.fill("[name=username]", "newcomer")
    page.fill("[name=password1]", "a lamp and a pick")
    page.get_by_role("button", name="Create an account").click()
    page.locator("button[name=title][value=saboteur]").click()
    page.wait_for_url("**/m/*/")
    user = User.objects.get(username="newcomer")
    scene = Scene(Match.objects.get().pk, [user])
    take_turns(page, scene, user, turns=1, reload=False)
    assert len(pages) == 3, pages
    take_turns_on(page, scene, user)


def take_turns_on(page: Page, scene: Scene, user: User) -> None:
    """Two more turns, and the tab says whose turn it is."""
    plain = Plain()
    for _ in range(2):
        until_awaited(page, scene, reload=False)
        expect(page).to_have_title(f"Your turn · {scene.match.name}")
        assert "favicon-turn" in (page.get_attribute("link[rel=icon]", "href") or "")
        expect(page.locator("#waiting")).to_have_attribute("data-waiting", "1")
        expect(page.locator("#waiting a")).to_be_hidden()  # it is this one
        play_by_clicking(page, plain.choose(scene, 0))


def test_a_new_table_offers_no_more_bots_than_there_are_seats_beside_ones_own(
    open_page: Open,
) -> None:
    [mira] = people(1)
    page = open_page(mira)
    page.goto("/new/saboteur/")
    offered = page.locator("#id_bots option:not([disabled])")
    page.select_option("#id_size", "10")
    assert offered.count() == 10  # with none of them
    page.select_option("#id_bots", "9")
    page.select_option("#id_size", "4")
    assert offered.count() == 4
    assert page.input_value("#id_bots") == "3"


def test_without_scripts_everything_is_a_form(open_page: Open, complaints: list[str]) -> None:
    [mira] = people(1)
    match = seating.create(mira, title="saboteur", size=3, bots=2).match
    seating.ready(match.pk, mira)
    scene = Scene(match.pk, [mira])
    page = open_page(mira, size=PHONE, java_script_enabled=False)
    page.goto(f"/m/{scene.id}/")
    take_turns(page, scene, mira, turns=3, reload=True)
    until_awaited(page, scene, reload=True)
    assert_shows_own_copy(page, scene, mira)
    # A refusal comes back as a page with a sentence: this one is of a table that has moved on.
    page.evaluate("document.querySelector('[name=number]').value = '0'")
    page.evaluate("document.querySelector('[name=action]').click()")
    expect(page.locator("#notice p")).to_be_visible()
    assert_shows_own_copy(page, scene, mira)
    assert ["409" in said for said in complaints] == [True]
    complaints.clear()


def test_by_keyboard_alone(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=101)
    seat = scene.awaited()[0]
    page = open_page(players[seat])
    page.goto(f"/m/{scene.id}/")
    page.locator("#move").evaluate("() => document.body.focus()")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'card'"):
            break
    page.keyboard.press("Space")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name === 'action'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-number='1']")
    assert scene.number == 1


def test_two_devices_agree_and_the_reader_keeps_what_was_open(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=102)
    first = scene.awaited()[0]
    desk, phone = open_page(players[first]), open_page(players[first], size=PHONE)
    watcher = open_page(players[first - 1])
    for page in (desk, phone, watcher):
        page.goto(f"/m/{scene.id}/")
        page.wait_for_function("document.getElementById('waiting') !== null")
    watcher.locator("#role_chip summary").click()  # covered, and it must stay so
    play_by_clicking(desk, Plain().choose(scene, first))
    for page in (phone, watcher):
        page.wait_for_selector("#table[data-number='1']")
    assert_shows_own_copy(phone, scene, players[first])
    assert watcher.get_attribute("#role_chip", "open") is None


def test_what_is_new_is_divided_retold_and_marked_on_the_board(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=103)
    reader = scene.awaited()[0] - 1
    page = open_page(players[reader], size=PHONE)
    page.goto(f"/m/{scene.id}/")
    page.goto("/tables/")
    for _ in range(2):
        seat, plain = scene.awaited()[0], Plain()
        scene.act(seat, **plain.choose(scene, seat))
    page.goto(f"/m/{scene.id}/")
    assert page.locator("#recap summary").inner_text() == "2 moves since you were here"
    divided = page.locator("#log .since ~ .line")
    assert {line.get_attribute("data-move") for line in divided.all()} == {"1", "2"}
    places = divided.locator("a.place")
    for place in places.all():
        cell = page.locator(place.get_attribute("href") or "")
        assert "fresh" in (cell.get_attribute("class") or "")
    places.first.click()
    lit = page.evaluate("document.querySelector(':target')?.id")
    assert f"#{lit}" == places.first.get_attribute("href")
