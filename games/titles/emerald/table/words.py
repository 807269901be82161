"""What things are called in Emerald, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.presentation.refusals import Wording

# Words put together are words too: what else is in this package asks for them here.
from games.presentation.sentences import either as either
from games.presentation.sentences import listed as listed
from games.presentation.words import Words
from games.titles.emerald.board import CAVE, CHAMBER, MEADOW, NEST, NOTATION, PLACES
from games.titles.emerald.cards import Colour

COLOUR_NAMES: Final = Words(
    red=gettext_lazy("red"),
    blue=gettext_lazy("blue"),
    green=gettext_lazy("green"),
    yellow=gettext_lazy("yellow"),
    white=gettext_lazy("white"),
)

# Within a sentence: someone moved it, or the dragon caught it.
ONE_KNIGHT: Final = Words(
    red=pgettext_lazy("object", "a red knight"),
    blue=pgettext_lazy("object", "a blue knight"),
    green=pgettext_lazy("object", "a green knight"),
    yellow=pgettext_lazy("object", "a yellow knight"),
    white=pgettext_lazy("object", "a white knight"),
)

KNIGHTS: Final = Words(
    red=gettext_lazy("Red knight"),
    blue=gettext_lazy("Blue knight"),
    green=gettext_lazy("Green knight"),
    yellow=gettext_lazy("Yellow knight"),
    white=gettext_lazy("White knight"),
)

GEM_NAMES: Final = Words(
    ruby=gettext_lazy("Ruby"),
    emerald=pgettext_lazy("gem", "Emerald"),
    garnet=gettext_lazy("Garnet"),
    turquoise=gettext_lazy("Turquoise"),
)

# Within a sentence: someone took it.
ONE_GEM: Final = Words(
    ruby=pgettext_lazy("object", "a ruby"),
    emerald=pgettext_lazy("object", "an emerald"),
    garnet=pgettext_lazy("object", "a garnet"),
    turquoise=pgettext_lazy("object", "a turquoise"),
)

# One letter on a pile's card, different for each.
GEM_LETTERS: Final = Words(
    ruby=pgettext_lazy("one letter for a gem", "R"),
    emerald=pgettext_lazy("one letter for a gem", "E"),
    garnet=pgettext_lazy("one letter for a gem", "G"),
    turquoise=pgettext_lazy("one letter for a gem", "T"),
)

BONUS_NAMES: Final = Words(
    ruby=gettext_lazy("the bonus for most rubies"),
    emerald=gettext_lazy("the bonus for most emeralds"),
    garnet=gettext_lazy("the bonus for most garnets"),
    turquoise=gettext_lazy("the bonus for most turquoises"),
    four_gems=gettext_lazy("the bonus for four different gems"),
)

BONUS_LABELS: Final = Words(
    ruby=gettext_lazy("Most rubies"),
    emerald=gettext_lazy("Most emeralds"),
    garnet=gettext_lazy("Most garnets"),
    turquoise=gettext_lazy("Most turquoises"),
    four_gems=gettext_lazy("Four different gems"),
)


def colours(names: Sequence[Colour]) -> str:
    return listed([COLOUR_NAMES[colour] for colour in names])


def gold(value: int) -> str:
    """A gold card by its value."""
    return _("gold {value}").format(value=value)


def place(number: int) -> str:
    """A place by itself: "Tower 1", "Field 7"."""
    if number == NEST:
        return _("Nest")
    if number == CHAMBER:
        return _("Chamber")
    if number in MEADOW or number in CAVE:
        return _("Field {number}").format(number=number)
    name = str(NOTATION[number])
    return _("Keep") if name == "centre" else _("Tower {number}").format(number=name[-1])


def from_place(number: int) -> str:
    """Where a knight comes from, within a sentence."""
    if number in MEADOW or number in CAVE:
        return _("field {number}").format(number=number)
    name = str(NOTATION[number])
    return _("the keep") if name == "centre" else _("tower {number}").format(number=name[-1])


def to_place(number: int) -> str:
    """Where a knight or the dragon goes, within a sentence."""
    return _("the chamber") if number == CHAMBER else from_place(number)


def mark(number: int) -> str:
    """A place in as few letters as will do: a field by its number."""
    if number == CHAMBER:
        return _("chamber")
    if number in MEADOW or number in CAVE:
        return str(number)
    name = str(NOTATION[number])
    return _("keep") if name == "centre" else _("tower {number}").format(number=name[-1])


def coins(count: int) -> str:
    return ngettext("{count} coin", "{count} coins", count).format(count=count)


# The facts that refusals name
FACTS: Final[Wording] = {
    "colours": colours,
    "knight": lambda colour: KNIGHTS[colour],
    "moved": lambda colour: ONE_KNIGHT[colour],
    "place": lambda name: from_place(PLACES[name]),
}
