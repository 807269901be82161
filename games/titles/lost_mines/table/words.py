"""What things are called in The Lost Mines, in the active language."""

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
from games.presentation.words import card_count as card_count
from games.titles.lost_mines.board import At, EdgeAt
from games.titles.lost_mines.cards import PATH_CARDS

FORMS: Final = Words(
    straight=gettext_lazy("Straight"),
    bend=gettext_lazy("Bend"),
    fork=gettext_lazy("Fork"),
    crossroads=gettext_lazy("Crossroads"),
)

# A path card with something on it, as a caption.
FORMS_WITH: Final = Words(
    campfire=gettext_lazy("{form}, campfire"),
    rocks=gettext_lazy("{form}, rocks"),
    tree=gettext_lazy("{form}, tree"),
    lake=gettext_lazy("{form}, lake"),
    pit=gettext_lazy("{form}, pit"),
)

ONE_FORM: Final = Words(
    straight=pgettext_lazy("object", "a straight path"),
    bend=pgettext_lazy("object", "a bend"),
    fork=pgettext_lazy("object", "a fork"),
    crossroads=pgettext_lazy("object", "a crossroads"),
)

# The same within a sentence.
ONE_FORM_WITH: Final = Words(
    campfire=gettext_lazy("{form} with a campfire"),
    rocks=gettext_lazy("{form} with rocks"),
    tree=gettext_lazy("{form} with a fallen tree"),
    lake=gettext_lazy("{form} with a lake"),
    pit=gettext_lazy("{form} with a pit"),
)

ACTION_CARDS: Final = Words(
    {
        "axe": gettext_lazy("Axe"),
        "boat": gettext_lazy("Boat"),
        "rope": gettext_lazy("Rope"),
        "mine|treasure": gettext_lazy("Look: mine, treasure"),
        "mine|dwarf": gettext_lazy("Look: mine, dwarf"),
        "treasure|dwarf": gettext_lazy("Look: treasure, dwarf"),
        "trap": gettext_lazy("Trap"),
        "troll": gettext_lazy("Troll"),
        "storm": gettext_lazy("Storm"),
    }
)

ONE_ACTION_CARD: Final = Words(
    {
        "axe": pgettext_lazy("object", "an axe"),
        "boat": pgettext_lazy("object", "a boat"),
        "rope": pgettext_lazy("object", "a rope"),
        "mine|treasure": pgettext_lazy("object", "a look at a mine or a treasure"),
        "mine|dwarf": pgettext_lazy("object", "a look at a mine or a dwarf"),
        "treasure|dwarf": pgettext_lazy("object", "a look at a treasure or a dwarf"),
        "trap": pgettext_lazy("object", "a trap"),
        "troll": pgettext_lazy("object", "a troll"),
        "storm": pgettext_lazy("object", "a storm"),
    }
)

OBSTACLES: Final = Words(
    tree=pgettext_lazy("object", "the fallen tree"),
    lake=pgettext_lazy("object", "the lake"),
    pit=pgettext_lazy("object", "the pit"),
)

# What lies on a path card, by itself; with its tool on it, an obstacle is overcome.
FEATURES: Final = Words(
    campfire=gettext_lazy("campfire"),
    rocks=gettext_lazy("rocks"),
    tree=gettext_lazy("fallen tree"),
    lake=gettext_lazy("lake"),
    pit=gettext_lazy("pit"),
    axe=gettext_lazy("fallen tree with an axe"),
    boat=gettext_lazy("lake with a boat"),
    rope=gettext_lazy("pit with a rope"),
)

# One word on a sign: why a dwarf cannot go there.
SIGNS: Final = Words(
    tree=gettext_lazy("Tree"),
    lake=gettext_lazy("Lake"),
    pit=gettext_lazy("Pit"),
    full=gettext_lazy("Full"),
    troll=gettext_lazy("Troll"),
)

KINDS: Final = Words(
    gold=gettext_lazy("gold"),
    silver=gettext_lazy("silver"),
    gems=gettext_lazy("gems"),
    dragon=gettext_lazy("dragon"),
)

# The object of a sentence; without a kind, one that lies face down.
ONE_MINE: Final = Words(
    {
        "gold": pgettext_lazy("object", "the gold mine"),
        "silver": pgettext_lazy("object", "the silver mine"),
        "gems": pgettext_lazy("object", "the gem mine"),
        "dragon": pgettext_lazy("object", "the dragon’s mine"),
        "": pgettext_lazy("object", "a face-down mine"),
    }
)

CLANS: Final = Words(yellow=gettext_lazy("yellow"), blue=gettext_lazy("blue"))

CHARACTERS: Final = Words(
    loyal=gettext_lazy("Loyal"),
    selfish=gettext_lazy("Selfish"),
    saboteur=gettext_lazy("Saboteur"),
)

PLAYED_ON: Final = gettext_lazy("The lead is shared, so another round is played.")

REASONS: Final = Words(
    treasures_taken=gettext_lazy("All treasures are taken."),
    cards_out=gettext_lazy("All cards are played."),
    agreed=gettext_lazy("Everyone agreed to end the round."),
    called_alone=gettext_lazy("The last player with cards ended the round."),
)


def form(card: str) -> str:
    """What a path card is called by: how many ways it has, and whether they bend."""
    face = card.split(":")[0]
    if face in ("EW", "NS"):
        return "straight"
    return {2: "bend", 3: "fork", 4: "crossroads"}[len(face)]


def card_name(card: str) -> str:
    """A card as its caption."""
    if card not in PATH_CARDS:
        return ACTION_CARDS[card]
    feature, name = PATH_CARDS[card].feature, FORMS[form(card)]
    return FORMS_WITH[feature].format(form=name) if feature else name


def one_card(card: str) -> str:
    """A card within a sentence: someone laid, drew or discarded it."""
    if card not in PATH_CARDS:
        return ONE_ACTION_CARD[card]
    feature, name = PATH_CARDS[card].feature, ONE_FORM[form(card)]
    return ONE_FORM_WITH[feature].format(form=name) if feature else name


def cards(codes: Sequence[str]) -> str:
    return listed([one_card(code) for code in codes])


def place(at: At) -> str:
    """A field by its column and row, as the frame of the board has them."""
    return f"{column(at[0])}{at[1] + 1}"


def column(x: int) -> str:
    return "ABCDEFGHIJK"[x]


def between(edge: EdgeAt) -> str:
    first, second = edge
    return _("between {first} and {second}").format(first=place(first), second=place(second))


def treasure(slot: int, code: str) -> str:
    """A treasure within a sentence: "treasure 2 (gold)"."""
    return _("treasure {number} ({kind})").format(number=slot + 1, kind=KINDS[code])


def treasure_label(slot: int, code: str) -> str:
    """A treasure by itself: "Treasure 2 (gold)"."""
    return _("Treasure {number} ({kind})").format(number=slot + 1, kind=KINDS[code])


def worth(value: int) -> str:
    return ngettext("worth {count} point", "worth {count} points", value).format(count=value)


def points(count: int) -> str:
    return ngettext("{count} point", "{count} points", count).format(count=count)


# The facts that refusals name
FACTS: Final[Wording] = {
    "card": card_name,
    "place": place,
}
