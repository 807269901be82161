"""Context processors: what every page of the site may show."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.matchlog.waiting import waiting_count


def waiting(request: HttpRequest) -> dict[str, object]:
    """How many tables wait for the visitor: counted only where it is shown."""
    return {"waiting": SimpleLazyObject(lambda: waiting_count(request.user))}
