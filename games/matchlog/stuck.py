"""Whatever works through many things goes on where one of them cannot: it is reported, and left.

For good, or until the next time where it was the database that failed: a row that somebody holds, a
statement that took too long. What comes of it later is not to be lost.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError, connection

from games.engine import EngineError

logger = logging.getLogger(__name__)


class SafeToReport(Exception):
    """One whose words quote nothing that may be secret."""


@dataclass(slots=True)
class Attempt:
    """Something that may not come to its end."""

    is_stuck: bool = False  # nor will it when it is tried again
    is_put_off: bool = False  # by the database: it is tried again


@contextmanager
def stuck_alone(what: str) -> Iterator[Attempt]:
    """A match, or something else, that cannot go on holds up no other. No content in the report."""
    attempt = Attempt()
    try:
        yield attempt
    except (OperationalError, InterfaceError) as error:
        if not connection.is_usable():
            raise  # nothing goes on: the database is away
        attempt.is_put_off = True
        logger.warning("%s is put off: %s", what, type(error).__name__)
    except Exception as error:
        attempt.is_stuck = True
        logger.error("%s is stuck: %s", what, _reason(error))


def _reason(error: Exception) -> str:
    if isinstance(error, SafeToReport):
        return str(error)
    return error.code if isinstance(error, EngineError) else type(error).__name__
