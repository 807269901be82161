"""The lobby, and the ways from it to a table: the next one, a new one, one with bots."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.engine import EngineError
from games.matchlog import waiting
from games.pages import lists, searches
from games.pages.asking import back_to, me, players_only, title_or_404
from games.pages.forms import OpenForm, SeekForm, TableForm
from games.play import seating
from games.rendering.rules import rules_of
from games.talk import hearing, held


@never_cache
@require_safe
def lobby_page(request: HttpRequest) -> HttpResponse:
    viewer = request.user
    wanted = OpenForm(request.GET)
    context: dict[str, object] = {
        "open_form": wanted,
        "open_tables": lists.open_tables(viewer, wanted.asked()),
        "to_watch": lists.to_watch(viewer),
        "titles": lists.shelf(),
    }
    if viewer.is_authenticated:
        unread = hearing.unread_counts(me(request).pk)
        waiting_tables = lists.with_talk(lists.waiting(viewer), unread)
        context |= {
            "waiting_tables": waiting_tables,
            "waiting": len(waiting_tables),
            "playing": lists.with_talk(lists.playing(viewer), unread),
            "searches": searches.searches(viewer),
            "seek_form": SeekForm(),
            "invitations": lists.invitations(viewer),
            "finished": lists.finished(viewer),
            "open_seats": lists.open_seats(viewer),
        }
    return render(request, "games/lobby.html", context)


@never_cache
@require_safe
@players_only
def next_table(request: HttpRequest) -> HttpResponse:
    """To the table whose time runs out first, other than the one I come from."""
    match_id = waiting.next_table(request.user, besides=request.GET.get("besides", ""))
    if match_id is None:
        messages.info(request, _("You’re all caught up."))
        return redirect("lobby")
    return redirect("match", match_id=match_id)


@require_safe
@players_only
def choose_title(request: HttpRequest) -> HttpResponse:
    return render(request, "games/choose_title.html", {"titles": lists.shelf()})


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    title = title_or_404(slug)
    zone = me(request).time_zone or "UTC"
    form = TableForm(request.POST or None, slug=slug, zone=zone)
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
                terms=form.terms(),
                asks=asked["asks"] or 0,
                talk=asked["talk"] or "all",
                talk_private=asked["talk_private"],
                knowing=not asked["without_knowing"],
            )
        except EngineError as error:
            form.add_error(None, error.message)
        else:
            if name := held.held_name(done.match):
                messages.info(request, held.told_of_name(name))
            return back_to(done.match.pk)
    context = {"form": form, "title": title, "has_rules": rules_of(slug) is not None}
    return render(request, "games/new_table.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def play_now(request: HttpRequest) -> HttpResponse:
    """One button to a table full of bots, dealt at once."""
    if request.method != "POST":
        return render(request, "games/play_now.html", {"titles": lists.shelf()})
    title = title_or_404(request.POST.get("title", ""))
    try:
        done = seating.play_at_once(me(request), title=title.slug)
    except EngineError as error:
        messages.error(request, error.message)
        return redirect("lobby")
    return back_to(done.match.pk)
