"""What players of the toy title suspect each other of."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.suspecting import SideTaken, SuspicionWords
from games.titles.toy.state import State

SUSPICIONS: Final = SuspicionWords(
    (
        _("surely odd"),
        _("probably odd"),
        _("no idea yet"),
        _("probably even"),
        _("surely even"),
    ),
    loyal=_("odd"),
    traitor=_("even"),
)


def side(full: State, seat: int) -> SideTaken | None:
    is_even = full.tokens[seat].known_value() % 2 == 0
    return SideTaken(is_even, str(SUSPICIONS.traitor if is_even else SUSPICIONS.loyal))
