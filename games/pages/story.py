"""What happened in a match, on one page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import titles
from games.matchlog import access, copies
from games.matchlog.access import Visit
from games.matchlog.audience import EVERYTHING
from games.pages.asking import asked_position, found
from games.pages.damage import reports_damage
from games.pages.replay import replay_of
from games.rendering import steps, story


@never_cache
@require_safe
@reports_damage
def story_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """The match at a glance, as far as the audience that the address names has seen it."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    audience, _at = asked_position(request, visited)
    replay = replay_of(visited, audience, visited.match.number or 0)
    context = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "story": story.rendered(replay, _whole_copy(visited)),
        "audiences": steps.audience_choices(replay),
    }
    return render(request, "games/story.html", context)


def _whole_copy(visited: Visit) -> copies.Copy | None:
    """The match with nothing hidden, once that is open to all."""
    is_open = EVERYTHING in access.audiences_open_to(visited)
    return copies.with_steps(visited, EVERYTHING) if is_open else None
