"""What is said when something breaks: where it did, and not which cards were on the table.

Variables of a frame may hold full states, and what the rules stumble over is often a card. So no
report shows variables, and an error that has come through an engine or a title is told by its type.
"""

import logging
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from django.views.debug import ExceptionReporter

RULES = ("games.engine", "games.titles")
HIDDEN = "(what it says may name cards, and is not told)"


def may_name_cards(error: BaseException) -> bool:
    frames = traceback.walk_tb(error.__traceback__)
    return any(frame.f_globals.get("__name__", "").startswith(RULES) for frame, _line in frames)


class Formatter(logging.Formatter):
    """For logs: tracebacks as ever, but for what an error out of the rules says."""

    def formatException(  # noqa: N802 - the name that logging calls
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | Any
    ) -> str:
        return "".join(_told(ei[1])).rstrip("\n")


def _told(error: BaseException) -> Iterator[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before)
        yield "\nThen:\n\n"
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    if may_name_cards(error):
        yield f"{type(error).__name__} {HIDDEN}\n"
    else:
        yield from traceback.format_exception_only(error)


class Reporter(ExceptionReporter):
    """For the page of an error while debugging, and for letters: friends play on such a site too."""

    def get_traceback_frames(self) -> list[Any]:
        return [
            frame | {"vars": [], "exc_cause": _named(frame["exc_cause"])}
            for frame in super().get_traceback_frames()
        ]

    def get_traceback_data(self) -> dict[str, Any]:
        data: dict[str, Any] = super().get_traceback_data()
        return data | {"exception_value": _named(self.exc_value)}


def _named(error: Any) -> Any:
    is_secret = isinstance(error, BaseException) and may_name_cards(error)
    return f"{type(error).__name__} {HIDDEN}" if is_secret else error
