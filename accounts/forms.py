"""Forms of our own, and allauth's with our words on them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any
from zoneinfo import available_timezones

from allauth.account import forms as allauth
from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.languages import choices as languages
from accounts.models import Sanction, User, refuse_name

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:  # Django's class takes no parameter
    UserForm = forms.ModelForm


class OurWords:
    """A label above each field says what it is: no placeholder says it again."""

    fields: dict[str, forms.Field]
    words: dict[str, tuple[Any, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.words:
                field.label, field.help_text = self.words[name]


class SignupForm(OurWords, allauth.SignupForm):
    words = {
        "username": (_("Name"), _("What the others at the table will call you.")),
        "email": (
            _("E-mail (optional)"),
            _(
                "In case you forget your password and, once confirmed, to tell you when it is your turn."
            ),
        ),
        "password1": (_("Password"), _("8 characters or more. A few words make a good one.")),
    }


class LoginForm(OurWords, allauth.LoginForm):
    words = {
        "login": (_("Name or e-mail"), ""),
        "password": (_("Password"), ""),
    }


class AddEmailForm(OurWords, allauth.AddEmailForm):
    words = {"email": (_("E-mail address"), _("We send a link there to confirm it."))}


class ChangePasswordForm(OurWords, allauth.ChangePasswordForm):
    words = {
        "oldpassword": (_("Current password"), ""),
        "password1": (_("New password"), _("8 characters or more.")),
        "password2": (_("New password again"), ""),
    }


class ResetPasswordForm(OurWords, allauth.ResetPasswordForm):
    words = {"email": (_("E-mail address of your account"), "")}


class ResetPasswordKeyForm(OurWords, allauth.ResetPasswordKeyForm):
    words = {
        "password1": (_("New password"), _("8 characters or more.")),
        "password2": (_("New password again"), ""),
    }


class ReauthenticateForm(OurWords, allauth.ReauthenticateForm):
    words = {"password": (_("Password"), "")}


class PreferencesForm(UserForm):
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=lambda: [("", _("Same as my browser")), *languages()],
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=lambda: [("", _("Same as my device")), *zones_by_region()],
        help_text=_("For deadlines and quiet hours."),
    )

    class Meta:
        model = User
        fields = [
            "language",
            "time_zone",
            "confirm_moves",
            "reduced_motion",
            "hide_results",
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(languages()) < 2:
            del self.fields["language"]  # there is nothing to choose


def zones_by_region() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones people live in, as groups of a <select>: Europe → Prague, Warsaw …"""
    names = sorted(name for name in available_timezones() if _is_a_place(name))
    return [
        (region, list(_places(zones)))
        for region, zones in groupby(names, key=lambda name: name.partition("/")[0])
    ]


def _is_a_place(name: str) -> bool:
    region, _slash, place = name.partition("/")
    return bool(place) and region not in {
        "Etc",
        "SystemV",
        "US",
        "Brazil",
        "Canada",
        "Chile",
        "Mexico",
    }


def _places(zones: Iterable[str]) -> Iterable[tuple[str, str]]:
    for zone in zones:
        yield zone, zone.partition("/")[2].replace("_", " ").replace("/", ", ")


class CloseAccountForm(forms.Form):
    """The account's own name, typed: nobody deletes an account by a slip."""

    name = forms.CharField(
        label=_("Your name, to be sure"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self.user.username:
            raise forms.ValidationError(_("That is not the name of this account."))
        return name


class ReasonForm(forms.Form):
    """For the admin site: why the staff do something to an account. It stands in the log."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 3})
    )


class AccountForm(UserForm):
    """For the admin site: whatever is changed in an account, with a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500)

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name == self.instance.username:
            return name
        return refuse_name(name, besides=self.instance)


class SuspensionForm(ReasonForm):
    """Why an account is shut out."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _(
            "Shown to the account's holder when they try to log in."
        )


class SanctionForm(ReasonForm):
    """What is held against an account, for how long, and why."""

    kind = forms.ChoiceField(label=_("What follows"), choices=Sanction.Kind.choices)
    days = forms.IntegerField(
        label=_("For how many days"),
        required=False,
        min_value=1,
        max_value=3650,
        help_text=_("Nothing: until it is lifted. A warning and a ban have no end."),
    )

    field_order = ["kind", "days", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("Shown to the account's holder.")

    @property
    def until(self) -> datetime | None:
        days = self.cleaned_data.get("days")
        return timezone.now() + timedelta(days=days) if days else None
