"""Accounts and what is held against them, for staff who may sit at tables with them."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.acts import Tie
from accounts.admin.history import AppealAdmin, SanctionAdmin
from accounts.admin.people import AccountAdmin
from accounts.models import Appeal, Sanction, User
from games.models import Case
from games.moderation import cases
from games.moderation.ties import ties_with

for model in (User, Sanction, Appeal):
    admin.site.unregister(model)


@admin.register(User)
class SiteAccountAdmin(AccountAdmin):
    """Nobody shuts out, or lets in, whoever they play with."""

    def ties_to(self, user: User, staff: User) -> Collection[Tie]:
        return ties_with(user, staff)


class TiedBySanction:
    """Nor does anybody decide what came of a report of theirs, or of a match of theirs."""

    def ties_to(self, sanction: Sanction, staff: User) -> Collection[Tie]:
        found = ties_with(sanction.account, staff)
        case = Case.objects.filter(pk=sanction.report).first() if sanction.report else None
        return found if case is None else {*found, *cases.subject(case, staff).ties}

    @admin.display(description=_("report"))
    def case_link(self, row: Sanction | Appeal) -> SafeString | str:
        report = row.sanction.report if isinstance(row, Appeal) else row.report
        if report is None:
            return ""
        address = reverse("admin:games_case_change", args=[report])
        return format_html('<a href="{}">{}</a>', address, report)


@admin.register(Sanction)
class SiteSanctionAdmin(TiedBySanction, SanctionAdmin):
    list_display = (*SanctionAdmin.list_display, "case_link")


@admin.register(Appeal)
class SiteAppealAdmin(TiedBySanction, AppealAdmin):
    list_display = (*AppealAdmin.list_display, "case_link")
