"""Accounts for the staff: found, suspended with a reason, let in again. Each act is in the audit."""

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import acts, audit, rights, sanctions
from accounts.forms import AccountForm, ReasonForm, SanctionForm, SuspensionForm
from accounts.models import User

if TYPE_CHECKING:
    BaseAdmin = UserAdmin[User]
else:  # Django's class takes no parameter
    BaseAdmin = UserAdmin

admin.site.site_header = admin.site.site_title = "Adit"
admin.site.empty_value_display = ""

# The one door is the site's own, which counts wrong passwords: the admin site's does not.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth says

# With another address or another password the staff could log in as a player and see their cards.
# The address stands on the page of its account.
admin.site.unregister(EmailAddress)


admin.site.unregister(Group)


@admin.register(Group)
class RightsAdmin(GroupAdmin):
    """Whoever changes what a group may do, changes what they may do themselves."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        super().save_related(request, form, formsets, change)
        self._note(request, form.instance, "changed" if change else "made")

    def delete_model(self, request: HttpRequest, obj: Group) -> None:
        self._note(request, obj, "deleted")
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        with transaction.atomic():
            for group in queryset:
                self._note(request, group, "deleted")
            super().delete_queryset(request, queryset)

    def _note(self, request: HttpRequest, group: Group, what: str) -> None:
        held = group.permissions.values_list("codename", flat=True).order_by("codename")
        audit.note(
            acts.CHANGE_GROUP,
            by=cast(User, request.user),
            about=audit.Subject(thing=f"group {group.name}"[:60]),
            reason=what,
            facts={"permissions": list(held)},
        )


class AccountAct(NamedTuple):
    """Something the staff can do to an account, in the words of the page that asks why."""

    act: acts.Act
    title: str
    consequence: str
    do: Callable[[User, ReasonForm], object]


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
class AccountAdmin(BaseAdmin):
    list_display = ("username", "email", "date_joined", "last_login", "suspended", "staff")
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
        "suspended_until",
        "suspension_reason",
    )
    fieldsets = (
        (None, {"fields": ("username", "email", "date_joined", "last_login")}),
        (
            _("Suspension"),
            {
                "fields": (
                    "is_active",
                    "suspended_at",
                    "suspended_by",
                    "suspended_until",
                    "suspension_reason",
                ),
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
        (_("Why"), {"fields": ("reason",)}),
    )
    form = AccountForm
    actions = ["sanction", "suspend", "lift_suspension", "log_out_everywhere", "close_accounts"]

    # Addresses are for whoever looks after accounts: sanctions need none.

    def get_list_display(self, request: HttpRequest) -> Any:
        return self._without_addresses(request, super().get_list_display(request))

    def get_search_fields(self, request: HttpRequest) -> Any:
        return self._without_addresses(request, super().get_search_fields(request))

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        return [
            (name, {**options, "fields": self._without_addresses(request, options["fields"])})
            for name, options in super().get_fieldsets(request, obj)
        ]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        allowed = super().lookup_allowed(lookup, value, request)
        return allowed and bool(self._without_addresses(request, [lookup.partition("__")[0]]))

    def _without_addresses(self, request: HttpRequest, fields: Iterable[Any]) -> list[Any]:
        sees = request.user.has_perm("accounts.change_user")
        return [field for field in fields if sees or field != "email"]

    # In words: on a phone nothing says what a tick stands for.
    @admin.display(description=_("suspension"), ordering="suspended_at")
    def suspended(self, user: User) -> str:
        return gettext("suspended") if user.is_suspended else ""

    @admin.display(description=_("staff"), ordering="is_staff")
    def staff(self, user: User) -> str:
        return gettext("staff") if user.is_staff else ""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts are made by signing up, so that their holder alone knows the password."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Whoever may change accounts puts others into groups of no more rights than their own.
        Nobody but a superuser raises themselves, or gives single rights.
        """
        fields = tuple(super().get_readonly_fields(request, obj))
        if request.user.is_superuser:
            return fields
        own = obj is None or obj.pk == request.user.pk
        return (
            *(*fields, "is_superuser", "user_permissions"),
            *(("is_staff", "groups") if own else ()),
        )

    def formfield_for_manytomany(
        self, db_field: Any, request: HttpRequest, **kwargs: Any
    ) -> "forms.ModelMultipleChoiceField[Any] | None":
        if db_field.name == "groups" and not request.user.is_superuser:
            kwargs["queryset"] = rights.groups_within(cast(User, request.user))
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Nobody changes an account with more rights than their own."""
        may = super().has_change_permission(request, obj)
        return may and (obj is None or rights.may_act_on(cast(User, request.user), obj))

    def user_change_password(self, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """A password is its holder's, who asks for a new one by mail."""
        raise PermissionDenied

    def construct_change_message(
        self, request: HttpRequest, form: Any, *_args: Any, **_kwargs: Any
    ) -> Any:
        changed = ", ".join(name for name in form.changed_data if name != "reason")
        return f"change of {changed or 'nothing'}: {form.cleaned_data['reason']}"

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Here all of it is saved, in the transaction of the form."""
        super().save_related(request, form, formsets, change)
        facts: dict[str, object] = {
            "changed": sorted(name for name in form.changed_data if name != "reason")
        }
        if "groups" in form.changed_data:
            held = form.instance.groups.order_by("name")
            facts["groups"] = list(held.values_list("name", flat=True))
        audit.note(
            acts.CHANGE_ACCOUNT,
            by=cast(User, request.user),
            about=audit.Subject(account=form.instance),
            reason=form.cleaned_data["reason"],
            facts=facts,
        )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Accounts are deleted by the action below, which asks why, and by their holders."""
        return False

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.delete_user")

    def ties_to(self, user: User, staff: User) -> Collection[acts.Tie]:
        """What somebody of the staff is to an account, beside having more rights."""
        return ()

    def has_sanction_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(acts.SANCTION.permission)

    @admin.action(description=_("Warn, mute, bar or suspend"), permissions=["sanction"])
    def sanction(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        def issue(user: User, form: ReasonForm) -> None:
            assert isinstance(form, SanctionForm)
            kind, reason = form.cleaned_data["kind"], form.cleaned_data["reason"]
            sanctions.issue(user, sanctions.Kind(kind), reason, staff, until=form.until)

        staff = cast(User, request.user)
        consequence = gettext("It holds at once, ends by itself, and can be appealed against.")
        act = AccountAct(acts.SANCTION, gettext("Sanction"), consequence, issue)
        return self._with_reason(request, queryset.exclude(pk=staff.pk), act, SanctionForm)

    @admin.action(description=_("Suspend, with a reason"), permissions=["change"])
    def suspend(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        staff = cast(User, request.user)
        return self._with_reason(
            request,
            queryset.exclude(pk=staff.pk),
            AccountAct(
                acts.SUSPEND,
                gettext("Suspend"),
                gettext(
                    "They are logged out everywhere at once and cannot log in until it is lifted."
                ),
                lambda user, form: sanctions.suspend(user, form.cleaned_data["reason"], staff),
            ),
            SuspensionForm,
        )

    @admin.action(description=_("Lift the suspension, with a reason"), permissions=["change"])
    def lift_suspension(
        self, request: HttpRequest, queryset: QuerySet[User]
    ) -> HttpResponse | None:
        staff = cast(User, request.user)
        act = AccountAct(
            acts.LIFT_SUSPENSION,
            gettext("Lift the suspension"),
            gettext("They can log in again."),
            lambda user, _form: sanctions.lift_suspension(user, staff),
        )
        return self._with_reason(request, queryset.exclude(suspended_at=None), act)

    @admin.action(description=_("Log out of every browser, with a reason"), permissions=["change"])
    def log_out_everywhere(
        self, request: HttpRequest, queryset: QuerySet[User]
    ) -> HttpResponse | None:
        act = AccountAct(
            acts.LOG_OUT,
            gettext("Log out everywhere"),
            gettext("Their log-ins end in every browser; they can log in again."),
            lambda user, _form: sanctions.end_logins(user),
        )
        return self._with_reason(request, queryset, act)

    @admin.action(description=_("Delete for good, with a reason"), permissions=["close"])
    def close_accounts(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        act = AccountAct(
            acts.CLOSE_ACCOUNT,
            gettext("Delete for good"),
            gettext(
                "Others' matches stay; the name becomes “former player”. This cannot be undone."
            ),
            lambda user, _form: sanctions.close_account(user),
        )
        return self._with_reason(request, queryset.exclude(pk=cast(User, request.user).pk), act)

    def _with_reason(
        self,
        request: HttpRequest,
        queryset: QuerySet[User],
        act: AccountAct,
        asked: type[ReasonForm] = ReasonForm,
    ) -> HttpResponse | None:
        """Ask why; then do it to each account, and write act and reason into the admin's log."""
        staff, asked_for = cast(User, request.user), list(queryset)
        users = [user for user in asked_for if rights.may_act_on(staff, user)]
        if len(users) < len(asked_for):
            refused = ", ".join(user.username for user in asked_for if user not in users)
            told = gettext("You have fewer rights than %s: ask somebody who has more.") % refused
            self.message_user(request, told, messages.ERROR)
        if not users:
            return None
        form = asked(request.POST if "reason" in request.POST else None)
        if not form.is_valid():
            context = {
                **self.admin_site.each_context(request),
                "title": act.title,
                "consequence": act.consequence,
                "action": act.act.code,
                "accounts": users,
                "form": form,
                "opts": self.model._meta,
                "back": reverse("admin:accounts_user_changelist"),
            }
            return TemplateResponse(request, "admin/accounts/reason.html", context)
        done = 0
        for user in users:
            reason = form.cleaned_data["reason"]
            about = audit.Subject(account=user, ties=self.ties_to(user, staff))
            facts = {name: form.cleaned_data[name] for name in form.fields if name != "reason"}
            try:
                with audit.doing(act.act, by=staff, about=about, reason=reason, facts=facts):
                    self.log_change(request, user, f"{act.act.code}: {reason}")
                    act.do(user, form)
            except audit.NotAllowed as error:
                self.message_user(request, error.message, messages.ERROR)
                continue
            done += 1
        if done:
            told = ngettext("%d account changed.", "%d accounts changed.", done) % done
            self.message_user(request, told, messages.SUCCESS)
        return None
