"""Choosing by drag, tap and key; the board comes to what can be chosen; what those who listen hear."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import (
    Plain,
    foreseen,
    look_at_table,
    people,
    wait_for_move,
)
from tests.browser.site import Site
from tests.web.factories import Scene

CARD = "#table .tray input[name=card]"
PLACE = "#frame input.pick:checked"

# The middle of the first place on the board that can be chosen now.
FIRST_PLACE = """() => {
  const shape = [...document.querySelectorAll("#frame label .body")].find((one) => one.checkVisibility());
  const box = shape.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


@pytest.fixture
def scene(site: Site, monkeypatch: pytest.MonkeyPatch) -> Scene:
    return foreseen(monkeypatch, people(3), title="saboteur", seed=151)


@pytest.fixture
def page(scene: Scene, open_page: Open) -> Page:
    """Of whoever is to move, with a path card as the first one to be played."""
    page = open_page(scene.players[scene.awaited()[0]])
    look_at_table(page, scene)
    return page


def playable(page: Page) -> str:
    """The id of a card that can be laid."""
    found: str = page.evaluate(
        "() => [...document.querySelectorAll('#frame .spot.dig')][0].closest('.places')"
        ".className.match(/for(\\d+)/)[1]"
    )
    return page.locator(f"#table .tray .k{found}").get_attribute("id") or ""


def test_a_card_is_dragged_to_its_place_and_sent_by_a_double_click(
    scene: Scene, page: Page
) -> None:
    card = page.locator(f"label[for={playable(page)}]")
    box = card.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] - 60, steps=3)
    expect(page.locator(".drag-layer")).to_be_visible()
    x, y = page.evaluate(FIRST_PLACE)
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    expect(page.locator(".drag-layer")).to_have_count(0)
    expect(page.locator(PLACE)).to_have_count(1)
    assert page.evaluate("String(getSelection())") == ""
    page.mouse.dblclick(*page.evaluate(FIRST_PLACE))
    wait_for_move(page, 1)
    assert scene.number == 1


def test_a_second_tap_and_escape_lower_a_card(page: Page) -> None:
    card = playable(page)
    raised = page.locator(f"{CARD}:checked")
    page.locator(f"label[for={card}]").click()
    expect(raised).to_have_count(1)
    page.locator(f"label[for={card}]").click()
    expect(raised).to_have_count(0)
    page.locator(f"label[for={card}]").click()
    page.mouse.click(*page.evaluate(FIRST_PLACE))
    expect(page.locator(PLACE)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(PLACE)).to_have_count(0)
    expect(raised).to_have_count(1)
    page.keyboard.press("Escape")
    expect(raised).to_have_count(0)


def test_keys_choose_send_and_are_listed(scene: Scene, page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("2")
    assert page.evaluate("document.activeElement.name") == "card"
    cards = page.locator(CARD)
    expect(cards.nth(1)).to_be_checked()
    page.locator(f"#{playable(page)}").focus()
    page.keyboard.press("Enter")
    places = page.locator("#frame input.pick")
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.matches('#frame input.pick')"):
            break
        page.keyboard.press("Tab")
    assert places.count() > 0
    page.keyboard.press("Enter")
    expect(page.locator(PLACE)).to_have_count(1)
    page.keyboard.press("Enter")
    wait_for_move(page, 1)
    assert scene.number == 1


def test_after_a_move_the_focus_is_at_whose_turn_it_is_and_then_at_the_next_question(
    scene: Scene, page: Page
) -> None:
    mine = scene.awaited()[0]
    page.locator(CARD).first.focus()
    page.keyboard.press("Enter")
    page.locator("#table .about button:visible").first.focus()
    page.keyboard.press("Enter")
    wait_for_move(page, 1)
    expect(page.locator("#turn")).to_be_focused()
    plain = Plain()
    while scene.awaited()[0] != mine:
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))
    wait_for_move(page, scene.number)
    page.wait_for_function("document.activeElement.name === 'card'")


def test_all_that_a_push_brings_is_said_and_what_is_asked(scene: Scene, page: Page) -> None:
    mine, plain = scene.awaited()[0], Plain()
    scene.act(mine, **plain.choose(scene, mine))
    wait_for_move(page, 1)
    expect(page.locator("#said")).to_contain_text("You")
    expect(page.locator("#said")).to_contain_text("playing…")
    while scene.awaited()[0] != mine:
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))
    wait_for_move(page, scene.number)
    expect(page.locator("#said")).to_contain_text("Your turn: Choose a card")
    lines = page.locator(f'#log [data-move="{scene.number}"] .told').all_inner_texts()
    said = page.locator("#said").inner_text()
    assert [line for line in lines if line.split(".")[0] not in said] == []


def test_on_a_phone_the_board_comes_to_what_can_be_chosen_and_zooms(
    scene: Scene, open_page: Open
) -> None:
    page = open_page(scene.players[scene.awaited()[0]], size=PHONE)
    look_at_table(page, scene)
    page.evaluate("document.getElementById('frame').scrollTo(10000, 10000)")
    page.locator(f"label[for={playable(page)}]").click()
    x, y = page.evaluate(FIRST_PLACE)
    box = page.locator("#frame").bounding_box()
    assert box is not None
    assert box["x"] <= x <= box["x"] + box["width"]
    assert box["y"] <= y <= box["y"] + box["height"]
    wide = "document.querySelector('#frame .maze').getBoundingClientRect().width"
    before = page.evaluate(wide)
    page.get_by_role("button", name="Larger").click()
    assert page.evaluate(wide) > before
    page.get_by_role("button", name="The whole board, and back").click()
    assert page.evaluate(wide) <= box["width"] + 1


def test_the_menu_of_a_narrow_match_leads_on(scene: Scene, open_page: Open) -> None:
    page = open_page(scene.players[0], size=PHONE)
    look_at_table(page, scene)
    expect(page.get_by_role("link", name="Rules of this game")).to_be_hidden()
    page.locator(".menu summary").click()
    for name in ("Tables", "Rules of this game", "Log", "Past matches", "Your account"):
        expect(page.locator(".menu").get_by_role("link", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Rules of this game")).to_be_hidden()
