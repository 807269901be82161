"""The bell and what is under it: live with scripts, a page of its own without."""

from __future__ import annotations

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Notice, Seat
from games.notices import kinds, links, looking, reach
from tests.browser.fixtures import Open
from tests.browser.playing import people
from tests.browser.test_axe import violations
from tests.web.factories import dealt


def told(account: User, number: int) -> None:
    found = looking.Found(account=account.pk, kind=kinds.REPORT, number=number)
    looking.note(None, [found], timezone.now())


def visit(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("html[data-complete]")  # the drop-down's script is there


def test_the_bell_drops_down_is_live_and_goes_away(open_page: Open) -> None:
    mira, tobias = people(2)
    told(mira, 1)
    page, elsewhere = open_page(mira), open_page(mira)
    visit(page, "/tables/")
    elsewhere.goto("/matches/")
    bell, menu = page.locator("#bell"), page.locator("#bell-menu")
    bell.click()
    expect(menu.locator("li")).to_have_count(1)
    expect(bell).to_have_attribute("aria-expanded", "true")
    assert page.url.endswith("/tables/")
    assert list(violations(page)) == []
    page.set_viewport_size({"width": 1280, "height": 860})

    scene = dealt(mira, tobias)  # news while it is open; the site's worker notices
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)
    expect(menu.locator("li")).to_have_count(2)
    expect(menu.locator("li").first).to_contain_text(f"Your turn: {scene.match.name}")
    expect(bell).to_have_attribute("aria-expanded", "true")

    menu.get_by_role("button", name="Mark all as read").click()
    expect(menu.locator(".unread")).to_have_count(0)
    expect(menu.get_by_role("button")).to_have_count(0)
    expect(bell.locator(".n")).to_have_count(0)
    expect(elsewhere.locator("#bell .n")).to_have_count(0)  # without loading it again
    assert reach.unread_count(mira.pk) == 0

    menu.get_by_role("link", name="All notifications").focus()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(bell).to_be_focused()
    assert bell.get_attribute("aria-expanded") is None
    page.keyboard.press("Enter")
    expect(menu.locator("li")).to_have_count(1)  # a turn that was read is not asked for again here
    page.locator("h1").first.click()
    expect(menu).to_have_count(0)
    bell.click()
    expect(menu.locator("li")).to_have_count(1)
    bell.click()
    expect(menu).to_have_count(0)


def test_it_drops_down_at_a_table_and_leads_there(open_page: Open) -> None:
    mira, tobias = people(2)
    here, there = dealt(mira, tobias), dealt(mira, tobias)
    looking.look(there.id, timezone.now())
    page = open_page(mira)
    visit(page, f"/m/{here.id}/")
    page.locator("#bell").click()
    page.locator(f"#bell-menu a[href='/m/{there.id}/']").click()
    page.wait_for_url(f"**/m/{there.id}/")


def test_it_is_a_link_where_it_cannot_drop_down(open_page: Open, complaints: list[str]) -> None:
    [mira] = people(1)
    told(mira, 1)
    for page in (open_page(mira, java_script_enabled=False), broken(open_page(mira))):
        page.goto("/tables/")
        page.locator("#bell").click()
        page.wait_for_url("**/notices/")
        expect(page.locator(".noted li")).to_have_count(1)
    page.locator("#bell").click()  # on the page itself there is nothing to drop down
    expect(page.locator("#bell-menu")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    complaints.clear()  # the script that does not come, on either page


def broken(page: Page) -> Page:
    page.route("**/bell*.js", lambda route: route.abort())
    return page


def test_the_pages_about_notices_are_open_to_all(open_page: Open) -> None:
    mira, tobias = people(2)
    scene = dealt(mira, tobias)
    looking.look(scene.id, timezone.now())
    told(mira, 1)
    reach.mute(mira.pk, scene.id)
    assert Notice.objects.filter(account=mira).count() == 2
    page, found = open_page(mira), list[str]()
    token = links.address(mira.pk, links.MUTE, scene.id).partition("/n/")[2]
    for address in ("/notices/", "/notices/settings/", f"/m/{scene.id}/mute", f"/n/{token}"):
        page.goto(address)
        found += violations(page)
    assert found == []
