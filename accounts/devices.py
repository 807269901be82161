"""Browsers that an account has logged in from before.

Wrong passwords are counted for each account, so that nobody guesses one from a thousand addresses.
A stranger could use that to shut the holder out. So a browser from which the account has logged in
keeps a signed cookie, and its wrong tries are counted apart: others' do not count against it.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIE = "known"
SALT = "accounts.devices"
KEPT_FOR = 365 * 24 * 3600  # seconds
MOST_ACCOUNTS = 5  # of a family on one device
LIMIT = "5/5m/key"  # as allauth's own for an account


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """This browser has logged in as this account."""
    others = [mark for mark in _marks(request) if not mark.startswith(f"{user.pk}.")]
    mine = f"{_prefix(user)}{secrets.token_hex(8)}"
    response.set_signed_cookie(
        COOKIE,
        " ".join([mine, *others][:MOST_ACCOUNTS]),
        salt=SALT,
        max_age=KEPT_FOR,
        path="/account/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def known_device(request: HttpRequest, user: User) -> str | None:
    """What this browser's tries for this account are counted by, if it has logged in as it before.

    Logging out everywhere makes every browser an unknown one.
    """
    return next((mark for mark in _marks(request) if mark.startswith(_prefix(user))), None)


def _prefix(user: User) -> str:
    return f"{user.pk}.{user.login_epoch}."


def _marks(request: HttpRequest) -> list[str]:
    marks = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=KEPT_FOR)
    return (marks or "").split()
