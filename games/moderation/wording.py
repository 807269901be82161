"""Prepared wordings for decisions, which can be edited before they are sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

# What it is called, and what is sent.
Prepared: TypeAlias = "Mapping[str, tuple[StrOrPromise, StrOrPromise]]"

TO_REPORTERS: Prepared = {
    "upheld": (_("Upheld, thank you"), _("Thank you. We looked at it and acted.")),
    "not_upheld": (
        _("Not upheld"),
        _("Thank you. We looked at it and found nothing against the rules of the community."),
    ),
    "known": (
        _("Known already"),
        _("Thank you. We had heard of it and have decided it already."),
    ),
}
TO_REPORTED: Prepared = {
    "insult": (
        _("Insult"),
        _("Somebody was insulted by what you wrote. Tease, accuse, bluff; do not insult."),
    ),
    "repeated": (
        _("Once more"),
        _("You went on after a warning. The next time means a suspension."),
    ),
    "spoils": (
        _("Spoils the game"),
        _("You gave away what the game keeps hidden. That spoils it for everybody else."),
    ),
    "stalling": (_("Stalling"), _("You made others wait on purpose.")),
    "name": (_("Name"), _("The name that you gave is not one for this site.")),
}

KEPT_BACK = _("It has words in it that this site does not show.")


def texts() -> Mapping[str, str]:
    """What is sent, by the value of its choice: for a field in which it is edited first."""
    return {code: str(words[1]) for code, words in {**TO_REPORTED, **TO_REPORTERS}.items()}


def chosen(prepared: Prepared, code: str, typed: str) -> str:
    """What was typed; without that the wording that was chosen."""
    return typed.strip() or (str(prepared[code][1]) if code in prepared else "")
