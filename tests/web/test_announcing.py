"""Every write announces itself, once it is committed and not before."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import Kind
from games import play
from games.engine import Move
from games.matchlog import access
from games.matchlog.access import Visit
from games.models import Heartbeat, Match, PauseRequest, Seat, Seek, Stop
from games.play import (
    asides,
    belonging,
    comments,
    daysoff,
    ending,
    holding,
    keeping,
    moves,
    opening,
    outages,
    rematches,
    rows,
    seating,
    seeking,
    stopping,
    substitutes,
    timing,
)
from games.play.seeking import Wish
from tests.web.conftest import Announced
from tests.web.factories import Scene, UserFactory, dealt, gathered

Act = Callable[[], object]
WISH = Wish("toy", "daily", 3)


class Stage:
    """mira, tobias and ines, and whatever a verb needs to be called."""

    def __init__(self, mira: User, tobias: User, ines: User) -> None:
        self.mira, self.tobias, self.ines = mira, tobias, ines

    def dealt(self) -> Scene:
        return dealt(self.mira, self.tobias, self.ines)

    def open(self, *others: User, size: int = 3) -> Scene:
        return gathered(self.mira, *others, size=size)

    def over(self) -> Scene:
        return self.dealt().until_vote().to_the_end()

    def everywhere(self) -> None:
        """mira at an open table, in a match and in one that is over."""
        self.open(self.tobias)
        self.dealt()
        self.over()

    # What is called for each verb, and before it is watched whatever makes it possible

    def deal_if_ready(self) -> Act:
        scene = self.open(self.tobias, size=2)
        Seat.objects.filter(match_id=scene.id).update(ready=True)
        return in_transaction(lambda: moves.deal_if_ready(*rows.locked(scene.id)))

    def submit(self) -> Act:
        scene = self.dealt()
        return lambda: scene.act(0, do="pass")

    def submit_for_bot(self) -> Act:
        scene = self.dealt()
        Seat.objects.filter(match_id=scene.id, index=0).update(account=None, bot="plain")
        return lambda: play.submit_for_bot(scene.id, index=0, number=0, action={"do": "pass"})

    def lapse(self) -> Act:
        scene = self.dealt().until_vote()
        past = timezone.now() - timedelta(days=1)
        Match.objects.filter(pk=scene.id).update(deadline=past)
        return lambda: play.lapse(scene.id)

    def submit_for_keeper(self) -> Act:
        scene = self.dealt()
        return lambda: moves.submit_for_keeper(scene.id, index=0, number=0, action={"do": "pass"})

    def move_for(self) -> Act:
        scene = self.dealt()
        return lambda: keeping.move_for(scene.id, index=0, number=0)

    def clocked(self) -> Scene:
        return dealt(self.mira, self.tobias, self.ines, pace="daily")

    def give(self) -> Act:
        scene = self.clocked()
        return lambda: timing.give(scene.id, self.tobias, index=0)

    def start_afresh(self) -> Act:
        scene = self.clocked()

        def start() -> None:
            match, seats = rows.locked(scene.id)
            timing.start_afresh(match, seats, seats[0])

        return in_transaction(start)

    def ask_again(self) -> Act:
        scene = self.clocked()

        def ask() -> None:
            match, seats = rows.locked(scene.id)
            timing.ask_again(match, seats, seats[0])

        return in_transaction(ask)

    def clocks_changed(self) -> Act:
        scene = self.clocked()
        return in_transaction(lambda: timing.clocks_changed(*rows.locked(scene.id)))

    def ask_for_pause(self) -> Act:
        scene = self.clocked()
        until = timezone.now() + timedelta(days=3)
        return lambda: timing.ask_for_pause(scene.id, self.ines, until=until)

    def asked(self) -> Scene:
        scene = self.clocked()
        until = timezone.now() + timedelta(days=3)
        timing.ask_for_pause(scene.id, self.ines, until=until)
        return scene

    def answer_pause(self) -> Act:
        scene = self.asked()
        return lambda: timing.answer_pause(scene.id, self.mira, agrees=False)

    def end_pause(self) -> Act:
        scene, now = self.clocked(), timezone.now()
        times = {"began_at": now - timedelta(days=2), "ended_at": now + timedelta(days=2)}
        Stop.objects.create(match_id=scene.id, kind="pause", **times)
        return lambda: timing.end_pause(scene.id, self.mira)

    def expire_request(self) -> Act:
        scene = self.asked()
        PauseRequest.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        return lambda: timing.expire_request(scene.id)

    def look(self) -> Act:
        """A break is over; when somebody is late, the keeper's move is what is announced."""
        scene = self.clocked()
        just_now = timezone.now() - timedelta(seconds=1)
        Match.objects.filter(pk=scene.id).update(clock_at=just_now)
        return lambda: timing.look(scene.id, timezone.now())

    def end_days_off(self) -> Act:
        scene = self.clocked()
        return lambda: timing.end_days_off(scene.match, scene.seats()[0])

    def daysoff_take(self) -> Act:
        self.clocked()
        today = daysoff.today(self.mira)
        return lambda: daysoff.take(self.mira, first=today, last=today)

    def daysoff_come_back(self) -> Act:
        self.daysoff_take()()
        return lambda: daysoff.come_back(self.mira)

    def at_new_table(self) -> Act:
        scene = self.open(self.tobias, self.ines)
        return lambda: daysoff.at_new_table(scene.match, scene.seats())

    def at_seat_taken(self) -> Act:
        scene = self.clocked()
        return lambda: daysoff.at_seat_taken(scene.match, scene.seats()[0])

    def beat(self) -> Act:
        self.clocked()
        Heartbeat.objects.create(pk=1, at=timezone.now() - timedelta(days=1))
        return outages.beat

    def beat_of_pages(self) -> Act:
        self.clocked()
        silent = timezone.now() - timedelta(days=1)
        Heartbeat.objects.create(pk=Heartbeat.Part.PAGES, at=silent)
        return outages.beat_of_pages

    def note(self) -> Act:
        scene = self.dealt()
        return lambda: asides.note(scene.match, asides.Kind.BACK, seat=0)

    def rebuild(self) -> Act:
        scene = self.dealt()
        return lambda: play.rebuild(scene.id)

    def seen(self) -> Act:
        scene = self.dealt()
        return lambda: play.seen(scene.id, 1, number=0)

    def changed(self) -> Act:
        scene = self.open()
        return in_transaction(lambda: rows.changed(*rows.locked(scene.id)))

    def save_seats(self) -> Act:
        scene = self.dealt()
        return in_transaction(lambda: rows.save_seats(rows.locked(scene.id)[1], seen={0: 0}))

    def freeze(self) -> Act:
        scene = self.dealt()
        return lambda: play.freeze(scene.id, reason="a complaint")

    def thaw(self) -> Act:
        scene = self.dealt()
        play.freeze(scene.id, reason="a complaint")
        return lambda: play.thaw(scene.id, reason="settled")

    def void(self) -> Act:
        scene = self.dealt()
        return lambda: play.void(scene.id, reason="nobody came")

    def call_off(self) -> Act:
        scene = self.dealt()
        return in_transaction(lambda: stopping.call_off(*rows.locked(scene.id), reason="agreed"))

    def with_seat(self, act: Callable[[Match, Seat], object]) -> Act:
        """A part of verbs, called for the first seat of a match."""
        scene = self.dealt()

        def call() -> None:
            match, seats = rows.locked(scene.id)
            act(match, seats[0])

        return in_transaction(call)

    def ask_without(self) -> Act:
        return self.with_seat(lambda match, seat: timing.ask_without(match, [seat], seat))

    def without(self) -> Act:
        return self.with_seat(lambda match, seat: holding.without(match, [seat], seat))

    def settle(self) -> Act:
        def settle(_match: Match, seat: Seat) -> None:
            seat.kept = holding.IN_A_ROW
            kept = Move(number=1, seat=0, by="keeper", action={}, events=())
            assert holding.settle(seat, [kept])

        return self.with_seat(settle)

    def take_back(self) -> Act:
        scene = self.dealt()
        return lambda: holding.take_back(scene.id, self.mira)

    def holding_come_back(self) -> Act:
        return self.with_seat(holding.come_back)

    def holding_leave(self) -> Act:
        scene = self.dealt()
        return lambda: holding.leave(scene.id, self.mira)

    def make_link(self) -> Act:
        return self.with_seat(holding.make_link)

    def give_up(self) -> Act:
        return self.with_seat(holding.give_up)

    def begin_anew(self) -> Act:
        return self.with_seat(holding.begin_anew)

    def credit(self) -> Act:
        scene = self.over()
        return in_transaction(lambda: holding.credit(scene.seats(), scene.whole().moves))

    def ending_ask(self) -> Act:
        scene = self.dealt()
        return lambda: ending.ask(scene.id, self.mira)

    def asked_to_end(self) -> Scene:
        scene = self.dealt()
        ending.ask(scene.id, self.mira)
        return scene

    def ending_answer(self) -> Act:
        scene = self.asked_to_end()
        return lambda: ending.answer(scene.id, self.tobias, agrees=True)

    def ending_lapse(self) -> Act:
        scene = self.asked_to_end()
        Match.objects.update(end_asked_at=timezone.now() - timedelta(days=2, seconds=1))
        return lambda: ending.lapse(scene.id)

    def ending_settled(self) -> Act:
        scene = self.asked_to_end()
        return in_transaction(lambda: ending.settled(*rows.locked(scene.id)))

    def left(self) -> Scene:
        scene = self.dealt()
        holding.leave(scene.id, self.mira, offered="anyone")
        return scene

    def substitutes_take(self) -> Act:
        scene, guest = self.left(), UserFactory.create()
        return lambda: substitutes.take(scene.id, guest, index=0)

    def offer_to(self) -> Act:
        scene, guest = self.left(), UserFactory.create()
        return lambda: substitutes.offer_to(
            scene.id, self.tobias, index=0, username=guest.get_username()
        )

    def seating_remove(self) -> Act:
        scene = self.dealt()
        return lambda: seating.remove(scene.id, index=1)

    def stopping_rename(self) -> Act:
        scene = self.dealt()
        return lambda: stopping.rename(scene.id, name="Another")

    def close_talk(self) -> Act:
        scene = self.dealt()
        return lambda: stopping.close_talk(scene.id)

    def offer_link(self) -> Act:
        scene = self.left()
        return lambda: substitutes.offer_link(scene.id, self.tobias, index=0)

    def create(self) -> Act:
        return lambda: seating.create(self.mira, title="toy", size=3)

    def play_at_once(self) -> Act:
        return lambda: seating.play_at_once(self.mira, title="toy")

    def join(self) -> Act:
        scene = self.open()
        return lambda: seating.join(scene.id, self.tobias)

    def leave(self) -> Act:
        scene = self.open(self.tobias)
        return lambda: seating.leave(scene.id, self.tobias)

    def kick(self) -> Act:
        scene = self.open(self.tobias)
        return lambda: seating.kick(scene.id, self.mira, index=1)

    def seat_bot(self) -> Act:
        scene = self.open()
        return lambda: seating.seat_bot(scene.id, self.mira, index=1)

    def fill_with_bots(self) -> Act:
        scene = self.open()
        return lambda: seating.fill_with_bots(scene.id, self.mira)

    def invite_link(self) -> Act:
        scene = self.open()
        return lambda: seating.invite_link(scene.id, self.mira)

    def invite(self) -> Act:
        scene = self.open()
        return lambda: seating.invite(scene.id, self.mira, username="tobias")

    def ready(self) -> Act:
        scene = self.open(self.tobias)
        return lambda: seating.ready(scene.id, self.tobias)

    def not_ready(self) -> Act:
        scene = self.open(self.tobias)
        seating.ready(scene.id, self.tobias)
        return lambda: seating.not_ready(scene.id, self.tobias)

    def rematch(self) -> Act:
        scene = self.over()
        return lambda: rematches.rematch(scene.id, self.mira)

    def expire(self) -> Act:
        scene = self.open()
        return lambda: seating.expire(scene.id)

    def forget(self) -> Act:
        self.everywhere()
        return lambda: belonging.forget(self.mira)

    def keep(self) -> Act:
        self.everywhere()
        return lambda: belonging.keep(self.mira)

    def bar(self) -> Act:
        self.everywhere()
        return lambda: belonging.bar(self.mira, Kind.NO_PUBLIC)

    def give_back(self) -> Act:
        self.everywhere()
        belonging.keep(self.mira)
        return lambda: belonging.give_back(self.mira)

    def rename(self) -> Act:
        self.everywhere()
        User.objects.filter(pk=self.mira.pk).update(username="miroslava")
        self.mira.username = "miroslava"
        return lambda: belonging.rename(self.mira)

    def vacate(self) -> Act:
        scene = self.open(self.tobias)
        return lambda: seating.vacate(scene.match, scene.seats(), scene.seats()[1])

    def decline(self) -> Act:
        scene = self.open()
        seating.invite(scene.id, self.mira, username="tobias")
        return lambda: seating.decline(scene.id, self.tobias)

    def table(self) -> Match:
        opened = opening.open_table(
            self.mira, rows.title_of("toy"), 3, {}, public=True, bots=2, pace="", terms=None
        )
        return opened[0]

    def open_table(self) -> Act:
        return in_transaction(self.table)

    def new_match(self) -> Act:
        title = rows.title_of("toy")
        return in_transaction(
            lambda: opening.new_match(
                self.mira, title, 3, {}, public=True, name="", pace="", terms=None, asks=0
            )
        )

    def deal_to(self) -> Act:
        opened = self.table()
        return in_transaction(lambda: seating.deal_to(opened, [self.mira]))

    def deal_at(self) -> Act:
        opened = self.table()
        return in_transaction(lambda: seating.deal_at(*rows.locked(opened.pk)))

    def say_ready(self) -> Act:
        scene = self.open()
        return in_transaction(lambda: seating.say_ready(scene.seats()[0]))

    def seeking_ask(self) -> Act:
        return lambda: seeking.ask(self.mira, wishes=[WISH])

    def withdraw(self) -> Act:
        self.seeking_ask()()
        return lambda: seeking.withdraw(self.mira, wish=WISH)

    def with_bots_now(self) -> Act:
        self.seeking_ask()()
        return lambda: seeking.with_bots_now(self.mira, wish=WISH)

    def gather(self) -> Act:
        seeking.ask(self.mira, wishes=[WISH])
        seeking.ask(self.tobias, wishes=[WISH])
        Seek.objects.update(bots_at=timezone.now())
        return lambda: seeking.gather(WISH)

    def seeking_expire(self) -> Act:
        self.seeking_ask()()
        long_ago = timezone.now() - timedelta(days=30)
        Seek.objects.update(made_at=long_ago, expires_at=long_ago + timedelta(days=1))
        return seeking.expire

    def say(self) -> Act:
        scene = self.over()
        visited = Visit(scene.match, scene.seats(), 0)
        return lambda: comments.say(visited, self.mira, number=0, text="A good deal.")

    def unsay(self) -> Act:
        scene = self.over()
        visited = Visit(scene.match, scene.seats(), 0)
        comment = comments.say(visited, self.mira, number=0, text="A good deal.").pk
        return lambda: comments.unsay(visited, self.mira, comment=comment)

    def remove(self) -> Act:
        scene = self.over()
        visited = Visit(scene.match, scene.seats(), 0)
        comment = comments.say(visited, self.mira, number=0, text="A good deal.")
        return lambda: comments.remove(comment, reason="so")

    def let_through(self) -> Act:
        scene = self.over()
        comment = comments.say(
            Visit(scene.match, scene.seats(), 0), self.mira, number=0, text="A good deal."
        )
        elsewhere = UserFactory.create()
        return lambda: comments.let_through(comment, by=elsewhere)


def in_transaction(act: Act) -> Act:
    """For the parts of which verbs are made."""
    return lambda: transaction.atomic(act)()


# How many announcements each of them makes, and why those that make none need none.
VERBS = {
    "moves.deal_if_ready": 1,
    "moves.submit": 1,
    "moves.submit_for_bot": 1,
    "moves.submit_for_keeper": 1,
    "moves.lapse": 1,
    "moves.rebuild": 1,
    "moves.seen": 0,  # a mark of one's own, which no page shows to others
    "rows.changed": 1,
    "rows.save_seats": 0,  # a part of every verb that changes the derived columns
    "keeping.move_for": 1,
    "timing.give": 1,
    "timing.start_afresh": 1,
    "timing.ask_again": 1,
    "timing.ask_without": 0,  # a part of leaving and of taking over
    "timing.end_days_off": 0,  # a part of verbs that end them
    "timing.clocks_changed": 1,
    "timing.ask_for_pause": 1,
    "timing.answer_pause": 1,
    "timing.end_pause": 1,
    "timing.expire_request": 1,
    "timing.look": 1,
    "daysoff.take": 1,
    "daysoff.come_back": 1,
    "daysoff.at_new_table": 0,  # a part of the deal
    "daysoff.at_seat_taken": 0,  # a part of taking over
    "outages.beat": 1,
    "outages.beat_of_pages": 1,
    "asides.note": 0,  # a part of the verbs that it is about
    "holding.settle": 0,  # a part of a move, like the next but one
    "holding.without": 1,
    "holding.take_back": 1,
    "holding.come_back": 0,
    "holding.leave": 1,
    "holding.make_link": 0,  # whoever makes one is led to it
    "holding.give_up": 0,  # parts of leaving and of taking over
    "holding.begin_anew": 0,
    "holding.credit": 0,  # a part of the last move
    "ending.ask": 1,
    "ending.answer": 1,
    "ending.lapse": 1,
    "ending.settled": 1,
    "substitutes.take": 1,
    "substitutes.offer_link": 0,
    "stopping.call_off": 1,
    "stopping.freeze": 1,
    "stopping.thaw": 1,
    "stopping.void": 1,
    "seating.create": 1,
    "seating.play_at_once": 1,
    "seating.join": 1,
    "seating.leave": 1,
    "seating.kick": 1,
    "seating.seat_bot": 1,
    "seating.fill_with_bots": 1,
    "seating.invite_link": 1,
    "seating.invite": 1,
    "seating.ready": 1,
    "seating.not_ready": 1,
    "rematches.rematch": 1,
    "seating.expire": 1,
    "belonging.forget": 3,
    "belonging.keep": 2,
    "belonging.bar": 2,  # the table that has not begun, and whoever looks for company
    "belonging.give_back": 1,
    "belonging.rename": 3,
    "seating.decline": 1,
    "opening.open_table": 0,  # parts of verbs
    "opening.new_match": 0,
    "seating.vacate": 1,
    "seating.say_ready": 0,
    "seating.deal_to": 1,
    "seating.deal_at": 1,
    "seeking.ask": 1,
    "seeking.withdraw": 1,
    "seeking.with_bots_now": 2,  # what is asked for is another thing now, and then there is a deal
    "seeking.gather": 1,
    "seeking.expire": 1,
    "seating.remove": 1,
    "stopping.close_talk": 1,
    "stopping.rename": 1,
    "substitutes.offer_to": 1,
    "comments.say": 0,  # comments are fetched with each step, and of matches that are over
    "comments.unsay": 0,
    "comments.remove": 0,
    "comments.let_through": 0,
}
NO_WRITES = {
    "announcing.announce", "announcing.announce_lists",
    "asides.made", "outages.clocks_act_until",
    "belonging.under_way", "bots.bot_at", "bots.choose", "bots.hurried", "bots.resting",
    "comments.of_move",
    "daysoff.coming", "daysoff.left", "daysoff.today",
    "due.clocks", "due.closes_at", "due.old_requests",
    "due.lapsed_questions",
    "due.idle_bots", "due.lapsed_matches", "due.stale_tables", "due.uninstalled",
    "due.wishes", "seeking.wish_of",
    "reliability.reliabilities", "reliability.reliability",
    "timing.late_at", "seating.refuse_unreliable", "opening.require_room_for_table", "opening.sit",
    "opening.seat_bot_at",
    "holding.links_to", "holding.open_to", "substitutes.refuse_insider",
    "rows.locked_seat", "standing.handed_on", "standing.returned",
    "rows.lock_accounts", "rows.lock_matches", "rows.locked", "rows.now", "rows.refuse_barred", "rows.refuse_seated", "rows.seat_at", "rows.seat_of",
    "rows.is_late", "rows.read_stops", "rows.schedule_of", "rows.set_deadlines", "rows.set_standing",
    "rows.standing_of", "rows.title_of", "rows.transaction_of_a_move",
    "standing.advanced", "standing.as_json", "standing.voided", "standing.round_changes",
    "standing.gifted", "standing.shifted",
}  # fmt: skip
DURABLE = {  # in no other transaction
    "moves.submit", "moves.submit_for_bot", "moves.submit_for_keeper", "moves.lapse",
    "keeping.move_for",
}  # fmt: skip


def public_functions() -> Iterator[str]:
    for found in pkgutil.iter_modules(play.__path__):
        module = import_module(f"games.play.{found.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                yield f"{found.name}.{name}"


@pytest.fixture
def stage(mira: User, tobias: User, ines: User) -> Stage:
    return Stage(mira, tobias, ines)


def act_of(stage: Stage, verb: str) -> Act:
    """By its name, or, where modules have verbs of one name, by the module's and its own."""
    name = verb.replace(".", "_")
    made = getattr(stage, name if hasattr(stage, name) else verb.partition(".")[2])
    act: Act = made()
    return act


def test_every_verb_of_play_has_a_row_in_the_table() -> None:
    assert sorted(public_functions()) == sorted({*VERBS, *NO_WRITES})


@pytest.mark.parametrize("verb", VERBS)
def test_a_write_is_announced_after_its_commit(
    verb: str, stage: Stage, announced: Announced
) -> None:
    assert len(announced(act_of(stage, verb))) == VERBS[verb]


class NoCommit(Exception):
    pass


@pytest.mark.parametrize("verb", [verb for verb, count in VERBS.items() if count])
def test_nothing_is_announced_that_was_rolled_back(
    verb: str, stage: Stage, announced: Announced, monkeypatch: pytest.MonkeyPatch
) -> None:
    act, reached = act_of(stage, verb), []

    def stumble(*_args: Any, **_kwargs: Any) -> None:
        reached.append(verb)
        raise NoCommit

    def rolled_back() -> None:
        if verb in DURABLE:
            monkeypatch.setattr(rows, "save_seats", stumble)
            with suppress(NoCommit):
                act()
        else:
            with suppress(NoCommit), transaction.atomic():
                act()
                stumble()

    assert announced(rolled_back) == []
    assert reached == [verb]


# What is announced


def test_a_move_is_announced_to_those_for_whom_it_is_now_or_no_longer_time_to_act(
    stage: Stage, announced: Announced
) -> None:
    scene = stage.dealt()
    [heard] = announced(lambda: scene.act(0, do="pass"))
    assert (heard.match, heard.mark) == (scene.id, access.mark_of(scene.match))
    assert heard.accounts == tuple(player.pk for player in scene.players)
    assert heard.turned == (stage.mira.pk, stage.tobias.pk)
    assert not heard.lists_tables


def test_a_repeated_move_is_not_announced_again(stage: Stage, announced: Announced) -> None:
    scene = stage.dealt()
    scene.act(0, number=0, do="pass")
    assert announced(lambda: scene.act(0, number=0, do="pass")) == []


def test_a_deal_empties_a_place_in_the_lists_unless_no_list_had_it(
    stage: Stage, announced: Announced
) -> None:
    scene = stage.open(stage.tobias, size=2)
    [said] = announced(lambda: seating.ready(scene.id, stage.tobias))
    [dealt] = announced(lambda: seating.ready(scene.id, stage.mira))
    [alone] = announced(lambda: seating.play_at_once(stage.mira, title="toy"))
    assert [heard.mark.number for heard in (said, dealt, alone)] == [None, 0, 0]
    assert [heard.lists_tables for heard in (said, dealt, alone)] == [True, True, False]


def test_a_bot_that_is_asked_something_is_woken(stage: Stage, announced: Announced) -> None:
    scene = stage.dealt()
    Seat.objects.filter(match_id=scene.id, index=1).update(account=None, bot="plain")
    [heard] = announced(lambda: scene.act(0, do="pass"))
    assert heard.bots == (1,)


def test_a_rematch_is_announced_to_those_who_are_invited(
    stage: Stage, announced: Announced
) -> None:
    scene = stage.over()
    [heard] = announced(lambda: rematches.rematch(scene.id, stage.tobias))
    assert set(heard.accounts) == {player.pk for player in scene.players}
    assert set(heard.called) == {stage.mira.pk, stage.ines.pk}
    assert heard.match != scene.id


def test_whoever_is_invited_is_called_and_so_is_everyone_when_the_cards_are_dealt(
    stage: Stage, announced: Announced
) -> None:
    scene = stage.open(size=2)
    [asked] = announced(lambda: seating.invite(scene.id, stage.mira, username="tobias"))
    assert asked.called == (stage.tobias.pk,)
    seating.join(scene.id, stage.tobias)
    [said] = announced(lambda: seating.ready(scene.id, stage.tobias))
    [dealt] = announced(lambda: seating.ready(scene.id, stage.mira))
    assert (said.called, dealt.called) == ((), (stage.mira.pk, stage.tobias.pk))
    [moved] = announced(lambda: scene.act(scene.awaited()[0], do="pass"))
    assert moved.called == ()


def test_a_search_is_announced_as_a_list_that_has_changed(
    stage: Stage, announced: Announced
) -> None:
    [heard] = announced(lambda: seeking.ask(stage.mira, wishes=[WISH]))
    assert (heard.match, heard.accounts, heard.called) == ("", (), ())
    assert heard.lists_tables


def test_a_new_name_makes_nobody_load_the_lists_again_for_what_is_over(
    stage: Stage, announced: Announced
) -> None:
    open_table, running, over = stage.open(stage.tobias), stage.dealt(), stage.over()
    stage.mira.username = "miroslava"
    heard = {one.match: one for one in announced(stage.mira.save)}
    assert heard.keys() == {open_table.id, running.id, over.id}
    assert [heard[scene.id].mark.edition for scene in (open_table, running, over)] == [
        scene.match.edition for scene in (open_table, running, over)
    ]
    assert [heard[scene.id].lists_tables for scene in (open_table, running, over)] == [
        True, True, False,
    ]  # fmt: skip
    assert heard[over.id].accounts == ()


def test_saving_an_account_under_its_old_name_announces_nothing(
    stage: Stage, announced: Announced
) -> None:
    stage.everywhere()
    assert announced(stage.mira.save) == []


def test_an_announcement_names_ids_and_nothing_else(stage: Stage, announced: Announced) -> None:
    scene = stage.dealt()
    [heard] = announced(lambda: scene.act(0, do="ask", seat=2))
    assert {name: type(getattr(heard, name)) for name in heard.__slots__} == {
        "match": str, "mark": access.Mark, "accounts": tuple, "turned": tuple,
        "called": tuple, "bots": tuple, "rests": bool, "lists_tables": bool,
        "is_noted": bool,
    }  # fmt: skip
    assert {type(value) for value in (*heard.accounts, *heard.turned, *heard.bots)} == {int}
