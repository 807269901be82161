"""Looking back at Saboteur: deeds, turning points, the way still to go, what was sure, what hidden."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine import Event, Hand, Slot, seen
from games.titles.saboteur.cards import Card, Role
from games.titles.saboteur.certainty import is_gold_out_of_reach
from games.titles.saboteur.events import (
    Discarded,
    Dug,
    GoalPeeked,
    GoalTurned,
    GoldTaken,
    RockFell,
    SaboteurPaid,
    ToolBroken,
    ToolRepaired,
)
from games.titles.saboteur.maze import GOAL_CELLS, distance
from games.titles.saboteur.state import State

from . import words
from .log import sentence


def deed(event: Event) -> tuple[str, str] | None:
    """A kind of deed and its word. Draws and what follows by itself are nobody's deeds."""
    match event:
        case Dug():
            return "dig", _("dug")
        case ToolBroken():
            return "break", _("broke a tool")
        case ToolRepaired():
            return "repair", _("repaired")
        case GoalPeeked():
            return "peek", _("looked at a goal")
        case RockFell():
            return "fall", _("brought a rockfall down")
        case Discarded():
            return "discard", _("discarded")
        case GoldTaken():
            return "gold", _("took gold")
        case SaboteurPaid():
            return "gold", _("was paid")
        case _:
            return None


def turning_point(
    event: Event, before: State, after: State, seat: int | None, names: Sequence[str]
) -> str:
    """Goals that turn up, and rockfalls that lead back."""
    if isinstance(event, GoalTurned):
        return str(sentence(event, before, seat, names))
    if isinstance(event, RockFell) and (way_left(after) or 0) > (way_left(before) or 0):
        return str(sentence(event, before, seat, names))
    return ""


def measures(known: State, names: Sequence[str]) -> Sequence[tuple[str, int | None]]:
    return [(_("Cards to the nearest goal face down"), way_left(known))]


def certain(full: State, names: Sequence[str]) -> str:
    """Why the round can have no other winner."""
    if full.phase == "gold":
        return _("The miners have reached the gold.")
    if is_gold_out_of_reach(full):
        return _("The cards left could no longer lead to the gold.")
    return ""


def way_left(known: State) -> int | None:
    """How many cards the tunnel is away from the nearest goal that lies face down, or from gold."""
    if any(goal.face_up and goal.value == "gold" for goal in known.goals):
        return 0
    hidden = [cell for cell, goal in zip(GOAL_CELLS, known.goals, strict=False) if not goal.face_up]
    if known.phase != "turns" or not hidden:
        return None
    openings = known.maze.openings()
    return min((distance(cell, goal) for cell in openings for goal in hidden), default=None)


def unveiled(public: State, full: State, names: Sequence[str]) -> list[tuple[str, str]]:
    """What spectators did not know, in words: roles and hands by player, goals, the cards to come."""
    found = []
    for seat, name in enumerate(names[: full.seats]):
        hidden = [*_role(public.roles[seat], full.roles[seat]), *_cards(full.hands[seat])]
        found += [(name, ", ".join(hidden))] if hidden else []
    for index, (known, goal) in enumerate(zip(public.goals, full.goals, strict=True)):
        if not known.is_known() and goal.is_known():
            found.append((words.goal_label(index), words.goal_found(goal.known_value())))
    to_come = [words.card_name(card) for card in seen(full.pile)]
    return [*found, (_("To be drawn"), ", ".join(to_come))] if to_come else found


def _role(known: Slot[Role], full: Slot[Role]) -> list[str]:
    hidden = full.is_known() and not known.is_known()
    return [words.role_name(full.known_value())] if hidden else []


def _cards(hand: Hand[Card]) -> list[str]:
    return [words.card_name(card) for card in sorted(hand.known())]
