"""What is asked of a visitor: about a new table, and about the list of past matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.clocks import Terms, words
from games.engine import Option, titles
from games.models import Match
from games.pages.lists import OpenFilter, shelf
from games.play.opening import ASKED
from games.play.seeking import Wish
from games.presentation import presenter_of

VISIBILITY = [("public", _("Anyone can join or watch")), ("invited", _("By invitation only"))]

CUSTOM_TIMES = {"move": clocks.MOVES, "bank": clocks.BANKS, "refill": clocks.REFILLS}

RESULTS = [
    ("", _("any")),
    ("over", _("played to the end")),
    ("won", _("won by the player")),
    ("lost", _("not won by the player")),
    ("running", _("still running")),
    ("void", _("called off")),
]


COMPANY = 5  # players that a new table is proposed for, or as near as the title comes
BOTS = 2  # of them that are proposed to be bots: it fills, and people can still join
BOTS_AFTER = [
    ("", _("never")),
    (str(5 * clocks.MINUTE), _("after five minutes")),
    (str(clocks.HOUR), _("after an hour")),
    (str(clocks.DAY), _("after a day")),
]
FREE_SEATS = [("", _("any")), (1, _("1 or more")), (2, _("2 or more")), (3, _("3 or more"))]


class TableForm(forms.Form):
    """A new table: what every title asks, and the title's own options."""

    name = forms.CharField(
        label=_("Name of the table"),
        max_length=60,
        required=False,
        help_text=_("How others find it in the lists. Left empty, it is named after you."),
    )
    size = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bots = forms.TypedChoiceField(
        label=_("Bots"),
        coerce=int,
        initial=BOTS,
        widget=forms.Select(attrs={"data-below": "#id_size"}),
        help_text=_("You can add more later, where nobody joined."),
    )
    pace = forms.ChoiceField(label=_("Pace"), initial="daily", widget=forms.RadioSelect)
    move = forms.TypedChoiceField(label=_("For each move"), coerce=int, initial=12 * clocks.HOUR)
    bank = forms.TypedChoiceField(label=_("In reserve"), coerce=int, initial=clocks.DAY)
    refill = forms.TypedChoiceField(label=_("Back per move"), coerce=int, initial=2 * clocks.HOUR)
    days_off = forms.BooleanField(
        label=_("Allow days off"),
        initial=True,
        required=False,
        help_text=_("Players can use their days off here. The table is told."),
    )
    weekends = forms.BooleanField(label=_("Weekends off"), required=False)
    visibility = forms.ChoiceField(
        label=_("Who can join"), choices=VISIBILITY, initial="public", widget=forms.RadioSelect
    )
    asks = forms.TypedChoiceField(
        label=_("Reliability needed"),
        coerce=int,
        initial=0,
        required=False,
        help_text=_(
            "How many of their last moves people must have made in time to join. Newcomers with "
            "fewer than ten moves can join too, and so can anyone you invite."
        ),
    )
    tells = forms.BooleanField(
        label=_("The clock only informs"),
        required=False,
        help_text=_("For friends, at a table by invitation: when time is up, nothing happens."),
    )

    talk = forms.ChoiceField(
        label=_("Talk"), initial="all", widget=forms.RadioSelect, required=False
    )
    talk_private = forms.BooleanField(
        label=_("Keep the players’ talk private"),
        required=False,
        help_text=_("Otherwise the replay shows it beside the moves once the match is over."),
    )
    without_knowing = forms.BooleanField(
        label=_("Everyone counts for themselves"),
        required=False,
        help_text=_(
            "Otherwise the site counts for everyone, from what they have seen, what is still "
            "possible: roles, cards, who looked where."
        ),
    )

    def __init__(self, data: QueryDict | None = None, *, slug: str, zone: str = "UTC") -> None:
        super().__init__(data)
        self.zone = zone
        self._offer_paces()
        self.fields["talk"].choices = Match.Talk.choices  # type: ignore[attr-defined]  # a choice field
        self.title = titles()[slug]
        labels = presenter_of(slug).option_labels()
        sizes = [(size, size) for size in self.title.seats]
        self.fields["size"].choices = sizes  # type: ignore[attr-defined]  # a choice field
        self.fields["size"].initial = min(self.title.seats, key=lambda size: abs(size - COMPANY))
        bots = [(n, n or _("none")) for n in range(self.title.seats[-1])]
        self.fields["bots"].choices = bots  # type: ignore[attr-defined]  # too
        asked = [(n, _("{n} % in time").format(n=n)) for n in ASKED]
        self.fields["asks"].choices = [(0, _("anyone")), *asked]  # type: ignore[attr-defined]  # too
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
        self.fields["weekends"].help_text = _weekend_words(self.zone)

    def company_fields(self) -> list[forms.BoundField]:
        return [self["size"], self["bots"]]

    def custom_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in CUSTOM_TIMES]

    def break_fields(self) -> list[forms.BoundField]:
        return [self["days_off"], self["weekends"]]

    def last_fields(self) -> list[forms.BoundField]:
        options = [self[name] for name in self.fields if name.startswith("option_")]
        talk = [self["talk"], self["talk_private"], self["without_knowing"]]
        return [self["visibility"], self["asks"], self["tells"], *talk, *options]

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
        breaks = not clocks.is_live(pace)
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


def _weekend_words(zone: str) -> str:
    """UTC is nobody's choice: it stands for an account that has made none."""
    if zone == "UTC":
        return str(
            _(
                "No clock runs from Friday, 22:00, to Monday, 06:00, UTC. "
                "You have not chosen a time zone; you can, in your settings."
            )
        )
    told = _(
        "No clock runs from Friday, 22:00, to Monday, 06:00, as it is in {zone}, where you are."
    )
    return told.format(zone=words.place(zone))


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

    def clean_until(self) -> datetime:
        """In UTC. The last days of the calendar are not all there."""
        try:
            until: datetime = self.cleaned_data["until"].astimezone(UTC)
        except OverflowError:
            raise forms.ValidationError(_("There is no such time.")) from None
        return until

    def __init__(self, data: QueryDict | None, *, zone: str) -> None:
        super().__init__(data)
        self.fields["until"].help_text = (
            _("In {place} time, which is yours.").format(place=words.place(zone))
            if zone
            else _("In UTC: you have not chosen a time zone. You can, in your settings.")
        )


class DaysOffForm(forms.Form):
    first = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("To (included)"), widget=forms.DateInput(attrs={"type": "date"}))


class SeekForm(forms.Form):
    """What one looks for: any of these titles, at a pace, with so many people."""

    titles = forms.MultipleChoiceField(
        label=_("Games"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose a game to look for.")},
    )
    pace = forms.ChoiceField(label=_("Pace"), initial="daily", widget=forms.RadioSelect)
    size = forms.TypedChoiceField(label=_("Players"), coerce=int, initial=COMPANY)
    bots = forms.ChoiceField(
        label=_("Then fill up with bots"), required=False, choices=BOTS_AFTER, initial="86400"
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="seek_%s")
        named = [(title.slug, title.name) for title in shelf()]
        sizes = sorted({size for title in titles().values() for size in title.seats})
        told = format_html
        paces = [
            (name, told("{}<small>{}</small>", words.NAMES[name], words.duration(terms.move)))
            for name, terms in clocks.PACES.items()
        ]
        offered = {"titles": named, "size": [(size, size) for size in sizes], "pace": paces}
        for name, choices in offered.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # a choice field
        self.fields["titles"].initial = [slug for slug, _name in named[:1]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not self.wishes():
            self.add_error("size", _("None of these games has that many players."))
        return cleaned

    def pair(self) -> list[forms.BoundField]:
        return [self["size"], self["bots"]]

    def wishes(self) -> list[Wish]:
        """Of the titles that are ticked, those that so many can play."""
        pace, size = self.cleaned_data["pace"], self.cleaned_data["size"]
        asked = self.cleaned_data["titles"]
        return [Wish(slug, pace, size) for slug in asked if size in titles()[slug].seats]


class OpenForm(forms.Form):
    """Which open tables to list. Everything may be left out."""

    title = forms.ChoiceField(label=_("Game"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    seats = forms.TypedChoiceField(
        label=_("Free seats"), required=False, coerce=int, choices=FREE_SEATS
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="open_%s")
        named = [(title.slug, title.name) for title in shelf()]
        paces = [(name, words.NAMES[name]) for name in clocks.PACES]
        own = (clocks.CUSTOM, _("another one"))
        self.fields["title"].choices = [("", _("any")), *named]  # type: ignore[attr-defined]  # a choice field
        self.fields["pace"].choices = [("", _("any")), *paces, own]  # type: ignore[attr-defined]  # too

    def asked(self) -> OpenFilter:
        """What cannot be asked is left out: it was typed into the address."""
        self.is_valid()
        asked = self.cleaned_data
        return OpenFilter(
            title=asked.get("title", ""),
            pace=asked.get("pace", ""),
            seats=asked.get("seats") or 0,
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
