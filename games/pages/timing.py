"""Time at a table: giving somebody more of it, asking for a pause and answering."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import play
from games.engine import EngineError
from games.matchlog.access import whole_number
from games.pages.asking import back_to, found, me, players_only
from games.pages.forms import PauseForm
from games.play import timing
from games.rendering.asks import asked_pause


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def timing_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """A form to ask for a pause, or what somebody has asked, in their own words; and one address for
    whatever the table's buttons ask.
    """
    visited = found(match_id, request)
    if visited.mine is None or visited.match.terms is None or not visited.is_running:
        return back_to(match_id)
    zone = me(request).time_zone
    form = PauseForm(request.POST if "until" in request.POST else None, zone=zone)
    if request.method != "POST" or (form.is_bound and not form.is_valid()):
        context = {"form": form, "match": visited.match, "asked": asked_pause(visited)}
        return render(request, "games/pause.html", context)
    try:
        said = _done(request, match_id, form)
    except EngineError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, said)
    return back_to(match_id)


def _done(request: HttpRequest, match_id: str, form: PauseForm) -> str:
    """What is said of it to whoever asked."""
    asked, account = request.POST, me(request)
    if form.is_bound:
        until: datetime = form.cleaned_data["until"]
        why: str = form.cleaned_data["why"]
        timing.ask_for_pause(match_id, account, until=until, why=why)
        return _("You have asked everyone.")
    if "give" in asked:
        timing.give(match_id, account, index=whole_number(asked["give"]))
        return _("You gave more time.")
    if asked.get("pause") == "end":
        timing.end_pause(match_id, account)
        return _("Play goes on.")
    raise play.PlayError("malformed", _("Nothing was asked for."))
