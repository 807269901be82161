"""The page of a match, the moves that are sent from it, and its whole log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games import play, rendering
from games.engine import EngineError, titles
from games.matchlog import access, verifying
from games.moderation import glass
from games.pages import moving, seating, talk
from games.pages.asking import back_to, found, is_htmx, me, players_only
from games.pages.damage import reports_damage
from games.pages.interruptions import repeatable
from games.presentation.rulings import played_by
from games.rendering import Refusal


@never_cache
@require_safe
@reports_damage
def match_page(request: HttpRequest, match_id: str) -> HttpResponse:
    return _match_page(request, found(match_id, request))


def _match_page(
    request: HttpRequest, visited: access.Visit, *, notice: Refusal | None = None, status: int = 200
) -> HttpResponse:
    match = visited.match
    context: dict[str, object] = {
        "match": match,
        "title": titles()[match.title],
        "seats": list(zip(access.names(visited.seats), visited.seats, strict=True)),
        "mine": visited.mine,
        "is_host": request.user.pk is not None and match.host_id == request.user.pk,
        "notice": notice,
        "is_awaited_here": visited.is_awaited,
        **talk.opener(visited, request.user),
    }
    if not match.is_dealt:
        context |= seating.open_table(visited, request.user)
        return render(request, "games/open_table.html", context, status=status)
    seen = -1 if visited.mine is None else visited.mine.seen
    html = rendering.page_table(visited, seen=seen)
    if visited.mine is not None:
        context["seen"] = seen
        if request.method == "GET" and match.number is not None:
            _mark_seen(visited, match.number)
    context |= {
        "table": html,
        "rules": played_by(match.title, match.version),
        "fairness": verifying.fairness_facts(visited),
        "disclosed": glass.disclosed(match),
    }
    return render(request, "games/match.html", context, status=status)


def _mark_seen(visited: access.Visit, number: int) -> None:
    """What was asked beside the moves is seen, too: whoever loads the page again has looked again."""
    mine, now = visited.mine, timezone.now()
    if mine is None:
        return
    if mine.seen < number or mine.seen_at is None or now - mine.seen_at >= play.LOOKS_AGAIN:
        play.seen(visited.match.pk, mine.index, number=number)


@never_cache
@require_safe
@reports_damage
def history(request: HttpRequest, match_id: str) -> HttpResponse:
    """The whole log in sentences, as this visitor may read it."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    context = {"match": visited.match, "lines": rendering.history(visited)}
    return render(request, "games/history.html", context)


@require_POST
@sensitive_post_parameters("action")
@players_only
@reports_damage
@repeatable
def submit(request: HttpRequest, match_id: str) -> HttpResponse:
    """A move. The answer to htmx is the mover's own table, to a plain form the way back to it."""
    try:
        posted = request.POST
        number, action = moving.sent_move(posted.get("number", ""), posted.get("action", ""))
        if (question := _question(request, match_id, number)) is not None:
            return question
        done = play.submit(match_id, me(request), number=number, action=action)
    except moving.REFUSALS as error:
        return _refused(request, found(match_id, request), error)
    if not is_htmx(request):
        return back_to(match_id)
    visited = access.visit_of(done.match, done.seats, request.user)
    return HttpResponse(rendering.fragment(visited) + rendering.notice(""))


def _question(request: HttpRequest, match_id: str, number: int) -> HttpResponse | None:
    """A page between, for those who want to be asked. With htmx a script has asked already."""
    if is_htmx(request) or not me(request).confirm_moves or "sure" in request.POST:
        return None
    visited, action = found(match_id, request), request.POST["action"]
    if not visited.is_awaited:
        return None
    choice = rendering.choice_of(visited, action)
    if choice is None:  # not offered: what is wrong with it is said by whoever refuses it
        return None
    context = {"match": visited.match, "number": number, "action": action, "choice": choice}
    return render(request, "games/confirm_move.html", context)


def _refused(request: HttpRequest, visited: access.Visit, error: EngineError) -> HttpResponse:
    """409, the fresh table, and the reason in a sentence."""
    refusal = moving.refusal(error, visited.match.title)
    status = {"not_seated": 403, "too_large": 400, "malformed": 400}.get(error.code, 409)
    if is_htmx(request) and visited.match.is_dealt:
        html = rendering.fragment(visited) + rendering.notice(*refusal)
        return HttpResponse(html, status=status)
    return _match_page(request, visited, notice=refusal, status=status)
