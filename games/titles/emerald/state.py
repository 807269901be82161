"""The state of a match, or what a seat knows of it, and how events change it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar, assert_never

from games.engine import Hand, Maybe, Outcome, Pile, Seat

from .board import (
    CAVE,
    CENTRE,
    DRAGON_START,
    FACING_START,
    FIRST_RAIL,
    NEST,
    TOWERS,
    Facing,
)
from .cards import KNIGHTS_OF_A_COLOUR, Bonus, Colour, Gem, colours_in_play
from .events import (
    BonusTaken,
    Bribed,
    Dealt,
    DragonMoved,
    EmeraldEvent,
    Ended,
    GemTaken,
    GoldTaken,
    HandsShown,
    KnightCaught,
    KnightLost,
    Moved,
    RailMoved,
    TreasureTaken,
    TurnPassed,
)

C = TypeVar("C", bound=str | int)
Phase: TypeAlias = Literal["move", "take", "catch", "answer", "over"]


@dataclass(frozen=True, slots=True)
class Payment:
    """A gold card given to the dragon: one of the first `taken` cards that its owner took."""

    taken: int
    gold: Maybe[int]


@dataclass(slots=True)
class State:
    seats: int = 0
    rules: int = 1
    first: Seat = Seat(0)
    turn: Seat = Seat(0)
    phase: Phase = "move"

    knights: dict[Colour, list[int]] = field(default_factory=dict)  # where each of them is
    dragon: int = DRAGON_START
    facing: Facing = FACING_START
    rail: int = FIRST_RAIL
    rolled: int | None = None

    # By cave field; the top card of each pile lies face up. Copies of a state share the piles, the
    # boxed cards and the hands: whoever changes one puts another in its place. With this, and with
    # tuples, a copy takes 3.1 us instead of 7.4; every move has one, and `plain` makes several.
    gold: dict[int, Pile[int]] = field(default_factory=dict)
    gems: dict[int, Pile[Gem]] = field(default_factory=dict)
    gold_boxed: Hand[int] = field(default_factory=Hand)
    gems_boxed: Hand[Gem] = field(default_factory=Hand)

    # By seat.
    hands: list[Hand[int]] = field(default_factory=list)
    gold_taken: list[tuple[int, ...]] = field(default_factory=list)  # in order
    payments: list[tuple[Payment, ...]] = field(default_factory=list)  # in order
    gems_held: list[tuple[Gem, ...]] = field(default_factory=list)
    treasures: list[int] = field(default_factory=list)
    bonuses: list[tuple[Bonus, ...]] = field(default_factory=list)

    # This turn.
    knights_moved: int = 0
    first_colour: Colour | None = None
    first_at: int = NEST  # where the first knight moved is now
    stopped_at: int = NEST  # where the knight moved last has stopped
    card_taken: bool = False
    caught: Colour | None = None  # the knight whose owner has to answer
    bribed: tuple[Colour, int] | None = None  # the knight last bribed free, and where it is

    outcome: Outcome | None = None

    def copy(self) -> State:
        return State(
            self.seats, self.rules, self.first, self.turn, self.phase,
            {colour: places.copy() for colour, places in self.knights.items()},
            self.dragon, self.facing, self.rail, self.rolled,
            self.gold.copy(), self.gems.copy(), self.gold_boxed, self.gems_boxed,
            self.hands.copy(), self.gold_taken.copy(), self.payments.copy(), self.gems_held.copy(),
            self.treasures.copy(), self.bonuses.copy(),
            self.knights_moved, self.first_colour, self.first_at, self.stopped_at,
            self.card_taken, self.caught, self.bribed, self.outcome,
        )  # fmt: skip


def evolve(state: State, event: EmeraldEvent) -> None:
    """Advance the state by a fact. The most frequent facts come first; `match` would be slower."""
    if isinstance(event, Moved):
        _move_knight(state, event)
    elif isinstance(event, TurnPassed):
        _begin_turn(state, event.to)
    elif isinstance(event, GoldTaken):
        _take(state.gold, event.field, event.gold, event.under)
        _changing(state.hands, event.seat).add(event.gold)
        state.gold_taken[event.seat] += (event.gold,)
        state.phase, state.card_taken = "move", True
    elif isinstance(event, GemTaken):
        _take(state.gems, event.field, event.gem, event.under)
        state.gems_held[event.seat] += (event.gem,)
        state.phase, state.card_taken = "move", True
    elif isinstance(event, DragonMoved):
        state.rolled, state.dragon, state.facing = event.rolled, event.path[-1], event.facing
        for places in state.knights.values():
            if state.dragon in places:
                state.phase = "catch"
    elif isinstance(event, RailMoved):
        state.rail, state.facing = event.to, event.facing
    elif isinstance(event, KnightCaught):
        state.phase, state.caught = "answer", event.colour
    elif isinstance(event, Bribed):
        _changing(state.hands, event.seat).remove(event.gold)
        taken = len(state.gold_taken[event.seat])
        state.payments[event.seat] += (Payment(taken, event.gold),)
        state.phase, state.caught = "move", None
        state.bribed = (event.colour, event.field)
    elif isinstance(event, KnightLost):
        _lose_knight(state, event)
    elif isinstance(event, TreasureTaken):
        state.treasures[event.seat] += 1
        state.card_taken = True
    elif isinstance(event, BonusTaken):
        state.bonuses[event.seat] += (event.bonus,)
    elif isinstance(event, HandsShown):
        for seat, shown in enumerate(event.hands):
            _changing(state.hands, seat).learn(shown)
    elif isinstance(event, Ended):
        state.phase = "over"
        state.outcome = Outcome(
            scores=event.scores,
            winners=event.winners,
            reason=event.reason,
            tiebreak=event.tiebreak,
        )
    elif isinstance(event, Dealt):
        _deal(state, event)
    else:
        assert_never(event)


def _deal(state: State, event: Dealt) -> None:
    state.seats = seats = event.seats
    state.rules = event.rules
    state.first = state.turn = event.first
    spaces = [*TOWERS, CENTRE][: KNIGHTS_OF_A_COLOUR[seats]]
    state.knights = {colour: spaces.copy() for colour in colours_in_play(seats)}
    gold = zip(CAVE, event.gold_up, event.gold_down, strict=True)
    gems = zip(CAVE, event.gems_up, event.gems_down, strict=True)
    state.gold = {field: Pile([up, *down]) for field, up, down in gold}
    state.gems = {field: Pile([up, *down]) for field, up, down in gems}
    state.gold_boxed, state.gems_boxed = Hand(event.gold_boxed), Hand(event.gems_boxed)
    state.hands = [Hand() for _ in range(seats)]
    state.gold_taken = [()] * seats
    state.payments = [()] * seats
    state.gems_held = [()] * seats
    state.treasures = [0] * seats
    state.bonuses = [()] * seats


def _begin_turn(state: State, seat: Seat) -> None:
    state.turn = seat
    state.knights_moved, state.first_colour = 0, None
    state.first_at = state.stopped_at = NEST
    state.card_taken, state.bribed = False, None


def _move_knight(state: State, event: Moved) -> None:
    places = state.knights[event.colour]
    places[places.index(event.origin)] = event.to
    if state.knights_moved == 0:
        state.first_colour, state.first_at = event.colour, event.to
    state.knights_moved += 1
    state.stopped_at = event.to
    if event.to in CAVE and (state.gold[event.to] or state.gems[event.to]):
        state.phase = "take"


def _changing(hands: list[Hand[int]], seat: int) -> Hand[int]:
    """The seat's hand, to be changed in this state alone."""
    hands[seat] = hand = hands[seat].copy()
    return hand


def _take(piles: dict[int, Pile[C]], field: int, card: C, under: C | None) -> None:
    piles[field] = pile = piles[field].copy()
    pile.draw(card)
    if under is not None:
        pile.put(pile.draw(under))


def _lose_knight(state: State, event: KnightLost) -> None:
    """Of several equal knights on the first knight's field, the first knight is the one lost."""
    places = state.knights[event.colour]
    places[places.index(event.field)] = NEST
    if (event.colour, event.field) == (state.first_colour, state.first_at):
        state.first_at = NEST
    state.phase, state.caught = "move", None
