"""Who gets which gold at the end of a round (S19, S20, S24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from games.engine import Decision, Seat

from .cards import Role
from .events import GoldDrawn, GoldOffered, GoldTaken, SaboteurPaid
from .state import State

# S20: nuggets for each saboteur, by the number of saboteurs among the players.
SABOTEURS_PAY: Final[Mapping[int, int]] = {1: 4, 2: 3, 3: 3, 4: 2}


# S19: the player who reached the gold picks first, then the miners counter-clockwise.
# S24: with `auto` every miner takes the best card left, so nobody waits.
def share_gold(decision: Decision[State], winner: Seat, roles: Sequence[Role]) -> None:
    """As many gold cards leave the pile as there are miners, to be taken one after another."""
    order = picking_order(winner, roles)
    decision.add(GoldDrawn(order=order))
    if decision.state.share_gold == "pick":
        offer_gold(decision)
        return
    best_first = sorted(decision.state.offer.known(), reverse=True)
    for seat, card in zip(order, best_first, strict=True):
        decision.add(GoldTaken(seat=seat, card=card))


def picking_order(winner: Seat, roles: Sequence[Role]) -> tuple[Seat, ...]:
    """Miners only; a saboteur who laid the winning card is passed over like the others."""
    seats = [(winner - step) % len(roles) for step in range(len(roles))]
    return tuple(Seat(seat) for seat in seats if roles[seat] == "miner")


# S24: the next miner looks and picks; the last card left is taken without asking.
def offer_gold(decision: Decision[State]) -> None:
    share = decision.state.shares[-1]
    cards = sorted(decision.state.offer.known(), reverse=True)
    if not cards:
        return
    seat = share.order[len(share.taken)]
    if len(cards) == 1:
        decision.add(GoldTaken(seat=seat, card=cards[0]))
    else:
        decision.add(GoldOffered(seat=seat, cards=tuple(cards)))


# S20: clockwise from the round's first player. Without saboteurs nobody gets anything.
def pay_saboteurs(decision: Decision[State], roles: Sequence[Role]) -> None:
    first = decision.state.starter
    seats = [(first + step) % len(roles) for step in range(len(roles))]
    saboteurs = [Seat(seat) for seat in seats if roles[seat] == "saboteur"]
    for seat in saboteurs:
        nuggets = SABOTEURS_PAY[len(saboteurs)]
        cards = make_up(nuggets, decision.state.gold.known())
        decision.add(SaboteurPaid(seat=seat, nuggets=nuggets, cards=cards))


# S20: with the fewest cards, and of equally few the highest first (3+1 before 2+2).
def make_up(nuggets: int, pile: Sequence[int]) -> tuple[int, ...]:
    held = Counter(pile)
    for count in range(1, nuggets + 1):
        for cards in combinations_with_replacement((3, 2, 1), count):
            if sum(cards) == nuggets and not Counter(cards) - held:
                return cards
    raise ValueError(f"no gold left to make up {nuggets} nuggets")
