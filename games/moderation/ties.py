"""What somebody of the staff is to a match: whoever sits there, or has, does nothing to it."""

from __future__ import annotations

from accounts.acts import Tie
from accounts.audit import Subject
from accounts.models import User
from games.models import Holder, Match, Seat


def ties_to(match_id: str, account: User) -> frozenset[Tie]:
    ties = set[Tie]()
    if Seat.objects.filter(match_id=match_id, account_id=account.pk).exists():
        ties.add(Tie.SITS)
    if Holder.objects.filter(match_id=match_id, account_id=account.pk).exists():
        ties.add(Tie.SAT)
    return frozenset(ties)


def of_match(match: Match, by: User, *, account: User | None = None, thing: str = "") -> Subject:
    """A match as the subject of an act of theirs; or somebody, or something said, at it."""
    return Subject(account=account, match=match.pk, thing=thing[:60], ties=ties_to(match.pk, by))
