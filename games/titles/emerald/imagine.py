"""A full state that a seat's knowledge allows: what it cannot see is drawn anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeVar

from games.engine import Draws, Hand, Pile, Unseen, is_known

from .cards import GEM_CARDS, GOLD_CARDS
from .state import Payment, State

C = TypeVar("C", bound=str | int)


def imagine(known: State, seat: int | None, chance: Draws) -> State:
    state = known.copy()
    _imagine_gold(state, chance)
    _imagine_gems(state, chance)
    for owner in range(state.seats):
        _imagine_payments(state, owner, chance)
    return state


def _imagine_gold(state: State, chance: Draws) -> None:
    """Everyone saw every gold card taken; the others that nobody sees lie in piles or the box."""
    taken = chain.from_iterable(state.gold_taken)
    unseen = Unseen(GOLD_CARDS, [*taken, *_in_piles(state.gold)], chance)
    state.gold = _filled(state.gold, unseen)
    state.gold_boxed = Hand(unseen.rest())


def _imagine_gems(state: State, chance: Draws) -> None:
    held = chain.from_iterable(state.gems_held)
    unseen = Unseen(GEM_CARDS, [*held, *_in_piles(state.gems)], chance)
    state.gems = _filled(state.gems, unseen)
    state.gems_boxed = Hand(unseen.rest())


def _in_piles(piles: Mapping[int, Pile[C]]) -> list[C]:
    return [card for pile in piles.values() for card in pile.known()]


def _filled(piles: Mapping[int, Pile[C]], unseen: Unseen[C]) -> dict[int, Pile[C]]:
    """Other piles in their places: copies of a state share theirs."""
    twins = {field: pile.copy() for field, pile in piles.items()}
    unseen.fill(*twins.values())
    return twins


def _imagine_payments(state: State, owner: int, chance: Draws) -> None:
    """Pay, in order, any card that had been taken by then and has not been paid since.

    A seat knows all its own payments and none of another's.
    """
    payments, hand = state.payments[owner], state.hands[owner].copy()
    if all(is_known(payment.gold) for payment in payments):
        return
    payable, imagined = payable_cards(state.gold_taken[owner], hand), list[Payment]()
    for payment in payments:
        eligible = [place for place in payable if place < payment.taken]
        gold = payable.pop(eligible[chance.pick(len(eligible))])
        imagined.append(Payment(payment.taken, gold))
    state.payments[owner] = tuple(imagined)
    hand.fill(iter(payable.values()))
    state.hands[owner] = hand


def payable_cards(taken: Sequence[int], hand: Hand[int]) -> dict[int, int]:
    """The cards taken, by their place in the order, without those known to be still in hand.

    Of equal cards the latest are the ones in hand, which leaves the payments most freedom.
    """
    payable = dict(enumerate(taken))
    for card in hand.known():
        payable.pop(max(place for place, value in payable.items() if value == card))
    return payable
