"""The page of an account: what it has played."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import account_named
from games.matchlog import access
from games.pages import lists, records
from games.pages.asking import me, players_only
from games.pages.claims import prove_claims
from games.pages.spoilers import hides_results
from games.talk import claiming


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Counts of all its matches, and a page of those that this visitor may see."""
    shown = records.profile(name)
    if shown is None:
        raise Http404
    page = lists.past(
        request.user, lists.PastFilter(player=shown.name, after=request.GET.get("after", ""))
    )
    context = {"profile": shown, "page": page, "hides": hides_results(request)}
    return render(request, "games/profile.html", context | _truth(shown.name))


def _truth(name: str) -> dict[str, object]:
    """How often this account's claims were true, if it wants that to be told."""
    account = account_named(name)
    if account is None or not claiming.shares_truth(account):
        return {}
    for match_id in claiming.unproved(account):
        try:
            prove_claims(access.visit(match_id, account))
        except access.Hidden:
            continue
    return {"shares_truth": True, "truth": claiming.truth_count(account)}


@require_POST
@players_only
def share_truth(request: HttpRequest) -> HttpResponse:
    claiming.share_truth(me(request), is_shared=request.POST.get("shared") == "yes")
    return redirect("profile", name=me(request).get_username())
