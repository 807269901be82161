"""What the accounts tell us: an account is closing, its log-ins have ended."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, logins_ended
from games import live, seating, tasks


@receiver(account_closing)
def get_up_everywhere(user: User, **_kwargs: Any) -> None:
    for done in seating.forget(user):
        transaction.on_commit(partial(tasks.follow_at_table, done))


@receiver(logins_ended)
def close_sockets(user_id: int, **_kwargs: Any) -> None:
    live.dismiss(user_id)


@receiver(post_save, sender=User)
def rename_seats(
    instance: User, *, created: bool, update_fields: frozenset[str] | None, **_kwargs: Any
) -> None:
    if not created and (update_fields is None or "username" in update_fields):
        seating.rename(instance)
