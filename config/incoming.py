"""What comes in is text in UTF-8, of a size that we read, before anything else looks at it.

Neither PostgreSQL nor JSON can hold a NUL or half a character, and a view should not have to think
of that. Both become "�", which is what Django makes of bytes that are no UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.admin import ModelAdmin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import TO_FIELD_VAR
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.exceptions import BadRequest, ValidationError
from django.db.models import Field
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.utils import translation

from config.edge import TOO_LARGE, Application, Receive, Scope, Send

NO_TEXT = re.compile("[\0\ud800-\udfff]")


def text(value: str) -> str:
    return NO_TEXT.sub("\ufffd", value)


class IncomingMiddleware:
    """Address, headers, cookies, query and form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _is_too_large(request):
            return _refused(request)
        request.encoding = "utf-8"  # whatever the browser calls it: no other has reached our forms
        request.path, request.path_info = text(request.path), text(request.path_info)
        request.COOKIES = _cookies(request.COOKIES)
        for name, value in request.META.items():
            if isinstance(value, str):
                request.META[name] = text(value)
        request.GET = _form(request.GET)
        request.POST = _form(request.POST)
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, _args: object, _kwargs: object
    ) -> None:
        """The admin site takes ids, days and numbers as they come, and stumbles over bad ones."""
        staffs = getattr(view, "model_admin", None)
        if isinstance(staffs, ModelAdmin) and not (
            _has_ids(request.POST.getlist(ACTION_CHECKBOX_NAME), staffs.model._meta.pk)
            and all(
                _has_day(name, value) and (name == SEARCH_VAR or _has_numbers(value))
                for name, values in request.GET.lists()
                for value in values
            )
            and request.GET.get(TO_FIELD_VAR) != ""
        ):
            raise BadRequest("an id, a day or a number that is none")


def _has_ids(values: list[str], key: Field[Any, Any]) -> bool:
    try:
        for value in values:
            key.clean(value, None)
    except ValidationError:
        return False
    return True


def _has_day(name: str, value: str) -> bool:
    """A filter by day has one that the calendar has, and so have the day before and the day after."""
    part = name.rpartition("__")[2]
    if part in PARTS_OF_A_DAY:
        return value.isascii() and value.isdecimal() and int(value[:9]) in PARTS_OF_A_DAY[part]
    return not value.startswith(("0000-", "0001-", "9999-"))


PARTS_OF_A_DAY = {
    "year": range(2, 9999),
    "iso_year": range(2, 9999),
    "month": range(1, 13),
    "day": range(1, 32),
}


def _has_numbers(value: str) -> bool:
    """Whole numbers, one or more with commas between, are such as a database can hold."""
    return all(_fits(part) for part in value.split(","))


def _fits(part: str) -> bool:
    try:
        return -(2**63) <= int(part) < 2**63
    except ValueError:
        return True  # no number: what it is instead is looked at where it is used


def _is_too_large(request: HttpRequest) -> bool:
    """By what was read, or by what is announced."""
    announced = request.META.get("CONTENT_LENGTH") or "0"
    is_announced = len(announced) > 18 or (
        announced.isascii() and announced.isdecimal() and int(announced) > settings.LARGEST_BODY
    )
    return is_announced or TOO_LARGE in getattr(request, "scope", {})


def _refused(request: HttpRequest) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        return HttpResponse(render_to_string("413.html"), status=413)


def _cookies(cookies: Mapping[str, str]) -> dict[str, str]:
    return {text(name): text(value) for name, value in cookies.items()}


def _form(given: QueryDict) -> Any:
    form = QueryDict(mutable=True)
    for name, values in given.lists():
        form.setlist(text(name), [text(value) for value in values])
    form._mutable = False  # as Django's own are; the types have another class for it
    return form


# Before there is a request, or a socket


def clean_charset(application: Application) -> Application:
    """Django stumbles over a form in some encodings, even over "hex", before a middleware is asked."""

    async def cleaned(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, _without_charset(name, value)) for name, value in scope["headers"]]
        await application({**scope, "headers": headers}, receive, send)

    return cleaned


def _without_charset(name: bytes, value: bytes) -> bytes:
    if name != b"content-type":
        return value
    return b";".join(part for part in value.split(b";") if b"charset" not in part.lower())


def clean_origin(application: Application) -> Application:
    """A socket that says it comes from no address at all comes from nowhere: it is refused."""

    async def cleaned(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [header for header in scope["headers"] if not _is_bad_origin(*header)]
        await application({**scope, "headers": headers}, receive, send)

    return cleaned


def _is_bad_origin(name: bytes, value: bytes) -> bool:
    try:
        return name == b"origin" and urlsplit(value.decode("latin-1")).port == -1
    except ValueError:
        return True


def clean_cookies(application: Application) -> Application:
    """For what stands between the middleware that reads cookies and the one that needs them."""

    async def cleaned(scope: Scope, receive: Receive, send: Send) -> None:
        await application({**scope, "cookies": _cookies(scope["cookies"])}, receive, send)

    return cleaned
