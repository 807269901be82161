"""Four people in four browsers play a round of The Lost Mines by clicking, one of them on a phone."""

from __future__ import annotations

import re
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from games.engine import Action
from games.engine.canonical import canonical_json
from games.titles.lost_mines.cards import ACTIONS
from games.titles.lost_mines.state import State
from games.titles.lost_mines.table.hand import in_order, symbol
from tests.browser.fixtures import PHONE, WIDE, Open
from tests.browser.playing import (
    Plain,
    assert_shows_own_copy,
    foreseen,
    number_on,
    people,
    play_by_clicking,
    wait_for_move,
)
from tests.web.factories import Scene

TITLE = "lost_mines"


def known_to(scene: Scene, seat: int | None) -> State:
    return cast(State, scene.copy(seat).known)


def act(page: Page, scene: Scene, seat: int, action: Action) -> None:
    """Discards are made by marking cards; all else is found by trying."""
    if action["do"] == "discard":
        discard(page, in_order(known_to(scene, seat), seat), action["cards"])
    else:
        play_by_clicking(page, action)


def discard(page: Page, hand: list[str], cards: list[str]) -> None:
    page.locator('label[for="hold_discard"]').click()
    before, left = number_on(page), [*hand]
    for card in cards:
        place = left.index(card)
        left[place] = ""
        page.locator(f'label[for="toss_{place}"]').click()
    page.locator(".lost-mines .doing:visible button").click()
    wait_for_move(page, before + 1)


def test_four_browsers_play_a_round_and_each_shows_its_own_copy(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(4)
    scene = foreseen(monkeypatch, players, title=TITLE, seed=71)
    pages = {}
    for seat, player in enumerate(players):
        pages[seat] = open_page(player, size=PHONE if seat == 0 else WIDE)
        pages[seat].goto(f"/m/{scene.id}/")
    plain, moves = Plain(), 0
    while known_to(scene, None).number == 1:
        seat = scene.awaited()[0]
        act(pages[seat], scene, seat, plain.choose(scene, seat))
        moves += 1
        assert moves < 200
        for reader in {seat, moves % 4}:
            assert_shows_own_copy(pages[reader], scene, players[reader])
            assert_no_secret_of_others(pages[reader], scene, reader)
    assert moves > 20
    for reader, page in pages.items():
        assert_shows_own_copy(page, scene, players[reader])
        expect(page.locator(".is-ended .end-tray h2")).to_have_text("Round 1 is over")
        assert page.locator(".is-ended .team li").count() == 4


def assert_no_secret_of_others(page: Page, scene: Scene, reader: int) -> None:
    """In the first round: no action card but mine, no character but mine and those I looked at."""
    state = cast(State, scene.whole().known)
    if state.number > 1:
        return
    html = page.inner_html("#table")
    pictures = set(re.findall(r"lost_mines/sprite[^#\"]*#([\w-]+)", html))
    own = {symbol(card) for card in state.hands[reader].known()}
    assert {f"a-{symbol(card)}" for card in ACTIONS} & pictures <= {f"a-{card}" for card in own}
    known = known_to(scene, reader)
    pairs = zip(known.clans, known.characters, strict=True)
    assert {name for name in pictures if name.startswith("c-")} <= {
        f"c-{clan}-{character}" for clan, character in pairs
    }


def test_a_walk_is_shown_as_a_route_before_it_is_made_without_any_script(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title=TITLE, seed=72)
    plain = Plain()
    while True:
        seat = scene.awaited()[0]
        known = known_to(scene, seat)
        walks = [a for a in scene.copy(seat).actions() if a["do"] == "walk"]
        if known.phase == "walk" and walks:
            break
        scene.act(seat, **plain.choose(scene, seat))
    page = open_page(players[seat], size=PHONE, java_script_enabled=False)
    page.goto(f"/m/{scene.id}/")
    x, y = walks[-1]["to"]
    button = page.locator(f"button[value='{canonical_json(walks[-1])}']")
    expect(button).to_be_hidden()
    page.locator(f'label[for="do_walk_to_{x}_{y}"]').click()
    expect(page.locator(".lost-mines .route:visible")).to_have_count(1)
    expect(page.locator(".lost-mines .dwarf.own")).to_be_visible()
    expect(button).to_be_visible()
    number = scene.number
    button.click()
    page.wait_for_load_state()
    assert scene.number == number + 1
    assert known_to(scene, None).stands[seat] != known.stands[seat]


def test_one_card_or_two_are_marked_to_be_discarded_and_never_three(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title=TITLE, seed=73)
    seat = scene.awaited()[0]
    page = open_page(players[seat])
    page.goto(f"/m/{scene.id}/")
    page.locator('label[for="hold_discard"]').click()
    expect(page.locator(".lost-mines .doing:visible")).to_have_count(0)
    for place, buttons in ((0, 1), (1, 1), (2, 0)):
        page.locator(f'label[for="toss_{place}"]').click()
        expect(page.locator(".lost-mines .doing:visible button")).to_have_count(buttons)
    page.locator('label[for="toss_0"]').click()
    page.locator(".lost-mines .doing:visible button").click()
    wait_for_move(page, 1)
    assert sum(map(len, known_to(scene, None).discards)) == 2


def test_a_card_is_raised_placed_and_laid_with_the_keyboard(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title=TITLE, seed=74)
    seat = scene.awaited()[0]
    page = open_page(players[seat])
    page.goto(f"/m/{scene.id}/")
    page.locator(".lost-mines .pick.k0").focus()
    page.keyboard.press("Space")
    place = page.locator(".lost-mines .places.for0 .pick").first
    place.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "action"
    page.keyboard.press("Enter")
    wait_for_move(page, 1)
    assert len(known_to(scene, None).board.cards) == 1


def test_a_vote_is_called_and_answered_in_two_browsers(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = people(3)
    scene = foreseen(monkeypatch, players, title=TITLE, seed=75)
    caller = scene.awaited()[0]
    others = [seat for seat in range(3) if seat != caller]
    pages = {seat: open_page(player) for seat, player in enumerate(players)}
    for page in pages.values():
        page.goto(f"/m/{scene.id}/")
    page = pages[caller]
    page.locator('label[for="hold_vote"]').click()
    page.get_by_role("button", name="Call the vote").click()
    for page in pages.values():
        wait_for_move(page, 1)
    for number, seat in enumerate(others):
        pages[seat].get_by_role("button", name="Agree to end it").click()
        wait_for_move(pages[seat], number + 2)
    for page in pages.values():
        wait_for_move(page, 3)
        expect(page.locator(".is-ended .end-tray p").first).to_have_text(
            "Everyone agreed to end the round."
        )
