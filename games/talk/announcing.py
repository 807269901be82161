"""Whatever is said, taken back or hidden is announced after its commit, by ids.

Apart from `games.play.announcing`: whoever hears of this draws no table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from games.models import Claim, Match, Remark, Seat
from games.talk.channels import Hearers, hearers

talked = Signal()  # sent with a `talk`
talk_read = Signal()  # sent with a `match` and an `account`, by their ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """That the talk at a match is not what it was."""

    match: str
    told: Hearers
    by: int | None  # the account that spoke; none where something old has changed
    accounts: Sequence[int] = ()  # whose lists may count one more
    may_mention: bool = False  # somebody by name; or did, and does not any more


def announce(match: Match, remark: Remark, *, is_new: bool) -> None:
    told = hearers(remark.channel, match)
    talk = Talk(
        match=match.pk,
        told=told,
        by=remark.account_id if is_new else None,
        accounts=_others(match, remark.account_id) if told == Hearers.SEATS else (),
        may_mention=not is_new or "@" in remark.text,
    )
    _send(talk)


def announce_claim(match: Match, claim: Claim, *, is_new: bool) -> None:
    """A claim is heard by everyone who looks at the match."""
    by = claim.account_id if is_new else None
    accounts = _others(match, claim.account_id)
    _send(Talk(match=match.pk, told=Hearers.EVERYONE, by=by, accounts=accounts))


def announce_read(match: Match, account_id: int) -> None:
    """An account has read what there was: its other pages need not call it new any more."""
    send = partial(talk_read.send_robust, Talk, match=match.pk, account=account_id)
    transaction.on_commit(send)


def _others(match: Match, account_id: int | None) -> tuple[int, ...]:
    seated = Seat.objects.filter(match=match, account_id__isnull=False)
    accounts = seated.exclude(account_id=account_id).values_list("account_id", flat=True)
    return tuple(pk for pk in accounts if pk)


def _send(talk: Talk) -> None:
    # Robust: what is said is said, whoever cannot be told of it. A page that connects again asks.
    transaction.on_commit(partial(talked.send_robust, Talk, talk=talk))
