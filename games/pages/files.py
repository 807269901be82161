"""Match files: a match to download, and a file that somebody brings to replay."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.bounded import Busy, NotDone
from games.engine import EngineError, titles
from games.matchlog import access, files
from games.matchlog.audience import EVERYTHING, PUBLIC
from games.pages.asking import asked_position, found, is_htmx
from games.pages.damage import reports_damage
from games.rendering import brought


@never_cache
@require_safe
@reports_damage
def match_file(request: HttpRequest, match_id: str) -> HttpResponse:
    """My own copy while it is played; the whole match, with its secret, once it is over."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        raise Http404
    audience, _at = asked_position(request, visited)
    if "as" not in request.GET and EVERYTHING in access.audiences_open_to(visited):
        audience = EVERYTHING
    whose = "-public" if audience == PUBLIC else "" if audience.sees_all else f"-seat-{audience}"
    name = f"{visited.match.title}-{match_id}{whose}.json"
    return HttpResponse(
        files.text_for(audience, visited),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def replay_file(request: HttpRequest) -> HttpResponse:
    """Replay a file that somebody brings along. It is sent again with every step, and never kept."""
    if request.method != "POST":
        return _ask_for_a_file(request)
    given = request.FILES.get("file")
    data = given.read() if given else request.POST.get("text", "").encode(errors="replace")
    see = request.POST.get("see") or request.POST.get("as", "")
    at, slide = request.POST.get("at", ""), request.POST.get("slide", "")
    try:
        step = brought.step(data, see=see, at=at, slide=slide)
    except EngineError as error:
        return _ask_for_a_file(request, problem=error.message, status=400)
    except Busy:
        return _ask_for_a_file(request, problem=_("Too many files are read just now."), status=503)
    except NotDone:
        return _ask_for_a_file(request, problem=_("It takes too long to read."), status=400)
    context = {"step": step.html, "title": titles()[step.title], "text": data.decode()}
    if is_htmx(request):
        return render(request, "games/replay_step.html", context)
    return render(request, "games/replay_file.html", context)


def _ask_for_a_file(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"problem": problem, "largest": files.LARGEST_UPLOAD}
    return render(request, "games/choose_file.html", context, status=status)
