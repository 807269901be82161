"""Step 1 of a turn: what may be played, and what is known of it once it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine import Action, Seat

from .board import AT, FIELDS, MINES, NEIGHBOURS, Edge, Field, edge_at
from .cards import INFORMATION, PATH_CARDS, TOOLS
from .events import (
    Discarded,
    DwarfPeeked,
    Laid,
    LostMinesEvent,
    MinePeeked,
    StormBroke,
    ToolUsed,
    TrapSet,
    TreasurePeeked,
    TrollSet,
)
from .state import State


def step_one_actions(state: State, seat: Seat) -> list[Action]:
    hand = state.hands[seat].known()
    found: list[Action] = []
    for card in dict.fromkeys(hand):
        if card in PATH_CARDS:
            found += _lays(state, card)
        elif card in TOOLS:
            found += [
                {"do": "tool", "tool": card, "at": list(AT[f])} for f in _needing(state, card)
            ]
        elif card in INFORMATION:
            found += _peeks(state, seat, card)
        elif card == "storm":
            found += [{"do": "storm", "at": list(AT[field])} for field in _stormable(state)]
        else:
            found += [
                {"do": card, "edge": [list(AT[a]), list(AT[b])]} for a, b in _free_edges(state)
            ]
    found += [{"do": "discard", "cards": cards} for cards in _discardable(hand)]
    if seat not in state.called:
        found.append({"do": "call_end"})
    return found


def _lays(state: State, code: str) -> Iterator[Action]:
    card = PATH_CARDS[code]
    for turned in (False,) if card.looks_alike_turned else (False, True):
        for field in state.board.fits(card.open_sides(turned=turned)):
            yield {"do": "lay", "card": code, "at": list(AT[field]), "turned": turned}


# L11: a tool goes on a laid card with its obstacle that is not yet overcome.
def _needing(state: State, tool: str) -> list[Field]:
    board = state.board
    return sorted(
        field
        for field, code in board.cards.items()
        if PATH_CARDS[code].feature == TOOLS[tool] and field not in board.overcome
    )


# L12: an information card shows a face-down mine, an untaken treasure or another's dwarf card,
# whichever of its two is chosen; also one seen before, also of a seat that is out.
def _peeks(state: State, seat: Seat, card: str) -> Iterator[Action]:
    shows = card.split("|")
    peek: Action = {"do": "peek", "card": card}
    if "mine" in shows:
        for mine, field in enumerate(MINES):
            if not state.board.sides[field]:
                yield {**peek, "mine": mine}
    if "treasure" in shows:
        for slot, holder in enumerate(state.holders):
            if holder is None:
                yield {**peek, "treasure": slot}
    if "dwarf" in shows:
        for other in range(state.seats):
            if other != seat:
                yield {**peek, "seat": other}


def _free_edges(state: State) -> Iterator[Edge]:
    taken = state.traps.keys() | state.trolls.keys()
    return (edge for edge in state.board.ends() if edge not in taken)


# L16: a storm takes any path card without a dwarf on it, its tool too, and the traps and trolls
# that would then lie between two fields without cards.
def _stormable(state: State) -> list[Field]:
    return sorted(state.board.cards.keys() - set(state.stands))


def _discardable(hand: list[str]) -> Iterator[list[str]]:
    kinds = list(dict.fromkeys(hand))
    for place, one in enumerate(kinds):
        yield [one]
        if hand.count(one) > 1:
            yield [one, one]
        for other in kinds[place + 1 :]:
            yield [one, other]


# The events


def _lay(state: State, seat: Seat, action: Action) -> Laid:
    return Laid(seat, action["card"], tuple(action["at"]), action["turned"])


def _use_tool(state: State, seat: Seat, action: Action) -> ToolUsed:
    return ToolUsed(seat, action["tool"], tuple(action["at"]))


def _peek(state: State, seat: Seat, action: Action) -> MinePeeked | TreasurePeeked | DwarfPeeked:
    card = action["card"]
    if "mine" in action:
        return MinePeeked(seat, card, action["mine"], state.mines[action["mine"]])
    if "treasure" in action:
        return TreasurePeeked(seat, card, action["treasure"], state.values[action["treasure"]])
    return DwarfPeeked(seat, card, Seat(action["seat"]), state.characters[action["seat"]])


def _set_trap(state: State, seat: Seat, action: Action) -> TrapSet:
    first, second = action["edge"]
    return TrapSet(seat, (tuple(first), tuple(second)))


def _set_troll(state: State, seat: Seat, action: Action) -> TrollSet:
    first, second = action["edge"]
    return TrollSet(seat, (tuple(first), tuple(second)))


def _storm(state: State, seat: Seat, action: Action) -> StormBroke:
    where = FIELDS[tuple(action["at"])]
    bare = sorted(
        edge
        for _, other, edge in NEIGHBOURS[where]
        if (edge in state.traps or edge in state.trolls) and state.board.is_empty(other)
    )
    return StormBroke(seat, AT[where], tuple(map(edge_at, bare)), state.board.cards[where])


def _discard(state: State, seat: Seat, action: Action) -> Discarded:
    return Discarded(seat, tuple(action["cards"]))


STEP_ONE: dict[str, Callable[[State, Seat, Action], LostMinesEvent]] = {
    "lay": _lay,
    "tool": _use_tool,
    "peek": _peek,
    "trap": _set_trap,
    "troll": _set_troll,
    "storm": _storm,
    "discard": _discard,
}
