"""The page of an account: what it has played."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages import lists, records


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Counts of all its matches, and a page of those that this visitor may see."""
    shown = records.profile(name)
    if shown is None:
        raise Http404
    page = lists.past(
        request.user, lists.PastFilter(player=shown.name, after=request.GET.get("after", ""))
    )
    return render(request, "games/profile.html", {"profile": shown, "page": page})
