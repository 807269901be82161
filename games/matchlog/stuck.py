"""Whatever works through many things goes on where one of them cannot: it is reported, and left."""

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
    """Something that may turn out to be stuck."""

    is_stuck: bool = False


@contextmanager
def stuck_alone(what: str) -> Iterator[Attempt]:
    """A match, or something else, that cannot go on holds up no other. No content in the report."""
    attempt = Attempt()
    try:
        yield attempt
    except Exception as error:
        if isinstance(error, OperationalError | InterfaceError) and not connection.is_usable():
            raise  # nothing is stuck: the database is away
        attempt.is_stuck = True
        logger.error("%s is stuck: %s", what, _reason(error))


def _reason(error: Exception) -> str:
    if isinstance(error, SafeToReport):
        return str(error)
    return error.code if isinstance(error, EngineError) else type(error).__name__
