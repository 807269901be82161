"""Time at a table as a browser tells it: in words while it is far, counted down when it is close."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from games.models import Seat
from games.play import timing
from tests.browser.fixtures import PHONE, Open
from tests.web.factories import Scene, UserFactory, dealt


@pytest.fixture
def people(transactional_db: None) -> list[User]:
    return [UserFactory.create(username=name) for name in ("mira", "tobias", "ines")]


@pytest.fixture
def table(people: list[User]) -> Scene:
    return dealt(*people, title="toy", pace="daily", name="Lantern Room")


def leave(scene: Scene, **time: float) -> None:
    """So much is left to whoever is asked, of the time for this move."""
    at = timezone.now() + timedelta(**time)
    Seat.objects.filter(match_id=scene.id, deadline__isnull=False).update(
        reserve_at=at, deadline=at + timedelta(days=2)
    )


def test_a_deadline_is_told_in_words_and_then_counted_down(
    open_page: Open, table: Scene, people: list[User]
) -> None:
    page = open_page(people[0], timezone_id="Europe/Prague")
    page.goto(f"/m/{table.id}/")
    turn = page.locator("#turn .until")
    expect(turn).to_have_text(
        re.compile(r"^until tomorrow, \d\d:\d\d, then two days in reserve\s*$")
    )
    leave(table, minutes=41, seconds=30)
    page.goto("/tables/")
    due = page.locator(".due")
    expect(due).to_have_text(re.compile(r"41:\d\d left"))
    before = due.inner_text()
    expect(due).not_to_have_text(before)
    expect(due).to_have_class(re.compile("close"))


def test_whoever_uses_the_reserve_reads_how_much_of_it_is_left(
    open_page: Open, table: Scene, people: list[User]
) -> None:
    leave(table, minutes=-1)
    page = open_page(people[0])
    page.goto("/tables/")
    expect(page.locator(".due")).to_contain_text(re.compile(r"until .*, of the reserve"))


def test_more_time_and_a_pause_are_seen_at_once_on_open_pages(
    open_page: Open, table: Scene, people: list[User]
) -> None:
    mira, tobias = open_page(people[0]), open_page(people[1], size=PHONE)
    for page in (mira, tobias):
        page.goto(f"/m/{table.id}/")
        expect(page.locator("#table")).to_be_visible()
    tobias.locator("#clocks summary").click()
    tobias.get_by_role("button", name=re.compile("Give a day more.*mira")).click()
    expect(mira.locator("#clocks")).to_contain_text("(a day more)")
    timing.ask_for_pause(table.id, people[2], until=timezone.now() + timedelta(days=5), why="Exams")
    for page in (mira, tobias):
        page.get_by_role("button", name="Agree").click()
    expect(mira.locator("#clocks .plank")).to_contain_text("Paused until")
    expect(mira.locator("#turn")).to_contain_text("The clocks stand.")
