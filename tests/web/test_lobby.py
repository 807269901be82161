"""The lists, setting up a table by hand, and the way from one waiting table to the next."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import lobby, past, play, seating
from games.engine import titles
from games.models import Match, Seat
from tests.web.factories import Scene, UserFactory, dealt, gathered

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
    assert [row.match.pk for row in lobby.waiting(mira)] == [old.id, new.id]
    assert [row.match.pk for row in lobby.playing(mira)] == [mine_no_more.id]
    assert lobby.waiting_count(mira) == 2


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
    assert "No table waits for you." in browser.get("/tables/").content.decode()


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


def test_a_frozen_match_waits_for_nobody(scene: Scene) -> None:
    assert lobby.waiting_count(scene.players[0]) == 1
    play.freeze(scene.id, reason="a complaint")
    assert lobby.waiting_count(scene.players[0]) == 0


def test_open_tables_are_those_one_can_sit_down_at(mira: User, tobias: User, other: User) -> None:
    free = gathered(mira, size=2)
    gathered(mira, tobias)  # full
    gathered(mira, size=2, public=False)
    own = gathered(other, size=2)
    assert [row.match.pk for row in lobby.open_tables(other)] == [free.id]
    assert {row.match.pk for row in lobby.open_tables(mira)} == {own.id}
    assert lobby.open_tables(other, title="another") == []


def test_matches_to_watch_are_public_and_somebody_elses(scene: Scene, other: User) -> None:
    dealt(*scene.players, public=False)
    assert [row.match.pk for row in lobby.to_watch(other)] == [scene.id]
    assert lobby.to_watch(scene.players[0]) == []


def test_invitations_are_listed_until_they_are_used(mira: User, other: User) -> None:
    scene = gathered(mira, size=2, public=False)
    seating.invite(scene.id, mira, username=other.username)
    assert [row.match.pk for row in lobby.invitations(other)] == [scene.id]
    seating.join(scene.id, other)
    assert lobby.invitations(other) == []


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


# Profiles


def test_a_profile_counts_what_was_played_finished_and_won(scene: Scene, as_: Browser) -> None:
    scene.to_the_end()
    dealt(*scene.players)
    winner = next(seat for seat in scene.seats() if seat.won)
    shown = lobby.profile(winner.name.upper())
    assert shown is not None
    [record] = shown.records
    assert (record.played, record.finished, record.won) == (2, 1, 1)
    assert shown.minutes_to_answer is not None


def test_how_long_somebody_took_is_counted_from_the_question(scene: Scene) -> None:
    awaited_since(scene, 0, minutes=90)
    scene.act(0, do="pass")
    shown = lobby.profile("mira")
    assert shown is not None
    assert shown.minutes_to_answer == pytest.approx(90, abs=1)


def test_a_profile_leads_to_every_match_a_page_at_a_time(
    mira: User, tobias: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "PAGE", 2)
    matches = [dealt(mira, tobias).id for _ in range(5)]
    found, address, pages = [], "/u/mira/", 0
    while address:
        page = as_(None).get(address).content.decode()
        found += re.findall(r'<b><a href="/m/([a-z2-7]{10})/"', page)
        further = re.findall(r'rel="next" href="([^"]*)"', page)
        address, pages = (f"/u/mira/{further[0]}" if further else ""), pages + 1
    assert (found, pages) == (matches[::-1], 3)


# Setting up


@pytest.mark.parametrize(("page", "visitor"), [("/", None), ("/new/", "mira"), ("/play/", "mira")])
def test_titles_for_the_largest_company_stand_first(
    page: str, visitor: str | None, mira: User, as_: Browser
) -> None:
    html = as_(mira if visitor else None).get(page).content.decode()
    order = re.findall(r'<article class="title-card mood mood-(\w+)"', html)
    assert sorted(order) == sorted(titles())
    largest = [titles()[slug].seats[-1] for slug in order]
    assert largest == sorted(largest, reverse=True)


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_table_of_any_title_is_set_up_by_its_form(slug: str, mira: User, as_: Browser) -> None:
    title = titles()[slug]
    page = as_(mira).get(f"/new/{slug}/").content.decode()
    data = {"size": str(title.seats[-1]), "bots": "1", "visibility": "invited", "name": "Ours"}
    data["pace"] = "week"
    for option in title.options:
        assert f'name="option_{option.name}"' in page
        if option.kind != "bool":
            data[f"option_{option.name}"] = str(option.choices[-1])
    answer = as_(mira).post(f"/new/{slug}/", data)
    match = Match.objects.get()
    assert answer["Location"] == f"/m/{match.pk}/"
    assert (match.title, match.name, match.public) == (slug, "Ours", False)
    assert match.pace == "week"
    assert match.options == {
        option.name: False if option.kind == "bool" else option.choices[-1]
        for option in title.options
    }
    assert [bool(seat.bot) for seat in match.seats.all()][-2:] == [False, True]


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
    data = {"size": "3", "bots": "0", "visibility": "public", "name": "", "pace": "day"}
    data |= {"option_rounds": "2", "option_starter": "lot"}
    answer = as_(mira).post("/new/toy/", {**data, **wrong})
    assert answer.status_code == 200
    assert not Match.objects.exists()
    assert as_(mira).post("/new/toy/", data).status_code == 303


def test_the_pace_is_shown_wherever_the_table_is_and_claims_no_clock(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = gathered(mira, size=2, pace="week")
    assert "No clock enforces it." in as_(mira).get("/new/toy/").content.decode()
    for page in ("/tables/", f"/m/{scene.id}/"):
        assert "a move a week" in as_(tobias).get(page).content.decode()
    assert "No clock enforces it." in as_(tobias).get(f"/m/{scene.id}/").content.decode()
    seating.join(scene.id, tobias)
    seating.ready(scene.id, mira)
    seating.ready(scene.id, tobias)
    for player in (mira, tobias):
        assert "a move a week" in as_(player).get("/tables/").content.decode()
        page = as_(player).get(f"/m/{scene.id}/").content.decode()
        assert "Pace: a move a week, relaxed." in page
        assert "no clock enforces it." in page
    assert scene.match.deadline is None


def test_a_table_without_a_pace_speaks_of_none(scene: Scene, as_: Browser) -> None:
    assert "Pace" not in as_(None).get(f"/m/{scene.id}/").content.decode()


def test_too_many_tables_are_refused_in_the_form_and_at_the_button(
    mira: User, as_: Browser
) -> None:
    for _ in range(seating.OPEN_TABLES_PER_HOST):
        gathered(mira, size=2)
    data = {"size": "3", "bots": "0", "visibility": "public", "pace": "day"}
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


def test_a_table_comes_together_over_the_pages_alone(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = gathered(mira, size=3)
    host, guest = as_(mira), as_(tobias)
    address = f"/m/{scene.id}/table"
    assert (
        "Invited."
        in host.post(address, {"do": "invite", "username": "tobias"}, follow=True).content.decode()
    )
    guest.post(address, {"do": "join"})
    host.post(address, {"do": "bot", "index": "2"})
    guest.post(address, {"do": "ready", "contribution": "salt", "made_by": "browser"})
    guest.post(address, {"do": "not_ready"})
    guest.post(address, {"do": "ready", "contribution": "salt", "made_by": "browser"})
    host.post(address, {"do": "ready", "contribution": "pepper"})
    assert [(s.contribution, s.contribution_from) for s in scene.seats()] == [
        ("pepper", "typed"), ("salt", "browser"), (None, ""),
    ]  # fmt: skip
    page = host.get(f"/m/{scene.id}/").content.decode()
    assert "pepper" in page
    assert "salt" in page
    assert scene.match.status == Match.Status.RUNNING


def test_the_pages_offer_no_seat_to_whoever_was_sent_away(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = gathered(mira, tobias, size=3)
    as_(mira).post(f"/m/{scene.id}/table", {"do": "kick", "index": "1"})
    assert lobby.open_tables(tobias) == []
    page = as_(tobias).get(f"/m/{scene.id}/").content.decode()
    assert "The host has sent you away." in page
    assert 'value="join"' not in page
    seating.invite(scene.id, mira, username="tobias")
    assert 'value="join"' in as_(tobias).get(f"/m/{scene.id}/").content.decode()


def test_nobody_can_ask_for_a_seat_that_is_not_there(mira: User, as_: Browser) -> None:
    scene = gathered(mira, size=3)
    for index in ("7", "x", ""):
        data = {"do": "bot", "index": index}
        page = as_(mira).post(f"/m/{scene.id}/table", data, follow=True).content.decode()
        assert "There is no such seat." in page


def test_whoever_was_at_the_table_may_play_again_from_the_page(scene: Scene, as_: Browser) -> None:
    scene.to_the_end()
    answer = as_(scene.players[1]).post(f"/m/{scene.id}/table", {"do": "rematch"})
    again = Match.objects.get(rematch_of_id=scene.id)
    assert answer["Location"] == f"/m/{again.pk}/"


def test_an_account_is_invited_by_its_exact_name_only(mira: User, as_: Browser) -> None:
    UserFactory(username="tobias")
    UserFactory(username="gone", is_active=False)
    scene = gathered(mira, size=3)
    for name in ("tobia", "gone", "", "mira", "tobias\0"):
        as_(mira).post(f"/m/{scene.id}/table", {"do": "invite", "username": name})
    assert lobby.asked_by_name(scene.match) == []
