"""What is asked when a table is made: the same for every title, and the title's own options."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import rendering
from games.engine.registry import titles
from games.models import Match

VISIBILITY = [("public", _("Anyone may join or watch")), ("invited", _("By invitation only"))]


class TableForm(forms.Form):
    """A new table of one title."""

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

    def __init__(self, *args: Any, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = titles()[slug]
        labels = rendering.option_labels(slug)
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

    def options(self) -> dict[str, Any]:
        return {
            option.name: self.cleaned_data[f"option_{option.name}"] for option in self.title.options
        }


def _option_field(option: Any, labels: dict[str, Any]) -> forms.Field:
    """A labelled field. `labels` has the option's name and, where it likes, "name=choice"."""
    label = labels.get(option.name, option.name)
    if option.kind == "bool":
        return forms.BooleanField(label=label, initial=option.default, required=False)
    choices = [
        (choice, labels.get(f"{option.name}={choice}", str(choice))) for choice in option.choices
    ]
    coerce = int if option.kind == "int" else str
    return forms.TypedChoiceField(
        label=label, choices=choices, coerce=coerce, initial=option.default
    )
