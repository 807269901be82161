"""What the accounts tell us: one is closing or suspended, its log-ins have ended, it has a new name."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import (
    account_closing,
    account_suspended,
    logins_ended,
    suspension_lifted,
)
from games import live, seating, tasks
from games.play import Done


@receiver(account_closing)
def get_up_everywhere(user: User, **_kwargs: Any) -> None:
    _follow_after_commit(seating.forget(user))


@receiver(account_suspended)
def let_bots_play_on(user: User, **_kwargs: Any) -> None:
    _follow_after_commit(seating.keep(user))


@receiver(suspension_lifted)
def give_seats_back(user: User, **_kwargs: Any) -> None:
    _follow_after_commit(seating.give_back(user))


def _follow_after_commit(told: list[Done]) -> None:
    for done in told:
        transaction.on_commit(partial(tasks.follow_at_table, done))


@receiver(logins_ended)
def close_sockets(user_id: int, **_kwargs: Any) -> None:
    live.dismiss(user_id)


@receiver(user_logged_out)
def close_sockets_of_session(request: HttpRequest, **_kwargs: Any) -> None:
    if request.session.session_key:
        live.dismiss_session(request.session.session_key)


@receiver(post_save, sender=User)
def rename_seats(
    instance: User, *, created: bool, update_fields: frozenset[str] | None, **_kwargs: Any
) -> None:
    if not created and (update_fields is None or "username" in update_fields):
        seating.rename(instance)
