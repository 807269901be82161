"""What one can know at a table: a page of its own, and the same fetched into the table's page.

Apart from the table, so that counting is never in the way of a move.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import titles
from games.matchlog.access import Visit
from games.matchlog.audience import Audience
from games.pages.asking import asked_position, found, is_htmx
from games.pages.damage import reports_damage
from games.presentation.knowing import Statement
from games.rendering.claims import ledger
from games.rendering.knowing import panel
from games.talk import claiming, hearing
from games.talk.claiming import ClaimMade


@never_cache
@require_safe
@reports_damage
def knowing_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """After any move, as any audience that is open to this visitor."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    audience, at = asked_position(request, visited)
    made = claiming.claims_of(visited.match)
    said = _claimed(visited, made, at)
    html = panel(visited, audience, at, said=said) if visited.match.tells_knowing else None
    context = {
        "has_talk": hearing.listener(visited, request.user).is_party,
        "tab": "know",
        "claim_count": sum(not one.is_gone for one in made),
        "match": visited.match,
        "title": titles()[visited.match.title],
        "known": html,
        "why_nothing": "" if html else _why_nothing(visited, audience),
        "is_mine": visited.seat is not None and audience == visited.audience,
        "at": at,
    }
    template = "games/knowing_pane.html" if is_htmx(request) else "games/knowing.html"
    return render(request, template, context | {"is_fetched": is_htmx(request)})


def _claimed(visited: Visit, made: Sequence[ClaimMade], at: int) -> list[Statement]:
    """What was claimed up to that move, with what spoke against it by then."""
    by_then = [one for one in made if one.number <= at]
    return [
        Statement(line.seat, words.matter, line.name, words.answer, line.number, line.is_torn)
        for line in ledger(visited, by_then).lines.values()
        if (words := line.words) is not None
    ]


def _why_nothing(visited: Visit, audience: Audience) -> str:
    if not visited.match.tells_knowing:
        return _("This table plays without it: everyone counts for themselves.")
    if audience.sees_all:
        return _("From here everything is seen: there is nothing to count.")
    return _("There is nothing to count in this game.")
