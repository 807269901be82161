"""Two players of Emerald: `random`, and `plain`, who counts crowds and weighs the dragon.

`plain` gives every move a worth in coins: the card or treasure it takes, the way it gains, and what
the dragon may do then. It looks one knight ahead, for the second move of its turn.
"""

from __future__ import annotations

from games.engine import Action, Draws

from .board import CAVE, CHAMBER, PLACES, dragon_path, landing
from .cards import (
    BONUS_COINS,
    DIE,
    GEM_COINS,
    GEMS,
    TREASURE_COINS,
    TREASURES,
    Colour,
    Gem,
    PileKind,
    owner_of,
)
from .rules import actions, coins, crowd, is_woken, knights_left, movable
from .state import State

FIELD_GAINED = 0.3  # coins that a step towards the chamber is worth
MEAN_GOLD = 3.0  # what an unseen gold card counts
RIVAL_HURT = 1.0  # coins that catching a rival's knight is worth
FINISH = 20.0  # ending the match in front, or behind


def random(known: State, seat: int, chance: Draws) -> Action:
    choices = actions(known, seat)
    return choices[chance.pick(len(choices))]


def plain(known: State, seat: int, chance: Draws) -> Action:
    choices = actions(known, seat)
    worths = [_worth(known, seat, action) for action in choices]
    most = max(worths)
    best = [action for action, worth in zip(choices, worths, strict=True) if worth == most]
    return best[chance.pick(len(best))]


def _worth(known: State, seat: int, action: Action) -> float:
    match action["do"]:
        case "move":
            return _move_worth(known, seat, action["colour"], PLACES[action["from"]])
        case "take":
            return _pile_worth(known, seat, known.stopped_at, action["pile"])
        case "catch":
            return _catch_worth(known, seat, action["colour"])
        case "bribe":
            return -float(action["gold"])
        case "yield":
            return -_knight_worth(known, seat, known.dragon)
        case _:
            return 0.0  # stop


# Moving


def _move_worth(known: State, seat: int, colour: Colour, origin: int) -> float:
    to = landing(origin, crowd(known, origin))
    gained = FIELD_GAINED * (min(to, CHAMBER) - max(origin, 0))
    if to == CHAMBER:
        return TREASURE_COINS + gained + _finish_worth(_moved(known, colour, origin, to), seat)
    cards = _cards_worth(known, seat, to)
    wakes, ends = is_woken(known, to), cards > 0 or known.knights_moved == 1
    if ends and not wakes:
        return gained + cards
    after = _moved(known, colour, origin, to)
    dragon = _dragon_worth(after, seat) if wakes else 0.0
    return gained + cards + dragon + (0.0 if ends else _second_worth(after, seat))


def _moved(known: State, colour: Colour, origin: int, to: int) -> State:
    """The position after a move, as far as the next thoughts need it."""
    after = known.copy()
    places = after.knights[colour]
    places[places.index(origin)] = to
    if after.first_colour is None:
        after.first_colour, after.first_at = colour, to
    after.knights_moved += 1
    after.treasures[known.turn] += to == CHAMBER
    return after


def _second_worth(after: State, seat: int) -> float:
    moves = [_move_worth(after, seat, colour, origin) for colour, origin in movable(after)]
    return max(0.0, *moves) if moves else 0.0


# Cards


def _cards_worth(known: State, seat: int, field: int) -> float:
    """The better one of the cards that lie there."""
    if field not in CAVE:
        return 0.0
    piles: list[PileKind] = []
    if known.gold[field]:
        piles.append("gold")
    if known.gems[field]:
        piles.append("gem")
    return max((_pile_worth(known, seat, field, pile) for pile in piles), default=0.0)


def _pile_worth(known: State, seat: int, field: int, pile: PileKind) -> float:
    if pile == "gold":
        return float(known.gold[field].known()[0])
    return _gem_worth(known, seat, known.gems[field].known()[0])


def _gem_worth(known: State, seat: int, gem: Gem) -> float:
    """Its coin, and its part in the bonuses: four kinds first, and most of a kind at the end."""
    held = known.gems_held[seat]
    worth = float(GEM_COINS)
    if gem not in held and not any("four_gems" in bonuses for bonuses in known.bonuses):
        kinds = len(set(held)) + 1
        worth += BONUS_COINS * kinds / len(GEMS) / 2 if kinds < len(GEMS) else BONUS_COINS
    lead = held.count(gem) + 1 - max(_rival_counts(known, seat, gem))
    if lead in (0, 1, 2):
        worth += BONUS_COINS * (0.25, 0.6, 0.25)[lead]
    return worth


def _rival_counts(known: State, seat: int, gem: Gem) -> list[int]:
    return [held.count(gem) for rival, held in enumerate(known.gems_held) if rival != seat]


# The dragon


def _dragon_worth(after: State, seat: int) -> float:
    """What the dragon brings on the average of its rolls."""
    total = 0.0
    for rolled in range(1, DIE + 1):
        path, _ = dragon_path(after.rail, after.dragon, after.facing, rolled)
        total += _stop_worth(after, seat, path[-1])
    return total / DIE


def _stop_worth(after: State, seat: int, field: int) -> float:
    owners = {owner_of(after.seats, c) for c, places in after.knights.items() if field in places}
    if owners - {seat}:
        return RIVAL_HURT
    return -_capture_cost(after, seat, field) if owners else 0.0


def _capture_cost(known: State, seat: int, field: int) -> float:
    """The cheapest gold card or the knight, whichever is worth less."""
    knight = _knight_worth(known, seat, field)
    return min([knight, *map(float, known.hands[seat].known())])


def _knight_worth(known: State, seat: int, field: int) -> float:
    """What a knight may still bring; the last but one takes the match with it."""
    if knights_left(known, seat) == 2:
        return -_lead_worth(known, seat)
    return 1.5 + FIELD_GAINED * field / 2


def _catch_worth(known: State, seat: int, colour: Colour) -> float:
    """The rival in front, and one that cannot pay; an own knight only if there is no other."""
    owner = owner_of(known.seats, colour)
    if owner == seat:
        return -1000.0
    return _estimate(known, owner) + (0.0 if known.hands[owner] else MEAN_GOLD)


# The end


def _finish_worth(after: State, seat: int) -> float:
    """Entering the chamber may end the match: good in front, bad behind."""
    if sum(after.treasures) == TREASURES or knights_left(after, seat) == 1:
        return _lead_worth(after, seat)
    return 0.0


def _lead_worth(known: State, seat: int) -> float:
    rivals = max(_estimate(known, rival) for rival in range(known.seats) if rival != seat)
    return FINISH if _estimate(known, seat) > rivals else -FINISH


def _estimate(known: State, seat: int) -> float:
    """The coins a seat would have now: unseen gold at its mean, bonuses where it leads alone."""
    leads = sum(
        known.gems_held[seat].count(gem) > max(_rival_counts(known, seat, gem)) for gem in GEMS
    )
    unseen = known.hands[seat].unknown_count()
    return coins(known, seat) + MEAN_GOLD * unseen + BONUS_COINS * leads
