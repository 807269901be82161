"""Matches for the staff: found, linked, frozen and voided with a reason. No payload is ever shown.

Whoever runs a match from here could be playing in it. Actions, events, draws and secrets are not
in the lists, the forms or the history, not even of matches that are over.
"""

# ruff: noqa: ARG002 - methods that Django calls take what it gives

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from accounts import audit
from accounts.acts import Act
from games import play
from games.admin.examining import Examining
from games.admin.reasons import with_reason
from games.models import (
    Freeze,
    Holder,
    Kick,
    Match,
    Move,
    Round,
    Seat,
    Stop,
    TimeGiven,
)
from games.moderation import acts, glass, ties
from games.pages.replay import through_glass
from games.play import seating, stopping

if TYPE_CHECKING:
    BaseAdmin = admin.ModelAdmin[Any]
else:  # Django's class takes no parameter
    BaseAdmin = admin.ModelAdmin

# A failed task's traceback may quote what the rules stumbled over.
admin.site.unregister(DBTaskResult)


ACTIONS = {
    "freeze": _("Freeze, with a reason"),
    "thaw": _("Thaw, with a reason"),
    "void": _("Void, with a reason"),
    "remove_player": _("Remove a player, with a reason"),
    "rename_table": _("Give another name, with a reason"),
    "close_talk": _("Close the talk, with a reason"),
}


class MatchReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"), max_length=200, widget=forms.Textarea(attrs={"rows": 3})
    )


class GlassForm(forms.Form):
    reason = forms.CharField(
        label=_("Why you must look"),
        min_length=glass.SHORTEST_REASON,
        max_length=glass.LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "data-read-at": "as-read"}),
    )


class RemovePlayerForm(MatchReasonForm):
    name = forms.CharField(
        label=_("Player"), help_text=_("The keeper takes over the seat."), max_length=150
    )


class RenameTableForm(MatchReasonForm):
    name = forms.CharField(label=_("New name of the table"), max_length=60)


MatchHandler: TypeAlias = Callable[[str, forms.Form, play.Account], play.MatchRows]


def _seat_named(match_id: str, form: forms.Form) -> Seat | None:
    """By the name at the table, which the staff have read in a report."""
    if not isinstance(form, RemovePlayerForm):
        return None
    named = Seat.objects.filter(match_id=match_id, account__username=form.cleaned_data["name"])
    return named.select_related("account").first()


def _remove_player(match_id: str, form: forms.Form, by: play.Account) -> play.MatchRows:
    seat = _seat_named(match_id, form)
    return seating.remove(match_id, index=-1 if seat is None else seat.index, by=by)


def _with_its_reason(act: Callable[..., play.MatchRows]) -> MatchHandler:
    """One whose reason the players are told."""
    return lambda match_id, form, by: act(match_id, reason=form.cleaned_data["reason"], by=by)


HANDLERS: Mapping[str, tuple[Act, type[MatchReasonForm], MatchHandler]] = {
    "freeze": (acts.FREEZE, MatchReasonForm, _with_its_reason(play.freeze)),
    "thaw": (acts.THAW, MatchReasonForm, _with_its_reason(play.thaw)),
    "void": (acts.VOID, MatchReasonForm, _with_its_reason(play.void)),
    "remove_player": (acts.REMOVE_PLAYER, RemovePlayerForm, _remove_player),
    "rename_table": (
        acts.RENAME_TABLE,
        RenameTableForm,
        lambda match_id, form, by: stopping.rename(match_id, name=form.cleaned_data["name"], by=by),
    ),
    "close_talk": (
        acts.CLOSE_TALK,
        MatchReasonForm,
        lambda match_id, _form, by: stopping.close_talk(match_id, by=by),
    ),
}


class ReadOnlyAdmin(BaseAdmin):
    """Rows are written by `play` alone: here they are looked at."""

    hidden: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*self.hidden)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only the filters that are offered: one on a hidden field would answer guesses at it."""
        offered = [entry[0] if isinstance(entry, tuple) else entry for entry in self.list_filter]
        allowed = ["match__id", self.date_hierarchy, *offered]
        return any(name and f"{lookup}__".startswith(f"{name}__") for name in allowed)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        names = [field.name for field in self.model._meta.fields]
        return [name for name in names if name not in self.hidden]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        return self.get_fields(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Of the list, for its acts; of no row: to save one would write back what a move has changed
        meanwhile.
        """
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class PartAdmin(ReadOnlyAdmin):
    """A part of a match."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return (
            super()
            .get_queryset(request)
            .select_related("match")
            .defer(*self.hidden, "match__secret")
        )

    @admin.display(description=_("match"), ordering="match_id")
    def of_match(self, row: Any) -> SafeString:
        return _link("match", "change", row.match_id, args=[row.match_id])


@admin.register(Match)
class MatchAdmin(Examining, ReadOnlyAdmin):
    # That the staff looked into it is told at its end, to those of them who play there, too; who has
    # agreed to a pause is told to nobody.
    hidden = ("secret", "options", "outcome", "looked_into", "pause_asked")
    list_display = (
        "id", "name", "title", "status", "reason", "public", "size", "host", "number", "round",
        "created_at", "moved_at", "deadline", "see_also",
    )  # fmt: skip
    list_filter = (
        "status",
        ("title", admin.AllValuesFieldListFilter),
        "public",
        "created_at",
        "moved_at",
    )
    list_select_related = ("host",)
    search_fields = ("id", "name", "host__username", "seats__account__username")
    date_hierarchy = "created_at"
    ordering = ("-created_at",)
    actions = ("freeze", "thaw", "void", "remove_player", "rename_table", "close_talk", "examine")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.secrets)
        return [
            path("<str:match_id>/secrets/", view, name="games_match_secrets"),
            *super().get_urls(),
        ]

    def secrets(self, request: HttpRequest, match_id: str) -> HttpResponse:
        """The one page of the admin site that shows secrets: to whoever broke the glass."""
        match = self.get_object(request, match_id)
        staff = cast(play.Account, request.user)
        if match is None:
            raise Http404
        form = GlassForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                glass.break_glass(match, staff, reason=form.cleaned_data["reason"])
            except glass.NotOpened as error:
                self.message_user(request, error.message, messages.ERROR)
            except audit.NotAllowed as error:
                raise PermissionDenied(error.message) from None
            return HttpResponseRedirect(request.path, status=303)
        if (why := glass.refusal(match, staff)) is not None:
            raise PermissionDenied(why.message)
        broken = glass.is_open(match, staff)
        if broken is not None:
            visited = glass.visit_through(broken)
            return through_glass(request, visited, address=request.path, until=broken.closes_at)
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Open the secrets of this match"),
            "match": match,
            "form": form,
            "before": match.glasses.count(),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/games/glass.html", context)

    @admin.display(description=_("see also"))
    def see_also(self, match: Match) -> SafeString:
        pages = [
            (_list("seat", match.pk), gettext("seats")),
            (_list("round", match.pk), gettext("rounds")),
            (_list("move", match.pk), gettext("moves")),
            (_list("freeze", match.pk), gettext("freezes")),
            (_list("kick", match.pk), gettext("sent away")),
            (_list("comment", match.pk), gettext("comments")),
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', pages)

    @admin.action(description=ACTIONS["freeze"], permissions=["change"])
    def freeze(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._with_reason(request, queryset, "freeze")

    @admin.action(description=ACTIONS["thaw"], permissions=["change"])
    def thaw(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._with_reason(request, queryset, "thaw")

    @admin.action(description=ACTIONS["void"], permissions=["change"])
    def void(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._with_reason(request, queryset, "void")

    @admin.action(description=ACTIONS["remove_player"], permissions=["change"])
    def remove_player(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._with_reason(request, queryset, "remove_player")

    @admin.action(description=ACTIONS["rename_table"], permissions=["change"])
    def rename_table(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._with_reason(request, queryset, "rename_table")

    @admin.action(description=ACTIONS["close_talk"], permissions=["change"])
    def close_talk(self, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
        return self._with_reason(request, queryset, "close_talk")

    def _with_reason(
        self, request: HttpRequest, queryset: QuerySet[Match], verb: str
    ) -> HttpResponse | None:
        _act, asked, _handler = HANDLERS[verb]
        is_shown = verb in ("freeze", "thaw", "void")
        return with_reason(
            self,
            request,
            queryset,
            action=verb,
            title=ACTIONS[verb],
            told=gettext("The reason is shown to the players and kept in the audit.")
            if is_shown
            else gettext("The reason is kept in the audit, for the staff."),
            asked=asked,
            act=partial(self._act, request, verb),
        )

    def _act(self, request: HttpRequest, verb: str, match: Match, form: forms.Form) -> str:
        staff, (act, _form, handler) = cast(play.Account, request.user), HANDLERS[verb]
        facts = {name: value for name, value in form.cleaned_data.items() if name != "reason"}
        reason, seat = form.cleaned_data["reason"], _seat_named(match.pk, form)
        if seat is not None:
            facts = {}  # people stand in the audit by their numbers, which outlive no name
        about = ties.of_match(match, staff, account=seat.account if seat else None)
        with audit.doing(act, by=staff, about=about, reason=reason, facts=facts):
            after = handler(match.pk, form, staff).match
            self.log_change(request, match, f"{verb}: {reason}")
        return after.get_status_display()


@admin.register(Seat)
class SeatAdmin(PartAdmin):
    # How somebody answered a question to all is nobody's to know.
    hidden = ("agrees_to_end", "contribution")
    list_display = (
        "of_match", "index", "account_link", "bot", "keeper", "name", "ready", "awaited_since",
        "answers", "won",
    )  # fmt: skip
    list_filter = ("bot", "keeper", "ready", "won", "match__status")
    list_select_related = ("match", "account")
    search_fields = ("match__id", "account__username", "name")
    ordering = ("-match__created_at", "index")

    @admin.display(description=_("account"), ordering="account__username")
    def account_link(self, seat: Seat) -> SafeString | str:
        return "" if seat.account is None else account_link_to(seat.account)


@admin.register(Round)
class RoundAdmin(PartAdmin):
    hidden = ("result",)
    list_display = ("of_match", "number", "starter", "first_move", "last_move")
    list_filter = (("match__title", admin.AllValuesFieldListFilter), "match__status")
    search_fields = ("match__id",)


@admin.register(Move)
class MoveAdmin(PartAdmin):
    hidden = ("action", "events", "draws")
    list_display = ("of_match", "number", "seat", "by", "at", "digest")
    list_filter = ("by", "at", ("match__title", admin.AllValuesFieldListFilter))
    search_fields = ("match__id",)
    ordering = ("-at",)


@admin.register(Freeze)
class FreezeAdmin(PartAdmin):
    list_display = ("of_match", "number", "began_at", "ended_at", "reason")
    list_filter = ("began_at", ("ended_at", admin.EmptyFieldListFilter))
    search_fields = ("match__id", "reason")
    ordering = ("-began_at",)


@admin.register(Stop)
class StopAdmin(ReadOnlyAdmin):
    """When clocks stood: of one seat, of a table, or of the whole site."""

    list_display = ("kind", "match_id", "seat", "began_at", "ended_at")
    list_filter = ("kind", "began_at")
    search_fields = ("match__id",)
    ordering = ("-began_at",)


@admin.register(TimeGiven)
class TimeGivenAdmin(PartAdmin):
    list_display = ("of_match", "number", "seat", "seconds", "giver", "at")
    list_filter = ("at",)
    search_fields = ("match__id",)
    ordering = ("-at",)


@admin.register(Kick)
class KickAdmin(PartAdmin):
    """Who was sent away before the deal. Who did it: the host, who alone may."""

    list_display = ("of_match", "account_link", "at")
    list_filter = ("at",)
    list_select_related = ("match", "account")
    search_fields = ("match__id", "account__username")
    ordering = ("-at",)

    @admin.display(description=_("account"), ordering="account__username")
    def account_link(self, kick: Kick) -> SafeString:
        return account_link_to(kick.account)


@admin.register(Holder)
class HolderAdmin(PartAdmin):
    """Who has left a seat after the deal."""

    list_display = ("of_match", "account_link", "first", "last", "left_at", "won")
    list_filter = ("left_at", ("title", admin.AllValuesFieldListFilter))
    list_select_related = ("match", "account")
    search_fields = ("match__id", "account__username")
    ordering = ("-left_at",)

    @admin.display(description=_("account"), ordering="account__username")
    def account_link(self, holder: Holder) -> SafeString | str:
        return account_link_to(holder.account) if holder.account else ""


def account_link_to(account: Model) -> SafeString:
    address = reverse("admin:accounts_user_change", args=[account.pk])
    return format_html('<a href="{}">{}</a>', address, account)


def _link(model: str, page: str, text: str, *, args: list[Any]) -> SafeString:
    return format_html(
        '<a href="{}">{}</a>', reverse(f"admin:games_{model}_{page}", args=args), text
    )


def _list(model: str, match_id: str) -> str:
    return reverse(f"admin:games_{model}_changelist") + f"?match__id={match_id}"
