"""What is done at a table other than moves: joining, getting ready, inviting, a rematch."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import play
from games.engine import EngineError
from games.matchlog import access
from games.pages import invitations, lists, substitutes
from games.pages.asking import back_to, found, me, players_only
from games.play import due, ending, holding, rematches, seating, timing
from games.play.reliability import Reliability, reliabilities


def open_table(visited: access.Visit, viewer: access.Viewer) -> dict[str, object]:
    """What the page of a table shows before the deal; of its seats also who can be relied on."""
    match = visited.match
    takes_more = (
        visited.is_open and not visited.mine and any(seat.is_free for seat in visited.seats)
    )
    sent_away = takes_more and invitations.is_sent_away(match, viewer)
    people = [*(seat.account_id for seat in visited.seats), *([viewer.pk] if match.asks else [])]
    known = reliabilities({account_id for account_id in people if account_id is not None})
    mine = known.get(viewer.pk or 0, Reliability())  # nobody has the number 0
    is_asked = invitations.is_asked(match, viewer)
    return {
        "seats": [
            (name, seat, letters, known.get(seat.account_id or 0))
            for name, (seat, letters) in zip(
                access.names(visited.seats), lists.marked(visited.seats), strict=True
            )
        ],
        "is_open": visited.is_open,
        "closes_at": due.closes_at(match),
        "links": invitations.unused_links(match) if visited.mine else [],
        "asked": invitations.asked_by_name(match) if visited.mine else [],
        "options": lists.named_options(match.title, match.options),
        "free": sum(seat.is_free for seat in visited.seats),
        "may_join": takes_more
        and not sent_away
        and (is_asked or not mine.falls_short_of(match.asks)),
        "is_asked": is_asked and takes_more,
        "falls_short": takes_more and not is_asked and mine.falls_short_of(match.asks),
        "yours": mine.percent,
        "sent_away": sent_away,
    }


@require_POST
@players_only
def at_table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Whatever is done at a table that is not a move: one address, the verb in the form."""
    act = AT_TABLE.get(request.POST.get("do", ""))
    if act is None:
        return HttpResponse(status=400)
    found(match_id, request)  # whoever may not see it is not told why they may not act either
    try:
        match_id = act(match_id, request).match.pk
    except EngineError as error:
        messages.error(request, error.message)
    if act is _decline:
        return redirect("lobby")  # a table by invitation is not there any more
    return back_to(match_id)


def _index(request: HttpRequest) -> int:
    return access.whole_number(request.POST.get("index", ""))


def _invite(match_id: str, request: HttpRequest) -> play.MatchRows:
    username = request.POST.get("username", "")
    done = seating.invite(match_id, me(request), username=username)
    messages.success(request, _("Invited."))
    return done


def _decline(match_id: str, request: HttpRequest) -> play.MatchRows:
    return seating.decline(match_id, me(request))


def _ready(match_id: str, request: HttpRequest) -> play.MatchRows:
    return seating.ready(
        match_id,
        me(request),
        contribution=request.POST.get("contribution", ""),
        typed=request.POST.get("made_by") != "browser",
    )


AT_TABLE: dict[str, Callable[[str, HttpRequest], play.MatchRows]] = {
    "join": lambda match_id, request: seating.join(match_id, me(request)),
    "leave": lambda match_id, request: seating.leave(match_id, me(request)),
    "ready": _ready,
    "not_ready": lambda match_id, request: seating.not_ready(match_id, me(request)),
    "kick": lambda match_id, request: seating.kick(match_id, me(request), index=_index(request)),
    "bot": lambda match_id, request: seating.seat_bot(match_id, me(request), index=_index(request)),
    "bots": lambda match_id, request: seating.fill_with_bots(match_id, me(request)),
    "decline": _decline,
    "invite": _invite,
    "link": lambda match_id, request: seating.invite_link(match_id, me(request)),
    "take_back": lambda match_id, request: holding.take_back(match_id, me(request)),
    "agree_end": lambda match_id, request: ending.answer(match_id, me(request), agrees=True),
    "refuse_end": lambda match_id, request: ending.answer(match_id, me(request), agrees=False),
    "agree_pause": lambda match_id, request: timing.answer_pause(
        match_id, me(request), agrees=True
    ),
    "refuse_pause": lambda match_id, request: timing.answer_pause(
        match_id, me(request), agrees=False
    ),
    "rematch": lambda match_id, request: rematches.rematch(match_id, me(request)),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """A link that seats one account, once. Opening it does nothing yet: previews open links too.

    Whoever has no account sees who invites to what, and can create one there.
    """
    if not request.user.is_authenticated:
        return _shown_to_strangers(request, token)
    return _joined_by_link(request, token)


def _shown_to_strangers(request: HttpRequest, token: str) -> HttpResponse:
    invited = invitations.invited(token, request.user)
    if invited is None or request.method == "POST":
        return _joined_by_link(request, token)
    return render(request, "games/invitation.html", {"invited": invited})


@players_only
def _joined_by_link(request: HttpRequest, token: str) -> HttpResponse:
    if (to_seat := invitations.invited_to_seat(token)) is not None:
        return substitutes.by_link(request, token, *to_seat)
    invited = invitations.invited(token, request.user)
    if invited is None:
        context = {"invited": None}
        return render(request, "games/invitation.html", context, status=404)
    if request.method != "POST":
        return render(request, "games/invitation.html", {"invited": invited})
    match_id = invited.row.match.pk
    try:
        seating.join(match_id, me(request), token=token)
    except EngineError as error:
        messages.error(request, error.message)
        return redirect("lobby")
    return back_to(match_id)
