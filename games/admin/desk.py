"""The desk, on which the admin site opens, the list of reports, and the page of a case."""

# ruff: noqa: ARG002 - methods that Django calls take what it gives

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import audit, sanctions
from accounts.acts import Act
from accounts.models import User
from games.engine import EngineError
from games.models import Case
from games.moderation import acts, cases, clues, desk, wording
from games.moderation.cases import NOTHING, UPHELD
from games.pages.pictures import as_everyone_saw_it

if TYPE_CHECKING:
    BaseAdmin = admin.ModelAdmin[Case]
else:  # Django's class takes no parameter
    BaseAdmin = admin.ModelAdmin

REFUSALS = (EngineError, audit.NotAllowed)


def me(request: HttpRequest) -> User:
    return cast(User, request.user)


def _desk(
    index: Callable[[HttpRequest, dict[str, Any] | None], TemplateResponse],
) -> Callable[[HttpRequest, dict[str, Any] | None], TemplateResponse]:
    """Put the desk before Django's list of lists, for those who may see reports."""

    def opened(
        request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        extra, staff = dict(extra_context or {}), me(request)
        if staff.has_perm("games.view_case"):
            extra |= {
                "waiting": desk.waiting(staff),
                "counts": desk.counts(staff),
                "figures": desk.figures(),
            }
        if staff.has_perm("games.view_match"):
            extra["stalled"] = desk.stalled()[: desk.SHOWN]
            extra["failed_tasks"], extra["undelivered"] = desk.failed_tasks(), desk.undelivered()
        if staff.has_perm("accounts.view_user"):
            extra["newcomers"] = desk.newcomers()[: desk.SHOWN]
        return index(request, extra)

    return opened


admin.site.index = _desk(admin.site.index)  # type: ignore[method-assign,assignment]  # as the log-in’s
admin.site.index_template = "admin/desk.html"
admin.site.index_title = _("Desk")


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [
            ("open", gettext("open")),
            ("mine", gettext("mine")),
            ("decided", gettext("decided")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Case]) -> QuerySet[Case]:
        if self.value() == "mine":
            return queryset.filter(decided_at=None, taken_by=me(request))
        if self.value() in ("open", "decided"):
            return queryset.filter(decided_at__isnull=self.value() == "open")
        return queryset


class DecisionForm(forms.Form):
    """What follows from a case, and in which words that is told."""

    follows = forms.ChoiceField(
        label=_("What follows"),
        widget=forms.RadioSelect,
        choices=[
            (NOTHING, _("Nothing to do")),
            (UPHELD, _("Upheld, nothing more")),
            *sanctions.Kind.choices,
        ],
    )
    days = forms.IntegerField(
        label=_("For how many days"),
        required=False,
        min_value=1,
        max_value=3650,
        help_text=_("Nothing: until it is lifted."),
    )
    hides = forms.BooleanField(label=_("Hide the line or the comment"), required=False)
    closes_talk = forms.BooleanField(label=_("Close the talk at this table"), required=False)
    reported_wording = forms.ChoiceField(
        label=_("To the reported"),
        required=False,
        help_text=_("Sent with what follows. To tell them, and nothing more, give a warning."),
        widget=forms.Select(attrs={"data-fills": "id_to_reported"}),
        choices=[("", "—"), *((code, words[0]) for code, words in wording.TO_REPORTED.items())],
    )
    to_reported = forms.CharField(
        label=_("or in your words"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    reporters_wording = forms.ChoiceField(
        label=_("To those who reported"),
        required=False,
        widget=forms.Select(attrs={"data-fills": "id_to_reporters"}),
        choices=[
            ("", _("By what follows")),
            *((code, words[0]) for code, words in wording.TO_REPORTERS.items()),
        ],
    )
    to_reporters = forms.CharField(
        label=_("or in your words"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, is_noticed: bool = False, **kwargs: Any) -> None:
        """What nobody reported is told to no reporters, and dismissed by an act of its own."""
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        if is_noticed:
            follows = self.fields["follows"]
            assert isinstance(follows, forms.ChoiceField)
            follows.choices = [(UPHELD, _("Upheld, nothing more")), *sanctions.Kind.choices]
            del self.fields["reporters_wording"], self.fields["to_reporters"]

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or {}
        found["to_reported"] = wording.chosen(
            wording.TO_REPORTED, found.get("reported_wording", ""), found.get("to_reported", "")
        )
        # Nobody is thanked for what was not upheld because a choice was left as it was.
        by_itself = "not_upheld" if found.get("follows") == NOTHING else "upheld"
        by_itself = by_itself if "reporters_wording" in self.fields else ""
        found["to_reporters"] = wording.chosen(
            wording.TO_REPORTERS,
            found.get("reporters_wording") or by_itself,
            found.get("to_reporters", ""),
        )
        is_sanction = found.get("follows") not in (None, NOTHING, UPHELD)
        if is_sanction and not found["to_reported"]:
            self.add_error("to_reported", _("Say why: it is shown to the account's holder."))
        return found

    def decision(self) -> cases.CaseDecision:
        found = self.cleaned_data
        return cases.CaseDecision(
            follows=found["follows"],
            days=found["days"],
            to_reported=found["to_reported"],
            to_reporters=found["to_reporters"],
            hides=found["hides"],
            closes_talk=found["closes_talk"],
        )


@admin.register(Case)
class CaseAdmin(BaseAdmin):
    """Reports, merged by what they are about. Nobody sees here what is about them, what they have
    reported, nor what is of a match of theirs.
    """

    list_display = (
        *("__str__", "weight", "kind", "said", "about", "where", "reports", "opened_at"),
        *("taken_by", "verdict"),
    )
    list_filter = (StateFilter, "kind", "weight", "opened_at")
    search_fields = ("quote", "about__username", "match__name", "match__id")
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        found = super().get_queryset(request).exclude(cases.tied(me(request)))
        related = found.select_related("about", "match", "taken_by")
        return related.defer("match__secret").annotate(reports=Count("complaints"))

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        offered = ("state", "kind", "weight", "opened_at")
        return any(f"{lookup}__".startswith(f"{name}__") for name in offered)

    @admin.display(description=_("what was said"))
    def said(self, case: Case) -> str:
        return Truncator(case.quote).chars(60)

    @admin.display(description=_("where"))
    def where(self, case: Case) -> str:
        return case.match.name if case.match else ""

    @admin.display(description=_("reports"), ordering="reports")
    def reports(self, case: Case) -> int:
        counted: int = case.reports  # type: ignore[attr-defined]  # annotated above
        return counted

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Case | None = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        board = self.admin_site.admin_view(self.board)
        return [path("<int:pk>/board.svg", board, name="games_case_board"), *super().get_urls()]

    def board(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Whoever may not see the case may not see this either."""
        case = self.get_object(request, str(pk))
        if not self.has_view_permission(request) or case is None or not _picture(case):
            raise Http404
        visited = desk.as_the_public(case)
        assert case.number is not None
        try:
            return as_everyone_saw_it(visited, case.number)
        except EngineError:  # the log is damaged: the case is decided without it
            raise Http404 from None

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of a case, and all that is done there."""
        case = self.get_object(request, object_id)
        if not self.has_view_permission(request):
            raise PermissionDenied
        if case is None:
            if self._is_there(object_id):
                raise PermissionDenied  # about them, by them, or of a table of theirs
            raise Http404
        posted = request.POST if request.POST.get("do") == "decide" else None
        form = DecisionForm(posted, is_noticed=case.is_noticed)
        if request.method == "POST":
            try:
                if self._do(request, case, form):
                    return HttpResponseRedirect(request.path, status=303)
            except REFUSALS as error:
                self.message_user(request, error.message, messages.ERROR)
        return TemplateResponse(request, "admin/case.html", self._context(request, case, form))

    def _is_there(self, object_id: str) -> bool:
        """Whether there is such a case at all. What is no number is none."""
        try:
            return Case.objects.filter(pk=object_id).exists()
        except ValueError:
            return False

    def _do(self, request: HttpRequest, case: Case, form: DecisionForm) -> bool:
        """What the button says. Whether it was done."""
        staff, posted = me(request), request.POST
        do = posted.get("do", "")
        if do == "take":
            cases.take(case, staff)
        elif do == "put_back":
            cases.put_back(case, staff)
        elif do == "hand_on":
            to = User.objects.filter(username=posted.get("to", ""), is_staff=True).first()
            if to is None:
                raise EngineError("nobody", gettext("Nobody of the staff has that name."))
            cases.hand_on(case, staff, to)
        elif do == "note" and posted.get("text", "").strip():
            cases.note(case, staff, posted["text"].strip()[:2000])
        elif do == "hide" and posted.get("reason", "").strip() and _hiding(case) is not None:
            cases.hide(case, staff, reason=posted["reason"].strip()[:200])
            self.message_user(request, gettext("Hidden."), messages.SUCCESS)
        elif do == "let_through" and case.held_for:
            cases.let_through(case, staff)
            self.message_user(request, gettext("It is let through."), messages.SUCCESS)
        elif do == "keep_back" and case.held_for:
            cases.keep_back(case, staff)
            self.message_user(request, gettext("It is kept back."), messages.SUCCESS)
        elif do == "dismiss" and posted.get("reason", "").strip():
            clues.dismiss(case, staff, reason=posted["reason"].strip()[:500])
            self.message_user(request, gettext("Dismissed."), messages.SUCCESS)
        elif do == "decide" and form.is_valid():
            cases.decide(case, staff, form.decision())
            self.message_user(request, gettext("Decided, and told."), messages.SUCCESS)
        else:
            return False
        return True

    def _context(self, request: HttpRequest, case: Case, form: DecisionForm) -> dict[str, Any]:
        staff = me(request)
        complaints = list(case.complaints.select_related("account"))
        reporters = [desk.person(one.account) for one in complaints]
        blocking = desk.who_blocks(case)
        noticed = desk.clues_of(case) if case.is_noticed else []
        people = [case.about, *{one.clue.other for one in noticed}]
        return {
            **self.admin_site.each_context(request),
            "title": gettext("Report {number}").format(number=case.pk),
            "opts": self.opts,
            "case": case,
            "complaints": list(zip(complaints, reporters, strict=True)),
            "blocking": blocking,
            "quoted": desk.quoted(case),
            "people": [desk.person(one) for one in people if one is not None],
            "clues": noticed,
            "talk": desk.talk_around(case),
            "log": desk.log_around(case),
            "notes": case.notes.select_related("account"),
            "form": form,
            "wordings": wording.texts(),
            "may_decide": audit.may(staff, acts.DECIDE_CASE) and case.decided_at is None,
            "may_release": bool(case.held_for)
            and case.decided_at is None
            and audit.may(staff, acts.LET_THROUGH),
            "may_hide": case.decided_at is None
            and not audit.may(staff, acts.DECIDE_CASE)
            and (hiding := _hiding(case)) is not None
            and audit.may(staff, hiding),
            "others": User.objects.filter(is_staff=True, is_active=True).exclude(pk=staff.pk),
            "picture": _picture(case),
        }


def _hiding(case: Case) -> Act | None:
    """The act that hides what was said, if everyone can read it still."""
    line, comment = case.remark, case.comment
    if case.held_for:
        return None
    if line is not None:
        return None if line.hidden_at or line.taken_back_at else acts.HIDE_LINE
    return None if comment is None or comment.removed_at else acts.REMOVE_COMMENT


def _picture(case: Case) -> str:
    """The board at that move as everyone could see it, at a table by invitation too."""
    if case.match is None or not case.match.is_dealt or case.number is None:
        return ""
    return reverse("admin:games_case_board", args=[case.pk])
