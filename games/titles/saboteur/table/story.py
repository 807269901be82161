"""Looking back at Saboteur: who did what, turning points, the way still to go, what was hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Event, Hand, Slot, seen
from games.presentation.presenter import Activity, Measure
from games.presentation.revealing import Secret
from games.titles.saboteur import events
from games.titles.saboteur.board import GOAL_CELLS, distance
from games.titles.saboteur.cards import Card, Role
from games.titles.saboteur.certainty import is_gold_out_of_reach
from games.titles.saboteur.state import State

from . import words
from .log import sentence

# Draws, and what follows by itself, are left out.
ACTIVITIES: Final[Mapping[type[Event], Activity]] = {
    events.Dug: Activity("dig", gettext_lazy("dug")),
    events.ToolBroken: Activity("break", gettext_lazy("broke a tool")),
    events.ToolRepaired: Activity("repair", gettext_lazy("repaired")),
    events.GoalPeeked: Activity("peek", gettext_lazy("looked at a goal")),
    events.RockFell: Activity("fall", gettext_lazy("brought a rockfall down")),
    events.Discarded: Activity("discard", gettext_lazy("discarded")),
    events.GoldTaken: Activity("gold", gettext_lazy("took gold")),
    events.SaboteurPaid: Activity("gold", gettext_lazy("was paid")),
}


def turning_point(
    event: Event, before: State, after: State, seat: int | None, names: Sequence[str]
) -> str:
    """Goals that turn up, and rockfalls that lead back."""
    if isinstance(event, events.GoalTurned):
        return str(sentence(event, before, seat, names))
    if isinstance(event, events.RockFell) and (way_left(after) or 0) > (way_left(before) or 0):
        return str(sentence(event, before, seat, names))
    return ""


def measures(known: State, names: Sequence[str]) -> Sequence[Measure]:
    return [Measure(_("Cards to the nearest goal face down"), way_left(known))]


def why_decided(full: State, names: Sequence[str]) -> str:
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


def revealed(public: State, full: State, names: Sequence[str]) -> list[Secret]:
    """What spectators did not know, in words: roles and hands by player, goals, the cards to come."""
    found = []
    for seat, name in enumerate(names[: full.seats]):
        hidden = [*_role(public.roles[seat], full.roles[seat]), *_cards(full.hands[seat])]
        found += [Secret(name, ", ".join(hidden))] if hidden else []
    for index, (known, goal) in enumerate(zip(public.goals, full.goals, strict=True)):
        if not known.is_known() and goal.is_known():
            label = words.goal_label(index)
            found.append(Secret(label, words.goal_found(goal.known_value())))
    to_come = [words.card_name(card) for card in seen(full.pile)]
    return [*found, Secret(_("To be drawn"), ", ".join(to_come))] if to_come else found


def _role(known: Slot[Role], full: Slot[Role]) -> list[str]:
    hidden = full.is_known() and not known.is_known()
    return [words.role_name(full.known_value())] if hidden else []


def _cards(hand: Hand[Card]) -> list[str]:
    return [words.card_name(card) for card in sorted(hand.known())]
