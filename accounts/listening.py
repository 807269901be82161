"""What allauth tells us: a new password has ended the account's other log-ins."""

from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.dispatch import receiver

from accounts import sanctions
from accounts.models import User


@receiver([password_changed, password_reset])
def end_other_logins(user: User, **_kwargs: Any) -> None:
    sanctions.announce_ended_logins(user.pk)
