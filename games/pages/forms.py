"""What is asked of a visitor: about a new table, and about the list of past matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine import Option, titles
from games.models import Match
from games.presentation import presenter_of

VISIBILITY = [("public", _("Anyone may join or watch")), ("invited", _("By invitation only"))]

RESULTS = [
    ("", _("any")),
    ("over", _("played to the end")),
    ("won", _("won by the player")),
    ("lost", _("not won by the player")),
    ("running", _("still running")),
    ("void", _("called off")),
]


class TableForm(forms.Form):
    """A new table: what every title asks, and the title's own options."""

    name = forms.CharField(label=_("Name of the table"), max_length=60, required=False)
    size = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Of these for bots"), coerce=int, initial=0)
    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=Match.Pace.choices,
        initial=Match.Pace.DAY,
        widget=forms.RadioSelect,
        help_text=_("What you ask of the players. No clock enforces it."),
    )
    visibility = forms.ChoiceField(
        label=_("Who may come"), choices=VISIBILITY, initial="public", widget=forms.RadioSelect
    )

    def __init__(self, data: QueryDict | None = None, *, slug: str) -> None:
        super().__init__(data)
        self.title = titles()[slug]
        labels = presenter_of(slug).option_labels()
        sizes = [(size, size) for size in self.title.seats]
        self.fields["size"].choices = sizes  # type: ignore[attr-defined]  # a choice field
        self.fields["bots"].choices = [(n, n) for n in range(self.title.seats[-1])]  # type: ignore[attr-defined]  # too
        for option in self.title.options:
            self.fields[f"option_{option.name}"] = _option_field(option, labels)

    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("bots", 0) >= cleaned.get("size", 99):
            self.add_error("bots", _("At least one seat is for you."))
        return cleaned

    def options(self) -> dict[str, bool | int | str]:
        return {
            option.name: self.cleaned_data[f"option_{option.name}"] for option in self.title.options
        }


def _option_field(option: Option, labels: Mapping[str, str]) -> forms.Field:
    """A labelled field. `labels` has the option's name and, where it likes, "name=choice"."""
    label = labels.get(option.name, option.name)
    if option.kind == "bool":
        return forms.BooleanField(label=label, initial=option.default, required=False)
    choices = [
        (choice, labels.get(f"{option.name}={choice}", str(choice))) for choice in option.choices
    ]
    if option.kind == "int":
        return forms.TypedChoiceField(
            label=label, choices=choices, coerce=int, initial=option.default
        )
    # A choice is told in a sentence, which a phone would cut short in a list that folds.
    return forms.ChoiceField(
        label=label, choices=choices, initial=option.default, widget=forms.RadioSelect
    )


class PastForm(forms.Form):
    """Which past matches to list. Everything may be left out."""

    title = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=150)
    result = forms.ChoiceField(label=_("Result"), required=False, choices=RESULTS)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput)
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        named = [(slug, title.name) for slug, title in titles().items()]
        self.fields["title"].choices = [("", _("any")), *named]  # type: ignore[attr-defined]  # a choice field
        for name in ("since", "until"):
            self.fields[name].widget.input_type = "date"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("result") in ("won", "lost") and not cleaned.get("player"):
            self.add_error("player", _("Say whose result you mean."))
        return cleaned
