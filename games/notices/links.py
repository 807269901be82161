"""Links in messages that work without logging in. Each is signed for one account and one thing."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User

SALT = "games.notices.links"
MUTE, STOP = "mute", "stop"


class Promise(NamedTuple):
    """What whoever has a link may do."""

    account: int
    act: str
    match: str


def address(account: int, act: str, match: str = "") -> str:
    token = signing.dumps([account, act, match], salt=SALT)
    return settings.SITE_URL + reverse("notice_link", args=[token])


def promise(token: str) -> Promise | None:
    """What a link allows; nothing if we have not signed it, or if its account is gone."""
    try:
        account, act, match = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    if not User.objects.filter(pk=account).exists():  # a letter that is older than that
        return None
    return Promise(account, act, match)
