"""Text that can be read and targets that can be met, on a phone and in both themes."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.engine.registry import titles
from games.play import seating
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import Plain, foreseen, people
from tests.web.factories import gathered

SCRIPT = Path(__file__).with_name("looks.js").read_text(encoding="utf-8")
OURS = sorted(set(titles()) - {"toy"})


def trouble(page: Page) -> list[str]:
    found: list[str] = page.evaluate(f"() => {{ {SCRIPT}; return trouble(); }}")
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_front_and_lobby_can_be_read_and_met(open_page: Open, theme: str) -> None:
    mira, tobias = people(2)
    gathered(tobias, title="saboteur", size=4)
    match = seating.create(mira, title="saboteur", size=3, bots=2).match
    seating.ready(match.pk, mira)
    stranger = open_page(size=PHONE, color_scheme=theme)
    player = open_page(mira, size=PHONE, color_scheme=theme)
    for page, path in [
        (stranger, "/"),
        (player, "/tables/"),
        (player, "/new/"),
        (player, "/play/"),
    ]:
        page.goto(path)
        assert (path, trouble(page)) == (path, [])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("slug", OURS)
def test_a_table_can_be_read_and_met(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str, theme: str
) -> None:
    players, plain = people(titles()[slug].seats[0]), Plain()
    scene = foreseen(monkeypatch, players, title=slug, seed=105 + OURS.index(slug))
    for _ in range(6):
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))
    mine = scene.awaited()[0]
    for seat in (mine, mine - 1):
        page = open_page(players[seat], size=PHONE, color_scheme=theme)
        page.goto(f"/m/{scene.id}/")
        assert trouble(page) == []


@pytest.mark.parametrize("slug", OURS)
def test_what_happened_and_the_whole_log_can_be_read_and_met(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    players, plain = people(titles()[slug].seats[0]), Plain()
    scene = foreseen(monkeypatch, players, title=slug, seed=105 + OURS.index(slug))
    while awaited := scene.awaited():
        scene.act(awaited[0], **plain.choose(scene, awaited[0]))
    for theme in ("light", "dark"):
        for path in (f"/m/{scene.id}/story", f"/m/{scene.id}/log"):
            page = open_page(players[0], size=PHONE, color_scheme=theme)
            page.goto(path)
            assert (theme, path, trouble(page)) == (theme, path, [])
