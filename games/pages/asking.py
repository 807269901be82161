"""What every view needs of a request: which match, who is asking, how the answer is wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from games import play
from games.engine import Title, titles
from games.matchlog import access
from games.matchlog.audience import Audience, NoSuchAudience
from games.rendering.steps import DEAL

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails  # set by the middleware of django-htmx


def players_only(view: View[P]) -> View[P]:
    """Send whoever is not logged in to the log-in page.

    htmx would put that page where the answer belongs, so it is told to go there instead.
    """

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        match_id = kwargs.get("match_id")
        back = request.get_full_path() if request.method == "GET" else "/"
        back = reverse("match", args=[match_id]) if match_id else back
        answer = redirect_to_login(back, resolve_url(settings.LOGIN_URL))
        if is_htmx(request):
            return HttpResponse(status=204, headers={"HX-Redirect": answer["Location"]})
        return answer

    return checked


def me(request: HttpRequest) -> play.Account:
    """Who is logged in, for views that nobody else reaches."""
    return cast(play.Account, request.user)


def found(match_id: str, request: HttpRequest) -> access.Visit:
    """The match, if this visitor may see it. Otherwise 404, as if there were none."""
    try:
        return access.visit(match_id, request.user)
    except access.Hidden as error:
        raise Http404(error.message) from None


def asked_position(request: HttpRequest, visited: access.Visit) -> tuple[Audience, int]:
    """The audience (`as`) and the move (`at`) that the address names.

    403 if this visitor may not see what that audience sees, 404 if there is no such move.
    """
    last = visited.match.number or 0
    try:
        audience = access.asked_audience(request.GET.get("as", ""), visited)
        return audience, access.asked_step(request.GET.get("at", "").removesuffix(DEAL), last)
    except access.NotYours as error:
        raise PermissionDenied(error.message) from None
    except (access.NoSuchStep, NoSuchAudience) as error:
        raise Http404(error.message) from None


def title_or_404(slug: str) -> Title[Any]:
    if slug not in titles():
        raise Http404
    return titles()[slug]


def is_htmx(request: HttpRequest) -> bool:
    return bool(cast(HtmxRequest, request).htmx)


def back_to(match_id: str) -> HttpResponseRedirect:
    """303: the browser comes back by GET, and reloading sends nothing twice."""
    return HttpResponseRedirect(reverse("match", args=[match_id]), status=303)
