"""What the staff hold against an account, what follows from it, and when it ends.

Mutes and the like are asked for where something is written (`barring`), and so end by themselves. A
suspension or a ban also ends log-ins and gives the seats to the keeper: those follow from the
account's columns, which `settle` brings in line with its sanctions, once more when one has run out.

Whoever listens inside the transaction writes first, the account last: `games.play.rows` says why.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import letters
from accounts.models import Appeal, Sanction, User
from accounts.signals import (
    account_barred,
    account_closing,
    account_sanctioned,
    account_suspended,
    logins_ended,
    suspension_lifted,
)

Kind = Sanction.Kind
SHUTS_OUT = (Kind.SUSPENSION, Kind.BAN)
AT_ONCE = 200  # the next sweep ends the rest
ENDLESS = (Kind.WARNING, Kind.BAN)
LONGEST_APPEAL = 2000
COLUMNS = ["suspended_at", "suspended_by", "suspension_reason", "suspended_until", "is_active"]


class NotAppealed(Exception):
    """An appeal is not taken, and why."""


def running(now: datetime | None = None) -> QuerySet[Sanction]:
    """All that hold now. A warning never does: it has been said."""
    not_over = Q(ends_at=None) | Q(ends_at__gt=now or timezone.now())
    return Sanction.objects.filter(not_over, lifted_at=None).exclude(kind=Kind.WARNING)


def barring(account_id: int, *kinds: Kind) -> Sanction | None:
    """The sanction of one of these kinds that holds for the account, if one does: the longest."""
    found = running().filter(account_id=account_id, kind__in=kinds)
    return found.order_by(F("ends_at").desc(nulls_first=True)).first()


def in_words(sanction: Sanction) -> str:
    """For its account, where it is refused something."""
    words = {
        Kind.MUTE: (_("You are muted until {until}."), _("You are muted.")),
        Kind.NO_TABLES: (
            _("You cannot open tables until {until}."),
            _("You cannot open tables."),
        ),
        Kind.NO_PUBLIC: (
            _("You cannot play at public tables until {until}."),
            _("You cannot play at public tables."),
        ),
        Kind.SUSPENSION: (
            _("Your account is suspended until {until}."),
            _("Your account is suspended."),
        ),
        Kind.BAN: ("", _("Your account is banned.")),
        Kind.WARNING: ("", _("You were warned.")),
    }
    until, always = words[Kind(sanction.kind)]
    if sanction.ends_at is None:
        return always
    return until.format(until=date_format(timezone.localtime(sanction.ends_at), "j F, H:i"))


@transaction.atomic
def issue(
    user: User,
    kind: Kind,
    reason: str,
    by: User | None,
    *,
    until: datetime | None = None,
    report: int | None = None,
) -> Sanction:
    """Hold something against an account, from now on. It is told at once."""
    now = timezone.now()
    sanction = Sanction(
        account=user,
        kind=kind,
        reason=reason,
        issued_by=by,
        issued_at=now,
        ends_at=None if kind in ENDLESS else until,
        report=report,
    )
    if kind in SHUTS_OUT:
        settle(user, [*_shutting_out(user, now), sanction])
    else:
        account_barred.send(sender=User, user=user, kind=kind)
    sanction.save()
    account_sanctioned.send(sender=User, user=user, sanction=sanction)
    return sanction


@transaction.atomic
def lift(sanction: Sanction, by: User | None) -> None:
    """End it before its time. To lift it twice lifts it once."""
    now, user = timezone.now(), sanction.account
    if sanction.kind in SHUTS_OUT:
        settle(user, [one for one in _shutting_out(user, now) if one.pk != sanction.pk])
    lifted = Sanction.objects.filter(pk=sanction.pk, lifted_at=None)
    if lifted.update(lifted_at=now, lifted_by=by):
        sanction.refresh_from_db()
        account_sanctioned.send(sender=User, user=user, sanction=sanction)


def suspend(user: User, reason: str, by: User | None, *, until: datetime | None = None) -> None:
    """Shut the account out, now: its log-ins end, and none succeeds until it is over or lifted."""
    issue(user, Kind.SUSPENSION, reason, by, until=until)


@transaction.atomic
def lift_suspension(user: User, by: User | None = None) -> None:
    """Let the account in again. The log-ins that were ended stay ended."""
    now = timezone.now()
    held = _shutting_out(user, now)
    settle(user, [])
    for sanction in held:
        sanction.lifted_at, sanction.lifted_by = now, by
        sanction.save(update_fields=["lifted_at", "lifted_by"])
        account_sanctioned.send(sender=User, user=user, sanction=sanction)


def run_out() -> list[User]:
    """Those who are still shut out, by a suspension that has run out."""
    over = User.objects.filter(suspended_until__lte=timezone.now())
    return list(over.order_by("suspended_until")[:AT_ONCE])


@transaction.atomic
def let_in_again(user: User) -> None:
    """One of those, unless something else holds against them."""
    settle(user, _shutting_out(user, timezone.now()))


def _of(user: User, now: datetime) -> QuerySet[Sanction]:
    return running(now).filter(account=user, kind__in=SHUTS_OUT)


def _shutting_out(user: User, now: datetime) -> list[Sanction]:
    return list(_of(user, now).order_by("issued_at").select_related("issued_by"))


@transaction.atomic
def settle(user: User, held: list[Sanction]) -> None:
    """Bring the account's columns in line with what shuts it out: the one that lasts longest."""
    was_in = user.suspended_at is None
    if not held:
        user.suspended_at = user.suspended_by = user.suspended_until = None
        user.suspension_reason, user.is_active = "", True
        if not was_in:
            suspension_lifted.send(sender=User, user=user)
        user.save(update_fields=COLUMNS)
        return
    longest = max(held, key=lambda one: (one.ends_at is None, one.ends_at or one.issued_at))
    user.suspended_at, user.suspended_by = longest.issued_at, longest.issued_by
    user.suspension_reason, user.suspended_until = longest.reason, longest.ends_at
    user.is_active = False
    if was_in:
        account_suspended.send(sender=User, user=user)
    user.save(update_fields=COLUMNS)
    if was_in:
        end_logins(user)


@transaction.atomic
def appeal(sanction: Sanction, text: str) -> Appeal:
    """Say something against it: once, and while it holds."""
    if not sanction.is_running:
        raise NotAppealed(_("This does not hold any more."))
    text = text.strip()[:LONGEST_APPEAL]
    if not text:
        raise NotAppealed(_("Say what we should know."))
    made, is_new = Appeal.objects.get_or_create(
        sanction=sanction, defaults={"text": text, "made_at": timezone.now()}
    )
    if not is_new:
        raise NotAppealed(_("You have appealed already. We will tell you what we decide."))
    return made


@transaction.atomic
def decide(asked: Appeal, by: User, *, grant: bool, answer: str) -> None:
    """Answer an appeal; one that is granted lifts the sanction, which writes matches, and so first."""
    if grant:
        lift(asked.sanction, by)
    open_still = Appeal.objects.filter(pk=asked.pk, decided_at=None)
    if not open_still.update(
        decided_at=timezone.now(), decided_by=by, is_granted=grant, answer=answer
    ):
        raise NotAppealed(_("This appeal has been decided."))
    if not grant:
        account_sanctioned.send(sender=User, user=asked.sanction.account, sanction=asked.sanction)
    asked.refresh_from_db()


def end_logins(user: User) -> None:
    """Log the account out of every browser."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(login_epoch=F("login_epoch") + 1)
        user.refresh_from_db(fields=["login_epoch"])
        announce_ended_logins(user.pk)


def close_account(user: User) -> None:
    """Delete the account for good. What others hold of it is theirs to keep, without the name."""
    user_id = user.pk
    with transaction.atomic():
        account_closing.send(sender=User, user=user)
        _forget_name(user)
        letters.forget(user)
        user.delete()
        announce_ended_logins(user_id)


def _forget_name(user: User) -> None:
    """Django's own history calls an account, and whatever bears its name, by the name of then."""
    LogEntry.objects.filter(object_repr__contains=user.username).update(object_repr="")


def announce_ended_logins(user_id: int) -> None:
    """Tell whoever holds something open for this account, once it is sure."""
    # Robust: a listener that fails must not undo what is committed, nor stop the others.
    announce = partial(logins_ended.send_robust, sender=User, user_id=user_id)
    transaction.on_commit(announce)
