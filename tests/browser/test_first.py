"""A newcomer's first match in a browser: hints can be put away, and none stands in the way of a move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import titles
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
