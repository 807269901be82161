"""Being told in a real browser: by push with no table open, and by an open page that nobody looks at.

A browser's own push service is somewhere in the world, so this one is the test's: it takes what the
site sends, reads it with the browser's keys, and hands it to the service worker by the browser's
tools for developers, as the real one would.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from games.models import PushSubscription, Seat
from games.notices import pushing, reach
from tests.browser.fixtures import Open
from tests.browser.playing import people
from tests.browser.site import Site
from tests.web.factories import Scene, dealt
from tests.web.pushes import PushService

SETTINGS = "/notices/settings/"

# What a browser answers that has subscribed.
SUBSCRIBED = """({ address, key, auth }) => {
  const octets = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
  const kept = "test-subscribed";
  const it = (options) => ({
    endpoint: address,
    options,
    getKey: (name) => octets(name === "auth" ? auth : key),
    unsubscribe: async () => { localStorage.removeItem(kept); return true; },
  });
  PushManager.prototype.subscribe = async (options) => { localStorage.setItem(kept, ""); return it(options); };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(kept) === null ? null : it({ applicationServerKey: octets(document.getElementById("push")?.dataset.key ?? "") }));
}"""

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ tag, title, body }) => ({ tag, title, body }));
}"""


@pytest.fixture
def service() -> Iterator[PushService]:
    made = PushService(pushing.public_key())
    yield made
    made.close()


class Tools:
    """The browser's tools for developers, which hand pushes to the worker of a page."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site
        self.session = page.context.new_cdp_session(page)
        self.registrations: list[str] = []
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._heard)
        self.session.send("ServiceWorker.enable")

    def _heard(self, event: dict[str, Any]) -> None:
        self.registrations += [one["registrationId"] for one in event["registrations"]]

    def deliver(self, message: dict[str, Any]) -> None:
        self.session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self.site.address,
                "registrationId": self.registrations[-1],
                "data": json.dumps(message),
            },
        )


def arrived(page: Page, service: PushService, count: int) -> dict[str, Any]:
    """The site's worker sends it when its moment has come."""
    for _ in range(600):
        if len(service.pushed) >= count:
            assert len(service.pushed) == count
            return service.pushed[-1].message
        page.wait_for_timeout(100)
    raise AssertionError(f"nothing was pushed: {service.refused}")


def away(scene: Scene) -> None:
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)


def test_a_browser_is_told_of_a_turn_and_it_goes_when_the_move_was_made_elsewhere(
    open_page: Open, site: Site, service: PushService
) -> None:
    mira, tobias = people(2)
    page = open_page(mira)
    page.context.grant_permissions(["notifications"], origin=site.address)
    page.add_init_script(f"({SUBSCRIBED})({json.dumps(service.register())})")
    tools = Tools(page, site)
    page.goto(SETTINGS)
    expect(page.locator("#while-open")).to_be_visible()
    page.get_by_role("button", name="Turn on for this browser").click()
    expect(page.get_by_text("This browser is told from now on.")).to_be_visible()
    expect(page.locator("#push-here button")).to_be_hidden()
    expect(page.locator("#while-open")).to_be_hidden()

    scene = dealt(mira, tobias)
    away(scene)
    told = arrived(page, service, 1)
    assert told["title"] == f"Your turn: {scene.match.name}"
    tools.deliver(told)
    expect_shown(page, [{"tag": scene.id, "title": told["title"], "body": told["text"]}])
    tools.deliver(told | {"title": "Again"})
    expect_shown(page, [{"tag": scene.id, "title": "Again", "body": told["text"]}])  # one a table

    scene.act(0, do="pass")  # elsewhere
    tools.deliver(arrived(page, service, 2))
    expect_shown(page, [])

    tools.deliver(told)
    expect_shown(page, [{"tag": scene.id, "title": told["title"], "body": told["text"]}])
    page.goto(f"/m/{scene.id}/")  # whoever is there need not be called there
    expect_shown(page, [])

    page.goto(SETTINGS)
    page.get_by_role("button", name="Turn off").click()
    expect(page.locator("#push-here button")).to_be_visible()
    assert not PushSubscription.objects.exists()
    assert page.evaluate("localStorage.getItem('test-subscribed')") is None


def expect_shown(page: Page, wanted: list[dict[str, str]]) -> None:
    for _ in range(300):
        shown = page.evaluate(SHOWN)
        if shown == wanted:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{shown} is shown, not {wanted}")


def test_a_refused_browser_says_so_and_is_told_nothing(open_page: Open, site: Site) -> None:
    [mira] = people(1)
    page = open_page(mira)
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto(SETTINGS)
    page.get_by_role("button", name="Turn on for this browser").click()
    expect(page.get_by_text("Your browser has blocked notices from Adit.")).to_be_visible()
    page.locator("#while-open").click()
    expect(page.locator("#while-open")).not_to_be_checked()
    assert not PushSubscription.objects.exists()


# What a page would show, and that it is not looked at.
UNSEEN = """
window.told = [];
window.Notification = class extends EventTarget {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, options) { super(); window.told.push({ title, ...options }); }
  close() { window.told.pop(); }
};
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.lookAway = (away) => { hidden = away; document.dispatchEvent(new Event("visibilitychange")); };
"""


def until(page: Page, count: int) -> list[dict[str, str]]:
    """What the page tells, once it is so many."""
    for _ in range(300):
        told: list[dict[str, str]] = page.evaluate("told")
        if len(told) == count:
            return told
        page.wait_for_timeout(100)
    raise AssertionError(f"{told} is told, not {count}")


def test_an_open_page_that_nobody_looks_at_tells_if_it_was_asked_to(
    open_page: Open, site: Site
) -> None:
    mira, tobias = people(2)
    page = open_page(mira)
    page.add_init_script(UNSEEN)
    page.goto("/tables/")
    assert page.evaluate("localStorage.getItem('told-while-open')") is None  # off until asked for
    page.goto(SETTINGS)
    page.locator("#while-open").check()
    page.goto("/tables/")
    expect(page.locator("#waiting")).to_have_attribute("data-waiting", "0")

    page.evaluate("lookAway(true)")
    scene = dealt(mira, tobias)
    away(scene)
    [shown] = until(page, 1)
    assert (shown["title"], shown["tag"]) == (f"Your turn: {scene.match.name}", scene.id)
    page.evaluate("lookAway(false)")
    assert until(page, 0) == []

    # And not twice, not while it is looked at, and not of what is not wanted.
    page.evaluate("lookAway(true)")
    reach.choose(mira.pk, {("turn", "push"): False})
    second = dealt(mira, tobias)
    away(second)
    expect(page.locator("#waiting")).to_have_attribute("data-waiting", "2")
    expect(page.locator("#bell .n")).to_have_text("2")
    page.wait_for_timeout(600)
    assert page.evaluate("told") == []


# So that a minute need not go by.
LATER = "const now = Date.now; window.later = 0; Date.now = () => now() + window.later;"
COME_BACK = "document.dispatchEvent(new Event('visibilitychange'))"


def test_a_table_that_is_looked_at_says_so_again_though_nobody_has_moved(
    open_page: Open, site: Site
) -> None:
    mira, tobias = people(2)
    scene = dealt(mira, tobias)
    page, sent = open_page(mira), list[str | bytes]()

    def listen(opened: WebSocket) -> None:
        opened.on("framesent", lambda frame: sent.append(frame))  # no builtin can be a listener

    page.on("websocket", listen)
    page.add_init_script(LATER)
    page.goto(f"/m/{scene.id}/")
    page.wait_for_selector("html[data-complete]")
    page.evaluate(COME_BACK)
    page.wait_for_timeout(1500)
    assert "0" not in sent  # the page itself was just loaded
    page.evaluate("window.later = 61000")
    page.evaluate(COME_BACK)
    for _ in range(100):
        if "0" in sent:
            return
        page.wait_for_timeout(100)
    raise AssertionError(sent)
