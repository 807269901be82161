"""Pages that are the same for all strangers: whoever stands between may keep them for a moment.

Browsers and proxies may, not we. Nobody who is logged in, or is being told something, is given what
was made for others, nor are others given theirs.
"""

from __future__ import annotations

from functools import wraps
from hashlib import sha256

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from games.pages.asking import P, View

FRESH_FOR = 60  # seconds that a list of open tables may be behind
SOMEBODYS = {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}


def shared_by_strangers(view: View[P]) -> View[P]:
    """Let caches keep what this view shows to strangers, and ask whether it is still the same."""

    @wraps(view)
    def answered(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        if isinstance(answer, SimpleTemplateResponse):
            answer.render()
        patch_vary_headers(answer, ["Cookie", "Accept-Language"])
        if not _is_everyones(request, answer):
            patch_cache_control(answer, private=True, no_cache=True)
            return answer
        patch_cache_control(answer, public=True, max_age=FRESH_FOR)
        answer["ETag"] = f'"{sha256(answer.content).hexdigest()[:32]}"'
        kept = get_conditional_response(request, etag=answer["ETag"], response=answer)
        return kept or answer

    return answered


def _is_everyones(request: HttpRequest, answer: HttpResponse) -> bool:
    """A page with a form's token in it sets a cookie, and is for one browser alone."""
    has_token = request.META.get("CSRF_COOKIE_NEEDS_UPDATE", False)
    return answer.status_code == 200 and not has_token and SOMEBODYS.isdisjoint(request.COOKIES)
