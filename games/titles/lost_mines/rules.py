"""The rules, in the order of the rulebook: a turn with its three steps, the vote, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from games.engine import Action, Draws, Event, Maybe, Outcome, Round, Seat, is_known

from . import scoring
from .board import AT, FIELDS, MINE_FIELDS, MINES, NEIGHBOURS, Edge, Field, edge_at
from .cards import DRAGON, INFORMATION, MINE_FACES, PATH_CARDS, TOOLS
from .events import (
    CardLost,
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
    Scored,
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
from .setup import deal_round, next_starter
from .state import State, evolve
from .walking import mine_is_turned, ways

T = TypeVar("T")

A_DAY = 24 * 60 * 60
FIELD = (int, int)
EDGE = (FIELD, FIELD)

FORMS: dict[str, Any] = {
    "lay": {"card": str, "at": FIELD, "turned": bool},
    "tool": {"tool": str, "at": FIELD},
    "peek": (
        {"card": str, "mine": int},
        {"card": str, "treasure": int},
        {"card": str, "seat": int},
    ),
    "trap": {"edge": EDGE},
    "troll": {"edge": EDGE},
    "storm": {"at": FIELD},
    "discard": {"cards": [str]},
    "walk": {"to": FIELD},
    "stay": {},
    "take": {"slot": int},
    "leave": {},
    "call_end": {},
    "agree": {},
    "refuse": {},
}


class Unfolding:
    """What follows from an action: events one after another, and the state they lead to."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Draws) -> None:
        self.state = state.copy()
        self.chance = chance
        self.events: list[Event] = []

    def add(self, event: LostMinesEvent) -> None:
        self.events.append(event)
        evolve(self.state, event)


# Whose move it is, and what they may do


def awaiting(state: State) -> frozenset[int]:
    if state.phase == "vote":
        return frozenset(_voters(state)) - state.agreed
    return frozenset() if state.phase == "over" else frozenset((state.turn,))


def actions(state: State, seat: int | None) -> list[Action]:
    if seat is None or seat not in awaiting(state):
        return []
    me = Seat(seat)
    if state.phase == "play":
        return _step_one_actions(state, me)
    if state.phase == "walk":
        walks: list[Action] = [{"do": "walk", "to": list(AT[field])} for field in ways(state, me)]
        return [*walks, {"do": "stay"}]
    if state.phase == "take":
        takes: list[Action] = [{"do": "take", "slot": slot} for slot in slots_at_hand(state)]
        return takes if state.has_walked else [*takes, {"do": "leave"}]
    return [{"do": "agree"}, {"do": "refuse"}]


def decide(state: State, seat: int | None, action: Action, chance: Draws) -> list[Event]:
    unfolding = Unfolding(state, chance)
    if seat is None:
        _let_the_vote_lapse(unfolding)
        return unfolding.events
    verb, me = action["do"], Seat(seat)
    if verb in STEP_ONE:
        unfolding.add(STEP_ONE[verb](state, me, action))
        _ask_for_a_walk(unfolding)
    elif verb == "walk":
        _walk(unfolding, ways(state, me)[FIELDS[tuple(action["to"])]])
        _ask_for_a_treasure(unfolding)
    elif verb == "stay":
        unfolding.add(Stayed(me))
        _ask_for_a_treasure(unfolding)
    elif verb == "take":
        _take(unfolding, action["slot"])
    elif verb == "leave":
        unfolding.add(TreasureLeft(me))
        _draw(unfolding)
    else:
        VOTING[verb](unfolding, me)
    return unfolding.events


# L6: a turn has three steps: play a card or discard one or two; walk; draw.
#
# Step 1


def _step_one_actions(state: State, seat: Seat) -> list[Action]:
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


def _needing(state: State, tool: str) -> list[Field]:
    # L11: a tool goes on a laid card with its obstacle that is not yet overcome.
    board = state.board
    return sorted(
        field
        for field, code in board.cards.items()
        if PATH_CARDS[code].feature == TOOLS[tool] and field not in board.overcome
    )


def _peeks(state: State, seat: Seat, card: str) -> Iterator[Action]:
    # L12: an information card shows a face-down mine, an untaken treasure or another's dwarf card,
    # whichever of its two is chosen; also one seen before, also of a seat that is out.
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


def _stormable(state: State) -> list[Field]:
    # L16: a storm takes any path card without a dwarf on it, its tool too, and the traps and trolls
    # that would then lie between two fields without cards.
    return sorted(state.board.cards.keys() - set(state.stands))


def _discardable(hand: list[str]) -> Iterator[list[str]]:
    kinds = list(dict.fromkeys(hand))
    for place, one in enumerate(kinds):
        yield [one]
        if hand.count(one) > 1:
            yield [one, one]
        for other in kinds[place + 1 :]:
            yield [one, other]


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


# Step 2


def _ask_for_a_walk(unfolding: Unfolding) -> None:
    """A walk with nowhere to go is not asked for."""
    state = unfolding.state
    if not ways(state, state.turn):
        unfolding.add(Stayed(state.turn))
        _ask_for_a_treasure(unfolding)


def _walk(unfolding: Unfolding, way: tuple[Field, ...]) -> None:
    state = unfolding.state
    seat, start = state.turn, state.stands[state.turn]
    unfolding.add(Walked(seat, tuple(AT[field] for field in way)))
    steps = list(zip((start, *way), way, strict=False))
    for here, there in steps:
        _cross(unfolding, (min(here, there), max(here, there)))
    came_from, goal = steps[-1]
    if state.board.is_face_down_mine(goal):
        _turn_up(unfolding, goal, came_from)


def _cross(unfolding: Unfolding, edge: Edge) -> None:
    # L14: a dwarf that crosses a trap loses a card at random; with an empty hand it loses nothing.
    state = unfolding.state
    hand = state.hands[state.turn].known()
    if edge in state.traps and hand:
        lost = hand[unfolding.chance.pick(len(hand))]
        unfolding.add(CardLost(state.turn, edge_at(edge), lost))


def _turn_up(unfolding: Unfolding, field: Field, came_from: Field) -> None:
    state, mine = unfolding.state, MINE_FIELDS[field]
    seat, kind = state.turn, _told(state.mines[mine])
    turned = mine_is_turned(state.board, field, kind, came_from)
    unfolding.add(MineTurnedUp(seat, mine, kind, MINE_FACES[kind], turned))
    # L22: whoever turns up the dragon's mine takes the dragon token.
    if kind == DRAGON:
        unfolding.add(DragonMet(seat))


def slots_at_hand(state: State) -> list[int]:
    """The untaken treasures of the mine on which the dwarf whose turn it is stands."""
    here = state.stands[state.turn]
    if here not in MINE_FIELDS:
        return []
    kind = state.mines[MINE_FIELDS[here]]
    return [
        slot
        for slot, holder in enumerate(state.holders)
        if holder is None and state.kinds[slot] == kind
    ]


def _ask_for_a_treasure(unfolding: Unfolding) -> None:
    # L21: a dwarf on a treasure mine takes one of its kind: it must, having walked there; it may,
    # having stayed. The only slot of a treasure that must be taken is not asked for.
    state = unfolding.state
    slots = slots_at_hand(state)
    if not slots:
        _draw(unfolding)
    elif state.has_walked and len(slots) == 1:
        _take(unfolding, slots[0])


def _take(unfolding: Unfolding, slot: int) -> None:
    state = unfolding.state
    unfolding.add(TreasureTaken(state.turn, slot, state.values[slot]))
    # L23: the round ends at once when the last treasure is taken; it ends after a turn when the
    # pile and all hands are empty.
    if None not in state.holders:
        _end_round(unfolding, "treasures_taken")
    else:
        _draw(unfolding)


# Step 3, and the next turn


def _draw(unfolding: Unfolding) -> None:
    state = unfolding.state
    cards = tuple(card for card, _ in zip(state.pile, range(state.to_draw), strict=False))
    if cards:
        unfolding.add(Drawn(state.turn, cards))
    if state.pile or any(map(len, state.hands)):
        _next_turn(unfolding)
    else:
        _end_round(unfolding, "cards_out")


def _next_turn(unfolding: Unfolding) -> None:
    """The turn goes to the next seat that has cards."""
    state = unfolding.state
    for step in range(1, state.seats + 1):
        seat = Seat((state.turn + step) % state.seats)
        _call_back_trolls(unfolding, seat)
        if state.hands[seat]:
            unfolding.add(TurnBegan(seat))
            return
        # L7: with an empty hand at the start of its turn a seat is out for the rest of the round.
        if seat not in state.out:
            unfolding.add(FellOut(seat))


def _call_back_trolls(unfolding: Unfolding, seat: Seat) -> None:
    # L15: a troll blocks its edge until its owner's next turn begins, or would begin.
    trolls = unfolding.state.trolls
    for edge in sorted(edge for edge, owner in trolls.items() if owner == seat):
        unfolding.add(TrollLeft(seat, edge_at(edge)))


# The vote

# L24: on its turn, before step 1, a seat may call a vote on ending the round, once a round. All
# others that are not out answer in any order. One refusal ends the vote, and so does a day.


def _voters(state: State) -> list[Seat]:
    seats = map(Seat, range(state.seats))
    return [seat for seat in seats if seat != state.turn and seat not in state.out]


def _call_end(unfolding: Unfolding, seat: Seat) -> None:
    unfolding.add(EndCalled(seat))
    if not _voters(unfolding.state):
        _end_round(unfolding, "called_alone")


def _agree(unfolding: Unfolding, seat: Seat) -> None:
    unfolding.add(EndAgreed(seat))
    if not awaiting(unfolding.state):
        _end_round(unfolding, "agreed")


def _refuse(unfolding: Unfolding, seat: Seat) -> None:
    unfolding.add(EndRefused(seat))


VOTING: dict[str, Callable[[Unfolding, Seat], None]] = {
    "call_end": _call_end,
    "agree": _agree,
    "refuse": _refuse,
}


def lapse(state: State) -> tuple[int, Action] | None:
    return (A_DAY, {"do": "lapse"}) if state.phase == "vote" else None


def _let_the_vote_lapse(unfolding: Unfolding) -> None:
    unfolding.add(VoteLapsed(tuple(map(Seat, sorted(awaiting(unfolding.state))))))


# The end of a round and of the match


def _end_round(unfolding: Unfolding, reason: str) -> None:
    state = unfolding.state
    characters, values = _all_told(state.characters), _all_told(state.values)
    held = [
        [value for value, holder in zip(values, state.holders, strict=True) if holder == seat]
        for seat in range(state.seats)
    ]
    earned = scoring.earned(state.clans, characters, held)
    unfolding.add(
        Scored(
            number=state.number,
            starter=state.starter,
            reason=reason,
            clans=state.clans,
            characters=characters,
            kinds=state.kinds,
            values=values,
            holders=tuple(state.holders),
            mines=_all_told(state.mines),
            hands=tuple(tuple(hand.known()) for hand in state.hands),
            discards=tuple(map(_all_told, state.discards)),
            lost=tuple(map(_all_told, state.lost)),
            dragon=state.dragon,
            earned=tuple(earned),
            points=tuple(scoring.after_the_dragon(earned, state.dragon)),
        )
    )
    # L29: then everything is shuffled and dealt afresh, for as many rounds as were agreed on.
    if state.number < state.rounds:
        number, starter = state.number + 1, next_starter(state)
        unfolding.add(deal_round(number, starter, state.seats, unfolding.chance))


def _told(value: Maybe[T]) -> T:
    """A value as the full state has it."""
    assert is_known(value)
    return value


def _all_told(values: Iterable[Maybe[T]]) -> tuple[T, ...]:
    return tuple(map(_told, values))


def rounds(state: State) -> list[Round]:
    if state.phase == "over":
        return state.results
    return [*state.results, Round(number=state.number, starter=state.starter)]


def outcome(state: State) -> Outcome | None:
    # L30: most points over all rounds win; a tie is shared.
    if state.phase != "over":
        return None
    best = max(state.scores)
    return Outcome(
        scores=tuple(state.scores),
        winners=tuple(seat for seat, score in enumerate(state.scores) if score == best),
        reason="rounds_played",
    )
