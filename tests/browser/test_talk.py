"""Talk in real browsers: live, counted while it is closed, and inert whatever somebody writes."""

from __future__ import annotations

import re

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Remark
from games.talk import muting
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import people
from tests.browser.site import Site
from tests.web.factories import dealt
from tests.web.talking import say as said_elsewhere

HIDE = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

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


def test_what_is_new_is_counted_without_the_muted_and_what_was_taken_back(
    open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines)
    muting.mute(mira, name=tobias.username)
    pages = [open_page(user) for user in (mira, tobias, ines)]
    for page in pages:
        page.goto(f"/m/{scene.id}/")
        expect(page.locator("#table")).to_be_visible()
    hers, muted, other = pages
    for page in (muted, other):
        page.locator("#talk-open").click()
        say(page, "Trust me.")
    expect(muted.locator("#talk-said .remark")).to_have_count(2)
    expect(hers.locator("#talk-open .n")).to_have_text("1")
    expect(hers).to_have_title(re.compile("Talk 1"))
    other.get_by_role("button", name="Take it back").click()
    expect(hers.locator("#talk-open .n")).to_be_hidden()

    # With the talk open in a tab that nobody looks at, it is counted all the same.
    hers.locator("#talk-open").click()
    expect(hers.locator("#talk-said .muted")).to_be_visible()
    hers.evaluate(HIDE)
    say(other, "Mira?")
    expect(hers).to_have_title(re.compile("Talk 1"))
    hers.evaluate(HIDE.replace("hidden", "visible"))
    expect(hers.locator("#talk-said .remark").last).to_have_text("Mira?")
    expect(hers.locator("#talk-open .n")).to_be_hidden()
    assert complaints == []


def test_what_was_said_while_the_site_was_away_is_there_and_counted_afterwards(
    site: Site, open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines)
    hers, his = open_page(mira), open_page(tobias)
    for page in (hers, his):
        page.goto(f"/m/{scene.id}/")
        expect(page.locator("#table")).to_be_visible()
    his.locator("#talk-open").click()
    expect(his.locator("#talk-said")).to_contain_text("Nobody has said anything yet.")
    site.kill()
    expect(his.locator("#offline")).to_be_visible()
    said_elsewhere(scene, ines, "Is anybody there?")
    site.start()
    expect(his.locator("#talk-said .remark")).to_have_text("Is anybody there?", timeout=40_000)
    expect(hers.locator("#talk-open .n")).to_have_text("1", timeout=40_000)
    complaints.clear()  # the browser says that nobody was there


def test_a_long_talk_follows_the_steps_of_a_replay(open_page: Open, complaints: list[str]) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines).until_vote().to_the_end()
    last, now = scene.number, timezone.now()
    lines = [(number, place) for number in range(last + 1) for place in range(60)]
    Remark.objects.bulk_create(
        Remark(
            match_id=scene.id, channel="players", position=position, kind="text", key=position,
            text=f"line {place} of {number}", account=tobias, seat=1, number=number, made_at=now,
        )
        for position, (number, place) in enumerate(lines, 1)
    )  # fmt: skip
    page = open_page(mira)
    page.goto(f"/m/{scene.id}/replay?at=0")
    page.locator("#talk-open").click()
    here = page.locator("#talk-said .said.here .remark")
    expect(here.last).to_have_text("line 59 of 0")
    for number in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#step #table")).to_have_attribute("data-number", str(number))
        expect(here.last).to_have_text(f"line 59 of {number}")
        expect(here.first).to_be_in_viewport()
    page.get_by_role("link", name="Earlier lines").click()
    expect(page.locator("#talk-said .remark").last).to_have_text(f"line 9 of {last}")
    expect(page.locator("#step")).to_be_visible()  # the page is the same
    page.get_by_role("link", name="To the newest lines").click()
    expect(page.locator("#talk-said .remark").last).to_have_text(f"line 59 of {last}")

    # What is said now stands at the end, and can be taken back there.
    say(page, "So it was you.")
    expect(page.locator("#talk-said .remark").last).to_have_text("So it was you.")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#talk-said li.said").last).to_contain_text("took a line back")
    assert complaints == []
