"""Mails about accounts themselves: to confirm an address, to set a password anew. A request writes them
down, and whoever does what is slow sends them: a mail server that hangs or is away holds up no page.

A letter may have a link in it that opens an account, so its row goes with it, and one that cannot be
sent for a day is thrown away.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Letter, User

logger = logging.getLogger(__name__)

AT_ONCE = 50
WAITS = timedelta(minutes=1)  # from try to try, and for a sender that died
KEPT_FOR = timedelta(days=1)
PERMANENT = 500  # of SMTP's answers those from here on


def write(mail: EmailMessage) -> None:
    now = timezone.now()
    Letter.objects.bulk_create(
        Letter(to=to, subject=str(mail.subject), text=str(mail.body), made_at=now, due_at=now)
        for to in mail.to
    )


def forget(user: User) -> None:
    """Whoever is deleted is written to no more."""
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    Letter.objects.filter(to__in=[user.email, *addresses]).delete()


def is_any_due(now: datetime) -> bool:
    return _due(now).exists()


def send_due(now: datetime) -> None:
    """The oldest first. If the mail server is away it is for all of them."""
    Letter.objects.filter(made_at__lte=now - KEPT_FOR).delete()
    for letter in _due(now).order_by("due_at", "pk")[:AT_ONCE]:
        mine = Letter.objects.filter(pk=letter.pk, due_at=letter.due_at)
        if not mine.update(due_at=now + WAITS):
            continue  # somebody else sends it
        try:
            EmailMessage(letter.subject, letter.text, to=[letter.to]).send()
        except smtplib.SMTPRecipientsRefused as refused:
            _refused(letter, [code for code, _text in refused.recipients.values()])
        except smtplib.SMTPDataError as refused:
            _refused(letter, [refused.smtp_code])
        except (smtplib.SMTPException, OSError) as error:
            logger.warning("Letters wait for the mail server: %s", type(error).__name__)
            return
        else:
            letter.delete()


def _refused(letter: Letter, codes: Sequence[int]) -> None:
    """For good, or for now."""
    if max(codes) >= PERMANENT:
        letter.delete()


def _due(now: datetime) -> QuerySet[Letter]:
    return Letter.objects.filter(due_at__lte=now)
