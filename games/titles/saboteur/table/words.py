"""What things are called in Saboteur, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from games.presentation.refusals import Wording

# Words put together are words too: what else is in this package asks for them here.
from games.presentation.sentences import listed as listed
from games.presentation.words import Words, open_to
from games.presentation.words import card_count as card_count
from games.titles.saboteur.board import Cell
from games.titles.saboteur.cards import (
    BREAK,
    MAP,
    PATH_CARDS,
    REPAIR,
    ROCKFALL,
    SIDES,
    Card,
    Face,
    Role,
    Tool,
)

CARDS: Final = Words(
    {
        "straight": gettext_lazy("Straight"),
        "bend": gettext_lazy("Bend"),
        "fork": gettext_lazy("Fork"),
        "crossing": gettext_lazy("Crossing"),
        "dead end": gettext_lazy("Dead end"),
        MAP: gettext_lazy("Map"),
        ROCKFALL: gettext_lazy("Rockfall"),
        BREAK["pick"]: gettext_lazy("Broken pick"),
        BREAK["lamp"]: gettext_lazy("Broken lamp"),
        BREAK["cart"]: gettext_lazy("Broken cart"),
        REPAIR["pick"]: gettext_lazy("Repair pick"),
        REPAIR["lamp"]: gettext_lazy("Repair lamp"),
        REPAIR["cart"]: gettext_lazy("Repair cart"),
        REPAIR["pick+lamp"]: gettext_lazy("Pick or lamp"),
        REPAIR["pick+cart"]: gettext_lazy("Pick or cart"),
        REPAIR["lamp+cart"]: gettext_lazy("Lamp or cart"),
    }
)

ONE_CARD: Final = Words(
    {
        "straight": pgettext_lazy("object", "a straight tunnel"),
        "bend": pgettext_lazy("object", "a bend"),
        "fork": pgettext_lazy("object", "a fork"),
        "crossing": pgettext_lazy("object", "a crossing"),
        "dead end": pgettext_lazy("object", "a dead end"),
        MAP: pgettext_lazy("object", "a map"),
        ROCKFALL: pgettext_lazy("object", "a rockfall"),
        BREAK["pick"]: pgettext_lazy("object", "a broken pick"),
        BREAK["lamp"]: pgettext_lazy("object", "a broken lamp"),
        BREAK["cart"]: pgettext_lazy("object", "a broken cart"),
        REPAIR["pick"]: pgettext_lazy("object", "a repair of a pick"),
        REPAIR["lamp"]: pgettext_lazy("object", "a repair of a lamp"),
        REPAIR["cart"]: pgettext_lazy("object", "a repair of a cart"),
        REPAIR["pick+lamp"]: pgettext_lazy("object", "a repair of a pick or a lamp"),
        REPAIR["pick+cart"]: pgettext_lazy("object", "a repair of a pick or a cart"),
        REPAIR["lamp+cart"]: pgettext_lazy("object", "a repair of a lamp or a cart"),
    }
)

# Within a sentence: it is broken, or someone breaks or repairs it.
TOOL_NAMES: Final = Words(
    pick=pgettext_lazy("tool", "pick"),
    lamp=pgettext_lazy("tool", "lamp"),
    cart=pgettext_lazy("tool", "cart"),
)

BROKEN_TOOLS: Final = Words(
    pick=gettext_lazy("Pick broken"),
    lamp=gettext_lazy("Lamp broken"),
    cart=gettext_lazy("Cart broken"),
)

GOAL_NAMES: Final[Sequence[object]] = (
    pgettext_lazy("object", "the northern goal"),
    pgettext_lazy("object", "the middle goal"),
    pgettext_lazy("object", "the southern goal"),
)

GOAL_LABELS: Final[Sequence[object]] = (
    gettext_lazy("Northern goal"),
    gettext_lazy("Middle goal"),
    gettext_lazy("Southern goal"),
)


def card_name(card: Card) -> str:
    """A card as its caption."""
    return CARDS[kind(card)]


def one_card(card: Card) -> str:
    """A card within a sentence: someone dug, drew or discarded it."""
    return ONE_CARD[kind(card)]


def kind(card: Card) -> str:
    """What a card is called by: path cards by their form, others by their code."""
    if card not in PATH_CARDS:
        return card
    if card.endswith("x"):
        return "dead end"
    if card in ("EW", "NS"):
        return "straight"
    return {2: "bend", 3: "fork", 4: "crossing"}[len(card)]


def open_sides(face: Face) -> str:
    """Which way a card leads, as it lies."""
    return open_to("".join(letter for letter, side in SIDES.items() if face.sides & side))


def place(cell: Cell) -> str:
    """Where a cell is, seen from the ladder: "6 east, 1 north", "2 east of the ladder"."""
    column, row = _column(cell[0]), _row(cell[1])
    if column and row:
        return _("{column}, {row}").format(column=column, row=row)
    if column or row:
        return _("{way} of the ladder").format(way=column or row)
    return _("the ladder")


def _column(x: int) -> str:
    if x > 0:
        return ngettext("{count} east", "{count} east", x).format(count=x)
    return ngettext("{count} west", "{count} west", -x).format(count=-x) if x else ""


def _row(y: int) -> str:
    if y > 0:
        return ngettext("{count} south", "{count} south", y).format(count=y)
    return ngettext("{count} north", "{count} north", -y).format(count=-y) if y else ""


def column_mark(x: int) -> str:
    return str(x) if x >= 0 else pgettext("column on the board", "{count}W").format(count=-x)


def row_mark(y: int) -> str:
    if y == 0:
        return "0"
    text = (
        pgettext("row on the board", "{count}S")
        if y > 0
        else pgettext("row on the board", "{count}N")
    )
    return text.format(count=abs(y))


def tool_names(tools: Sequence[Tool]) -> str:
    return listed([TOOL_NAMES[tool] for tool in tools])


def goal_name(goal: int) -> str:
    """A goal as the object of looking at it."""
    return str(GOAL_NAMES[goal])


def goal_label(goal: int) -> str:
    """A goal by itself."""
    return str(GOAL_LABELS[goal])


def goal_found(card: str) -> str:
    """What a goal turned out to be, in one word."""
    return _("gold") if card == "gold" else _("stone")


def role_name(role: Role) -> str:
    return _("Miner") if role == "miner" else _("Saboteur")


def gold_cards(count: int) -> str:
    return ngettext("{count} gold card", "{count} gold cards", count).format(count=count)


def nuggets(count: int) -> str:
    return ngettext("{count} nugget", "{count} nuggets", count).format(count=count)


# The facts that refusals name
FACTS: Final[Wording] = {
    "card": card_name,
    "place": place,
    "tool": lambda tool: TOOL_NAMES[tool],
    "tools": tool_names,
}
