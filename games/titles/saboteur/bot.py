"""Players of Saboteur. They are given what their seat knows, and nothing else.

`plain` plays by a few sensible habits, without search. A miner looks at the maps it can get, digs
towards the goals that may be gold, repairs, clears dead ends and breaks the tools of those who do
harm. A saboteur wastes good cards and leads astray while the gold is far, and blocks and breaks
once the miners come close.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from games.engine import Action, Draws, Slot

from .board import GOAL_CELLS, STEPS, Cell, distance
from .cards import BREAK, FACES_OF, MAP, PATH_CARDS, REPAIR, REPAIRS, ROCKFALL, Card, Face
from .events import Dug, RockFell, ToolBroken
from .rules import actions
from .state import State

CLOSE = 4  # steps from a goal at which a saboteur stops pretending
SUSPECT = 1.5  # suspicion from which on a player counts as a saboteur
FAR = 99


def random(known: State, seat: int, chance: Draws) -> Action:
    """Any legal action, each equally likely."""
    choices = actions(known, seat)
    return choices[chance.pick(len(choices))]


def plain(known: State, seat: int, chance: Draws) -> Action:
    if known.phase == "gold":
        return {"do": "take", "gold": max(known.offer.known())}
    position = _Position(known, seat)
    if known.roles[seat].value == "saboteur":
        return next(_saboteur_plays(position, chance))
    return next(_miner_plays(position, chance))


def keeper(known: State, seat: int, chance: Draws) -> Action:
    """The plain player without its own role, for whoever is away: an honest dwarf in any seat."""
    known = known.copy()
    known.roles[seat] = Slot()
    return plain(known, seat, chance)


class _Dig(NamedTuple):
    """A card in a place, and how far from the gold its open ends would be."""

    left: int
    card: Card
    face: Face
    cell: Cell

    def action(self) -> Action:
        at = [self.cell[0], self.cell[1]]
        return {"do": "dig", "card": self.card, "at": at, "turned": self.face.turned}


class _Position:
    """What a seat makes of what it knows."""

    def __init__(self, known: State, seat: int) -> None:
        self.known, self.seat = known, seat
        self.cards = known.hands[seat].kinds()
        self.gold = _likely_gold(known)
        self.steps = _steps_to(self.gold)
        self.left = min([self.steps[cell] for cell in known.maze.openings()], default=FAR)

    def digs(self, *, within: int = FAR) -> list[_Dig]:
        """Every way to lay a path card, at most so many steps from the gold."""
        maze, steps, found = self.known.maze, self.steps, list[_Dig]()
        if self.known.broken[self.seat]:
            return []
        for card in self.cards:
            if card in PATH_CARDS:
                for face in FACES_OF[card]:
                    found += [
                        _Dig(self.left_beyond(cell, face), card, face, cell)
                        for cell in maze.fits(face.sides)
                        if steps[cell] <= within
                    ]
        return found

    def left_beyond(self, cell: Cell, face: Face) -> int:
        """How far the open ends of a card laid there would be from the gold."""
        if not face.through:
            return FAR
        x, y = cell
        laid, steps, nearest = self.known.laid, self.steps, FAR
        for side, dx, dy, _ in STEPS:
            if face.sides & side:
                ahead = (x + dx, y + dy)
                if steps[ahead] < nearest and ahead not in laid:
                    nearest = steps[ahead]
        return nearest

    def holds(self, card: Card) -> bool:
        return card in self.cards

    def others(self) -> list[int]:
        """The other seats, the next in turn first."""
        return [(self.seat + step) % self.known.seats for step in range(1, self.known.seats)]


def _likely_gold(known: State) -> tuple[Cell, ...]:
    """Where the gold is, or where it may be."""
    goals = list(zip(GOAL_CELLS, known.goals, strict=True))
    sure = [cell for cell, slot in goals if slot.value == "gold"]
    return tuple(sure or [cell for cell, slot in goals if not slot.is_known()])


class _Steps(dict[Cell, int]):
    """From any cell to the nearest goal that may be gold. Asked for very often, so kept."""

    def __init__(self, gold: tuple[Cell, ...]) -> None:
        self.gold = gold

    def __missing__(self, cell: Cell) -> int:
        self[cell] = min(distance(cell, goal) for goal in self.gold)
        return self[cell]


@cache  # of seven sets of goals: 1.7 µs instead of 8.7, for every cell that is asked for
def _steps_to(gold: tuple[Cell, ...]) -> _Steps:
    return _Steps(gold)


def suspicions(known: State) -> list[float]:
    """How much each seat's plays look like a saboteur's; below zero like a miner's."""
    marks = [0.0] * known.seats
    for play in known.plays:
        if isinstance(play, Dug):
            marks[play.seat] += 1.5 if play.card.endswith("x") else -0.2
        elif isinstance(play, RockFell):
            marks[play.seat] += -1.0 if play.card.endswith("x") else 1.5
        elif play.target != play.seat:
            # To harm or help somebody is judged by who it is.
            harm = 1.0 if isinstance(play, ToolBroken) else -1.0
            marks[play.seat] += harm if marks[play.target] < SUSPECT else -harm
    return marks


# A miner


def _miner_plays(position: _Position, chance: Draws) -> Iterator[Action]:
    """What a miner would do, the best first. There is always something to discard."""
    # No card leads more than one step on, so only the nearest openings matter.
    digs = [dig for dig in position.digs(within=position.left) if dig.left < position.left]
    best = min(digs, default=None, key=lambda dig: (dig.left, -dig.face.sides.bit_count()))
    if best is not None and best.left == 0 and len(position.gold) == 1:
        yield best.action()
    yield from _repair(position, [position.seat])
    yield from _look(position, chance)
    if best is not None and position.left > 1:
        yield best.action()
    yield from _clear_dead_end(position)
    marks = suspicions(position.known)
    friends = [seat for seat in position.others() if marks[seat] < SUSPECT]
    yield from _repair(position, friends)
    foes = sorted((s for s in position.others() if marks[s] >= SUSPECT), key=lambda s: -marks[s])
    yield from _break_tool(position, foes)
    if best is not None:
        yield best.action()
    yield _discard(position, _worth_to_a_miner)


def _look(position: _Position, chance: Draws) -> Iterator[Action]:
    """Look at a goal that may be gold, unless there is only one left."""
    if position.holds(MAP) and len(position.gold) > 1:
        cell = position.gold[chance.pick(len(position.gold))]
        yield {"do": "map", "goal": GOAL_CELLS.index(cell)}


def _repair(position: _Position, seats: Sequence[int]) -> Iterator[Action]:
    for seat in seats:
        for tool in position.known.broken[seat]:
            for tools, card in REPAIR.items():
                if tool in REPAIRS[tools] and position.holds(card):
                    yield {"do": "repair", "card": tools, "tool": tool, "seat": seat}


def _break_tool(position: _Position, seats: Sequence[int]) -> Iterator[Action]:
    """One broken tool stops a player; a second one is kept for somebody else."""
    for seat in seats:
        if not position.known.broken[seat]:
            for tool, card in BREAK.items():
                if position.holds(card):
                    yield {"do": "break", "tool": tool, "seat": seat}


def _clear_dead_end(position: _Position) -> Iterator[Action]:
    """Let rocks fall on a dead end that lies nearer to the gold than any opening."""
    if not position.holds(ROCKFALL):
        return
    maze = position.known.maze
    for cell in maze.path_cells():
        if not maze.cards[cell].through and position.steps[cell] < position.left:
            yield {"do": "rockfall", "at": list(cell)}


def _discard(position: _Position, worth: Callable[[_Position, Card], float]) -> Action:
    """Throw away what serves least."""
    return {"do": "discard", "card": min(position.cards, key=lambda card: worth(position, card))}


def _worth_to_a_miner(position: _Position, card: Card) -> float:
    if card in PATH_CARDS:
        return -1.0 if card.endswith("x") else float(len(card))
    if card == MAP:
        return 3.5 if len(position.gold) > 1 else -0.5
    if card == ROCKFALL:
        return 1.5
    return 0.5 if card in BREAK.values() else 2.5


# A saboteur


def _saboteur_plays(position: _Position, chance: Draws) -> Iterator[Action]:
    """What a saboteur would do, the best first."""
    digs = position.digs()
    if position.left <= CLOSE or len(position.known.pile) < position.known.seats:
        yield from _hinder(position, digs)
    yield from _look(position, chance)
    if position.left > CLOSE:
        yield from _lead_astray(position, digs)
    yield _discard(position, _worth_to_a_saboteur)


def _hinder(position: _Position, digs: Sequence[_Dig]) -> Iterator[Action]:
    """Block the nearest opening, take away the card that leads there, break tools."""
    blocks = [
        dig
        for dig in digs
        if dig.left > position.left and position.steps[dig.cell] <= position.left
    ]
    if blocks:
        yield min(blocks, key=lambda dig: -dig.left).action()
    marks = suspicions(position.known)
    yield from _break_tool(position, [s for s in position.others() if marks[s] < SUSPECT])
    if position.holds(ROCKFALL):
        maze = position.known.maze
        ahead = [cell for cell in maze.path_cells() if cell in maze.network()]
        if ahead:
            nearest = min(ahead, key=lambda cell: position.steps[cell])
            yield {"do": "rockfall", "at": list(nearest)}


def _lead_astray(position: _Position, digs: Sequence[_Dig]) -> Iterator[Action]:
    """Lay a path that looks honest and brings nobody nearer to the gold."""
    detours = [dig for dig in digs if dig.face.through and position.left <= dig.left < FAR]
    if detours:
        yield min(detours, key=lambda dig: dig.left).action()


def _worth_to_a_saboteur(position: _Position, card: Card) -> float:
    if card in PATH_CARDS:
        return 2.0 if card.endswith("x") else -float(len(card))
    if card == MAP:
        return 1.0 if len(position.gold) > 1 else -2.5
    return 3.0 if card == ROCKFALL or card in BREAK.values() else -1.5
