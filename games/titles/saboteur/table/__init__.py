"""Saboteur on a page: what a seat knows, as its template places it, and what is said about it.

Everything here is made from one seat's knowledge. Sentences are translated here; templates place
them. What the site calls is here; the modules beside it hold the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, Move, is_known, seen
from games.telling import Sentence, spoken
from games.titles.saboteur.cards import BREAK, Tool
from games.titles.saboteur.rules import ROUNDS, awaiting
from games.titles.saboteur.state import State

from . import words
from .board import Board, board, letter, scene
from .ends import Ending, Final, ending, final, result, winners_role
from .hand import HeldCard, OfferedGold, Target, hand, numbered, offered, targets
from .last import NOTHING, Last, last_move
from .log import sentence
from .refusals import refusal, why_not
from .story import certain, deed, measures, turning_point, unveiled

__all__ = [
    "RoleChip", "Sentence", "Table", "certain", "deed", "measures", "option_labels", "refusal",
    "result", "role_chip", "sentence", "table", "turning_point", "unveiled", "why_not",
]  # fmt: skip


class RoleChip(NamedTuple):
    """What I am and what wins for me. `symbol` is its picture in the title's sprite."""

    name: str
    wins: str
    symbol: str


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
    """A seat at the table, as all see it; my own gold as I know it. `is_last`: just aimed at."""

    seat: int
    letter: str
    name: str
    is_me: bool
    is_awaited: bool
    is_last: bool
    note: str
    broken: tuple[BrokenTool, ...]
    cards: int
    cards_label: str
    gold: int
    gold_label: str
    role: str
    targets: tuple[Target, ...]
    barred: tuple[Barred, ...]


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A round on the rail: won by a role, being played, or to come."""

    number: int
    state: str  # "won", "now" or "later"
    symbol: str
    label: str


@dataclass(frozen=True, slots=True)
class Labels:
    """The fixed words of the page."""

    board: str
    hand: str
    gold: str
    players: str
    rounds: str
    pile: str
    discard: str
    discard_short: str
    turn: str
    covered: str
    cover: str
    show: str
    touch: str
    look: str


@dataclass(frozen=True, slots=True)
class Table:
    """What the template places, and all it is given."""

    phase: str
    board: Board
    pile: int
    rounds: Sequence[RoundMark]
    chip: RoleChip | None
    people: Sequence[Person]
    is_my_turn: bool
    says: str
    hand: Sequence[HeldCard]
    offered: Sequence[OfferedGold]
    ending: Ending | None
    final: Final | None
    labels: Labels


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    """The table as this seat sees it. `moves` led here; what the last one changed is marked."""
    last = last_move(moves)
    return Table(
        phase=known.phase,
        board=board(scene(known, names, last)),
        pile=len(known.pile),
        rounds=round_marks(known),
        chip=role_chip(known, seat),
        people=people(known, seat, actions, names, last),
        is_my_turn=bool(actions),
        says=_says(known, actions, names),
        hand=hand(known, seat, actions),
        offered=offered(known, actions),
        ending=ending(known, seat, names),
        final=final(known, seat, names),
        labels=_labels(len(known.pile)),
    )


def role_chip(known: State, seat: int | None) -> RoleChip | None:
    if seat is None or known.phase in ("dealing", "over"):
        return None
    role = known.roles[seat].value
    if not is_known(role):
        return None
    if role == "miner":
        wins = _("You win if a tunnel joins the ladder to the gold.")
        return RoleChip(_("You are a miner"), wins, role)
    wins = _("You win if the cards run out before the gold is reached.")
    return RoleChip(_("You are a saboteur"), wins, role)


def option_labels() -> dict[str, str]:
    """Names of the options, and of their values as "option=value"."""
    return {
        "share_gold": _("When miners share the gold"),
        "share_gold=auto": _("Everyone takes the best card left, so nobody waits"),
        "share_gold=pick": _("Everyone picks in turn, as in the rulebook"),
    }


def _says(known: State, actions: Sequence[Action], names: Sequence[str]) -> str:
    """What the bar says before anything is chosen."""
    if known.phase == "over":
        return _("The match is over.")
    if known.phase == "gold":
        return _("Pick a gold card") if actions else _gold_waits(known, names)
    if actions:
        return _("Choose a card")
    waiting = words.listed([names[place] for place in sorted(awaiting(known))])
    return _("{name} is to move").format(name=waiting)


def _gold_waits(known: State, names: Sequence[str]) -> str:
    waiting = words.listed([names[place] for place in sorted(awaiting(known))])
    return _("{name} picks a gold card").format(name=waiting)


# Seats


def people(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    last: Last = NOTHING,
) -> list[Person]:
    aims = targets(known, seat, actions, names)
    barred = _barred(known, seat, actions)
    return [
        _person(known, place, seat, names, last, aims.get(place, []), barred.get(place, []))
        for place in range(known.seats)
    ]


def _person(
    known: State,
    place: int,
    seat: int | None,
    names: Sequence[str],
    last: Last,
    aims: Sequence[Target],
    barred: Sequence[Barred],
) -> Person:
    cards, gold, role = len(known.hands[place]), len(known.gold_of(place)), known.roles[place]
    return Person(
        seat=place,
        letter=letter(names[place]),
        name=_("You") if place == seat else names[place],
        is_me=place == seat,
        is_awaited=place in awaiting(known),
        is_last=place in last.seats,
        note=_note(known, place, seat),
        broken=tuple(map(_broken_tool, broken_tools(known, place))),
        cards=cards,
        cards_label=ngettext("{count} card", "{count} cards", cards).format(count=cards),
        gold=gold,
        gold_label=_gold_label(known, place),
        role=str(role.value) if role.face_up else "",
        targets=tuple(aims),
        barred=tuple(barred),
    )


def broken_tools(known: State, place: int) -> Sequence[Tool]:
    """Broken tools matter only while the round is played."""
    return known.broken[place] if known.phase == "turns" else ()


def _broken_tool(tool: Tool) -> BrokenTool:
    return BrokenTool(f"broken-{tool}", str(words.BROKEN_TOOLS[tool]))


def _note(known: State, place: int, seat: int | None) -> str:
    """The line under a name: what matters most about the seat now."""
    awaited, broken = place in awaiting(known), broken_tools(known, place)
    if awaited and known.phase == "gold":
        return _("your pick") if place == seat else _("picks gold")
    if broken:
        mine = awaited and place == seat
        text = _("your turn; broken {tools}") if mine else _("cannot dig: broken {tools}")
        return text.format(tools=words.tool_names(broken))
    if awaited:
        return _("your turn") if place == seat else _("to move")
    return ""


def _gold_label(known: State, place: int) -> str:
    """Gold cards before a seat; their nuggets, where all are known to me."""
    cards = known.gold_of(place)
    text = ngettext("{count} gold card", "{count} gold cards", len(cards)).format(count=len(cards))
    if cards and all(map(is_known, cards)):
        return _("{cards}: {nuggets}").format(cards=text, nuggets=words.nuggets(sum(seen(cards))))
    return text


def _barred(known: State, seat: int | None, actions: Sequence[Action]) -> dict[int, list[Barred]]:
    """Players whose tool lies broken already, for each of my cards that could break it."""
    found: dict[int, list[Barred]] = {}
    for tool in {action["tool"] for action in actions if action["do"] == "break"}:
        for place, broken in enumerate(known.broken):
            if tool in broken and seat is not None:
                number = numbered(known, seat).index(BREAK[tool])
                found.setdefault(place, []).append(Barred(number, _("already broken")))
    return {place: sorted(bars, key=lambda bar: bar.card) for place, bars in found.items()}


# The rail


def round_marks(known: State) -> list[RoundMark]:
    marks = []
    for number in range(1, ROUNDS + 1):
        played = known.rounds[number - 1] if number <= len(known.rounds) else None
        if played is None:
            label = _("Round {number} is to come").format(number=number)
            marks.append(RoundMark(number, "later", "", label))
        elif played.result is None:
            label = _("Round {number} is being played").format(number=number)
            marks.append(RoundMark(number, "now", "", label))
        else:
            marks.append(RoundMark(number, "won", winners_role(played), result(played)))
    return marks


@spoken(keep=500)
def _labels(count: int) -> Labels:
    return Labels(
        board=_("Board"),
        hand=_("Your hand"),
        gold=_("Gold to pick"),
        players=_("Players"),
        rounds=_("Rounds"),
        pile=ngettext("left to draw", "left to draw", count),
        discard=_("Discard it instead"),
        discard_short=_("Discard"),
        turn=_("Turn"),
        covered=_("Your role is covered"),
        cover=_("Cover"),
        show=_("Show"),
        touch=_("Touch to look."),
        look=_("Look at the board"),
    )
