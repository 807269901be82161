"""Who gets which gold at the end of a round (S19, S20, S24)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from games.engine import Event, Seat

from .cards import Role
from .events import GoldDrawn, GoldOffered, GoldTaken, SaboteurPaid
from .state import State, evolve

# S20: nuggets for each saboteur, by the number of saboteurs among the players.
SABOTEURS_PAY: Final[Mapping[int, int]] = {1: 4, 2: 3, 3: 3, 4: 2}


def share_gold(state: State, winner: Seat, roles: Sequence[Role]) -> Iterator[Event]:
    """As many gold cards leave the pile as there are miners, to be taken one after another."""
    # S19: the player who reached the gold picks first, then the miners counter-clockwise.
    order = picking_order(winner, roles)
    drawn = GoldDrawn(order=order)
    evolve(state, drawn)
    yield drawn
    if state.share_gold == "pick":
        yield from offer_gold(state)
        return
    # S24: with `auto` every miner takes the best card left, so nobody waits.
    for seat, card in zip(order, sorted(state.offer.known(), reverse=True), strict=True):
        taken = GoldTaken(seat=seat, card=card)
        evolve(state, taken)
        yield taken


def picking_order(winner: Seat, roles: Sequence[Role]) -> tuple[Seat, ...]:
    """Miners only; a saboteur who laid the winning card is passed over like the others."""
    seats = [(winner - step) % len(roles) for step in range(len(roles))]
    return tuple(Seat(seat) for seat in seats if roles[seat] == "miner")


def offer_gold(state: State) -> Iterator[Event]:
    """S24: the next miner looks and picks; the last card left is taken without asking."""
    share = state.shares[-1]
    cards = sorted(state.offer.known(), reverse=True)
    if not cards:
        return
    seat = share.order[len(share.taken)]
    event = (
        GoldTaken(seat=seat, card=cards[0])
        if len(cards) == 1
        else GoldOffered(seat=seat, cards=tuple(cards))
    )
    evolve(state, event)
    yield event


def pay_saboteurs(state: State, roles: Sequence[Role]) -> Iterator[Event]:
    """S20: clockwise from the round's first player. Without saboteurs nobody gets anything."""
    seats = [(state.starter + step) % len(roles) for step in range(len(roles))]
    saboteurs = [Seat(seat) for seat in seats if roles[seat] == "saboteur"]
    for seat in saboteurs:
        nuggets = SABOTEURS_PAY[len(saboteurs)]
        paid = SaboteurPaid(seat=seat, nuggets=nuggets, cards=make_up(nuggets, state.gold.known()))
        evolve(state, paid)
        yield paid


def make_up(nuggets: int, pile: Sequence[int]) -> tuple[int, ...]:
    """S20: with the fewest cards, and of equally few the highest first (3+1 before 2+2)."""
    held = Counter(pile)
    for count in range(1, nuggets + 1):
        for cards in combinations_with_replacement((3, 2, 1), count):
            if sum(cards) == nuggets and not Counter(cards) - held:
                return cards
    raise ValueError(f"no gold left to make up {nuggets} nuggets")
