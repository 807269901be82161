"""The front page, the page of a title with its rules, and the way to every title's rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.pages import lists
from games.pages.asking import title_or_404
from games.pages.sharing import shared_by_strangers
from games.presentation.rulings import former_rules
from games.rendering.rules import Rules, rules_of


@require_safe
@shared_by_strangers
def home(request: HttpRequest) -> HttpResponse:
    """What this is, for strangers; players go to their tables."""
    if request.user.is_authenticated:
        return redirect("lobby")
    return render(request, "front.html", {"titles": lists.shelf()})


@require_safe
@shared_by_strangers
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules.html", {"titles": lists.shelf()})


@require_safe
@shared_by_strangers
def title_page(request: HttpRequest, slug: str) -> HttpResponse:
    title = title_or_404(slug)
    context = {
        "title": title,
        "open_tables": lists.open_tables(request.user, lists.OpenFilter(title=slug)),
        "to_watch": lists.to_watch(request.user, title=slug),
        "has_rules": rules_of(slug) is not None,
    }
    return render(request, "games/title.html", context)


@require_safe
@shared_by_strangers
def title_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How to play a title. What holds in matches that were begun by older rules is at its end."""
    context = {"title": title_or_404(slug), "rules": _rules(slug), "former": former_rules(slug)}
    return render(request, "games/title_rules.html", context)


@require_safe
@shared_by_strangers
def title_rules_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The same without a page around it, for the sheet beside the board."""
    context = {"title": title_or_404(slug), "rules": _rules(slug)}
    return render(request, "games/rules_sheet.html", context)


def _rules(slug: str) -> Rules:
    found = rules_of(slug)
    if found is None:
        raise Http404
    return found
