"""One account with two devices at a table: each line stands there once, and is read once."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.models import ReadMark, Remark
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import people
from tests.browser.test_talk import say
from tests.web.factories import dealt


def lines(page: Page) -> list[str]:
    return page.locator("#talk-said .remark").all_inner_texts()


def test_two_devices_of_one_account_say_a_thing_once_and_read_it_once(
    open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines, title="saboteur")
    desk, phone, his = open_page(mira), open_page(mira, PHONE), open_page(tobias)
    for page in (desk, phone, his):
        page.goto(f"/m/{scene.id}/")
        expect(page.locator("#table")).to_be_visible()

    # What somebody else says is new on both; what one of them says is new on neither.
    his.locator("#talk-open").click()
    say(his, "Is it you?")
    for page in (desk, phone):
        expect(page.locator("#talk-open .n")).to_have_text("1")
    desk.locator("#talk-open").click()
    expect(desk.locator("#talk-open .n")).to_be_hidden()
    expect(phone.locator("#talk-open .n")).to_be_hidden()  # read there is read here
    say(desk, "No.")
    expect(his.locator("#talk-said .remark")).to_have_count(2)
    expect(phone.locator("#talk-open .n")).to_be_hidden()
    phone.reload()
    expect(phone.locator("#talk-open .n")).to_be_hidden()

    # Each has its own key. A line that is sent twice before the answer has come is said once.
    phone.locator("#talk-open").click()
    expect(phone.locator("#talk-said .mine")).to_have_count(1)
    keys = [page.locator("#talk-key").input_value() for page in (desk, phone)]
    assert len(set(keys)) == 2

    phone.locator("#talk-text").fill("Ask the other one.")
    phone.evaluate(
        "() => { for (let n = 0; n < 3; n += 1) document.getElementById('say').requestSubmit(); }"
    )
    expect(phone.locator("#talk-text")).to_have_value("")
    expect(desk.locator("#talk-said .remark")).to_have_count(3)
    say(desk, "And you?")
    say(phone, "Well?")
    said = ["Is it you?", "No.", "Ask the other one.", "And you?", "Well?"]
    for page in (desk, phone, his):
        expect(page.locator("#talk-said .remark")).to_have_count(len(said))
        assert lines(page) == said
    assert Remark.objects.count() == len(said)

    # Taken back on one, it is gone on the other.
    desk.get_by_role("button", name="Take it back").last.click()
    expect(phone.locator("#talk-said .gone")).to_contain_text("took a line back")
    assert ReadMark.objects.filter(account=mira).count() == 1
    assert complaints == []
