"""The front page, the page of a title with its rules, and the way to every title's rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import TemplateDoesNotExist
from django.views.decorators.http import require_safe

from games.pages import lists
from games.pages.asking import title_or_404
from games.pages.sharing import shared_by_strangers
from games.presentation.rulings import former_rules
from games.rendering.environment import template


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
        "open_tables": lists.open_tables(request.user, title=slug),
        "to_watch": lists.to_watch(request.user, title=slug),
        "rules": _rules_of(slug),
        "former": former_rules(slug),
    }
    return render(request, "games/title.html", context)


def _rules_of(slug: str) -> str:
    """From the title's own folder, if it has written them."""
    try:
        return template(f"{slug}/rules.html").render({})
    except TemplateDoesNotExist:
        return ""
