"""What things are called in Saboteur, in the language spoken now."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from .cards import MAP, REPAIRS, ROCKFALL, Card, Goal, Role, Tool
from .maze import Cell


def card_name(card: Card) -> str:
    """A card as its caption."""
    if card.startswith("break:"):
        return {
            "pick": _("Broken pick"),
            "lamp": _("Broken lamp"),
            "cart": _("Broken cart"),
        }[card.removeprefix("break:")]
    if card.startswith("repair:"):
        return {
            "pick": _("Repair pick"),
            "lamp": _("Repair lamp"),
            "cart": _("Repair cart"),
            "pick+lamp": _("Pick or lamp"),
            "pick+cart": _("Pick or cart"),
            "lamp+cart": _("Lamp or cart"),
        }[card.removeprefix("repair:")]
    if card == ROCKFALL:
        return _("Rockfall")
    if card == MAP:
        return _("Map")
    return {
        "straight": _("Straight"),
        "bend": _("Bend"),
        "fork": _("Fork"),
        "crossing": _("Crossing"),
        "dead end": _("Dead end"),
    }[tunnel(card)]


def one_card(card: Card) -> str:
    """A card within a sentence: someone dug, drew or discarded it."""
    if card.startswith("break:"):
        return {
            "pick": pgettext("object", "a broken pick"),
            "lamp": pgettext("object", "a broken lamp"),
            "cart": pgettext("object", "a broken cart"),
        }[card.removeprefix("break:")]
    if card.startswith("repair:"):
        return {
            "pick": pgettext("object", "a repair of a pick"),
            "lamp": pgettext("object", "a repair of a lamp"),
            "cart": pgettext("object", "a repair of a cart"),
            "pick+lamp": pgettext("object", "a repair of a pick or a lamp"),
            "pick+cart": pgettext("object", "a repair of a pick or a cart"),
            "lamp+cart": pgettext("object", "a repair of a lamp or a cart"),
        }[card.removeprefix("repair:")]
    if card == ROCKFALL:
        return pgettext("object", "a rockfall")
    if card == MAP:
        return pgettext("object", "a map")
    return {
        "straight": pgettext("object", "a straight tunnel"),
        "bend": pgettext("object", "a bend"),
        "fork": pgettext("object", "a fork"),
        "crossing": pgettext("object", "a crossing"),
        "dead end": pgettext("object", "a dead end"),
    }[tunnel(card)]


def tunnel(card: Card) -> str:
    """The kind of a path card."""
    if card.endswith("x"):
        return "dead end"
    return (
        {2: "bend", 3: "fork", 4: "crossing"}[len(card)] if card not in ("EW", "NS") else "straight"
    )


def open_sides(card: Card) -> str:
    """Which way a path card leads, for those who cannot see it."""
    names = {"N": _("north"), "E": _("east"), "S": _("south"), "W": _("west")}
    return ", ".join(names[letter] for letter in card.removesuffix("x"))


def place(cell: Cell) -> str:
    """Where a cell is, seen from the ladder: "6 east, 1 north"."""
    return _("{column}, {row}").format(column=_column(cell[0]), row=_row(cell[1]))


def _column(x: int) -> str:
    if x == 0:
        return _("ladder column")
    if x > 0:
        return ngettext("{count} east", "{count} east", x).format(count=x)
    return ngettext("{count} west", "{count} west", -x).format(count=-x)


def _row(y: int) -> str:
    if y == 0:
        return _("middle row")
    if y > 0:
        return ngettext("{count} south", "{count} south", y).format(count=y)
    return ngettext("{count} north", "{count} north", -y).format(count=-y)


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


def tool_name(tool: Tool) -> str:
    """A tool within a sentence: it is broken, or someone breaks or repairs it."""
    return {
        "pick": pgettext("tool", "pick"),
        "lamp": pgettext("tool", "lamp"),
        "cart": pgettext("tool", "cart"),
    }[tool]


def tool_names(tools: Sequence[Tool]) -> str:
    return listed([tool_name(tool) for tool in tools])


def tools_of(card: Card) -> tuple[Tool, ...]:
    """The tools that a card breaks or repairs."""
    kind, _colon, tools = card.partition(":")
    return REPAIRS[tools] if kind in ("break", "repair") else ()


def goal_name(goal: int) -> str:
    """A goal as the object of looking at it."""
    return (
        pgettext("object", "the northern goal"),
        pgettext("object", "the middle goal"),
        pgettext("object", "the southern goal"),
    )[goal]


def goal_label(goal: int) -> str:
    """A goal by itself."""
    return (_("Northern goal"), _("Middle goal"), _("Southern goal"))[goal]


def goal_found(card: Goal) -> str:
    """What a goal turned out to be, in one word."""
    return _("gold") if card == "gold" else _("stone")


def role_name(role: Role) -> str:
    return _("Miner") if role == "miner" else _("Saboteur")


def nuggets(count: int) -> str:
    return ngettext("{count} nugget", "{count} nuggets", count).format(count=count)


def listed(words: Sequence[str]) -> str:
    """Several words as a list: "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])
