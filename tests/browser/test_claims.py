"""Two people claim, suspect, and look at the replay with all of that laid over it, in real browsers."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Claim, Note, Seat, Suspicion
from tests.browser.fixtures import PHONE, Open
from tests.browser.playing import people
from tests.web.factories import Scene, dealt

TRICK = "<img src=x onerror=\"document.title='broken'\">\n\u202eeil a si sihT"


def claim(page: Page, code: str) -> None:
    page.locator("summary", has_text="Claim").click()
    page.locator(f'button[value="{code}"]').click()


def open_tab(page: Page, name: str) -> None:
    page.locator("#talk-sheet .tabs a", has_text=name).click()


def test_claims_suspicions_and_the_replay_that_tells_the_truth(open_page: Open) -> None:
    mira, tobias, ines = people(3)
    scene = dealt(mira, tobias, ines, title="saboteur")
    hers, his = open_page(mira), open_page(tobias, PHONE)
    for page in (hers, his):
        page.goto(f"/m/{scene.id}/")
        expect(page.locator("#table")).to_be_visible()

    # One claims; the other has one more to read, and says the opposite. Both stand in one ledger.
    hers.locator("#talk-open").click()
    claim(hers, "goal.1.gold")
    expect(hers.locator("#talk-said .claimed")).to_contain_text(
        "I looked at the middle goal: gold."
    )
    expect(his.locator("#talk-open .n")).to_have_text("1")
    his.locator("#talk-open").click()
    expect(his.locator("#talk-said .claimed")).to_be_visible()
    open_tab(hers, "Claims")
    expect(hers.locator(".matter")).to_have_count(1)
    claim(his, "goal.1.stone")
    expect(hers.locator(".matter li")).to_have_count(2)
    expect(hers.locator(".matter")).to_contain_text("These two cannot both be true.")
    expect(hers.locator(".matter")).to_contain_text("The log has no look by")

    # Taken back, it leaves a mark; the ledger of the other changes under their eyes.
    his.get_by_role("button", name="Take it back").click()
    expect(his.locator("#talk-said .gone")).to_contain_text("took a claim back")
    expect(hers.locator(".matter li")).to_have_count(1)
    claim(his, f"seat.{seat_of(scene, mira)}.saboteur")
    expect(hers.locator(".matter")).to_have_count(2)

    # The notebook: what is thought of a seat, and words that are nothing but words.
    open_tab(hers, "Notes")
    hers.locator("#note-match").fill(TRICK)
    seat = seat_of(scene, tobias)
    hers.locator(f'label[for="s{seat}_4"]').click()
    expect(hers.locator("#suspicion-kept")).to_have_text("Kept, after move 0.")
    expect(hers.locator("#note-match")).to_have_value(TRICK)  # still being written
    hers.locator(f"#note-of-{seat} summary").click()
    hers.locator(f"#note-{seat}").fill("Bluffs early.")
    hers.get_by_role("button", name="Save").click()
    expect(hers.locator("#note-match")).to_have_value(TRICK.replace("\u202e", ""))
    assert Suspicion.objects.get().level == 4
    assert hers.title() != "broken"
    assert hers.locator("#talk img").count() == 0
    open_tab(his, "Notes")
    expect(his.locator("#note-match")).to_have_value("")
    assert "Bluffs" not in his.content()
    hers.goto(f"/u/{tobias.username}/")
    expect(hers.locator("#note-text")).to_have_value("Bluffs early.")
    assert Note.objects.filter(account=mira).count() == 2

    # Afterwards: the truth beside each claim, and the suspicion against it, as one steps along.
    scene.to_the_end()
    hers.goto(f"/m/{scene.id}/replay?at=1&as=all")
    hers.locator("#talk-open").click()
    open_tab(hers, "Claims")
    expect(hers.locator(".matter .verdict-is")).to_have_count(2)
    expect(hers.locator(".tally tbody tr")).to_have_count(2)
    open_tab(hers, "Notes")
    chart = hers.locator(".line-chart")
    expect(chart).to_have_count(1)
    expect(chart.locator("circle")).to_have_count(1)
    first = chart.locator(".nowline").get_attribute("d")
    hers.keyboard.press("ArrowRight")
    expect(hers.locator("#step #table")).to_have_attribute("data-number", "2")
    expect(chart.locator(".nowline")).not_to_have_attribute("d", first or "")
    assert Claim.objects.filter(code="").count() == 1


def seat_of(scene: Scene, user: User) -> int:
    return Seat.objects.get(match_id=scene.id, account=user).index
