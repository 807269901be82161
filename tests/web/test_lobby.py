"""The lists, setting up a table by hand, and the way from one waiting table to the next."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from games import clocks, play
from games.engine import titles
from games.models import Match, Seat
from games.notices.reach import head_counts
from games.pages import lists
from games.pages.lists import OpenFilter
from games.play import opening, rematches, seating
from games.presentation import presenter_of
from tests.web.factories import Scene, dealt, gathered

Browser = Callable[[User | None], Client]


def awaited_since(scene: Scene, index: int, **ago: int) -> None:
    since = timezone.now() - timedelta(**ago)
    Seat.objects.filter(match_id=scene.id, index=index).update(awaited_since=since)


# Lists


def test_the_table_that_has_waited_longest_is_on_top(mira: User, tobias: User) -> None:
    new, old, mine_no_more = (dealt(mira, tobias) for _ in range(3))
    awaited_since(new, 0, hours=1)
    awaited_since(old, 0, days=2)
    mine_no_more.act(0, do="pass")
    assert [row.match.pk for row in lists.waiting(mira)] == [old.id, new.id]
    assert [row.match.pk for row in lists.playing(mira)] == [mine_no_more.id]
    assert head_counts(mira).waiting == 2


def test_next_leads_from_table_to_table_longest_first(
    mira: User, tobias: User, as_: Browser
) -> None:
    new, old = dealt(mira, tobias), dealt(mira, tobias)
    awaited_since(new, 0, hours=1)
    awaited_since(old, 0, days=2)
    browser = as_(mira)
    assert browser.get("/next/")["Location"] == f"/m/{old.id}/"
    assert browser.get(f"/next/?besides={old.id}")["Location"] == f"/m/{new.id}/"
    new.act(0, do="pass")
    assert browser.get(f"/next/?besides={old.id}")["Location"] == f"/m/{old.id}/"
    old.act(0, do="pass")
    for besides in ("", f"?besides={old.id}", "?besides=//elsewhere.example/"):
        assert browser.get(f"/next/{besides}")["Location"] == "/tables/"
    assert "You’re all caught up." in browser.get("/tables/").content.decode()


@pytest.mark.parametrize("page", ["", "log", "replay"])
def test_the_way_on_from_a_table_leads_to_another_one(
    page: str, mira: User, tobias: User, as_: Browser
) -> None:
    new, old = dealt(mira, tobias), dealt(mira, tobias)
    awaited_since(old, 0, days=2)
    browser = as_(mira)
    here = browser.get(f"/m/{old.id}/{page}").content.decode()
    [link] = re.findall(r'class="btn next" href="([^"]*)"', here)
    assert browser.get(link)["Location"] == f"/m/{new.id}/"
    [link] = re.findall(r'class="btn next" href="([^"]*)"', browser.get("/new/").content.decode())
    assert link == "/next/"


def test_the_table_one_looks_at_is_not_counted_among_the_next(
    mira: User, tobias: User, as_: Browser
) -> None:
    here = dealt(mira, tobias)
    link = re.compile(r'class="btn next"([^>]*)>.*data-others>(\d+)<')
    first = link.search(as_(mira).get(f"/m/{here.id}/").content.decode())
    assert first is not None
    assert first[1].endswith(" hidden")
    dealt(mira, tobias)
    second = link.search(as_(mira).get(f"/m/{here.id}/").content.decode())
    assert second is not None
    assert not second[1].endswith(" hidden")
    assert second[2] == "1"
    elsewhere = link.search(as_(mira).get("/new/").content.decode())
    assert elsewhere is not None
    assert elsewhere[2] == "2"


def test_a_frozen_match_waits_for_nobody(scene: Scene) -> None:
    assert head_counts(scene.players[0]).waiting == 1
    play.freeze(scene.id, reason="a complaint")
    assert head_counts(scene.players[0]).waiting == 0


def test_open_tables_are_those_one_can_sit_down_at(mira: User, tobias: User, other: User) -> None:
    free = gathered(mira, size=2)
    gathered(mira, tobias)  # full
    gathered(mira, size=2, public=False)
    own = gathered(other, size=2)
    assert [table.row.match.pk for table in lists.open_tables(other)] == [free.id]
    assert {table.row.match.pk for table in lists.open_tables(mira)} == {own.id}
    assert lists.open_tables(other, OpenFilter(title="another")) == []


def test_matches_to_watch_are_public_and_somebody_elses(scene: Scene, other: User) -> None:
    dealt(*scene.players, public=False)
    assert [row.match.pk for row in lists.to_watch(other)] == [scene.id]
    assert lists.to_watch(scene.players[0]) == []


def test_invitations_are_listed_until_they_are_used(mira: User, other: User) -> None:
    scene = gathered(mira, size=2, public=False)
    seating.invite(scene.id, mira, username=other.username)
    assert [row.match.pk for row in lists.invitations(other)] == [scene.id]
    seating.join(scene.id, other)
    assert lists.invitations(other) == []


def test_the_lobby_shows_each_list_to_those_it_concerns(
    scene: Scene, other: User, as_: Browser
) -> None:
    table = gathered(other, size=2)
    player = as_(scene.players[0]).get("/tables/").content.decode()
    assert f"/m/{scene.id}/" in player
    assert f"/m/{table.id}/" in player
    stranger = as_(None).get("/tables/").content.decode()
    assert f"/m/{scene.id}/" in stranger


def test_the_lobby_takes_as_many_queries_for_twenty_tables_as_for_one(
    mira: User, tobias: User, as_: Browser
) -> None:
    counts = []
    for tables in (1, 9):
        for _ in range(tables):
            dealt(mira, tobias)
            gathered(tobias, size=2)
        with CaptureQueriesContext(connection) as captured:
            as_(mira).get("/tables/")
        counts.append(len(captured))
    assert counts[0] == counts[1]


# Setting up


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_table_of_any_title_is_set_up_by_its_form(slug: str, mira: User, as_: Browser) -> None:
    title = titles()[slug]
    page = as_(mira).get(f"/new/{slug}/").content.decode()
    data = {"size": str(title.seats[-1]), "bots": "1", "visibility": "invited", "name": "Ours"}
    data["pace"] = "relaxed"
    for option in title.options:
        assert f'name="option_{option.name}"' in page
        if option.kind != "bool":
            data[f"option_{option.name}"] = str(option.choices[-1])
    answer = as_(mira).post(f"/new/{slug}/", data)
    match = Match.objects.get()
    assert answer["Location"] == f"/m/{match.pk}/"
    assert (match.title, match.name, match.public) == (slug, "Ours", False)
    assert match.pace == "relaxed"
    assert match.clock_terms == replace(clocks.PACES["relaxed"], days_off=False)  # not ticked
    assert match.options == {
        option.name: False if option.kind == "bool" else option.choices[-1]
        for option in title.options
    }
    assert [bool(seat.bot) for seat in match.seats.all()][-2:] == [False, True]


@pytest.mark.parametrize("slug", sorted(titles()))
def test_each_value_of_a_choice_stands_on_the_form_in_full(
    mira: User, as_: Browser, slug: str
) -> None:
    """A list that folds cuts a sentence short on a phone."""
    page = as_(mira).get(f"/new/{slug}/").content.decode()
    labels = presenter_of(slug).option_labels()
    for option in titles()[slug].options:
        for value in option.choices if option.kind == "choice" else ():
            assert re.search(rf'type="radio" name="option_{option.name}" value="{value}"', page)
            label = labels.get(f"{option.name}={value}", str(value))
            assert f"<span>{escape(label)}</span>" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": "99"},
        {"size": "2", "bots": "2"},
        {"option_rounds": "7"},
        {"option_starter": "me"},
        {"visibility": "secret"},
        {"pace": "soon"},
        {"pace": ""},
        {"name": "x" * 61},
    ],
)
def test_a_form_that_makes_no_sense_makes_no_table(
    wrong: dict[str, str], mira: User, as_: Browser
) -> None:
    data = {"size": "3", "bots": "0", "visibility": "public", "name": "", "pace": "daily"}
    data |= {"option_rounds": "2", "option_starter": "lot"}
    answer = as_(mira).post("/new/toy/", {**data, **wrong})
    assert answer.status_code == 200
    assert not Match.objects.exists()
    assert as_(mira).post("/new/toy/", data).status_code == 303


def test_the_pace_is_told_in_words_wherever_the_table_is(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = gathered(mira, size=2, pace="relaxed")
    words = "three days for each move, a week in reserve"
    form = as_(mira).get("/new/toy/").content.decode()
    assert "Three days for each move, a week in reserve." in form
    assert words in as_(tobias).get("/tables/").content.decode()
    table = as_(tobias).get(f"/m/{scene.id}/").content.decode()
    assert "Three days for each move, a week in reserve." in table
    assert "Every move in time gives a day back, up to ten days." in table
    assert "When the reserve is gone too, the keeper moves for that player." in table
    assert "days off stop the clock, weekends do not" in table
    seating.join(scene.id, tobias)
    seating.ready(scene.id, mira)
    seating.ready(scene.id, tobias)
    for player in (mira, tobias):
        assert words in as_(player).get("/tables/").content.decode()
        page = as_(player).get(f"/m/{scene.id}/").content.decode()
        assert "Pace: Three days for each move, a week in reserve." in page


def test_a_match_begun_under_a_promise_keeps_it(scene: Scene, as_: Browser) -> None:
    Match.objects.filter(pk=scene.id).update(pace="week")
    page = as_(scene.players[0]).get(f"/m/{scene.id}/").content.decode()
    assert "Pace: a move a week, relaxed." in page
    assert "A request, not a timer." in page
    scene.act(0, do="pass")
    assert [seat.deadline for seat in scene.seats()] == [None, None, None]
    scene.to_the_end()
    again = rematches.rematch(scene.id, scene.players[0]).match
    assert (again.pace, again.clock_terms) == ("relaxed", clocks.PACES["relaxed"])


SET_UP = {
    "size": "3", "bots": "0", "visibility": "public", "name": "", "pace": "daily",
    "option_rounds": "2", "option_starter": "lot",
}  # fmt: skip


def test_a_host_may_choose_a_pace_of_their_own_within_limits(mira: User, as_: Browser) -> None:
    own = {**SET_UP, "pace": "custom", "move": "43200", "bank": "86400", "refill": "7200"}
    assert as_(mira).post("/new/toy/", {**own, "move": "1"}).status_code == 200
    assert as_(mira).post("/new/toy/", {**own, "move": ""}).status_code == 200
    assert as_(mira).post("/new/toy/", own).status_code == 303
    match = Match.objects.get()
    assert match.pace_words == "12 hours for each move, a day in reserve"
    assert match.clock_terms == clocks.Terms(
        move=43200, bank=86400, refill=7200, cap=129600, days_off=False
    )


def test_breaks_are_the_hosts_to_choose_where_a_move_takes_hours(mira: User, as_: Browser) -> None:
    mira.time_zone = "Europe/Prague"
    mira.save()
    assert (
        "06:00, as it is in Prague, where you are." in as_(mira).get("/new/toy/").content.decode()
    )
    for pace in ("daily", "live"):
        data = {**SET_UP, "pace": pace, "days_off": "on", "weekends": "on"}
        assert as_(mira).post("/new/toy/", data).status_code == 303
    daily, live = [match.clock_terms for match in Match.objects.order_by("created_at")]
    assert daily is not None
    assert (daily.days_off, daily.weekends) == (True, "Europe/Prague")
    assert live is not None
    assert (live.days_off, live.weekends) == (False, "")


def test_a_clock_only_tells_at_tables_by_invitation_and_everybody_sees_it(
    mira: User, tobias: User, as_: Browser
) -> None:
    data = {**SET_UP, "tells": "on"}
    assert "Only at a table by invitation." in as_(mira).post("/new/toy/", data).content.decode()
    assert as_(mira).post("/new/toy/", {**data, "visibility": "invited"}).status_code == 303
    match = Match.objects.get()
    seating.invite(match.pk, mira, username="tobias")
    page = as_(tobias).get(f"/m/{match.pk}/").content.decode()
    assert "The clock only informs: when it has run out, nothing happens." in page


def test_against_bots_alone_there_is_no_clock(mira: User) -> None:
    table = seating.create(mira, title="toy", size=3, bots=2, pace="daily")
    dealt = seating.ready(table.match.pk, mira).match
    assert (dealt.pace, dealt.terms, dealt.clock_at) == ("", None, None)


def test_a_table_without_a_pace_speaks_of_none(scene: Scene, as_: Browser) -> None:
    assert "Pace" not in as_(None).get(f"/m/{scene.id}/").content.decode()


def test_too_many_tables_are_refused_in_the_form_and_at_the_button(
    mira: User, as_: Browser
) -> None:
    for _ in range(opening.OPEN_TABLES_PER_HOST):
        gathered(mira, size=2)
    data = {"size": "3", "bots": "0", "visibility": "public", "pace": "daily"}
    data |= {"option_rounds": "2", "option_starter": "lot"}
    sentence = "You have too many open tables already."
    assert sentence in as_(mira).post("/new/toy/", data).content.decode()
    assert sentence in as_(mira).post("/play/", {"title": "toy"}, follow=True).content.decode()


def test_too_many_matches_against_bots_are_refused_at_the_button(
    mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "UNFINISHED_AGAINST_BOTS", 1)
    browser = as_(mira)
    assert browser.post("/play/", {"title": "toy"}).status_code == 303
    page = browser.post("/play/", {"title": "toy"}, follow=True).content.decode()
    assert "You have too many unfinished matches against bots." in page
    assert Match.objects.count() == 1
