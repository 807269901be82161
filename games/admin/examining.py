"""The staff have matches that are over looked at once more for what they should know of them."""

from __future__ import annotations

from typing import cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import audit
from accounts.models import User
from games import tasks
from games.engine import EngineError
from games.models import Match
from games.moderation import acts, ties


class Examining:
    """An action of the list of matches."""

    def has_examine_permission(self, request: HttpRequest) -> bool:
        return audit.may(cast(User, request.user), acts.EXAMINE)

    @admin.action(description=_("Look for clues, where it is over"), permissions=["examine"])
    def examine(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        staff = cast(User, request.user)
        for match in queryset:
            try:
                about = ties.of_match(match, staff)
                with audit.doing(acts.EXAMINE, by=staff, about=about, reason=""):
                    _ask_for(match)
            except (EngineError, audit.NotAllowed) as error:
                messages.error(request, f"{match}: {error.message}")
            else:
                told = gettext("Whatever is noticed will lie on the desk.")
                messages.success(request, f"{match}: {told}")


def _ask_for(match: Match) -> None:
    if match.status != Match.Status.OVER:
        raise EngineError("not_over", gettext("A match is looked at when it is over, not before."))
    tasks.examine.enqueue(match.pk, again=True)
