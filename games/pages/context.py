"""Context processors: what every page of the site may show."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.matchlog.waiting import Call, calls
from games.notices.reach import head_counts


def head(request: HttpRequest) -> dict[str, object]:
    """How many tables wait for the visitor, how many notices are unread, and what else calls: asked
    only where it is shown. The two numbers take one query, and are numbers to the template, which
    counts on with them: a lazy object is none.
    """
    counts = SimpleLazyObject(lambda: head_counts(request.user))
    return {
        "waiting": lambda: counts.waiting,
        "unread_notices": lambda: counts.unread,
        "calls": SimpleLazyObject(lambda: _calls(request)),
    }


def _calls(request: HttpRequest) -> list[Call]:
    """Those that lead elsewhere than here."""
    here = request.resolver_match.kwargs.get("match_id") if request.resolver_match else None
    return [call for call in calls(request.user) if call.match != here]
