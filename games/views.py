"""Find, ask, render, reply. Writes are in `play` and `seating`, reads in `knowledge` and `lobby`."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import confirming, knowledge, lobby, past, play, rendering, seating
from games.damage import names_damage
from games.engine.errors import EngineError, IllegalAction
from games.engine.registry import titles
from games.forms import TableForm
from games.tasks import follow, follow_at_table

LARGEST_ACTION = 4096  # bytes

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def players_only(view: View[P]) -> View[P]:
    """Send strangers to the log-in page, from wherever htmx would otherwise put it."""

    @wraps(view)
    def checked(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        match_id = kwargs.get("match_id")
        back = request.get_full_path() if request.method == "GET" else "/"
        back = reverse("match", args=[match_id]) if match_id else back
        answer = redirect_to_login(back, resolve_url(settings.LOGIN_URL))
        if _is_htmx(request):
            return HttpResponse(status=204, headers={"HX-Redirect": answer["Location"]})
        return answer

    return checked


def me(request: HttpRequest) -> play.Account:
    """Who is logged in, for views that nobody else reaches."""
    return cast(play.Account, request.user)


def found(match_id: str, request: HttpRequest) -> knowledge.Visit:
    """The match, if this visitor may see it; else there is none."""
    try:
        return knowledge.visit(match_id, request.user)
    except knowledge.Hidden as error:
        raise Http404(error.message) from None


# A match


@never_cache
@require_safe
@names_damage
def match_page(request: HttpRequest, match_id: str) -> HttpResponse:
    return _match_page(request, found(match_id, request))


def _match_page(
    request: HttpRequest, visited: knowledge.Visit, *, notice: str = "", status: int = 200
) -> HttpResponse:
    match = visited.match
    context: dict[str, Any] = {
        "match": match,
        "title": titles()[match.title],
        "seats": list(zip(knowledge.names(visited.seats), visited.seats, strict=True)),
        "mine": visited.mine,
        "is_host": request.user.pk is not None and match.host_id == request.user.pk,
        "notice": notice,
        "waiting": lobby.waiting_count(request.user),
    }
    if not match.is_dealt:
        context |= _open_table(visited, request.user)
        return render(request, "games/open.html", context, status=status)
    html = rendering.fragment(visited)
    if visited.mine is not None:
        context["seen"] = visited.mine.seen
        html = rendering.divided(html, seen=visited.mine.seen)
        if request.method == "GET" and match.number is not None:
            _look(visited, match.number)
    context |= {"table": html, "fairness": knowledge.fairness(visited)}
    return render(request, "games/match.html", context, status=status)


def _look(visited: knowledge.Visit, number: int) -> None:
    if visited.mine is not None and visited.mine.seen < number:
        play.seen(visited.match.pk, visited.mine.index, number=number)


def _open_table(visited: knowledge.Visit, viewer: knowledge.Viewer) -> dict[str, Any]:
    match = visited.match
    is_open = match.status == "open"
    takes_more = is_open and not visited.mine and any(seat.is_free for seat in visited.seats)
    sent_away = takes_more and lobby.is_sent_away(match, viewer)
    return {
        "is_open": is_open,
        "links": lobby.unused_links(match) if visited.mine else [],
        "asked": lobby.asked_by_name(match) if visited.mine else [],
        "options": _named_options(match.title, match.options),
        "may_join": takes_more and not sent_away,
        "sent_away": sent_away,
    }


def _named_options(slug: str, options: dict[str, Any]) -> list[tuple[str, str]]:
    labels = rendering.option_labels(slug)
    yes_no = {True: _("yes"), False: _("no")}
    return [
        (
            labels.get(name, name),
            labels.get(f"{name}={value}", yes_no[value] if isinstance(value, bool) else str(value)),
        )
        for name, value in options.items()
    ]


@never_cache
@require_safe
@names_damage
def history(request: HttpRequest, match_id: str) -> HttpResponse:
    """The whole log in sentences, as this visitor may read it."""
    visited = found(match_id, request)
    if not visited.match.is_dealt:
        return redirect("match", match_id=match_id)
    context = {"match": visited.match, "lines": rendering.history(visited)}
    return render(request, "games/history.html", context)


@require_POST
@sensitive_post_parameters("action")
@players_only
@names_damage
def submit(request: HttpRequest, match_id: str) -> HttpResponse:
    """A move. The answer to htmx is the mover's own table, to a plain form the way back to it."""
    try:
        number, action = _posted_move(request)
        if (question := _question(request, match_id, number)) is not None:
            return question
        done = play.submit(match_id, me(request), number=number, action=action)
    except (play.PlayError, IllegalAction) as error:  # what else the engine says may name cards
        return _refused(request, found(match_id, request), error)
    follow(done)
    if not _is_htmx(request):
        return _back_to(match_id)
    visited = knowledge.visit_of(done.match, done.seats, request.user)
    return HttpResponse(rendering.fragment(visited) + rendering.notice(""))


def _question(request: HttpRequest, match_id: str, number: int) -> HttpResponse | None:
    """A page between, for those who want to be asked. A script has asked already."""
    if _is_htmx(request) or not me(request).confirm_moves or "sure" in request.POST:
        return None
    visited, action = found(match_id, request), request.POST["action"]
    if not visited.is_awaited:
        return None
    words = confirming.words_of(rendering.fragment(visited), action)
    if words is None:  # not offered: what is wrong with it is said by whoever refuses it
        return None
    context = {"match": visited.match, "number": number, "action": action, "words": words}
    return render(request, "games/confirm.html", context)


def _posted_move(request: HttpRequest) -> tuple[int, Any]:
    text = request.POST.get("action", "")
    if len(text.encode(errors="replace")) > LARGEST_ACTION:
        raise play.PlayError("too_large", _("An action is not that long."))
    try:
        return int(request.POST.get("number", "")), json.loads(text)
    except (ValueError, RecursionError):
        raise play.PlayError("malformed", _("That is not a move.")) from None


def _refused(request: HttpRequest, visited: knowledge.Visit, error: EngineError) -> HttpResponse:
    """409, the fresh table, and the reason in a sentence."""
    is_rule = isinstance(error, IllegalAction)
    sentence = rendering.refusal(visited.match.title, error) if is_rule else error.message
    status = {"not_seated": 403, "too_large": 400, "malformed": 400}.get(error.code, 409)
    if _is_htmx(request) and visited.match.is_dealt:
        html = rendering.fragment(visited) + rendering.notice(sentence)
        return HttpResponse(html, status=status)
    return _match_page(request, visited, notice=sentence, status=status)


# A table before the deal


@require_POST
@players_only
def at_table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Whatever is done at a table that is not a move: one address, the verb in the form."""
    act = AT_TABLE.get(request.POST.get("do", ""))
    if act is None:
        return HttpResponse(status=400)
    found(match_id, request)  # whoever may not see it is not told why they may not act either
    try:
        done = act(match_id, request)
    except EngineError as error:
        messages.error(request, error.message)
    else:
        follow_at_table(done)
        match_id = done.match.pk
    return _back_to(match_id)


def _index(request: HttpRequest) -> int:
    try:
        return int(request.POST.get("index", ""))
    except ValueError:
        return -1


def _invite(match_id: str, request: HttpRequest) -> play.Done:
    username = request.POST.get("username", "")
    done = seating.invite(match_id, me(request), username=username)
    messages.success(request, _("Invited."))
    return done


def _ready(match_id: str, request: HttpRequest) -> play.Done:
    return seating.ready(
        match_id,
        me(request),
        contribution=request.POST.get("contribution", ""),
        typed=request.POST.get("made_by") != "browser",
    )


AT_TABLE: dict[str, Callable[[str, HttpRequest], play.Done]] = {
    "join": lambda match_id, request: seating.join(match_id, me(request)),
    "leave": lambda match_id, request: seating.leave(match_id, me(request)),
    "ready": _ready,
    "not_ready": lambda match_id, request: seating.not_ready(match_id, me(request)),
    "kick": lambda match_id, request: seating.kick(match_id, me(request), index=_index(request)),
    "bot": lambda match_id, request: seating.seat_bot(match_id, me(request), index=_index(request)),
    "invite": _invite,
    "link": lambda match_id, request: seating.invite_link(match_id, me(request)),
    "rematch": lambda match_id, request: seating.rematch(match_id, me(request)),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """A link that seats one account, once. Opening it does nothing yet: previews open links too."""
    invited = lobby.invited(token, request.user)
    if invited is None:
        context = {"invited": None}
        return render(request, "games/invitation.html", context, status=404)
    if request.method != "POST":
        return render(request, "games/invitation.html", {"invited": invited})
    match_id = invited.row.match.pk
    try:
        follow_at_table(seating.join(match_id, me(request), token=token))
    except EngineError as error:
        messages.error(request, error.message)
        return redirect("lobby")
    return _back_to(match_id)


@require_http_methods(["GET", "HEAD", "POST"])
def alive(request: HttpRequest) -> HttpResponse:
    """For whoever watches the site. A POST also goes through session and account: a yardstick."""
    if request.method == "POST" and not request.user.is_authenticated:
        return HttpResponse(status=403)
    return HttpResponse(status=204)


# Lists


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, for strangers; players go to their tables."""
    if request.user.is_authenticated:
        return redirect("lobby")
    return render(request, "front.html", {"titles": lobby.shelf()})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The way to every title's rules."""
    return render(request, "games/rules.html", {"titles": lobby.shelf()})


@never_cache
@require_safe
def lobby_page(request: HttpRequest) -> HttpResponse:
    viewer = request.user
    context: dict[str, Any] = {
        "open_tables": lobby.open_tables(viewer),
        "to_watch": lobby.to_watch(viewer),
        "titles": lobby.shelf(),
    }
    if viewer.is_authenticated:
        waiting = lobby.waiting(viewer)
        context |= {
            "waiting_tables": waiting,
            "waiting": len(waiting),
            "playing": lobby.playing(viewer),
            "invitations": lobby.invitations(viewer),
            "finished": lobby.finished(viewer),
        }
    return render(request, "games/lobby.html", context)


@never_cache
@require_safe
@players_only
def next_table(request: HttpRequest) -> HttpResponse:
    """To the table that has waited longest, other than the one I come from."""
    match_id = lobby.next_table(request.user, besides=request.GET.get("besides", ""))
    if match_id is None:
        messages.info(request, _("No table waits for you."))
        return redirect("lobby")
    return redirect("match", match_id=match_id)


@require_safe
@players_only
def choose_title(request: HttpRequest) -> HttpResponse:
    return render(request, "games/choose_title.html", {"titles": lobby.shelf()})


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    title = _title_or_404(slug)
    form = TableForm(request.POST or None, slug=slug)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            done = seating.create(
                me(request),
                title=slug,
                size=asked["size"],
                options=form.options(),
                name=asked["name"],
                public=asked["visibility"] == "public",
                bots=asked["bots"],
                pace=asked["pace"],
            )
        except EngineError as error:
            form.add_error(None, error.message)
        else:
            follow_at_table(done)
            return _back_to(done.match.pk)
    return render(request, "games/new_table.html", {"form": form, "title": title})


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def play_now(request: HttpRequest) -> HttpResponse:
    """One button to a table full of bots, dealt at once."""
    if request.method != "POST":
        return render(request, "games/play_now.html", {"titles": lobby.shelf()})
    title = _title_or_404(request.POST.get("title", ""))
    try:
        done = seating.play_at_once(me(request), title=title.slug)
    except EngineError as error:
        messages.error(request, error.message)
        return redirect("lobby")
    follow(done)
    return _back_to(done.match.pk)


@require_safe
def title_page(request: HttpRequest, slug: str) -> HttpResponse:
    title = _title_or_404(slug)
    context = {
        "title": title,
        "open_tables": lobby.open_tables(request.user, title=slug),
        "to_watch": lobby.to_watch(request.user, title=slug),
        "rules": rendering.rules(slug),
    }
    return render(request, "games/title.html", context)


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """What an account has played: counts, and a page of its matches that this visitor may see."""
    shown = lobby.profile(name)
    if shown is None:
        raise Http404
    page = past.page(
        request.user, past.Wanted(player=shown.name, after=request.GET.get("after", ""))
    )
    return render(request, "games/profile.html", {"profile": shown, "page": page})


def _title_or_404(slug: str) -> Any:
    if slug not in titles():
        raise Http404
    return titles()[slug]


def _back_to(match_id: str) -> HttpResponseRedirect:
    """303: the browser comes back by GET, and reloading sends nothing twice."""
    return HttpResponseRedirect(reverse("match", args=[match_id]), status=303)


def _is_htmx(request: HttpRequest) -> bool:
    return bool(cast(Any, request).htmx)
