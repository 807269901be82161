"""Talk at a table: a page of its own without scripts, and the same fetched into the table's page.

What is said is drawn once for all who hear it (`games.rendering.talk`). What belongs to the reader's
account is put around it here: what is new, whom they muted, what they may take back.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine import EngineError, titles
from games.matchlog import access
from games.matchlog.access import Viewer, Visit
from games.pages.asking import found, is_htmx, me, players_only
from games.pages.damage import reports_damage
from games.presentation.claims import ClaimGroup
from games.rendering import claims as ledgers
from games.rendering import talk as rendering
from games.rendering.claims import Ledger, LedgerLine
from games.rendering.talk import Voice
from games.talk import claiming, hearing, held, muting, saying
from games.talk.channels import Relation
from games.talk.claiming import ClaimMade
from games.talk.hearing import Heard, Listener
from games.talk.saying import Kind


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in the list: what was said, a line of the log, or a divider before what is new."""

    kind: str  # "said", "line" or "new"
    html: str = ""
    ref: str = ""
    name: str = ""
    is_mine: bool = False
    is_to_me: bool = False
    may_take_back: bool = False
    is_gone: bool = False  # taken back, or hidden
    held: str = ""  # that it is held back, in words to its speaker, who alone reads it
    muted: Sequence[Entry] = ()  # what stands here of somebody who was muted
    move: int = -1
    claim: int = 0  # its position, if it is a claim
    is_muted: bool = False  # its maker is, which hides no claim
    made_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The part of what was said that is listed, and whether there is more on either side of it."""

    heard: Sequence[Heard]
    has_earlier: bool = False
    has_later: bool = False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reports_damage
def talk_page(request: HttpRequest, match_id: str) -> HttpResponse:
    visited = found(match_id, request)
    if request.method == "POST":
        return _post(request, match_id=match_id)
    if "place" in request.GET:
        return HttpResponse(_mark(visited, request.GET["place"]), content_type="text/plain")
    who = hearing.listener(visited, request.user)
    if "count" in request.GET:
        return HttpResponse(str(hearing.unread(who)), content_type="text/plain")
    context = _context(request, who)
    is_looked_at = not is_htmx(request) or "seen" in request.GET
    if is_looked_at and "before" not in request.GET:
        _mark_read(who, context)
    return _answer(request, context)


def _mark(visited: Visit, cell: str) -> str:
    """What to type for a place that was touched on the board."""
    named = rendering.place_mark(visited.match.title, cell)
    return f"#{named}" if named else ""


def opener(visited: Visit, viewer: Viewer) -> Mapping[str, object]:
    """What the page of a table has of its talk: the way there, and how much is new."""
    who = hearing.listener(visited, viewer)
    if not who.is_party:
        return {}
    return {"talk_unread": hearing.unread(who), "has_talk": True}


@players_only
def _post(request: HttpRequest, *, match_id: str) -> HttpResponse:
    who = hearing.listener(found(match_id, request), request.user)
    refused = ""
    try:
        _do(request, who)
    except EngineError as error:
        refused = error.message
    if not refused and not is_htmx(request):
        return HttpResponseRedirect(reverse("talk", args=[match_id]), status=303)
    context = _context(request, who, refused=refused)
    if not refused:
        _mark_read(who, context)
    return _answer(request, context, status=409 if refused else 200)


def _do(request: HttpRequest, who: Listener) -> None:
    """By the button that was pressed; without one, what was typed is said."""
    posted, account = request.POST, me(request)
    names = {name: posted[name] for name in _ACTS if posted.get(name)}
    if "take_back" in names:
        saying.take_back(who, ref=names["take_back"])
    elif "mute" in names:
        muting.mute(account, name=names["mute"], match=who.match)
    elif "mute_everywhere" in names:
        muting.mute(account, name=names["mute_everywhere"])
    elif "block" in names:
        muting.block(account, name=names["block"])
    elif "unmute" in names:
        muting.unmute(account, name=names["unmute"])
    elif "claim" in names:
        claiming.claim(who, code=names["claim"], key=posted.get("key", ""), offers=_codes_offered)
    elif "take_claim_back" in names:
        position = access.whole_number(names["take_claim_back"])
        claiming.take_claim_back(who, position=position)
    else:
        kind, text = _said(request, who.match.title)
        saying.say(who, kind=kind, text=text, key=posted.get("key", ""))


_ACTS = (
    "take_back", "mute", "mute_everywhere", "block", "unmute", "claim", "take_claim_back",
)  # fmt: skip


def _codes_offered(visited: Visit) -> Collection[str]:
    return ledgers.codes_of(_groups_for(visited))


def _said(request: HttpRequest, slug: str) -> tuple[Kind, str]:
    posted = request.POST
    for kind, codes in ((Kind.PHRASE, rendering.phrases(slug)), (Kind.EMOTE, rendering.emotes())):
        code = posted.get(kind.value)
        if code is not None:
            return kind, code if code in codes else ""
    return Kind.TEXT, posted.get("text", "")


# What is shown


def _context(request: HttpRequest, who: Listener, *, refused: str = "") -> dict[str, object]:
    asked, match = request.GET, who.match
    # Whoever says something sees it: at the end.
    part = {} if request.method == "POST" else {name: asked.get(name, "") for name in _PARTS}
    window = _window(who, **part)
    heard = window.heard
    since = asked.get("since") or hearing.read_up_to(who)
    with_log = asked.get("log") == "on" and match.is_dealt
    query = {"since": since, "log": "on" if with_log else "", **part}
    muted = saying.why_muted(request.user.pk) if who.may_write else ""
    speakers = [name for name in hearing.speakers(heard) if name != _name(request.user)]
    claims = claiming.claims_of(match) if match.is_dealt else []
    ledger = ledgers.ledger(who.visited, claims)
    return {
        "match": match,
        "title": titles()[match.title],
        "entries": _entries(
            request,
            who,
            window,
            claims,
            ledger,
            since=since,
            with_log=with_log,
        ),
        "last": heard[-1].ref if heard else "",
        "last_claim": claims[-1].position if claims else 0,
        "earlier": heard[0].ref if window.has_earlier else "",
        "has_later": window.has_later,
        "is_past": bool(part.get("before")),
        "first_move": heard[0].number if window.has_earlier else None,
        "last_move": heard[-1].number if window.has_later else None,
        "claim_count": ledger.count,
        # Asked for by the whole pane alone: what is fetched again after a line folds nothing for it.
        "about": asked.get("about", ""),
        "claim_groups": SimpleLazyObject(partial(_claim_groups, who)),
        "tab": "talk",
        "with_log": with_log,
        "query": urlencode({name: value for name, value in query.items() if value}),
        "refused": refused,
        "text": request.POST.get("text", "") if refused else "",
        "key": request.POST.get("key", "") if refused else secrets.token_urlsafe(12),
        "may_say": who.speaks_in is not None,
        "may_write": who.may_write and not muted,
        "muted": muted,
        "whom": _whom(who),
        "speakers": speakers,
        "phrases": rendering.phrases(match.title),
        "emotes": rendering.emotes(),
    }


_PARTS = ("before", "at")  # what may be asked for instead of the newest lines


def _window(who: Listener, before: str = "", at: str = "") -> Window:
    """The newest lines; or those before one of them; or those about a move."""
    number = access.whole_number(at)
    heard = hearing.heard_about(who, number) if number >= 0 else hearing.heard(who, before=before)
    if not heard:
        return Window(heard)
    is_part = bool(before) or number >= 0
    return Window(
        heard,
        has_earlier=hearing.has_earlier(who, heard[0].ref),
        has_later=is_part and hearing.has_later(who, heard[-1].ref),
    )


def _whom(who: Listener) -> Mapping[str, str]:
    """To whom one speaks, in the field, and who reads that, under it."""
    if who.visited.is_over:
        return {"to": _("Write to everyone"), "read": _("The match is over: one channel for all.")}
    if who.role == Relation.PLAYER:
        private = _("Spectators never see it.")
        later = _("Spectators see it when the match is over.")
        only = _("What you write here only the players read.")
        read = f"{only} {private if who.match.talk_private or not who.match.public else later}"
        return {"to": _("Write to the players"), "read": read}
    return {
        "to": _("Write to the spectators"),
        "read": _("Only spectators read this. The players see it when the match is over."),
    }


def _claim_groups(who: Listener) -> Sequence[ClaimGroup]:
    """The same whatever this seat holds: made from what the public knows."""
    return _groups_for(who.visited) if claiming.may_claim(who.role, who.match) else ()


def _groups_for(visited: Visit) -> Sequence[ClaimGroup]:
    return () if visited.seat is None else ledgers.offered(visited, visited.seat)


def _beside(window: Window, claims: Sequence[ClaimMade]) -> Sequence[ClaimMade]:
    """The claims that were made while this was said."""
    since = window.heard[0].made_at if window.has_earlier else None
    until = window.heard[-1].made_at if window.has_later else None
    return [
        one
        for one in claims
        if (since is None or since <= one.made_at) and (until is None or one.made_at <= until)
    ]


def _entries(
    request: HttpRequest,
    who: Listener,
    window: Window,
    claims: Sequence[ClaimMade],
    ledger: Ledger,
    *,
    since: str,
    with_log: bool,
) -> list[Entry]:
    heard = window.heard
    names = {seat.name for seat in who.visited.seats if seat.name} | set(hearing.speakers(heard))
    muted = muting.muted_by(request.user.pk, who.match.pk)
    said = list[Entry]()
    for one in heard:
        voice = rendering.voice(one, visited=who.visited, names=names)
        entry = _entry(request.user, one, voice)
        if one.account_id in muted and not one.gone:
            said = _put_away(said, entry)
        else:
            said.append(entry)
    said = _divided(said, heard, since)
    made = [
        _claim_entry(request.user, who.match.pk, one, ledger.lines[one.position], muted)
        for one in _beside(window, claims)
    ]
    # Sorting keeps the order of what is equal. A divider stands before what it divides off.
    said = sorted([*said, *made], key=_moment)
    return _among_lines(who.visited, said, is_part=window.has_later) if with_log else said


def _moment(entry: Entry) -> datetime:
    assert entry.made_at is not None
    return entry.made_at


def _claim_entry(
    viewer: Viewer, match_id: str, one: ClaimMade, line: LedgerLine, muted: Collection[int]
) -> Entry:
    """Whoever made it: nobody can mute a claim away."""
    is_mine = viewer.pk is not None and one.account_id == viewer.pk
    return Entry(
        "said",
        html=ledgers.drawn(line, one.made_at, match_id=match_id),
        ref=f"c{one.position}",
        is_mine=is_mine,
        is_gone=one.is_gone,
        may_take_back=is_mine and one.is_fresh,
        move=one.number,
        claim=one.position,
        name=line.name,
        is_muted=one.account_id in muted and not one.is_gone,
        made_at=one.made_at,
    )


def _entry(viewer: Viewer, one: Heard, voice: Voice) -> Entry:
    is_mine = viewer.pk is not None and one.account_id == viewer.pk
    is_fresh = timezone.now() - one.made_at <= saying.MAY_TAKE_BACK
    return Entry(
        "said",
        html=rendering.drawn(voice),
        ref=one.ref,
        name=one.name,
        is_mine=is_mine,
        is_to_me=not is_mine and _name(viewer) in voice.mentions,
        may_take_back=is_mine and is_fresh and not one.gone,
        is_gone=bool(one.gone),
        held=held.told() if one.is_held and not one.gone else "",
        move=-1 if one.number is None else one.number,
        made_at=one.made_at,
    )


def _name(viewer: Viewer) -> str:
    return viewer.get_username() if viewer.pk is not None else ""


def _put_away(said: list[Entry], entry: Entry) -> list[Entry]:
    """What somebody says who was muted folds up, with what they said just before."""
    last = said[-1] if said else None
    if last is not None and last.muted and last.name == entry.name:
        return [*said[:-1], replace(last, muted=(*last.muted, entry))]
    return [*said, replace(entry, muted=(entry,))]


def _divided(said: list[Entry], heard: Sequence[Heard], since: str) -> list[Entry]:
    """A divider before what is new, if something older stands before it and it is by others."""
    refs = [one.ref for one in heard]
    if since not in refs:
        return said
    new = {one.ref for one in heard[refs.index(since) + 1 :]}
    first = next((n for n, entry in enumerate(said) if entry.ref in new), None)
    to_read = [one for one in said if not (one.is_mine or one.is_gone or one.muted)]
    count = sum(entry.ref in new for entry in to_read)
    if first is None or not count:
        return said
    words = ngettext("{count} new line", "{count} new lines", count).format(count=count)
    divider = Entry("new", html=words, move=said[first].move, made_at=said[first].made_at)
    return [*said[:first], divider, *said[first:]]


def _among_lines(visited: Visit, said: Sequence[Entry], *, is_part: bool) -> list[Entry]:
    """What was said, each after the move that it came after."""
    moves = [entry.move for entry in said]
    since = max(min(moves, default=0), 0)
    lines = [
        Entry("line", html=html, move=move)
        for move, html in rendering.log_lines(visited, since=since)
        if not is_part or move <= max(moves)
    ]
    # Sorting keeps the order of what has the same move, and lines stand before what followed them.
    return sorted([*lines, *said], key=lambda entry: entry.move)


def _mark_read(who: Listener, context: Mapping[str, object]) -> None:
    claim = context["last_claim"]
    assert isinstance(claim, int)
    saying.read(who, ref=str(context["last"]), claim=claim)


def _answer(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """All of the page; or what a page fetches: the whole pane first, then what changes in it."""
    if not is_htmx(request):
        return render(request, "games/talk.html", context, status=status)
    is_first = request.method == "GET" and "part" not in request.GET
    template = "games/talk_pane.html" if is_first else "games/talk_said.html"
    return render(request, template, context | {"is_fetched": True}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def muted_page(request: HttpRequest) -> HttpResponse:
    """Everyone whom this account has muted or blocked, and the way back; from a profile, the way in."""
    if request.method == "POST":
        if name := request.POST.get("block"):
            try:
                muting.block(me(request), name=name)
            except EngineError as error:
                messages.error(request, error.message)
        else:
            muting.unmute(me(request), name=request.POST.get("unmute", ""))
        return redirect("muted")
    return render(request, "games/muted.html", {"mutes": muting.all_of(me(request))})
