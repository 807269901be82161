"""The audit as the staff of this site read it: in the words of all acts, without what is about them."""

from __future__ import annotations

from typing import cast

from django.contrib import admin
from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin.audit_log import AuditAdmin
from accounts.models import AuditEntry, User
from games.models import UNFINISHED, Case, Holder, Seat
from games.moderation import acts, cases

admin.site.unregister(AuditEntry)


@admin.register(AuditEntry)
class SiteAuditAdmin(AuditAdmin):
    """Nobody reads here of a case that they may not see: the notes on it stand in the audit, too. Nor
    of a match of theirs that is being played: that its secrets were opened is told at its end.
    """

    acts = acts.ACTS

    @admin.display(description=_("match"), ordering="match")
    def where(self, entry: AuditEntry) -> SafeString | str:
        if not entry.match:
            return ""
        address = f"{reverse('admin:games_match_changelist')}?q={entry.match}"
        return format_html('<a href="{}">{}</a>', address, entry.match)

    @admin.display(description=_("thing"), ordering="thing")
    def thing_link(self, entry: AuditEntry) -> SafeString | str:
        kind, _space, number = entry.thing.partition(" ")
        if kind != "report":
            return entry.thing
        address = reverse("admin:games_case_change", args=[number])
        return format_html('<a href="{}">{}</a>', address, entry.thing)

    def withheld(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        reader = cast(User, request.user)
        playing = Q(account=reader, match__status__in=UNFINISHED)
        sits, sat = (rows.objects.filter(playing).values("match_id") for rows in (Seat, Holder))
        number = Cast("pk", CharField())
        reports = Case.objects.filter(cases.tied(reader)).annotate(
            name=Concat(Value("report "), number)
        )
        about_them = Q(match__in=sits) | Q(match__in=sat) | Q(thing__in=reports.values("name"))
        return AuditEntry.objects.filter(about_them)
