"""Leaving a match: the keeper plays on, the leaver looks in no more, and what counts for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import sanctions
from accounts.models import User
from games import clocks, play
from games.matchlog import access
from games.models import Freeze, Holder, Match, Seat
from games.pages import lists, records
from games.pages.lists import PastFilter
from games.play import holding, keeping, reliability, seating, substitutes
from games.rendering import history
from games.urls import sockets, urlpatterns
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.sockets import Refused, socket

Browser = Callable[[User | None], Client]

UNKNOWN = "aaaaaaaaaa"


@pytest.fixture
def clocked(mira: User, tobias: User, ines: User) -> Scene:
    return dealt(mira, tobias, ines, pace="daily")


def step(scene: Scene) -> None:
    """Whoever is awaited first moves: the account of the seat, or its keeper."""
    index = scene.awaited()[0]
    seat = scene.seats()[index]
    if seat.account is None:
        keeping.move_for(scene.id, index=index, number=scene.number)
    else:
        action = scene.copy(index).actions()[0]
        play.submit(scene.id, seat.account, number=scene.number, action=action)


def to_the_end(scene: Scene) -> Scene:
    while scene.awaited():
        step(scene)
    return scene


# What happens to the seat


def test_whoever_leaves_hands_the_seat_to_the_keeper(scene: Scene) -> None:
    edition = scene.match.edition
    holding.leave(scene.id, scene.players[0])
    seat = scene.seats()[0]
    assert (seat.account, seat.acting_bot, seat.held_from) == (None, "keeper", 1)
    assert seat.contribution == "word 0"  # it is in every shuffle
    assert access.names(scene.seats()) == ["mira (keeper)", "tobias", "ines"]
    assert scene.match.edition != edition
    keeping.move_for(scene.id, index=0, number=0)
    assert scene.moves()[1].by == "keeper"
    to_the_end(scene)
    assert scene.match.status == "over"


def test_a_seat_remembers_who_held_it_and_until_when(scene: Scene) -> None:
    scene.act(0, do="pass")
    holding.leave(scene.id, scene.players[0])
    [held] = Holder.objects.all()
    assert (held.account, held.name, held.first, held.last) == (scene.players[0], "mira", 0, 1)
    assert (held.answers, scene.seats()[0].answers) == (1, 0)


def test_the_hosts_place_passes_on(scene: Scene) -> None:
    holding.leave(scene.id, scene.players[0])
    assert scene.match.host == scene.players[1]


def test_nobody_leaves_twice_or_for_another_or_when_it_is_over(scene: Scene, other: User) -> None:
    holding.leave(scene.id, scene.players[0])
    for account in (scene.players[0], other):
        with pytest.raises(play.PlayError, match="do not sit"):
            holding.leave(scene.id, account)
    to_the_end(scene)
    with pytest.raises(play.PlayError, match="over"):
        holding.leave(scene.id, scene.players[1])


def test_what_is_counted_for_a_seat_comes_out_of_the_log_the_same(scene: Scene) -> None:
    scene.act(0, do="pass")
    holding.leave(scene.id, scene.players[0])
    for _ in range(6):
        step(scene)
    counted = list(Seat.objects.filter(match=scene.id).values().order_by("index"))
    play.rebuild(scene.id)
    assert list(Seat.objects.filter(match=scene.id).values().order_by("index")) == counted


# The match that nobody plays any more


def test_a_match_against_bots_alone_is_given_up_without_a_mark(mira: User, as_: Browser) -> None:
    scene = Scene(seating.play_at_once(mira, title="toy").match.pk, [mira])
    page = as_(mira).get(f"/m/{scene.id}/leave").content.decode()
    assert "Give up this match?" in page
    assert as_(mira).post(f"/m/{scene.id}/leave").status_code == 302
    assert (scene.match.status, scene.match.reason) == ("void", "given_up")
    assert not Holder.objects.exists()
    assert scene.seats()[0].account == mira
    assert "given up" in as_(mira).get(f"/m/{scene.id}/").content.decode()


def test_a_match_that_everybody_has_left_is_called_off(scene: Scene) -> None:
    for player in scene.players:
        assert scene.match.status == "running"
        holding.leave(scene.id, player)
    assert (scene.match.status, scene.awaited()) == ("void", [])


def test_a_frozen_match_that_is_given_up_is_frozen_no_more(mira: User) -> None:
    scene = Scene(seating.play_at_once(mira, title="toy").match.pk, [mira])
    play.freeze(scene.id, reason="a question")
    holding.leave(scene.id, mira)
    assert scene.match.status == "void"
    assert not Freeze.objects.filter(ended_at=None).exists()


def test_a_match_whose_last_account_is_deleted_is_called_off(mira: User) -> None:
    scene = Scene(seating.play_at_once(mira, title="toy").match.pk, [mira])
    sanctions.close_account(mira)
    assert scene.match.status == "void"


# The leaver looks in no more


def addresses(match_id: str) -> Iterator[str]:
    """Every address below a match."""
    found = [str(one.pattern) for one in urlpatterns if "<match:match_id>" in str(one.pattern)]
    assert len(found) > 12
    for pattern in found:
        yield "/" + pattern.replace("<match:match_id>", match_id).replace("<int:index>", "0")


def replaced(scene: Scene) -> None:
    """The first player was away, and somebody else has taken the seat."""
    Seat.objects.filter(match=scene.id, index=0).update(keeper="keeper", offered="anyone", kept=3)
    substitutes.take(scene.id, UserFactory.create(), index=0)


def left(scene: Scene) -> None:
    holding.leave(scene.id, scene.players[0])


@pytest.mark.parametrize("goes", [left, replaced])
@pytest.mark.parametrize("public", [True, False])
def test_the_leaver_gets_for_every_address_what_an_unknown_match_gets(
    mira: User, tobias: User, as_: Browser, public: bool, goes: Callable[[Scene], None]
) -> None:
    scene = dealt(mira, tobias, public=public)
    goes(scene)
    browser = as_(mira)
    for method in (browser.get, browser.post):
        for here, nowhere in zip(addresses(scene.id), addresses(UNKNOWN), strict=True):
            data = {"do": "take_back", "action": '{"do":"pass"}', "number": "0"}
            found, unknown = method(here, data), method(nowhere, data)
            assert found.status_code == unknown.status_code, here
            if found.status_code not in (400, 405):  # refused before anybody looks
                assert found.status_code == 404, here
            assert found.content.decode().replace(scene.id, UNKNOWN) == unknown.content.decode()


def test_others_find_the_match_as_before(scene: Scene, other: User, as_: Browser) -> None:
    holding.leave(scene.id, scene.players[0])
    for reader in (scene.players[1], other, None):
        assert as_(reader).get(f"/m/{scene.id}/").status_code == 200


@pytest.mark.parametrize("public", [True, False])
def test_when_it_is_over_the_leaver_may_look(
    mira: User, tobias: User, as_: Browser, public: bool
) -> None:
    scene = dealt(mira, tobias, public=public)
    holding.leave(scene.id, mira)
    to_the_end(scene)
    assert as_(mira).get(f"/m/{scene.id}/replay?as=all").status_code == 200


def test_no_list_shows_the_leaver_a_match_that_goes_on(scene: Scene, as_: Browser) -> None:
    holding.leave(scene.id, scene.players[0])
    mira, tobias, _ines = scene.players
    pages = ("/tables/", "/matches/", "/matches/?player=mira", "/u/mira/", "/u/tobias/", "/")
    for page in pages:
        assert scene.id not in as_(mira).get(page).content.decode(), page
    assert scene.id in as_(tobias).get("/u/mira/").content.decode()
    to_the_end(scene)
    assert scene.id in as_(mira).get("/u/mira/").content.decode()


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("goes", [left, replaced])
async def test_the_leavers_open_page_is_closed_and_opened_no_more(
    goes: Callable[[Scene], None],
) -> None:
    def begin() -> Scene:
        return dealt(*(UserFactory.create() for _ in range(3)))

    scene = await database_sync_to_async(begin)()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as leaver:
        await leaver.table()
        await database_sync_to_async(goes)(scene)
        assert await leaver.code() == 4004
    below = [str(one.pattern) for one in sockets if "<match:match_id>" in str(one.pattern)]
    assert below == ["ws/m/<match:match_id>/"]
    for pattern in below:
        for match_id in (scene.id, UNKNOWN):
            address = "/" + pattern.replace("<match:match_id>", match_id)
            with pytest.raises(Refused):
                async with socket(address, scene.players[0]) as again:
                    await again.table()


def test_nobody_of_the_staff_decides_over_a_match_they_have_left(scene: Scene) -> None:
    mira = scene.players[0]
    holding.leave(scene.id, mira)
    with pytest.raises(play.PlayError, match="somebody else of the staff"):
        play.freeze(scene.id, reason="a question", by=mira)


# Names and results


def told(scene: Scene, reader: User, move: int) -> str:
    lines = history(access.visit(scene.id, reader))
    return next(str(line.text) for line in lines if line.move == move)


def test_the_keeper_moves_in_the_name_of_whoever_left(scene: Scene) -> None:
    holding.leave(scene.id, scene.players[0])
    keeping.move_for(scene.id, index=0, number=0)
    assert told(scene, scene.players[1], 1).startswith("The keeper moved for mira: ")


def test_a_leaver_with_another_name_or_none_has_it_in_the_log(scene: Scene) -> None:
    scene.act(0, do="pass")
    mira = scene.players[0]
    holding.leave(scene.id, mira)
    mira.username = "miroslava"
    mira.save()
    assert access.names(scene.seats())[0] == "miroslava (keeper)"
    assert told(scene, scene.players[1], 1).startswith("miroslava ")
    sanctions.close_account(mira)
    assert access.names(scene.seats())[0] == "former player"
    assert told(scene, scene.players[1], 1).startswith("former player ")


def test_a_result_counts_for_a_leaver_who_held_the_seat_for_more_than_half_of_its_moves(
    mira: User, tobias: User
) -> None:
    scene = dealt(mira, tobias)
    while scene.match.round < 2 or scene.awaited() != [0]:
        step(scene)
    step(scene)
    holding.leave(scene.id, mira)
    to_the_end(scene)
    [held] = Holder.objects.all()
    made = [move.number for move in scene.moves() if move.seat == 0]
    assert 2 * sum(number <= held.last for number in made) > len(made)
    outcome = scene.match.outcome
    assert outcome is not None
    assert held.won == (0 in outcome["winners"])
    play.rebuild(scene.id)
    assert Holder.objects.get().won == held.won
    [record] = _records(mira)
    assert (record.played, record.finished, record.left) == (1, 1, 1)
    wanted = PastFilter(player="mira", result="won" if held.won else "lost")
    assert [row.left for row in lists.past(mira, wanted).rows] == [True]


def test_a_result_does_not_count_for_whoever_left_early(scene: Scene) -> None:
    holding.leave(scene.id, scene.players[0])
    to_the_end(scene)
    assert Holder.objects.get().won is None
    [record] = _records(scene.players[0])
    assert (record.played, record.finished, record.won, record.left) == (1, 0, 0, 1)


def _records(account: User) -> list[records.Record]:
    profile = records.profile(account.username)
    assert profile is not None
    return list(profile.records)


def test_the_profile_and_the_list_say_that_somebody_left(scene: Scene, as_: Browser) -> None:
    holding.leave(scene.id, scene.players[0])
    page = as_(None).get("/u/mira/").content.decode()
    assert '<span class="left">left</span>' in page
    assert '<span class="left">' not in as_(None).get("/u/tobias/").content.decode()


# The page


def test_the_page_says_what_leaving_means(scene: Scene, as_: Browser) -> None:
    scene.act(0, do="pass")
    page = as_(scene.players[0]).get(f"/m/{scene.id}/leave").content.decode()
    for words in ("The keeper moves for you", "cannot look in again", "You have left none so far.",
                  "held it for 1 of 1"):  # fmt: skip
        assert words in page


def test_the_page_offers_what_helps_whoever_is_only_away_for_a_while(
    clocked: Scene, scene: Scene, mira: User, as_: Browser
) -> None:
    page = as_(mira).get(f"/m/{clocked.id}/leave").content.decode()
    assert "You have 30 of 30 left this year." in page
    for address in ("/days-off/", f"/m/{clocked.id}/time", f"/m/{clocked.id}/end"):
        assert f'href="{address}"' in page
    page = as_(mira).get(f"/m/{scene.id}/leave").content.decode()  # has no clock
    assert f'href="/m/{scene.id}/end"' in page
    for words in ("left this year", f"/m/{scene.id}/time"):
        assert words not in page


def test_leaving_leads_to_the_lobby_and_says_when_one_may_look(scene: Scene, as_: Browser) -> None:
    answer = as_(scene.players[0]).post(f"/m/{scene.id}/leave", follow=True)
    assert answer.redirect_chain[-1][0] == "/tables/"
    assert "You can look at it when it is over." in answer.content.decode()


def test_whoever_does_not_play_has_no_page_to_leave_on(
    scene: Scene, other: User, as_: Browser
) -> None:
    assert as_(other).get(f"/m/{scene.id}/leave").status_code == 303
    assert "/leave" not in as_(other).get(f"/m/{scene.id}/").content.decode()
    assert "/leave" in as_(scene.players[0]).get(f"/m/{scene.id}/").content.decode()
    assert as_(other).post(f"/m/{scene.id}/leave").status_code == 303
    assert Match.objects.get(pk=scene.id).status == "running"


def test_an_open_table_is_left_as_ever(mira: User, tobias: User, as_: Browser) -> None:
    scene = gathered(mira, tobias)
    assert as_(mira).get(f"/m/{scene.id}/leave").status_code == 303


# Reliability


def test_reliability_counts_moves_in_time_and_matches_left(clocked: Scene) -> None:
    mira = clocked.players[0]
    assert reliability.reliability(mira.pk).percent is None
    clocked.act(0, do="pass")
    assert reliability.reliability(mira.pk).percent == 100
    while 0 not in clocked.awaited():
        step(clocked)
    keeping.move_for(clocked.id, index=0, number=clocked.number)
    holding.leave(clocked.id, mira)
    again = dealt(mira, clocked.players[1], pace="daily")
    again.act(0, do="pass")
    found = reliability.reliability(mira.pk)
    assert (found.in_time, found.moves, found.percent) == (2, 3, 66)
    assert (found.left, found.matches) == (1, 2)


def test_what_the_keeper_does_after_somebody_left_is_not_their_fault(clocked: Scene) -> None:
    clocked.act(0, do="pass")
    holding.leave(clocked.id, clocked.players[0])
    to_the_end(clocked)
    found = reliability.reliability(clocked.players[0].pk)
    assert (found.in_time, found.moves) == (1, 1)


def test_nobody_is_in_time_where_no_clock_acts(
    clocked: Scene, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is anybody's record washed away by matches against bots."""
    mira, tobias, _ines = clocked.players
    keeping.move_for(clocked.id, index=0, number=0)
    monkeypatch.setattr(reliability, "MATCHES_OF_LATE", 2)
    monkeypatch.setattr(reliability, "MATCHES_LEFT_OF", 2)
    told = clocks.Terms(**{**clocks.PACES["daily"].to_json(), "acts": False})
    friends = dealt(mira, tobias, pace="daily", terms=told, public=False)
    for table in (scene, friends):
        table.act(0, do="pass")
    for _ in range(3):
        against_bots = Scene(seating.play_at_once(mira, title="toy").match.pk, [mira])
        holding.leave(against_bots.id, mira)
    found = reliability.reliability(mira.pk)
    assert (found.in_time, found.moves, found.percent) == (0, 1, 0)
    assert (found.left, found.matches) == (0, 2)
    holding.leave(scene.id, mira)  # begun under an old promise: still, it was left
    assert reliability.reliability(mira.pk).left == 1


def test_reliability_is_that_of_the_last_moves_only(
    clocked: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    mira = clocked.players[0]
    keeping.move_for(clocked.id, index=0, number=0)  # long ago
    again = dealt(mira, clocked.players[1], pace="daily")
    again.act(0, do="pass")
    assert reliability.reliability(mira.pk).percent == 50
    monkeypatch.setattr(reliability, "MOVES_OF_LATE", 1)
    assert reliability.reliability(mira.pk).percent == 100


def test_the_reliability_of_a_whole_table_is_one_question(
    clocked: Scene, other: User, as_: Browser
) -> None:
    """The page of an open table costs the same for one who sits there and for four, and for whoever
    it asks how reliable they are themselves.
    """
    clocked.act(0, do="pass")
    keeping.move_for(clocked.id, index=1, number=1)
    mira, tobias, ines = clocked.players
    found = reliability.reliabilities([mira.pk, tobias.pk, ines.pk, other.pk])
    assert [found[user.pk].percent for user in (mira, tobias, ines, other)] == [100, 0, None, None]
    assert reliability.reliabilities([]) == {}
    alone = gathered(mira, size=4)
    asking = gathered(mira, size=4, asks=80)
    full = gathered(mira, tobias, ines, other)

    def queries(table: Scene, reader: User | None) -> int:
        browser = as_(reader)
        browser.get(f"/m/{table.id}/")
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(f"/m/{table.id}/").status_code == 200
        return len(captured)

    assert queries(alone, None) == queries(full, None)
    assert queries(alone, tobias) == queries(asking, tobias) <= 12


def test_reliability_looks_at_the_last_matches_only(
    clocked: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    mira = clocked.players[0]
    keeping.move_for(clocked.id, index=0, number=0)
    dealt(mira, clocked.players[1], pace="daily").act(0, do="pass")
    monkeypatch.setattr(reliability, "MATCHES_OF_LATE", 1)
    assert reliability.reliability(mira.pk).percent == 100


def test_reliability_is_read_along_its_index_however_much_is_played_against_bots(
    clocked: Scene, mira: User, tobias: User
) -> None:
    with CaptureQueriesContext(connection) as captured:
        reliability.reliabilities([mira.pk, tobias.pk])
    if connection.vendor == "sqlite":  # of a table this small PostgreSQL reads all
        for query in captured.captured_queries[:2]:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
                plan = " ".join(str(row) for row in cursor.fetchall())
            assert "seat_clocked" in plan, plan
            assert "seat_of_account" not in plan, plan


def test_missed_moves_come_out_of_the_log_the_same(scene: Scene) -> None:
    keeping.move_for(scene.id, index=0, number=0)
    assert scene.seats()[0].missed == 1
    Seat.objects.update(missed=7)
    play.rebuild(scene.id)
    assert [seat.missed for seat in scene.seats()] == [1, 0, 0]


def test_profile_and_open_table_tell_how_reliable_somebody_is(clocked: Scene, as_: Browser) -> None:
    mira, tobias, _ines = clocked.players
    keeping.move_for(clocked.id, index=0, number=0)
    holding.leave(clocked.id, mira)
    table = gathered(mira, tobias, size=3)
    words = "0 % of moves in time · left 1 of the last 1 matches"
    for address in ("/u/mira/", f"/m/{table.id}/"):
        assert words in as_(tobias).get(address).content.decode(), address
    assert "no moves yet" in as_(tobias).get(f"/m/{table.id}/").content.decode()
