"""All that the site knows of an account, for that account: as plain data, to be written as one file.

Of matches what the account's own seat knew: its own actions. Nobody else's words or cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from accounts.models import User
from games.engine import EngineError
from games.matchlog import copies
from games.matchlog.audience import Audience
from games.models import (
    Claim,
    Comment,
    Complaint,
    Holder,
    Match,
    Mute,
    Note,
    Remark,
    Seat,
    Suspicion,
)


def of_account(account: User) -> dict[str, Any]:
    """One dict of plain values."""
    return {
        "account": _account(account),
        "standing": list(_standing(account)),
        # Hashes, which tell nobody anything: when they were made.
        "browsers and addresses": _rows(
            account.traces.order_by("pk"), *("kind", "first_at", "met_at")
        ),
        "seats": list(_seats(account)),
        "talk": _rows(
            Remark.objects.filter(account=account).order_by("pk"),
            *("match_id", "channel", "kind", "text", "made_at", "taken_back_at"),
        ),
        "claims": _rows(
            Claim.objects.filter(account=account).order_by("pk"),
            *("match_id", "code", "number", "made_at", "taken_back_at"),
        ),
        "comments": _rows(
            Comment.objects.filter(account=account).order_by("pk"),
            *("match_id", "number", "text", "made_at", "removed_reason"),
        ),
        "reports": _rows(
            Complaint.objects.filter(account=account).order_by("pk"),
            *("case__kind", "case__match_id", "reason", "words", "made_at", "case__told"),
        ),
        "muted": _rows(
            Mute.objects.filter(account=account).order_by("pk"),
            *("about__username", "match_id", "blocks", "made_at"),
        ),
        "notebook": _rows(
            Note.objects.filter(account=account).order_by("pk"),
            *("match_id", "about__username", "text", "changed_at"),
        ),
        "suspicions": _rows(
            Suspicion.objects.filter(account=account).order_by("pk"),
            *("match_id", "seat", "number", "level"),
        ),
    }


def _rows(found: Any, *columns: str) -> list[dict[str, Any]]:
    return list(found.values(*columns))


def _account(account: User) -> dict[str, Any]:
    columns = (
        *("username", "email", "date_joined", "last_login", "language", "time_zone"),
        *("confirm_moves", "reduced_motion", "hide_results"),
    )
    return {name: getattr(account, name) for name in columns}


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


def _moves(match: Match, index: int, held: Iterable[int]) -> Iterator[dict[str, Any]]:
    """A log that cannot be read any more gives none."""
    numbers = set(held)
    try:
        found = copies.of(match, Audience(index)).moves
    except EngineError:
        return
    for move in found:
        if move.seat == index and move.number in numbers and move.by == "account":
            yield {"number": move.number, "action": move.action}
