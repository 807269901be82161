"""Accounts for the staff: found, suspended with a reason, let in again. Each act is in the log."""

from collections.abc import Callable
from typing import cast

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import sanctions
from accounts.forms import SuspensionForm
from accounts.models import User

admin.site.site_header = admin.site.site_title = "Adit"


class SuspendedFilter(admin.SimpleListFilter):
    title = _("suspension")
    parameter_name = "suspended"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("yes", gettext("suspended")), ("no", gettext("not suspended"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        if self.value() is None:
            return queryset
        return queryset.filter(suspended_at__isnull=self.value() == "no")


@admin.register(User)
class AccountAdmin(UserAdmin):
    list_display = ("username", "email", "date_joined", "last_login", "suspended", "is_staff")
    list_filter = (SuspendedFilter, "is_staff", "date_joined", "last_login")
    search_fields = ("username", "email")
    date_hierarchy = "date_joined"
    ordering = ("-date_joined",)
    readonly_fields = (
        "email",
        "date_joined",
        "last_login",
        "is_active",
        "suspended_at",
        "suspended_by",
        "suspension_reason",
    )
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "date_joined", "last_login")}),
        (
            _("Suspension"),
            {
                "fields": ("is_active", "suspended_at", "suspended_by", "suspension_reason"),
                "description": _("Changed by the actions above the list of accounts."),
            },
        ),
        (
            _("Staff"),
            {
                "classes": ("collapse",),
                "fields": ("is_staff", "is_superuser", "groups", "user_permissions"),
            },
        ),
    )
    actions = ["suspend", "lift_suspension", "log_out_everywhere"]

    @admin.display(boolean=True, description=_("suspended"), ordering="suspended_at")
    def suspended(self, user: User) -> bool:
        return user.is_suspended

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are made by signing up, so that their holder alone knows the password."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Only a superuser decides who is staff; others may not raise themselves."""
        fields = tuple(super().get_readonly_fields(request, obj))
        if request.user.is_superuser:
            return fields
        return (*fields, "is_staff", "is_superuser", "groups", "user_permissions")

    @admin.action(description=_("Suspend, with a reason"), permissions=["change"])
    def suspend(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Ask for the reason, then shut the accounts out."""
        form = SuspensionForm(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            return self._ask_for_reason(request, queryset, form)
        reason: str = form.cleaned_data["reason"]
        staff = cast(User, request.user)
        others = queryset.exclude(pk=staff.pk)

        def act(user: User) -> None:
            sanctions.suspend(user, reason, staff)

        self._each(request, others, act, f"Suspended: {reason}")
        return None

    @admin.action(description=_("Lift the suspension"), permissions=["change"])
    def lift_suspension(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        suspended = queryset.exclude(suspended_at=None)
        self._each(request, suspended, sanctions.lift_suspension, "Suspension lifted")

    @admin.action(description=_("Log out of every browser"), permissions=["change"])
    def log_out_everywhere(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        self._each(request, queryset, sanctions.end_logins, "Logged out everywhere")

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        sanctions.close_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            sanctions.close_account(user)

    def _ask_for_reason(
        self, request: HttpRequest, queryset: QuerySet[User], form: SuspensionForm
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Suspend accounts"),
            "accounts": queryset,
            "form": form,
            "opts": self.model._meta,
        }
        return TemplateResponse(request, "admin/accounts/suspend.html", context)

    def _each(
        self,
        request: HttpRequest,
        queryset: QuerySet[User],
        act: Callable[[User], None],
        record: str,
    ) -> None:
        """Do it to each account, and write each act into the admin's log."""
        users = list(queryset)
        for user in users:
            act(user)
            self.log_change(request, user, record)
        done = ngettext("%d account changed.", "%d accounts changed.", len(users)) % len(users)
        self.message_user(request, done, messages.SUCCESS)
