"""A browser, a served site, and people who look at it.

Playwright's loop runs in this thread while it is in use. So the browser lives as long as a module
of tests and no longer, and Django is told that its database may be asked all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright

from accounts.models import User
from tests.browser import chromium as program
from tests.browser.site import Site

FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
WIDE, PHONE = (1280, 860), (390, 844)

# How long anything on a page may take before a test gives up: long, because a loaded machine is slow.
PATIENCE = 30_000

Open = Callable[..., Page]

# Whoever opens a table in a test has seen which role they were dealt, and goes on. The moment itself
# is tried where it is not put away.
SEEN_ROLE = """
const putAway = () => document.querySelectorAll(".dealt > .pick:not(:checked)").forEach((seen) => seen.click());
document.addEventListener("DOMContentLoaded", () => {
  putAway();
  new MutationObserver(putAway).observe(document.body, { childList: true, subtree: true });
});
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = program.find()
    if path is None:
        pytest.fail(program.MISSING)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site") / "notes")
    yield site
    site.kill()


@pytest.fixture
def site(served: Site, transactional_db: None) -> Site:
    """The site, up. Whatever is in its database is gone after the test."""
    return served if served.process else served.start()


@pytest.fixture
def complaints() -> list[str]:
    """What went wrong in any page. A test that expects trouble clears it."""
    return []


@pytest.fixture
def open_page(chromium: Browser, site: Site, complaints: list[str]) -> Iterator[Open]:
    """A browser of somebody's, or of a stranger's, with nothing in it but their log-in."""
    contexts = []

    def opened(user: User | None = None, size: tuple[int, int] = WIDE, **options: Any) -> Page:
        context = chromium.new_context(
            base_url=site.address,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            locale="en-GB",
            **options,
        )
        contexts.append(context)
        if user is not None:
            context.add_cookies([_log_in(user, site)])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(SEEN_ROLE)
        _listen(page, site, complaints)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == [], site.notes.read_text()[-4000:]


def _log_in(user: User, site: Site) -> Any:
    client = Client()
    client.force_login(user)
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site.address}


def _listen(page: Page, site: Site, complaints: list[str]) -> None:
    """No error in a script, no warning of the browser, no request to anywhere else."""
    ours = (site.address, site.address.replace("http", "ws"), "data:")

    def request(url: str) -> None:
        if not url.startswith(ours):
            complaints.append(f"asked another origin: {url}")

    page.on("request", lambda asked: request(asked.url))
    page.on("websocket", lambda socket: request(socket.url))
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None,
    )
