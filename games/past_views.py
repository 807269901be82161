"""The list of what has been played, and what is asked of it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import past
from games.engine.registry import titles

RESULTS = [
    ("", _("any")),
    ("over", _("played to the end")),
    ("won", _("won by the player")),
    ("lost", _("not won by the player")),
    ("running", _("still running")),
    ("void", _("called off")),
]


class PastForm(forms.Form):
    """What to list. Everything may be left out."""

    title = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=150)
    result = forms.ChoiceField(label=_("Result"), required=False, choices=RESULTS)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput)
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(slug, title.name) for slug, title in titles().items()]
        self.fields["title"].choices = [("", _("any")), *named]  # type: ignore[attr-defined]  # a choice field
        for name in ("since", "until"):
            self.fields[name].widget.input_type = "date"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("result") in ("won", "lost") and not cleaned.get("player"):
            self.add_error("player", _("Say whose result you mean."))
        return cleaned


@never_cache
@require_safe
def past_page(request: HttpRequest) -> HttpResponse:
    """Everyone's public matches, or a player's: newest first."""
    form = PastForm(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    page = None
    if not form.errors:
        page = past.page(
            request.user, past.Wanted(**asked, after=request.GET.get("after", "")[:60])
        )
    further = request.GET.copy()
    further["after"] = page.next if page else ""
    context = {"form": form, "page": page, "further": further.urlencode()}
    return render(request, "games/past.html", context, status=400 if form.errors else 200)
