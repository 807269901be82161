"""Emerald on a page: what a seat knows, as its template places it, and what is said about it.

Everything here is made from one seat's knowledge. Sentences are translated here; templates place
them. What the site calls is here; the modules beside it hold the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine import Action, Move
from games.telling import Sentence, spoken
from games.titles.emerald.board import RAIL_LENGTH
from games.titles.emerald.cards import Colour, colours_of, owner_of
from games.titles.emerald.rules import awaiting
from games.titles.emerald.state import State

from . import words
from .board import Board, board, scene
from .choices import Choice, choices
from .ends import Final, final, result
from .last import last_turn
from .log import sentence
from .people import BonusShown, Person, Purse, bonuses, people, purse
from .refusals import refusal, why_not
from .story import deed, measures, turning_point, unveiled

__all__ = [
    "RoleChip", "Sentence", "Table", "deed", "measures", "option_labels", "refusal", "result",
    "role_chip", "sentence", "table", "turning_point", "unveiled", "why_not",
]  # fmt: skip


class RoleChip(NamedTuple):
    """Which knights are mine, and what wins. `symbols` are their pictures in the title's sprite."""

    name: str
    wins: str
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lair:
    """The dragon in words, and its last roll."""

    says: str
    rail: str
    rolled: int | None
    rolled_label: str


@dataclass(frozen=True, slots=True)
class Peak:
    """The dragon over a field with knights: the moment that everyone waits for."""

    heading: str
    says: str
    knights: Sequence[str]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Labels:
    """The fixed words of the page."""

    board: str
    places: str
    choices: str
    players: str
    players_note: str
    gold: str
    no_gold: str
    bonuses: str
    bonuses_note: str
    dragon: str
    coins: str
    wakes: str
    look: str


@dataclass(frozen=True, slots=True)
class Table:
    """What the template places, and all it is given."""

    phase: str
    is_my_turn: bool
    chip: RoleChip | None
    board: Board
    lair: Lair
    says: str
    hint: str
    peak: Peak | None
    choices: Sequence[Choice]
    people: Sequence[Person]
    purse: Purse | None
    bonuses: Sequence[BonusShown]
    final: Final | None
    labels: Labels


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    """The table as this seat sees it. `moves` led here; what the last ones changed is marked."""
    seen = scene(known, names, last_turn(moves))
    offered = choices(known, seen, seat, actions)
    lifted = {choice.group for choice in offered if choice.group is not None}
    return Table(
        phase=known.phase,
        is_my_turn=bool(actions),
        chip=role_chip(known, seat),
        board=board(seen, lifted),
        lair=lair(known),
        says=_says(known, actions, names),
        hint=_hint(known, actions),
        peak=peak(known, seat, names),
        choices=offered,
        people=people(known, seat, names),
        purse=purse(known, seat),
        bonuses=bonuses(known, seat, names),
        final=final(known, seat, names),
        labels=_labels(),
    )


def role_chip(known: State, seat: int | None) -> RoleChip | None:
    if seat is None or known.seats == 0 or known.phase == "over":
        return None
    mine = colours_of(known.seats, seat)
    name = _("You play {colours}").format(colours=words.colours(mine))
    symbols = tuple(f"knight-{colour}" for colour in mine)
    return RoleChip(name, _("Most coins win at the end."), symbols)


def option_labels() -> dict[str, str]:
    """There are no options."""
    return {}


def lair(known: State) -> Lair:
    if known.facing == "chamber":
        says = _("The dragon lies on {field}, facing the chamber.")
    else:
        says = _("The dragon lies on {field}, facing the entrance.")
    rail = _("Its rail covers {first}–{last}. A knight that stops there wakes it.")
    rolled = known.rolled
    return Lair(
        says=says.format(field=known.dragon),
        rail=rail.format(first=known.rail, last=known.rail + RAIL_LENGTH - 1),
        rolled=rolled,
        rolled_label="" if rolled is None else _("last roll: {number}").format(number=rolled),
    )


# The bar


def _says(known: State, actions: Sequence[Action], names: Sequence[str]) -> str:
    """What the bar says before anything is chosen."""
    if known.phase == "over":
        return _("The match is over.")
    if actions:
        return _question(known)
    name = words.listed([names[place] for place in sorted(awaiting(known))])
    text = {
        "move": _("{name} moves a knight"),
        "take": _("{name} takes a card on field {field}"),
        "catch": _("{name} chooses whom the dragon catches"),
        "answer": _("{name} pays the dragon or gives a knight up"),
    }[known.phase]
    return text.format(name=name, field=known.stopped_at)


def _question(known: State) -> str:
    if known.phase == "take":
        return _("Take one card on field {field}").format(field=known.stopped_at)
    if known.phase == "catch":
        return _("Whom does the dragon catch?")
    if known.phase == "answer":
        return _("Pay the dragon, or give the knight up?")
    return _("Move a second knight, or stop") if known.knights_moved else _("Move a knight")


def _hint(known: State, actions: Sequence[Action]) -> str:
    if not actions or known.phase != "move":
        return ""
    if known.knights_moved:
        return _("The first knight took no card, so you may move one more.")
    return _("The dark number counts the knights on a field: so far does each of them go.")


# The dragon's catch


def peak(known: State, seat: int | None, names: Sequence[str]) -> Peak | None:
    if known.phase == "answer" and known.caught is not None:
        owner = owner_of(known.seats, known.caught)
        text = _("The dragon has caught your knight") if owner == seat else _("{name} is caught")
        return Peak(
            heading=text.format(name=names[owner]),
            says=_caught(known.caught, known.dragon),
            knights=[f"knight-{known.caught}"],
            is_mine=owner == seat,
        )
    if known.phase == "catch":
        there = [colour for colour, places in known.knights.items() if known.dragon in places]
        return Peak(
            heading=_("The dragon stops on field {field}").format(field=known.dragon),
            says=_catches(known, seat, names),
            knights=[f"knight-{colour}" for colour in there],
            is_mine=known.turn == seat,
        )
    return None


def _catches(known: State, seat: int | None, names: Sequence[str]) -> str:
    if known.turn == seat:
        return _("It catches one of the knights there; you choose which.")
    text = _("It catches one of the knights there; {name} chooses which.")
    return text.format(name=names[known.turn])


def _caught(colour: Colour, field: int) -> str:
    text = _("{knight} on field {field}. One gold card of any value frees it.")
    return text.format(knight=words.knight(colour), field=field)


@spoken(keep=10)
def _labels() -> Labels:
    return Labels(
        board=_("Board"),
        places=_("The board in words"),
        choices=_("Your choice"),
        players=_("Players"),
        players_note=_("coins without the bonuses of the end"),
        gold=_("Your gold"),
        no_gold=_("No gold yet. One gold card frees a knight from the dragon."),
        bonuses=_("Bonuses"),
        bonuses_note=_("4 coins each, most gems at the end"),
        dragon=_("Dragon"),
        coins=_("coins"),
        wakes=_("wakes the dragon"),
        look=_("Look at the board"),
    )
