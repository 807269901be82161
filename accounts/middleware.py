from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts import traces
from accounts.models import User


class PreferencesMiddleware:
    """Speak the account's language and tell the time of its zone, for this request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        activate_language(request)
        with timezone.override(zone_of(request)):
            return self.get_response(request)


class TracesMiddleware:
    """Note when an account comes from another address than before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, User):
            traces.follow(request, request.user)
        return self.get_response(request)


def activate_language(request: HttpRequest) -> None:
    """Overrule what LocaleMiddleware took from the cookie or the browser."""
    if isinstance(request.user, User) and request.user.language:
        translation.activate(request.user.language)
        request.LANGUAGE_CODE = translation.get_language()


def zone_of(request: HttpRequest) -> ZoneInfo | None:
    """Return the chosen zone; with none chosen, times are in UTC until the browser's script says."""
    return request.user.zone if isinstance(request.user, User) else None
