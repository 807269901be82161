"""A walk through a replay: with keys, slider and by itself; and with scripts off."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.matchlog import reader
from games.models import Move
from tests.web.factories import Scene, UserFactory, dealt

Open = Callable[..., Page]


@pytest.fixture
def over(transactional_db: None) -> Scene:
    scene = dealt(
        *(UserFactory.create() for _ in range(3)), options={"starter": "first", "rounds": 2}
    )
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
    page.get_by_role("link", name="All secrets").click()
    expect(page.locator(".unveiled")).to_be_visible()
    page.locator("#comment").fill("A fine match")
    page.locator("#comment").press("ArrowLeft")
    stands_at(page, over.number)  # the keys are the writer's while something is typed
    assert loads == []


def test_a_walk_with_the_mouse(over: Scene, open_page: Open) -> None:
    page = open_page(None)
    page.goto(f"/m/{over.id}/replay?at=2&as=1")
    loads: list[str] = []
    page.on("load", lambda _page: loads.append(page.url))
    for way, move in (("next", 3), ("previous", 2), ("last", over.number), ("first", 0)):
        page.locator(f"a.way-{way}").click()
        stands_at(page, move)
        expect(page).to_have_url(re.compile(rf"\?at={move}&as=1$"))
    assert page.locator("a.way-first, a.way-previous").count() == 0
    second = dict(reader.rounds_of(over.id))[2]
    page.locator(".round-link").last.click()
    stands_at(page, second)
    page.locator("a.way-last").click()
    stands_at(page, over.number)
    line = page.locator(f'#log .line[data-move="{second}"] .jump').first
    line.click()
    stands_at(page, second)
    expect(page.locator("#log .line.here").first).to_be_visible()
    pictures = page.locator(".pictures a")
    assert (pictures.first.get_attribute("href") or "").endswith(f"picture.png?at={second}&as=1")
    assert loads == []


def test_playing_by_itself_is_stopped_by_a_step_of_ones_own(over: Scene, open_page: Open) -> None:
    page = open_page(None)
    page.goto(f"/m/{over.id}/replay?at=0")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    stands_at(page, 1)
    page.keyboard.press("Home")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play")
    stands_at(page, 0)
    page.wait_for_timeout(1800)
    stands_at(page, 0)


def test_a_step_that_arrives_late_does_not_take_the_slider_back(
    over: Scene, open_page: Open
) -> None:
    page = open_page(None)
    page.goto(f"/m/{over.id}/replay?at=2")
    stood = page.locator("#slider").evaluate(
        """(slider) => {
          slider.value = 4;
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          const late = document.getElementById("step");
          Idiomorph.morph(late, late.outerHTML, { morphStyle: "outerHTML" });
          return document.getElementById("slider").value;
        }"""
    )
    assert stood == "4"
    stands_at(page, 4)


def test_a_permalink_shows_the_same_move_through_the_same_eyes(
    over: Scene, open_page: Open
) -> None:
    page = open_page(over.players[0])
    page.goto(f"/m/{over.id}/replay")
    page.get_by_role("link", name=over.players[1].username, exact=True).first.click()
    expect(page.locator('.sight[aria-current="true"]')).to_have_text(over.players[1].username)
    page.locator("#slider").press("Home")
    page.locator("#slider").press("ArrowRight")
    stands_at(page, 1)
    expect(page).to_have_url(re.compile(r"\?at=1&as=1$|\?as=1&at=1$"))
    shared = page.url
    stranger = open_page(None)
    stranger.goto(shared)
    stands_at(stranger, 1)
    expect(stranger.locator('.sight[aria-current="true"]')).to_have_text(over.players[1].username)
    assert stranger.locator("#board").inner_html() == page.locator("#board").inner_html()


@pytest.mark.parametrize("scripts", [True, False])
def test_everything_marks_what_was_hidden(scripts: bool, over: Scene, open_page: Open) -> None:
    page = open_page(None, java_script_enabled=scripts)
    page.goto(f"/m/{over.id}/replay?at=2&as=public")
    expect(page.locator(".hidden-then")).to_have_count(0)
    page.get_by_role("link", name="All secrets").click()
    expect(page.locator(".unveiled")).to_be_visible()
    expect(page.locator(".line.here .hidden-then")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?at=2&as=all$"))


def test_a_comment_shows_at_once_wherever_one_comes_from(over: Scene, open_page: Open) -> None:
    page, watcher = open_page(over.players[0]), open_page(None)
    for one in (page, watcher):
        one.goto(f"/m/{over.id}/replay?at=1&as=public", wait_until="networkidle")
    page.keyboard.press("ArrowRight")  # both have the step to move 2 in their browser now
    stands_at(page, 2)
    page.locator("#comment").fill("A fine answer")
    page.get_by_role("button", name="Post comment").click()
    expect(page.locator(".comments article")).to_contain_text("A fine answer")
    expect(page.locator("html.scripted")).to_be_attached()  # the new page hears keys now
    for one in (page, watcher):
        one.locator("body").click(position={"x": 1, "y": 1})
        one.keyboard.press("Home")
        stands_at(one, 0)
        expect(one.locator(".said")).to_contain_text("Nobody has said anything yet")
        for move in (1, 2):
            one.keyboard.press("ArrowRight")
            stands_at(one, move)
        expect(one.locator(".said article")).to_contain_text("A fine answer")
        expect(one).to_have_url(re.compile(r"\?at=2&as=public$"))


def test_the_verdict_is_fetched_and_damage_is_said_on_a_page_of_its_own(
    over: Scene, open_page: Open, complaints: list[str]
) -> None:
    page = open_page(None)
    page.goto(f"/m/{over.id}/replay?at=2&as=public")
    expect(page.locator(".verdict")).to_contain_text(f"all {over.number + 1} moves match")
    Move.objects.filter(match_id=over.id, number=over.number).delete()
    page.keyboard.press("End")
    expect(page.locator("h1")).to_contain_text("is damaged")
    complaints.clear()  # the browser complains of the status
    page.get_by_role("link", name="The match up to move").click()
    expect(page.locator("#scene")).to_be_visible()


def test_neighbours_are_fetched_ahead(over: Scene, open_page: Open) -> None:
    page = open_page(None)
    page.goto(f"/m/{over.id}/replay?at=2", wait_until="networkidle")
    page.keyboard.press("ArrowRight")
    stands_at(page, 3)
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').filter((r) => r.name.includes('replay?at=3&') "
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
    page.get_by_role("link", name="What everyone saw").click()
    assert page.url.endswith("as=public")
    expect(page.locator("#play")).to_be_hidden()
    page.goto(f"/m/{over.id}/replay?at=2&as=1")
    stands_at(page, 2)
    page.locator("#comment").fill("Without a script")
    page.get_by_role("button", name="Post comment").click()
    stands_at(page, 2)
    expect(page.locator(".comments article")).to_contain_text("Without a script")
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".comments")).to_contain_text("Nobody has said anything yet")
