"""Every act of the staff goes through `doing`: it is refused or allowed, done, and written down.

The act and its entry are one transaction. An entry holds the digest of the one before, so none can
be changed or left out without all later ones being wrong; and the database refuses both. Accounts
are named by their numbers: whoever deletes theirs is “former player” here, too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import rights
from accounts.acts import SUPERUSER, Act, Tie
from accounts.models import AuditEntry, User

LONGEST_REASON = 1000
_LOCK = 0x41554449  # one writer at a time, on PostgreSQL; SQLite has no more


class NotAllowed(Exception):
    """The staff may not do that, and are told why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What an act is done to: an account, a match, something else by its name, and how the actor is
    tied to it.
    """

    account: User | None = None
    match: str = ""
    thing: str = ""
    ties: Collection[Tie] = ()


@contextmanager
def doing(
    act: Act, *, by: User, about: Subject, reason: str, facts: Mapping[str, object] | None = None
) -> Iterator[None]:
    """Let the staff do something, and write it down with it. A refusal is written down, too."""
    refusal = refusal_of(act, by=by, about=about)
    if refusal is not None:
        _append(act, by=by, about=about, reason=reason, facts=facts, is_refused=True)
        raise refusal
    with transaction.atomic():
        yield
        _append(act, by=by, about=about, reason=reason, facts=facts)


def refusal_of(act: Act, *, by: User, about: Subject) -> NotAllowed | None:
    """Why this act is not for them, if it is not."""
    if not may(by, act):
        return NotAllowed("no_right", _("You do not have the right to do that."))
    ties = {*about.ties, *([Tie.OWN] if about.account == by else [])} & act.refused
    if ties & {Tie.SITS, Tie.SAT}:
        return NotAllowed(
            "sits_there", _("You sit at this table: somebody else of the staff must do that.")
        )
    if Tie.SHARES in ties:
        return NotAllowed(
            "shares",
            _(
                "You share a browser or an address with somebody at this table: "
                "somebody else of the staff must do that."
            ),
        )
    if ties:
        return NotAllowed(
            "own_case", _("This is about you: somebody else of the staff must do that.")
        )
    if about.account and about.account != by and not rights.may_act_on(by, about.account):
        told = _("You have fewer rights than %s: ask somebody who has more.")
        return NotAllowed("fewer_rights", told % about.account)
    return None


def may(user: User, act: Act) -> bool:
    """Whether an account has the right, whatever it is tied to."""
    if not (user.is_active and user.is_staff):
        return False
    return user.is_superuser if act.permission == SUPERUSER else user.has_perm(act.permission)


def note(
    act: Act, *, by: User, about: Subject, reason: str, facts: Mapping[str, object] | None = None
) -> None:
    """Write down what Django's own forms have done, within their transaction."""
    _append(act, by=by, about=about, reason=reason, facts=facts)


@transaction.atomic
def _append(
    act: Act,
    *,
    by: User,
    about: Subject,
    reason: str,
    facts: Mapping[str, object] | None,
    is_refused: bool = False,
) -> None:
    """Last of all locks in a transaction: everybody of the staff waits for it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    last = AuditEntry.objects.order_by("-number").first()
    entry = AuditEntry(
        number=last.number + 1 if last else 1,
        at=timezone.now(),
        act=act.code,
        is_refused=is_refused,
        by_id=by.pk,
        about_id=about.account.pk if about.account else None,
        match=about.match,
        thing=about.thing,
        reason=reason[:LONGEST_REASON],
        facts=dict(facts or {}),
    )
    entry.digest = digest_of(entry, last.digest if last else "")
    entry.save(force_insert=True)


def digest_of(entry: AuditEntry, before: str) -> str:
    """Of all that an entry says, and of the digest before it."""
    told = [
        *(before, entry.number, entry.at.isoformat(), entry.act, entry.is_refused, entry.by_id),
        *(entry.about_id, entry.match, entry.thing, entry.reason, entry.facts),
    ]
    canonical = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ChainVerdict:
    """What reading the whole chain has found."""

    entries: int
    digest: str  # of the last one
    wrong: int | None = None  # the number of the first that does not fit
    has_expected: bool = True

    @property
    def is_whole(self) -> bool:
        return self.wrong is None and self.has_expected


def verify(*, expected: str = "") -> ChainVerdict:
    """Work every digest out again. `expected`: one noted elsewhere before, which must be there still."""
    before, count, found = "", 0, not expected
    for entry in AuditEntry.objects.order_by("number").iterator():
        count += 1
        if entry.number != count or entry.digest != digest_of(entry, before):
            return ChainVerdict(count, before, wrong=entry.number)
        before = entry.digest
        found = found or before == expected
    return ChainVerdict(count, before, has_expected=found)
