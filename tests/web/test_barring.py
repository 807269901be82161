"""What a sanction bars from, everywhere at once: talk, comments, tables, seats, open sockets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from accounts.sanctions import Kind
from games.engine import EngineError
from games.matchlog import access
from games.models import Comment, Invitation, ListedWord, Match, Notice, Remark, Seek
from games.play import comments, holding, rematches, seating, seeking, substitutes, timing
from games.play.seeking import Wish
from games.talk import hearing, saying
from games.tasks import sweep
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.sockets import socket

Browser = Callable[[User | None], Client]


def bar(account: User, kind: Kind) -> None:
    until = timezone.now() + timedelta(days=7)
    sanctions.issue(account, kind, "words", None, until=until)


def say(scene: Scene, account: User, kind: Remark.Kind, key: str = "1") -> None:
    who = hearing.listener(access.visit(scene.id, account), account)
    text = "well" if kind == Remark.Kind.TEXT else "hello"
    saying.say(who, kind=kind, text=text, key=key)


def test_who_is_muted_writes_nothing_and_keeps_the_phrases(scene: Scene, mira: User) -> None:
    bar(mira, Kind.MUTE)
    with pytest.raises(EngineError, match="You are muted until"):
        say(scene, mira, Remark.Kind.TEXT)
    say(scene, mira, Remark.Kind.PHRASE)
    assert Remark.objects.get().kind == Remark.Kind.PHRASE


def test_who_is_muted_comments_on_nothing_and_names_no_table(scene: Scene, mira: User) -> None:
    scene.to_the_end()
    bar(mira, Kind.MUTE)
    with pytest.raises(EngineError, match="You are muted"):
        comments.say(access.visit(scene.id, mira), mira, number=0, text="well")
    assert not Comment.objects.exists()
    with pytest.raises(EngineError, match="You are muted"):
        seating.create(mira, title="toy", size=2, name="idiots only")
    assert seating.create(mira, title="toy", size=2).match.name == "mira’s table"


def test_who_is_muted_asks_for_a_pause_without_saying_why(
    mira: User, tobias: User, ines: User
) -> None:
    table = dealt(mira, tobias, ines, pace="daily")
    until = timezone.now() + timedelta(days=2)
    bar(mira, Kind.MUTE)
    with pytest.raises(EngineError, match="You are muted"):
        timing.ask_for_pause(table.id, mira, until=until, why="Exams")
    ListedWord.objects.create(word="coal*")
    with pytest.raises(EngineError, match="a word in it"):
        timing.ask_for_pause(table.id, tobias, until=until, why="You coalface.")
    timing.ask_for_pause(table.id, mira, until=until)


def test_who_may_open_no_tables_may_sit_down_at_others(mira: User, tobias: User) -> None:
    bar(mira, Kind.NO_TABLES)
    with pytest.raises(EngineError, match="You cannot open tables"):
        seating.create(mira, title="toy", size=2)
    with pytest.raises(EngineError, match="You cannot open tables"):
        seating.play_at_once(mira, title="toy")
    table = gathered(tobias, size=2)
    assert seating.join(table.id, mira).seats[1].account_id == mira.pk


def test_who_is_barred_from_public_tables_plays_by_invitation(mira: User, tobias: User) -> None:
    bar(mira, Kind.NO_PUBLIC)
    with pytest.raises(EngineError, match="public tables"):
        seating.create(mira, title="toy", size=2)
    with pytest.raises(EngineError, match="public tables"):
        seeking.ask(mira, wishes=[Wish("toy", "daily", 2)])
    with pytest.raises(EngineError, match="public tables"):
        seating.join(gathered(tobias, size=2).id, mira)
    assert not seating.create(mira, title="toy", size=2, public=False).match.public
    private = gathered(tobias, size=2, public=False)
    seating.invite(private.id, tobias, username="mira")
    assert seating.join(private.id, mira).seats[1].account_id == mira.pk


@pytest.mark.parametrize("kind", [Kind.NO_TABLES, Kind.NO_PUBLIC])
def test_who_is_barred_while_looking_for_company_is_seated_nowhere(
    kind: Kind, mira: User, tobias: User
) -> None:
    wish = Wish("toy", "daily", 2)
    seeking.ask(mira, wishes=[wish])
    bar(mira, kind)
    assert not Seek.objects.exists()
    assert seeking.ask(tobias, wishes=[wish]) is None
    assert not Match.objects.exists()


@pytest.mark.parametrize("kind", [Kind.MUTE, Kind.NO_TABLES, Kind.NO_PUBLIC])
def test_who_is_barred_from_public_tables_gets_up_where_none_has_begun(
    kind: Kind, mira: User, tobias: User, ines: User
) -> None:
    public, private = gathered(tobias, mira, size=3), gathered(tobias, mira, size=3, public=False)
    running = dealt(mira, tobias, ines)
    bar(mira, kind)
    gets_up = kind == Kind.NO_PUBLIC
    assert [seat.account for seat in public.seats()] == [tobias, None if gets_up else mira, None]
    assert private.seats()[1].account == mira
    assert (running.seats()[0].account, running.seats()[0].keeper) == (mira, "")


def test_an_invitation_leads_nobody_to_a_public_table_who_is_barred_from_it(
    mira: User, tobias: User, ines: User
) -> None:
    again = dealt(mira, tobias, ines)
    again.to_the_end()
    rematch = rematches.rematch(again.id, tobias).match
    bar(mira, Kind.NO_PUBLIC)
    public = gathered(tobias, size=2)
    seating.invite(public.id, tobias, username="mira")
    seating.invite_link(public.id, tobias)
    token = Invitation.objects.get(match=public.id, account=None).token
    for match_id, by in ((public.id, ""), (public.id, token), (rematch.pk, "")):
        with pytest.raises(EngineError, match="public tables"):
            seating.join(match_id, mira, token=by)
    left = dealt(tobias, ines, UserFactory.create(username="other"))
    holding.leave(left.id, ines, offered="anyone")
    substitutes.offer_to(left.id, tobias, index=1, username="mira")
    with pytest.raises(EngineError, match="public tables"):
        substitutes.take(left.id, mira, index=1)


def test_what_everyone_reads_of_the_shuffle_is_not_written_by_the_muted_nor_with_a_listed_word(
    mira: User, tobias: User
) -> None:
    table = gathered(mira, tobias, size=2)
    bar(mira, Kind.MUTE)
    with pytest.raises(EngineError, match="You are muted"):
        seating.ready(table.id, mira, contribution="you fools")
    with pytest.raises(EngineError, match="You are muted"):
        seating.ready(table.id, mira, contribution="you fools", typed=False)
    ListedWord.objects.create(word="coal*")
    with pytest.raises(EngineError, match="a word in it"):
        seating.ready(table.id, tobias, contribution="a coalface")
    seating.ready(table.id, mira)
    assert seating.ready(table.id, tobias, contribution="lamp").match.is_dealt


def test_the_seats_of_the_suspended_go_to_the_keeper_and_come_back_by_themselves(
    scene: Scene, mira: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar(mira, Kind.SUSPENSION)
    assert scene.seats()[0].keeper == "keeper"
    later = timezone.now() + timedelta(days=8)
    monkeypatch.setattr(timezone, "now", lambda: later)
    sweep.call()
    assert scene.seats()[0].keeper == ""
    mira.refresh_from_db()
    assert mira.is_active


def test_the_talk_says_why_instead_of_offering_a_field(
    scene: Scene, mira: User, as_: Browser
) -> None:
    page = as_(mira).get(f"/m/{scene.id}/talk").content.decode()
    assert 'id="talk-text"' in page
    bar(mira, Kind.MUTE)
    page = as_(mira).get(f"/m/{scene.id}/talk").content.decode()
    assert 'id="talk-text"' not in page
    assert "You are muted until" in page
    assert "/account/standing/" in page


def test_what_is_decided_is_told_under_the_bell(mira: User, as_: Browser) -> None:
    bar(mira, Kind.MUTE)
    sanctions.lift(mira.sanctions.get(), None)
    assert [notice.kind for notice in Notice.objects.order_by("pk")] == ["sanction", "lifted"]
    page = as_(mira).get("/notices/").content.decode()
    assert "A moderator muted you" in page
    assert "What was held against you is lifted" in page


def test_who_is_let_in_again_is_told(mira: User) -> None:
    bar(mira, Kind.SUSPENSION)
    mira.refresh_from_db()
    sanctions.lift_suspension(mira, None)
    assert [notice.kind for notice in Notice.objects.order_by("pk")] == ["sanction", "lifted"]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [Kind.MUTE, Kind.WARNING, Kind.NO_TABLES])
async def test_a_sanction_is_told_to_pages_that_are_open(kind: Kind) -> None:
    scene = await database_sync_to_async(begun)()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        await database_sync_to_async(bar)(scene.players[0], kind)
        assert "1 unread notification" in await mine.next_with('id="bell"')


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [Kind.SUSPENSION, Kind.BAN])
async def test_who_is_shut_out_loses_the_pages_that_are_open(kind: Kind) -> None:
    scene = await database_sync_to_async(begun)()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await database_sync_to_async(bar)(scene.players[0], kind)
        assert await mine.code() == 4001


def begun() -> Scene:
    return dealt(*(UserFactory.create(username=name) for name in ("mira", "tobias", "ines")))
