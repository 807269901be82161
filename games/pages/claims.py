"""The ledger of claims: a page of its own, and the same fetched into the sheet of a table's talk.

It is public, as the log is. Claims are made where one talks (`games.pages.talk`).
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import titles
from games.matchlog.access import Visit
from games.pages.asking import found, is_htmx
from games.pages.damage import reports_damage
from games.rendering import claims as ledgers
from games.talk import claiming


@never_cache
@require_safe
@reports_damage
def claims_page(request: HttpRequest, match_id: str) -> HttpResponse:
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    ledger = ledgers.ledger(visited, claiming.claims_of(visited.match))
    context = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "ledger": ledger,
        "claim_count": ledger.count,
        "tab": "claims",
        "is_fetched": is_htmx(request),
    }
    if not is_htmx(request):
        return render(request, "games/claims.html", context)
    part = "claims_list" if "part" in request.GET else "claims_pane"
    return render(request, f"games/{part}.html", context)


def prove_claims(visited: Visit) -> None:
    """Look into what was claimed at a match that is over, and keep it for who shares it."""
    ledger = ledgers.ledger(visited, claiming.claims_of(visited.match))
    found = {line.position: line.proved for line in ledger.lines.values() if line.proved}
    claiming.prove(visited.match, found)
