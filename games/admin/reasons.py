"""Ask why, then do it to each of the rows that were ticked: how the staff act from a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from accounts import audit
from games.engine import EngineError

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Row = TypeVar("Row", bound=Model)


def with_reason(
    pages: admin.ModelAdmin[Any],
    request: HttpRequest,
    rows: QuerySet[Row],
    *,
    action: str,
    title: StrOrPromise,
    told: StrOrPromise,
    asked: type[forms.Form],
    act: Callable[[Row, forms.Form], str],
) -> HttpResponse | None:
    """A page with the form, or what it asks for done. `told`: what becomes of the reason; `act` says
    what was done, or raises why it was not.
    """
    form = asked(request.POST if "confirm" in request.POST else None)
    if not form.is_valid():
        context = {
            **pages.admin_site.each_context(request),
            "title": title,
            "rows": rows,
            "action": action,
            "told": told,
            "form": form,
            "list": reverse(f"admin:games_{pages.opts.model_name}_changelist"),
        }
        return TemplateResponse(request, "admin/games/reason.html", context)
    for row in rows:
        try:
            done = act(row, form)
        except (EngineError, audit.NotAllowed) as error:
            pages.message_user(request, f"{row}: {error.message}", messages.ERROR)
        else:
            pages.message_user(request, f"{row}: {done}", messages.SUCCESS)
    return None
