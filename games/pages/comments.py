"""Comments on the moves of a match."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine import EngineError
from games.matchlog.access import whole_number
from games.notices import looking, reach
from games.pages.asking import asked_position, found, me
from games.play import comments
from games.talk import held


@never_cache
@require_safe
def comment_list(request: HttpRequest, match_id: str) -> HttpResponse:
    """Apart from the step of the replay: a browser may keep a step, but must not keep these."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        raise Http404
    audience, at = asked_position(request, visited)
    shown = comments.of_move(visited, request.user, at)
    if request.user.is_authenticated:
        reach.read_answers(me(request).pk, [comment.pk for comment in shown])
    context = {
        "match": visited.match,
        "at": at,
        "audience": audience,
        "held": held.told(),
        "comments": shown,
    }
    return render(request, "games/comments.html", context)


@require_POST
@login_required
def comment(request: HttpRequest, match_id: str) -> HttpResponse:
    """Say something about a move, or take it back; then back to that move."""
    visited = found(match_id, request)
    number, about = (whole_number(request.POST.get(name, "")) for name in ("number", "comment"))
    try:
        if request.POST.get("do") == "unsay":
            comments.unsay(visited, me(request), comment=about)
        else:
            text = request.POST.get("text", "")
            said = comments.say(visited, me(request), number=number, text=text)
            if not said.is_held:
                looking.answered(said, timezone.now())
    except EngineError as error:
        messages.error(request, error.message)
    query = urlencode({"at": str(max(number, 0)), "as": str(request.POST.get("as", ""))})
    return HttpResponseRedirect(f"{reverse('replay', args=[match_id])}?{query}", status=303)
