from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import filter_users_by_email, filter_users_by_username
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sites.requests import RequestSite
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts import devices, letters, names, sanctions, traces
from accounts.models import User, refuse_name
from accounts.standing import held_in_words

MISMATCH = _("That name and password do not match. Try again.")

# What is wrong with a password, by Django's codes, in our words.
PASSWORDS = {
    "password_too_short": _("Too short: use 8 characters or more."),
    "password_too_common": _("Too easy to guess: many people use this one."),
    "password_entirely_numeric": _("Use more than digits."),
    "password_too_similar": _("Too close to your name or address."),
}


class Adapter(DefaultAccountAdapter):
    """Where our answers differ from allauth's."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "incorrect_password": _("That is not your password. Try again."),
        "username_taken": _("This name is taken. Try another."),
        "email_taken": _("Another account uses this address."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes."),
    }

    def clean_password(self, password: str, user: AbstractBaseUser | None = None) -> str:
        """One reason at a time: whoever mends the first is told of the next."""
        try:
            cleaned: str = super().clean_password(password, user=user)
        except ValidationError as error:
            first = error.error_list[0]
            raise ValidationError(
                PASSWORDS.get(first.code or "", first.message), code=first.code
            ) from None
        return cleaned

    def respond_user_inactive(self, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
        """Tell whoever knows the password why they cannot come in."""
        assert isinstance(user, User)
        held = sanctions.barring(user.pk, *sanctions.SHUTS_OUT)
        context = {
            "reason": user.suspension_reason,
            "since": user.suspended_at,
            "until": user.suspended_until,
            "held": held_in_words([held] if held else []),
        }
        return render(request, "account/account_inactive.html", context, status=403)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 - allauth's
        return names.normalised(username) if shallow else refuse_name(username)

    def is_safe_url(self, url: str) -> bool:
        """Tell where somebody may go next. An address that is none is not safe, and no error."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    # Wrong passwords

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try: for the account, or apart for a browser that the account knows."""
        user = _meant(credentials)
        device = devices.known_device(request, user) if user else None
        if device is None:
            super().pre_authenticate(request, **credentials)
            return
        self._login_failed_rl_usage = ratelimit.consume(
            request,
            app="allauth.account",
            action="login_failed",
            config={"login_failed": devices.LIMIT},
            key=device,
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:  # noqa: ARG002 - see below
        """Return what tries are counted by: the account, whether named or by its address.

        Nothing of the request: whoever tries may call the site by any port.
        """
        user = _meant(credentials)
        login = credentials.get("email") or credentials.get("username") or ""
        return f"account {user.pk}" if user else f"nobody {login.lower()}"

    def post_login(
        self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any
    ) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **kwargs)
        assert isinstance(user, User)
        browser = devices.remember(request, response, user)
        traces.note_login(request, user, browser=browser)
        return response

    # Letters

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """With links to where the site says it is, not to where a request says it was sent."""
        ours = {
            name: _at_home(value) if name.endswith("_url") else value
            for name, value in context.items()
        }
        ours |= {"request": self.request, "email": email, "current_site": _Site()}
        letters.write(self.render_mail(template_prefix, email, ours))


class _Site(RequestSite):
    """What letters call the site."""

    def __init__(self) -> None:
        self.domain = self.name = urlsplit(settings.SITE_URL).netloc


def _at_home(address: str) -> str:
    parts = urlsplit(address)
    return settings.SITE_URL + parts._replace(scheme="", netloc="").geturl()


def _meant(credentials: dict[str, Any]) -> User | None:
    """Return the account that somebody tries to log in as, if there is exactly one."""
    email, name = credentials.get("email"), credentials.get("username")
    found = filter_users_by_email(email, prefer_verified=True, for_login=True) if email else []
    found = found or (list(filter_users_by_username(name)) if name else [])
    return found[0] if len(found) == 1 else None
