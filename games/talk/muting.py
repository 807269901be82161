"""Whom an account does not want to hear, at a table or anywhere; whom it does not want to meet.

A mute is nobody's business but its owner's: it shows in what is fetched for that account alone.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, account_named, lock_account
from games.engine import EngineError
from games.models import Invitation, Match, Mute

MOST = 500  # of one account


class NotMuted(EngineError):
    """The site refuses, and says why."""


def mute(account: User, *, name: str, match: Match | None = None) -> None:
    """At this table, or everywhere. To say it twice says it once."""
    _add(account, name, match)


@transaction.atomic
def block(account: User, *, name: str) -> None:
    """Everywhere; and what that account has asked this one to is not asked any more."""
    made = _add(account, name, None)
    Mute.objects.filter(pk=made.pk).update(blocks=True)
    Invitation.objects.filter(match__host=made.about, account=account, used_at=None).delete()


def unmute(account: User, *, name: str, match: Match | None = None) -> None:
    """Take one back; without a match all that there is about this name."""
    own = Mute.objects.filter(account=account, about__username=name)
    (own if match is None else own.filter(match=match)).delete()


@transaction.atomic
def _add(account: User, name: str, match: Match | None) -> Mute:
    about = account_named(name)
    if about is None:
        raise NotMuted("no_such_account", _("There is no player of that name."))
    if about.pk == account.pk:
        raise NotMuted("yourself", _("That is you."))
    lock_account(account.pk)
    if Mute.objects.filter(account=account).count() >= MOST:
        raise NotMuted("too_many", _("You have muted as many as the site remembers."))
    made, _is_new = Mute.objects.get_or_create(
        account=account, about=about, match=match, defaults={"made_at": timezone.now()}
    )
    return made


def muted_by(account_id: int | None, match_id: str) -> frozenset[int]:
    """Whose remarks this account does not want to read at this match."""
    if account_id is None:
        return frozenset()
    here = Q(match=None) | Q(match_id=match_id)
    found = Mute.objects.filter(here, account_id=account_id)
    return frozenset(found.values_list("about_id", flat=True))


def all_of(account: User) -> list[Mute]:
    """Everyone, for the list in which they are taken back."""
    own = Mute.objects.filter(account=account).select_related("about", "match")
    return list(own.defer("match__secret").order_by("about__username", "match_id"))


def blocks(host_id: int | None, account_id: int) -> bool:
    """Whether this host has blocked that account."""
    return host_id is not None and _blocks(about_id=account_id, account_id=host_id)


def blocked_by(account_id: int, others: Collection[int]) -> frozenset[int]:
    """Those of the others who do not want to be asked by this account."""
    found = Mute.objects.filter(account_id__in=others, about_id=account_id, blocks=True)
    return frozenset(found.values_list("account_id", flat=True))


def apart(accounts: Collection[int]) -> frozenset[frozenset[int]]:
    """The pairs of these of whom one has blocked the other: the site brings them to no table."""
    found = Mute.objects.filter(account_id__in=accounts, about_id__in=accounts, blocks=True)
    return frozenset(map(frozenset, found.values_list("account_id", "about_id")))


def _blocks(*, about_id: int, account_id: int) -> bool:
    return Mute.objects.filter(account_id=account_id, about_id=about_id, blocks=True).exists()
