"""The audit for the staff: searched, checked and exported, and changed by nobody."""

import csv
import json
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import audit
from accounts.admin.history import HistoryAdmin
from accounts.models import AuditEntry, User

EXPORTED = (
    *("number", "at", "act", "refused", "by", "by name", "about", "about name", "match", "thing"),
    *("reason", "facts", "digest"),
)


class ActFilter(admin.SimpleListFilter):
    title = _("act")
    parameter_name = "act"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        codes = AuditEntry.objects.order_by("act").values_list("act", flat=True).distinct()
        return [(code, code.replace("_", " ")) for code in codes]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        return queryset if self.value() is None else queryset.filter(act=self.value())


@admin.register(AuditEntry)
class AuditAdmin(HistoryAdmin):
    """All that the staff have done, to be found and taken out; nothing here is changed."""

    list_display = ("at", "who", "what", "is_refused", "whom", "match", "thing", "reason", "short")
    list_filter = (ActFilter, "is_refused", "at")
    search_fields = ("by__username", "about__username", "match", "thing", "reason")
    list_select_related = ("by", "about")
    ordering = ("-number",)
    change_list_template = "admin/accounts/audit.html"

    @admin.display(description=_("who"), ordering="by__username")
    def who(self, entry: AuditEntry) -> str:
        return name_of(entry.by, entry.by_id)

    @admin.display(description=_("whom"), ordering="about__username")
    def whom(self, entry: AuditEntry) -> str:
        return name_of(entry.about, entry.about_id)

    @admin.display(description=_("what"), ordering="act")
    def what(self, entry: AuditEntry) -> str:
        return entry.act.replace("_", " ")

    @admin.display(description=_("digest"))
    def short(self, entry: AuditEntry) -> str:
        return f"{entry.digest[:4]} {entry.digest[4:8]}"

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        export = self.admin_site.admin_view(self.export)
        return [path("export/", export, name="accounts_audit_export"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        verdict, asked = None, request.GET.copy()
        if asked.pop("check", None):
            verdict = audit.verify()
            request.GET = asked  # type: ignore[assignment]  # the list takes its filters from it
        return super().changelist_view(request, {**(extra_context or {}), "verdict": verdict})

    def export(self, request: HttpRequest) -> HttpResponse:
        """All of it as a table, with the digests in full, by which it can be checked."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="audit.csv"'
        rows = csv.writer(response)
        rows.writerow(EXPORTED)
        for entry in AuditEntry.objects.order_by("number").select_related("by", "about"):
            rows.writerow(
                [
                    *(entry.number, entry.at.isoformat(), entry.act, int(entry.is_refused)),
                    *(entry.by_id, in_a_cell(name_of(entry.by, entry.by_id))),
                    *(entry.about_id, in_a_cell(name_of(entry.about, entry.about_id))),
                    *(entry.match, in_a_cell(entry.thing), in_a_cell(entry.reason)),
                    *(json.dumps(entry.facts, sort_keys=True), entry.digest),
                ]
            )
        return response


def name_of(account: User | None, number: int | None) -> str:
    if account is not None:
        return account.username
    return "" if number is None else gettext("former player")


def in_a_cell(text: str) -> str:
    """As text: what begins like this is a formula to the programs that open such files."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
