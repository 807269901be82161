"""A newcomer's first match in a browser: hints can be put away, and none stands in the way of a move."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import Action, Chance, titles
from games.presentation import presenter_of
from games.rendering.first import first_match
from tests.browser.playing import send_by_clicking

Open = Callable[..., Page]
COACHED = [slug for slug in sorted(titles()) if presenter_of(slug).coach is not None]


@pytest.mark.parametrize("slug", COACHED)
def test_hints_are_put_away_and_the_first_move_is_made_by_clicking(
    slug: str, open_page: Open
) -> None:
    page = open_page(None)
    page.goto(f"/t/{slug}/first/")
    hints = page.locator("#hints .hint")
    while (button := hints.first.locator("button")).count():
        told = hints.first.locator("h2").inner_text()
        button.click()
        expect(hints.first.locator("h2")).not_to_have_text(told)
    expect(page.locator("#hints")).to_have_count(1)
    match = first_match(slug, [])
    assert match is not None
    send_by_clicking(page, match.legal[0])
    expect(page.locator('#table[data-number="0"]')).to_have_count(0)


CLICKS = 120  # at most, from the front page to the end: a card or knight, a place, a button, again and again


@pytest.mark.parametrize("slug", COACHED)
def test_from_the_front_page_to_the_end_without_an_account_and_signing_up_keeps_it(
    slug: str, open_page: Open, record_property: Callable[[str, object], None]
) -> None:
    began, clicks = time.monotonic(), list[str]()
    page = open_page(None)
    page.expose_function("clicked", lambda: clicks.append(page.url))
    page.add_init_script("addEventListener('pointerdown', () => window.clicked(), true)")
    page.goto("/")
    page.locator(f".title-card a[href='/t/{slug}/first/']").click()
    play_to_the_end(page, slug)
    record_property("seconds", round(time.monotonic() - began))  # of a script that does not read
    record_property("clicks", len(clicks))
    assert len(clicks) <= CLICKS
    told = page.locator(".learned h2").inner_text()
    page.locator(".learned a", has_text="Now play for real").click()
    page.fill("[name=username]", "newcomer")
    page.fill("[name=password1]", "a lamp and a pick")
    page.get_by_role("button", name="Create an account").click()
    page.wait_for_url(f"**/t/{slug}/")
    page.goto(f"/t/{slug}/first/")
    expect(page.locator(".learned h2")).to_have_text(told)


def play_to_the_end(page: Page, slug: str) -> None:
    """Hints are put away as they come, and moves are made as the plain bot would."""
    actions, chance = list[Action](), Chance(b"first match")
    while (match := first_match(slug, actions)) and not match.is_over:
        expect(page.locator(f'#table[data-number="{match.number}"]')).to_have_count(1)
        while (button := page.locator("#hints .hint button:visible")).count():
            told = page.locator("#hints").inner_text()
            button.first.click()
            expect(page.locator("#hints")).not_to_have_text(told, use_inner_text=True)
        action = match.title.bots["plain"](match.copy.known, match.coach.seat, chance)
        send_by_clicking(page, action)
        actions.append(action)
    page.wait_for_selector(".learned")
