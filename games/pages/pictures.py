"""The position after a move as a picture, to download or for the preview of a link."""

from __future__ import annotations

from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.matchlog.access import Visit
from games.matchlog.audience import PUBLIC
from games.pages.asking import asked_position, found
from games.pages.damage import reports_damage
from games.pages.replay import kept_briefly, replay_of
from games.rendering import pictures

Kind = Literal["svg", "png"]

CONTENT_TYPES: dict[Kind, str] = {"svg": "image/svg+xml; charset=utf-8", "png": "image/png"}
PUBLIC_FRESH_FOR = 3600  # seconds
# A drawing colours itself by a sheet inside it; nothing else may be loaded or run by it.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


@require_safe
@reports_damage
def picture(request: HttpRequest, match_id: str, kind: Kind) -> HttpResponse:
    """An SVG or a PNG of what the replay shows at the same `at` and `as`."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        raise Http404
    audience, at = asked_position(request, visited)
    svg = pictures.picture(replay_of(visited, audience, at), at, name=visited.match.name)
    etag = f'"{kind}-{pictures.digest(svg)}"'
    answer = get_conditional_response(request, etag=etag) or _drawn(svg, kind)
    answer["ETag"] = etag
    # What the public saw after a given move of an open match is for anyone, and stays as it is.
    if audience == PUBLIC and visited.match.public and "at" in request.GET:
        patch_cache_control(answer, public=True, max_age=PUBLIC_FRESH_FOR)
        patch_vary_headers(answer, ["Cookie", "Accept-Language"])
        return answer
    return kept_briefly(answer)


def as_everyone_saw_it(visited: Visit, at: int) -> HttpResponse:
    """The board after a move, from the public copy: for the staff, who need not be of the public."""
    svg = pictures.picture(replay_of(visited, PUBLIC, at), at, name=visited.match.name)
    return kept_briefly(_drawn(svg, "svg"))


def _drawn(svg: str, kind: Kind) -> HttpResponse:
    try:
        content = svg if kind == "svg" else pictures.png(svg)
    except pictures.NotDrawn:
        later = {"Retry-After": "10", "Cache-Control": "no-store"}
        return HttpResponse(_("Ask for this picture again in a while."), status=503, headers=later)
    answer = HttpResponse(content, content_type=CONTENT_TYPES[kind])
    answer["Content-Security-Policy"] = DRAWING_POLICY
    return answer
