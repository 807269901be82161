"""The list of what has been played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages import lists
from games.pages.forms import PastForm
from games.pages.spoilers import hides_results


@never_cache
@require_safe
def past_page(request: HttpRequest) -> HttpResponse:
    """Everyone's public matches, or a player's: newest first."""
    form = PastForm(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    page = None
    if not form.errors:
        after = request.GET.get("after", "")[:60]
        page = lists.past(request.user, lists.PastFilter(**asked, after=after))
    further = request.GET.copy()
    further["after"] = page.next if page else ""
    context = {
        "form": form,
        "page": page,
        "further": further.urlencode(),
        "hides": hides_results(request),
    }
    return render(request, "games/past.html", context, status=400 if form.errors else 200)
