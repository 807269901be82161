"""One's own notebook: a page of its own, and the same fetched into the sheet beside a table.

Nothing here is ever in an answer to anybody else. It is fetched apart from a seat's cards, though it
is its reader's own: so no page has to be asked whose notes stand in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User, account_named
from games.engine import EngineError, titles
from games.matchlog.access import Visit, whole_number
from games.pages.asking import found, is_htmx, me, players_only
from games.pages.damage import reports_damage
from games.rendering import suspecting
from games.talk import claiming, notebook
from games.talk.notebook import EMPTY, NoteRead


@dataclass(frozen=True, slots=True)
class PersonNoted:
    """Somebody at the table, and one's own note about them."""

    seat: int
    name: str
    note: NoteRead
    text: str  # the note's, or what could not be saved


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
@reports_damage
def notes_page(request: HttpRequest, match_id: str) -> HttpResponse:
    visited, refused = found(match_id, request), ""
    if request.method == "POST":
        try:
            _save(request, visited)
        except EngineError as error:
            refused = error.message
        if not refused and not is_htmx(request):
            return HttpResponseRedirect(reverse("notes", args=[match_id]), status=303)
    context = _context(request, visited, refused)
    template = "notes_pane" if is_htmx(request) else "notes"
    if is_htmx(request) and request.method == "POST" and "match" not in request.POST:
        template = "suspicion_kept"  # notes that are being written stay as they are
    return render(request, f"games/{template}.html", context, status=409 if refused else 200)


def _save(request: HttpRequest, visited: Visit) -> None:
    posted, account = request.POST, me(request)
    levels = {
        whole_number(name.removeprefix("seat_")): whole_number(posted[name])
        for name in posted
        if name.startswith("seat_")
    }
    if levels and suspecting.words_of(visited) is not None:
        now = suspecting.suspects(visited, notebook.suspicions(account, visited.match))
        changed = {one.seat: one.level for one in now}
        levels = {seat: level for seat, level in levels.items() if changed.get(seat) != level}
        notebook.suspect(account, visited.match, levels=levels, seats=list(changed))
    if "match" in posted:
        text, mark = posted["match"], posted.get("match_mark", "")
        notebook.write_on_match(account, visited.match, text=text, mark=mark)
    for seat, other in _others(visited, account).items():
        if f"about_{seat}" in posted:
            text, mark = posted[f"about_{seat}"], posted.get(f"about_{seat}_mark", "")
            notebook.write_about(account, other, text=text, mark=mark)


def _others(visited: Visit, account: User) -> Mapping[int, User]:
    """The people at the table, by seat, who have an account and are not oneself."""
    seated = {
        seat.index: seat.account_id
        for seat in visited.seats
        if seat.account_id is not None and seat.account_id != account.pk
    }
    accounts = User.objects.in_bulk(list(seated.values()))
    return {seat: accounts[pk] for seat, pk in seated.items() if pk in accounts}


def _context(request: HttpRequest, visited: Visit, refused: str) -> dict[str, object]:
    account, match = me(request), visited.match
    others = _others(visited, account)
    notes = notebook.notes_about(account, [other.pk for other in others.values()])
    posted = request.POST if refused else QueryDict()
    people = [
        PersonNoted(
            seat,
            other.get_username(),
            note := notes.get(other.pk, EMPTY),
            posted.get(f"about_{seat}", note.text),
        )
        for seat, other in others.items()
    ]
    note = notebook.note_on_match(account, match)
    noted = notebook.suspicions(account, match) if match.is_dealt else []
    claims = claiming.claims_of(match) if match.is_dealt else []
    return {
        "match": match,
        "title": titles()[match.title],
        "tab": "notes",
        "claim_count": sum(not one.is_gone for one in claims),
        "is_fetched": is_htmx(request),
        "suspicions": suspecting.words_of(visited),
        "suspects": suspecting.suspects(visited, noted) if visited.is_unfinished else [],
        "charts": suspecting.charts(visited, noted) if visited.is_over else [],
        "last": max(match.number or 0, 1),
        "note": note,
        "text": posted.get("match", note.text),
        "people": sorted(people, key=lambda one: not one.text),
        "refused": refused,
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def note_about(request: HttpRequest, name: str) -> HttpResponse:
    """One's own note about somebody, for the page of their account."""
    other, account, refused = account_named(name), me(request), ""
    if other is None or other.pk == account.pk:
        raise Http404
    if request.method == "POST":
        try:
            notebook.write_about(
                account,
                other,
                text=request.POST.get("text", ""),
                mark=request.POST.get("mark", ""),
            )
        except EngineError as error:
            refused = error.message
        if not refused and not is_htmx(request):
            return redirect("note_about", name=other.get_username())
    note = notebook.notes_about(account, [other.pk]).get(other.pk, EMPTY)
    context = {
        "name": other.get_username(),
        "note": note,
        "text": request.POST.get("text", "") if refused else note.text,
        "refused": refused,
    }
    whole = "note_form" if is_htmx(request) else "note_about"
    return render(request, f"games/{whole}.html", context, status=409 if refused else 200)
