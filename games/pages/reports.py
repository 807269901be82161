"""Reporting something, and what became of what one has reported."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine import EngineError
from games.matchlog.access import whole_number
from games.moderation import reports
from games.moderation.reports import Reported
from games.pages.asking import found, me, players_only
from games.talk import hearing


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def report_page(request: HttpRequest) -> HttpResponse:
    """What is reported is named by the address; only what the visitor sees can be."""
    what, refused, account = _asked(request), "", me(request)
    if request.method == "POST":
        try:
            reports.report(
                account,
                what,
                reason=request.POST.get("reason", ""),
                words=request.POST.get("words", ""),
                block=request.POST.get("block") == "on",
            )
        except EngineError as error:
            refused = error.message
        else:
            messages.success(request, _("Thank you. We will tell you what becomes of it."))
            return redirect("reports")
    context = {
        "what": what,
        "reasons": reports.Reason.choices,
        "refused": refused,
        "chosen": request.POST.get("reason", ""),
        "words": request.POST.get("words", ""),
        "may_block": what.about is not None and what.about.is_active and what.about != account,
        "reports": reports.of_account(account, limit=5),
    }
    return render(request, "games/report.html", context, status=409 if refused else 200)


def _asked(request: HttpRequest) -> Reported:
    asked = request.GET
    what: Reported | None
    if "name" in asked:
        what = reports.profile(asked["name"])
    else:
        visited = found(asked.get("match", ""), request)
        if "line" in asked:
            what = reports.line(hearing.listener(visited, request.user), asked["line"])
        elif "claim" in asked:
            what = reports.claim(visited, whole_number(asked["claim"]))
        elif "comment" in asked:
            what = reports.comment(visited, whole_number(asked["comment"]))
        elif "move" in asked:
            what = reports.move(visited, whole_number(asked["move"]))
        else:
            what = reports.table(visited)
    if what is None:
        raise Http404
    return what


@never_cache
@require_safe
@players_only
def reports_page(request: HttpRequest) -> HttpResponse:
    return render(request, "games/reports.html", {"reports": reports.of_account(me(request))})
