"""A newcomer's first match: it belongs to the visitor's session, and counts nowhere.

What is kept are the actions, the hints that were put away, and when it was begun. Nothing of it is
in the database's tables of matches. Whoever signs up keeps their session, and this with it.
"""

from __future__ import annotations

from time import time as now
from typing import Final, TypedDict, cast

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import rendering
from games.engine import Action, IllegalAction
from games.matchlog.access import NoSuchStep, asked_step
from games.pages import moving
from games.pages.asking import is_htmx, title_or_404
from games.play import PlayError
from games.rendering import Refusal
from games.rendering.first import FirstMatch, first_match

KEPT_FOR: Final = 2 * 24 * 3600  # seconds


class Kept(TypedDict):
    actions: list[Action]
    hints: list[str]  # that were put away
    began: float
    quiet: bool


@never_cache
@require_safe
def first(request: HttpRequest, slug: str) -> HttpResponse:
    """Before its first move it is the same for everyone, and nothing is kept of it."""
    return _page(request, slug)


@never_cache
@require_safe
def first_replay(request: HttpRequest, slug: str) -> HttpResponse:
    """The table after an earlier move, which a page asks for to show again what followed."""
    _kept, match = _found(request, slug)
    try:
        return HttpResponse(match.html_at(asked_step(request.GET.get("at", ""), match.number)))
    except NoSuchStep:
        raise Http404 from None


@require_POST
def first_move(request: HttpRequest, slug: str) -> HttpResponse:
    kept, match = _found(request, slug)
    if not _may_be_kept(request):
        return ratelimit.respond_429(request)
    refusal = None
    try:
        posted = request.POST
        number, action = moving.sent_move(posted.get("number", ""), posted.get("action", ""))
        if number == match.number:  # any other was sent twice, or from an older page
            match.check(action)
            kept["actions"].append(action)
            _keep(request, slug, kept)
    except (PlayError, IllegalAction) as error:
        refusal = moving.refusal(error, slug)
    return _answer(request, slug, refusal)


@require_POST
def first_hint(request: HttpRequest, slug: str) -> HttpResponse:
    """A hint is put away, or all of them, or the match is begun again."""
    kept, match = _found(request, slug)
    if not _may_be_kept(request):
        return ratelimit.respond_429(request)
    match request.POST.get("do", ""):
        case "again":
            _drop(request, slug)
            return redirect("first", slug=slug)
        case "quiet":
            kept["quiet"] = not kept["quiet"]
        case "seen":
            shown = {hint.code for hint in match.hints(kept["hints"])}
            kept["hints"] += [code for code in [request.POST.get("hint", "")] if code in shown]
    _keep(request, slug, kept)
    return _answer(request, slug)


def _answer(request: HttpRequest, slug: str, refusal: Refusal | None = None) -> HttpResponse:
    status = 200 if refusal is None else 409
    if not is_htmx(request):
        return _page(request, slug, refusal) if refusal else redirect("first", slug=slug)
    context = _context(request, slug)
    match: FirstMatch = cast(FirstMatch, context["match"])
    if match.is_over:
        return HttpResponse(headers={"HX-Refresh": "true"})
    coach = render_to_string("games/coach.html", {**context, "is_pushed": True}, request)
    html = match.html() + rendering.notice(*(refusal or Refusal(""))) + coach
    return HttpResponse(html, status=status)


def _page(request: HttpRequest, slug: str, refusal: Refusal | None = None) -> HttpResponse:
    context = {**_context(request, slug), "notice": refusal}
    return render(request, "games/first.html", context, status=409 if refusal else 200)


def _context(request: HttpRequest, slug: str) -> dict[str, object]:
    kept, match = _found(request, slug)
    shown = [] if kept["quiet"] else match.hints(kept["hints"])
    return {
        "title": match.title,
        "match": match,
        "table": match.html(),
        "hints": shown,
        "is_quiet": kept["quiet"],
        "learned": match.learned(),
        "is_kept": bool(kept["actions"]),
    }


def _found(request: HttpRequest, slug: str) -> tuple[Kept, FirstMatch]:
    title_or_404(slug)
    kept = _kept(request, slug)
    try:
        match = first_match(slug, kept["actions"])
    except IllegalAction:  # the script has changed since
        kept = _fresh()
        match = first_match(slug, [])
    if match is None:
        raise Http404
    return kept, match


def _fresh() -> Kept:
    return {"actions": [], "hints": [], "began": now(), "quiet": False}


def _kept(request: HttpRequest, slug: str) -> Kept:
    kept: Kept | None = request.session.get("first", {}).get(slug)
    if kept is None or now() - kept["began"] > KEPT_FOR:
        return _fresh()
    return kept


def _may_be_kept(request: HttpRequest) -> bool:
    """A stranger who has no session yet gets one, a row of the database: not as many as they like."""
    return request.session.session_key is not None or ratelimit.consume(
        request, action="first_match"
    )


def _keep(request: HttpRequest, slug: str, kept: Kept) -> None:
    request.session["first"] = {**request.session.get("first", {}), slug: kept}
    if not request.user.is_authenticated:
        request.session.set_expiry(KEPT_FOR)


def _drop(request: HttpRequest, slug: str) -> None:
    others = {key: one for key, one in request.session.get("first", {}).items() if key != slug}
    request.session["first"] = others
