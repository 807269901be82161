"""The rules of Saboteur, in the order of the rulebook. S-numbers are those of its rules page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.engine import Action, Draws, Event, Maybe, Outcome, Round, Seat, seen

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
from .maze import GOAL_CELLS, joining_face, side_towards
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


def set_up(seats: int, options: Mapping[str, Any], chance: Draws) -> list[Event]:
    started = MatchStarted(material=MATERIAL, seats=seats, share_gold=options["share_gold"])
    # S4: the first starter is drawn by lot.
    starter = Seat(chance.pick(seats))
    return [started, deal_round(seats, 1, starter, GOLD_BOX, chance)]


def deal_round(
    seats: int, number: int, starter: Seat, gold: Sequence[int], chance: Draws
) -> RoundDealt:
    # S1: one dwarf card to each player, one over.
    roles: list[Role] = chance.shuffle(dwarf_cards(seats))
    # S2: the goals, shuffled and face down. (The start lies in every maze.)
    goals: list[Goal] = chance.shuffle(GOALS)
    # S3: hands from the shuffled deck; the rest is the draw pile.
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
        # S22: gold is kept; what is left of the pile is shuffled again.
        gold=tuple(chance.shuffle(gold)),
    )


# A turn


def on_turn(state: State) -> int | None:
    """S5: play goes clockwise; a player with an empty hand is skipped."""
    for step in range(1, state.seats + 1):
        seat = (state.last + step) % state.seats
        if state.hands[seat].cards:
            return seat
    return None


def awaiting(state: State) -> frozenset[int]:
    if state.phase == "turns":
        seat = on_turn(state)
        return frozenset() if seat is None else frozenset((seat,))
    if state.phase == "gold":
        share = state.shares[-1]
        return frozenset((share.order[len(share.taken)],))
    return frozenset()


def actions(state: State, seat: int | None) -> list[Action]:
    """What this seat may do now, card by card in the order of their codes."""
    if seat is None or seat not in awaiting(state):
        return []
    if state.phase == "gold":
        return [{"do": "take", "gold": gold} for gold in state.offer.kinds()]
    cards = state.hands[seat].kinds()
    plays: list[Action] = []
    for card in cards:
        plays += PLAYS[card](state, seat, card)
    # S5: any card may be discarded instead.
    return plays + [{"do": "discard", "card": card} for card in cards]


def similar(state: State, seat: int, action: Action) -> list[Action]:
    """The listed actions with the card that this one is played with."""
    card = card_played(action)
    if state.phase != "turns" or seat not in awaiting(state):
        return actions(state, seat)
    if card is None or card not in state.hands[seat].cards:
        return []
    return [*PLAYS[card](state, seat, card), {"do": "discard", "card": card}]


def digs(state: State, seat: int, card: Card) -> list[Action]:
    # S8: nobody digs with a broken tool.
    if state.broken[seat]:
        return []
    # S6, S7: it must match its neighbours and be joined to the start.
    maze = state.maze
    return [
        {"do": "dig", "card": card, "at": [x, y], "turned": face.turned}
        for face in FACES_OF[card]
        for x, y in maze.fits(face.sides)
    ]


def breaks(state: State, seat: int, card: Card) -> list[Action]:
    # S9: before any player, oneself included; one of each kind before one player.
    tool = card.removeprefix("break:")
    return [
        {"do": "break", "tool": tool, "seat": target}
        for target, broken in enumerate(state.broken)
        if tool not in broken
    ]


def repairs(state: State, seat: int, card: Card) -> list[Action]:
    # S10: one broken tool of a kind that the card shows, before any player.
    tools = card.removeprefix("repair:")
    return [
        {"do": "repair", "card": tools, "tool": tool, "seat": target}
        for target, broken in enumerate(state.broken)
        for tool in REPAIRS[tools]
        if tool in broken
    ]


def rockfalls(state: State, seat: int, card: Card) -> list[Action]:
    # S11: any laid path card, never the start or a goal.
    return [{"do": "rockfall", "at": [x, y]} for x, y in state.maze.path_cells()]


def maps(state: State, seat: int, card: Card) -> list[Action]:
    # S12: at a face-down goal only, whether seen before or not.
    return [
        {"do": "map", "goal": goal} for goal, slot in enumerate(state.goals) if not slot.face_up
    ]


PLAYS: Final[Mapping[Card, Callable[[State, int, Card], list[Action]]]] = {
    **dict.fromkeys(PATH_CARDS, digs),
    **dict.fromkeys(BREAK.values(), breaks),
    **dict.fromkeys(REPAIR.values(), repairs),
    ROCKFALL: rockfalls,
    MAP: maps,
}


def decide(state: State, seat: int | None, action: Action, chance: Draws) -> list[Event]:
    """The events that follow from a listed action."""
    me = Seat(seat or 0)  # no clock runs in this title, so an action always has its seat
    match action["do"]:
        case "dig":
            return dig(state, me, action, chance)
        case "take":
            return take_gold(state, me, action["gold"], chance)
        case "break":
            target = Seat(action["seat"])
            played: SaboteurEvent = ToolBroken(seat=me, tool=action["tool"], target=target)
        case "repair":
            played = ToolRepaired(
                seat=me,
                card=action["card"],
                tool=action["tool"],
                target=Seat(action["seat"]),
            )
        case "rockfall":
            cell = (action["at"][0], action["at"][1])
            played = RockFell(seat=me, at=cell, card=state.laid[cell].card)
        case "map":
            # S12, S13: everyone sees who looks where; what lies there is for the seat alone.
            goal = action["goal"]
            played = GoalPeeked(seat=me, goal=goal, card=state.goals[goal].value)
        case _:
            # S13: a discard is shown to nobody.
            played = Discarded(seat=me, card=action["card"])
    return [played, *end_turn(state, me, [played], chance)]


def dig(state: State, me: Seat, action: Action, chance: Draws) -> list[Event]:
    cell, card = (action["at"][0], action["at"][1]), action["card"]
    events: list[SaboteurEvent] = [Dug(seat=me, card=card, at=cell, turned=action["turned"])]
    maze = state.maze.step(cell, FACES[card, action["turned"]])
    # S14: the card turns up every face-down goal that it reaches, from north to south.
    reached = maze.goals_reached(cell)
    found = [state.goals[goal].known_value() for goal in reached]
    for goal, value in zip(reached, found, strict=True):
        # S15: a stone is turned so that it joins the card just laid.
        face = joining_face(goal_face(value), side_towards(GOAL_CELLS[goal], cell))
        events.append(GoalTurned(goal=goal, card=value, turned=face.turned))
    # S16: gold ends the round at once, without a draw.
    if "gold" in found:
        return [*events, *end_round(state, me, "miners", events, chance)]
    return [*events, *end_turn(state, me, events, chance)]


def end_turn(state: State, me: Seat, played: Sequence[SaboteurEvent], chance: Draws) -> list[Event]:
    # S5: then draw one card, if there is one.
    if len(state.pile):
        return [Drew(seat=me, card=state.pile.top())]
    # S17: pile and hands are empty and the gold was not reached: the saboteurs win.
    if sum(map(len, state.hands)) == 1:
        return end_round(state, me, "saboteurs", played, chance)
    return []


# End of a round


def end_round(
    state: State, me: Seat, winner: Side, played: Sequence[SaboteurEvent], chance: Draws
) -> list[Event]:
    """What follows the last turn of a round: roles, gold, and the next round or the end."""
    after = state.copy()
    for event in played:
        evolve(after, event)
    # S18: all dwarf cards are turned up, the spare one too.
    roles = tuple(slot.known_value() for slot in state.roles)
    ended = RoundEnded(winner=winner, roles=roles, spare=state.spare.known_value())
    evolve(after, ended)
    if winner == "miners":
        events: list[Event] = list(share_gold(after, me, roles))
    else:
        events = list(pay_saboteurs(after, roles))
    return [ended, *events, *(go_on(after, chance) if after.phase != "gold" else ())]


def take_gold(state: State, me: Seat, gold: int, chance: Draws) -> list[Event]:
    """S19: one miner after another picks; the last card left is not asked for (S24)."""
    after = state.copy()
    taken = GoldTaken(seat=me, card=gold)
    evolve(after, taken)
    events: list[Event] = [taken, *offer_gold(after)]
    return [*events, *(go_on(after, chance) if len(after.offer) == 0 else ())]


def go_on(state: State, chance: Draws) -> list[Event]:
    """S22: the move that ends a round also deals the next one, or ends the match."""
    if state.number == ROUNDS:
        # S21: gold is secret until now.
        shares = tuple(tuple(seen(share.taken)) for share in state.shares)
        return [MatchEnded(shares=shares, pay=tuple(tuple(seen(pay.cards)) for pay in state.pay))]
    # S4: the left neighbour of the player who took the last turn starts.
    starter = Seat((state.last + 1) % state.seats)
    return [deal_round(state.seats, state.number + 1, starter, state.gold.known(), chance)]


# End of the match


def rounds(state: State) -> list[Round]:
    return state.rounds


def outcome(state: State) -> Outcome | None:
    # S23: the most nuggets win; a tie is shared.
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
