"""When a page of a match cannot be made: is its log damaged? Then a plain page names the move."""

from __future__ import annotations

import logging
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.matchlog import access, verifying
from games.pages.asking import P, View, is_htmx

logger = logging.getLogger(__name__)


def reports_damage(view: View[P]) -> View[P]:
    """For views whose address names a `match_id`. An error that damage does not explain is raised."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Http404, PermissionDenied, OperationalError, InterfaceError):
            raise  # no log is damaged because the database is away
        except Exception:
            answer = _answer(request, str(kwargs["match_id"]))
            if answer is None:
                raise
            return answer

    return guarded


def _answer(request: HttpRequest, match_id: str) -> HttpResponse | None:
    try:
        visited = access.visit(match_id, request.user)
    except access.Hidden:
        return None
    move = verifying.damaged_move(visited.match)
    if move is None:
        return None
    logger.error("match %s: move %s is not as it was when it was made", match_id, move)
    if is_htmx(request):
        # htmx shows no answer that is not a success: it goes to the page that says so.
        return HttpResponse(headers={"HX-Redirect": request.get_full_path()})
    context = {"match": visited.match, "move": move, "before": move - 1}
    answer = render(request, "games/damaged.html", context, status=410)
    answer["Cache-Control"] = "no-store, private"
    return answer
