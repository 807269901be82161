"""What the sockets announce of the writes, and what becomes of an account's seats and sockets."""

from __future__ import annotations

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import Kind
from accounts.signals import (
    account_barred,
    account_closing,
    account_sanctioned,
    account_suspended,
    logins_ended,
    suspension_lifted,
)
from games.live import layer
from games.notices import looking, pushing
from games.notices.staff import of_sanction
from games.play import belonging
from games.play.announcing import Announcement, written
from games.talk.announcing import Talk, talk_read, talked


@receiver(written)
def tell_sockets(announcement: Announcement, **_kwargs: object) -> None:
    if announcement.match:
        layer.announce(announcement.match, **announcement.mark._asdict())
    layer.nudge(
        announcement.accounts, waiting=announcement.turned, listed=announcement.lists_tables
    )
    layer.call(announcement.called)
    if announcement.lists_tables:
        layer.tables_changed()


@receiver(talked)
def tell_who_hears(talk: Talk, **_kwargs: object) -> None:
    layer.talked(talk.match, told=talk.told, by=talk.by)
    layer.nudge(talk.accounts, waiting=())


@receiver(talk_read)
def tell_other_pages(match: str, account: int, **_kwargs: object) -> None:
    layer.talk_read(account, match)


@receiver(account_closing)
def get_up_everywhere(user: User, **_kwargs: object) -> None:
    belonging.forget(user)


@receiver(account_suspended)
def let_bots_play_on(user: User, **_kwargs: object) -> None:
    belonging.keep(user)


@receiver(account_barred)
def let_nothing_begin(user: User, kind: Kind, **_kwargs: object) -> None:
    belonging.bar(user, kind)


@receiver(account_sanctioned)
def tell_account(user: User, sanction: Sanction, **_kwargs: object) -> None:
    """Under the bell, which open pages hear of at once."""
    looking.note(None, [of_sanction(user.pk, sanction)], timezone.now())


@receiver(suspension_lifted)
def give_seats_back(user: User, **_kwargs: object) -> None:
    belonging.give_back(user)


@receiver(logins_ended)
def close_sockets(user_id: int, **_kwargs: object) -> None:
    layer.dismiss(user_id)


@receiver(logins_ended)
def push_to_nobody(user_id: int, **_kwargs: object) -> None:
    """Whoever has one of those browsers need not be the account's owner."""
    pushing.forget(user_id)


@receiver(user_logged_out)
def close_sockets_of_session(request: HttpRequest, **_kwargs: object) -> None:
    if request.session.session_key:
        layer.dismiss_session(request.session.session_key)


@receiver(user_logged_out)
def push_no_more(request: HttpRequest, user: User | None, **_kwargs: object) -> None:
    if user is not None:
        pushing.forget_here(user.pk, request.session)


@receiver(pre_save, sender=User)
def rename_seats(
    instance: User, *, update_fields: frozenset[str] | None, **_kwargs: object
) -> None:
    """Before the account itself, for the order of locks; `User.save` is one transaction with it."""
    if not instance._state.adding and (update_fields is None or "username" in update_fields):
        belonging.rename(instance)
