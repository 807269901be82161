"""Step 1 of a turn: what may be played, and what is known of it once it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from games.engine import Action, Seat

from .board import AT, FIELDS, MINES, NEIGHBOURS, edge_at
from .cards import INFORMATION, PATH_CARDS, TOOLS, WAYS_ROUND
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
        found += PLAYS[card](state, seat, card)
    found += _discards(hand)
    if seat not in state.called:
        found.append({"do": "call_end"})
    return found


def similar_in_step_one(state: State, seat: Seat, action: Action) -> list[Action]:
    """The listed actions that play the card which this one plays, or those that discard; this one
    alone, if it lays a card.
    """
    hand = state.hands[seat]
    if action["do"] == "discard":
        return _discards(hand.known())
    card = action.get("card") or action.get("tool") or action["do"]
    if card not in hand:
        return []
    if action["do"] == "lay":
        return [action] if _is_laid(state, action) else []
    return [*PLAYS[card](state, seat, card)]


def _lays(state: State, _: Seat, code: str) -> list[Action]:
    board = state.board
    return [
        {"do": "lay", "card": code, "at": [*AT[field]], "turned": turned}
        for turned, sides in WAYS_ROUND[code]
        for field in board.fits(sides)
    ]


def _is_laid(state: State, action: Action) -> bool:
    """Is it among the ways to lay its card?"""
    field = FIELDS.get(tuple(action["at"]))
    return any(
        turned == action["turned"] and field in state.board.fits(sides)
        for turned, sides in WAYS_ROUND.get(action["card"], ())
    )


# L11: a tool goes on a laid card with its obstacle that is not yet overcome.
def _tools(state: State, _: Seat, tool: str) -> list[Action]:
    board, obstacle = state.board, TOOLS[tool]
    needing = sorted(field for field in board.blocked() if board.feature(field) == obstacle)
    return [{"do": "tool", "tool": tool, "at": [*AT[field]]} for field in needing]


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


def _tokens(state: State, _: Seat, token: str) -> list[Action]:
    taken = state.traps.keys() | state.trolls.keys()
    free = (edge for edge in state.board.ends() if edge not in taken)
    return [{"do": token, "edge": [[*AT[a]], [*AT[b]]]} for a, b in free]


# L16: a storm takes any path card without a dwarf on it, its tool too, and the traps and trolls
# that would then lie between two fields without cards.
def _storms(state: State, _: Seat, card: str) -> list[Action]:
    fields = sorted(state.board.cards.keys() - set(state.stands))
    return [{"do": "storm", "at": [*AT[field]]} for field in fields]


PLAYS: dict[str, Callable[[State, Seat, str], Iterable[Action]]] = {
    **dict.fromkeys(PATH_CARDS, _lays),
    **dict.fromkeys(TOOLS, _tools),
    **dict.fromkeys(INFORMATION, _peeks),
    "trap": _tokens,
    "troll": _tokens,
    "storm": _storms,
}


def _discards(hand: list[str]) -> list[Action]:
    """One card, or two; `hand` is in order."""
    kinds = list(dict.fromkeys(hand))
    found: list[list[str]] = []
    for place, one in enumerate(kinds):
        found.append([one])
        if hand.count(one) > 1:
            found.append([one, one])
        found += [[one, other] for other in kinds[place + 1 :]]
    return [{"do": "discard", "cards": cards} for cards in found]


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
