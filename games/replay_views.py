"""Pages of what has happened: replays, files, fairness. Find, ask, render, reply."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import (
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import comments, files, knowledge, pictures, replay, replay_rendering, story
from games.damage import names_damage
from games.engine.errors import EngineError
from games.engine.registry import titles
from games.knowledge import Visit
from games.replay import EVERYTHING, PUBLIC, Eyes
from games.replay_rendering import Showing

PICTURE_FRESH_FOR = 3600
FRESH_FOR = 60  # seconds that a browser may keep a step: it fetches the neighbours ahead
LARGEST_POST = files.LARGEST_UPLOAD + 100_000  # with the form around it
DOCUMENTS = ("fairness", "match-file")


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


def showing_of(visited: Visit, eyes: Eyes, at: int) -> Showing:
    match, film = visited.match, replay.film(visited, eyes, at=at)
    return Showing(
        film=film,
        names=knowledge.names(visited.seats),
        eyes=replay.eyes_open_to(visited),
        key=f"{match.pk} {match.edition}",
        address=reverse("replay", args=[match.pk]),
        status=match.status,
        public=replay.public_film(visited, film, at=at) if eyes == EVERYTHING else None,
        own=visited.seat,
    )


@require_safe
@names_damage
def replay_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match after any move, through any eyes that are open to this visitor."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    eyes, at = looking(request, visited)
    context: dict[str, Any] = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "step": replay_rendering.step(showing_of(visited, eyes, at), at),
        "at": at,
        "eyes": eyes,
        "comments": None if _is_htmx(request) else comments.of_move(visited, at),
        "address": _absolute(request, "replay", match_id, at, eyes),
    }
    if _is_htmx(request):
        return _kept(render(request, "games/replay_step.html", context))
    return _not_kept(render(request, "games/replay.html", context))


@never_cache
@require_safe
@names_damage
def story_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """What happened, at a glance, as far as these eyes have seen it."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    eyes, _step = looking(request, visited)
    showing = showing_of(visited, eyes, visited.match.number or 0)
    context = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "story": story.rendered(showing, unveiled_film(visited)),
        "sights": replay_rendering.sights(showing),
    }
    return render(request, "games/story.html", context)


def unveiled_film(visited: Visit) -> replay.Film | None:
    """The match with nothing hidden, once that is open to all."""
    is_open = EVERYTHING in replay.eyes_open_to(visited)
    return replay.film(visited, EVERYTHING) if is_open else None


# Pictures

# A drawing colours itself by a sheet inside it; nothing else may be loaded or run by it.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
PICTURES = {"svg": "image/svg+xml; charset=utf-8", "png": "image/png"}


@require_safe
@names_damage
def picture(request: HttpRequest, match_id: str, kind: str) -> HttpResponse:
    """The position after a move as an SVG or a PNG, through the same eyes as the replay."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        raise Http404
    eyes, at = looking(request, visited)
    svg = pictures.picture(showing_of(visited, eyes, at), at, name=visited.match.name)
    etag = f'"{kind}-{pictures.digest(svg)}"'
    answer = get_conditional_response(request, etag=etag) or _drawn(svg, kind)
    answer["ETag"] = etag
    # What the public saw after a given move of an open match is for anyone, and stays as it is.
    if eyes == PUBLIC and visited.match.public and "at" in request.GET:
        patch_cache_control(answer, public=True, max_age=PICTURE_FRESH_FOR)
        patch_vary_headers(answer, ["Cookie", "Accept-Language"])
        return answer
    return _kept(answer)


def _drawn(svg: str, kind: str) -> HttpResponse:
    try:
        content = svg if kind == "svg" else pictures.png(svg)
    except pictures.NotDrawn:
        later = {"Retry-After": "10", "Cache-Control": "no-store"}
        return HttpResponse(_("Ask for this picture again in a while."), status=503, headers=later)
    answer = HttpResponse(content, content_type=PICTURES[kind])
    answer["Content-Security-Policy"] = DRAWING_POLICY
    return answer


# Comments


@never_cache
@require_safe
def said(request: HttpRequest, match_id: str) -> HttpResponse:
    """What was said about a move, for a step that the browser may have kept for a while."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        raise Http404
    eyes, at = looking(request, visited)
    context = {
        "match": visited.match,
        "at": at,
        "eyes": eyes,
        "comments": comments.of_move(visited, at),
    }
    return render(request, "games/said.html", context)


@require_POST
@login_required
def comment(request: HttpRequest, match_id: str) -> HttpResponse:
    """Say something about a move, or take it back; then back to that move."""
    visited = found(match_id, request)
    number, about = (_whole(request.POST.get(name, "")) for name in ("number", "comment"))
    try:
        if request.POST.get("do") == "unsay":
            comments.unsay(visited, cast(Any, request.user), comment=about)
        else:
            text = request.POST.get("text", "")
            comments.say(visited, cast(Any, request.user), number=number, text=text)
    except EngineError as error:
        messages.error(request, error.message)
    query = urlencode({"at": str(max(number, 0)), "as": str(request.POST.get("as", ""))})
    return HttpResponseRedirect(f"{reverse('replay', args=[match_id])}?{query}", status=303)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


# Files


@never_cache
@require_safe
@names_damage
def match_file(request: HttpRequest, match_id: str) -> HttpResponse:
    """My own copy while it is played; the whole match, with its secret, once it is over."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        raise Http404
    eyes, _step = looking(request, visited)
    if "as" not in request.GET and EVERYTHING in replay.eyes_open_to(visited):
        eyes = EVERYTHING
    seat = eyes if isinstance(eyes, int) else None
    text = files.text_of(visited, seat, is_whole=eyes == EVERYTHING)
    whose = "" if eyes == EVERYTHING else "-public" if seat is None else f"-seat-{seat}"
    name = f"{visited.match.title}-{match_id}{whose}.json"
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@csrf_exempt  # until its size is known: the check of the token reads the whole body
def replay_file(request: HttpRequest) -> HttpResponse:
    """Replay a file that somebody brings along. It is sent again with every step, and never kept."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > LARGEST_POST:
        return _bring_a_file(request, problem=_("It is too large."), status=413)
    return _replay_file(request)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@csrf_protect
def _replay_file(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _bring_a_file(request)
    given = request.FILES.get("file")
    data = given.read() if given else request.POST.get("text", "").encode(errors="replace")
    try:
        context = _file_step(request, data)
    except EngineError as error:
        return _bring_a_file(request, problem=error.message, status=400)
    if _is_htmx(request):
        return render(request, "games/replay_step.html", context)
    return render(request, "games/replay_file.html", context)


def _file_step(request: HttpRequest, data: bytes) -> dict[str, Any]:
    file = files.brought(data)
    open_eyes = replay.eyes_of_file(file)
    asked = request.POST.get("see") or request.POST.get("as") or str(open_eyes[-1])
    eyes = replay.read_eyes(asked, file.seats)
    at = replay.asked_step(
        request.POST.get("at") or request.POST.get("slide", ""), len(file.moves) - 1
    )
    showing = Showing(
        film=replay.film_of_file(file, eyes),
        names=[_("Seat {number}").format(number=seat) for seat in range(file.seats)],
        eyes=open_eyes,
        public=replay.film_of_file(file, PUBLIC) if eyes == EVERYTHING else None,
    )
    return {
        "step": replay_rendering.guarded_step(showing, at),
        "title": titles()[file.title],
        "text": data.decode(),
    }


def _bring_a_file(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"problem": problem, "largest": files.LARGEST_UPLOAD}
    return render(request, "games/bring_file.html", context, status=status)


# Fairness


@never_cache
@require_safe
def fairness_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """What was fixed before the deal; once over, the secret, and every move played again."""
    visited = found(match_id, request)
    is_over = visited.match.status == "over"
    report = files.checked(visited.match, visited.seats) if is_over else None
    context = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "fairness": knowledge.fairness(visited),
        "digest": files.last_digest(visited.match),
        "report": report,
        "wrong": None if report is None else _first_wrong(report),
        "checks": [] if report is None else _questions(report),
    }
    return render(request, "games/fairness_page.html", context)


@never_cache
@require_safe
def verdict(request: HttpRequest, match_id: str) -> HttpResponse:
    """One line about a match that is over, which its replay fetches for itself: does it hold?"""
    visited = found(match_id, request)
    if visited.match.status != "over":
        raise Http404
    report = files.checked(visited.match, visited.seats)
    context = {"report": report, "wrong": _first_wrong(report)}
    return render(request, "games/verdict.html", context)


def _first_wrong(report: Any) -> int | None:
    """The first move that one of the three questions is answered with."""
    moves = [check.move for check in (report.draws, report.rules, report.chain)]
    return min((move for move in moves if move is not None), default=None)


def _questions(report: Any) -> list[tuple[Any, str]]:
    return [
        (report.draws, _("Does every draw follow from the secret?")),
        (report.rules, _("Does every move follow from the rules?")),
        (report.chain, _("Is every move as it was when it was made?")),
    ]


@require_safe
def document(_request: HttpRequest, name: str) -> HttpResponse:
    """The two documents with which a stranger can check a match, as they stand in the tree."""
    if name not in DOCUMENTS:
        raise Http404
    text = (settings.BASE_DIR / "docs" / f"{name}.md").read_text(encoding="utf-8")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _absolute(request: HttpRequest, name: str, match_id: str, at: int, eyes: Eyes) -> str:
    return request.build_absolute_uri(f"{reverse(name, args=[match_id])}?at={at}&as={eyes}")


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
