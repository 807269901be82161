"""What people say at tables and about matches that are over: looked at here, and taken away."""

from __future__ import annotations

from functools import partial
from typing import cast

from django import forms
from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import audit
from games import play
from games.admin.matches import MatchReasonForm, PartAdmin, account_link_to
from games.admin.reasons import with_reason
from games.matchlog.access import of_account
from games.models import Comment, Holder, Remark, Seat
from games.moderation import acts, ties
from games.play import comments
from games.talk import saying


@admin.register(Comment)
class CommentAdmin(PartAdmin):
    """What accounts say about moves of matches that are over, and taking it away."""

    list_display = ("of_match", "number", "account_link", "beginning", "made_at", "removed_at")
    list_filter = (
        "made_at",
        ("removed_at", admin.EmptyFieldListFilter),
        ("match__title", admin.AllValuesFieldListFilter),
    )
    list_select_related = ("match", "account")
    search_fields = ("text", "account__username", "match__id")
    ordering = ("-made_at",)
    actions = ("remove",)

    @admin.display(description=_("account"), ordering="account__username")
    def account_link(self, comment: Comment) -> SafeString | str:
        return account_link_to(comment.account) if comment.account else ""

    @admin.display(description=_("text"))
    def beginning(self, comment: Comment) -> str:
        return Truncator(comment.text).chars(80)

    @admin.action(description=_("Remove, with a reason"), permissions=["change"])
    def remove(self, request: HttpRequest, queryset: QuerySet[Comment]) -> HttpResponse | None:
        return with_reason(
            self,
            request,
            queryset.filter(removed_at=None),
            action="remove",
            title=gettext("Remove, with a reason"),
            told=gettext(
                "What they said is deleted, and kept in the audit. That a comment was removed is "
                "shown where it stood; the reason is shown to whoever wrote it."
            ),
            asked=MatchReasonForm,
            act=partial(self._remove, request),
        )

    def _remove(self, request: HttpRequest, comment: Comment, form: forms.Form) -> str:
        staff, reason = cast(play.Account, request.user), form.cleaned_data["reason"]
        about = ties.of_match(
            comment.match, staff, account=comment.account, thing=f"comment {comment.pk}"
        )
        facts = {"said": comment.text}
        with audit.doing(acts.REMOVE_COMMENT, by=staff, about=about, reason=reason, facts=facts):
            comments.remove(comment, reason=reason, by=staff)
            self.log_change(request, comment, f"removed: {reason}")
        return gettext("removed")


@admin.register(Remark)
class RemarkAdmin(PartAdmin):
    """What is said at tables, and hiding it. Nobody sees here what is said at a table of theirs."""

    hidden = ("key",)
    list_display = ("of_match", "channel", "account_link", "beginning", "made_at", "hidden_at")
    list_filter = (
        "made_at",
        "channel",
        ("hidden_at", admin.EmptyFieldListFilter),
        ("match__title", admin.AllValuesFieldListFilter),
    )
    list_select_related = ("match", "account")
    search_fields = ("text", "account__username", "match__id")
    ordering = ("-made_at",)
    actions = ("hide",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Remark]:
        """Spectators talk about what players must not hear, and the other way round."""
        own = of_account(request.user)
        mine = Seat.objects.filter(own, match=OuterRef("match"))
        left = Holder.objects.filter(own, match=OuterRef("match"))
        return super().get_queryset(request).exclude(Exists(mine) | Exists(left))

    @admin.display(description=_("account"), ordering="account__username")
    def account_link(self, remark: Remark) -> SafeString | str:
        return account_link_to(remark.account) if remark.account else ""

    @admin.display(description=_("text"))
    def beginning(self, remark: Remark) -> str:
        return Truncator(remark.text).chars(80)

    @admin.action(description=_("Hide, with a reason"), permissions=["change"])
    def hide(self, request: HttpRequest, queryset: QuerySet[Remark]) -> HttpResponse | None:
        return with_reason(
            self,
            request,
            queryset.filter(hidden_at=None),
            action="hide",
            title=gettext("Hide, with a reason"),
            told=gettext(
                "What they said is kept here for the record, and shown to nobody else. That a line "
                "was hidden is shown where it stood."
            ),
            asked=MatchReasonForm,
            act=partial(self._hide, request),
        )

    def _hide(self, request: HttpRequest, remark: Remark, form: forms.Form) -> str:
        staff, reason = cast(play.Account, request.user), form.cleaned_data["reason"]
        about = ties.of_match(
            remark.match, staff, account=remark.account, thing=f"line {remark.pk}"
        )
        with audit.doing(acts.HIDE_LINE, by=staff, about=about, reason=reason):
            saying.hide(remark, reason=reason, by=staff)
            self.log_change(request, remark, f"hidden: {reason}")
        return gettext("hidden")
