"""Every table fits every window: the hand in it, the board as large as it can be, nothing that jumps.

By geometry, in one browser whose window is resized, with the largest company of each title.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from games import rendering
from games.engine.registry import titles
from games.matchlog import access
from games.models import Seat
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import Plain, foreseen, look_at_table, people
from tests.web.factories import Scene, dealt

SCRIPT = Path(__file__).with_name("fits.js").read_text(encoding="utf-8")
OURS = sorted(set(titles()) - {"toy"})


class Window(NamedTuple):
    """A window in CSS pixels: at 200 % a window of 1440 by 900 has 720 by 450 of them."""

    width: int
    height: int

    @property
    def is_tiny(self) -> bool:
        """400 %: no room for board and hand at once, so that the page is scrolled downwards."""
        return self.height < 300

    @property
    def share(self) -> float:
        """Of its height that the board has at least."""
        return 0.3 if self.height < 560 else 0.45

    @property
    def is_touched(self) -> bool:
        return self.width < 1100


WINDOWS = [
    Window(320, 568),
    Window(360, 740),
    Window(390, 844),
    Window(740, 360),
    Window(768, 1024),
    Window(1024, 768),
    Window(1280, 720),
    Window(1366, 650),
    Window(1440, 900),
    Window(2560, 1440),
    Window(640, 360),  # 1280 × 720 at 200 %
    Window(720, 450),  # 1440 × 900 at 200 %
    Window(320, 256),  # 1280 × 1024 at 400 %
    Window(360, 225),  # 1440 × 900 at 400 %
]


def ask(page: Page, question: str) -> Any:
    return page.evaluate(f"() => {{ {SCRIPT}; return {question}; }}")


def full_table(monkeypatch: pytest.MonkeyPatch, slug: str) -> Scene:
    """In the midst of a match, at a question with several answers. Everybody has seen everything.
    Clocks run, and whoever was asked before is called to another table that has begun.
    """
    size = titles()[slug].seats[-1]
    players, seed = people(size), 140 + OURS.index(slug)
    scene = foreseen(monkeypatch, players, title=slug, seed=seed, pace="daily")
    plain = Plain()
    while scene.number < 3 * size or len(scene.copy(scene.awaited()[0]).actions()) < 3:
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))
    Seat.objects.filter(match_id=scene.id).update(seen=scene.number)
    called = scene.awaited()[0] - 1
    dealt(players[called], *players[:called][:3], *players[called + 1 :][:3], title=slug)
    return scene


def found(page: Page, window: Window) -> Iterator[str]:
    """What does not fit, before anything is chosen and with a card raised: another in each window."""
    command = f"trouble({window.share}, {str(window.is_touched).lower()})"
    if window.is_tiny:
        command = "troubleWhenTiny()"
    yield from ask(page, command)
    if ask(page, f"raise({WINDOWS.index(window)})"):
        yield from (f"with a choice: {one}" for one in ask(page, command))


HELD = '<div id="stage" class="stage secret">'


def table_with_a_secret(monkeypatch: pytest.MonkeyPatch, slug: str) -> Scene:
    """The player who is asked was shown something in secret in their last move."""
    scene = foreseen(monkeypatch, people(4), title=slug, seed=160 + OURS.index(slug))
    plain = Plain()
    for _ in range(200):
        seat = scene.awaited()[0]
        if HELD in rendering.fragment(access.visit(scene.id, scene.players[seat])):
            return scene
        scene.act(seat, **plain.choose(scene, seat))
    raise AssertionError("nobody has looked at anything")


@pytest.mark.parametrize("slug", ["lost_mines", "saboteur"])
def test_a_secret_that_is_held_is_read_whole_on_ones_own_turn(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    scene = table_with_a_secret(monkeypatch, slug)
    page = open_page(scene.players[scene.awaited()[0]])
    look_at_table(page, scene)
    trouble = []
    for window in WINDOWS:
        page.set_viewport_size({"width": window.width, "height": window.height})
        if not window.is_tiny:
            trouble += [f"{window}: {one}" for one in ask(page, "[...outside(), ...spilt()]")]
            assert page.locator(".stage.secret .now").is_visible(), window
    assert trouble == [], "\n".join(trouble)


@pytest.mark.parametrize("slug", OURS)
def test_a_full_table_fits_every_window_and_nothing_jumps(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    scene = full_table(monkeypatch, slug)
    mine = scene.awaited()[0]
    pages = [open_page(scene.players[seat]) for seat in (mine, mine - 1)]
    for page in pages:
        look_at_table(page, scene)
    trouble = []
    for window in WINDOWS:
        boxes = []
        for page in pages:
            page.set_viewport_size({"width": window.width, "height": window.height})
            boxes.append(ask(page, "boxes()"))
            trouble += [f"{window}: {one}" for one in dict.fromkeys(found(page, window))]
        if not window.is_tiny and boxes[0] != boxes[1]:
            trouble.append(f"{window}: {boxes[0]} becomes {boxes[1]}")
    assert trouble == [], "\n".join(trouble)


@pytest.mark.parametrize("slug", OURS)
def test_in_a_small_company_too_everyones_piece_stands_in_their_own_row(
    open_page: Open, slug: str
) -> None:
    """A large one has columns of its own."""
    company = people(max(titles()[slug].seats[0], 4))
    page = open_page(company[0])
    look_at_table(page, dealt(*company, title=slug, pace="daily"))
    trouble = []
    for window in WINDOWS:
        page.set_viewport_size({"width": window.width, "height": window.height})
        trouble += [f"{window}: {one}" for one in ask(page, "spilt()")]
    assert trouble == [], "\n".join(trouble)


BOARD = "() => ['width', 'height'].map((side) => Math.round(document.querySelector('#frame > *').getBoundingClientRect()[side]))"


@pytest.mark.parametrize("slug", ["lost_mines", "saboteur"])
def test_once_one_has_gone_on_from_an_end_the_board_is_as_large_as_in_any_turn(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    scene = foreseen(monkeypatch, people(3), title=slug, seed=170 + OURS.index(slug))
    plain, title = Plain(), titles()[slug]
    while len(title.rounds(scene.copy(None).known)) < 2:
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))
    page = open_page(scene.players[1], PHONE)
    look_at_table(page, scene)
    whole = page.evaluate(BOARD)
    page.locator(".round-over > .pick").evaluate("(gone_on) => gone_on.click()")
    after = page.evaluate(BOARD)
    page.locator(".round-over").evaluate("(end) => end.remove()")  # as the next move does
    assert page.evaluate(BOARD) == after
    assert whole != after
