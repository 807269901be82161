"""My hand, and every legal action as a choice: first a card, then where it goes.

Equal cards are one card here, as they are in the list of actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Action
from games.presentation.choices import Aim, Choice, HeldCard, Spot, Way, choice_of, ways
from games.presentation.words import Words, open_to
from games.titles.saboteur.board import GOAL_CELLS, Cell, reading_order
from games.titles.saboteur.cards import (
    ACTION_CARDS,
    FACES,
    MAP,
    PATH_CARDS,
    ROCKFALL,
    Card,
    card_played,
)
from games.titles.saboteur.rules import PLAYS
from games.titles.saboteur.state import State

from . import words
from .board import HEIGHT, WIDTH, rock
from .effects import EFFECTS, code_of

ORDER: Final[Sequence[Card]] = (*PATH_CARDS, MAP, ROCKFALL, *ACTION_CARDS)

VERBS: Final = Words(
    {
        "dig": gettext_lazy("Dig here"),
        "map": gettext_lazy("Look"),
        "rockfall": gettext_lazy("Collapse it"),
        "break": gettext_lazy("Break it"),
        "repair": gettext_lazy("Repair it"),
        "take": gettext_lazy("Take it"),
        "discard": gettext_lazy("Discard it"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CellSpot(Spot):
    """To dig in, to look at, or to collapse."""

    rock: str
    rock_turned: bool


@dataclass(frozen=True, slots=True)
class Target(Aim):
    """A player whose tool a card can break or repair."""

    tool: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DwarfCard(HeldCard):
    """Equal cards. Only on my turn is there a way to discard one."""

    symbol: str
    rock: str
    count: int
    discard: Choice | None


@dataclass(frozen=True, slots=True)
class OfferedGold:
    """A gold card that I may pick."""

    symbol: str
    rock: str
    count: int
    name: str
    describes: str
    caption: str
    choice: Choice


def hand(known: State, seat: int | None, actions: Sequence[Action]) -> tuple[DwarfCard, ...]:
    if seat is None or known.phase != "turns":
        return ()
    reasons = why_not(known, seat) if actions else {}
    counts = Counter(known.hands[seat].known())
    return tuple(
        _held(number, card, counts[card], actions, reasons)
        for number, card in enumerate(numbered(known, seat))
    )


def numbered(known: State, seat: int) -> list[Card]:
    """The different cards of a hand, in the order in which they are shown."""
    return sorted(known.hands[seat].kinds(), key=ORDER.index)


def _held(
    number: int, card: Card, count: int, actions: Sequence[Action], reasons: Mapping[Card, str]
) -> DwarfCard:
    mine = [action for action in actions if action["do"] != "take" and card_played(action) == card]
    plays = [action for action in mine if action["do"] != "discard"]
    is_path = card in PATH_CARDS
    return DwarfCard(
        number=number,
        id=held_id(card),
        symbol=symbol(card),
        rock=f"rock-{number}" if is_path else "",
        count=count,
        name=words.card_name(card),
        describes=open_to(card.removesuffix("x")) if is_path else "",
        caption=(_caption(card, plays) if plays else reasons.get(card, "")) if mine else "",
        is_dim=bool(mine and not plays),
        hint=_hint(card, reasons) if mine else "",
        verb=_verb(plays[0]) if plays else "",
        discard=_discard(card) if mine else None,
        spots=spots(plays),
        effect=EFFECTS[code_of(card)],
    )


def symbol(card: Card) -> str:
    return card.replace(":", "-").replace("+", "-")


def held_id(card: Card) -> str:
    return f"hold_{symbol(card)}"


def _caption(card: Card, plays: Sequence[Action]) -> str:
    """How many ways there are to play a card."""
    if card in PATH_CARDS:
        count = len({tuple(action["at"]) for action in plays})
        return ngettext("{count} place", "{count} places", count).format(count=count)
    if card == MAP:
        count = len(plays)
        return ngettext("{count} goal", "{count} goals", count).format(count=count)
    if card == ROCKFALL:
        return words.card_count(len(plays))
    count = len({action["seat"] for action in plays})
    return ngettext("{count} player", "{count} players", count).format(count=count)


def _hint(card: Card, reasons: Mapping[Card, str]) -> str:
    name = words.card_name(card)
    if card in reasons:
        text = _("{reason}. You can only discard this card.")
    elif card in PATH_CARDS:
        text = _("{card}: choose a place on the board")
    elif card == MAP:
        text = _("{card}: choose a goal to look at")
    elif card == ROCKFALL:
        text = _("{card}: choose a tunnel to collapse")
    else:
        text = _("{card}: choose a player")
    return text.format(card=name, reason=reasons.get(card, ""))


# Places on the board


def spots(plays: Sequence[Action]) -> tuple[Spot, ...]:
    found: dict[Cell, list[Action]] = {}
    for action in plays:
        if action["do"] in ("dig", "map", "rockfall"):
            found.setdefault(_cell(action), []).append(action)
    return tuple(_spot(cell, found[cell]) for cell in sorted(found, key=reading_order))


def _cell(action: Action) -> Cell:
    return (
        GOAL_CELLS[action["goal"]] if action["do"] == "map" else (action["at"][0], action["at"][1])
    )


def _spot(cell: Cell, plays: Sequence[Action]) -> CellSpot:
    texture, upside_down = rock(cell)
    return CellSpot(
        kind={"dig": "dig", "map": "look", "rockfall": "fall"}[plays[0]["do"]],
        x=cell[0] * WIDTH,
        y=cell[1] * HEIGHT,
        rock=texture,
        rock_turned=upside_down,
        ways=tuple(
            map(
                _told_in_full,
                ways(
                    (_choice(one, _says(one)), one.get("card", ""), one.get("turned", False))
                    for one in plays
                ),
            )
        ),
    )


def _told_in_full(way: Way) -> Way:
    """With its open sides, as it lies."""
    face = FACES.get((way.face, way.turned))
    return replace(way, describes=words.open_sides(face)) if face else way


def _says(action: Action) -> str:
    if action["do"] == "map":
        return _("Look at {goal}").format(goal=words.goal_name(action["goal"]))
    where = words.place(_cell(action))
    if action["do"] == "rockfall":
        return _("Collapse the tunnel at {place}").format(place=where)
    text = _("{card} turned, {place}") if action["turned"] else _("{card}, {place}")
    return text.format(card=words.card_name(action["card"]), place=where)


def _verb(action: Action) -> str:
    return VERBS[action["do"]]


def _choice(action: Action, says: str, *, loss: str = "") -> Choice:
    return choice_of(action, says, _verb(action), loss=loss)


def _discard(card: Card) -> Choice:
    return _choice(
        {"do": "discard", "card": card}, _("Discard {card}").format(card=words.one_card(card))
    )


# Players


def targets(
    known: State, seat: int | None, actions: Sequence[Action], names: Sequence[str]
) -> dict[int, list[Target]]:
    """What can be done to each player with a card from my hand."""
    found: dict[int, list[Target]] = {}
    if seat is not None:
        cards = numbered(known, seat)
        for action in actions:
            if action["do"] in ("break", "repair"):
                number = cards.index(card_played(action) or "")
                target = _target(number, action, seat, names)
                found.setdefault(action["seat"], []).append(target)
    return found


def _target(number: int, action: Action, seat: int, names: Sequence[str]) -> Target:
    own, tool = action["seat"] == seat, words.TOOL_NAMES[action["tool"]]
    loss = ""
    if action["do"] == "break":
        says = _("Break your own {tool}") if own else _("Break {name}’s {tool}")
        loss = _("You could not dig until it is repaired.") if own else ""
    else:
        says = _("Repair your own {tool}") if own else _("Repair {name}’s {tool}")
    return Target(
        card=number,
        tool=f"whole-{action['tool']}",
        choice=_choice(action, says.format(name=names[action["seat"]], tool=tool), loss=loss),
    )


# Gold


def offered(known: State, actions: Sequence[Action]) -> tuple[OfferedGold, ...]:
    counts = Counter(known.offer.known())
    picks = sorted(action["gold"] for action in actions if action["do"] == "take")
    return tuple(
        OfferedGold(
            symbol=f"gold-{gold}",
            rock="",
            count=counts[gold],
            name=words.nuggets(gold),
            describes="",
            caption="",
            choice=_choice(
                {"do": "take", "gold": gold},
                _("Take the card with {nuggets}").format(nuggets=words.nuggets(gold)),
            ),
        )
        for gold in reversed(picks)
    )


# What cannot be played


def why_not(known: State, seat: int | None) -> dict[Card, str]:
    """For every card of this seat's hand that can only be discarded: why."""
    if seat is None or known.phase != "turns":
        return {}
    cards = known.hands[seat].kinds()
    return {
        card: _why_not(known, seat, card) for card in cards if not PLAYS[card](known, seat, card)
    }


def _why_not(known: State, seat: int, card: Card) -> str:
    if card in PATH_CARDS and known.broken[seat]:
        tools = words.tool_names(known.broken[seat])
        return _("You cannot dig: broken {tools}").format(tools=tools)
    if card in PATH_CARDS:
        return _("It fits nowhere")
    if card == ROCKFALL:
        return _("No tunnel is dug yet")
    if card == MAP:
        return _("No goal lies face down")
    if card.startswith("break:"):
        return {
            "pick": _("Every pick is broken"),
            "lamp": _("Every lamp is broken"),
            "cart": _("Every cart is broken"),
        }[card.removeprefix("break:")]
    return {
        "pick": _("Nobody’s pick is broken"),
        "lamp": _("Nobody’s lamp is broken"),
        "cart": _("Nobody’s cart is broken"),
        "pick+lamp": _("No pick or lamp is broken"),
        "pick+cart": _("No pick or cart is broken"),
        "lamp+cart": _("No lamp or cart is broken"),
    }[card.removeprefix("repair:")]
