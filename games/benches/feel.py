"""How a page feels on a small phone: what a browser measures, slowed down, on a slow line.

Chromium by playwright, its processor slowed four times, a line as of slow 4G, 360 pixels wide. What is
told of a page is its largest paint, how much it shifts, and what its first load weighs; of a table also
how long it takes from a touch to the next paint: raising a card, choosing a place, sending the move. A
busy machine makes that longer than it is; so beside it stands how much of it the page itself worked.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser

from games.benches import Figure, Unavailable
from games.benches.live import SEATS, Table, account, cookie, site
from games.engine import titles
from games.matchlog import access

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
WINDOW = {"width": 360, "height": 740}
SLOWER = 4  # times, the processor
LINE = {
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}  # ms, bytes a second
LOADS = 3  # of each page
WAYS_TRIED = 8  # cards, until one has a place to go to
SETTLED = 1500  # ms after the load: what comes later has come
PATIENCE = 60_000  # ms

# What Chromium tells of a page from its beginning on, and of each touch. A touch lasts until the paint
# that follows it; those under 16 ms are not told, and count as that. What shifts soon after a touch is
# expected to; but Chromium takes the window that it is given here for a touch too, so that while a page
# is loaded, and nobody touches it, all that shifts is counted.
WATCH = """
window.felt = { lcp: 0, loading: 0, unasked: 0, touches: [] };
const on = (type, tell, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(tell)).observe({ type, buffered: true, ...more });
on("largest-contentful-paint", (entry) => { felt.lcp = entry.startTime; });
on("layout-shift", (entry) => {
  felt.loading += entry.value;
  if (!entry.hadRecentInput) felt.unasked += entry.value;
});
on("event", (entry) => { if (entry.interactionId) felt.touches.push(entry.duration); }, { durationThreshold: 16 });
"""
SHORTEST = 16.0  # ms
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
# What to touch: at first one of the ways that are shown, by its number; then what that has brought up,
# if it has; then a button that sends.
WAYS = """
const isThere = (one) => one.getClientRects().length && getComputedStyle(one).visibility !== "hidden";
const shown = (selector) => [...document.querySelectorAll(selector)].filter(isThere);
const ways = () => shown("#table label[for]").filter((label) => label.control?.matches(".pick:enabled:not(:checked)"));
"""
FIRST = f"(number) => {{ {WAYS} const all = ways(); all.forEach((way) => {{ way.dataset.wasThere = 'yes'; }}); return all[number] ?? null; }}"
FRESH = f"() => {{ {WAYS} return ways().find((way) => !way.dataset.wasThere) ?? null; }}"
BUTTON = f"() => {{ {WAYS} return shown('#table button[name=\"action\"]')[0] ?? null; }}"
MOVED = "(number) => document.getElementById('table').dataset.number !== number"
SEE_ROLE = (
    "document.querySelectorAll('.dealt > .pick:not(:checked)').forEach((seen) => seen.click())"
)


def run(*, seconds: float) -> Iterator[Figure]:
    del seconds  # pages are loaded, not seconds counted
    program = _program()
    with site() as port:
        # All that asks the database comes first: while a browser is driven, this thread has a loop.
        lobby = cookie(account())
        tables = [(slug, *_begun(slug)) for slug, title in titles().items() if SEATS in title.seats]
        with _browser(program) as browser:
            address = f"http://127.0.0.1:{port}"
            yield from _page("front page", browser, address, "/", "")
            yield from _page("lobby", browser, address, "/tables/", lobby)
            for slug, path, session in tables:
                yield from _page(f"{slug} table", browser, address, path, session)
                yield from _touches(slug, browser, address, path, session)


def _begun(slug: str) -> tuple[str, str]:
    """A table's path, and the session of whoever is to move there."""
    table = Table.begun(slug)
    visit = access.visit(table.match_id, AnonymousUser())
    index = next(seat.index for seat in visit.seats if seat.awaited_since)
    return f"/m/{table.match_id}/", table.cookies[index]


def _program() -> tuple[Any, str]:
    """Playwright, and where Chromium is."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        raise Unavailable("this bench drives Chromium, and there is none here")
    try:
        return import_module("playwright.sync_api"), path
    except ImportError:
        raise Unavailable("this bench needs playwright, which `make install` brings") from None


@contextmanager
def _browser(program: tuple[Any, str]) -> Iterator[Any]:
    playwright, path = program
    with playwright.sync_playwright() as driven:
        browser = driven.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def _opened(
    browser: Any, address: str, session: str
) -> Iterator[tuple[Any, list[Mapping[str, Any]]]]:
    """A page with nothing kept from before, and what it has been sent so far."""
    context = browser.new_context(viewport=WINDOW, has_touch=True, is_mobile=True, locale="en-GB")
    if session:
        name, _equals, value = session.partition("=")
        context.add_cookies([{"name": name, "value": value.partition(";")[0], "url": address}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {"offline": False, **LINE})
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sent: list[Mapping[str, Any]] = []
    names: dict[str, str] = {}
    line.on(
        "Network.responseReceived",
        lambda told: names.update({told["requestId"]: told["response"]["url"]}),
    )
    line.on(
        "Network.loadingFinished",
        lambda told: sent.append({**told, "url": names.get(told["requestId"], "")}),
    )
    try:
        yield page, sent
    finally:
        context.close()


def _page(name: str, browser: Any, address: str, path: str, session: str) -> Iterator[Figure]:
    paints, shifts, weights = list[float](), list[float](), list[float]()
    for _ in range(LOADS):
        with _opened(browser, address, session) as (page, sent):
            page.goto(f"{address}{path}", wait_until="load")
            weights.append(_bytes(sent))
            page.wait_for_timeout(SETTLED)
            felt = page.evaluate("felt")
            paints.append(felt["lcp"])
            shifts.append(felt["loading"])
    yield Figure(f"{name}: largest paint", median(paints), "ms")
    yield Figure(f"{name}: layout shift", max(shifts), "")
    yield Figure(f"{name}: first load as sent, fonts aside", median(weights) / 1000, "kB")


def _bytes(sent: Sequence[Mapping[str, Any]]) -> float:
    return float(sum(one["encodedDataLength"] for one in sent if not one["url"].endswith(".woff2")))


class Touch(NamedTuple):
    """How long until the next paint, in ms, and how much of that the page's main thread worked."""

    lasted: float
    worked: float


def _touches(slug: str, browser: Any, address: str, path: str, session: str) -> Iterator[Figure]:
    """Raising a card that has somewhere to go, choosing a place, sending the move."""
    with _opened(browser, address, session) as (page, _sent):
        page.goto(f"{address}{path}", wait_until="load")
        page.wait_for_timeout(SETTLED)
        loaded = page.evaluate("felt.unasked")
        page.evaluate(SEE_ROLE)
        number = page.get_attribute("#table", "data-number")
        raising = choosing = None
        for way in range(WAYS_TRIED):
            if (took := _touched(browser, page, FIRST, way)) is None:
                break
            raising = took
            if (choosing := _touched(browser, page, FRESH)) is not None:
                break
        sending = _touched(browser, page, BUTTON)
        if raising is None or sending is None:
            raise RuntimeError(f"the table of {slug} offers nothing that can be touched")
        page.wait_for_function(MOVED, arg=number)
        page.wait_for_timeout(SETTLED)
        shift = page.evaluate("felt.unasked") - loaded
    for what, touch in (("raising", raising), ("choosing", choosing), ("sending", sending)):
        if touch is None:
            continue  # where what is raised goes to one place only, there is nothing to choose
        yield Figure(f"{slug} table: {what}, touch to next paint", touch.lasted, "ms")
        yield Figure(f"{slug} table: {what}, work of the page in it", touch.worked, "ms")
    yield Figure(f"{slug} table: layout shift, with a move", shift, "")


def _touched(browser: Any, page: Any, which: str, *words: int) -> Touch | None:
    """Nothing where there is nothing to touch."""
    target = page.evaluate_handle(which, *words).as_element()
    if target is None:
        return None
    target.scroll_into_view_if_needed()
    page.wait_for_timeout(SETTLED)
    page.evaluate("felt.touches.length = 0")
    browser.start_tracing(page=page, categories=TRACED)
    target.tap(force=True)
    page.wait_for_timeout(SETTLED)
    worked = _worked(json.loads(browser.stop_tracing())["traceEvents"])
    return Touch(float(max(page.evaluate("felt.touches"), default=SHORTEST)), worked)


def _worked(trace: Sequence[Mapping[str, Any]]) -> float:
    """Processor time of the page's main thread, from the finger's coming down to the paint after the
    click, in ms. It runs slowed, as the page does.
    """
    told = [one for one in trace if one["name"] == "EventDispatch"]
    click = next(one for one in told if one["args"]["data"]["type"] == "click")
    thread = [one for one in trace if (one["pid"], one["tid"]) == (click["pid"], click["tid"])]
    begun = min(one["ts"] for one in told if one["args"]["data"]["type"] == "pointerdown")
    paints = [one["ts"] for one in thread if one["name"] == "Commit" and one["ts"] > click["ts"]]
    painted = min(paints, default=click["ts"] + click["dur"])
    tasks = [one for one in thread if one["name"] == "RunTask" and one["ph"] == "X"]
    during = [one for one in tasks if begun <= one["ts"] + one["dur"] and one["ts"] <= painted]
    return float(sum(one.get("tdur", 0) for one in during)) / 1000
