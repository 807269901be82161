"""What things are called in the toy title, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import pgettext_lazy

from games.presentation.refusals import Wording
from games.presentation.sentences import either
from games.presentation.words import Words

VERBS: Final = Words(
    {
        "ask": pgettext_lazy("you may", "ask"),
        "keep": pgettext_lazy("you may", "keep your number"),
        "pass": pgettext_lazy("you may", "pass"),
        "show": pgettext_lazy("you may", "show your number"),
        "vote": pgettext_lazy("you may", "vote"),
    }
)


def verbs(names: Sequence[str]) -> str:
    return either([VERBS[name] for name in names])


# The facts that refusals name
FACTS: Final[Wording] = {"verbs": verbs}
