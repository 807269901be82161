"""Getting together in a browser: what comes at once, what stays as the reader chose it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from tests.browser.fixtures import Open
from tests.web.factories import UserFactory, gathered


def people(*names: str) -> list[User]:
    return [UserFactory.create(username=name) for name in names]


def look_for(page: Page, size: int) -> None:
    """Fill in the form for a toy at the daily pace."""
    for box in page.locator("#seek input[name=titles]").all():
        box.set_checked(box.get_attribute("value") == "toy")
    page.locator("#seek input[name=pace][value=daily]").check()
    page.select_option("#seek select[name=size]", str(size))


def test_whoever_is_invited_sees_it_at_once_on_any_page(open_page: Open) -> None:
    mira, tobias = people("mira", "tobias")
    table = gathered(mira, size=3, public=False)
    page, host = open_page(tobias), open_page(mira)
    page.goto("/t/")
    expect(page.locator("#calls .call")).to_have_count(0)
    host.goto(f"/m/{table.id}/")
    host.fill("#username", "tobias")
    host.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("#calls .call")).to_contain_text("mira invites you")
    expect(page.locator("#said")).to_contain_text("mira invites you")
    page.locator("#calls .call").click()
    page.wait_for_url(f"**/m/{table.id}/")


def test_a_search_is_live_and_leaves_alone_what_the_reader_is_choosing(open_page: Open) -> None:
    users = people("mira", "tobias", "ines")
    mira, tobias, ines = pages = [open_page(user) for user in users]
    for page in pages:
        page.goto("/tables/?pace=daily")
        look_for(page, 3)
    tobias.get_by_role("button", name="Find me a table").click()
    expect(mira.locator(".wishes")).to_contain_text("1 of 3 are looking")
    assert mira.locator("#seek select[name=size]").input_value() == "3"
    assert mira.locator("#seek input[value=toy]").is_checked()
    assert mira.locator(".open-sieve select[name=pace]").input_value() == "daily"
    mira.locator(".wishes button").click()
    expect(mira.locator(".seeking")).to_contain_text("2 ask for the same.")
    expect(tobias.locator(".seeking")).to_contain_text("2 ask for the same.")
    ines.locator(".wishes button").click()
    ines.wait_for_url("**/m/**")
    expect(mira.locator(".seeking")).to_have_count(0)
    assert Match.objects.get().status == "running"


def test_a_table_is_found_without_scripts(open_page: Open) -> None:
    mira, tobias = (open_page(user, java_script_enabled=False) for user in people("mira", "tobias"))
    tobias.goto("/tables/")
    look_for(tobias, 2)
    tobias.get_by_role("button", name="Find me a table").click()
    expect(tobias.locator(".seeking")).to_contain_text("You are the first to ask for this.")
    mira.goto("/tables/")
    mira.locator(".wishes button").click()
    mira.wait_for_url(f"**/m/{Match.objects.get().pk}/")
    tobias.goto("/t/")
    expect(tobias.locator(".head nav")).to_contain_text("has begun" if is_others_turn() else "Next")


def is_others_turn() -> bool:
    """Whether tobias is not the one who begins."""
    [awaited] = Match.objects.get().seats.filter(awaited_since__isnull=False)
    return awaited.name != "tobias"
