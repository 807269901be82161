"""Claims: who may make one, making it, taking it back, and reading them.

A claim is public, as a move is: whoever may look at the match reads it, whatever is kept private of
what its players say, and whomever the reader has muted. Which claims there are, a title says; whoever
calls these functions asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User, lock_account
from games.matchlog.access import Visit, visit_of
from games.models import Claim, Match, Seat, TruthShare
from games.talk.announcing import announce_claim
from games.talk.channels import Relation
from games.talk.hearing import Listener
from games.talk.saying import (
    LONGEST_KEY,
    MAY_TAKE_BACK,
    NotHeard,
    key_of,
    locked,
    speaker,
    to_wait,
)

MOST_AT_A_MATCH = 60  # of one account: all claims of a round are compared with each other
MATCHES_PROVED_AT_ONCE = 3  # while somebody waits for a page
# How many claims of an account in how long, at all its tables together.
RATES = ((8, timedelta(seconds=30)), (60, timedelta(minutes=10)))


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A claim as everyone reads it."""

    position: int
    seat: int
    account_id: int | None
    name: str  # nothing: the account is gone
    code: str  # nothing: it was taken back
    number: int
    made_at: datetime

    @property
    def is_gone(self) -> bool:
        return not self.code

    @property
    def is_fresh(self) -> bool:
        """Its maker may still take it back."""
        return not self.is_gone and timezone.now() - self.made_at <= MAY_TAKE_BACK


def may_claim(role: Relation, match: Match) -> bool:
    return role == Relation.PLAYER and match.has_claims


def claims_of(match: Match) -> list[ClaimMade]:
    """All of them, in the order in which they were made."""
    return [
        ClaimMade(
            position=one.position,
            seat=one.seat,
            account_id=one.account_id,
            name=one.account.get_username() if one.account else "",
            code=one.code,
            number=one.number,
            made_at=one.made_at,
        )
        for one in Claim.objects.filter(match=match).select_related("account").order_by("position")
    ]


Offers = Callable[[Visit], Collection[str]]


@transaction.atomic
def claim(who: Listener, *, code: str, key: str, offers: Offers) -> Claim:
    """Claim what the title offers this seat now. The same key claims the same thing once."""
    account, match = speaker(who), locked(who.match)
    made = Claim.objects.filter(match=match, account=account)
    kept = key_of(key, code)
    if (again := made.filter(key=kept).first()) is not None:
        return again
    mine = Seat.objects.filter(match=match, account=account).first()
    if match.talk == Match.Talk.NOTHING:
        raise NotHeard("silent", _("This table plays in silence. It was set up without talk."))
    if mine is None or not may_claim(Relation.PLAYER, match):
        raise NotHeard("no_claim", _("There is nothing for you to claim here."))
    if code not in offers(visit_of(match, who.visited.seats, account)):
        raise NotHeard("not_offered", _("That cannot be claimed now."))
    if not 0 < len(key) <= LONGEST_KEY:
        raise NotHeard("no_key", _("Send that once more, please."))
    assert match.number is not None
    last = made.order_by("-position").first()
    if last is not None and (last.code, last.number, last.seat) == (code, match.number, mine.index):
        return last
    _keep_to_the_rate(account, made)
    before = Claim.objects.filter(match=match).order_by("-position").first()
    new = Claim.objects.create(
        match=match,
        position=1 if before is None else before.position + 1,
        seat=mine.index,
        account=account,
        code=code,
        number=match.number,
        key=kept,
        made_at=timezone.now(),
    )
    announce_claim(match, new, is_new=True)
    return new


def _keep_to_the_rate(account: User, here: QuerySet[Claim]) -> None:
    lock_account(account.pk)
    own = Claim.objects.filter(account=account).order_by("-made_at")
    most = max(count for count, _span in RATES)
    seconds = to_wait(list(own.values_list("made_at", flat=True)[:most]), timezone.now(), RATES)
    if seconds > 0:
        sentence = ngettext(
            "That was a lot at once. You can claim again in {count} second.",
            "That was a lot at once. You can claim again in {count} seconds.",
            seconds,
        )
        raise NotHeard("too_fast", sentence.format(count=seconds))
    if here.count() >= MOST_AT_A_MATCH:
        raise NotHeard("too_many", _("You have claimed enough at this table."))


@transaction.atomic
def take_claim_back(who: Listener, *, position: int) -> None:
    """One's own, for two minutes. That something was claimed is shown, what it was is gone."""
    account, match = speaker(who), locked(who.match)
    made = Claim.objects.filter(match=match, account=account, position=position).first()
    if made is None:
        raise NotHeard("not_yours", _("You can take back what you claimed yourself."))
    if made.taken_back_at:
        return
    now = timezone.now()
    if now - made.made_at > MAY_TAKE_BACK:
        raise NotHeard("too_late", _("A claim can be taken back for two minutes."))
    made.code, made.taken_back_at = "", now
    made.save(update_fields=["code", "taken_back_at"])
    announce_claim(match, made, is_new=False)


# How often claims were true: told on the page of an account that wants it to be


@dataclass(frozen=True, slots=True)
class TruthCount:
    """What the claims of an account turned out to be."""

    true: int
    untrue: int
    guesses: int

    @property
    def claims(self) -> int:
        return self.true + self.untrue + self.guesses


def share_truth(account: User, *, is_shared: bool) -> None:
    if is_shared:
        TruthShare.objects.get_or_create(account=account)
    else:
        TruthShare.objects.filter(account=account).delete()


def shares_truth(account: User) -> bool:
    return TruthShare.objects.filter(account=account).exists()


def unproved(account: User) -> list[str]:
    """A few of the matches that are over whose claims by this account nobody has looked into yet."""
    found = Claim.objects.filter(account=account, proved="", match__status=Match.Status.OVER)
    matches = found.exclude(code="").order_by("match_id").values_list("match_id", flat=True)
    return list(matches.distinct()[:MATCHES_PROVED_AT_ONCE])


def prove(match: Match, found: Mapping[int, str]) -> None:
    """Keep what the claims at a match that is over turned out to be, by their positions."""
    if match.status != Match.Status.OVER:
        return
    by_result = dict[str, list[int]]()
    for position, result in found.items():
        by_result.setdefault(result, []).append(position)
    for result, positions in by_result.items():
        rows = Claim.objects.filter(match=match, position__in=positions, proved="")
        rows.update(proved=result)


def truth_count(account: User) -> TruthCount:
    found = Claim.objects.filter(account=account).exclude(proved="").order_by()
    counts = dict(found.values("proved").annotate(n=Count("pk")).values_list("proved", "n"))
    return TruthCount(*(counts.get(result, 0) for result in Claim.Proved))
