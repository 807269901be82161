"""My hand, and every legal action as a choice: first a card, then where it goes.

Equal cards are one card here, as they are in the list of actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Action
from games.engine.canonical import canonical_json
from games.telling import spoken
from games.titles.saboteur.cards import ACTION_CARDS, MAP, PATH_CARDS, ROCKFALL, Card, card_played
from games.titles.saboteur.maze import GOAL_CELLS, Cell, reading_order
from games.titles.saboteur.state import State

from . import words
from .board import HEIGHT, WIDTH, rock
from .refusals import why_not

ORDER: Final[Sequence[Card]] = (*PATH_CARDS, MAP, ROCKFALL, *ACTION_CARDS)

VERBS: Final[words.Words] = {
    "dig": gettext_lazy("Dig here"),
    "map": gettext_lazy("Look"),
    "rockfall": gettext_lazy("Bury it"),
    "break": gettext_lazy("Break it"),
    "repair": gettext_lazy("Repair it"),
    "take": gettext_lazy("Take it"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: its radio, what it will do, and the button that does it."""

    id: str
    value: str
    says: str
    verb: str


@dataclass(frozen=True, slots=True)
class Way:
    """A card at a place, turned or not. `other` is the radio of the other way, if there is one."""

    choice: Choice
    turned: bool
    other: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the board that a card can go to or aim at."""

    kind: str  # "dig", "look" or "fall"
    x: int
    y: int
    rock: str
    rock_turned: bool
    face: str
    ways: Sequence[Way]


@dataclass(frozen=True, slots=True)
class Target:
    """A player that the card with this number can aim at."""

    card: int
    tool: str
    short: str
    choice: Choice


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in my hand. Only on my turn has it a hint, places and a way to be discarded."""

    number: int
    id: str
    symbol: str
    rock: str
    count: int
    name: str
    describes: str
    caption: str
    is_dim: bool
    hint: str
    verb: str
    discard: str
    discard_says: str
    spots: Sequence[Spot]


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


def hand(known: State, seat: int | None, actions: Sequence[Action]) -> list[HeldCard]:
    if seat is None or known.phase != "turns":
        return []
    reasons = why_not(known, seat) if actions else {}
    counts = Counter(known.hands[seat].known())
    return [
        _held(number, card, counts[card], actions, reasons)
        for number, card in enumerate(numbered(known, seat))
    ]


def numbered(known: State, seat: int) -> list[Card]:
    """The different cards of a hand, in the order in which they are shown."""
    return sorted(known.hands[seat].kinds(), key=ORDER.index)


def _held(
    number: int, card: Card, count: int, actions: Sequence[Action], reasons: Mapping[Card, str]
) -> HeldCard:
    mine = [action for action in actions if action["do"] != "take" and card_played(action) == card]
    plays = [action for action in mine if action["do"] != "discard"]
    is_path = card in PATH_CARDS
    return HeldCard(
        number=number,
        id=f"hold_{symbol(card)}",
        symbol=symbol(card),
        rock=f"rock-{number}" if is_path else "",
        count=count,
        name=words.card_name(card),
        describes=_describes(card) if is_path else "",
        caption=(_caption(card, plays) if plays else reasons.get(card, "")) if mine else "",
        is_dim=bool(mine and not plays),
        hint=_hint(card, reasons) if mine else "",
        verb=_verb(plays[0]) if plays else "",
        discard=canonical_json({"do": "discard", "card": card}) if mine else "",
        discard_says=_("Discard {card}").format(card=words.one_card(card)) if mine else "",
        spots=spots(plays),
    )


@spoken()
def _describes(card: Card) -> str:
    return _("open to {sides}").format(sides=words.open_sides(card))


def symbol(card: Card) -> str:
    return card.replace(":", "-").replace("+", "-")


def _caption(card: Card, plays: Sequence[Action]) -> str:
    """How many ways there are to play a card."""
    if card in PATH_CARDS:
        count = len({tuple(action["at"]) for action in plays})
        return ngettext("{count} place", "{count} places", count).format(count=count)
    if card == MAP:
        count = len(plays)
        return ngettext("{count} goal", "{count} goals", count).format(count=count)
    if card == ROCKFALL:
        count = len(plays)
        return ngettext("{count} card", "{count} cards", count).format(count=count)
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
        text = _("{card}: choose a tunnel to bury")
    else:
        text = _("{card}: choose a player")
    return text.format(card=name, reason=reasons.get(card, ""))


# Places on the board


def spots(plays: Sequence[Action]) -> list[Spot]:
    found: dict[Cell, list[Action]] = {}
    for action in plays:
        if action["do"] in ("dig", "map", "rockfall"):
            found.setdefault(_cell(action), []).append(action)
    return [_spot(cell, found[cell]) for cell in sorted(found, key=reading_order)]


def _cell(action: Action) -> Cell:
    return (
        GOAL_CELLS[action["goal"]] if action["do"] == "map" else (action["at"][0], action["at"][1])
    )


def _spot(cell: Cell, plays: Sequence[Action]) -> Spot:
    texture, upside_down = rock(cell)
    ids = [_id(action) for action in plays]
    return Spot(
        kind={"dig": "dig", "map": "look", "rockfall": "fall"}[plays[0]["do"]],
        x=cell[0] * WIDTH,
        y=cell[1] * HEIGHT,
        rock=texture,
        rock_turned=upside_down,
        face=plays[0].get("card", ""),
        ways=[
            Way(
                choice=_choice(action, _says(action)),
                turned=action.get("turned", False),
                other="".join(other for other in ids if other != _id(action)),
            )
            for action in plays
        ],
    )


def _says(action: Action) -> str:
    if action["do"] == "map":
        return _("Look at {goal}").format(goal=words.goal_name(action["goal"]))
    where = words.place(_cell(action))
    if action["do"] == "rockfall":
        return _("Bring the rock down on {place}").format(place=where)
    text = _("{card} turned, {place}") if action["turned"] else _("{card}, {place}")
    return text.format(card=words.card_name(action["card"]), place=where)


def _verb(action: Action) -> str:
    return str(VERBS[action["do"]])


def _choice(action: Action, says: str) -> Choice:
    return Choice(_id(action), canonical_json(action), says, _verb(action))


def _id(action: Action) -> str:
    """The same action has the same id from one page to the next."""
    named = [str(action[key]) for key in ("card", "tool", "goal", "gold", "seat") if key in action]
    cell = [str(number) for number in action.get("at", ())]
    turned = ["turned"] if action.get("turned") else []
    return "_".join([action["do"], *map(symbol, named), *cell, *turned])


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
    own, tool = action["seat"] == seat, words.tool_name(action["tool"])
    if action["do"] == "break":
        short = _("Break your own {tool}") if own else _("Break their {tool}")
        says = short if own else _("Break {name}’s {tool}")
    else:
        short = _("Repair your own {tool}") if own else _("Repair their {tool}")
        says = short if own else _("Repair {name}’s {tool}")
    says = says.format(name=names[action["seat"]], tool=tool)
    return Target(
        card=number,
        tool=f"whole-{action['tool']}",
        short=short.format(tool=tool),
        choice=_choice(action, says),
    )


# Gold


def offered(known: State, actions: Sequence[Action]) -> list[OfferedGold]:
    counts = Counter(known.offer.known())
    picks = sorted(action["gold"] for action in actions if action["do"] == "take")
    return [
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
    ]
