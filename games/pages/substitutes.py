"""A seat at a running table: before one takes it, and what one is handed with it.

Before, only what is public is shown: whoever has looked could say no, and would know secrets.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import rendering
from games.engine import EngineError, titles
from games.matchlog import access
from games.matchlog.access import Visit
from games.pages import invitations
from games.pages.asking import back_to, found, me, players_only
from games.pages.damage import reports_damage
from games.play import substitutes

LINES_SHOWN = 12


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
@reports_damage
def seat(request: HttpRequest, match_id: str, index: int) -> HttpResponse:
    """A seat that is open to anyone; to a player of the table, the way to offer it by link."""
    visited = found(match_id, request)
    _require_offered(visited, index)
    if visited.mine is not None:
        return _offering(request, visited, index)
    if visited.seats[index].offered != "anyone":
        raise Http404
    return _offer(request, visited, index)


def by_link(request: HttpRequest, token: str, match_id: str, index: int) -> HttpResponse:
    """The same by a link, wherever the table is listed. Whoever has left it finds nothing there."""
    try:
        visited = access.visit_to_seat(match_id, index)
        substitutes.refuse_insider(visited.match, visited.seats, me(request))
    except EngineError as error:
        raise Http404(error.message) from None
    _require_offered(visited, index)
    return _offer(request, visited, index, token=token)


def _require_offered(visited: Visit, index: int) -> None:
    offered = index < len(visited.seats) and visited.seats[index].offered
    if not visited.is_running or not offered:
        raise Http404


def _offer(request: HttpRequest, visited: Visit, index: int, *, token: str = "") -> HttpResponse:
    match = visited.match
    if request.method == "POST":
        try:
            substitutes.take(match.pk, me(request), index=index, token=token)
        except EngineError as error:
            messages.error(request, error.message)
            return redirect("lobby")
        return HttpResponseRedirect(reverse("handover", args=[match.pk]), status=303)
    public = Visit(match, visited.seats, None)
    context = {
        **_facts(public, index),
        "lines": rendering.history(public)[-LINES_SHOWN:],
        "may_look": match.public,
    }
    return render(request, "games/seat_offer.html", context)


def _offering(request: HttpRequest, visited: Visit, index: int) -> HttpResponse:
    """For those at the table: whom they give the link, that is theirs to choose."""
    match_id = visited.match.pk
    if request.method == "POST":
        try:
            substitutes.offer_link(match_id, me(request), index=index)
        except EngineError as error:
            messages.error(request, error.message)
            return back_to(match_id)
        return HttpResponseRedirect(reverse("seat", args=[match_id, index]), status=303)
    token = invitations.link_to_seat(visited.match, index)
    link = request.build_absolute_uri(reverse("invitation", args=[token])) if token else ""
    return render(request, "games/seat_link.html", {**_facts(visited, index), "link": link})


def _facts(visited: Visit, index: int) -> dict[str, object]:
    called = access.names_in_log(visited.seats)(visited.match.number or 0)
    return {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "index": index,
        "number": index + 1,
        "name": called[index],
        "others": [name for other, name in enumerate(called) if other != index],
    }


@never_cache
@require_safe
@players_only
@reports_damage
def handover(request: HttpRequest, match_id: str) -> HttpResponse:
    """All that the seat knows, for whoever has taken it over."""
    visited = found(match_id, request)
    if visited.mine is None or not visited.since:
        return back_to(match_id)
    handed = rendering.handed_over(visited)
    context = {
        **_facts(visited, visited.mine.index),
        "table": handed.html,
        "secrets": handed.secrets,
    }
    return render(request, "games/handover.html", context)
