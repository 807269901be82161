"""The replay of a stored match, one page a move."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.engine import titles
from games.matchlog import access, copies
from games.matchlog.access import Visit
from games.matchlog.audience import PUBLIC, Audience
from games.pages.asking import asked_position, found, is_htmx
from games.pages.damage import reports_damage
from games.play import comments
from games.rendering import steps
from games.rendering.steps import Replay

FRESH_FOR = 60  # seconds that a browser may keep a step: it fetches the neighbours ahead


@require_safe
@reports_damage
def replay_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match after any move, as any audience saw it that is open to this visitor."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    audience, at = asked_position(request, visited)
    context: dict[str, object] = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "step": steps.step(replay_of(visited, audience, at), at),
        "at": at,
        "audience": audience,
        "comments": None if is_htmx(request) else comments.of_move(visited, at),
        "address": _absolute(request, match_id, at, audience),
    }
    if is_htmx(request):
        return kept_briefly(render(request, "games/replay_step.html", context))
    return _not_kept(render(request, "games/replay.html", context))


def replay_of(visited: Visit, audience: Audience, at: int) -> Replay:
    match, copy = visited.match, copies.with_steps(visited, audience, at=at)
    return Replay(
        copy=copy,
        names=access.names(visited.seats),
        audiences=access.audiences_open_to(visited),
        key=f"{match.pk} {match.edition}",
        address=reverse("replay", args=[match.pk]),
        status=match.status,
        public=copies.with_steps(visited, PUBLIC, at=at) if audience.sees_all else None,
        own=visited.seat,
        told=access.names_in_log(visited.seats),
        since=visited.since,
    )


def kept_briefly(answer: HttpResponse) -> HttpResponse:
    """Let this visitor's own browser keep it. It differs by log-in, language and htmx."""
    patch_cache_control(answer, private=True, max_age=FRESH_FOR)
    patch_vary_headers(answer, ["HX-Request", "Cookie", "Accept-Language"])
    return answer


def _not_kept(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, private=True, no_store=True)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def _absolute(request: HttpRequest, match_id: str, at: int, audience: Audience) -> str:
    return request.build_absolute_uri(f"{reverse('replay', args=[match_id])}?at={at}&as={audience}")
