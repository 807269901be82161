"""What leaves the site leaves packed, where that pays and tells nobody anything.

docs/decisions/0012-what-is-packed.md says why this is safe, and what to mind.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import has_vary_header, patch_vary_headers

# Fonts and pictures made of dots are packed already.
PACKED_TYPES = (
    *("text/", "image/svg+xml"),
    *("application/json", "application/javascript"),
)
OUR_OWN_DOING = ("same-origin", "none")  # none: an address that was typed, or a bookmark


class PackingMiddleware(GZipMiddleware):
    """Django's own, which adds a random length: for text, and not for what another site asked."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if has_vary_header(response, "Accept-Encoding"):
            return response  # a collected file: it lies there packed, and is not packed twice
        if response.status_code == 304:
            return _as_if_packed(request, response)
        # A part of a file is a part of it as it lies there, not of what packing makes of it.
        is_text = response.get("Content-Type", "").startswith(PACKED_TYPES)
        if not is_text or response.status_code == 206:
            return response
        if _may_be_another_sites_doing(request):
            patch_vary_headers(response, ["Accept-Encoding"])
            return response
        if request.method == "HEAD":
            return _as_if_packed(request, response)
        packed: HttpResponseBase = super().process_response(request, response)
        return packed


def _may_be_another_sites_doing(request: HttpRequest) -> bool:
    """Did somebody else's page make a player's browser ask for this? Browsers say so themselves.

    Of one that does not we cannot know. Whoever has no session is shown nothing of their own, and
    without TLS there is no need to guess by sizes.
    """
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    told = request.headers.get("Sec-Fetch-Site", "" if request.is_secure() else "none")
    return told not in OUR_OWN_DOING


def _as_if_packed(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The head of what would be sent packed, for an answer without a body.

    A cache would not know a 304 by another ETag, and would forget to tell apart by another Vary.
    The length is random, so nothing true can be said of it.
    """
    patch_vary_headers(response, ["Accept-Encoding"])
    if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
        etag = response.get("ETag", "")
        if etag.startswith('"'):
            response["ETag"] = f"W/{etag}"
        del response.headers["Content-Length"]
    return response
