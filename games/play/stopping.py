"""From outside: a running match is stopped, let go on, or called off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.text import visible
from games.models import Freeze, Match, Seat
from games.play import rows
from games.play.rows import Account, MatchRows, PlayError
from games.play.standing import shifted, voided


@transaction.atomic
def freeze(match_id: str, *, reason: str, by: Account | None = None) -> MatchRows:
    """Stop a running match: nobody moves, and the clock stands still, until it is thawed."""
    return _set_status(match_id, {Match.Status.RUNNING}, Match.Status.FROZEN, reason, by)


@transaction.atomic
def thaw(match_id: str, *, reason: str, by: Account | None = None) -> MatchRows:
    return _set_status(match_id, {Match.Status.FROZEN}, Match.Status.RUNNING, reason, by)


@transaction.atomic
def void(match_id: str, *, reason: str, by: Account | None = None) -> MatchRows:
    """End a match without a result. It opens nothing more than it had."""
    before = {Match.Status.OPEN, Match.Status.RUNNING, Match.Status.FROZEN}
    return _set_status(match_id, before, Match.Status.VOID, reason, by)


def _set_status(
    match_id: str,
    before: set[Match.Status],
    after: Match.Status,
    reason: str,
    by: Account | None,
) -> MatchRows:
    match, seats = rows.locked(match_id)
    rows.refuse_seated(seats, by)
    if Match.Status(match.status) not in before:
        raise PlayError("wrong_status", _("The match is not in a state for that."))
    return _put(match, seats, after, reason)


def call_off(match: Match, seats: Sequence[Seat], *, reason: str) -> MatchRows:
    """End a match, whose rows are locked, by the wish of its players."""
    return _put(match, seats, Match.Status.VOID, reason)


def _put(match: Match, seats: Sequence[Seat], after: Match.Status, reason: str) -> MatchRows:
    was_frozen = match.status == Match.Status.FROZEN
    match.status, match.reason = after, reason[:200]
    standing = rows.standing_of(match, seats)
    if was_frozen:
        standing = shifted(standing, _thaw(match))
    if after == Match.Status.FROZEN:
        assert match.number is not None  # it was running
        Freeze.objects.create(
            match=match, number=match.number, began_at=rows.now(), reason=match.reason
        )
    if after == Match.Status.VOID:
        standing = voided(standing)
        for seat in [seat for seat in seats if seat.offered]:
            seat.offered = ""
            seat.save(update_fields=["offered"])
    rows.set_standing(match, seats, standing, rows.read_stops(match))
    rows.save_seats(seats)
    return rows.changed(match, seats)


def _thaw(match: Match) -> timedelta:
    """End the freeze. Whoever had an hour left when it began has an hour left."""
    freeze = Freeze.objects.get(match=match, ended_at=None)
    freeze.ended_at = max(rows.now(), freeze.began_at)
    freeze.save(update_fields=["ended_at"])
    return freeze.lasted


@transaction.atomic
def rename(match_id: str, *, name: str, by: Account | None = None) -> MatchRows:
    """Give a table another name, because of what it was called."""
    match, seats = rows.locked(match_id)
    rows.refuse_seated(seats, by)
    match.name = visible(name)[:60] or _("A table")
    return rows.changed(match, seats)


@transaction.atomic
def close_talk(match_id: str, *, by: Account | None = None) -> MatchRows:
    """From now on the table plays in silence. What was said stays."""
    match, seats = rows.locked(match_id)
    rows.refuse_seated(seats, by)
    if match.talk == Match.Talk.NOTHING:
        raise PlayError("wrong_status", _("Nothing is said at this table as it is."))
    match.talk = Match.Talk.NOTHING
    return rows.changed(match, seats)
