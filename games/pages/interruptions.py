"""When the database goes away in the middle of a request: what is safe is tried once more.

A page that is only read is safe, and so is a view marked `repeatable`. Whoever cannot be served is
told to come back in a moment. A pooled connection is tried before it is handed out, so this is about
the moment of a restart itself, about a database that stays away, and about the loser of a deadlock.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable

from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError, close_old_connections, connection
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.utils.translation import gettext as _
from psycopg_pool import PoolTimeout

from games import rendering
from games.pages.asking import P, View

logger = logging.getLogger(__name__)

SAFE = ("GET", "HEAD", "OPTIONS")
RETRY_AFTER = 5  # seconds


def repeatable(view: View[P]) -> View[P]:
    """Mark a view that writes: asked twice, it does nothing twice, and answers as it did at first."""
    view.repeatable = True  # type: ignore[attr-defined]  # a mark on a function, as Django's own
    return view


class InterruptionMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if _was_interrupted(request) and _is_repeatable(request):
            request.interrupted = False  # type: ignore[attr-defined]
            close_old_connections()
            answer = self.get_response(request)
        return _sorry(request) if _was_interrupted(request) else answer

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_args: object
    ) -> None:
        marked = getattr(view, "repeatable", False)
        request.is_repeatable = marked or request.method in SAFE  # type: ignore[attr-defined]

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Of a view. Answered here, so that it is no error of ours in the log."""
        if not is_interruption(error):
            return None
        logger.warning("The database was away: %s %s", request.method, type(error).__name__)
        _note(request, error)
        return HttpResponse(status=503)


@receiver(got_request_exception)
def note_interruption(request: HttpRequest | None = None, **_kwargs: object) -> None:
    """Of a middleware: Django has made a page of it before ours could see the error."""
    error = sys.exc_info()[1]
    if request is not None and is_interruption(error):
        _note(request, error)


def is_interruption(error: BaseException | None) -> bool:
    """Is it the database that is away or busy? SQLite has the same type for a missing table."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return connection.vendor != "sqlite" or "locked" in str(error)


def _note(request: HttpRequest, error: BaseException | None) -> None:
    """Of whoever has waited in vain for a connection already, nobody need wait again."""
    request.interrupted = True  # type: ignore[attr-defined]  # a note for ourselves
    if error is not None and isinstance(error.__cause__, PoolTimeout):
        request.is_repeatable = False  # type: ignore[attr-defined]


def _was_interrupted(request: HttpRequest) -> bool:
    return getattr(request, "interrupted", False)


def _is_repeatable(request: HttpRequest) -> bool:
    return getattr(request, "is_repeatable", request.method in SAFE)


def _sorry(request: HttpRequest) -> HttpResponse:
    if "HX-Request" in request.headers:  # the middleware that says so may not have been reached
        words = _(
            "We lost our footing for a moment. Look whether your move is there, and try again."
        )
        answer = HttpResponse(rendering.notice(words), status=503, headers={"HX-Reswap": "none"})
    else:
        answer = HttpResponse(get_template("503.html").render(), status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer
