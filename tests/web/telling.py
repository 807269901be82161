"""For tests of notices: a clock of one's own, a channel that keeps what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from games.models import Delivery, Notice
from games.notices import looking, sending
from games.notices.rhythm import SETTLE
from games.notices.sending import Parcel


class Post:
    """A channel, and the time that goes by."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.sent: list[Parcel] = []
        self.trouble: list[Exception] = []  # raised instead, one after the other

    def take(self, parcel: Parcel) -> None:
        if self.trouble:
            raise self.trouble.pop(0)
        self.sent.append(parcel)

    def clock(self) -> datetime:
        return self.now

    def tell(self, after: timedelta = SETTLE, channels: Sequence[str] = ("mail",)) -> list[str]:
        """Let time go by and everything be sent that is due: the titles of what was said."""
        before = len(self.sent)
        sending.tell(dict.fromkeys(channels, self.take), clock=self.clock)
        self.now += after
        sending.tell(dict.fromkeys(channels, self.take), clock=self.clock)
        return [said.title for parcel in self.sent[before:] for said in parcel.said]


def reachable(*users: User) -> None:
    """Their addresses are verified."""
    for user in users:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def hear(match_id: str) -> None:
    """What the announcement of a write does, which a test's own transaction swallows."""
    looking.heard(match_id)


def noticed(user: User) -> list[str]:
    return [notice.kind for notice in Notice.objects.filter(account=user).order_by("pk")]


def states(user: User) -> list[str]:
    return [one.state for one in Delivery.objects.filter(account=user).order_by("pk")]
