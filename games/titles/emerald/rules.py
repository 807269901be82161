"""The rules of Emerald, in the order of the rulebook.

A decision with one possible answer is made here and logged with the move that led to it; only the
first move of a turn is always asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import Action, Decision, Draws, Event, Maybe, Outcome, Round, Seat

from .board import (
    CHAMBER,
    GEMS_LAID,
    GOLD_LAID,
    LAST_RAIL,
    NOTATION,
    PLACES,
    dragon_path,
    facing_on,
    in_play,
    landing,
    on_rail,
)
from .cards import (
    BONUS_COINS,
    BONUSES,
    DIE,
    GEM_CARDS,
    GEM_COINS,
    GEMS,
    GOLD_CARDS,
    KNIGHTS_OF_A_COLOUR,
    MATERIAL,
    PILES,
    TREASURE_COINS,
    TREASURES,
    Bonus,
    Colour,
    PileKind,
    colours_in_play,
    colours_of,
    owner_of,
)
from .events import (
    BonusTaken,
    Bribed,
    Dealt,
    DragonMoved,
    Ended,
    GemTaken,
    GoldTaken,
    HandsShown,
    KnightCaught,
    KnightLost,
    Moved,
    RailMoved,
    Reason,
    Tiebreak,
    TreasureTaken,
    TurnPassed,
)
from .state import State, evolve

FORMS: dict[str, dict[str, Any]] = {
    "move": {"from": int | str, "colour": str},
    "take": {"pile": str},
    "stop": {},
    "catch": {"colour": str},
    "bribe": {"gold": int},
    "yield": {},
}


# Set-up


# E4: the first player is drawn by lot
def set_up(seats: int, options: Mapping[str, Any], rules: int, chance: Draws) -> list[Event]:
    gold, gems = chance.shuffle(GOLD_CARDS), chance.shuffle(GEM_CARDS)
    gold_piles, gold_boxed = _lay_out(gold, GOLD_LAID)
    gem_piles, gems_boxed = _lay_out(gems, GEMS_LAID)
    first = Seat(chance.pick(seats))
    return [
        Dealt(
            material=MATERIAL,
            seats=seats,
            first=first,
            gold_up=tuple(pile[0] for pile in gold_piles),
            gold_down=tuple(pile[1:] for pile in gold_piles),
            gold_boxed=gold_boxed,
            gems_up=tuple(pile[0] for pile in gem_piles),
            gems_down=tuple(pile[1:] for pile in gem_piles),
            gems_boxed=gems_boxed,
            rules=rules,
        )
    ]


def _lay_out(
    cards: list[Any], heights: Mapping[int, int]
) -> tuple[list[tuple[Any, ...]], tuple[Any, ...]]:
    """Piles from the cave's entrance inwards, and the cards left for the box."""
    piles, laid = [], 0
    for height in heights.values():
        piles.append(tuple(cards[laid : laid + height]))
        laid += height
    return piles, tuple(cards[laid:])


# Who may do what


def awaiting(known: State) -> frozenset[int]:
    if known.phase == "over" or known.seats == 0:
        return frozenset()
    if known.caught is not None:
        return frozenset((owner_of(known.seats, known.caught),))
    return frozenset((known.turn,))


def actions(known: State, seat: int | None) -> list[Action]:
    if seat is None or seat not in awaiting(known):
        return []
    if known.phase == "take":
        return [{"do": "take", "pile": pile} for pile in PILES]
    if known.phase == "catch":
        return [{"do": "catch", "colour": colour} for colour in colours_on(known, known.dragon)]
    if known.phase == "answer":
        bribes = [{"do": "bribe", "gold": gold} for gold in known.hands[seat].kinds()]
        return [*bribes, {"do": "yield"}]
    moves: list[Action] = [
        {"do": "move", "from": NOTATION[place], "colour": colour}
        for colour, place in movable(known)
    ]
    return [*moves, {"do": "stop"}] if known.knights_moved else moves


# E5: one or two knights, never the same one twice
# E22: the second knight has the first one's colour (with more players each has one colour only)
def movable(known: State) -> list[tuple[Colour, int]]:
    """The knights that the seat whose turn it is may move now, by colour and place."""
    if known.first_colour is None:
        mine = colours_of(known.seats, known.turn)
        return [(c, p) for c in mine for p in sorted(set(known.knights[c])) if in_play(p)]
    colour, places = known.first_colour, known.knights[known.first_colour]
    return [
        (colour, place)
        for place in sorted(set(places))
        if in_play(place) and places.count(place) > _staying(known, colour, place)
    ]


# E14: by rules 2 a knight that was bribed free moves no more in this turn. Beside the first knight,
# of the same colour, it is taken to be that one. (By rules 1 it might be the second knight.)
def _staying(known: State, colour: Colour, place: int) -> int:
    """How many of these equal knights, one or none, may not be the second one of this turn."""
    knight = (colour, place)
    is_bribed = known.rules >= 2 and knight == known.bribed
    return int(is_bribed or knight == (known.first_colour, known.first_at))


def colours_on(known: State, field: int) -> list[Colour]:
    return [colour for colour, places in known.knights.items() if field in places]


def crowd(known: State, place: int) -> int:
    return sum([places.count(place) for places in known.knights.values()])


def knights_left(known: State, seat: int) -> int:
    """The knights of a seat that are still in play, of both colours if it has two."""
    return sum(in_play(place) for c in colours_of(known.seats, seat) for place in known.knights[c])


# A move


def decide(state: State, seat: int | None, action: Action, chance: Draws) -> list[Event]:
    decision = Decision(evolve, state, chance)
    match action["do"]:
        case "move":
            _move_knight(decision, PLACES[action["from"]], action["colour"])
        case "take":
            _take_card(decision, action["pile"])
        case "stop":
            _pass_turn(decision)
        case "catch":
            _catch_knight(decision, action["colour"])
        case "bribe":
            _bribe(decision, action["gold"])
        case _:
            _lose_knight(decision)
    return decision.events


# E6: a knight moves as many fields as there were knights on the place it leaves
def _move_knight(decision: Decision[State], origin: int, colour: Colour) -> None:
    before = decision.state
    to = landing(origin, crowd(before, origin))
    decision.add(Moved(seat=before.turn, colour=colour, origin=origin, to=to))
    if to == CHAMBER:
        _take_treasure(decision, before.turn)
    elif decision.state.phase == "take":
        _offer_card(decision)
    else:
        _wake_dragon(decision)


# E7: a knight in the chamber takes a treasure, and the turn ends
def _take_treasure(decision: Decision[State], seat: Seat) -> None:
    decision.add(TreasureTaken(seat=seat))
    if not _is_ended(decision, seat):
        _pass_turn(decision)


# E8: a knight that stops beside cards takes one; the card under it is turned up
def _offer_card(decision: Decision[State]) -> None:
    state = decision.state
    if not state.gems[state.stopped_at]:
        _take_card(decision, "gold")
    elif not state.gold[state.stopped_at]:
        _take_card(decision, "gem")


def _take_card(decision: Decision[State], pile: PileKind) -> None:
    if pile == "gold":
        _take_gold(decision)
    else:
        _take_gem(decision)
    _wake_dragon(decision)


# E9: gold goes into the hand, and everyone saw which; gems lie open
def _take_gold(decision: Decision[State]) -> None:
    state, field = decision.state, decision.state.stopped_at
    gold, under = _top_two(state.gold[field].known())
    decision.add(GoldTaken(seat=state.turn, field=field, gold=gold, under=under))


def _take_gem(decision: Decision[State]) -> None:
    state, field = decision.state, decision.state.stopped_at
    gem, under = _top_two(state.gems[field].known())
    decision.add(GemTaken(seat=state.turn, field=field, gem=gem, under=under))
    _award_four_gems(decision)


def _top_two(pile: list[Any]) -> tuple[Any, Any]:
    return pile[0], pile[1] if len(pile) > 1 else None


# E10: the first player with all four kinds of gem gets that bonus at once
def _award_four_gems(decision: Decision[State]) -> None:
    state = decision.state
    taken = any("four_gems" in bonuses for bonuses in state.bonuses)
    if not taken and len(set(state.gems_held[state.turn])) == len(GEMS):
        decision.add(BonusTaken(seat=state.turn, bonus="four_gems"))


# The dragon


# E11: a knight that stops on the rail's fields or on the dragon's wakes the dragon
def is_woken(known: State, field: int) -> bool:
    return on_rail(known.rail, field) or field == known.dragon


def _wake_dragon(decision: Decision[State]) -> None:
    state = decision.state
    if not is_woken(state, state.stopped_at):
        _go_on(decision)
        return
    rolled = decision.chance.roll(DIE)
    path, facing = dragon_path(state.rail, state.dragon, state.facing, rolled)
    decision.add(
        DragonMoved(
            seat=state.turn, rolled=rolled, origin=state.dragon, path=tuple(path), facing=facing
        )
    )
    _choose_catch(decision)


# E13: it catches one knight where it stops, the mover's choice when there are several
def _choose_catch(decision: Decision[State]) -> None:
    there = colours_on(decision.state, decision.state.dragon)
    if not there:
        _move_rail(decision)
    elif len(there) == 1:
        _catch_knight(decision, there[0])


def _catch_knight(decision: Decision[State], colour: Colour) -> None:
    state = decision.state
    owner = Seat(owner_of(state.seats, colour))
    decision.add(KnightCaught(seat=state.turn, owner=owner, colour=colour, field=state.dragon))
    if not state.hands[owner]:
        _lose_knight(decision)


# E14: its owner pays one gold card, whatever its value, or loses the knight to the nest
def _bribe(decision: Decision[State], gold: int) -> None:
    owner, colour = _captive(decision.state)
    decision.add(Bribed(seat=owner, colour=colour, field=decision.state.dragon, gold=gold))
    _move_rail(decision)


def _lose_knight(decision: Decision[State]) -> None:
    owner, colour = _captive(decision.state)
    decision.add(KnightLost(seat=owner, colour=colour, field=decision.state.dragon))
    if not _is_ended(decision, owner):
        _move_rail(decision)


def _captive(state: State) -> tuple[Seat, Colour]:
    assert state.caught is not None
    return Seat(owner_of(state.seats, state.caught)), state.caught


# E15: after the dragon's move the rail moves one field on, as far as the cave goes
# E16: a dragon that it leaves behind stays where it is, facing the rail
def _move_rail(decision: Decision[State]) -> None:
    state = decision.state
    if state.rail < LAST_RAIL:
        to = state.rail + 1
        decision.add(RailMoved(to=to, facing=facing_on(to, state.dragon, state.facing)))
    _go_on(decision)


# E17: the dragon's move does not end the turn; a card taken does, and so does a second knight
def _go_on(decision: Decision[State]) -> None:
    state = decision.state
    if state.card_taken or state.knights_moved == 2 or not movable(state):
        _pass_turn(decision)


def _pass_turn(decision: Decision[State]) -> None:
    turn, seats = decision.state.turn, decision.state.seats
    decision.add(TurnPassed(seat=turn, to=Seat((turn + 1) % seats)))


# End and score


# E18: the match ends with the last treasure, or when a player has one knight left
def _is_ended(decision: Decision[State], seat: int) -> bool:
    state = decision.state
    if sum(state.treasures) == TREASURES:
        _end_match(decision, "last_treasure")
    elif knights_left(state, seat) == 1:
        _end_match(decision, "one_knight_left")
    else:
        return False
    return True


def _end_match(decision: Decision[State], reason: Reason) -> None:
    decision.add(HandsShown(hands=tuple(tuple(hand.known()) for hand in decision.state.hands)))
    _award_majorities(decision)
    state = decision.state
    scores = tuple(coins(state, seat) for seat in range(state.seats))
    winners, tiebreak = _best(state, scores)
    decision.add(Ended(reason=reason, scores=scores, winners=winners, tiebreak=tiebreak))


# E19: each kind's bonus goes to the one player with most gems of that kind
def _award_majorities(decision: Decision[State]) -> None:
    for gem in GEMS:
        counts = [gems.count(gem) for gems in decision.state.gems_held]
        if counts.count(max(counts)) == 1:
            decision.add(BonusTaken(seat=Seat(counts.index(max(counts))), bonus=gem))


# E20: gold at face value, a treasure 5, a gem 1, a bonus 4
def coins(known: State, seat: int) -> int:
    """The coins of a seat, as far as they are known and awarded."""
    return (
        sum(known.hands[seat].known())
        + known.treasures[seat] * TREASURE_COINS
        + len(known.gems_held[seat]) * GEM_COINS
        + len(known.bonuses[seat]) * BONUS_COINS
    )


# E21: most coins win; ties go to most treasures, then to most gems, and else are shared
def _best(state: State, scores: tuple[int, ...]) -> tuple[tuple[Seat, ...], Tiebreak | None]:
    winners = [Seat(seat) for seat, score in enumerate(scores) if score == max(scores)]
    gems = [len(held) for held in state.gems_held]
    decided: Tiebreak | None = None
    ties: tuple[tuple[Tiebreak, list[int]], ...] = (("treasures", state.treasures), ("gems", gems))
    for tiebreak, counts in ties:
        most = max(counts[seat] for seat in winners)
        ahead = [seat for seat in winners if counts[seat] == most]
        if len(ahead) < len(winners):
            winners, decided = ahead, tiebreak
    return tuple(winners), decided


def outcome(known: State) -> Outcome | None:
    return known.outcome


def rounds(known: State) -> list[Round]:
    """A match is one round."""
    if known.seats == 0:
        return []
    if known.outcome is None:
        return [Round(number=1, starter=known.first)]
    result = {"scores": list(known.outcome.scores), "reason": known.outcome.reason}
    shown = {"hands": [hand.known() for hand in known.hands]}
    return [Round(number=1, starter=known.first, result=result, shown=shown)]


# Where everything is


def box(seats: int) -> dict[str, Sequence[str | int]]:
    """Everything that a match with so many seats is played with."""
    each = KNIGHTS_OF_A_COLOUR[seats]
    return {
        "gold": GOLD_CARDS,
        "gems": GEM_CARDS,
        "treasures": ("treasure",) * TREASURES,
        "bonuses": BONUSES,
        "knights": tuple(colour for colour in colours_in_play(seats) for _ in range(each)),
    }


def census(known: State) -> dict[str, list[Maybe[str | int]]]:
    piles_of_gold, piles_of_gems = known.gold.values(), known.gems.values()
    return {
        "gold": [
            *(card for pile in piles_of_gold for card in pile),
            *known.gold_boxed,
            *(card for hand in known.hands for card in hand),
            *(payment.gold for payments in known.payments for payment in payments),
        ],
        "gems": [
            *(card for pile in piles_of_gems for card in pile),
            *known.gems_boxed,
            *(gem for gems in known.gems_held for gem in gems),
        ],
        "treasures": [
            *["treasure"] * treasures_left(known),
            *["treasure"] * sum(known.treasures),
        ],
        "bonuses": [
            *_bonuses_left(known),
            *(bonus for bonuses in known.bonuses for bonus in bonuses),
        ],
        "knights": [colour for colour, places in known.knights.items() for _ in places],
    }


def treasures_left(known: State) -> int:
    return TREASURES - sum(known.treasures)


def _bonuses_left(known: State) -> list[Bonus]:
    held = [bonus for bonuses in known.bonuses for bonus in bonuses]
    return [bonus for bonus in BONUSES if bonus not in held]
