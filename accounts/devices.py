"""Browsers that an account has logged in from before.

Wrong passwords are counted for each account, so that nobody guesses one from a thousand addresses.
A stranger could use that to shut the holder out. So a browser from which the account has logged in
keeps a signed cookie, and its wrong tries are counted apart: others' do not count against it.

The cookie also has a mark of the browser itself, the same for all accounts that log in there
(`accounts.traces`).
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
BROWSER = "browser."  # what its own mark begins with; those of accounts begin with a number


def remember(request: HttpRequest, response: HttpResponse, user: User) -> str:
    """This browser has logged in as this account. Its own mark, which it keeps."""
    known = _marks(request)
    own = [mark for mark in known if mark.startswith(BROWSER)]
    browser = own[0] if own else f"{BROWSER}{secrets.token_hex(16)}"
    others = [mark for mark in known if not mark.startswith((f"{user.pk}.", BROWSER))]
    mine = f"{_prefix(user)}{secrets.token_hex(8)}"
    response.set_signed_cookie(
        COOKIE,
        " ".join([browser, *[mine, *others][:MOST_ACCOUNTS]]),
        salt=SALT,
        max_age=KEPT_FOR,
        path="/account/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return browser


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
