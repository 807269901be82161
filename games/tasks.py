"""What happens in the background: bots move, clocks act, tables expire.

Arguments of tasks are ids and numbers. A bot plays from its seat's copy of the log.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache

from django.conf import settings
from django.core.management import call_command
from django.db import InterfaceError, OperationalError, connection
from django.dispatch import receiver
from django.utils import timezone
from django_tasks import task

from games import play
from games.engine import EngineError
from games.play import bots, due, ending, keeping, outages, seating, timing
from games.play.announcing import Announcement, written

logger = logging.getLogger(__name__)

BOTS_OVERSLEEP = timedelta(seconds=30)

_whim = random.SystemRandom()


@receiver(written)
def wake_bots(announcement: Announcement, **_kwargs: object) -> None:
    for index in announcement.bots:
        _wake_bot(announcement.match, index)


def _wake_bot(match_id: str, index: int) -> None:
    bot_turn.using(run_after=_a_human_moment()).enqueue(match_id, index)


def _a_human_moment() -> datetime:
    """When a bot moves: after a while that depends on nothing at the table."""
    shortest, longest = settings.BOTS_THINK_FOR
    return timezone.now() + timedelta(seconds=_whim.uniform(shortest, longest))


@task()
def bot_turn(match_id: str, index: int) -> None:
    """Let the bot at this seat act, if it is awaited still. Running twice does nothing twice."""
    try:
        _bot_turn(match_id, index)
    except play.PlayError as error:
        logger.info("The bot at seat %s of %s does not move: %s", index, match_id, error.code)
    except Exception as error:
        # A failed task's traceback is kept in the database: it must not quote the cards.
        name = type(error).__name__
        raise BotFailed(f"{name} at seat {index} of match {match_id}") from None


class BotFailed(Exception):
    """A bot could not move, for a reason that may be secret."""


def _bot_turn(match_id: str, index: int) -> None:
    found = bots.bot_at(match_id, index)
    if found is None:
        return
    copy, bot = found
    action = bots.choose(copy, bot)
    try:
        play.submit_for_bot(match_id, index=index, number=copy.number, action=action)
    except play.Stale:
        # Somebody answered first and the question is another now: think again.
        _wake_bot(match_id, index)


@task(queue_name="slow")
def tidy() -> None:
    """Throw away the records of tasks that were done long ago."""
    call_command("prune_db_task_results", verbosity=0)


@task()
def sweep() -> None:
    """Run everything that is due. Called every few seconds by every worker."""
    if (away := outages.beat()) is not None:
        logger.warning("The site was away for %s. Every clock has it back.", away)
    _report_uninstalled()
    for match_id in due.lapsed_matches():
        with _stuck_alone(match_id):
            play.lapse(match_id)
    for match_id in _in_any_order(due.clocks()):
        with _stuck_alone(match_id):
            _run_out(match_id)
    for match_id in due.old_requests():
        with _stuck_alone(match_id):
            timing.expire_request(match_id)
    for match_id, index in due.idle_bots(since=timezone.now() - BOTS_OVERSLEEP):
        with _stuck_alone(match_id):
            bot_turn.call(match_id, index)
    for match_id in due.lapsed_questions():
        with _stuck_alone(match_id):
            ending.lapse(match_id)
    for match_id in due.stale_tables():
        with _stuck_alone(match_id):
            seating.expire(match_id)


def _in_any_order(match_ids: list[str]) -> list[str]:
    """So that several workers do not wait for each other at every match."""
    return _whim.sample(match_ids, len(match_ids))


def _run_out(match_id: str) -> None:
    """The keeper moves for everyone whose time is up. Whoever else sweeps does nothing twice: each
    of its moves is for one seat after one move, and only while that seat is late.
    """
    while late := timing.look(match_id):
        [(index, number), *_others] = late
        if keeping.move_for(match_id, index=index, number=number, only_late=True) is None:
            return


@cache
def _report_uninstalled() -> None:
    """Once is enough: which titles are installed does not change while a process runs."""
    for match_id, title in due.uninstalled():
        logger.error("Match %s waits: its title %s is not installed here.", match_id, title)


@contextmanager
def _stuck_alone(match_id: str) -> Iterator[None]:
    """A match that cannot go on is reported and holds up no other. No content in the report."""
    try:
        yield
    except BotFailed as error:
        logger.error("Match %s is stuck: %s", match_id, error)
    except Exception as error:
        if isinstance(error, OperationalError | InterfaceError) and not connection.is_usable():
            raise  # no match is stuck: the database is away
        reason = error.code if isinstance(error, EngineError) else type(error).__name__
        logger.error("Match %s is stuck: %s", match_id, reason)
