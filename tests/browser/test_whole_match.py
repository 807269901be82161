"""Two people talk, claim, suspect, play to the end and look back at it with all of that laid over."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.models import Claim, Remark, Suspicion
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import people, wait_for_move
from tests.browser.test_claims import claim, open_tab
from tests.browser.test_talk import say
from tests.web.factories import Scene, UserFactory, dealt

MARKUP = "<img src=x onerror=alert(1)>"  # no name that the site takes: what if it had?


def play_on(pages: list[Page], scene: Scene, moves: int) -> None:
    """By clicking, whoever is awaited, in turn."""
    for _ in range(moves):
        awaited = scene.awaited()
        if not awaited:
            return
        page, before = pages[awaited[0]], scene.number
        wait_for_move(page, before)
        page.locator("#table button[name=action]").last.click()
        wait_for_move(page, before + 1)


def test_two_people_talk_claim_suspect_play_to_the_end_and_look_back(
    open_page: Open, complaints: list[str]
) -> None:
    [mira], other = people(1), UserFactory.create(username=MARKUP)
    scene = dealt(mira, other)
    hers, theirs = open_page(mira), open_page(other, PHONE)
    for page in (hers, theirs):
        page.goto(f"/m/{scene.id}/")
        expect(page.locator("#table")).to_be_visible()
        page.locator("#talk-open").click()
    say(hers, "I begin.")
    play_on([hers, theirs], scene, 1)
    claim(theirs, "number.0.1")
    claim(hers, "number.0.2")
    say(theirs, "@mira that is not what you showed me at #1")
    expect(hers.locator("#talk-said .to-me")).to_contain_text("move 1")
    expect(hers.locator("#talk-said .by").filter(has_text=MARKUP).last).to_be_visible()
    open_tab(hers, "Claims")
    expect(hers.locator(".matter")).to_contain_text("These two cannot both be true.")
    open_tab(hers, "Notes")
    hers.locator('label[for="s1_4"]').click()
    expect(hers.locator("#suspicion-kept")).to_have_text("Kept, after move 1.")
    for page in (hers, theirs):
        page.keyboard.press("Escape")
    play_on([hers, theirs], scene, 100)
    assert scene.match.status == "over"

    # Looking back, what came later is still to come, and what was claimed is judged.
    for page in (hers, theirs):
        page.goto(f"/m/{scene.id}/replay?at=0&as=all")
        page.locator("#talk-open").click()
        said = page.locator("#talk-said li.said")
        expect(said).to_have_count(4)
        expect(said.nth(0)).to_have_class(re.compile("here"))
        expect(page.locator("#talk-said .said.later")).to_have_count(3)
        page.locator("#talk-said a[data-move='1']").first.click()
        expect(page.locator("#step #table")).to_have_attribute("data-number", "1")
        expect(page.locator("#talk-said .said.later")).to_have_count(0)
        expect(page.locator("#talk-said .verdict-is")).to_have_count(2)
    open_tab(hers, "Claims")
    expect(hers.locator(".tally tbody tr")).to_have_count(2)
    open_tab(hers, "Notes")
    expect(hers.locator(".line-chart")).to_have_count(1)
    open_tab(theirs, "Notes")
    expect(theirs.locator(".line-chart")).to_have_count(0)  # a notebook is its owner's
    assert (Remark.objects.count(), Claim.objects.count(), Suspicion.objects.count()) == (2, 2, 1)
    assert hers.locator("#talk img, #board img").count() == 0
    assert complaints == []
