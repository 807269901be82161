"""What players of Saboteur suspect each other of."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.suspecting import SideTaken, SuspicionWords
from games.titles.saboteur.state import State

from . import words

SUSPICIONS: Final = SuspicionWords(
    (
        _("surely a miner"),
        _("probably a miner"),
        _("no idea yet"),
        _("probably a saboteur"),
        _("surely a saboteur"),
    ),
    loyal=_("miner"),
    traitor=_("saboteur"),
    symbols=("miner", "saboteur"),
)


def side(full: State, seat: int) -> SideTaken | None:
    role = full.roles[seat].known_value()
    return SideTaken(role == "saboteur", words.role_name(role), role)
