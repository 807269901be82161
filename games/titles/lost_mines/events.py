"""What happens, and who may know it.

Clans and kinds are on the backs of cards, characters and values on the fronts: parallel fields,
the one public, the other not. A field of the board is written (x, y).
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from games.engine import EACH, NOBODY, PUBLIC, SEAT, Event, Maybe, Seat, event

from .board import At, EdgeAt

Cards: TypeAlias = tuple[str, ...]
HiddenCards: TypeAlias = tuple[Maybe[str], ...]


@event("lost_mines.started")
class Started(Event):
    material: Annotated[int, PUBLIC]
    seats: Annotated[int, PUBLIC]
    rounds: Annotated[int, PUBLIC]
    rules: Annotated[int, PUBLIC] = 1
    play_on: Annotated[bool, PUBLIC] = False


@event("lost_mines.dealt")
class Dealt(Event):
    """A round is set up. `kinds` and `values` are the treasures laid out, slot by slot."""

    number: Annotated[int, PUBLIC]
    starter: Annotated[Seat, PUBLIC]
    mines: Annotated[HiddenCards, NOBODY]
    kinds: Annotated[Cards, PUBLIC]
    values: Annotated[tuple[Maybe[int], ...], NOBODY]
    treasures_aside: Annotated[HiddenCards, NOBODY]
    clans: Annotated[Cards, PUBLIC]
    characters: Annotated[HiddenCards, EACH]
    dwarves_aside: Annotated[HiddenCards, NOBODY]
    hands: Annotated[tuple[HiddenCards, ...], EACH]
    pile: Annotated[HiddenCards, NOBODY]
    cards_aside: Annotated[HiddenCards, NOBODY]


@event("lost_mines.turn_began")
class TurnBegan(Event):
    seat: Annotated[Seat, PUBLIC]


@event("lost_mines.fell_out")
class FellOut(Event):
    """The seat's turn would have begun with an empty hand."""

    seat: Annotated[Seat, PUBLIC]


@event("lost_mines.troll_left")
class TrollLeft(Event):
    seat: Annotated[Seat, PUBLIC]
    edge: Annotated[EdgeAt, PUBLIC]


# Step 1


@event("lost_mines.laid")
class Laid(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[str, PUBLIC]
    at: Annotated[At, PUBLIC]
    turned: Annotated[bool, PUBLIC]


@event("lost_mines.tool_used")
class ToolUsed(Event):
    seat: Annotated[Seat, PUBLIC]
    tool: Annotated[str, PUBLIC]
    at: Annotated[At, PUBLIC]


@event("lost_mines.mine_peeked")
class MinePeeked(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[str, PUBLIC]
    mine: Annotated[int, PUBLIC]
    kind: Annotated[Maybe[str], SEAT("seat")]


@event("lost_mines.treasure_peeked")
class TreasurePeeked(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[str, PUBLIC]
    slot: Annotated[int, PUBLIC]
    value: Annotated[Maybe[int], SEAT("seat")]


@event("lost_mines.dwarf_peeked")
class DwarfPeeked(Event):
    seat: Annotated[Seat, PUBLIC]
    card: Annotated[str, PUBLIC]
    of: Annotated[Seat, PUBLIC]
    character: Annotated[Maybe[str], SEAT("seat")]


@event("lost_mines.trap_set")
class TrapSet(Event):
    seat: Annotated[Seat, PUBLIC]
    edge: Annotated[EdgeAt, PUBLIC]


@event("lost_mines.troll_set")
class TrollSet(Event):
    seat: Annotated[Seat, PUBLIC]
    edge: Annotated[EdgeAt, PUBLIC]


@event("lost_mines.storm_broke")
class StormBroke(Event):
    """A storm took `card`, which lay at `at`, and the traps and trolls of `edges`."""

    seat: Annotated[Seat, PUBLIC]
    at: Annotated[At, PUBLIC]
    edges: Annotated[tuple[EdgeAt, ...], PUBLIC]
    card: Annotated[str, PUBLIC]


# L17: played cards are shown; discards are not.
@event("lost_mines.discarded")
class Discarded(Event):
    seat: Annotated[Seat, PUBLIC]
    cards: Annotated[HiddenCards, SEAT("seat")]


# Step 2


@event("lost_mines.walked")
class Walked(Event):
    """`way` is the fields entered, one after the other."""

    seat: Annotated[Seat, PUBLIC]
    way: Annotated[tuple[At, ...], PUBLIC]


@event("lost_mines.stayed")
class Stayed(Event):
    seat: Annotated[Seat, PUBLIC]


@event("lost_mines.card_lost")
class CardLost(Event):
    """A trap was crossed. The neighbour drew blind: only who lost the card knows which it was."""

    seat: Annotated[Seat, PUBLIC]
    edge: Annotated[EdgeAt, PUBLIC]
    card: Annotated[Maybe[str], SEAT("seat")]


@event("lost_mines.mine_turned_up")
class MineTurnedUp(Event):
    seat: Annotated[Seat, PUBLIC]
    mine: Annotated[int, PUBLIC]
    kind: Annotated[str, PUBLIC]
    face: Annotated[str, PUBLIC]
    turned: Annotated[bool, PUBLIC]


@event("lost_mines.dragon_met")
class DragonMet(Event):
    """The seat takes the dragon token."""

    seat: Annotated[Seat, PUBLIC]


@event("lost_mines.treasure_taken")
class TreasureTaken(Event):
    seat: Annotated[Seat, PUBLIC]
    slot: Annotated[int, PUBLIC]
    value: Annotated[Maybe[int], SEAT("seat")]


@event("lost_mines.treasure_left")
class TreasureLeft(Event):
    seat: Annotated[Seat, PUBLIC]


# Step 3


@event("lost_mines.drawn")
class Drawn(Event):
    seat: Annotated[Seat, PUBLIC]
    cards: Annotated[HiddenCards, SEAT("seat")]


# The vote, and the end of a round


@event("lost_mines.end_called")
class EndCalled(Event):
    seat: Annotated[Seat, PUBLIC]


@event("lost_mines.end_agreed")
class EndAgreed(Event):
    seat: Annotated[Seat, PUBLIC]


@event("lost_mines.end_refused")
class EndRefused(Event):
    seat: Annotated[Seat, PUBLIC]


@event("lost_mines.vote_lapsed")
class VoteLapsed(Event):
    """A day went by without all answers."""

    missing: Annotated[tuple[Seat, ...], PUBLIC]


@event("lost_mines.scored")
class Scored(Event):
    """By rules 1 a round is over, and all of this is shown."""

    number: Annotated[int, PUBLIC]
    starter: Annotated[Seat, PUBLIC]
    reason: Annotated[str, PUBLIC]
    clans: Annotated[Cards, PUBLIC]
    characters: Annotated[Cards, PUBLIC]
    kinds: Annotated[Cards, PUBLIC]
    values: Annotated[tuple[int, ...], PUBLIC]
    holders: Annotated[tuple[Seat | None, ...], PUBLIC]
    mines: Annotated[Cards, PUBLIC]
    hands: Annotated[tuple[Cards, ...], PUBLIC]
    discards: Annotated[tuple[Cards, ...], PUBLIC]
    lost: Annotated[tuple[Cards, ...], PUBLIC]
    dragon: Annotated[Seat | None, PUBLIC]
    earned: Annotated[tuple[int, ...], PUBLIC]
    points: Annotated[tuple[int, ...], PUBLIC]


@event("lost_mines.round_scored")
class RoundScored(Event):
    """The round is over, and this is shown. The value of a treasure that nobody took is None.

    `earned` is before the dragon, `points` after it. It repeats what was public before, so that the
    event by itself is all there is to look back at.
    """

    number: Annotated[int, PUBLIC]
    starter: Annotated[Seat, PUBLIC]
    reason: Annotated[str, PUBLIC]
    clans: Annotated[Cards, PUBLIC]
    characters: Annotated[Cards, PUBLIC]
    kinds: Annotated[Cards, PUBLIC]
    values: Annotated[tuple[int | None, ...], PUBLIC]
    holders: Annotated[tuple[Seat | None, ...], PUBLIC]
    dragon: Annotated[Seat | None, PUBLIC]
    earned: Annotated[tuple[int, ...], PUBLIC]
    points: Annotated[tuple[int, ...], PUBLIC]


@event("lost_mines.rest_shown")
class RestShown(Event):
    """The match is over: what its last round had left hidden is shown."""

    values: Annotated[tuple[int, ...], PUBLIC]
    mines: Annotated[Cards, PUBLIC]
    hands: Annotated[tuple[Cards, ...], PUBLIC]
    discards: Annotated[tuple[Cards, ...], PUBLIC]
    lost: Annotated[tuple[Cards, ...], PUBLIC]


Peeked: TypeAlias = MinePeeked | TreasurePeeked | DwarfPeeked
CardPlayed: TypeAlias = Laid | ToolUsed | Peeked | TrapSet | TrollSet | StormBroke
LostMinesEvent: TypeAlias = (
    Started | Dealt | TurnBegan | FellOut | TrollLeft | CardPlayed | Discarded | Walked | Stayed
    | CardLost | MineTurnedUp | DragonMet | TreasureTaken | TreasureLeft | Drawn | EndCalled
    | EndAgreed | EndRefused | VoteLapsed | Scored | RoundScored | RestShown
)  # fmt: skip
