"""Letters about accounts are written by a request and sent by whoever does what is slow."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts import letters, sanctions
from accounts.models import Letter, User
from games import tasks
from tests.accounts.conftest import PASSWORD, Outbox, is_logged_in

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def ask(client: Client, email: str = "ada@example.org") -> int:
    return client.post("/account/password/reset/", {"email": email}).status_code


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception | None], None]:
    """What the mail server says to each letter."""
    send = EmailMessage.send

    def say(error: Exception | None) -> None:
        def answer(mail: EmailMessage, *args: Any, **kwargs: Any) -> int:
            if error is not None:
                raise error
            return send(mail, *args, **kwargs)

        monkeypatch.setattr(EmailMessage, "send", answer)

    return say


Answering = Callable[[Exception | None], None]


def test_a_mail_server_that_is_away_holds_up_no_page_and_loses_no_letter(
    client: Client, ada: User, mailoutbox: Outbox, answering: Answering
) -> None:
    answering(TimeoutError())
    form = {"username": "Brigid", "email": "brigid@example.org", "password1": PASSWORD}
    assert client.post("/account/signup/", form).status_code == 302
    assert is_logged_in(client)
    assert ask(Client()) == 302
    now = timezone.now()
    letters.send_due(now)
    assert Letter.objects.count() == 2
    answering(None)
    letters.send_due(now)  # the one that was tried waits for a minute
    letters.send_due(now + MINUTE)
    assert {mail.to[0] for mail in mailoutbox} == {"brigid@example.org", "ada@example.org"}
    assert not Letter.objects.exists()


def test_the_sweep_has_letters_sent_before_everything_else(
    client: Client, ada: User, mailoutbox: Outbox
) -> None:
    ask(client)
    tasks.sweep.call()
    [task] = DBTaskResult.objects.filter(queue_name="slow")
    assert task.task_path.endswith("tell")
    tasks.tell.call()
    assert not Letter.objects.exists()
    assert len(mailoutbox) == 1


def test_a_letter_is_sent_once_whoever_sends(
    client: Client, ada: User, mailoutbox: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(client)
    now, send = timezone.now(), EmailMessage.send

    def meanwhile(mail: EmailMessage, *args: Any, **kwargs: Any) -> int:
        letters.send_due(now)  # another worker
        return send(mail, *args, **kwargs)

    monkeypatch.setattr(EmailMessage, "send", meanwhile)
    letters.send_due(now)
    assert len(mailoutbox) == 1


def test_a_deleted_account_leaves_no_letter(client: Client, ada: User) -> None:
    ask(client)
    assert Letter.objects.exists()
    sanctions.close_account(ada)
    assert not Letter.objects.exists()


@pytest.mark.parametrize(
    ("error", "stays"),
    [
        (smtplib.SMTPRecipientsRefused({"ada@example.org": (550, b"no")}), False),
        (smtplib.SMTPDataError(554, b"no"), False),
        (smtplib.SMTPRecipientsRefused({"ada@example.org": (451, b"later")}), True),
        (smtplib.SMTPServerDisconnected(), True),
    ],
)
def test_what_is_refused_for_good_is_thrown_away(
    client: Client, ada: User, answering: Answering, error: Exception, stays: bool
) -> None:
    ask(client)
    answering(error)
    letters.send_due(timezone.now())
    assert Letter.objects.exists() is stays


def test_a_letter_with_a_key_in_it_is_not_kept_for_long(
    client: Client, ada: User, mailoutbox: Outbox, answering: Answering
) -> None:
    ask(client)
    answering(ConnectionRefusedError())
    letters.send_due(timezone.now())
    letters.send_due(timezone.now() + DAY)
    assert not Letter.objects.exists()
    assert len(mailoutbox) == 0
