"""A seat at a running table: before one takes it, and what one is handed with it.

Before, only what is public is shown: whoever has looked could say no, and would know secrets.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import rendering
from games.clocks import words
from games.engine import EngineError, titles
from games.matchlog import access
from games.matchlog.access import Visit
from games.pages import invitations
from games.pages.asking import back_to, found, me, players_only
from games.pages.damage import reports_damage
from games.play import substitutes
from games.play.reliability import Reliability, reliability
from games.rendering import claims as ledgers
from games.rendering.claims import LedgerLine
from games.talk import claiming

LINES_SHOWN = 12


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
@reports_damage
def seat(request: HttpRequest, match_id: str, index: int) -> HttpResponse:
    """A seat that is open to anyone, or was offered to this account; to a player of the table, the
    ways to offer it.
    """
    if (token := invitations.asked_to_seat(match_id, index, request.user)) is not None:
        return by_link(request, token, match_id, index)
    visited = found(match_id, request)
    _require_offered(visited, index)
    if visited.mine is not None:
        return _offering(request, visited, index)
    if visited.seats[index].offered != "anyone":
        raise Http404
    return _offer(request, visited, index)


def by_link(request: HttpRequest, token: str, match_id: str, index: int) -> HttpResponse:
    """The same by a link, wherever the table is listed. Whoever has left it finds nothing there."""
    try:
        visited = access.visit_to_seat(match_id, index)
        substitutes.refuse_insider(visited.match, visited.seats, me(request))
    except EngineError as error:
        raise Http404(error.message) from None
    _require_offered(visited, index)
    return _offer(request, visited, index, token=token)


def _require_offered(visited: Visit, index: int) -> None:
    offered = index < len(visited.seats) and visited.seats[index].offered
    if not visited.is_running or not offered:
        raise Http404


def _offer(request: HttpRequest, visited: Visit, index: int, *, token: str = "") -> HttpResponse:
    match = visited.match
    if request.method == "POST":
        try:
            substitutes.take(match.pk, me(request), index=index, token=token)
        except EngineError as error:
            messages.error(request, error.message)
            return redirect("lobby")
        return HttpResponseRedirect(reverse("handover", args=[match.pk]), status=303)
    public = Visit(match, visited.seats, None)
    terms, by_link = match.clock_terms, bool(token)
    mine = Reliability() if by_link or not match.asks else reliability(me(request).pk)
    context = {
        **_facts(public, index),
        "move": words.duration(terms.move) if terms else "",
        "reserve": words.duration(terms.bank) if terms else "",
        "is_awaited": visited.seats[index].awaited_since is not None,
        "lines": rendering.history(public)[-LINES_SHOWN:],
        "claims": _claimed(public, index),
        "may_look": match.public,
        "falls_short": mine.falls_short_of(match.asks),
        "yours": mine.percent,
    }
    return render(request, "games/seat_offer.html", context)


def _offering(request: HttpRequest, visited: Visit, index: int) -> HttpResponse:
    """For those at the table: whom they give the link or name, that is theirs to choose."""
    match_id = visited.match.pk
    if request.method == "POST":
        username = request.POST.get("username", "")
        try:
            if username:
                substitutes.offer_to(match_id, me(request), index=index, username=username)
            else:
                substitutes.offer_link(match_id, me(request), index=index)
        except EngineError as error:
            messages.error(request, error.message)
            if not username:
                return back_to(match_id)
        return HttpResponseRedirect(reverse("seat", args=[match_id, index]), status=303)
    token = invitations.link_to_seat(visited.match, index)
    link = request.build_absolute_uri(reverse("invitation", args=[token])) if token else ""
    asked = invitations.offered_to(visited.match, index)
    context = {**_facts(visited, index), "link": link, "asked": asked}
    return render(request, "games/seat_link.html", context)


def _facts(visited: Visit, index: int) -> dict[str, object]:
    called = access.names_in_log(visited.seats)(visited.match.number or 0)
    return {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "index": index,
        "number": index + 1,
        "name": called[index],
        "others": [name for other, name in enumerate(called) if other != index],
    }


def _claimed(visited: Visit, index: int) -> list[LedgerLine]:
    """What the seat has claimed so far, whoever held it: as public as the log."""
    lines = ledgers.ledger(visited, claiming.claims_of(visited.match)).lines.values()
    return [line for line in lines if line.seat == index and line.words is not None]


@never_cache
@require_safe
@players_only
@reports_damage
def handover(request: HttpRequest, match_id: str) -> HttpResponse:
    """All that the seat knows, for whoever has taken it over."""
    visited = found(match_id, request)
    if visited.mine is None or not visited.since:
        return back_to(match_id)
    handed, bank = rendering.handed_over(visited), visited.mine.bank_ms
    context = {
        **_facts(visited, visited.mine.index),
        "table": handed.html,
        "secrets": handed.secrets,
        "claims": _claimed(visited, visited.mine.index),
        "seat": visited.mine,
        "reserve": "" if bank is None else words.duration(timedelta(milliseconds=bank)),
    }
    return render(request, "games/handover.html", context)
