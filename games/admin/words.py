"""The word list, for which what somebody writes is held back. Each change of it is an act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import audit
from accounts.models import User
from games.models import ListedWord
from games.moderation import acts
from games.talk.words import is_findable

if TYPE_CHECKING:
    BaseAdmin = admin.ModelAdmin[ListedWord]
    BaseForm = forms.ModelForm[ListedWord]
else:  # Django's classes take no parameter
    BaseAdmin = admin.ModelAdmin
    BaseForm = forms.ModelForm


class ListedWordForm(BaseForm):
    def clean_word(self) -> str:
        word = " ".join(self.cleaned_data["word"].split())
        if not is_findable(word):
            raise forms.ValidationError(_("A word has two letters at least."), code="short")
        return word


@admin.register(ListedWord)
class ListedWordAdmin(BaseAdmin):
    form = ListedWordForm
    list_display = ("word", "language", "kind")
    list_filter = ("language", "kind")
    search_fields = ("word",)
    list_per_page = 100

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: ListedWord | None = None) -> bool:
        return self.has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: ListedWord, form: Any, change: Any) -> None:
        before = form.initial.get("word", "") if change else ""
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            _note(request, obj, "changed" if change else "added", before=before)

    def delete_model(self, request: HttpRequest, obj: ListedWord) -> None:
        with transaction.atomic():
            _note(request, obj, "removed")
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ListedWord]) -> None:
        with transaction.atomic():
            for word in queryset:
                _note(request, word, "removed")
            super().delete_queryset(request, queryset)


def _note(request: HttpRequest, word: ListedWord, what: str, *, before: str = "") -> None:
    facts = {"word": word.word, "language": word.language, "kind": word.kind, "before": before}
    audit.note(
        acts.CHANGE_WORDS,
        by=cast(User, request.user),
        about=audit.Subject(thing=f"word {word.word}"[:60]),
        reason=what,
        facts=facts,
    )
