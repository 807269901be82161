"""The server falls over in the middle of a match, and gets up again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import Open
from tests.browser.playing import (
    Plain,
    assert_shows_own_copy,
    foreseen,
    people,
    play_by_clicking,
    wait_for_move,
)
from tests.browser.site import Site


def test_a_killed_server_loses_nothing_and_the_pages_catch_up(
    site: Site, open_page: Open, monkeypatch: pytest.MonkeyPatch, complaints: list[str]
) -> None:
    players, plain = people(3), Plain()
    scene = foreseen(monkeypatch, players, title="saboteur", seed=104)
    pages = [open_page(player) for player in players]
    for page in pages:
        page.goto(f"/m/{scene.id}/")
    seat = scene.awaited()[0]
    play_by_clicking(pages[seat], plain.choose(scene, seat))
    for page in pages:
        wait_for_move(page, 1)

    site.kill()
    for page in pages:
        expect(page.locator("#offline")).to_have_text("The connection is lost. Trying again…")
        expect(page.locator("#offline")).to_be_visible()
    assert scene.number == 1  # what was confirmed is there
    seat = scene.awaited()[0]
    scene.act(seat, **plain.choose(scene, seat))  # another process goes on meanwhile

    site.start()
    for page in pages:
        expect(page.locator("#offline")).to_have_text(
            "Connected again. You see the latest.", timeout=40_000
        )
    for player, page in zip(players, pages, strict=True):
        assert_shows_own_copy(page, scene, player)
    expect(pages[0].locator("#offline")).to_be_hidden(timeout=20_000)
    seat = scene.awaited()[0]
    play_by_clicking(pages[seat], plain.choose(scene, seat))
    assert scene.number == 3
    # Browser and htmx complained that nobody was there, and of nothing else.
    absent = ("net::ERR_CONNECTION", "WebSocket connection", "[object Event]")
    assert [said for said in complaints if not any(one in said for one in absent)] == []
    complaints.clear()
