"""The writes that end log-ins: suspending, lifting, logging out everywhere, closing an account.

Whoever listens inside the transaction writes first, the account last: `games.play.rows` says why.
"""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.signals import (
    account_closing,
    account_suspended,
    logins_ended,
    suspension_lifted,
)


def suspend(user: User, reason: str, by: User | None) -> None:
    """Shut the account out, now: its log-ins end, and none succeeds until it is lifted."""
    user.suspended_at = timezone.now()
    user.suspended_by = by
    user.suspension_reason = reason
    user.is_active = False
    with transaction.atomic():
        account_suspended.send(sender=User, user=user)
        user.save(update_fields=["suspended_at", "suspended_by", "suspension_reason", "is_active"])
        end_logins(user)


def lift_suspension(user: User) -> None:
    """Let the account in again. The log-ins that were ended stay ended."""
    user.suspended_at = None
    user.suspended_by = None
    user.suspension_reason = ""
    user.is_active = True
    with transaction.atomic():
        suspension_lifted.send(sender=User, user=user)
        user.save(update_fields=["suspended_at", "suspended_by", "suspension_reason", "is_active"])


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
        user.delete()
        announce_ended_logins(user_id)


def announce_ended_logins(user_id: int) -> None:
    """Tell whoever holds something open for this account, once it is sure."""
    # Robust: a listener that fails must not undo what is committed, nor stop the others.
    announce = partial(logins_ended.send_robust, sender=User, user_id=user_id)
    transaction.on_commit(announce)
