"""Every act of the staff goes through `doing`: it is refused or allowed, done, and written down.

The act and its entry are one transaction. An act that is done as a part of another is written down
with that one: the chain is locked last of all (`games.play.rows` has the order). An entry holds the digest of the one before, so none can
be changed or left out without all later ones being wrong; and the database refuses both. Accounts
are named by their numbers: whoever deletes theirs is “former player” here, too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

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


@dataclass(frozen=True, slots=True)
class _Done:
    """An act, as it is to be written down."""

    act: Act
    by: User
    about: Subject
    reason: str
    facts: Mapping[str, object] | None
    is_refused: bool = False


@dataclass(slots=True)
class _Whole:
    """The parts of an act that is being done, in their order; or the part that was refused."""

    parts: list[_Done] = field(default_factory=list)
    refused: _Done | None = None


_whole: ContextVar[_Whole | None] = ContextVar("_whole", default=None)


@contextmanager
def doing(
    act: Act, *, by: User, about: Subject, reason: str, facts: Mapping[str, object] | None = None
) -> Iterator[None]:
    """Let the staff do something, and write it down with it. A refusal is written down, too, and
    what it was a part of is not done.
    """
    whole, done = _whole.get(), _Done(act, by, about, reason, facts)
    refusal = refusal_of(act, by=by, about=about)
    if refusal is not None and whole is not None:
        whole.refused = replace(done, is_refused=True)
        raise refusal
    if refusal is not None:
        _append(replace(done, is_refused=True))
        raise refusal
    if whole is not None:
        with transaction.atomic():
            yield
        whole.parts.append(done)
        return
    whole = _Whole()
    token = _whole.set(whole)
    try:
        with transaction.atomic():
            yield
            for one in (*whole.parts, done):
                _append(one)
    except NotAllowed:
        if whole.refused is not None:
            _append(whole.refused)
        raise
    finally:
        _whole.reset(token)


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
    if Tie.BESIDE in ties and Tie.OWN not in ties:
        told = _("You sit at a table with %s: somebody else of the staff must do that.")
        return NotAllowed("beside", told % about.account)
    if ties:
        return NotAllowed(
            "own_case", _("This is about you, or by you: somebody else of the staff must do that.")
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
    _append(_Done(act, by, about, reason, facts))


@transaction.atomic
def _append(done: _Done) -> None:
    """Last of all locks in a transaction: everybody of the staff waits for it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    last = AuditEntry.objects.order_by("-number").first()
    about = done.about
    entry = AuditEntry(
        number=last.number + 1 if last else 1,
        at=timezone.now(),
        act=done.act.code,
        is_refused=done.is_refused,
        by_id=done.by.pk,
        about_id=about.account.pk if about.account else None,
        match=about.match,
        thing=about.thing,
        reason=done.reason[:LONGEST_REASON],
        facts=dict(done.facts or {}),
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
