"""A walk through a replay: with keys, slider and by itself; and with scripts off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.factories import Scene, UserFactory, dealt

Open = Callable[..., Page]


@pytest.fixture
def over(transactional_db: None) -> Scene:
    scene = dealt(*(UserFactory() for _ in range(3)), options={"starter": "first", "rounds": 2})
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    return scene.until_vote().to_the_end()


def stands_at(page: Page, move: int) -> None:
    expect(page.locator(f'#scene[data-at="{move}"]')).to_be_visible()


def test_a_walk_with_keys_the_slider_and_by_itself(over: Scene, open_page: Open) -> None:
    page = open_page(over.players[0])
    page.goto(f"/m/{over.id}/replay?at=2")
    loads: list[str] = []
    page.on("load", lambda _page: loads.append(page.url))
    for key, move in (
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("ArrowLeft", 1),
        ("End", over.number),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        stands_at(page, move)
    assert page.url.endswith("?at=0&as=0")
    page.locator("#slider").evaluate(
        "(s) => { s.value = 4; s.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    stands_at(page, 4)
    page.locator("#speed").select_option("300")
    page.locator("#play").click()
    stands_at(page, over.number)
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    page.get_by_role("link", name="Everything").click()
    expect(page.locator(".unveiled")).to_be_visible()
    page.locator("#comment").fill("A fine match")
    page.locator("#comment").press("ArrowLeft")
    stands_at(page, over.number)  # the keys are the writer's while something is typed
    assert loads == []


def test_neighbours_are_fetched_ahead(over: Scene, open_page: Open) -> None:
    page = open_page(None)
    page.goto(f"/m/{over.id}/replay?at=2", wait_until="networkidle")
    page.keyboard.press("ArrowRight")
    stands_at(page, 3)
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter((r) => r.name.includes('at=3&') "
        "&& r.initiatorType === 'xmlhttprequest').map((r) => r.transferSize)"
    )
    assert sizes == [0]  # answered from what was there already


def test_a_walk_with_scripts_off(over: Scene, open_page: Open) -> None:
    page = open_page(over.players[0], java_script_enabled=False)
    page.goto(f"/m/{over.id}/replay?at=2")
    for way, move in (("next", 3), ("previous", 2), ("last", over.number), ("first", 0)):
        page.locator(f"a.way-{way}").click()
        stands_at(page, move)
    page.locator("#slider").press("End")
    page.get_by_role("button", name="Go", exact=True).click()
    stands_at(page, over.number)
    page.locator(".round-link").first.click()
    stands_at(page, 0)
    page.goto(f"/m/{over.id}/replay?at=3")
    page.locator("#log .jump").first.click()
    stands_at(page, 0)
    page.get_by_role("link", name="The public").click()
    assert page.url.endswith("as=public")
    expect(page.locator("#play")).to_be_hidden()
