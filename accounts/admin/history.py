"""What is held against accounts, and what they said against it: looked at here, and ended by acts."""

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import acts, audit, sanctions
from accounts.forms import ReasonForm
from accounts.models import Appeal, Sanction, User

if TYPE_CHECKING:
    RowAdmin = admin.ModelAdmin[Any]
else:  # Django's class takes no parameter
    RowAdmin = admin.ModelAdmin

RowHandler: TypeAlias = Callable[[Any, User, str], object]


class HistoryAdmin(RowAdmin):
    """Rows that are looked at here, and ended by an act, but never typed in, changed or deleted."""

    list_per_page = 50
    show_full_result_count = False
    list_display_links: tuple[str, ...] | None = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def change_view(self, request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        raise PermissionDenied

    def ties_to(self, sanction: Sanction, staff: User) -> Collection[acts.Tie]:
        """What somebody of the staff is to a sanction, beside being whom it is about."""
        return ()

    def subject_of(self, row: Sanction | Appeal, staff: User) -> audit.Subject:
        """Whom it is about. Whoever gave a sanction does not decide an appeal against it."""
        sanction = row.sanction if isinstance(row, Appeal) else row
        is_own = isinstance(row, Appeal) and sanction.issued_by_id == staff.pk
        return audit.Subject(
            account=sanction.account,
            thing=f"sanction {sanction.pk}",
            ties={*self.ties_to(sanction, staff), *([acts.Tie.OWN] if is_own else [])},
        )

    def decide(
        self, request: HttpRequest, rows: Iterable[Any], act: acts.Act, do: RowHandler
    ) -> HttpResponse | None:
        """Ask why; then do it to each row, and write it into the audit."""
        staff, form = (
            cast(User, request.user),
            ReasonForm(request.POST if "reason" in request.POST else None),
        )
        if not form.is_valid():
            context = {
                **self.admin_site.each_context(request),
                "title": act.words,
                "action": act.code,
                "accounts": rows,
                "form": form,
                "opts": self.model._meta,
                "back": request.path,
            }
            return TemplateResponse(request, "admin/accounts/reason.html", context)
        for row in rows:
            reason, about = form.cleaned_data["reason"], self.subject_of(row, staff)
            try:
                with audit.doing(act, by=staff, about=about, reason=reason):
                    do(row, staff, reason)
            except (audit.NotAllowed, sanctions.NotAppealed) as error:
                self.message_user(request, f"{row}: {error}", messages.ERROR)
                continue
            self.message_user(request, f"{row}: {act.words}", messages.SUCCESS)
        return None


@admin.register(Sanction)
class SanctionAdmin(HistoryAdmin):
    """The history of what was held against whom; here it is lifted."""

    list_display: tuple[str, ...] = (
        *("account", "kind", "state", "issued_at", "ends_at", "reason", "issued_by", "appealed"),
    )
    list_filter = ("kind", "issued_at", ("lifted_at", admin.EmptyFieldListFilter))
    list_select_related = ("account", "issued_by", "appeal")
    search_fields = ("account__username", "reason", "issued_by__username")
    actions = ("lift_sanction",)

    @admin.display(description=_("state"))
    def state(self, sanction: Sanction) -> str:
        return sanction.state

    @admin.display(description=_("appeal"))
    def appealed(self, sanction: Sanction) -> str:
        asked = sanction.appealed
        return "" if asked is None else appeal_state(asked)

    @admin.action(description=_("Lift, with a reason"), permissions=["change"])
    def lift_sanction(
        self, request: HttpRequest, queryset: QuerySet[Sanction]
    ) -> HttpResponse | None:
        held = [row for row in queryset if row.is_running]
        return self.decide(
            request,
            held,
            acts.LIFT_SANCTION,
            lambda row, staff, _reason: sanctions.lift(row, staff),
        )


@admin.register(Appeal)
class AppealAdmin(HistoryAdmin):
    """What people say against a sanction; decided by somebody else than whoever gave it."""

    list_display: tuple[str, ...] = (
        "of",
        "issued_by",
        "text",
        "made_at",
        "state",
        "decided_by",
        "answer",
    )
    list_filter = (("decided_at", admin.EmptyFieldListFilter), "made_at")
    list_select_related = ("sanction__account", "sanction__issued_by", "decided_by")
    search_fields = ("sanction__account__username", "text")
    actions = ("grant_appeal", "refuse_appeal")

    @admin.display(description=_("against"))
    def of(self, asked: Appeal) -> str:
        return str(asked.sanction)

    @admin.display(description=_("issued by"))
    def issued_by(self, asked: Appeal) -> str:
        return str(asked.sanction.issued_by or "")

    @admin.display(description=_("state"))
    def state(self, asked: Appeal) -> str:
        return appeal_state(asked)

    @admin.action(description=_("Grant, with an answer"), permissions=["change"])
    def grant_appeal(self, request: HttpRequest, queryset: QuerySet[Appeal]) -> HttpResponse | None:
        return self.decide(
            request,
            queryset.filter(decided_at=None),
            acts.GRANT_APPEAL,
            lambda row, staff, reason: sanctions.decide(row, staff, grant=True, answer=reason),
        )

    @admin.action(description=_("Refuse, with an answer"), permissions=["change"])
    def refuse_appeal(
        self, request: HttpRequest, queryset: QuerySet[Appeal]
    ) -> HttpResponse | None:
        return self.decide(
            request,
            queryset.filter(decided_at=None),
            acts.REFUSE_APPEAL,
            lambda row, staff, reason: sanctions.decide(row, staff, grant=False, answer=reason),
        )


def appeal_state(asked: Appeal) -> str:
    if asked.decided_at is None:
        return gettext("open")
    return gettext("granted") if asked.is_granted else gettext("refused")
