"""Where everything is, and how events change it.

The same state is folded from the whole log and from a seat's copy of it; what that seat has not
seen is unknown in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar, assert_never

from games.engine import Hand, Maybe, Pile, Round, Seat, learn

from .board import EMPTY_FOREST, FIELDS, MINES, START_FIELDS, Board, Edge, Field, edge_of
from .events import (
    CardLost,
    Dealt,
    Discarded,
    DragonMet,
    Drawn,
    DwarfPeeked,
    EndAgreed,
    EndCalled,
    EndRefused,
    FellOut,
    Laid,
    LostMinesEvent,
    MinePeeked,
    MineTurnedUp,
    RestShown,
    RoundScored,
    Scored,
    Started,
    Stayed,
    StormBroke,
    ToolUsed,
    TrapSet,
    TreasureLeft,
    TreasurePeeked,
    TreasureTaken,
    TrollLeft,
    TrollSet,
    TurnBegan,
    VoteLapsed,
    Walked,
)

T = TypeVar("T")

# play: step 1; walk: step 2; take: a treasure, at the end of step 2; vote: all others answer.
Phase: TypeAlias = Literal["play", "walk", "take", "vote", "over"]


@dataclass(slots=True)
class State:
    seats: int = 0
    rules: int = 1
    rounds: int = 0
    play_on: bool = False
    scores: list[int] = field(default_factory=list)
    results: list[Round] = field(default_factory=list)  # the rounds played, as anyone may see them

    # The round
    number: int = 0
    starter: Seat = Seat(0)
    out: frozenset[Seat] = frozenset()
    last_turn: Seat | None = None
    called: frozenset[Seat] = frozenset()
    agreed: frozenset[Seat] = frozenset()

    # The turn
    phase: Phase = "play"
    turn: Seat = Seat(0)
    to_draw: int = 0
    has_walked: bool = False

    # The forest
    board: Board = EMPTY_FOREST
    mines: list[Maybe[str]] = field(default_factory=list)
    traps: dict[Edge, Seat] = field(default_factory=dict)
    trolls: dict[Edge, Seat] = field(default_factory=dict)
    stands: list[Field] = field(default_factory=list)
    dragon: Seat | None = None

    # Dwarves and treasures: backs, fronts, and who holds a slot's treasure
    clans: tuple[str, ...] = ()
    characters: list[Maybe[str]] = field(default_factory=list)
    dwarves_aside: tuple[Maybe[str], ...] = ()
    kinds: tuple[str, ...] = ()
    values: list[Maybe[int]] = field(default_factory=list)
    holders: list[Seat | None] = field(default_factory=list)
    treasures_aside: tuple[Maybe[str], ...] = ()

    # Cards
    hands: list[Hand[str]] = field(default_factory=list)
    pile: Pile[str] = field(default_factory=Pile)
    cards_aside: tuple[Maybe[str], ...] = ()
    played: list[str] = field(default_factory=list)
    discards: list[tuple[Maybe[str], ...]] = field(default_factory=list)
    lost: list[tuple[Maybe[str], ...]] = field(default_factory=list)

    def copy(self) -> State:
        return State(
            self.seats, self.rules, self.rounds, self.play_on, self.scores.copy(),
            self.results.copy(),
            self.number, self.starter, self.out, self.last_turn, self.called, self.agreed,
            self.phase, self.turn, self.to_draw, self.has_walked,
            self.board, self.mines.copy(), self.traps.copy(), self.trolls.copy(),
            self.stands.copy(), self.dragon,
            self.clans, self.characters.copy(), self.dwarves_aside,
            self.kinds, self.values.copy(), self.holders.copy(), self.treasures_aside,
            [hand.copy() for hand in self.hands], self.pile.copy(), self.cards_aside,
            self.played.copy(), self.discards.copy(), self.lost.copy(),
        )  # fmt: skip


def evolve(state: State, event: LostMinesEvent) -> None:
    """Advance the state by a fact. The most frequent facts come first; `match` would be slower."""
    if isinstance(event, TurnBegan):
        state.turn = event.seat
        state.phase = "play"
    elif isinstance(event, Drawn):
        hand, pile = state.hands[event.seat], state.pile
        for card in event.cards:
            hand.add(pile.draw(card))
    elif isinstance(event, Laid):
        _play(state, event.seat, event.card)
        state.board = state.board.with_card(FIELDS[event.at], event.card, turned=event.turned)
    elif isinstance(event, Stayed):
        state.phase = "take"
        state.has_walked = False
    elif isinstance(event, Walked):
        state.phase = "take"
        state.has_walked = True
        state.stands[event.seat] = FIELDS[event.way[-1]]
    elif isinstance(event, Discarded):
        for hidden in event.cards:
            state.hands[event.seat].remove(hidden)
        state.discards[event.seat] += event.cards
        _end_step_one(state, event.seat, len(event.cards))
    elif isinstance(event, ToolUsed):
        _play_action(state, event.seat, event.tool)
        state.board = state.board.with_tool(FIELDS[event.at])
    elif isinstance(event, MinePeeked):
        _play_action(state, event.seat, event.card)
        state.mines[event.mine] = learn(state.mines[event.mine], event.kind)
    elif isinstance(event, TreasurePeeked):
        _play_action(state, event.seat, event.card)
        state.values[event.slot] = learn(state.values[event.slot], event.value)
    elif isinstance(event, DwarfPeeked):
        _play_action(state, event.seat, event.card)
        state.characters[event.of] = learn(state.characters[event.of], event.character)
    elif isinstance(event, TrapSet):
        _play_action(state, event.seat, "trap")
        state.traps[edge_of(event.edge)] = event.seat
    elif isinstance(event, TrollSet):
        _play_action(state, event.seat, "troll")
        state.trolls[edge_of(event.edge)] = event.seat
    elif isinstance(event, TrollLeft):
        del state.trolls[edge_of(event.edge)]
    elif isinstance(event, StormBroke):
        _storm(state, event)
    elif isinstance(event, CardLost):
        state.hands[event.seat].remove(event.card)
        state.lost[event.seat] += (event.card,)
    elif isinstance(event, MineTurnedUp):
        state.mines[event.mine] = learn(state.mines[event.mine], event.kind)
        state.board = state.board.with_mine(MINES[event.mine], event.face, turned=event.turned)
    elif isinstance(event, DragonMet):
        state.dragon = event.seat
    elif isinstance(event, TreasureTaken):
        state.holders[event.slot] = event.seat
        state.values[event.slot] = learn(state.values[event.slot], event.value)
    elif isinstance(event, TreasureLeft):
        pass
    elif isinstance(event, FellOut):
        state.out |= {event.seat}
    elif isinstance(event, EndCalled):
        state.phase = "vote"
        state.called |= {event.seat}
        state.agreed = frozenset()
    elif isinstance(event, EndAgreed):
        state.agreed |= {event.seat}
    elif isinstance(event, EndRefused | VoteLapsed):
        state.phase = "play"
    elif isinstance(event, RoundScored):
        _score(state, event)
    elif isinstance(event, RestShown):
        _show_rest(state, event)
        state.results[-1] = _with_the_rest(state.results[-1], event)
    elif isinstance(event, Scored):
        _score(state, event)
        _show_rest(state, event)
    elif isinstance(event, Dealt):
        _deal(state, event)
    elif isinstance(event, Started):
        state.seats, state.rules = event.seats, event.rules
        state.rounds, state.play_on = event.rounds, event.play_on
        state.scores = [0] * event.seats
    else:
        assert_never(event)


def _play(state: State, seat: Seat, card: str) -> None:
    state.hands[seat].remove(card)
    _end_step_one(state, seat, 1)


def _play_action(state: State, seat: Seat, card: str) -> None:
    state.played.append(card)
    _play(state, seat, card)


def _end_step_one(state: State, seat: Seat, to_draw: int) -> None:
    state.phase = "walk"
    state.to_draw = to_draw
    state.last_turn = seat


def _storm(state: State, event: StormBroke) -> None:
    _play_action(state, event.seat, "storm")
    state.played.append(event.card)
    state.board = state.board.without_card(FIELDS[event.at])
    for edge in map(edge_of, event.edges):
        state.traps.pop(edge, None)
        state.trolls.pop(edge, None)


def _deal(state: State, event: Dealt) -> None:
    seats = state.seats
    state.number, state.starter = event.number, event.starter
    state.out, state.last_turn = frozenset(), None
    state.called, state.agreed = frozenset(), frozenset()
    state.phase, state.turn, state.to_draw, state.has_walked = "play", event.starter, 0, False
    state.board, state.mines = EMPTY_FOREST, list(event.mines)
    state.traps, state.trolls, state.dragon = {}, {}, None
    state.stands = [START_FIELDS[clan] for clan in event.clans]
    state.clans, state.characters = event.clans, list(event.characters)
    state.dwarves_aside = event.dwarves_aside
    state.kinds, state.values = event.kinds, list(event.values)
    state.holders, state.treasures_aside = [None] * len(event.kinds), event.treasures_aside
    state.hands = [Hand(cards) for cards in event.hands]
    state.pile, state.cards_aside, state.played = Pile(event.pile), event.cards_aside, []
    state.discards, state.lost = [()] * seats, [()] * seats


def _score(state: State, event: Scored | RoundScored) -> None:
    state.phase = "over"
    state.scores = [a + b for a, b in zip(state.scores, event.points, strict=True)]
    state.results.append(_round(event))
    state.characters = list(_shown(tuple(state.characters), event.characters))
    for slot, value in enumerate(event.values):
        if value is not None:
            state.values[slot] = learn(state.values[slot], value)


def _show_rest(state: State, event: Scored | RestShown) -> None:
    state.values = list(_shown(tuple(state.values), event.values))
    state.mines = list(_shown(tuple(state.mines), event.mines))
    for seat, hand in enumerate(state.hands):
        if hand.known() != list(event.hands[seat]):
            hand.learn(event.hands[seat])
        state.discards[seat] = _shown(state.discards[seat], event.discards[seat])
        state.lost[seat] = _shown(state.lost[seat], event.lost[seat])


def _shown(held: tuple[Maybe[T], ...], shown: tuple[T, ...]) -> tuple[Maybe[T], ...]:
    """Cards in their places, after all of them were shown; mostly they were known."""
    if held == shown:
        return shown
    return tuple([learn(*pair) for pair in zip(held, shown, strict=True)])


# What of a scored round is its result, and what was shown at its end.
RESULT = ("reason", "earned", "dragon", "points")
SHOWN = ("clans", "characters", "kinds", "values", "holders", "mines", "hands", "discards", "lost")


def _round(scored: Scored | RoundScored) -> Round:
    data = scored.to_json()
    return Round(
        number=scored.number,
        starter=scored.starter,
        result={name: data[name] for name in RESULT},
        shown={name: data[name] for name in SHOWN if name in data},
    )


def _with_the_rest(played: Round, rest: RestShown) -> Round:
    data = {**(played.shown or {}), **rest.to_json()}
    return replace(played, shown={name: data[name] for name in SHOWN if name in data})
