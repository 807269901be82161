"""Looking for company: what the form in the lobby and the buttons beside a search do."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine import EngineError
from games.matchlog.access import whole_number
from games.pages.asking import back_to, me, players_only
from games.pages.forms import SeekForm
from games.play import seeking
from games.play.seeking import Wish


@require_POST
@players_only
def seek(request: HttpRequest) -> HttpResponse:
    """One address: ask, stop, or wait for nobody else."""
    act = SEEKING.get(request.POST.get("do", "ask"))
    if act is None:
        return HttpResponse(status=400)
    try:
        return act(request)
    except EngineError as error:
        messages.error(request, error.message)
        return _back()


def _ask(request: HttpRequest) -> HttpResponse:
    form = SeekForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(str(error) for error in errors))
        return _back()
    bots = form.cleaned_data["bots"]
    found = seeking.ask(
        me(request),
        wishes=form.wishes(),
        bots_after=None if bots == "" else timedelta(seconds=int(bots)),
    )
    return _back() if found is None else back_to(found.match.pk)


def _stop(request: HttpRequest) -> HttpResponse:
    seeking.withdraw(me(request), wish=_wish(request))
    return _back()


def _bots(request: HttpRequest) -> HttpResponse:
    found = seeking.with_bots_now(me(request), wish=_wish(request))
    if found is not None:
        return back_to(found.match.pk)
    messages.error(request, _("You have too many unfinished matches against bots."))
    return _back()


def _wish(request: HttpRequest) -> Wish:
    asked = request.POST
    size = whole_number(asked.get("size", ""))
    return Wish(asked.get("title", ""), asked.get("pace", ""), size)


def _back() -> HttpResponse:
    return HttpResponseRedirect(reverse("lobby") + "#find", status=303)


SEEKING = {"ask": _ask, "stop": _stop, "bots": _bots}
