"""All that the site knows of an account, for that account: as plain data, to be written as one file.

Of matches what the account's own seat knew: its own actions. Nobody else's words or cards. What
others have reported of it, and what the site has noticed, is the staff's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Model, QuerySet

from accounts.models import Trace, User
from games.engine import EngineError
from games.matchlog import reader
from games.matchlog.audience import Audience
from games.models import (
    Claim,
    Comment,
    Complaint,
    DaysOff,
    Delivery,
    Holder,
    HookAttempt,
    Invitation,
    Kick,
    Match,
    Mute,
    MutedTable,
    Note,
    Notice,
    PushSubscription,
    Reach,
    ReadMark,
    Remark,
    Seat,
    Seek,
    Suspicion,
    TruthShare,
    Webhook,
)

# Of each of these what has the account's name on it; those below need more than their columns. Keys by
# which others could act or read for the account are left out: a file is soon in other hands.
SECTIONS: Mapping[str, tuple[type[Model], Sequence[str]]] = {
    "talk": (
        Remark,
        ("match_id", "channel", "kind", "text", "made_at", "taken_back_at", "hidden_reason"),
    ),
    "talk read": (ReadMark, ("match_id",)),
    "claims": (Claim, ("match_id", "code", "number", "made_at", "taken_back_at")),
    "shares how often claims were true": (TruthShare, ("account__username",)),
    "comments": (Comment, ("match_id", "number", "text", "made_at", "removed_reason")),
    "reports": (
        Complaint,
        ("case__kind", "case__match_id", "reason", "words", "made_at", "case__told"),
    ),
    "muted": (Mute, ("about__username", "match_id", "blocks", "made_at")),
    "notebook": (Note, ("match_id", "about__username", "text", "changed_at")),
    "suspicions": (Suspicion, ("match_id", "seat", "number", "level")),
    # Hashes, which tell nobody anything: when they were made.
    "browsers and addresses": (Trace, ("kind", "first_at", "met_at")),
    "invitations": (Invitation, ("match_id", "made_at", "used_at")),
    "sent away": (Kick, ("match_id", "at")),
    "searches": (Seek, ("title", "pace", "size", "made_at", "bots_at", "expires_at")),
    "days off": (DaysOff, ("first", "last")),
    "notices": (Notice, ("kind", "match_id", "number", "facts", "made_at", "read_at")),
    "sent": (Delivery, ("notice__kind", "channel", "state", "due_at", "done_at")),
    "how to be told": (
        Reach,
        ("kinds", "rhythm", "hour", "quiet_from", "quiet_until", "mailed_at", "bounced"),
    ),
    "tables not told about": (MutedTable, ("match_id", "at")),
    "browsers told": (PushSubscription, ("name", "made_at", "told_at", "failing_since")),
    "webhook": (Webhook, ("style", "address", "failing_since", "off_at")),
    "answers of the webhook": (HookAttempt, ("what", "at", "answer", "is_good")),
}


def of_account(account: User) -> dict[str, Any]:
    """One dict of plain values."""
    return {
        "account": _account(account),
        "addresses": _rows(EmailAddress.objects.filter(user=account), "email", "verified"),
        "standing": list(_standing(account)),
        "hosted": _rows(
            Match.objects.filter(host=account), *("pk", "title", "name", "status", "created_at")
        ),
        "seats": list(_seats(account)),
        **{
            name: _rows(model._default_manager.filter(account=account), *columns)
            for name, (model, columns) in SECTIONS.items()
        },
    }


def _rows(found: QuerySet[Any], *columns: str) -> list[dict[str, Any]]:
    return list(found.order_by("pk").values(*columns))


def _account(account: User) -> dict[str, Any]:
    columns = (
        *("username", "email", "date_joined", "last_login", "language", "time_zone"),
        *("confirm_moves", "reduced_motion", "hide_results"),
    )
    [found] = User.objects.filter(pk=account.pk).values(*columns)
    return dict(found)


def _standing(account: User) -> Iterator[dict[str, Any]]:
    for held in account.sanctions.select_related("appeal"):
        asked = held.appealed
        yield {
            "kind": held.kind,
            "reason": held.reason,
            "from": held.issued_at,
            "until": held.ends_at,
            "lifted": held.lifted_at,
            "appeal": asked and asked.text,
            "answer": asked and asked.answer,
        }


def _seats(account: User) -> Iterator[dict[str, Any]]:
    """Those that it has, and those that it has left, with the moves that it made there."""
    held = Seat.objects.filter(account=account).select_related("match").defer("match__secret")
    for seat in held.order_by("pk").iterator():
        yield _seat(seat.match, seat.index, seat.held_from, seat.match.number, won=seat.won)
    left = Holder.objects.filter(account=account).select_related("match", "seat")
    for holder in left.defer("match__secret").order_by("pk").iterator():
        yield _seat(holder.match, holder.seat.index, holder.first, holder.last, won=holder.won)


def _seat(
    match: Match, index: int, first: int, last: int | None, *, won: bool | None
) -> dict[str, Any]:
    return {
        "match": match.pk,
        "table": match.name,
        "game": match.title,
        "status": match.status,
        "seat": index,
        "won": won,
        "moves": [] if last is None else list(_moves(match, index, range(first, last + 1))),
    }


def _moves(match: Match, index: int, held: range) -> Iterator[dict[str, Any]]:
    """Read and not folded: somebody may have played thousands, which are nobody's to keep in memory.
    A log that cannot be read any more gives none.
    """
    try:
        found = reader.read(match.pk, held).moves_for(Audience(index))
    except EngineError:
        return
    for move in found:
        if move.seat == index and move.by == "account":
            yield {"number": move.number, "action": move.action}
