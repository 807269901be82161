"""The ways out of a match: to leave it, or to ask everyone to call it off.

Each is a page that says what it means, and a button.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import play
from games.engine import EngineError, Move
from games.matchlog import copies
from games.matchlog.access import Visit
from games.pages import invitations
from games.pages.asking import back_to, found, me, players_only
from games.play import daysoff, ending, holding
from games.play.reliability import reliability


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def leave(request: HttpRequest, match_id: str) -> HttpResponse:
    visited = found(match_id, request)
    mine = visited.mine
    if mine is None or not visited.is_unfinished:
        return back_to(match_id)
    if request.method != "POST":
        account, terms = me(request), visited.match.clock_terms
        made = [move.number for move in _moves(visited) if move.seat == mine.index]
        context = {
            "match": visited.match,
            "is_alone": not any(s.account_id for s in visited.seats if s.index != mine.index),
            "made": len(made),
            "held": sum(number >= mine.held_from for number in made),
            "record": reliability(account.pk),
            "days_left": _days_left(account) if terms and terms.days_off else None,
            "budget": daysoff.DAYS_A_YEAR,
        }
        return render(request, "games/leave.html", context)
    try:
        done = holding.leave(match_id, me(request), offered=request.POST.get("offered", ""))
    except EngineError as error:
        messages.error(request, error.message)
        return back_to(match_id)
    if done.match.status == "void":
        messages.success(request, _("The match is called off."))
        return redirect("lobby")
    messages.success(request, _("You have left this match. You can look at it when it is over."))
    if (token := invitations.link_to_seat(done.match, mine.index)) is not None:
        link = request.build_absolute_uri(reverse("invitation", args=[token]))
        messages.info(
            request, _("Whoever has this link may take your seat: {link}").format(link=link)
        )
    return redirect("lobby")


def _moves(visited: Visit) -> Sequence[Move]:
    """None, where the log is damaged: one may leave such a match, too."""
    try:
        return copies.for_visitor(visited).moves
    except EngineError:
        return ()


def _days_left(account: play.Account) -> int:
    """Of this year's days off."""
    return daysoff.left(account, daysoff.today(account).year)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def ask_to_end(request: HttpRequest, match_id: str) -> HttpResponse:
    visited = found(match_id, request)
    if visited.mine is None or not visited.is_unfinished:
        return back_to(match_id)
    if request.method != "POST":
        return render(request, "games/ask_to_end.html", {"match": visited.match})
    try:
        ending.ask(match_id, me(request))
    except EngineError as error:
        messages.error(request, error.message)
    return back_to(match_id)
