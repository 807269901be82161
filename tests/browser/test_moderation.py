"""A whole case, clicked through: report, desk, case, mute, notice, appeal, lifted."""

from __future__ import annotations

from playwright.sync_api import expect

from accounts.models import Sanction
from games.matchlog import access
from games.models import Complaint, ListedWord, Mute, Remark
from games.talk import hearing, saying
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import people
from tests.web.factories import dealt
from tests.web.test_cases import moderator


def test_a_whole_case_is_clicked_through(open_page: Open, complaints: list[str]) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines, title="saboteur")
    who = hearing.listener(access.visit(scene.id, tobias), tobias)
    saying.say(who, kind=Remark.Kind.TEXT, text="you lump of coal", key="1")
    warden, tessa = moderator("warden"), moderator("tessa")

    # mira reports a line, and blocks.
    hers = open_page(mira, PHONE)
    hers.goto(f"/m/{scene.id}/talk")
    hers.get_by_role("link", name="Report", exact=True).click()
    expect(hers.locator("blockquote")).to_have_text("you lump of coal")
    hers.get_by_label("Insult or slur").check()
    hers.get_by_label("In your own words").fill("Not the first time.")
    hers.get_by_label(f"Block {tobias.username}, too").check()
    hers.get_by_role("button", name="Send report").click()
    expect(hers.locator(".reports")).to_contain_text("waiting")
    assert Complaint.objects.get().account == mira
    assert Mute.objects.get(account=mira, about=tobias).blocks

    # warden finds it on the desk, takes it, and mutes.
    his = open_page(warden)
    his.goto("/admin/")
    expect(his.get_by_role("heading", name="Open reports")).to_contain_text("1")
    his.get_by_role("button", name="Take").click()
    expect(his.locator(".state")).to_contain_text("taken by you")
    expect(his.locator(".talk .reported")).to_contain_text("you lump of coal")
    his.get_by_label("Mute").check()
    his.get_by_label("For how many days").fill("7")
    his.get_by_label("Hide the line or the comment").check()
    his.get_by_label("To the reported").select_option(label="Insult")
    his.get_by_role("button", name="Decide and tell them").click()
    expect(his.locator(".state")).to_contain_text("upheld")

    # tobias is told, reads why, and appeals.
    theirs = open_page(tobias)
    theirs.goto(f"/m/{scene.id}/talk")
    expect(theirs.locator("#talk")).to_contain_text("You are muted until")
    expect(theirs.locator("#talk-text")).to_have_count(0)
    theirs.goto("/notices/")
    expect(theirs.locator("main")).to_contain_text("A moderator muted you")
    theirs.goto("/account/standing/")
    expect(theirs.locator("main")).to_contain_text("Somebody was insulted")
    theirs.get_by_label("What should we know?").fill("I said sorry to mira.")
    theirs.get_by_role("button", name="Send appeal").click()
    expect(theirs.locator("main")).to_contain_text("Nobody has decided it yet.")

    # mira sees what became of it.
    hers.goto("/reports/")
    expect(hers.locator(".reports")).to_contain_text("We looked at it and acted.")

    # warden may not decide the appeal, tessa does; the mute is lifted.
    for page, told in ((his, "This is about you"), (open_page(tessa), "granted an appeal")):
        page.goto("/admin/")
        page.get_by_role("link", name="1 open appeal").click()
        page.locator("input.action-select").first.check()
        page.locator("select[name=action]").select_option("grant_appeal")
        page.get_by_role("button", name="Go", exact=True).click()
        page.get_by_label("Reason").fill("A week is long for a first time.")
        page.locator("button[name=confirm]").click()
        expect(page.locator(".messagelist")).to_contain_text(told)
    assert Sanction.objects.get().lifted_at is not None
    theirs.goto(f"/m/{scene.id}/talk")
    expect(theirs.locator("#talk-text")).to_be_visible()
    assert complaints == []


def test_a_line_that_is_held_back_is_seen_by_its_speaker_and_let_through(
    open_page: Open, complaints: list[str]
) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines, title="saboteur")
    ListedWord.objects.create(word="coal*")
    hers, his = open_page(mira, PHONE), open_page(tobias, PHONE)
    for page in (hers, his):
        page.goto(f"/m/{scene.id}/")
        page.locator("#talk-open").click()
    his.locator("#talk-text").fill("You coalface.")
    his.keyboard.press("Enter")
    expect(his.locator(".said .held")).to_contain_text("held back until somebody has looked at it")
    his.locator("#talk-text").fill("Sorry.")
    his.keyboard.press("Enter")
    expect(hers.locator("#talk-said")).to_contain_text("Sorry.")
    expect(hers.locator("#talk-said")).not_to_contain_text("coalface")

    desk = open_page(moderator("warden"))
    desk.goto("/admin/")
    expect(desk.locator(".queue")).to_contain_text("The word list")
    desk.locator(".queue a").first.click()
    desk.get_by_role("button", name="Let it through").click()
    expect(desk.locator(".messagelist")).to_contain_text("let through")
    expect(hers.locator(".said .remark")).to_have_text(["You coalface.", "Sorry."])
    expect(his.locator(".said .held")).to_have_count(0)
    assert complaints == []
