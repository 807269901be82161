"""Whoever wants to be asked before a move is sent is asked: by a dialog, or by a page between."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import Open
from tests.browser.playing import foreseen, people
from tests.web.factories import Scene

PRESS = "document.querySelector('#table button[name=action]').click()"


def careful(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, *, seed: int, scripts: bool
) -> tuple[Page, Scene]:
    players = people(3)
    scene = foreseen(monkeypatch, players, title="saboteur", seed=seed)
    mover = players[scene.awaited()[0]]
    mover.confirm_moves = True
    mover.save()
    page = open_page(mover, java_script_enabled=scripts)
    page.goto(f"/m/{scene.id}/")
    return page, scene


def test_a_dialog_asks_and_no_is_no(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    page, scene = careful(open_page, monkeypatch, seed=105, scripts=True)
    page.evaluate(PRESS)
    expect(page.locator("dialog[open] h2")).to_have_text("Send this move?")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert scene.number == 0
    page.evaluate(PRESS)
    page.locator("dialog[open] button[value=yes]").click()
    page.wait_for_selector("#table[data-number='1']")
    assert scene.number == 1


def test_without_scripts_a_page_between_asks(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, scene = careful(open_page, monkeypatch, seed=106, scripts=False)
    page.evaluate(PRESS)
    expect(page.locator("h1")).to_have_text("Send this move?")
    page.get_by_role("link", name="Cancel").click()
    assert (scene.number, page.get_attribute("#table", "data-turn")) == (0, "mine")
    page.evaluate(PRESS)
    page.locator("main button").click()
    page.wait_for_selector("#table[data-number='1']")
    assert scene.number == 1
