"""What is told, to whom, and once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import User
from games import play, tasks
from games.matchlog import access
from games.matchlog.memory import forget_everything
from games.models import Delivery, Match, Move, Mute, Notice, Seat, Webhook
from games.notices import looking, mailing, reach, sending
from games.notices.rhythm import IDLE, SETTLE
from games.notices.sending import Parcel
from games.play import comments, ending, keeping, rematches, seating, timing
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.telling import Post, hear, noticed, reachable, states
from tests.web.test_damage import DAMAGES

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def post(mira: User, tobias: User, ines: User) -> Post:
    reachable(mira, tobias, ines)
    return Post()


def away(scene: Scene) -> None:
    """Nobody has looked at this table for long."""
    Seat.objects.filter(match_id=scene.id).update(seen_at=None)


# Kinds


def test_whoever_is_asked_is_told_and_the_others_that_it_begins(
    post: Post, scene: Scene, mira: User, tobias: User, ines: User
) -> None:
    hear(scene.id)
    post.tell()
    assert noticed(mira) == ["turn"]
    assert noticed(tobias) == noticed(ines) == ["begun"]


def test_the_end_is_told_without_saying_who_won(post: Post, scene: Scene, mira: User) -> None:
    scene.until_vote().to_the_end()
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)
    hear(scene.id)
    assert f"{scene.match.name} is over" in post.tell()
    assert "over" in noticed(mira)
    said = {(said.title, said.text) for parcel in post.sent for said in parcel.said}
    assert said == {(f"{scene.match.name} is over", "See how it ended.")}


def test_a_match_called_off_is_told_to_whom_we_told_of_it(
    post: Post, scene: Scene, tobias: User
) -> None:
    hear(scene.id)
    post.tell(timedelta())
    play.void(scene.id, reason="a complaint")
    hear(scene.id)
    post.tell()
    assert noticed(tobias) == ["begun", "over"]


def test_an_old_end_is_no_news(post: Post, scene: Scene, mira: User) -> None:
    scene.until_vote().to_the_end()
    Match.objects.filter(pk=scene.id).update(ended_at=timezone.now() - 3 * DAY)
    hear(scene.id)
    post.tell()
    assert noticed(mira) == []


def test_an_invitation_is_told_until_it_is_used(
    post: Post, mira: User, tobias: User, ines: User
) -> None:
    table = gathered(mira, size=3, public=False)
    for guest in (tobias, ines):
        seating.invite(table.id, mira, username=guest.username)
    hear(table.id)
    looking.look(table.id, post.now)
    seating.join(table.id, ines)
    assert post.tell() == ["mira invites you"]
    assert states(tobias) == ["sent"]
    assert states(ines) == ["dropped"]


def test_a_rematch_is_told_as_one(post: Post, scene: Scene, mira: User, tobias: User) -> None:
    scene.until_vote().to_the_end()
    again = rematches.rematch(scene.id, mira)
    hear(again.match.pk)
    assert "mira wants a rematch" in post.tell()


def test_an_answer_that_was_shown_or_comes_from_whom_one_has_muted_is_not_told(
    post: Post, scene: Scene, mira: User, tobias: User, ines: User, as_: Any
) -> None:
    reach.choose(mira.pk, {("answer", "mail"): True})
    scene.until_vote().to_the_end()
    Notice.objects.all().delete()
    Match.objects.update(news_at=None)
    visited = access.visit(scene.id, mira)
    comments.say(visited, mira, number=1, text="Why?")
    Mute.objects.create(account=mira, about=ines, made_at=post.now)
    looking.answered(comments.say(visited, ines, number=1, text="Pah."), post.now)
    assert noticed(mira) == []
    looking.answered(comments.say(visited, tobias, number=1, text="Because."), post.now)
    assert reach.unread_count(mira.pk) == 1
    as_(mira).get(f"/m/{scene.id}/said?at=2&as=public")
    assert reach.unread_count(mira.pk) == 1
    as_(mira).get(f"/m/{scene.id}/said?at=1&as=public")
    assert reach.unread_count(mira.pk) == 0
    assert post.tell() == []


def test_time_given_a_pause_and_an_end_that_are_asked_for_are_told(
    post: Post, mira: User, tobias: User, ines: User
) -> None:
    everything = {(kind, "mail"): True for kind in ("pause",)}
    reach.choose(mira.pk, everything)
    scene = dealt(mira, tobias, ines, pace="daily")
    timing.give(scene.id, tobias, index=0)
    timing.ask_for_pause(scene.id, ines, until=timezone.now() + 3 * DAY)
    ending.ask(scene.id, ines)
    hear(scene.id)
    told = post.tell()
    assert "tobias gave you a day more" in told
    assert f"Pause? {scene.match.name}" in told
    assert f"Call the match off? {scene.match.name}" in told
    assert noticed(ines) == ["begun"]  # who asked is not asked


def test_the_keepers_move_is_told_to_whom_it_moved_for(
    post: Post, mira: User, tobias: User, ines: User
) -> None:
    scene = dealt(mira, tobias, ines, pace="daily")
    keeping.move_for(scene.id, index=0, number=0)
    away(scene)
    Seat.objects.filter(match_id=scene.id, index=0).update(seen=-1)
    hear(scene.id)
    assert "The keeper moved for you" in post.tell()
    assert "keeper" in noticed(mira)
    assert "keeper" not in noticed(tobias)


def test_an_answer_to_a_comment_is_told_to_those_before(
    post: Post, scene: Scene, mira: User, tobias: User
) -> None:
    scene.until_vote().to_the_end()
    visited = access.visit(scene.id, mira)
    comments.say(visited, mira, number=1, text="Why?")
    looking.answered(comments.say(visited, tobias, number=1, text="Because."), post.now)
    looking.answered(comments.say(visited, tobias, number=2, text="Alone."), post.now)
    assert noticed(mira) == ["answer"]
    assert noticed(tobias) == []


def test_four_fifths_of_the_time_are_told_when_they_are_gone(
    post: Post, mira: User, tobias: User, ines: User
) -> None:
    scene = dealt(mira, tobias, ines, pace="daily")
    away(scene)
    hear(scene.id)
    post.tell()
    assert post.tell(0.75 * DAY) == []
    post.tell(0.06 * DAY)
    [warning] = [title for title in post.tell() if "left" in title]
    assert warning.endswith(f"left: {scene.match.name}")
    assert noticed(mira) == ["turn", "time"]
    assert [t for t in post.tell(DAY) if "left" in t] == []


def test_time_given_puts_the_warning_off(post: Post, mira: User, tobias: User, ines: User) -> None:
    scene = dealt(mira, tobias, ines, pace="daily")
    away(scene)
    hear(scene.id)
    post.tell()
    timing.give(scene.id, tobias, index=0)  # and nobody hears of it
    post.tell(0.85 * DAY)
    assert "time" not in noticed(mira)
    post.tell(0.80 * DAY)  # of two days 1.65 are gone
    assert "time" in noticed(mira)


# Once


def test_looking_again_tells_nothing_twice(post: Post, scene: Scene, mira: User) -> None:
    for _ in range(3):
        hear(scene.id)
        post.tell()
    assert noticed(mira) == ["turn"]
    assert len([p for p in post.sent if p.reader.account == mira]) == 1


def test_what_was_told_survives_a_rebuild(post: Post, scene: Scene, mira: User) -> None:
    scene.act(0, do="pass")
    away(scene)
    hear(scene.id)
    post.tell()
    before = list(Notice.objects.order_by("pk").values())
    play.rebuild(scene.id)
    hear(scene.id)
    assert post.tell() == []
    after = list(Notice.objects.order_by("pk").values())
    assert [row | {"read_at": None} for row in after] == [row | {"read_at": None} for row in before]


def test_the_database_refuses_a_second_row(scene: Scene, mira: User) -> None:
    values: dict[str, Any] = {"account": mira, "kind": "turn", "match_id": scene.id, "number": 0}
    notice = Notice.objects.create(**values, made_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.create(**values, made_at=timezone.now())
    Delivery.objects.create(notice=notice, account=mira, channel="mail", due_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        Delivery.objects.create(notice=notice, account=mira, channel="mail", due_at=timezone.now())


def test_two_questions_of_one_vote_are_one_turn(post: Post, scene: Scene, tobias: User) -> None:
    """Whoever votes makes a move; those who have not voted are asked what they were asked."""
    scene.until_vote()
    away(scene)
    hear(scene.id)
    post.tell()
    scene.vote(0, 1)
    hear(scene.id)
    post.tell()
    assert noticed(tobias).count("turn") == 1


def test_what_became_of_a_report_is_told_unless_it_is_not_wanted(
    post: Post, mira: User, tobias: User
) -> None:
    reach.choose(tobias.pk, {("report", "mail"): False})
    for one in (mira, tobias):
        looking.note(None, [looking.Found(account=one.pk, kind="report", number=1)], post.now)
    assert post.tell() == ["What you reported is decided"]
    assert [parcel.reader.account for parcel in post.sent] == [mira]
    assert noticed(tobias) == ["report"]


# Not told


def test_who_acts_at_the_table_is_not_told_but_after_ten_idle_minutes(
    post: Post, scene: Scene, mira: User
) -> None:
    play.seen(scene.id, 0, number=0)
    hear(scene.id)
    assert [p.reader.account for p in post.sent if p.reader.account == mira] == []
    assert f"Your turn: {scene.match.name}" not in post.tell()
    assert f"Your turn: {scene.match.name}" not in post.tell(IDLE - 2 * SETTLE)
    assert post.tell(2 * SETTLE) == [f"Your turn: {scene.match.name}"]


def test_a_question_to_all_waits_for_whoever_acts_at_the_table(
    post: Post, mira: User, tobias: User, ines: User
) -> None:
    scene = dealt(mira, tobias, ines, pace="daily")
    play.seen(scene.id, 0, number=0)
    timing.ask_for_pause(scene.id, ines, until=timezone.now() + 3 * DAY)
    hear(scene.id)

    def asked() -> list[User]:
        question = f"Pause? {scene.match.name}"
        return [
            parcel.reader.account
            for parcel in post.sent
            for said in parcel.said
            if said.title == question
        ]

    post.tell()
    assert asked() == [tobias]
    post.tell(IDLE)
    assert asked() == [tobias, mira]


def test_who_moved_meanwhile_is_not_told(post: Post, scene: Scene, mira: User) -> None:
    play.seen(scene.id, 0, number=0)
    hear(scene.id)
    post.tell()
    scene.act(0, do="pass")
    assert post.tell(IDLE) == []
    assert states(mira) == ["dropped"]


def test_a_look_long_ago_does_not_count_as_acting(post: Post, scene: Scene, mira: User) -> None:
    Seat.objects.filter(match_id=scene.id).update(seen_at=timezone.now() - HOUR)
    hear(scene.id)
    assert f"Your turn: {scene.match.name}" in post.tell()


def test_a_muted_table_is_told_of_on_the_site_alone(
    post: Post, scene: Scene, mira: User, tobias: User
) -> None:
    reach.mute(mira.pk, scene.id)
    hear(scene.id)
    post.tell()
    assert noticed(mira) == ["turn"]
    assert states(mira) == []
    reach.unmute(mira.pk, scene.id)
    assert reach.muted_tables(mira.pk) == []


def test_muting_takes_effect_on_what_is_on_its_way(post: Post, scene: Scene, mira: User) -> None:
    looking.look(scene.id, post.now)
    reach.mute(mira.pk, scene.id)
    post.tell()
    assert states(mira) == ["dropped"]


def test_what_somebody_does_not_want_is_not_sent(post: Post, scene: Scene, mira: User) -> None:
    reach.choose(mira.pk, {("turn", "mail"): False})
    hear(scene.id)
    post.tell()
    assert (noticed(mira), states(mira)) == (["turn"], [])
    reach.choose(mira.pk, {("turn", "mail"): True})
    assert reach.reach_of(mira.pk).kinds == {}  # as by default


def test_who_has_no_verified_address_is_told_on_the_site(scene: Scene, mira: User) -> None:
    hear(scene.id)
    assert Post().tell() == []
    assert noticed(mira) == ["turn"]


def test_a_bot_and_who_is_played_for_are_told_nothing(post: Post, mira: User) -> None:
    done = seating.create(mira, title="toy", size=3, bots=2, options={"starter": "first"})
    seating.ready(done.match.pk, mira)
    Seat.objects.filter(match=done.match, index=0).update(keeper="keeper")
    hear(done.match.pk)
    post.tell()
    assert "turn" not in noticed(mira)


def test_what_was_read_under_the_bell_is_not_sent(post: Post, scene: Scene, mira: User) -> None:
    looking.look(scene.id, post.now)
    reach.read_all(mira.pk, up_to=10**9)
    post.tell()
    assert states(mira) == ["dropped"]


def test_what_was_done_is_read(post: Post, scene: Scene, mira: User) -> None:
    looking.look(scene.id, post.now)
    assert reach.unread_count(mira.pk) == 1
    scene.act(0, do="pass")
    looking.look(scene.id, post.now)
    assert reach.unread_count(mira.pk) == 0


def test_who_loads_the_table_again_is_there_though_nobody_has_moved(
    post: Post, mira: User, tobias: User, ines: User, as_: Any
) -> None:
    scene = dealt(mira, tobias, ines, pace="daily")
    Seat.objects.filter(match_id=scene.id).update(seen=0, seen_at=timezone.now() - HOUR)
    as_(mira).get(f"/m/{scene.id}/")
    timing.ask_for_pause(scene.id, ines, until=timezone.now() + 3 * DAY)
    hear(scene.id)
    post.tell()
    question = f"Pause? {scene.match.name}"
    asked = [p.reader.account for p in post.sent for said in p.said if said.title == question]
    assert asked == [tobias]


# One mail


def test_five_turns_within_an_hour_after_a_mail_are_one_mail(
    post: Post, mira: User, tobias: User
) -> None:
    first = dealt(mira, tobias)
    hear(first.id)
    away(first)
    post.tell()
    mails = len([p for p in post.sent if p.reader.account == mira])
    for _ in range(5):
        table = dealt(mira, tobias)
        away(table)
        hear(table.id)
        post.tell(timedelta(minutes=8))
    assert len([p for p in post.sent if p.reader.account == mira]) == mails == 1
    post.tell(HOUR)
    later = [p for p in post.sent if p.reader.account == mira][1:]
    assert [len(parcel.said) for parcel in later] == [5]


def test_time_that_runs_out_waits_for_no_hour(
    post: Post, mira: User, tobias: User, ines: User
) -> None:
    scene = dealt(mira, tobias, ines, pace="live")
    away(scene)
    hear(scene.id)
    post.tell()
    post.tell(timedelta(minutes=4))
    [title] = [title for title in post.tell() if "left" in title]
    assert scene.match.name in title


# Trouble


def test_a_message_that_did_not_arrive_is_tried_again_with_growing_waits(
    post: Post, scene: Scene, mira: User
) -> None:
    Seat.objects.filter(match_id=scene.id).exclude(account=mira).update(account=None, bot="plain")
    looking.look(scene.id, post.now)
    post.trouble = [sending.Trouble()] * len(sending.WAITS)
    waits = []
    for _ in range(len(sending.WAITS) + 1):
        post.tell()
        [delivery] = Delivery.objects.filter(account=mira)
        if delivery.state == "waiting":
            waits.append(delivery.due_at - post.now)
            post.now = delivery.due_at
    assert waits == sorted(waits)
    assert len(waits) == len(sending.WAITS)
    assert states(mira) == ["sent"]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_while_a_server_takes_its_time(mira: User, tobias: User) -> None:
    """A move or a bot would wait for it otherwise."""
    reachable(mira)
    scene, held = dealt(mira, tobias), list[bool]()
    away(scene)
    looking.look(scene.id, timezone.now())
    sending.tell(
        {"mail": lambda _parcel: held.append(connection.in_atomic_block)},
        clock=lambda: timezone.now() + SETTLE,
    )
    assert held == [False]


def test_a_channel_that_is_away_is_not_tried_for_everybody(
    post: Post, scene: Scene, mira: User, tobias: User
) -> None:
    looking.look(scene.id, post.now)
    post.now += SETTLE
    post.trouble = [sending.Away()] * 10
    sending.tell({"mail": post.take}, clock=post.clock)
    assert len(post.trouble) == 9
    assert sorted([*states(mira), *states(tobias)]) == ["waiting", "waiting"]


def test_a_refused_message_is_not_tried_again(post: Post, scene: Scene, mira: User) -> None:
    Seat.objects.filter(match_id=scene.id).exclude(account=mira).update(account=None, bot="plain")
    looking.look(scene.id, post.now)
    post.trouble = [sending.Refused()]
    assert post.tell() == []
    assert post.tell(3 * DAY) == []
    assert states(mira) == ["failed"]


def test_a_message_over_which_its_sender_stumbles_holds_up_no_other(
    post: Post,
    scene: Scene,
    mira: User,
    tobias: User,
    ines: User,
    caplog: pytest.LogCaptureFixture,
) -> None:
    looking.look(scene.id, post.now)
    post.trouble = [KeyError("the blue four")]
    assert post.tell() != []
    everyones = [*states(mira), *states(tobias), *states(ines)]
    assert sorted(everyones) == ["failed", "sent", "sent"]
    assert [record.levelname for record in caplog.records].count("ERROR") == 1
    assert "blue four" not in caplog.text


# Damage


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_table_keeps_nobody_from_being_told_of_another(
    how: Callable[[Scene], None], post: Post, mira: User, tobias: User, ines: User, as_: Any
) -> None:
    """mira is still asked what move 4 asked, so the log has to be read to know which one that was."""
    broken, whole = dealt(mira, tobias, ines), dealt(mira, tobias, ines)
    Match.objects.update(news_at=None)
    broken.until_vote()
    hear(broken.id)
    post.tell()
    post.tell(HOUR)
    assert "turn" in noticed(mira)
    broken.vote(1, 1)
    how(broken)
    forget_everything()
    away(whole)
    Match.objects.filter(pk=broken.id).update(news_at=post.now - HOUR)  # looked at first
    Notice.objects.filter(match=broken.id).update(warn_at=post.now, read_at=None)
    Delivery.objects.filter(notice__match=broken.id).update(state="waiting", due_at=post.now)
    hear(whole.id)
    post.tell(2 * HOUR)
    told = [said.path for parcel in post.sent for said in parcel.said]
    assert f"/m/{whole.id}/" in told
    assert not looking.oldest_news(limit=9)
    assert not looking.is_to_warn(post.now)
    assert as_(mira).get("/notices/").status_code == 200


def test_a_mail_of_several_tables_tells_of_the_whole_ones_though_one_is_damaged(
    post: Post, mira: User, tobias: User, ines: User
) -> None:
    broken, whole = dealt(mira, tobias, ines), dealt(mira, tobias, ines)
    for scene in (broken, whole):
        looking.look(scene.id, post.now)
        away(scene)
    Move.objects.filter(match_id=broken.id).delete()
    forget_everything()
    mails = list[str]()

    def send(parcel: Parcel) -> None:
        mails.append(str(mailing.compose(parcel, "to@example.com").body))

    sending.tell({"mail": send}, clock=lambda: post.now + SETTLE)
    [mine] = [mail for mail in mails if "Your turn" in mail]
    assert f"/m/{whole.id}/" in mine
    assert f"/m/{broken.id}/" in mine


# Fairness


def test_no_task_begins_where_all_begin(
    post: Post, scene: Scene, mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each task has time for one message, and whose number is low has another every time."""
    Match.objects.update(news_at=None)
    for account in (mira, tobias):
        Webhook.objects.create(account=account, address="https://example.com/")
        reach.choose(account.pk, {("report", "hook"): True})
    monkeypatch.setattr(sending, "SECONDS_AT_WORK", 0.0)

    class Once(sending.Working):
        @property
        def is_over(self) -> bool:
            return len(post.sent) > before

    monkeypatch.setattr(sending, "Working", Once)
    for number in range(30):
        for account in (mira, tobias)[: 2 - bool(number)]:
            found = looking.Found(account=account.pk, kind="report", number=number)
            looking.note(None, [found], post.now)
        before = len(post.sent)
        post.now += SETTLE
        sending.tell({"hook": post.take}, clock=post.clock)
    assert tobias in [parcel.reader.account for parcel in post.sent]


def test_nobody_waits_behind_somebody_elses_many(post: Post, mira: User, tobias: User) -> None:
    """By a channel that sends each by itself: one to each account, then the next."""
    now = post.now
    tables = [dealt(mira, tobias) for _ in range(4)]
    for table in tables:
        away(table)
    match = tables[0].match
    for n, table in enumerate(tables):
        notice = Notice.objects.create(
            account=mira, kind="turn", match_id=table.id, number=0, made_at=now
        )
        Delivery.objects.create(notice=notice, account=mira, channel="hook", due_at=now - HOUR * n)
    notice = Notice.objects.create(account=tobias, kind="begun", match=match, number=0, made_at=now)
    Delivery.objects.create(notice=notice, account=tobias, channel="hook", due_at=now)
    Match.objects.update(news_at=None)
    reach.choose(tobias.pk, {("begun", "hook"): True})
    for account in (mira, tobias):
        Webhook.objects.create(account=account, address="https://example.com/")
    post.tell(timedelta(), channels=["hook"])
    order = [parcel.reader.account.username for parcel in post.sent]
    assert set(order[:2]) == {"mira", "tobias"}


# The background


def test_the_sweep_asks_the_slow_queue_once(scene: Scene) -> None:
    Match.objects.update(news_at=None)
    tasks.sweep.call()
    assert not DBTaskResult.objects.filter(queue_name="slow").exists()
    hear(scene.id)
    tasks.sweep.call()
    tasks.sweep.call()
    [task] = DBTaskResult.objects.filter(queue_name="slow")
    assert task.args_kwargs == {"args": [], "kwargs": {}}


def test_a_write_is_heard_of_when_it_is_committed(scene: Scene, announced: Any) -> None:
    Match.objects.update(news_at=None)
    announced(lambda: scene.act(0, do="pass"))
    assert looking.oldest_news(limit=9) == [scene.id]


def test_what_nobody_heard_of_is_found_by_looking_around(scene: Scene, mira: User) -> None:
    Match.objects.update(news_at=None)
    tasks.tidy.call()
    assert looking.oldest_news(limit=9) == [scene.id]


def test_old_notices_are_thrown_away(post: Post, scene: Scene, mira: User) -> None:
    scene.until_vote().to_the_end()
    looking.look(scene.id, post.now - tasks.NOTICES_LIVE - DAY)
    Notice.objects.update(made_at=post.now - tasks.NOTICES_LIVE - DAY)
    assert noticed(mira) == ["over"]
    tasks.tidy.call()
    assert noticed(mira) == []
    assert not Delivery.objects.exists()


def test_a_turn_that_waits_for_months_is_not_told_again_as_if_it_were_new(
    post: Post, scene: Scene, mira: User
) -> None:
    away(scene)
    looking.look(scene.id, post.now)
    post.tell()
    Notice.objects.update(made_at=post.now - tasks.NOTICES_LIVE - DAY)
    tasks.tidy.call()
    hear(scene.id)
    assert f"Your turn: {scene.match.name}" not in post.tell(2 * HOUR)
    assert noticed(mira) == ["turn"]


def test_someone_who_left_is_told_nothing(post: Post, scene: Scene, mira: User) -> None:
    looking.look(scene.id, post.now)
    UserFactory.create()
    Seat.objects.filter(match_id=scene.id, account=mira).update(account=None, bot="keeper")
    post.tell()
    assert states(mira) == ["dropped"]
