"""The replay of a stored match, one page a move."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.engine import EngineError, titles
from games.matchlog import access, copies
from games.matchlog.access import Visit
from games.matchlog.asides import asides_of
from games.matchlog.audience import EVERYTHING, PUBLIC, Audience
from games.moderation import glass
from games.pages import talk
from games.pages.asking import asked_position, found, is_htmx
from games.pages.damage import reports_damage
from games.play import comments
from games.rendering import steps
from games.rendering.steps import DEAL, Place, Replay

FRESH_FOR = 60  # seconds that a browser may keep a step: it fetches the neighbours ahead


@require_safe
@reports_damage
def replay_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match after any move, as any audience saw it that is open to this visitor."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    audience, place = _asked_place(request, visited)
    here, at = f"{reverse('replay', args=[match_id])}?at={place}&as={audience}", place.at
    if "step" in request.GET and not is_htmx(request):
        return redirect(here)
    replay = replay_of(visited, audience, at)
    context: dict[str, object] = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "step": _step(replay, place),
        "is_end": steps.is_end_of_round(replay, place),
        "at": at,
        "audience": audience,
        "comments": None if is_htmx(request) else comments.of_move(visited, request.user, at),
        "address": request.build_absolute_uri(here),
        "disclosed": [] if is_htmx(request) else glass.disclosed(visited.match),
        **({} if is_htmx(request) else talk.opener(visited, request.user)),
    }
    if is_htmx(request):
        answer = kept_briefly(render(request, "games/replay_step.html", context))
        answer["HX-Replace-Url"] = here
        return answer
    return _not_kept(render(request, "games/replay.html", context))


def through_glass(
    request: HttpRequest, visited: Visit, *, address: str, until: datetime
) -> HttpResponse:
    """A match that is not over with all its secrets, for whoever of the staff has said why.

    Nothing of it is kept, neither here nor in the browser.
    """
    audience, place = _asked_place(request, visited)
    audience = audience if "as" in request.GET else EVERYTHING
    if not {"at", "step"} & set(request.GET):
        place = Place(visited.match.number or 0)
    here = f"{address}?at={place}&as={audience}"
    if "step" in request.GET and not is_htmx(request):
        return redirect(here)
    try:
        replay = replace(replay_of(visited, audience, place.at), address=address, key="")
        step = _step(replay, place)
    except EngineError as error:  # the log is damaged, which the staff are to hear
        raise Http404(error.message) from None
    context: dict[str, object] = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "step": step,
        "is_end": True,  # no pictures: those are asked for elsewhere, and refused
        "at": place.at,
        "audience": audience,
        "until": until,
    }
    template = "games/replay_step.html" if is_htmx(request) else "games/glass.html"
    answer = _not_kept(render(request, template, context))
    answer["HX-Replace-Url"] = here
    return answer


def _asked_place(request: HttpRequest, visited: Visit) -> tuple[Audience, Place]:
    """By `at`, or by its number among all places, which the slider sends as `step`.

    Without either, whoever did not play begins at the beginning.
    """
    audience, at = asked_position(request, visited)
    if number := request.GET.get("step", ""):
        match = visited.match
        found = steps.places(match.title, copies.rounds_of(match), match.number or 0)
        try:
            return audience, found[access.asked_step(number, len(found) - 1)]
        except access.NoSuchStep as error:
            raise Http404(error.message) from None
    asked = request.GET.get("at", "")
    if not asked and visited.seat is None:
        return audience, Place(0)
    return audience, Place(at, is_deal=asked.endswith(DEAL))


def _step(replay: Replay, place: Place) -> str:
    try:
        return steps.step(replay, place)
    except access.NoSuchStep as error:
        raise Http404(error.message) from None


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
        names_by_move=access.names_in_log(visited.seats),
        since=visited.since,
        asides=asides_of(match),
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
