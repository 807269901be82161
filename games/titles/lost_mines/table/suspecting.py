"""What players of The Lost Mines suspect each other of."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.presentation.suspecting import SideTaken, SuspicionWords
from games.titles.lost_mines.cards import LOYAL
from games.titles.lost_mines.state import State

from . import words

SUSPICIONS: Final = SuspicionWords(
    (
        _("surely loyal"),
        _("probably loyal"),
        _("no idea yet"),
        _("probably not loyal"),
        _("surely not loyal"),
    ),
    loyal=_("loyal"),
    traitor=_("not loyal"),
    symbols=("c-blue-loyal", "c-blue-saboteur"),
)


def side(full: State, seat: int) -> SideTaken | None:
    """Whoever is selfish is no more loyal than a saboteur."""
    character = str(full.characters[seat])
    return SideTaken(
        character != LOYAL, words.CHARACTERS[character], f"c-{full.clans[seat]}-{character}"
    )
