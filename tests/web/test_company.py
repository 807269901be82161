"""The pages where people get together: searches, open tables, calls in the head, results hidden."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matchlog import waiting
from games.matchlog.waiting import Call
from games.models import Match, Seat, Seek
from games.pages import lists, searches
from games.pages.lists import OpenFilter
from games.play import rematches, seating, seeking
from games.play.seeking import Wish
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.sockets import socket

Browser = Callable[[User | None], Client]
WISH = Wish("toy", "daily", 3)
ASKED = {"do": "ask", "titles": ["toy"], "pace": "daily", "size": "3", "bots": ""}


def text(browser: Client, address: str) -> str:
    return re.sub(r"\s+", " ", browser.get(address).content.decode())


# Searches


def test_a_table_is_looked_for_by_a_form_and_found_by_it(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    for user in (mira, tobias):
        assert as_(user).post("/seek/", ASKED)["Location"] == "/tables/#find"
    page = text(as_(mira), "/tables/")
    assert "Looking for Toy" in page
    assert "2 ask for the same." in page
    assert "You are the first" not in page
    found = as_(ines).post("/seek/", ASKED)["Location"]
    assert found == f"/m/{Match.objects.get().pk}/"
    assert "Looking for" not in text(as_(mira), "/tables/")


def test_a_search_is_stopped_or_filled_up_with_bots(mira: User, as_: Browser) -> None:
    browser = as_(mira)
    wish = {"title": "toy", "pace": "daily", "size": "3"}
    browser.post("/seek/", ASKED)
    browser.post("/seek/", {"do": "stop", **wish})
    assert not Seek.objects.exists()
    browser.post("/seek/", ASKED)
    found = browser.post("/seek/", {"do": "bots", **wish})
    assert found["Location"] == f"/m/{Match.objects.get().pk}/"
    refused = browser.post("/seek/", {"do": "bots", **wish}, follow=True)
    assert "You are not looking for that any more." in refused.content.decode()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"titles": []}, "Choose a game to look for."),
        ({"size": "10"}, "None of these games has that many players."),
        ({"size": "99"}, "99"),
        ({"pace": "custom"}, "custom"),
        ({"titles": ["chess"]}, "chess"),
        ({"bots": "1"}, "1"),
    ],
)
def test_what_cannot_be_looked_for_is_said(
    wrong: dict[str, object], said: str, mira: User, as_: Browser
) -> None:
    answer = as_(mira).post("/seek/", {**ASKED, **wrong}, follow=True)
    assert said in answer.content.decode()
    assert "notice error" in answer.content.decode()
    assert not Seek.objects.exists()
    assert as_(mira).post("/seek/", {"do": "dance"}).status_code == 400


def test_strangers_look_for_nothing(as_: Browser, db: None) -> None:
    assert as_(None).post("/seek/", ASKED).status_code == 302
    assert 'id="find"' not in text(as_(None), "/tables/")


def test_what_others_look_for_is_offered_the_nearest_to_a_table_first(
    mira: User, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    seeking.ask(tobias, wishes=[Wish("toy", "live", 4)])
    for user in (ines, other):
        seeking.ask(user, wishes=[WISH])
    found = searches.searches(mira)
    assert [(one.wish, one.asking) for one in found.others] == [(WISH, 2), (("toy", "live", 4), 1)]
    assert found.mine == []
    [mine] = searches.searches(ines).mine
    assert (mine.names, len(mine.missing)) == (["ines", "other"], 1)
    assert "2 of 3 are looking" in text(as_(mira), "/tables/")


def test_the_lobby_takes_as_many_queries_for_many_searches_as_for_one(
    mira: User, as_: Browser
) -> None:
    seeking.ask(mira, wishes=[Wish("toy", "live", 4)])
    browser, counts = as_(mira), []
    for people in (5, 8):
        for _ in range(people):
            user = UserFactory.create()
            seeking.ask(user, wishes=[Wish("toy", "relaxed", 4)])
            gathered(user, size=2)
        with CaptureQueriesContext(connection) as captured:
            browser.get("/tables/")
        counts.append(len(captured))
    assert counts[0] == counts[1]


# Open tables


def test_open_tables_are_filtered_by_title_pace_and_free_seats(
    mira: User, tobias: User, as_: Browser
) -> None:
    small, large = gathered(mira, size=2, pace="live"), gathered(mira, size=4, pace="daily")
    bots = seating.create(mira, title="toy", size=4, bots=2, pace="daily").match
    found = {
        name: [table.row.match.pk for table in lists.open_tables(tobias, wanted)]
        for name, wanted in {
            "all": OpenFilter(),
            "live": OpenFilter(pace="live"),
            "two": OpenFilter(seats=2),
            "both": OpenFilter(title="toy", pace="daily", seats=1),
        }.items()
    }
    assert found == {
        "all": [bots.pk, large.id, small.id],
        "live": [small.id],
        "two": [large.id],
        "both": [bots.pk, large.id],
    }
    page = text(as_(tobias), "/tables/?title=toy&pace=live&seats=1")
    assert f"/m/{small.id}/" in page
    assert f"/m/{large.id}/" not in page
    assert '<option value="live" selected>' in page
    for bent in ("?seats=x", "?pace=never", "?title=chess", "?seats=-1"):
        assert f"/m/{large.id}/" in text(as_(tobias), f"/tables/{bent}")


def test_an_open_table_tells_all_that_one_may_want_to_know(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    before = dealt(mira, tobias, pace="daily")
    before.act(0, do="pass")
    Seat.objects.filter(match_id=before.id, index=1).update(answers=6, missed=6)
    table = gathered(mira, size=4, pace="daily", asks=90)
    page = text(as_(ines), "/tables/")
    assert "a day for each move, two days in reserve" in page
    assert "3 of 4 seats open" in page
    assert "host mira, 100 % in time" in page
    assert "asks for 90 % in time" in page
    assert "not open to you yet" not in page
    late = text(as_(tobias), "/tables/")
    assert "you have 50 %" in late
    assert "not open to you yet" in late
    room = text(as_(tobias), f"/m/{table.id}/")
    assert "90 % of moves in time" in room
    assert "This table asks for 90 % of moves made in time. You have 50 %." in room
    assert 'value="join"' not in room
    assert 'value="join"' in text(as_(ines), f"/m/{table.id}/")
    refused = as_(tobias).post(f"/m/{table.id}/table", {"do": "join"}, follow=True)
    assert "You have 50 %." in refused.content.decode()


def test_options_that_are_not_the_usual_ones_are_told(mira: User, tobias: User) -> None:
    gathered(mira, size=2, options={})
    gathered(mira, size=2, options={"starter": "first"})
    unusual, usual = lists.open_tables(tobias)
    assert len(unusual.unusual) == 1
    assert list(usual.unusual) == []


def test_a_minimum_is_set_up_by_the_form(mira: User, as_: Browser) -> None:
    data = {
        "size": "3", "bots": "0", "visibility": "public", "name": "", "pace": "daily",
        "option_rounds": "2", "option_starter": "lot",
    }  # fmt: skip
    as_(mira).post("/new/toy/", {**data, "asks": "90"})
    as_(mira).post("/new/toy/", data)
    assert as_(mira).post("/new/toy/", {**data, "asks": "91"}).status_code == 200
    assert sorted(Match.objects.values_list("asks", flat=True)) == [0, 90]


def test_a_new_table_is_proposed_for_five_or_as_near_as_the_title_comes(
    mira: User, as_: Browser
) -> None:
    assert '<option value="4" selected>4</option>' in text(as_(mira), "/new/toy/")
    assert '<option value="5" selected>5</option>' in text(as_(mira), f"/new/{largest()}/")


def largest() -> str:
    """The title that the most people can play."""
    return lists.shelf()[0].slug


def test_the_host_fills_the_free_seats_with_bots(mira: User, tobias: User, as_: Browser) -> None:
    scene = gathered(mira, tobias, size=4)
    assert 'value="bots"' not in text(as_(tobias), f"/m/{scene.id}/")
    assert 'value="bots"' in text(as_(mira), f"/m/{scene.id}/")
    as_(mira).post(f"/m/{scene.id}/table", {"do": "bots"})
    assert [bool(seat.bot) for seat in scene.seats()] == [False, False, True, True]


# Calls


def test_invitations_rematches_and_deals_call(mira: User, tobias: User, ines: User) -> None:
    table = gathered(mira, size=2, public=False, name="Ours")
    seating.invite(table.id, mira, username="tobias")
    assert waiting.calls(tobias) == [Call("invited", table.id, "Ours", "mira")]
    seating.decline(table.id, tobias)
    assert waiting.calls(tobias) == []
    begun = dealt(ines, tobias)
    assert [call.kind for call in waiting.calls(tobias)] == ["begun"]
    assert waiting.calls(ines) == []  # whose turn it is: another sign says so
    begun.to_the_end()
    rematches.rematch(begun.id, ines)
    assert [(call.kind, call.by) for call in waiting.calls(tobias)] == [("rematch", "ines")]


def test_the_head_of_every_page_says_who_asks_for_me(
    mira: User, tobias: User, as_: Browser
) -> None:
    browser = as_(tobias)
    table = gathered(mira, size=3, public=False)
    seating.invite(table.id, mira, username="tobias")
    for address in ("/tables/", "/t/", "/account/", "/matches/", "/u/mira/"):
        page = text(browser, address)
        assert "mira invites you" in page, address
        assert f'class="btn call" href="/m/{table.id}/"' in page
    assert 'class="btn call"' not in text(browser, f"/m/{table.id}/")  # one is there
    again = gathered(mira, size=3, public=False)
    seating.invite(again.id, mira, username="tobias")
    assert 'class="btn call" href="/tables/#called"' in text(browser, "/t/")
    assert "No, thanks" in text(browser, "/tables/")
    assert 'id="calls"' not in text(as_(None), "/t/")


def test_an_invitation_is_declined_from_the_lobby_and_from_its_table(
    mira: User, tobias: User, as_: Browser
) -> None:
    table = gathered(mira, size=3, public=False)
    seating.invite(table.id, mira, username="tobias")
    assert 'value="decline"' in text(as_(tobias), f"/m/{table.id}/")
    answer = as_(tobias).post(f"/m/{table.id}/table", {"do": "decline"})
    assert answer["Location"] == "/tables/"
    assert as_(tobias).get(f"/m/{table.id}/").status_code == 404
    assert 'value="decline"' not in text(as_(tobias), "/tables/")


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_an_invitation_appears_at_once_wherever_one_is() -> None:
    @sync_to_async
    def people() -> tuple[User, User, Scene]:
        mira, tobias = UserFactory.create(username="mira"), UserFactory.create(username="tobias")
        return mira, tobias, gathered(mira, size=3, public=False)

    mira, tobias, table = await people()
    async with socket("/ws/", tobias) as page:
        assert "invites you" not in await page.next_with('id="calls"')
        await sync_to_async(seating.invite)(table.id, mira, username="tobias")
        assert "mira invites you" in await page.next_with('id="calls"')
        await sync_to_async(seating.decline)(table.id, tobias)
        assert "invites you" not in await page.next_with('id="calls"')


# Results


@pytest.fixture
def over(mira: User, tobias: User, ines: User) -> Scene:
    return dealt(mira, tobias, ines, name="Tiptoe").to_the_end()


def result_of(scene: Scene) -> str:
    [row] = lists.rows([scene.match], scene.players[0])
    return row.result


def test_a_result_is_told_in_a_sentence(over: Scene) -> None:
    outcome = over.match.outcome
    assert outcome is not None
    winner = over.players[outcome["winners"][0]].username
    assert re.match(rf".*{winner}.* (won|share the win) with \d+ points?\.", result_of(over))


def test_who_won_is_told_when_asked_for_to_those_who_have_not_seen_it(
    over: Scene, other: User, as_: Browser
) -> None:
    told = f"<p>{result_of(over)}</p></details>"
    mira = over.players[0]
    for address in ("/matches/", "/u/mira/"):
        for visitor in (other, None):
            page = text(as_(visitor), address)
            assert f"<summary>Show the result</summary>{told}" in page
            assert f"picture.svg?at={over.number // 4}&" in page
            assert f'href="/m/{over.id}/replay?at=0"' in page
            assert f'href="/m/{over.id}/"' not in page  # where it stands at once
            assert f'href="/m/{over.id}/story"' not in page
        assert told in text(as_(mira), address)  # who has not looked yet how it ended
    Seat.objects.filter(match_id=over.id, index=0).update(seen=over.number)
    page = text(as_(mira), "/matches/")
    assert f'<p class="result">{result_of(over)}</p>' in page
    assert f'href="/m/{over.id}/replay"' in page
    assert f"picture.svg?at={over.number}&" in page


def test_ones_own_win_is_not_told_before_one_has_seen_it(over: Scene, as_: Browser) -> None:
    winner = next(seat for seat in over.seats() if seat.won)
    Seat.objects.filter(pk=winner.pk).update(seen=0)
    browser = as_(winner.account)
    assert "you won" not in text(browser, "/tables/")
    browser.get(f"/m/{over.id}/")
    assert "you won" in text(browser, "/tables/")


@pytest.mark.parametrize("who", ["other", "stranger"])
def test_whoever_wants_to_see_results_sees_them(
    who: str, over: Scene, other: User, as_: Browser
) -> None:
    browser = as_(other if who == "other" else None)
    told = f'<p class="result">{result_of(over)}</p>'
    assert told not in text(browser, "/matches/")
    back = browser.post("/matches/results", {"do": "show", "next": "/matches/?title=toy"})
    assert back["Location"] == "/matches/?title=toy"
    assert told in text(browser, "/matches/")
    browser.post("/matches/results", {"do": "hide"})
    assert told not in text(browser, "/matches/")


def test_the_way_back_stays_on_the_site(as_: Browser, db: None) -> None:
    for bent in ("//elsewhere.example/", "https://elsewhere.example/", "javascript:alert(1)"):
        answer = as_(None).post("/matches/results", {"do": "show", "next": bent})
        assert answer["Location"] == "/matches/"


def test_a_replay_opened_from_a_list_shows_no_winner(
    over: Scene, other: User, as_: Browser
) -> None:
    page = text(as_(other), f"/m/{over.id}/replay?at=0")
    assert "wins the match" not in page
    assert "share the win" not in page
