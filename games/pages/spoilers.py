"""Results in lists: hidden until asked for, from those who like it so.

A preference of the account; a stranger's browser keeps it in a cookie.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.pages.asking import me

COOKIE, SHOWN = "results", "shown"
A_YEAR = 365 * 24 * 3600  # seconds


def hides_results(request: HttpRequest) -> bool:
    if request.user.is_authenticated:
        return me(request).hide_results
    return request.COOKIES.get(COOKIE) != SHOWN


@require_POST
def results(request: HttpRequest) -> HttpResponse:
    """Hide them or show them, from now on; and back to the list one came from."""
    hide = request.POST.get("do") != "show"
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = reverse("past")
    answer = HttpResponseRedirect(back, status=303)
    if request.user.is_authenticated:
        account = me(request)
        account.hide_results = hide
        account.save(update_fields=["hide_results"])
    elif hide:
        answer.delete_cookie(COOKIE)
    else:
        answer.set_cookie(
            COOKIE, SHOWN, max_age=A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
        )
    return answer
