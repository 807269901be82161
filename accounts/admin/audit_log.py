"""The audit for the staff: searched, checked and exported, and changed by nobody."""

import csv
import json
from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import audit
from accounts.acts import ACTS, Act
from accounts.admin.history import HistoryAdmin
from accounts.models import AuditEntry, Sanction, User

EXPORTED = (
    *("number", "at", "act", "refused", "by", "by name", "about", "about name", "match", "thing"),
    *("reason", "facts", "digest"),
)


TELLING = ("kind", "follows", "changed", "groups")  # facts without which an act says too little


class ActFilter(admin.SimpleListFilter):
    title = _("act")
    parameter_name = "act"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        assert isinstance(model_admin, AuditAdmin)
        return [(code, str(act.words)) for code, act in sorted(model_admin.acts.items())]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        return queryset if self.value() is None else queryset.filter(act=self.value())


@admin.register(AuditEntry)
class AuditAdmin(HistoryAdmin):
    """All that the staff have done, to be found and taken out; nothing here is changed."""

    acts: Mapping[str, Act] = ACTS  # that can be told in words

    list_display = ("at", "who", "what", "whom", "where", "thing_link", "why", "short")
    list_display_links = ("at",)
    fields = readonly_fields = (
        *("number", "at", "who", "what", "whom", "where", "thing_link", "reason", "told", "digest"),
    )
    list_filter = (ActFilter, "is_refused", "at")
    search_fields = ("by__username", "about__username", "match", "thing", "reason")
    ordering = ("-number",)
    change_list_template = "admin/accounts/audit.html"
    change_form_template = "admin/accounts/entry.html"

    @admin.display(description=_("who"), ordering="by__username")
    def who(self, entry: AuditEntry) -> str:
        return name_of(entry.by, entry.by_id)

    @admin.display(description=_("whom"), ordering="about__username")
    def whom(self, entry: AuditEntry) -> str:
        return name_of(entry.about, entry.about_id)

    @admin.display(description=_("what"), ordering="act")
    def what(self, entry: AuditEntry) -> SafeString | str:
        act = self.acts.get(entry.act)
        words = str(entry.act.replace("_", " ") if act is None else act.words)
        more = [_as_text(entry.facts[name]) for name in TELLING if entry.facts.get(name)]
        words = ": ".join([words, *([", ".join(more)] if more else [])])
        if not entry.is_refused:
            return words
        return format_html('<span class="refused">{}</span> {}', gettext("refused"), words)

    @admin.display(description=_("match"), ordering="match")
    def where(self, entry: AuditEntry) -> SafeString | str:
        return entry.match

    @admin.display(description=_("thing"), ordering="thing")
    def thing_link(self, entry: AuditEntry) -> SafeString | str:
        return entry.thing

    @admin.display(description=_("reason"))
    def why(self, entry: AuditEntry) -> str:
        return Truncator(entry.reason).chars(120)

    @admin.display(description=_("facts"))
    def told(self, entry: AuditEntry) -> str:
        """Whatever else was written down with the act."""
        return "; ".join(f"{name}: {_as_text(value)}" for name, value in entry.facts.items())

    @admin.display(description=_("digest"))
    def short(self, entry: AuditEntry) -> str:
        return f"{entry.digest[:4]} {entry.digest[4:8]}"

    def withheld(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """What this reader is not shown. Accounts alone have no such thing."""
        return AuditEntry.objects.none()

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        shown = super().get_queryset(request).exclude(pk__in=self.withheld(request).values("pk"))
        return shown.select_related("by", "about")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def change_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The whole of an entry; nobody has the right to change one."""
        return admin.ModelAdmin.change_view(self, request, *args, **kwargs)

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
        withheld = set(self.withheld(request).values_list("pk", flat=True))
        for entry in AuditEntry.objects.order_by("number").select_related("by", "about"):
            rows.writerow(_withheld_row(entry) if entry.pk in withheld else _row(entry))
        return response


def _row(entry: AuditEntry) -> list[object]:
    return [
        *(entry.number, entry.at.isoformat(), entry.act, int(entry.is_refused)),
        *(entry.by_id, in_a_cell(name_of(entry.by, entry.by_id))),
        *(entry.about_id, in_a_cell(name_of(entry.about, entry.about_id))),
        *(entry.match, in_a_cell(entry.thing), in_a_cell(entry.reason)),
        *(json.dumps(entry.facts, sort_keys=True), entry.digest),
    ]


def _withheld_row(entry: AuditEntry) -> list[object]:
    """Its place in the chain, and no more."""
    return [entry.number, "", "withheld", *[""] * (len(EXPORTED) - 4), entry.digest]


def _as_text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(dict(Sanction.Kind.choices).get(str(value), value))


def name_of(account: User | None, number: int | None) -> str:
    if account is not None:
        return account.username
    return "" if number is None else gettext("former player")


def in_a_cell(text: str) -> str:
    """As text: what begins like this is a formula to the programs that open such files."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
