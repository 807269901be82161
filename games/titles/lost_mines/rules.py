"""The rules, in the order of the rulebook: a turn with its three steps, the vote, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from games.engine import Action, Decision, Draws, Event, Maybe, Outcome, Round, Seat, is_known

from . import cards, scoring
from .board import AT, FIELDS, MINE_FIELDS, Edge, Field, edge_at
from .cards import CARDS_ASIDE, DRAGON, MATERIAL, MINE_FACES
from .events import (
    CardLost,
    Dealt,
    DragonMet,
    Drawn,
    EndAgreed,
    EndCalled,
    EndRefused,
    FellOut,
    MineTurnedUp,
    RestShown,
    RoundScored,
    Scored,
    Started,
    Stayed,
    TreasureLeft,
    TreasureTaken,
    TrollLeft,
    TurnBegan,
    VoteLapsed,
    Walked,
)
from .playing import STEP_ONE, similar_in_step_one, step_one_actions
from .state import State, evolve
from .walking import mine_is_turned, ways

T = TypeVar("T")

A_DAY = 24 * 60 * 60
MOST_ROUNDS_MORE = 3
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


# The set-up of a round


def set_up(seats: int, options: Mapping[str, Any], rules: int, chance: Draws) -> list[Event]:
    started = Started(
        material=MATERIAL,
        seats=seats,
        rounds=options["rounds"],
        rules=rules,
        play_on=options.get("play_on", False),
    )
    starter = Seat(chance.pick(seats))
    return [started, _deal_round(1, starter, seats, chance)]


# L1: the four mines are shuffled face down onto their fields.
# L2: of the shuffled treasures, as many as there are players lie face down in slots.
# L3: everyone gets a dwarf card and stands on its clan's start; small tables leave loyal ones out.
# L4: of the path and action cards 10 are put aside; hands of 5, from 7 players on of 4.
def _deal_round(number: int, starter: Seat, seats: int, chance: Draws) -> Dealt:
    mines = chance.shuffle(MINE_FACES)
    treasures = chance.shuffle(cards.treasures())
    dwarves = chance.shuffle(cards.dwarves(seats))
    deck = chance.shuffle(cards.deck())
    size = cards.hand_size(seats)
    dealt = CARDS_ASIDE + seats * size
    return Dealt(
        number=number,
        starter=starter,
        mines=tuple(mines),
        kinds=tuple(cards.treasure_parts(code)[0] for code in treasures[:seats]),
        values=tuple(cards.treasure_parts(code)[1] for code in treasures[:seats]),
        treasures_aside=tuple(treasures[seats:]),
        clans=tuple(cards.dwarf_parts(code)[0] for code in dwarves[:seats]),
        characters=tuple(cards.dwarf_parts(code)[1] for code in dwarves[:seats]),
        dwarves_aside=tuple(dwarves[seats:]),
        hands=tuple(tuple(deck[at : at + size]) for at in range(CARDS_ASIDE, dealt, size)),
        pile=tuple(deck[dealt:]),
        cards_aside=tuple(deck[:CARDS_ASIDE]),
    )


# L5: the first starter is drawn by lot, a ruling for "the most adventurous"; later the left neighbour
# of who took the last turn starts, or, a ruling too, the same starter again when nobody took one.
def _next_starter(state: State) -> Seat:
    if state.last_turn is None:
        return state.starter
    return Seat((state.last_turn + 1) % state.seats)


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
        return step_one_actions(state, me)
    if state.phase == "walk":
        walks: list[Action] = [{"do": "walk", "to": list(AT[field])} for field in ways(state, me)]
        return [*walks, {"do": "stay"}]
    if state.phase == "take":
        takes: list[Action] = [{"do": "take", "slot": slot} for slot in _slots_at_hand(state)]
        return takes if state.has_walked else [*takes, {"do": "leave"}]
    return [{"do": "agree"}, {"do": "refuse"}]


def similar(state: State, seat: int, action: Action) -> list[Action]:
    """The listed actions that could equal this one. In step 1 most are played with other cards."""
    if state.phase == "play" and action["do"] in STEP_ONE and seat == state.turn:
        return similar_in_step_one(state, Seat(seat), action)
    return actions(state, seat)


# L6: a turn has three steps: play a card or discard one or two; walk; draw.
def decide(state: State, seat: int | None, action: Action, chance: Draws) -> list[Event]:
    decision = Decision(evolve, state, chance)
    if seat is None:
        _let_the_vote_lapse(decision)
        return decision.events
    verb, me = action["do"], Seat(seat)
    if verb in STEP_ONE:
        decision.add(STEP_ONE[verb](state, me, action))
        _ask_for_a_walk(decision)
    elif verb == "walk":
        _walk(decision, ways(state, me)[FIELDS[tuple(action["to"])]])
        _ask_for_a_treasure(decision)
    elif verb == "stay":
        decision.add(Stayed(me))
        _ask_for_a_treasure(decision)
    elif verb == "take":
        _take(decision, action["slot"])
    elif verb == "leave":
        decision.add(TreasureLeft(me))
        _draw(decision)
    else:
        VOTING[verb](decision, me)
    return decision.events


# Step 2


def _ask_for_a_walk(decision: Decision[State]) -> None:
    """A walk with nowhere to go is not asked for."""
    state = decision.state
    if not ways(state, state.turn):
        decision.add(Stayed(state.turn))
        _ask_for_a_treasure(decision)


def _walk(decision: Decision[State], way: tuple[Field, ...]) -> None:
    state = decision.state
    seat, start = state.turn, state.stands[state.turn]
    decision.add(Walked(seat, tuple(AT[field] for field in way)))
    steps = list(zip((start, *way), way, strict=False))
    for here, there in steps:
        _cross(decision, (min(here, there), max(here, there)))
    came_from, goal = steps[-1]
    if state.board.is_face_down_mine(goal):
        _turn_up(decision, goal, came_from)


# L14: a dwarf that crosses a trap loses a card at random; with an empty hand it loses nothing.
def _cross(decision: Decision[State], edge: Edge) -> None:
    state = decision.state
    if edge in state.traps and state.hands[state.turn]:
        hand = state.hands[state.turn].known()
        lost = hand[decision.chance.pick(len(hand))]
        decision.add(CardLost(state.turn, edge_at(edge), lost))


# L22: whoever turns up the dragon's mine takes the dragon token.
def _turn_up(decision: Decision[State], field: Field, came_from: Field) -> None:
    state, mine = decision.state, MINE_FIELDS[field]
    seat, kind = state.turn, _certain(state.mines[mine])
    turned = mine_is_turned(state.board, field, kind, came_from)
    decision.add(MineTurnedUp(seat, mine, kind, MINE_FACES[kind], turned))
    if kind == DRAGON:
        decision.add(DragonMet(seat))


def _slots_at_hand(state: State) -> list[int]:
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


# L21: a dwarf on a treasure mine takes one of its kind: it must, having walked there; it may,
# having stayed. The only slot of a treasure that must be taken is not asked for. That its owner may
# look at it is a ruling.
def _ask_for_a_treasure(decision: Decision[State]) -> None:
    state = decision.state
    slots = _slots_at_hand(state)
    if not slots:
        _draw(decision)
    elif state.has_walked and len(slots) == 1:
        _take(decision, slots[0])


# L23: the round ends at once when the last treasure is taken; it ends after a turn when the pile
# and all hands are empty.
def _take(decision: Decision[State], slot: int) -> None:
    state = decision.state
    decision.add(TreasureTaken(state.turn, slot, state.values[slot]))
    if None not in decision.state.holders:
        _end_round(decision, "treasures_taken")
    else:
        _draw(decision)


# Step 3, and the next turn


def _draw(decision: Decision[State]) -> None:
    state = decision.state
    cards = tuple(islice(state.pile, state.to_draw))
    if cards:
        decision.add(Drawn(state.turn, cards))
    if decision.state.pile or any(map(len, decision.state.hands)):
        _next_turn(decision)
    else:
        _end_round(decision, "cards_out")


# L7: with an empty hand at the start of its turn a seat is out for the rest of the round.
def _next_turn(decision: Decision[State]) -> None:
    """The turn goes to the next seat that has cards."""
    state = decision.state
    for step in range(1, state.seats + 1):
        seat = Seat((state.turn + step) % state.seats)
        _call_back_trolls(decision, seat)
        if state.hands[seat]:
            decision.add(TurnBegan(seat))
            return
        if seat not in state.out:
            decision.add(FellOut(seat))


# L15: a troll blocks its edge until its owner's next turn begins, or would begin.
def _call_back_trolls(decision: Decision[State], seat: Seat) -> None:
    trolls = decision.state.trolls
    for edge in sorted(edge for edge, owner in trolls.items() if owner == seat):
        decision.add(TrollLeft(seat, edge_at(edge)))


# The vote


# L24: on its turn, before step 1, a seat may call a vote on ending the round, once a round. All
# others that are not out answer in any order. One refusal ends the vote, and so does a day.
def _voters(state: State) -> list[Seat]:
    seats = map(Seat, range(state.seats))
    return [seat for seat in seats if seat != state.turn and seat not in state.out]


def _call_end(decision: Decision[State], seat: Seat) -> None:
    decision.add(EndCalled(seat))
    if not _voters(decision.state):
        _end_round(decision, "called_alone")


def _agree(decision: Decision[State], seat: Seat) -> None:
    decision.add(EndAgreed(seat))
    if not awaiting(decision.state):
        _end_round(decision, "agreed")


def _refuse(decision: Decision[State], seat: Seat) -> None:
    decision.add(EndRefused(seat))


VOTING: dict[str, Callable[[Decision[State], Seat], None]] = {
    "call_end": _call_end,
    "agree": _agree,
    "refuse": _refuse,
}


def lapse(state: State) -> tuple[int, Action] | None:
    return (A_DAY, {"do": "lapse"}) if state.phase == "vote" else None


def _let_the_vote_lapse(decision: Decision[State]) -> None:
    decision.add(VoteLapsed(tuple(map(Seat, sorted(awaiting(decision.state))))))


# The end of a round and of the match


# L25: characters and the treasures taken are turned up, and by rules 2 nothing else before the match
# is over. (By rules 1 hands, discards, lost cards, mines and untaken treasures were, too.)
def _end_round(decision: Decision[State], reason: str) -> None:
    scored, rest = _scored(decision.state, reason), _rest(decision.state)
    is_shown_at_once = decision.state.rules < 2
    decision.add(_with_the_rest(scored, rest) if is_shown_at_once else scored)
    state = decision.state
    if _goes_on(state):
        number, starter = state.number + 1, _next_starter(state)
        decision.add(_deal_round(number, starter, state.seats, decision.chance))
    elif not is_shown_at_once:
        decision.add(rest)


def _scored(state: State, reason: str) -> RoundScored:
    characters, values = _all_certain(state.characters), _all_certain(state.values)
    treasures = list(zip(values, state.holders, strict=True))
    held = [[value for value, holder in treasures if holder == seat] for seat in range(state.seats)]
    earned = scoring.earned(state.clans, characters, held)
    return RoundScored(
        number=state.number,
        starter=state.starter,
        reason=reason,
        clans=state.clans,
        characters=characters,
        kinds=state.kinds,
        values=tuple(None if holder is None else value for value, holder in treasures),
        holders=tuple(state.holders),
        dragon=state.dragon,
        earned=tuple(earned),
        points=tuple(scoring.after_the_dragon(earned, state.dragon)),
    )


def _rest(state: State) -> RestShown:
    return RestShown(
        values=_all_certain(state.values),
        mines=_all_certain(state.mines),
        hands=tuple(tuple(hand.known()) for hand in state.hands),
        discards=tuple(map(_all_certain, state.discards)),
        lost=tuple(map(_all_certain, state.lost)),
    )


def _with_the_rest(scored: RoundScored, rest: RestShown) -> Scored:
    return Scored(
        number=scored.number,
        starter=scored.starter,
        reason=scored.reason,
        clans=scored.clans,
        characters=scored.characters,
        kinds=scored.kinds,
        values=rest.values,
        holders=scored.holders,
        mines=rest.mines,
        hands=rest.hands,
        discards=rest.discards,
        lost=rest.lost,
        dragon=scored.dragon,
        earned=scored.earned,
        points=scored.points,
    )


# L29: then everything is shuffled and dealt afresh, for as many rounds as were agreed on. With the
# option to play on (rules 2), while the lead is shared after the last of them another round is
# played, at most three.
def _goes_on(state: State) -> bool:
    if state.number < state.rounds:
        return True
    lead_is_shared = state.scores.count(max(state.scores)) > 1
    most = state.rounds + MOST_ROUNDS_MORE
    return state.play_on and lead_is_shared and state.number < most


def _certain(value: Maybe[T]) -> T:
    """A value of the full state, where all are known."""
    assert is_known(value)
    return value


def _all_certain(values: Iterable[Maybe[T]]) -> tuple[T, ...]:
    return tuple(map(_certain, values))


def rounds(state: State) -> list[Round]:
    if state.phase == "over":
        return state.results.copy()
    return [*state.results, Round(number=state.number, starter=state.starter)]


# L30: most points over all rounds win; a tie is shared.
def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    best = max(state.scores)
    return Outcome(
        scores=tuple(state.scores),
        winners=tuple(seat for seat, score in enumerate(state.scores) if score == best),
        reason="rounds_played",
    )


# Where everything is


def box(seats: int) -> dict[str, list[str | int]]:
    """Everything a match of so many is played with, by deck."""
    return {
        "cards": [*cards.deck()],
        "treasures": [*cards.treasures()],
        "dwarves": [*cards.dwarves(seats)],
        "mines": [*MINE_FACES],
    }


def census(state: State) -> dict[str, list[Maybe[str | int]]]:
    """Everything in the box, wherever it lies now."""
    if state.number == 0:
        return {deck: [*codes] for deck, codes in box(state.seats).items()}
    return {
        "cards": [*_all_cards(state)],
        "treasures": [*_whole(state.kinds, state.values), *state.treasures_aside],
        "dwarves": [*_whole(state.clans, state.characters), *state.dwarves_aside],
        "mines": [*state.mines],
    }


def _all_cards(state: State) -> Iterator[Maybe[str]]:
    for hand in state.hands:
        yield from hand
    for thrown in (*state.discards, *state.lost, state.cards_aside):
        yield from thrown
    yield from state.pile
    yield from state.played
    yield from state.board.cards.values()


def _whole(
    backs: Sequence[str], fronts: Sequence[Maybe[str]] | Sequence[Maybe[int]]
) -> Iterator[Maybe[str | int]]:
    """Cards of which the back is seen: known when the front is known too."""
    for back, front in zip(backs, fronts, strict=True):
        yield f"{back}:{front}" if is_known(front) else front
