"""What is asked of a visitor: about a new table, and about the list of past matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.clocks import Terms, words
from games.engine import Option, titles
from games.presentation import presenter_of

VISIBILITY = [("public", _("Anyone may join or watch")), ("invited", _("By invitation only"))]

CUSTOM_TIMES = {"move": clocks.MOVES, "bank": clocks.BANKS, "refill": clocks.REFILLS}

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
    pace = forms.ChoiceField(label=_("Pace"), initial="daily", widget=forms.RadioSelect)
    move = forms.TypedChoiceField(label=_("For each move"), coerce=int, initial=12 * clocks.HOUR)
    bank = forms.TypedChoiceField(label=_("In reserve"), coerce=int, initial=clocks.DAY)
    refill = forms.TypedChoiceField(label=_("Back per move"), coerce=int, initial=2 * clocks.HOUR)
    days_off = forms.BooleanField(
        label=_("Days off count"),
        initial=True,
        required=False,
        help_text=_("Players may use theirs here. They are announced at the table."),
    )
    weekends = forms.BooleanField(label=_("Weekends off"), required=False)
    visibility = forms.ChoiceField(
        label=_("Who may come"), choices=VISIBILITY, initial="public", widget=forms.RadioSelect
    )
    tells = forms.BooleanField(
        label=_("The clock only tells"),
        required=False,
        help_text=_(
            "For friends, at a table by invitation: when time is up, nobody moves for anybody."
        ),
    )

    def __init__(self, data: QueryDict | None = None, *, slug: str, zone: str = "UTC") -> None:
        super().__init__(data)
        self.zone = zone
        self._offer_paces()
        self.title = titles()[slug]
        labels = presenter_of(slug).option_labels()
        sizes = [(size, size) for size in self.title.seats]
        self.fields["size"].choices = sizes  # type: ignore[attr-defined]  # a choice field
        self.fields["bots"].choices = [(n, n) for n in range(self.title.seats[-1])]  # type: ignore[attr-defined]  # too
        for option in self.title.options:
            self.fields[f"option_{option.name}"] = _option_field(option, labels)

    def _offer_paces(self) -> None:
        told = format_html
        paces = [
            (name, told("<b>{}</b><small>{}</small>", words.NAMES[name], words.in_full(terms)))
            for name, terms in clocks.PACES.items()
        ]
        own = told("<b>{}</b>", words.NAMES[clocks.CUSTOM])
        offered: dict[str, list[tuple[Any, str]]] = {"pace": [*paces, (clocks.CUSTOM, own)]}
        for name, times in CUSTOM_TIMES.items():
            offered[name] = [(time, words.duration(time)) for time in times]
            self.fields[name].required = False
        for name, choices in offered.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # a choice field
        self.fields["weekends"].help_text = _(
            "No clock runs from Friday, 22:00, to Monday, 06:00, {zone} time (yours)."
        ).format(zone=words.place(self.zone))

    def first_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "size", "bots")]

    def custom_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in CUSTOM_TIMES]

    def break_fields(self) -> list[forms.BoundField]:
        return [self["days_off"], self["weekends"]]

    def last_fields(self) -> list[forms.BoundField]:
        options = [self[name] for name in self.fields if name.startswith("option_")]
        return [self["visibility"], self["tells"], *options]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("bots", 0) >= cleaned.get("size", 99):
            self.add_error("bots", _("At least one seat is for you."))
        if cleaned.get("tells") and cleaned.get("visibility") == "public":
            self.add_error("tells", _("Only at a table by invitation."))
        if cleaned.get("pace") == clocks.CUSTOM:
            for name in CUSTOM_TIMES:
                if cleaned.get(name) in (None, "") and name not in self.errors:
                    self.add_error(name, _("Choose a time."))
        return cleaned

    def terms(self) -> Terms:
        """What the players of this table agree to by sitting down."""
        asked = self.cleaned_data
        pace = clocks.PACES.get(asked["pace"])
        if pace is None:
            pace = clocks.custom(move=asked["move"], bank=asked["bank"], refill=asked["refill"])
        breaks = clocks.may_break(pace)
        return replace(
            pace,
            acts=not asked["tells"],
            days_off=breaks and asked["days_off"],
            weekends=self.zone if breaks and asked["weekends"] else "",
        )

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


class PauseForm(forms.Form):
    """Until when the clocks of a table shall stand, in the asker's own time."""

    until = forms.DateTimeField(
        label=_("Until"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
    )
    why = forms.CharField(
        label=_("Why"),
        max_length=120,
        required=False,
        help_text=_("If you like. The players see it."),
    )


class DaysOffForm(forms.Form):
    first = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(
        label=_("Until and with"), widget=forms.DateInput(attrs={"type": "date"})
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
