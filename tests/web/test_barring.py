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
from games.models import Comment, ListedWord, Notice, Remark
from games.play import comments, seating, seeking, timing
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
