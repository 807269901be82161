"""When a page of a match cannot be made: is its log damaged? Then a plain page names the move."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games import files, knowledge

View = TypeVar("View", bound=Callable[..., HttpResponse])

logger = logging.getLogger(__name__)


def names_damage(view: View) -> View:
    """For views of a match. What is no damage to its log is an error like any other."""

    @wraps(view)
    def guarded(request: HttpRequest, match_id: str, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, match_id, **kwargs)
        except (Http404, PermissionDenied):
            raise
        except Exception:
            answer = _answer(request, match_id)
            if answer is None:
                raise
            return answer

    return cast(View, guarded)


def _answer(request: HttpRequest, match_id: str) -> HttpResponse | None:
    try:
        visited = knowledge.visit(match_id, request.user)
    except knowledge.Hidden:
        return None
    move = files.damaged_move(visited.match)
    if move is None:
        return None
    logger.error("match %s: move %s is not as it was when it was made", match_id, move)
    if getattr(request, "htmx", False):
        # htmx shows no answer that is not a success: it goes to the page that says so.
        return HttpResponse(headers={"HX-Redirect": request.get_full_path()})
    context = {"match": visited.match, "move": move, "before": move - 1}
    answer = render(request, "games/damaged.html", context, status=410)
    answer["Cache-Control"] = "no-store, private"
    return answer
