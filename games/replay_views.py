"""Pages of what has happened: replays, files, fairness. Find, ask, render, reply."""

from __future__ import annotations

from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games import knowledge, replay, replay_rendering
from games.engine.registry import titles
from games.knowledge import Visit
from games.replay import EVERYTHING, PUBLIC, Eyes
from games.replay_rendering import Showing

FRESH_FOR = 300  # seconds that a browser may keep a step: it fetches the neighbours ahead


def found(match_id: str, request: HttpRequest) -> Visit:
    """The match, if this visitor may see it; else there is none."""
    try:
        return knowledge.visit(match_id, request.user)
    except knowledge.Hidden as error:
        raise Http404(error.message) from None


def looking(request: HttpRequest, visited: Visit) -> tuple[Eyes, int]:
    """The eyes and the move that the address names, if this visitor may look there."""
    last = visited.match.number or 0
    try:
        eyes = replay.asked_eyes(request.GET.get("as", ""), visited)
        return eyes, replay.asked_step(request.GET.get("at", ""), last)
    except replay.NotYours as error:
        raise PermissionDenied(error.message) from None
    except replay.NoSuchStep as error:
        raise Http404(error.message) from None


def showing_of(visited: Visit, eyes: Eyes) -> Showing:
    match = visited.match
    return Showing(
        film=replay.film(visited, eyes),
        names=knowledge.names(visited.seats),
        eyes=replay.eyes_open_to(visited),
        key=f"{match.pk} {match.edition}",
        address=reverse("replay", args=[match.pk]),
        status=match.status,
        public=replay.film(visited, PUBLIC) if eyes == EVERYTHING else None,
    )


@require_safe
def replay_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match after any move, through any eyes that are open to this visitor."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    eyes, at = looking(request, visited)
    context: dict[str, Any] = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "step": replay_rendering.step(showing_of(visited, eyes), at),
        "at": at,
        "eyes": eyes,
    }
    if _is_htmx(request):
        return _kept(render(request, "games/replay_step.html", context))
    return _not_kept(render(request, "games/replay.html", context))


def _kept(answer: HttpResponse) -> HttpResponse:
    """A step in this visitor's own browser. Who is logged in, and how it is asked, make another."""
    patch_cache_control(answer, private=True, max_age=FRESH_FOR)
    patch_vary_headers(answer, ["HX-Request", "Cookie", "Accept-Language"])
    return answer


def _not_kept(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def _is_htmx(request: HttpRequest) -> bool:
    return bool(cast(Any, request).htmx)
