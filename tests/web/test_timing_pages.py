"""Time as pages tell it: at the table, in lists, and where it is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import rendering
from games.matchlog import access
from games.models import DaysOff, Match, PauseRequest, Seat, TimeGiven
from games.pages import lists
from games.play import daysoff, seating, timing
from tests.web.factories import Scene, dealt

Browser = Callable[..., Client]


@pytest.fixture
def table(mira: User, tobias: User, ines: User) -> Scene:
    return dealt(mira, tobias, ines, pace="daily")


def page_of(scene: Scene, browser: Client) -> str:
    return browser.get(f"/m/{scene.id}/").content.decode()


def plain(html: str) -> str:
    """What is read, without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_table_tells_until_when_and_what_is_in_reserve_without_a_script(
    table: Scene, as_: Browser
) -> None:
    reserve_at = table.seats()[0].reserve_at
    assert reserve_at is not None
    said = f"until {reserve_at:%Y-%m-%d %H:%M} UTC , then two days in reserve"
    for player in (table.players[0], None):
        text = plain(page_of(table, as_(player)))
        assert said in text
        assert "two days in reserve" in text


def test_a_moment_is_absolute_because_a_fragment_is_kept(table: Scene, mira: User) -> None:
    visited = access.visit(table.id, mira)
    html = rendering.fragment(visited)
    seat = table.seats()[0]
    assert seat.reserve_at is not None
    assert seat.deadline is not None
    assert f'datetime="{seat.reserve_at.isoformat()}"' in html
    assert f'data-end="{seat.deadline.isoformat()}" data-show="until"' in html


def test_only_players_are_offered_to_give_time_and_nobody_themselves(
    table: Scene, as_: Browser
) -> None:
    mira, tobias, _ines = table.players
    give = 'name="give"'
    assert give in page_of(table, as_(tobias))
    assert give not in page_of(table, as_(mira))
    assert give not in page_of(table, as_(None))


def test_time_is_given_by_a_button(table: Scene, as_: Browser) -> None:
    browser = as_(table.players[1])
    answer = browser.post(f"/m/{table.id}/time", {"give": "0"}, follow=True)
    assert "You gave more time." in answer.content.decode()
    assert "(a day more)" in answer.content.decode()
    assert TimeGiven.objects.get().seat == 0
    refused = browser.post(f"/m/{table.id}/time", {"give": "1"}, follow=True)
    assert "More time is for others to give." in refused.content.decode()


def test_a_pause_is_asked_for_agreed_to_and_ended_by_forms(table: Scene, as_: Browser) -> None:
    mira, tobias, ines = (as_(player) for player in table.players)
    assert "Everyone has to agree," in mira.get(f"/m/{table.id}/time").content.decode()
    until = (timezone.now() + timedelta(days=5)).strftime("%Y-%m-%dT%H:%M")
    mira.post(f"/m/{table.id}/time", {"until": until, "why": "<b>Exams</b>"})
    asked = page_of(table, tobias)
    assert "mira asks everyone." in plain(asked)
    assert "&lt;b&gt;Exams&lt;/b&gt;" in asked
    assert "1 has agreed." in plain(asked)
    assert 'name="pause" value="yes"' in asked
    assert 'name="pause" value="yes"' not in page_of(table, mira)
    assert 'name="pause" value="yes"' not in page_of(table, as_(None))
    for browser in (tobias, ines):
        browser.post(f"/m/{table.id}/time", {"pause": "yes"})
    assert "Paused until" in plain(page_of(table, mira))
    assert "paused until" in plain(tobias.get("/tables/").content.decode())
    refused = tobias.post(f"/m/{table.id}/time", {"pause": "end"}, follow=True)
    assert "A pause stands for a day" in refused.content.decode()
    assert PauseRequest.objects.get().outcome == "agreed"


def test_a_pause_is_meant_in_the_askers_own_time(table: Scene, as_: Browser) -> None:
    mira = table.players[0]
    mira.time_zone = "Asia/Tokyo"
    mira.save()
    day = (timezone.now() + timedelta(days=5)).date()
    as_(mira).post(f"/m/{table.id}/time", {"until": f"{day}T18:00"})
    until = PauseRequest.objects.get().until
    assert (until.date(), until.hour) == (day, 9)


@pytest.mark.parametrize(
    "data", [{"until": "soon"}, {"until": ""}, {"pause": "perhaps"}, {}, {"give": "x"}]
)
def test_what_makes_no_sense_changes_no_time(
    data: dict[str, str], table: Scene, as_: Browser
) -> None:
    before = table.match.edition
    answer = as_(table.players[1]).post(f"/m/{table.id}/time", data)
    assert answer.status_code in (200, 303)
    assert table.match.edition == before


def test_whoever_does_not_play_is_led_back_and_whoever_may_not_look_finds_nothing(
    table: Scene, other: User, as_: Browser, mira: User, tobias: User
) -> None:
    assert as_(other).post(f"/m/{table.id}/time", {"give": "0"}).status_code == 303
    assert not TimeGiven.objects.exists()
    hidden = dealt(mira, tobias, pace="daily", public=False)
    assert as_(other).get(f"/m/{hidden.id}/time").status_code == 404
    assert as_(other).post(f"/m/{hidden.id}/time", {"give": "0"}).status_code == 404
    assert as_(None).get(f"/m/{table.id}/time").status_code == 302


def test_days_off_are_taken_announced_and_ended_by_forms(table: Scene, as_: Browser) -> None:
    mira = table.players[0]
    browser, today = as_(mira), daysoff.today(mira)
    page = browser.get("/days-off/").content.decode()
    assert "<b>30</b> of 30 days left this year" in page
    assert "your clock stands" in page
    data = {"first": str(today), "last": str(today + timedelta(days=2))}
    browser.post("/days-off/", data)
    assert DaysOff.objects.get().days == 3
    seen = plain(page_of(table, as_(table.players[1])))
    assert "days off until" in seen
    assert "the clock stands" in seen
    refused = browser.post("/days-off/", data)
    assert "Between two times off there is at least one day." in refused.content.decode()
    browser.post("/days-off/", {"back": "yes"})
    assert "days off until" not in plain(page_of(table, as_(table.players[1])))


@pytest.mark.parametrize("data", [{"first": "soon", "last": ""}, {"back": "yes"}, {}])
def test_days_off_that_make_no_sense_are_not_taken(
    data: dict[str, str], mira: User, as_: Browser
) -> None:
    assert as_(mira).post("/days-off/", data).status_code == 200
    assert not DaysOff.objects.exists()


def test_the_lobby_lists_first_what_runs_out_first(mira: User, tobias: User, as_: Browser) -> None:
    slow, quick, none = (dealt(mira, tobias, pace=pace) for pace in ("relaxed", "live", ""))
    assert [row.match.pk for row in lists.waiting(mira)] == [quick.id, slow.id, none.id]
    assert as_(mira).get("/next/")["Location"] == f"/m/{quick.id}/"
    theirs = as_(tobias).get("/tables/").content.decode()
    assert 'data-show="until"' in theirs


def test_a_clock_that_only_tells_says_so_at_the_table(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, pace="daily", public=False)
    match = scene.match
    Match.objects.filter(pk=scene.id).update(terms={**(match.terms or {}), "acts": False})
    assert "At this table the clock only tells." in page_of(scene, as_(mira))


def test_a_kept_seat_has_no_time_of_its_own(table: Scene, as_: Browser) -> None:
    seating.keep(table.players[0])
    text = page_of(table, as_(table.players[1]))
    assert 'data-show="until"' not in text
    assert Seat.objects.get(match_id=table.id, index=0).deadline is None


def test_a_replay_has_no_clocks(table: Scene, as_: Browser) -> None:
    assert 'id="clocks"' in page_of(table, as_(None))
    replay = as_(None).get(f"/m/{table.id}/replay").content.decode()
    assert 'id="clocks"' not in replay


def test_who_agreed_is_told_to_nobody(table: Scene, as_: Browser) -> None:
    """The pages of two who have not answered are the same whoever of the others has."""
    mira, tobias, ines = table.players
    timing.ask_for_pause(table.id, mira, until=timezone.now() + timedelta(days=2))
    before = plain(page_of(table, as_(ines)))
    assert "1 has agreed." in before
    timing.answer_pause(table.id, tobias, agrees=True)
    assert before.replace("1 has agreed.", "2 have agreed.") == plain(page_of(table, as_(ines)))
