"""The state of a match of Saboteur, and how events change it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from games.engine import CorruptLog, Hand, Maybe, Pile, Round, Seat, Slot, learn

from .board import EMPTY, FARTHEST_SQUARED, GOAL_CELLS, START_CELL, Cell, Maze
from .cards import (
    BREAK,
    FACES,
    MAP,
    REPAIR,
    ROCKFALL,
    START,
    Card,
    Face,
    Goal,
    Role,
    Tool,
    goal_face,
)
from .events import (
    Discarded,
    Drew,
    Dug,
    GoalPeeked,
    GoalTurned,
    GoldDrawn,
    GoldOffered,
    GoldTaken,
    MatchEnded,
    MatchStarted,
    RockFell,
    RoundDealt,
    RoundEnded,
    SaboteurEvent,
    SaboteurPaid,
    ToolBroken,
    ToolRepaired,
)


@dataclass(slots=True)
class Share:
    """Gold that miners took in a round, in order, and what lay there when each picked."""

    order: tuple[Seat, ...]
    picked: bool
    taken: list[Maybe[int]] = field(default_factory=list)
    offers: list[tuple[Maybe[int], ...]] = field(default_factory=list)

    def copy(self) -> Share:
        return Share(self.order, self.picked, self.taken.copy(), self.offers.copy())


@dataclass(slots=True)
class Pay:
    """Gold that a saboteur was paid: the sum is public, the cards are not."""

    seat: Seat
    nuggets: int
    cards: tuple[Maybe[int], ...]

    def copy(self) -> Pay:
        return Pay(self.seat, self.nuggets, self.cards)


# What a seat did in its turn that everyone saw, for those who wonder which side it is on.
PublicPlay: TypeAlias = Dug | ToolBroken | ToolRepaired | RockFell


@dataclass(slots=True)
class State:
    """Everything, or what one seat knows of it."""

    seats: int = 0
    rules: int = 1
    share_gold: str = "auto"
    phase: Literal["dealing", "turns", "gold", "over"] = "dealing"
    number: int = 0
    starter: int = 0
    last: int = 0  # who took the last turn
    laid: dict[Cell, Face] = field(default_factory=dict)  # the start and turned-up goals too
    goals: list[Slot[Goal]] = field(default_factory=list)
    roles: list[Slot[Role]] = field(default_factory=list)
    spare: Slot[Role] = field(default_factory=Slot)
    hands: list[Hand[Card]] = field(default_factory=list)
    pile: Pile[Card] = field(default_factory=Pile)
    discards: Pile[Card] = field(default_factory=Pile)
    broken: list[tuple[Tool, ...]] = field(default_factory=list)
    plays: list[PublicPlay] = field(default_factory=list)  # of this round
    gold: Pile[int] = field(default_factory=Pile)
    offer: Hand[int] = field(default_factory=Hand)
    shares: list[Share] = field(default_factory=list)
    pay: list[Pay] = field(default_factory=list)
    starters: list[Seat] = field(default_factory=list)
    results: list[RoundEnded] = field(default_factory=list)
    _maze: Maze = field(default=EMPTY, compare=False, repr=False)
    _steps: list[tuple[Cell, Face | None]] = field(default_factory=list, compare=False, repr=False)

    def copy(self) -> State:
        return State(
            self.seats, self.rules, self.share_gold, self.phase, self.number, self.starter,
            self.last,
            self.laid.copy(),
            [slot.copy() for slot in self.goals],
            [slot.copy() for slot in self.roles],
            self.spare.copy(),
            [hand.copy() for hand in self.hands],
            self.pile.copy(), self.discards.copy(), self.broken.copy(), self.plays.copy(),
            self.gold.copy(), self.offer.copy(),
            [share.copy() for share in self.shares],
            [pay.copy() for pay in self.pay],
            self.starters.copy(), self.results.copy(),
            self._maze, self._steps.copy(),
        )  # fmt: skip

    @property
    def rounds(self) -> list[Round]:
        """The rounds so far as anyone may see them."""
        played = [
            Round(
                number=number,
                starter=starter,
                result={"winner": ended.winner},
                shown={"roles": list(ended.roles), "spare": ended.spare},
            )
            for number, (starter, ended) in enumerate(
                zip(self.starters, self.results, strict=False), start=1
            )
        ]
        if len(self.starters) > len(played):
            played.append(Round(number=self.number, starter=self.starter))
        return played

    @property
    def maze(self) -> Maze:
        """What is laid, with all that follows from it. A fold that nobody looks at never asks."""
        if self._steps:
            for cell, face in self._steps:
                self._maze = self._maze.step(cell, face)
            self._steps.clear()
        return self._maze

    def lay(self, cell: Cell, face: Face) -> None:
        x, y = cell
        if cell in self.laid or x * x + y * y > FARTHEST_SQUARED:
            raise CorruptLog("no_room", f"no card can be laid at {cell}")
        self.laid[cell] = face
        self._steps.append((cell, face))

    def clear(self, cell: Cell) -> Face:
        face = self.laid.pop(cell, None)
        if face is None or cell == START_CELL or cell in GOAL_CELLS:
            raise CorruptLog("no_card_there", f"no path card lies at {cell}")
        self._steps.append((cell, None))
        return face

    def gold_of(self, seat: int) -> list[Maybe[int]]:
        """The gold cards before a seat."""
        cards: list[Maybe[int]] = []
        for share in self.shares:
            taken = zip(share.order, share.taken, strict=False)
            cards += [card for taker, card in taken if taker == seat]
        for pay in self.pay:
            cards += pay.cards if pay.seat == seat else ()
        return cards


def evolve(state: State, event: SaboteurEvent) -> None:
    """Let an event happen.

    The most frequent ones are asked for first, and by `isinstance`: a `match` on types costs a fold
    a sixth of its speed.
    """
    if isinstance(event, Drew):
        state.hands[event.seat].cards.append(state.pile.draw(event.card))
    elif isinstance(event, Dug):
        state.last = event.seat
        state.hands[event.seat].remove(event.card)
        state.lay(event.at, FACES[event.card, event.turned])
        state.plays.append(event)
    elif isinstance(event, Discarded):
        state.last = event.seat
        state.hands[event.seat].remove(event.card)
        state.discards.put(event.card)
    elif isinstance(event, GoalPeeked):
        _play(state, event.seat, MAP)
        state.goals[event.goal].learn(event.card)
    elif isinstance(event, ToolBroken):
        state.last = event.seat
        state.hands[event.seat].remove(BREAK[event.tool])
        state.broken[event.target] = _with_tool(state.broken[event.target], event.tool)
        state.plays.append(event)
    elif isinstance(event, ToolRepaired):
        _play(state, event.seat, REPAIR[event.card])
        state.broken[event.target] = _without_tool(state.broken[event.target], event.tool)
        state.discards.put(BREAK[event.tool])
        state.plays.append(event)
    elif isinstance(event, RockFell):
        _play(state, event.seat, ROCKFALL)
        state.discards.put(state.clear(event.at).card)
        state.plays.append(event)
    elif isinstance(event, GoalTurned):
        state.goals[event.goal].turn_up(event.card)
        state.lay(GOAL_CELLS[event.goal], FACES[goal_face(event.card), event.turned])
    elif isinstance(event, RoundDealt):
        _deal(state, event)
    elif isinstance(event, RoundEnded):
        _end_round(state, event)
    elif isinstance(event, GoldDrawn):
        state.shares.append(Share(event.order, picked=state.share_gold == "pick"))
        state.offer = Hand([state.gold.draw() for _ in event.order])
    elif isinstance(event, GoldOffered):
        state.phase = "gold"
        state.offer.learn(event.cards)
        state.shares[-1].offers.append(event.cards)
    elif isinstance(event, GoldTaken):
        state.offer.remove(event.card)
        state.shares[-1].taken.append(event.card)
    elif isinstance(event, SaboteurPaid):
        for card in event.cards:
            state.gold.take(card)
        state.pay.append(Pay(event.seat, event.nuggets, event.cards))
    elif isinstance(event, MatchStarted):
        state.seats, state.rules = event.seats, event.rules
        state.share_gold = event.share_gold
    elif isinstance(event, MatchEnded):
        _show_gold(state, event)
    else:
        assert_never(event)


# S13: an action card is shown, and then lies with the discards.
def _play(state: State, seat: Seat, card: Card) -> None:
    state.last = seat
    state.hands[seat].remove(card)
    state.discards.put(card)


def _with_tool(broken: tuple[Tool, ...], tool: Tool) -> tuple[Tool, ...]:
    if tool in broken:
        raise CorruptLog("already_broken", f"a second broken {tool} before one player")
    return (*broken, tool)


def _without_tool(broken: tuple[Tool, ...], tool: Tool) -> tuple[Tool, ...]:
    if tool not in broken:
        raise CorruptLog("not_broken", f"a {tool} is repaired that is not broken")
    return tuple(other for other in broken if other != tool)


def _deal(state: State, event: RoundDealt) -> None:
    state.phase = "turns"
    state.number, state.starter = event.number, event.starter
    state.last = (event.starter - 1) % state.seats
    state.laid, state._maze, state._steps = {START_CELL: START}, EMPTY, []
    state.goals = [Slot(goal) for goal in event.goals]
    state.roles = [Slot(role) for role in event.roles]
    state.spare = Slot(event.spare)
    state.hands = [Hand(cards) for cards in event.hands]
    state.pile, state.discards = Pile(event.pile), Pile()
    state.broken = [()] * state.seats
    state.plays = []
    state.gold = Pile(event.gold)
    state.starters.append(event.starter)


def _end_round(state: State, event: RoundEnded) -> None:
    for slot, role in zip(state.roles, event.roles, strict=True):
        slot.turn_up(role)
    state.spare.turn_up(event.spare)
    state.results.append(event)


def _show_gold(state: State, event: MatchEnded) -> None:
    state.phase = "over"
    for share, cards in zip(state.shares, event.shares, strict=True):
        share.taken = [learn(old, new) for old, new in zip(share.taken, cards, strict=True)]
    for pay, cards in zip(state.pay, event.pay, strict=True):
        pay.cards = tuple(learn(old, new) for old, new in zip(pay.cards, cards, strict=True))
