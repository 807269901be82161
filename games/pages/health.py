"""For whoever watches whether the site is up."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods


@require_http_methods(["GET", "HEAD", "POST"])
def alive(request: HttpRequest) -> HttpResponse:
    """A POST also goes through session and account: the benches measure moves against it."""
    if request.method == "POST" and not request.user.is_authenticated:
        return HttpResponse(status=403)
    return HttpResponse(status=200 if request.method != "POST" else 204)
