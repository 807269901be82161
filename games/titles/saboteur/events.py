"""What happens in Saboteur, and who may know it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from games.engine import EACH, NOBODY, PUBLIC, SEAT, Event, Maybe, Seat, event

from .cards import Card, Goal, Role, Side, Tool


@event("saboteur.match_started")
class MatchStarted(Event):
    material: Annotated[int, PUBLIC]
    seats: Annotated[int, PUBLIC]
    share_gold: Annotated[str, PUBLIC]
    rules: Annotated[int, PUBLIC] = 1


@event("saboteur.round_dealt")
class RoundDealt(Event):
    """Piles from the top; goals from north to south."""

    number: Annotated[int, PUBLIC]
    starter: Annotated[Seat, PUBLIC]
    roles: Annotated[tuple[Maybe[Role], ...], EACH]
    spare: Annotated[Maybe[Role], NOBODY]
    goals: Annotated[tuple[Maybe[Goal], ...], NOBODY]
    hands: Annotated[tuple[tuple[Maybe[Card], ...], ...], EACH]
    pile: Annotated[tuple[Maybe[Card], ...], NOBODY]
    gold: Annotated[tuple[Maybe[int], ...], NOBODY]


@event("saboteur.dug")
class Dug(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[Card, PUBLIC]
    at: Annotated[tuple[int, int], PUBLIC]
    turned: Annotated[bool, PUBLIC]


@event("saboteur.goal_turned")
class GoalTurned(Event):
    goal: Annotated[int, PUBLIC]
    card: Annotated[Goal, PUBLIC]
    turned: Annotated[bool, PUBLIC]


@event("saboteur.tool_broken")
class ToolBroken(Event):
    seat: Annotated[Seat, PUBLIC]
    tool: Annotated[Tool, PUBLIC]
    target: Annotated[Seat, PUBLIC]


@event("saboteur.tool_repaired")
class ToolRepaired(Event):
    """`card` is the repair card's tools, as in the action."""

    seat: Annotated[Seat, PUBLIC]
    card: Annotated[str, PUBLIC]
    tool: Annotated[Tool, PUBLIC]
    target: Annotated[Seat, PUBLIC]


@event("saboteur.rock_fell")
class RockFell(Event):
    """`card` is the path card that is gone."""

    seat: Annotated[Seat, PUBLIC]
    at: Annotated[tuple[int, int], PUBLIC]
    card: Annotated[Card, PUBLIC]


@event("saboteur.goal_peeked")
class GoalPeeked(Event):
    seat: Annotated[Seat, PUBLIC]
    goal: Annotated[int, PUBLIC]
    card: Annotated[Maybe[Goal], SEAT("seat")]


@event("saboteur.discarded")
class Discarded(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[Maybe[Card], SEAT("seat")]


@event("saboteur.drew")
class Drew(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[Maybe[Card], SEAT("seat")]


@event("saboteur.round_ended")
class RoundEnded(Event):
    winner: Annotated[Side, PUBLIC]
    roles: Annotated[tuple[Role, ...], PUBLIC]
    spare: Annotated[Role, PUBLIC]


@event("saboteur.gold_drawn")
class GoldDrawn(Event):
    """As many cards as there are miners leave the gold pile, to be taken in this order."""

    order: Annotated[tuple[Seat, ...], PUBLIC]


@event("saboteur.gold_offered")
class GoldOffered(Event):
    """A picker looks at what is left, the most nuggets first."""

    seat: Annotated[Seat, PUBLIC]
    cards: Annotated[tuple[Maybe[int], ...], SEAT("seat")]


@event("saboteur.gold_taken")
class GoldTaken(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[Maybe[int], SEAT("seat")]


@event("saboteur.saboteur_paid")
class SaboteurPaid(Event):
    seat: Annotated[Seat, PUBLIC]
    nuggets: Annotated[int, PUBLIC]
    cards: Annotated[tuple[Maybe[int], ...], SEAT("seat")]


@event("saboteur.match_ended")
class MatchEnded(Event):
    """All gold is shown: shares as they were taken round by round, then pay."""

    shares: Annotated[tuple[tuple[int, ...], ...], PUBLIC]
    pay: Annotated[tuple[tuple[int, ...], ...], PUBLIC]


SaboteurEvent: TypeAlias = (
    Drew | Dug | Discarded | ToolBroken | ToolRepaired | GoalPeeked | RockFell | GoalTurned
    | RoundDealt | RoundEnded | GoldDrawn | GoldOffered | GoldTaken | SaboteurPaid
    | MatchStarted | MatchEnded
)  # fmt: skip
