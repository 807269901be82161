"""The players: tools, cards and gold before each, and what can be done to them with a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import Action, seen
from games.presentation.people import SeatLabel, seat_labels
from games.titles.saboteur.cards import BREAK, GOLD_CARDS, Tool
from games.titles.saboteur.rules import awaiting
from games.titles.saboteur.state import State

from . import words
from .changes import NOTHING, Changes
from .hand import Target, numbered, targets


@dataclass(frozen=True, slots=True)
class BrokenTool:
    symbol: str
    label: str


@dataclass(frozen=True, slots=True)
class Barred:
    """Why the card with this number cannot aim at a player."""

    card: int
    says: str


@dataclass(frozen=True, slots=True)
class Person:
    """A seat at the table, as all see it; my own gold as I know it. `is_last`: just aimed at.

    `asked` is what it is to do, while it is awaited; `note` what is said of it otherwise.
    `gold` is in nuggets, from the least to the most that there can be; nothing without a card.
    `own_role` is the reader's, where it is a secret.
    """

    who: SeatLabel
    is_last: bool
    asked: str
    note: str
    broken: tuple[BrokenTool, ...]
    cards: int
    cards_label: str
    gold: str
    gold_label: str
    role: str
    own_role: str
    targets: tuple[Target, ...]
    barred: tuple[Barred, ...]


def people(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    last: Changes = NOTHING,
) -> tuple[Person, ...]:
    aims, barred = targets(known, seat, actions, names), _barred(known, seat, actions)
    labels = seat_labels(names[: known.seats], seat, awaiting(known))
    return tuple(
        _person(known, who, last, aims.get(who.seat, ()), barred.get(who.seat, ()))
        for who in labels
    )


def _person(
    known: State,
    who: SeatLabel,
    last: Changes,
    aims: Sequence[Target],
    barred: Sequence[Barred],
) -> Person:
    cards, role = len(known.hands[who.seat]), known.roles[who.seat]
    gold, (least, most) = len(known.gold_of(who.seat)), nuggets_between(known, who.seat)
    sum_of = str(least) if least == most else _("{low}–{high}").format(low=least, high=most)
    return Person(
        who=who,
        is_last=who.seat in last.seats,
        asked=_asked(known, who) if who.is_awaited else "",
        note=_note(known, who),
        broken=tuple(map(_broken_tool, broken_tools(known, who.seat))),
        cards=cards,
        cards_label=words.card_count(cards),
        gold=sum_of if gold else "",
        gold_label=_gold_label(gold, least, most),
        role=str(role.value) if role.face_up else "",
        own_role=str(role.value) if who.is_me and role.is_known() and not role.face_up else "",
        targets=tuple(aims),
        barred=tuple(barred),
    )


def broken_tools(known: State, place: int) -> Sequence[Tool]:
    """Broken tools matter only while the round is played."""
    return known.broken[place] if known.phase == "turns" else ()


def _broken_tool(tool: Tool) -> BrokenTool:
    return BrokenTool(f"broken-{tool}", words.BROKEN_TOOLS[tool])


def _asked(known: State, who: SeatLabel) -> str:
    if known.phase == "gold":
        return _("your pick") if who.is_me else _("picks gold")
    broken = broken_tools(known, who.seat)
    if not broken:
        return _("your turn") if who.is_me else _("to move")
    if who.is_me:
        return _("your turn; broken {tools}").format(tools=words.tool_names(broken))
    return _note(known, who)


def _note(known: State, who: SeatLabel) -> str:
    broken = broken_tools(known, who.seat)
    text = _("cannot dig: broken {tools}") if broken else ""
    return text.format(tools=words.tool_names(broken))


def nuggets_between(known: State, place: int) -> tuple[int, int]:
    """The least and the most nuggets before a seat: pay is public, and of a card taken unseen no
    more is known than what gold cards there are."""
    paid = sum(pay.nuggets for pay in known.pay if pay.seat == place)
    taken = [
        card
        for share in known.shares
        for taker, card in zip(share.order, share.taken, strict=False)
        if taker == place
    ]
    sure, unseen = paid + sum(seen(taken)), len(taken) - len(seen(taken))
    return sure + unseen * min(GOLD_CARDS), sure + unseen * max(GOLD_CARDS)


def _gold_label(count: int, least: int, most: int) -> str:
    """Gold cards before a seat, and their nuggets as far as they are known."""
    nuggets = words.nuggets(most)
    if least != most:
        nuggets = _("{least} to {nuggets}").format(least=least, nuggets=nuggets)
    return _("{cards}: {nuggets}").format(cards=words.gold_cards(count), nuggets=nuggets)


def _barred(known: State, seat: int | None, actions: Sequence[Action]) -> dict[int, list[Barred]]:
    """Players whose tool lies broken already, for each of my cards that could break it."""
    found: dict[int, list[Barred]] = {}
    for tool in {action["tool"] for action in actions if action["do"] == "break"}:
        for place, broken in enumerate(known.broken):
            if tool in broken and seat is not None:
                number = numbered(known, seat).index(BREAK[tool])
                found.setdefault(place, []).append(Barred(number, _("already broken")))
    return {place: sorted(bars, key=lambda bar: bar.card) for place, bars in found.items()}
