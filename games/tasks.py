"""What happens in the background: bots move, clocks act, tables expire, people are told.

Arguments of tasks are ids and numbers. A bot plays from its seat's copy of the log; its task is for a
match, a seat and the number of the move that asked, and answers nothing that is asked later.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import cache
from time import monotonic
from typing import TypeVar

from django.conf import settings
from django.core.management import call_command
from django.db import InterfaceError, OperationalError
from django.dispatch import receiver
from django.utils import timezone
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from accounts import letters, sanctions, traces
from games import play
from games.matchlog.stuck import SafeToReport, stuck_alone
from games.moderation import noticing
from games.notices import hooks, kinds, looking, mailing, pushing, reach, sending
from games.play import bots, due, ending, keeping, outages, seating, seeking, timing
from games.play.announcing import Announcement, written
from games.talk.announcing import Talk, talked

logger = logging.getLogger(__name__)

T = TypeVar("T")

BOTS_OVERSLEEP = timedelta(seconds=30)
SECONDS_BETWEEN_BEATS = 5  # within a sweep that has much to do
# When a round has ended and nobody goes on. The sweep wakes them then, too.
BOTS_REST = BOTS_OVERSLEEP
NOTICES_LIVE = timedelta(days=90)
LATER = -50  # behind mails, which are sent by the same worker
ASKED = timedelta(minutes=3)  # after which whoever was to send something is taken to be dead

SENDERS: dict[str, sending.Sender] = {
    kinds.MAIL: mailing.send,
    kinds.PUSH: pushing.send,
    kinds.CLOSE: pushing.close,
    kinds.HOOK: hooks.send,
}

_whim = random.SystemRandom()


@receiver(written)
def wake_bots(announcement: Announcement, **_kwargs: object) -> None:
    number = announcement.mark.number
    if number is None:
        return
    for index in announcement.bots:
        _wake_bot(announcement.match, index, number, rests=announcement.rests)


def _wake_bot(match_id: str, index: int, number: int, *, rests: bool = False) -> None:
    moment = timezone.now() + BOTS_REST if rests else _in_a_while(settings.BOTS_THINK_FOR)
    bot_turn.using(run_after=moment).enqueue(match_id, index, number)


def go_on(match_id: str, number: int) -> None:
    """Somebody has looked at the end of a round and gone on: the bots need not wait any longer."""
    for index in bots.resting(match_id, number):
        _wake_bot(match_id, index, number)


def hurry(match_id: str, index: int, number: int) -> None:
    """Whoever plays alone against bots need not wait as long as others would like to."""
    moment = _in_a_while(settings.BOTS_IN_A_HURRY)
    for bot in bots.hurried(match_id, index, number):
        bot_turn.using(run_after=moment).enqueue(match_id, bot, number)


@receiver(written)
def hear_news(announcement: Announcement, **_kwargs: object) -> None:
    if announcement.accounts and not announcement.is_noted:
        looking.heard(announcement.match)


@receiver(talked)
def hear_talk(talk: Talk, **_kwargs: object) -> None:
    if talk.may_mention:
        looking.heard(talk.match)


def _in_a_while(between: tuple[float, float]) -> datetime:
    """When a bot moves: after a while that depends on nothing at the table."""
    shortest, longest = between
    return timezone.now() + timedelta(seconds=_whim.uniform(shortest, longest))


@task()
def bot_turn(match_id: str, index: int, number: int) -> None:
    """Let the bot at this seat act, if it still owes what it was asked by this move. Running twice
    does nothing twice.
    """
    try:
        _bot_turn(match_id, index, number)
    except play.PlayError as error:
        logger.info("The bot at seat %s of %s does not move: %s", index, match_id, error.code)
    except Exception as error:
        # A failed task's traceback is kept in the database: it must not quote the cards.
        name = type(error).__name__
        raise BotFailed(f"{name} at seat {index} of match {match_id}") from None


class BotFailed(SafeToReport):
    """A bot could not move, for a reason that may be secret."""


def _bot_turn(match_id: str, index: int, number: int) -> None:
    found = bots.bot_at(match_id, index, number)
    if found is None:
        return
    copy, bot = found
    action = bots.choose(copy, bot)
    try:
        play.submit_for_bot(match_id, index=index, number=copy.number, action=action)
    except play.Stale:
        # Somebody answered first and the question is another now: think again.
        _wake_bot(match_id, index, number)


@task(queue_name="slow")
def tidy() -> None:
    """Throw away what is kept for a time: records of tasks, sessions, notices, traces of accounts."""
    call_command("prune_db_task_results", verbosity=0)
    call_command("clearsessions", verbosity=0)
    reach.forget_old(timezone.now() - NOTICES_LIVE)
    looking.look_at_recent(timezone.now())
    traces.forget_old(timezone.now())
    noticing.forget_old(timezone.now())
    notice.using(priority=LATER).enqueue()


@task(queue_name="slow")
def notice() -> None:
    """Look at whoever has sat down together, and have matches examined that are over."""
    now = timezone.now()
    noticing.look_at_new_tables(now)
    for match_id in noticing.to_examine(now):
        examine.using(priority=LATER).enqueue(match_id)


@task(queue_name="slow")
def examine(match_id: str, *, again: bool = False) -> None:
    """Look at a match that is over for what the staff may want to know."""
    try:
        noticing.examine(match_id, again=again)
    except Exception as error:
        if isinstance(error, OperationalError | InterfaceError):
            raise
        # As with bots: what the rules stumbled over must not be quoted.
        raise ExaminingFailed(f"{type(error).__name__} at match {match_id}") from None


class ExaminingFailed(SafeToReport):
    """A match could not be examined, for a reason that may be secret."""


@task(queue_name="slow")
def tell() -> None:
    """Send whatever is to be told. A mail server that hangs holds up nothing that must be quick.

    Letters first: somebody waits for them.
    """
    letters.send_due(timezone.now())
    sending.tell(SENDERS)


def _tell_if_due() -> None:
    """Have it sent by whoever does what is slow, unless somebody has just been asked to."""
    now = timezone.now()
    if not (letters.is_any_due(now) or sending.is_anything_due(now)):
        return
    asked = DBTaskResult.objects.filter(task_path=tell.module_path, enqueued_at__gte=now - ASKED)
    if not asked.filter(status__in=["READY", "RUNNING"]).exists():
        tell.enqueue()


@task()
def sweep() -> None:
    """Run everything that is due. Called every few seconds by every worker."""
    _tell_of(outages.beat())
    _report_uninstalled()
    until = outages.clocks_act_until()
    if until is None:
        return  # nobody could have been in time
    for match_id in _beating(due.lapsed_matches(until)):
        with stuck_alone(f"Match {match_id}"):
            play.lapse(match_id, until=until)
    for match_id in _beating(_in_any_order(due.clocks(until))):
        with stuck_alone(f"Match {match_id}"):
            _run_out(match_id, until)
    for match_id in _beating(due.old_requests()):
        with stuck_alone(f"Match {match_id}"):
            timing.expire_request(match_id)
    for match_id, index, number in _beating(due.idle_bots(since=timezone.now() - BOTS_OVERSLEEP)):
        with stuck_alone(f"Match {match_id}"):
            bot_turn.call(match_id, index, number)
    for match_id in _beating(due.lapsed_questions()):
        with stuck_alone(f"Match {match_id}"):
            ending.lapse(match_id)
    for wish in _in_any_order(due.wishes()):
        with stuck_alone(f"The search for {wish}"):
            while seeking.gather(wish) is not None:
                pass
    seeking.expire()
    for account in _beating(sanctions.run_out()):
        with stuck_alone(f"Account {account.pk}"):
            sanctions.let_in_again(account)
    for match_id in _beating(due.stale_tables()):
        with stuck_alone(f"Match {match_id}"):
            seating.expire(match_id)
    _tell_if_due()


def say_that_pages_are_served() -> None:
    """Called every few seconds by every process that serves some."""
    _tell_of(outages.beat_of_pages())


def _tell_of(away: timedelta | None) -> None:
    if away is not None:
        logger.warning("The site was away for %s. Every clock has it back.", away)


def _beating(found: Iterable[T]) -> Iterator[T]:
    """The same, one by one, saying now and then that workers are there: a long sweep is no outage."""
    said = monotonic()
    for one in found:
        if monotonic() - said > SECONDS_BETWEEN_BEATS:
            _tell_of(outages.beat())
            said = monotonic()
        yield one


def _in_any_order(found: list[T]) -> list[T]:
    """So that several workers do not wait for each other at every match."""
    return _whim.sample(found, len(found))


def _run_out(match_id: str, until: datetime) -> None:
    """The keeper moves for everyone whose time is up. Whoever else sweeps does nothing twice: each
    of its moves is for one seat after one move, and only while that seat is late.
    """
    late = timing.look(match_id, until)
    while late:
        [(index, number), *_others] = late
        moved = keeping.move_for(match_id, index=index, number=number, late_by=until)
        late = [] if moved is None else timing.late_at(moved.match, moved.seats, until)


@cache  # saves nothing: it is said once
def _report_uninstalled() -> None:
    """Once is enough: which titles are installed does not change while a process runs."""
    for match_id, title in due.uninstalled():
        logger.error("Match %s waits: its title %s is not installed here.", match_id, title)
