"""Was it shuffled fairly? What was fixed before the deal, and every move checked afterwards."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine import titles
from games.engine.verify import Check, Report
from games.matchlog import reader, verifying
from games.pages.asking import found

DOCUMENTS = ("fairness", "match-file")


@never_cache
@require_safe
def fairness_page(request: HttpRequest, match_id: str) -> HttpResponse:
    """What was fixed before the deal; once over, the secret, and every move played again."""
    visited = found(match_id, request)
    report = verifying.checked(visited.match, visited.seats) if visited.is_over else None
    context = {
        "match": visited.match,
        "title": titles()[visited.match.title],
        "fairness": verifying.fairness_facts(visited),
        "digest": reader.last_digest(visited.match.pk),
        "report": report,
        "wrong": None if report is None else _first_wrong(report),
        "checks": [] if report is None else _questions(report),
    }
    return render(request, "games/fairness.html", context)


@never_cache
@require_safe
def verdict(request: HttpRequest, match_id: str) -> HttpResponse:
    """One line about a match that is over, which its replay fetches for itself: does it hold?"""
    visited = found(match_id, request)
    if not visited.is_over:
        raise Http404
    report = verifying.checked(visited.match, visited.seats)
    context = {"report": report, "wrong": _first_wrong(report)}
    return render(request, "games/verdict.html", context)


def _first_wrong(report: Report) -> int | None:
    """The first move that one of the three checks names."""
    moves = [check.move for check in (report.draws, report.rules, report.chain)]
    return min((move for move in moves if move is not None), default=None)


def _questions(report: Report) -> list[tuple[Check, str]]:
    return [
        (report.draws, _("Does every draw follow from the secret?")),
        (report.rules, _("Does every move follow from the rules?")),
        (report.chain, _("Is every move as it was when it was made?")),
    ]


@require_safe
def document(_request: HttpRequest, name: str) -> HttpResponse:
    """The two documents with which a stranger can check a match."""
    if name not in DOCUMENTS:
        raise Http404
    text = (settings.BASE_DIR / "docs" / f"{name}.md").read_text(encoding="utf-8")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
