"""Time as pages tell it: at the table, in lists, and where it is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import rendering, tasks
from games.engine import titles
from games.matchlog import access
from games.models import DaysOff, Match, PauseRequest, Seat, TimeGiven
from games.pages import lists
from games.play import belonging, daysoff, timing
from tests.web.factories import Scene, UserFactory, dealt

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


@pytest.mark.parametrize("slug", sorted(set(titles()) - {"toy"}))
def test_every_title_tells_the_time_of_each_seat_in_its_row_and_a_replay_does_not(
    slug: str, as_: Browser
) -> None:
    people = [UserFactory.create() for _ in range(titles()[slug].seats[0])]
    scene = dealt(*people, title=slug, pace="daily")
    awaited = scene.seats()[scene.awaited()[0]]
    assert awaited.reserve_at is not None
    for viewer in (people[0], None):
        rows = people_of(as_(viewer).get(f"/m/{scene.id}/").content.decode())
        assert rows.count("two days in reserve") == len(people) - len(scene.awaited())
        assert rows.count(f'datetime="{awaited.reserve_at.isoformat()}"') == 2 * len(
            scene.awaited()
        )
        assert f"until {awaited.reserve_at:%Y-%m-%d %H:%M} UTC" in rows  # without a script
    looked_back = as_(people[0]).get(f"/m/{scene.id}/replay").content.decode()
    assert "in reserve" not in looked_back


def test_rows_tell_of_days_off_and_of_a_pause(as_: Browser) -> None:
    slug = sorted(set(titles()) - {"toy"})[0]
    people = [UserFactory.create() for _ in range(titles()[slug].seats[0])]
    scene = dealt(*people, title=slug, pace="daily")
    today = daysoff.today(people[0])
    daysoff.take(people[0], first=today, last=today)
    rows = people_of(as_(None).get(f"/m/{scene.id}/").content.decode())
    assert rows.count("days off until") == 1
    until = timezone.now() + timedelta(days=2)
    timing.ask_for_pause(scene.id, people[0], until=until)
    for one in people[1:]:
        timing.answer_pause(scene.id, one, agrees=True)
    rows = people_of(as_(None).get(f"/m/{scene.id}/").content.decode())
    assert "paused" in rows or scene.awaited() == [0]
    assert "until 20" not in rows.replace("days off until", "")


def people_of(page: str) -> str:
    """The rows of the players."""
    [rows] = re.findall(r'<section[^>]* class="people.*?</section>', page, flags=re.DOTALL)
    return str(rows)


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
    assert "1 has agreed." in plain(asked)
    assert 'value="agree_pause"' in asked
    assert 'value="agree_pause"' not in page_of(table, mira)
    assert "asks everyone" not in page_of(table, as_(None))
    for browser in (tobias, ines):
        browser.post(f"/m/{table.id}/table", {"do": "agree_pause"})
    assert "Paused until" in plain(page_of(table, mira))
    assert "paused until" in plain(tobias.get("/tables/").content.decode())
    refused = tobias.post(f"/m/{table.id}/time", {"pause": "end"}, follow=True)
    assert "A pause stands for a day" in refused.content.decode()
    assert PauseRequest.objects.get().outcome == "agreed"


def test_whoever_plays_may_play_on_from_the_second_day_of_a_pause(
    table: Scene, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    mira, *others = table.players
    timing.ask_for_pause(table.id, mira, until=timezone.now() + timedelta(days=5))
    for one in others:
        timing.answer_pause(table.id, one, agrees=True)
    page = page_of(table, as_(mira))
    assert "Anyone may end the pause from" in page
    assert 'name="pause" value="end"' not in page
    tomorrow = timezone.now() + timedelta(days=1, seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    tasks.sweep.call()  # draws open pages anew
    assert 'name="pause" value="end"' in page_of(table, as_(mira))
    assert 'name="pause" value="end"' not in page_of(table, as_(None))
    as_(mira).post(f"/m/{table.id}/time", {"pause": "end"})
    assert "Paused until" not in page_of(table, as_(mira))


def test_why_somebody_asks_is_read_where_no_cards_are(table: Scene, as_: Browser) -> None:
    """Words that another chose are never packed with a seat's cards (decision 12)."""
    mira, tobias, _ines = table.players
    until = timezone.now() + timedelta(days=2)
    timing.ask_for_pause(table.id, mira, until=until, why="<b>Exams</b>")
    for reader in table.players:
        assert "Exams" not in page_of(table, as_(reader))
    assert 'href="time">Why?' in page_of(table, as_(tobias))
    page = as_(tobias).get(f"/m/{table.id}/time").content.decode()
    assert "&lt;b&gt;Exams&lt;/b&gt;" in page
    assert 'id="table"' not in page
    as_(tobias).post(f"/m/{table.id}/table", {"do": "refuse_pause"})
    assert PauseRequest.objects.get().outcome == "refused"
    assert "Ask everyone" in as_(tobias).get(f"/m/{table.id}/time").content.decode()


def test_a_pause_is_meant_in_the_askers_own_time(table: Scene, as_: Browser) -> None:
    mira = table.players[0]
    mira.time_zone = "Asia/Tokyo"
    mira.save()
    day = (timezone.now() + timedelta(days=5)).date()
    assert "In Tokyo time, which is yours." in as_(mira).get(f"/m/{table.id}/time").content.decode()
    as_(mira).post(f"/m/{table.id}/time", {"until": f"{day}T18:00"})
    until = PauseRequest.objects.get().until
    assert (until.date(), until.hour) == (day, 9)


@pytest.mark.parametrize(
    ("zone", "until"),
    [("America/Los_Angeles", "9999-12-31T23:59"), ("Asia/Tokyo", "0001-01-01T00:00")],
)
def test_a_time_that_the_calendar_does_not_have_elsewhere_is_refused(
    zone: str, until: str, table: Scene, as_: Browser
) -> None:
    mira = table.players[0]
    mira.time_zone = zone
    mira.save()
    answer = as_(mira).post(f"/m/{table.id}/time", {"until": until})
    assert "There is no such time." in answer.content.decode()
    assert not PauseRequest.objects.exists()


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
    assert "your clock will stop" in page
    data = {"first": str(today), "last": str(today + timedelta(days=2))}
    browser.post("/days-off/", data)
    assert DaysOff.objects.get().days == 3
    seen = plain(page_of(table, as_(table.players[1])))
    assert "days off until" in seen
    assert "the clock stands" in seen
    refused = browser.post("/days-off/", data)
    assert "Between two times off there is at least one day." in refused.content.decode()
    browser.post("/days-off/", {"back": "yes"})
    seen = plain(page_of(table, as_(table.players[1])))
    assert "the clock stands" not in seen
    assert "mira’s days off have ended early." in seen  # as the log tells


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


def test_the_lobby_says_which_of_the_tables_that_wait_are_paused(
    table: Scene, as_: Browser
) -> None:
    mira, *others = table.players
    assert "paused until" not in as_(mira).get("/tables/").content.decode()
    timing.ask_for_pause(table.id, mira, until=timezone.now() + timedelta(days=3))
    for player in others:
        timing.answer_pause(table.id, player, agrees=True)
    page = as_(mira).get("/tables/").content.decode()
    [card] = re.findall(r'<a class="wait .*?</a>', page, flags=re.DOTALL)
    assert "paused until" in card


def test_the_lobby_counts_the_titles_own_clock_where_it_runs_out_first(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    """A vote has a day; a player of a relaxed table has three, and a week in reserve."""
    vote, daily = dealt(mira, tobias, ines, pace="relaxed"), dealt(mira, tobias, pace="daily")
    promised = dealt(mira, tobias, ines)
    assert [row.match.pk for row in lists.waiting(mira)] == [daily.id, vote.id, promised.id]
    vote.until_vote()
    promised.until_vote()
    assert [row.match.pk for row in lists.waiting(mira)] == [vote.id, promised.id, daily.id]
    ends_at = vote.match.deadline
    assert ends_at is not None
    page = as_(mira).get("/tables/").content.decode()
    assert f'<time datetime="{ends_at.isoformat()}" data-show="until">until ' in page
    table = as_(mira).get(f"/m/{vote.id}/").content.decode()
    assert f'For this question: <time datetime="{ends_at.isoformat()}" data-show="until">' in table


def test_a_clock_that_only_tells_says_so_at_the_table(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, pace="daily", public=False)
    match = scene.match
    Match.objects.filter(pk=scene.id).update(terms={**(match.terms or {}), "acts": False})
    assert "At this table the clock only informs." in page_of(scene, as_(mira))


def test_a_kept_seat_has_no_time_of_its_own(table: Scene, as_: Browser) -> None:
    belonging.keep(table.players[0])
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
