"""Nothing shifts when a push comes: not while others move, nor when it becomes one's turn.

Nor while a table is loaded.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from games.engine.registry import titles
from tests.browser import fixtures
from tests.browser.fixtures import PHONE, WIDE, Open
from tests.browser.playing import Plain, foreseen, look_at_table, people, wait_for_move

OURS = sorted(set(titles()) - {"toy"})
PUSHES = 12

# What shifted, how far and from where to where, as the browser measures it.
WATCH = """
window.shifts = [];
const told = ({ node, previousRect: was, currentRect: now }) => {
  const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  const name = element ? `${element.tagName}#${element.id}.${element.className.baseVal ?? element.className}` : "something";
  return `${name}: ${[was.x, was.y, was.width, was.height].map(Math.round)} to ${[now.x, now.y, now.width, now.height].map(Math.round)}`;
};
// A word within its own line, whose box stays.
const isInPlace = ({ previousRect: was, currentRect: now }) => Math.abs(was.x - now.x) < 1 && Math.abs(was.y - now.y) < 1;
new PerformanceObserver((list) => {
  for (const { value, sources: all } of list.getEntries()) {
    const sources = all.filter((source) => !isInPlace(source));
    if (sources.length) shifts.push(`move ${document.getElementById("table")?.dataset.number}, ${value.toFixed(4)}: ${sources.map(told).join("; ")}`);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}


@pytest.mark.parametrize("slug", ["lost_mines", "saboteur"])
def test_no_part_of_a_table_shifts_when_the_role_that_was_dealt_takes_the_stage(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """On a line so slow that the page is painted before its scripts have come."""
    players = people(4)
    scene = foreseen(monkeypatch, players, title=slug, seed=520 + OURS.index(slug))
    monkeypatch.setattr(fixtures, "SEEN_ROLE", "")
    page = open_page(players[0], PHONE)
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    page.add_init_script(WATCH)
    page.goto(f"/m/{scene.id}/")
    page.wait_for_selector("html[data-complete]", state="attached")
    page.wait_for_selector(".dealt .btn", state="visible")
    page.wait_for_timeout(300)
    parts = ("#frame", "#people", ".ground")
    found = [one for one in page.evaluate("() => shifts") if any(part in one for part in parts)]
    assert found == [], "\n".join(found)


# All of it, also what Chromium puts down to a touch.
SUM = """
window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { shifted += value; }))
  .observe({ type: "layout-shift", buffered: true });
"""
NEXT_TO_NOTHING = 0.001  # it was 0.03 to 0.06 without letters of the same width


@pytest.mark.parametrize("slug", OURS)
def test_next_to_nothing_shifts_when_the_fonts_come(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """They come last here, where all words are set already in letters that the device has."""
    players = people(4)
    scene = foreseen(monkeypatch, players, title=slug, seed=530 + OURS.index(slug))
    monkeypatch.setattr(fixtures, "SEEN_ROLE", "")
    page, held = open_page(players[0], PHONE), list[Route]()
    page.add_init_script(WATCH + SUM)
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(f"/m/{scene.id}/", wait_until="domcontentloaded")
    page.wait_for_timeout(1000)
    for font in held:
        font.continue_()
    page.wait_for_selector("html[data-complete]", state="attached")
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.wait_for_timeout(500)
    assert len(held) >= 2
    assert page.evaluate("() => shifted") <= NEXT_TO_NOTHING, page.evaluate("() => shifts")


@pytest.mark.parametrize("moving", [True, False], ids=["moving", "still"])
@pytest.mark.parametrize("slug", OURS)
def test_nothing_shifts_in_a_dozen_pushes(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str, moving: bool
) -> None:
    players, plain = people(titles()[slug].seats[1]), Plain()
    scene = foreseen(
        monkeypatch, players, title=slug, seed=500 + 2 * OURS.index(slug) + int(moving)
    )
    pages = [open_page(players[0], size) for size in (WIDE, PHONE)]
    for page in pages:
        page.emulate_media(reduced_motion="no-preference" if moving else "reduce")
        page.add_init_script(WATCH)
        look_at_table(page, scene)
        page.wait_for_function("() => document.documentElement.classList.contains('plays')")
        page.evaluate("() => document.fonts.ready")
        page.evaluate("() => { shifts.length = 0; }")
    turns = set()
    for _ in range(PUSHES):
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))
        for page in pages:
            wait_for_move(page, scene.number)
            page.wait_for_function("() => !document.querySelector('.motion')")
            turns.add(page.get_attribute("#table", "data-turn"))
    found = [
        f"{page.viewport_size}: {one}" for page in pages for one in page.evaluate("() => shifts")
    ]
    assert len(turns) > 1  # it became the reader's turn, and somebody else's
    assert found == [], "\n".join(found)
