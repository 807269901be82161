"""Days off: how many are left, taking some, coming back early."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.clocks import words
from games.engine import EngineError
from games.pages import lists
from games.pages.asking import me, players_only
from games.pages.forms import DaysOffForm
from games.play import daysoff


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def days_off(request: HttpRequest) -> HttpResponse:
    account = me(request)
    form = DaysOffForm(request.POST if "first" in request.POST else None)
    if request.method == "POST":
        try:
            if "back" in request.POST:
                daysoff.come_back(account)
                messages.success(request, _("Welcome back. Your clocks run again."))
                return redirect("days_off")
            if form.is_valid():
                first, last = form.cleaned_data["first"], form.cleaned_data["last"]
                daysoff.take(account, first=first, last=last)
                messages.success(request, _("Your tables have been told."))
                return redirect("days_off")
        except EngineError as error:
            messages.error(request, error.message)
    today, coming = daysoff.today(account), daysoff.coming(account)
    context = {
        "form": form,
        "left": daysoff.left(account, today.year),
        "budget": daysoff.DAYS_A_YEAR,
        "longest": daysoff.AT_A_STRETCH,
        "coming": coming,
        "is_off": coming is not None and coming.first <= today,
        "place": words.place(account.zone.key),
        "tables": lists.with_clocks(account),
    }
    return render(request, "games/days_off.html", context)
