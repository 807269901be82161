"""Reporting something: a line, a claim, a comment, a profile, a table's name, a move.

Whoever reports sees what they report. Reports about the same thing are one case; each account
reports it once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, account_named, lock_account
from accounts.text import visible
from games.engine import EngineError
from games.matchlog import copies
from games.matchlog.access import Visit
from games.matchlog.audience import PUBLIC
from games.models import Case, Claim, Comment, Complaint, Holder, Match, Remark
from games.rendering.claims import in_words
from games.talk import hearing, muting

Kind, Reason = Case.Kind, Complaint.Reason

LONGEST = 1000
MOST_A_DAY = 20
DAY = timedelta(days=1)

# How heavy a report is by its reason; the heaviest reason of a case counts, and three who agree.
WEIGHTS: Mapping[str, int] = {
    Reason.INSULT: 3,
    Reason.SEVERAL: 2,
    Reason.SPOILS: 2,
    Reason.NAME: 1,
    Reason.STALLING: 1,
    Reason.SPAM: 1,
    Reason.OTHER: 1,
}
HEAVIEST = 3
MANY = 3  # reports about one thing make it heavier by one


class NotReported(EngineError):
    """The site takes no such report, and says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """What somebody reports."""

    kind: Case.Kind
    key: str
    about: User | None
    match: Match | None = None
    number: int | None = None
    remark: Remark | None = None
    comment: Comment | None = None
    quote: str = ""
    says: str = ""  # the same for whoever reports it, where that is not what is kept


def line(who: hearing.Listener, ref: str) -> Reported | None:
    """One that this visitor hears."""
    remark = hearing.by_reference(who, ref)
    if remark is None or remark.hidden_at or remark.taken_back_at:
        return None
    return Reported(
        kind=Kind.LINE,
        key=f"line {remark.pk}",
        about=remark.account,
        match=who.match,
        number=remark.number,
        remark=remark,
        quote=remark.text if remark.kind == Remark.Kind.TEXT else "",
    )


def claim(visited: Visit, position: int) -> Reported | None:
    """Public, as a move is. What it says, the title words."""
    there = Claim.objects.filter(match=visited.match, position=position, taken_back_at=None)
    found = there.select_related("account").first()
    if found is None:
        return None
    return Reported(
        kind=Kind.CLAIM,
        key=f"claim {found.pk}",
        about=found.account,
        match=visited.match,
        number=found.number,
        quote=found.code,
        says=in_words(visited, found.code, seat=found.seat, number=found.number),
    )


def comment(visited: Visit, number: int) -> Reported | None:
    there = Comment.objects.filter(match=visited.match, pk=number, is_held=False, removed_at=None)
    found = there.select_related("account").first()
    if found is None or visited.match.status != Match.Status.OVER:
        return None
    return Reported(
        kind=Kind.COMMENT,
        key=f"comment {found.pk}",
        about=found.account,
        match=visited.match,
        number=found.number,
        comment=found,
        quote=found.text,
    )


def profile(name: str) -> Reported | None:
    account = account_named(name)
    if account is None:
        return None
    return Reported(kind=Kind.PROFILE, key=f"profile {account.pk}", about=account)


def table(visited: Visit) -> Reported:
    match = visited.match
    return Reported(
        kind=Kind.TABLE, key=f"table {match.pk}", about=match.host, match=match, quote=match.name
    )


def move(visited: Visit, number: int) -> Reported | None:
    """By whoever held its seat then, as the public reads the log; by nobody, if that is damaged."""
    match, seat = visited.match, None
    if match.number is None or not 0 < number <= match.number:
        return None
    with suppress(EngineError):
        seat = copies.of(match, PUBLIC).moves[number].seat
    return Reported(
        kind=Kind.MOVE,
        key=f"move {number} of {match.pk}",
        about=None if seat is None else _holder(visited, seat, number),
        match=match,
        number=number,
    )


def _holder(visited: Visit, seat: int, number: int) -> User | None:
    before = Holder.objects.filter(
        match=visited.match, seat__index=seat, first__lte=number, last__gte=number
    )
    held = before.select_related("account").first()
    return held.account if held else visited.seats[seat].account


@transaction.atomic
def report(by: User, what: Reported, *, reason: str, words: str, block: bool = False) -> Complaint:
    """Report it. To report the same thing twice reports it once."""
    if reason not in Reason.values:
        raise NotReported("no_reason", _("Say what is wrong."))
    if what.about is not None and what.about.pk == by.pk:
        raise NotReported("yourself", _("That is yours."))
    now = timezone.now()
    case, _is_new = Case.objects.select_for_update().get_or_create(
        key=what.key,
        decided_at=None,
        defaults={
            "kind": what.kind,
            "about": what.about,
            "match": what.match,
            "number": what.number,
            "remark": what.remark,
            "comment": what.comment,
            "quote": what.quote,
            "weight": WEIGHTS[reason],
            "opened_at": now,
        },
    )
    lock_account(by.pk)
    made = Complaint.objects.filter(account=by, made_at__gt=now - DAY)
    if made.count() >= MOST_A_DAY:
        raise NotReported("too_many", _("That was a lot for one day. Report the rest tomorrow."))
    complaint, _first = Complaint.objects.get_or_create(
        case=case,
        account=by,
        defaults={
            "reason": reason,
            "words": visible(words, lines=True)[:LONGEST],
            "made_at": now,
        },
    )
    _weigh(case)
    if block and what.about is not None and what.about.is_active:
        muting.block(by, name=what.about.username)
    return complaint


def _weigh(case: Case) -> None:
    reasons = list(case.complaints.values_list("reason", flat=True))
    heaviest = max(WEIGHTS[reason] for reason in reasons)
    if case.held_for:  # by its word, as heavy as it was
        heaviest = max(heaviest, case.weight)
    case.weight = min(heaviest + (len(reasons) >= MANY), HEAVIEST)
    case.save(update_fields=["weight"])


def of_account(account: User, *, limit: int = 50) -> Sequence[Complaint]:
    """What somebody has reported, newest first, with what became of it."""
    own = Complaint.objects.filter(account=account).select_related("case__about", "case__match")
    return list(own.defer("case__match__secret").order_by("-made_at")[:limit])
