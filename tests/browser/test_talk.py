"""Talk in real browsers: live, counted while it is closed, and inert whatever somebody writes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from games.models import Remark
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import people
from tests.web.factories import dealt

TRICKS = [
    "<img src=x onerror=\"document.title='broken'\">",
    "</p></li><script>document.title='broken'</script>",
    "\u202egnitirw \u2066backwards\u200b",
    "javascript:alert(1) https://example.com/",
]


def say(page: Page, text: str) -> None:
    page.locator("#talk-text").fill(text)
    page.locator("#talk-text").press("Enter")
    expect(page.locator("#talk-text")).to_have_value("")


def test_two_people_talk_and_nothing_they_write_is_more_than_text(
    open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines, title="saboteur")
    hers, his = open_page(mira), open_page(tobias, PHONE)
    fetched: list[str] = []
    hers.on("request", lambda asked: fetched.append(asked.url))
    for page in (hers, his):
        page.goto(f"/m/{scene.id}/")
        expect(page.locator("#table")).to_be_visible()
    assert not [url for url in fetched if "talk" in url]  # none of it before it is opened

    his.locator("#talk-open").click()
    expect(his.locator("#talk-said")).to_contain_text("Nobody has said anything yet.")
    for text in TRICKS:
        say(his, text)
    expect(hers.locator("#talk-open .n")).to_have_text(str(len(TRICKS)))

    hers.locator("#talk-open").click()
    lines = hers.locator("#talk-said .remark")
    expect(lines).to_have_count(len(TRICKS))
    expect(hers.locator("#talk-open .n")).to_be_hidden()
    assert lines.nth(0).inner_text() == TRICKS[0]
    assert lines.nth(1).inner_text() == TRICKS[1]
    assert lines.nth(2).inner_text() == "gnitirw backwards"
    for page in (hers, his):
        assert page.locator("#talk-said :is(img, script, a:not(.after, .report))").count() == 0
        assert "broken" not in page.title()

    # Both pages are open: what one says stands in the other at once, and once.
    say(hers, f"@{tobias.username} look at #3,1N")
    expect(his.locator("#talk-said .to-me")).to_contain_text("look at 3 east, 1 north")
    his.locator("details.pull summary").first.click()
    his.get_by_role("button", name="Trust me.").click()
    expect(hers.locator("#talk-said .phrase")).to_have_text("“Trust me.”")
    assert Remark.objects.count() == len(TRICKS) + 2

    # A line that does not get through stays in the field, and is said once when it does.
    assert complaints == []
    his.context.set_offline(True)
    his.locator("#talk-text").fill("Can you hear me?")
    his.locator("#talk-text").press("Enter")
    expect(his.locator("#talk-refused")).to_contain_text("no connection")
    his.context.set_offline(False)
    say(his, "Can you hear me?")
    expect(hers.locator("#talk-said .remark").last).to_have_text("Can you hear me?")
    assert Remark.objects.filter(text="Can you hear me?").count() == 1
    complaints.clear()  # the browser says that there was no connection


def test_a_place_is_pointed_at_on_the_board_and_lit_for_whoever_reads_it(
    open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines, title="saboteur")
    hers, his = open_page(mira), open_page(tobias, PHONE)
    for page in (hers, his):
        page.goto(f"/m/{scene.id}/")
    hers.locator("#talk-open").click()
    hers.locator("#talk .switch").click()  # what is fetched anew can be pointed from, too
    expect(hers.locator("#talk .switch")).to_have_attribute("aria-checked", "true")
    hers.locator("[data-point]").click()
    hers.locator("#cell_8_2").click(force=True)
    expect(hers.locator("#talk-text")).to_have_value("#8,2S ")
    hers.locator("#talk-text").press("Enter")
    expect(his).to_have_title(re.compile("Talk 1"))

    his.locator("#talk-open").click()
    his.locator("#talk-said a.place").click()
    expect(his.locator("#cell_8_2:target")).to_have_count(1)
    expect(his.locator(".pointed")).to_contain_text(mira.username)
    expect(his.locator("#people")).to_be_in_viewport()  # the page has not moved
    his.get_by_role("button", name="Back", exact=True).click()
    expect(his.locator("#talk-said")).to_be_visible()
    assert "Talk 1" not in his.title()

    # In the replay too.
    hers.goto(f"/m/{scene.id}/replay")
    hers.locator("#talk-open").click()
    hers.locator("#talk-said a.place").click()
    expect(hers.locator("#cell_8_2:target")).to_have_count(1)
    assert complaints == []
