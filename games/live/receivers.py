"""What the sockets announce of the writes, and what becomes of an account's seats and sockets."""

from __future__ import annotations

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import (
    account_closing,
    account_suspended,
    logins_ended,
    suspension_lifted,
)
from games.live import layer
from games.play import seating
from games.play.announcing import Announcement, written


@receiver(written)
def tell_sockets(announcement: Announcement, **_kwargs: object) -> None:
    layer.announce(announcement.match, **announcement.mark._asdict())
    layer.nudge(announcement.accounts, waiting=announcement.turned)
    if announcement.lists_tables:
        layer.tables_changed()


@receiver(account_closing)
def get_up_everywhere(user: User, **_kwargs: object) -> None:
    seating.forget(user)


@receiver(account_suspended)
def let_bots_play_on(user: User, **_kwargs: object) -> None:
    seating.keep(user)


@receiver(suspension_lifted)
def give_seats_back(user: User, **_kwargs: object) -> None:
    seating.give_back(user)


@receiver(logins_ended)
def close_sockets(user_id: int, **_kwargs: object) -> None:
    layer.dismiss(user_id)


@receiver(user_logged_out)
def close_sockets_of_session(request: HttpRequest, **_kwargs: object) -> None:
    if request.session.session_key:
        layer.dismiss_session(request.session.session_key)


@receiver(pre_save, sender=User)
def rename_seats(
    instance: User, *, update_fields: frozenset[str] | None, **_kwargs: object
) -> None:
    """Before the account itself, for the order of locks; `User.save` is one transaction with it."""
    if not instance._state.adding and (update_fields is None or "username" in update_fields):
        seating.rename(instance)
