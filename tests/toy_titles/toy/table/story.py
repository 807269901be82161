"""Looking back at the toy title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Event, is_known
from games.presentation.presenter import Activity, Measure
from games.presentation.revealing import Secret
from games.titles.toy.events import Asked, Closed, Kept, Passed, Shown, Voted
from games.titles.toy.state import State

from .log import sentence

ACTIVITIES: Final[Mapping[type[Event], Activity]] = {
    Asked: Activity("ask", gettext_lazy("asked")),
    Shown: Activity("answer", gettext_lazy("showed")),
    Kept: Activity("answer", gettext_lazy("kept it secret")),
    Passed: Activity("pass", gettext_lazy("passed")),
    Voted: Activity("vote", gettext_lazy("voted")),
}


def turning_point(
    event: Event, before: State, after: State, seat: int | None, names: Sequence[str]
) -> str:
    """A vote that was not finished in time."""
    return str(sentence(event, before, seat, names)) if isinstance(event, Closed) else ""


def measures(known: State, names: Sequence[str]) -> Sequence[Measure]:
    return [Measure(_("Points"), sum(known.scores) if known.results else None)]


def why_decided(full: State, names: Sequence[str]) -> str:
    """Anybody who has not voted may be right, so it is never sooner than the end."""
    return _("Everyone has voted.") if len(full.votes) == full.seats > 0 else ""


def revealed(public: State, full: State, names: Sequence[str]) -> list[Secret]:
    tokens = zip(names, public.tokens, full.tokens, strict=False)
    held = [
        Secret(name, str(real.value))
        for name, known, real in tokens
        if is_known(real.value) and not is_known(known.value)
    ]
    return [*held, Secret(_("Not dealt"), ", ".join(str(slot.value) for slot in full.rest))]
