"""A test of mails or of push, asked for by whom they are to reach. It takes the way that all takes, so
that what arrives proves something. Webhooks are tried while one waits, in `hooks`.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import lock_account
from games.models import Delivery, Notice
from games.notices import kinds, reach
from games.notices.hooks import TooManyTests

WAYS = (kinds.MAIL, kinds.PUSH)
A_MINUTE = 3  # of one account


class NoWay(Exception):
    """There is nothing that it could be sent to."""


def send_test(account_id: int, channel: str) -> None:
    now = timezone.now()
    ways = reach.channels_of([account_id]).get(account_id)
    if channel not in WAYS or ways is None or channel not in ways.channels:
        raise NoWay
    with transaction.atomic():
        lock_account(account_id)
        lately = Notice.objects.filter(account=account_id, kind=kinds.TEST)
        if lately.filter(made_at__gt=now - timedelta(minutes=1)).count() >= A_MINUTE:
            raise TooManyTests
        notice = Notice.objects.create(
            account_id=account_id,
            kind=kinds.TEST,
            number=int(now.timestamp() * 1_000_000),
            made_at=now,
            read_at=now,  # nothing for the bell: whoever asked knows
        )
        Delivery.objects.bulk_create(
            Delivery(
                notice=notice,
                channel=channel,
                account_id=account_id,
                browser_id=browser,
                due_at=now,
            )
            for browser in ways.ends(channel)
        )
