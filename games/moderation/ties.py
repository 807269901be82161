"""What somebody of the staff is to a match, or to whoever sits there with them: whoever sits there,
or has, does nothing to it, nor to them while it is not over.
"""

from __future__ import annotations

from accounts.acts import Tie
from accounts.audit import Subject
from accounts.models import User
from games.models import UNFINISHED, Holder, Match, Seat


def ties_to(match_id: str, account: User) -> frozenset[Tie]:
    ties = set[Tie]()
    if Seat.objects.filter(match_id=match_id, account_id=account.pk).exists():
        ties.add(Tie.SITS)
    if Holder.objects.filter(match_id=match_id, account_id=account.pk).exists():
        ties.add(Tie.SAT)
    return frozenset(ties)


def ties_with(account: User, by: User) -> frozenset[Tie]:
    """At matches that are not over: whoever is shut out there, or let in again, changes them."""
    if account.pk == by.pk:
        return frozenset()
    not_over = (Match.Status.OPEN, *UNFINISHED)
    theirs = Seat.objects.filter(account_id=account.pk, match__status__in=not_over)
    there = theirs.values("match")
    is_beside = (
        Seat.objects.filter(account_id=by.pk, match__in=there).exists()
        or Holder.objects.filter(account_id=by.pk, match__in=there).exists()
    )
    return frozenset({Tie.BESIDE}) if is_beside else frozenset()


def of_match(match: Match, by: User, *, account: User | None = None, thing: str = "") -> Subject:
    """A match as the subject of an act of theirs; or somebody, or something said, at it."""
    return Subject(account=account, match=match.pk, thing=thing[:60], ties=ties_to(match.pk, by))
