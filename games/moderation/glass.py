"""Breaking the glass: the staff open the secrets of a match that is not over, for half an hour.

It needs a right of its own and a written reason, is refused to whoever sits there, sat there, or shares
a browser or an address with somebody who does, is in the audit, and is told to everybody when the match
is over. Whoever has looked never sits there.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import audit, traces
from accounts.acts import Tie
from accounts.models import User
from games.engine import EngineError
from games.matchlog.access import Visit
from games.models import UNFINISHED, Glass, Holder, Match, Seat
from games.moderation import acts
from games.moderation.ties import of_match

LASTS = timedelta(minutes=30)
SHORTEST_REASON = 20
LONGEST_REASON = 1000
TOLD_WHEN = (Match.Status.OVER, Match.Status.VOID)


class NotOpened(EngineError):
    """There is nothing to open."""


def refusal(match: Match, by: User) -> audit.NotAllowed | None:
    return audit.refusal_of(acts.BREAK_GLASS, by=by, about=_subject(match, by))


def _subject(match: Match, by: User) -> audit.Subject:
    about = of_match(match, by)
    sit = Seat.objects.filter(match=match, account__isnull=False)
    sat = Holder.objects.filter(match=match, account__isnull=False)
    people = {*sit.values_list("account_id", flat=True), *sat.values_list("account_id", flat=True)}
    if traces.shares_with(by, people - {by.pk}):
        return replace(about, ties={*about.ties, Tie.SHARES})
    return about


def break_glass(match: Match, by: User, *, reason: str) -> Glass:
    about = _subject(match, by)
    with audit.doing(acts.BREAK_GLASS, by=by, about=about, reason=reason), transaction.atomic():
        there = Match.objects.select_for_update(no_key=True).defer("secret").get(pk=match.pk)
        if there.status not in UNFINISHED or there.number is None:
            raise NotOpened("not_running", _("Only a match that is being played has secrets."))
        now = timezone.now()
        Match.objects.filter(pk=match.pk).update(looked_into=True)
        return Glass.objects.create(
            match=there,
            account=by,
            reason=reason[:LONGEST_REASON],
            number=there.number,
            opened_at=now,
            closes_at=now + LASTS,
        )


def is_open(match: Match, by: User) -> Glass | None:
    """The glass that they broke, while it is open."""
    own = Glass.objects.filter(match=match, account=by, closes_at__gt=timezone.now())
    return own.order_by("-closes_at").first()


def visit_through(broken: Glass) -> Visit:
    """The match with all its secrets, for whoever broke that glass."""
    rows = Seat.objects.filter(match=broken.match_id).select_related("match").defer("match__secret")
    seats = list(rows.order_by("index").prefetch_related("holders"))
    return Visit(seats[0].match, seats, None, is_through_glass=True)


def disclosed(match: Match) -> list[Glass]:
    """Who looked into it, when and why; nothing before it is over."""
    if not match.looked_into or match.status not in TOLD_WHEN:
        return []
    return list(Glass.objects.filter(match=match).select_related("account"))
