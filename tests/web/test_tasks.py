"""The background: bots that move after a moment, clocks, what a worker does."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts import sanctions
from accounts.models import Sanction, User
from games import play, tasks
from games.engine import titles
from games.models import Match, Seat
from games.play import bots, due, seating
from tests.web.factories import Scene, UserFactory

# A worker closes its connection, and with it a transaction around the test.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(mira: User) -> Scene:
    """mira and two bots; she begins."""
    done = seating.create(mira, title="toy", size=3, bots=2, options={"starter": "first"})
    seating.ready(done.match.pk, mira)
    return Scene(done.match.pk, [mira])


def wake_everyone() -> None:
    """Let all waiting tasks be due, and run them as a worker does."""
    for _ in range(100):
        if not DBTaskResult.objects.filter(status="READY").update(run_after=timezone.now()):
            return
        call_command("db_worker", batch=True, startup_delay=False, reload=False, verbosity=0)
    raise AssertionError("the tasks never end")


def test_a_bot_moves_in_the_background_and_never_in_the_request(table: Scene) -> None:
    table.act(0, do="pass")
    assert table.awaited() == [1]
    assert table.number == 1
    wake_everyone()
    assert [move.by for move in table.moves()] == ["deal", "account", "bot"]
    assert table.awaited() == [0]  # the bot has asked her something


def test_a_bot_takes_its_time_whatever_it_holds(table: Scene, settings: Any) -> None:
    settings.BOTS_THINK_FOR = (1.0, 3.0)
    before = timezone.now()
    table.act(0, do="pass")
    [task] = DBTaskResult.objects.filter(status="READY")
    assert timedelta(seconds=1) <= task.run_after - before <= timedelta(seconds=3.5)


def test_a_task_names_ids_only(table: Scene) -> None:
    table.act(0, do="pass")
    [task] = DBTaskResult.objects.filter(status="READY")
    assert task.args_kwargs == {"args": [table.id, 1, 1], "kwargs": {}}


def test_whoever_plays_alone_against_bots_can_have_them_hurry(table: Scene, settings: Any) -> None:
    settings.BOTS_THINK_FOR, settings.BOTS_IN_A_HURRY = (60.0, 60.0), (0.2, 0.5)
    table.act(0, do="pass")
    tasks.hurry(table.id, 0, 0)  # of an older move
    tasks.hurry(table.id, 1, 1)  # not by the seat of a person
    assert soonest(table) > timedelta(seconds=50)
    tasks.hurry(table.id, 0, 1)
    assert soonest(table) < timedelta(seconds=1)
    wake_everyone()
    assert [move.by for move in table.moves()] == ["deal", "account", "bot"]


def test_bots_hurry_for_nobody_where_two_people_wait(
    mira: User, tobias: User, settings: Any
) -> None:
    settings.BOTS_THINK_FOR = (60.0, 60.0)
    gathered = seating.create(mira, title="toy", size=3, bots=1, options={"starter": "first"}).match
    seating.join(gathered.pk, tobias)
    table = Scene(gathered.pk, [mira, tobias])
    for player in table.players:
        seating.ready(table.id, player)
    while 2 not in table.awaited():
        seat = table.awaited()[0]
        table.act(seat, **table.copy(seat).actions()[0])
    tasks.hurry(table.id, 0, table.number)
    assert soonest(table) > timedelta(seconds=50)


def soonest(table: Scene) -> timedelta:
    """How long until the next bot moves."""
    waiting = DBTaskResult.objects.filter(status="READY", task_path=tasks.bot_turn.module_path)
    moments: list[datetime] = [
        one.run_after for one in waiting if one.args_kwargs["args"][0] == table.id
    ]
    return min(moments) - timezone.now()


def test_a_match_against_bots_is_played_to_its_end(table: Scene) -> None:
    for _ in range(50):
        wake_everyone()
        if not table.awaited():
            break
        action = table.copy(0).actions()[0]
        play.submit(table.id, table.players[0], number=table.number, action=action)
    assert table.match.status == Match.Status.OVER
    assert not DBTaskResult.objects.filter(status="FAILED").exists()


def test_a_bot_woken_twice_moves_once(table: Scene) -> None:
    table.act(0, do="pass")
    tasks.bot_turn.call(table.id, 1, 1)
    tasks.bot_turn.call(table.id, 1, 1)
    assert [move.seat for move in table.moves()] == [None, 0, 1]


def test_a_task_that_comes_late_answers_nothing_that_was_asked_since(scene: Scene) -> None:
    """It would be there in no time, which a bot never is, and a keeper must not be."""
    Seat.objects.filter(match_id=scene.id, index=1).update(account=None, bot="plain")
    asked_by = list[int]()
    while len(asked_by) < 2:
        [seat, *_others] = scene.awaited()
        if seat != 1:
            scene.act(seat, **scene.copy(seat).actions()[0])
            continue
        asked_by.append(scene.number)
        for number in asked_by:
            tasks.bot_turn.call(scene.id, 1, number)
            assert scene.number == asked_by[-1] + (number == asked_by[-1])


def test_a_bot_that_is_asked_beside_others_answers_whoever_has_answered_meanwhile(
    mira: User, tobias: User
) -> None:
    gathered = seating.create(mira, title="toy", size=3, bots=1).match
    seating.join(gathered.pk, tobias)
    table = Scene(gathered.pk, [mira, tobias])
    for player in table.players:
        seating.ready(table.id, player)
    while len(table.awaited()) == 1:
        seat = table.awaited()[0]
        if seat == 2:
            tasks.bot_turn.call(table.id, 2, table.number)
        else:
            [action, *_others] = table.copy(seat).actions()
            table.act(seat, **action)
    asked_by = table.number
    assert 2 in table.awaited()
    table.vote(0, 1)
    tasks.bot_turn.call(table.id, 2, asked_by)
    assert table.moves()[-1].seat == 2


def test_a_bot_of_a_frozen_match_fails_to_move_and_nothing_breaks(table: Scene) -> None:
    table.act(0, do="pass")
    play.freeze(table.id, reason="a complaint")
    tasks.bot_turn.call(table.id, 1, 1)
    assert table.number == 1


def test_a_bot_that_nobody_woke_is_woken_by_the_sweep(table: Scene) -> None:
    table.act(0, do="pass")  # and the process died before it could say so
    tasks.sweep.call()
    assert table.number == 1
    long_ago = timezone.now() - tasks.BOTS_OVERSLEEP - timedelta(seconds=1)
    Seat.objects.filter(match_id=table.id, index=1).update(awaited_since=long_ago)
    tasks.sweep.call()
    assert [move.by for move in table.moves()][-1] == "bot"


def test_the_sweep_lets_clocks_act_and_tables_expire(scene: Scene, mira: User) -> None:
    scene.until_vote()
    table = seating.create(mira, title="toy", size=2).match
    past = timezone.now() - timedelta(days=30)
    Match.objects.filter(pk=table.pk).update(created_at=past)
    Match.objects.filter(pk=scene.id).update(deadline=past)
    tasks.sweep.call()
    assert scene.moves()[-1].by == "clock"
    table.refresh_from_db()
    assert table.status == Match.Status.VOID


def test_one_stuck_match_does_not_stop_the_others(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whether it is refused or the rules stumble: it is named, and what they held is not."""
    scene.until_vote()
    Match.objects.filter(pk=scene.id).update(deadline=timezone.now() - timedelta(days=1))
    lapse = play.lapse

    def stumble(match_id: str, *, until: datetime) -> Any:
        if match_id == "stumbling":
            raise KeyError("the blue four")
        return lapse(match_id, until=until)

    monkeypatch.setattr(play, "lapse", stumble)
    monkeypatch.setattr(due, "lapsed_matches", lambda _until: ["aaaaaaaaaa", "stumbling", scene.id])
    tasks.sweep.call()
    assert scene.moves()[-1].by == "clock"
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        "Match aaaaaaaaaa is stuck: no_such_match",
        "Match stumbling is stuck: KeyError",
    ]
    assert "blue four" not in caplog.text


def test_one_account_that_cannot_be_let_in_again_does_not_stop_the_others(
    mira: User,
    tobias: User,
    staff: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for account in (mira, tobias):
        sanctions.suspend(account, "two seats", staff)
    past = timezone.now() - timedelta(days=1)
    User.objects.filter(suspended_at__isnull=False).update(suspended_until=past)
    Sanction.objects.update(ends_at=past)
    let_in_again = sanctions.let_in_again

    def stumble(user: User) -> None:
        if user == mira:
            raise KeyError("the blue four")
        let_in_again(user)

    monkeypatch.setattr(sanctions, "let_in_again", stumble)
    tasks.sweep.call()
    assert list(User.objects.filter(suspended_at__isnull=False)) == [mira]
    [report] = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert report == f"Account {mira.pk} is stuck: KeyError"


def test_a_match_of_a_title_that_is_gone_is_reported_once_and_waits(
    scene: Scene, table: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.until_vote()
    table.act(0, do="pass")
    past = timezone.now() - timedelta(days=1)
    Match.objects.filter(pk__in=[scene.id, table.id]).update(title="gone", deadline=past)
    Seat.objects.filter(match_id=table.id, index=1).update(awaited_since=past)
    tasks._report_uninstalled.cache_clear()
    for _ in range(3):
        tasks.sweep.call()
    tasks._report_uninstalled.cache_clear()
    reports = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert sorted(reports) == sorted(
        f"Match {gone.id} waits: its title gone is not installed here." for gone in (scene, table)
    )
    assert (scene.moves()[-1].by, table.moves()[-1].by) == ("account", "account")


def test_what_a_bot_stumbled_over_is_not_recorded(
    table: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_args: Any) -> Any:
        raise KeyError("the blue four")

    monkeypatch.setattr(bots, "choose", stumble)
    table.act(0, do="pass")
    wake_everyone()
    [task] = DBTaskResult.objects.filter(status="FAILED")
    assert "BotFailed: KeyError at seat 1" in task.traceback
    assert "blue four" not in task.traceback


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_newcomer_plays_any_title_against_bots_at_once(slug: str, client: Any, db: None) -> None:
    user = UserFactory.create()
    client.force_login(user)
    answer = client.post("/play/", {"title": slug})
    assert answer.status_code == 303
    match_id = answer["Location"].strip("/").split("/")[-1]
    for _ in range(60):
        wake_everyone()
        seat = Seat.objects.get(match_id=match_id, account=user)
        if seat.awaited_since:
            break
    page = client.get(answer["Location"]).content.decode()
    assert "data-your-turn" in page
    assert 'form="move"' in page
