"""The worker: takes tasks from the database, and looks at the clock every few seconds.

`serve` runs it in threads beside the one server process, `work` in a process of its own. Any number
may run at once; whatever they do, doing it twice changes nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from functools import cache, partial
from threading import Thread
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections
from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker

from games.tasks import say_that_pages_are_served, sweep, tidy

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 0.3
SECONDS_BETWEEN_SWEEPS = 5
SECONDS_BETWEEN_CLEANINGS = 3600
SECONDS_TO_RECOVER = 1
# By what is asked of them: bots and clocks at once, the rest when there is time. Each has a worker of
# its own, so that the one never waits for the other.
QUEUES = {"quick": "default", "slow": "slow"}


def worker(queue: str) -> Worker:
    return Worker(
        queue_names=[QUEUES[queue]],
        interval=SECONDS_BETWEEN_LOOKS,
        batch=False,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id=get_random_string(32),
        excluded_queue_names=[],
    )


def clock() -> None:
    """Sweep for ever, and have the records of tasks thrown away that were done long ago."""
    cleaned = 0.0
    while True:
        sweep.call()
        if time.monotonic() - cleaned > SECONDS_BETWEEN_CLEANINGS:
            tidy.enqueue()
            cleaned = time.monotonic()
        close_old_connections()
        time.sleep(SECONDS_BETWEEN_SWEEPS)


def serving() -> None:
    """From now on this process says that pages are served. Saying it twice starts nothing twice."""
    if settings.SECONDS_BETWEEN_BEATS is not None:
        _beat(settings.SECONDS_BETWEEN_BEATS)


@cache  # saves nothing: it begins once
def _beat(seconds: float) -> None:
    in_a_thread(partial(_say_so_for_ever, seconds), "heartbeat")


def _say_so_for_ever(seconds: float) -> None:
    while True:
        say_that_pages_are_served()
        close_old_connections()
        time.sleep(seconds)


def keep_going(
    function: Callable[[], Any], name: str, *, goes_on: Callable[[], bool] = lambda: True
) -> None:
    """Run it again and again: a database that is locked, or away for hours, must not end it."""
    while goes_on():
        try:
            function()
        except (OperationalError, InterfaceError) as error:
            logger.warning("The %s waits for the database: %s", name, type(error).__name__)
        except Exception:
            logger.exception("The %s stumbled and starts again.", name)
        close_old_connections()
        if goes_on():
            time.sleep(SECONDS_TO_RECOVER)


def start(queues: Iterable[str]) -> None:
    """Work beside everything else: each queue in a thread, and the clock where it is to be quick."""
    for queue in queues:
        in_a_thread(partial(_work, queue), queue)
        if queue == "quick":
            in_a_thread(clock, "clock")


def _work(queue: str) -> None:
    worker(queue).run()


def in_a_thread(function: Callable[[], Any], name: str) -> None:
    """Keep it going beside everything else."""
    Thread(target=keep_going, args=(function, name), name=name, daemon=True).start()
