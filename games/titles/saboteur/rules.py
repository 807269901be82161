"""The rules of Saboteur, in the order of the rulebook. S-numbers are those of its rules page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine import Action, Decision, Draws, Event, Maybe, Outcome, Round, Seat, seen

from .board import GOAL_CELLS, joining_face, side_towards
from .cards import (
    BREAK,
    DECK,
    FACES,
    FACES_OF,
    GOALS,
    GOLD_BOX,
    MAP,
    MATERIAL,
    PATH_CARDS,
    REPAIR,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    Card,
    Goal,
    Role,
    Side,
    card_played,
    dwarf_cards,
    goal_face,
    hand_size,
)
from .events import (
    Discarded,
    Drew,
    Dug,
    GoalPeeked,
    GoalTurned,
    GoldTaken,
    MatchEnded,
    MatchStarted,
    RockFell,
    RoundDealt,
    RoundEnded,
    SaboteurEvent,
    ToolBroken,
    ToolRepaired,
)
from .gold import offer_gold, pay_saboteurs, share_gold
from .state import State, evolve

ROUNDS: Final = 3

# The notation: what each action must look like.
FORMS: Final[Mapping[str, dict[str, Any]]] = {
    "dig": {"card": str, "at": (int, int), "turned": bool},
    "break": {"tool": str, "seat": int},
    "repair": {"card": str, "tool": str, "seat": int},
    "rockfall": {"at": (int, int)},
    "map": {"goal": int},
    "discard": {"card": str},
    "take": {"gold": int},
}


# Set-up of a round


# S4: the first starter is drawn by lot.
def set_up(seats: int, options: Mapping[str, Any], rules: int, chance: Draws) -> list[Event]:
    started = MatchStarted(
        material=MATERIAL, seats=seats, share_gold=options["share_gold"], rules=rules
    )
    starter = Seat(chance.pick(seats))
    return [started, _deal_round(seats, 1, starter, GOLD_BOX, chance)]


# S1: one dwarf card to each player, one over.
# S2: the goals, shuffled and face down. (The start lies in every maze.)
# S3: hands from the shuffled deck; the rest is the draw pile.
# S22: gold is kept; what is left of the pile is shuffled again.
def _deal_round(
    seats: int, number: int, starter: Seat, gold: Sequence[int], chance: Draws
) -> RoundDealt:
    roles: list[Role] = chance.shuffle(dwarf_cards(seats))
    goals: list[Goal] = chance.shuffle(GOALS)
    deck = chance.shuffle(DECK)
    size = hand_size(seats)
    hands = tuple(tuple(deck[seat * size : (seat + 1) * size]) for seat in range(seats))
    return RoundDealt(
        number=number,
        starter=starter,
        roles=tuple(roles[:seats]),
        spare=roles[seats],
        goals=tuple(goals),
        hands=hands,
        pile=tuple(deck[seats * size :]),
        gold=tuple(chance.shuffle(gold)),
    )


# A turn


# S5: play goes clockwise; a player with an empty hand is skipped.
def on_turn(state: State) -> int | None:
    seat, hands = state.last, state.hands
    for _ in hands:
        seat = (seat + 1) % state.seats
        if hands[seat].cards:
            return seat
    return None


def _awaited(state: State) -> int | None:
    """Who must act now: never two at a time."""
    if state.phase == "turns":
        return on_turn(state)
    if state.phase == "gold":
        share = state.shares[-1]
        return share.order[len(share.taken)]
    return None


def awaiting(state: State) -> frozenset[int]:
    seat = _awaited(state)
    return frozenset() if seat is None else frozenset((seat,))


# S5: any card may be discarded instead of being played.
def actions(state: State, seat: int | None) -> list[Action]:
    """What this seat may do now, card by card in the order of their codes."""
    if seat is None or seat != _awaited(state):
        return []
    if state.phase == "gold":
        return [{"do": "take", "gold": gold} for gold in state.offer.kinds()]
    cards = state.hands[seat].kinds()
    plays: list[Action] = []
    for card in cards:
        plays += PLAYS[card](state, seat, card)
    plays += [{"do": "discard", "card": card} for card in cards]
    return plays


def similar(state: State, seat: int, action: Action) -> list[Action]:
    """The listed actions with the card that this one is played with; this dig alone, if it is one."""
    card = card_played(action)
    if state.phase != "turns" or seat != _awaited(state):
        return actions(state, seat)
    if card is None or card not in state.hands[seat].cards:
        return []
    if action["do"] == "discard":
        return [{"do": "discard", "card": card}]
    if action["do"] == "dig":
        return [action] if _is_dug(state, seat, action) else []
    return PLAYS[card](state, seat, card)


# S6, S7: a card must match its neighbours and be joined to the start.
# S8: nobody digs with a broken tool.
def _digs(state: State, seat: int, card: Card) -> list[Action]:
    if state.broken[seat]:
        return []
    maze = state.maze
    return [
        {"do": "dig", "card": card, "at": [x, y], "turned": turned}
        for _, turned, sides, _ in FACES_OF[card]
        for x, y in maze.fits(sides)
    ]


def _is_dug(state: State, seat: int, action: Action) -> bool:
    """Is it among the digs of its card?"""
    face, (x, y) = FACES.get((action["card"], action["turned"])), action["at"]
    return face is not None and not state.broken[seat] and (x, y) in state.maze.fits(face.sides)


# S9: before any player, oneself included; one of each kind before one player.
def _breaks(state: State, seat: int, card: Card) -> list[Action]:
    tool = card.removeprefix("break:")
    return [
        {"do": "break", "tool": tool, "seat": target}
        for target, broken in enumerate(state.broken)
        if tool not in broken
    ]


# S10: one broken tool of a kind that the card shows, before any player.
def _repairs(state: State, seat: int, card: Card) -> list[Action]:
    tools = card.removeprefix("repair:")
    return [
        {"do": "repair", "card": tools, "tool": tool, "seat": target}
        for target, broken in enumerate(state.broken)
        if broken
        for tool in REPAIRS[tools]
        if tool in broken
    ]


# S11: any laid path card, never the start or a goal.
def _rockfalls(state: State, seat: int, card: Card) -> list[Action]:
    return [{"do": "rockfall", "at": [x, y]} for x, y in state.maze.path_cells()]


# S12: at a face-down goal only, whether seen before or not.
def _maps(state: State, seat: int, card: Card) -> list[Action]:
    return [
        {"do": "map", "goal": goal} for goal, slot in enumerate(state.goals) if not slot.face_up
    ]


PLAYS: Final[Mapping[Card, Callable[[State, int, Card], list[Action]]]] = {
    **dict.fromkeys(PATH_CARDS, _digs),
    **dict.fromkeys(BREAK.values(), _breaks),
    **dict.fromkeys(REPAIR.values(), _repairs),
    ROCKFALL: _rockfalls,
    MAP: _maps,
}


def decide(state: State, seat: int | None, action: Action, chance: Draws) -> list[Event]:
    """The events that follow from a listed action."""
    me = Seat(seat or 0)  # no clock runs in this title, so an action always has its seat
    decision = Decision(evolve, state, chance)
    if action["do"] == "dig":
        _dig(decision, me, action)
    elif action["do"] == "take":
        _take_gold(decision, me, action["gold"])
    else:
        decision.add(_played(state, me, action))
        _end_turn(decision, state, me)
    return decision.events


# S12, S13: everyone sees who looks where; what lies there is for the seat alone.
# S13: a discard is shown to nobody.
def _played(state: State, me: Seat, action: Action) -> SaboteurEvent:
    match action["do"]:
        case "break":
            return ToolBroken(seat=me, tool=action["tool"], target=Seat(action["seat"]))
        case "repair":
            target = Seat(action["seat"])
            return ToolRepaired(seat=me, card=action["card"], tool=action["tool"], target=target)
        case "rockfall":
            cell = (action["at"][0], action["at"][1])
            return RockFell(seat=me, at=cell, card=state.laid[cell].card)
        case "map":
            goal = action["goal"]
            return GoalPeeked(seat=me, goal=goal, card=state.goals[goal].value)
        case _:
            return Discarded(seat=me, card=action["card"])


# S14: the card turns up every face-down goal that it reaches, from north to south.
# S15: a stone is turned so that it joins the card just laid.
# S16: gold ends the round at once, without a draw.
def _dig(decision: Decision[State], me: Seat, action: Action) -> None:
    before, cell, card = decision.state, (action["at"][0], action["at"][1]), action["card"]
    decision.add(Dug(seat=me, card=card, at=cell, turned=action["turned"]))
    maze = before.maze.step(cell, FACES[card, action["turned"]])
    found = []
    for goal in maze.goals_reached(cell):
        value = before.goals[goal].known_value()
        face = joining_face(goal_face(value), side_towards(GOAL_CELLS[goal], cell))
        decision.add(GoalTurned(goal=goal, card=value, turned=face.turned))
        found.append(value)
    if "gold" in found:
        _end_round(decision, me, "miners")
    else:
        _end_turn(decision, before, me)


# S5: then draw one card, if there is one.
# S17: pile and hands are empty and the gold was not reached: the saboteurs win.
def _end_turn(decision: Decision[State], before: State, me: Seat) -> None:
    """`before` is the state before the turn: so the commonest moves need no copy and no fold."""
    if len(before.pile):
        decision.add(Drew(seat=me, card=before.pile.top()))
    elif sum([len(hand.cards) for hand in before.hands]) == 1:
        _end_round(decision, me, "saboteurs")


# End of a round


# S18: all dwarf cards are turned up, the spare one too.
def _end_round(decision: Decision[State], me: Seat, winner: Side) -> None:
    """What follows the last turn of a round: roles, gold, and the next round or the end."""
    state = decision.state
    roles = tuple(slot.known_value() for slot in state.roles)
    decision.add(RoundEnded(winner=winner, roles=roles, spare=state.spare.known_value()))
    if winner == "miners":
        share_gold(decision, me, roles)
    else:
        pay_saboteurs(decision, roles)
    if decision.state.phase != "gold":
        _go_on(decision)


# S19: one miner after another picks; the last card left is not asked for (S24).
def _take_gold(decision: Decision[State], me: Seat, gold: int) -> None:
    decision.add(GoldTaken(seat=me, card=gold))
    offer_gold(decision)
    if len(decision.state.offer) == 0:
        _go_on(decision)


# S4: the left neighbour of the player who took the last turn starts.
# S21: gold is secret until the match ends.
# S22: the move that ends a round also deals the next one, or ends the match.
def _go_on(decision: Decision[State]) -> None:
    state = decision.state
    if state.number == ROUNDS:
        shares = tuple(tuple(seen(share.taken)) for share in state.shares)
        pay = tuple(tuple(seen(pay.cards)) for pay in state.pay)
        decision.add(MatchEnded(shares=shares, pay=pay))
        return
    starter = Seat((state.last + 1) % state.seats)
    number, gold = state.number + 1, state.gold.known()
    decision.add(_deal_round(state.seats, number, starter, gold, decision.chance))


# End of the match


def rounds(state: State) -> list[Round]:
    return state.rounds


# S23: the most nuggets win; a tie is shared.
def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    scores = tuple(sum(seen(state.gold_of(seat))) for seat in range(state.seats))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(scores=scores, winners=winners, reason="rounds_played")


# For tests: every card is somewhere


def box(seats: int) -> dict[str, Sequence[str | int]]:
    return {"deck": DECK, "goals": GOALS, "dwarves": dwarf_cards(seats), "gold": GOLD_BOX}


def census(state: State) -> dict[str, list[Maybe[str | int]]]:
    if state.phase == "dealing":
        return {deck: list(cards) for deck, cards in box(state.seats).items()}
    deck: list[Maybe[str | int]] = [*state.pile, *state.discards]
    for hand in state.hands:
        deck += hand
    deck += [state.maze.cards[cell].card for cell in state.maze.path_cells()]
    deck += [BREAK[tool] for broken in state.broken for tool in TOOLS if tool in broken]
    gold: list[Maybe[str | int]] = [*state.gold, *state.offer]
    for seat in range(state.seats):
        gold += state.gold_of(seat)
    return {
        "deck": deck,
        "goals": [slot.value for slot in state.goals],
        "dwarves": [*(slot.value for slot in state.roles), state.spare.value],
        "gold": gold,
    }
