"""A full state that a seat's knowledge allows: what it cannot see is drawn anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

from games.engine import Draws, Hand, Pile, is_known

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
    seen = Counter(card for taken in state.gold_taken for card in taken)
    seen.update(card for pile in state.gold.values() for card in pile.known())
    unseen = (Counter(GOLD_CARDS) - seen).elements()
    cards = iter(chance.shuffle(unseen))
    state.gold = {field: _filled(pile, cards) for field, pile in state.gold.items()}
    state.gold_boxed = Hand(cards)


def _imagine_gems(state: State, chance: Draws) -> None:
    seen = Counter(gem for gems in state.gems_held for gem in gems)
    seen.update(gem for pile in state.gems.values() for gem in pile.known())
    unseen = (Counter(GEM_CARDS) - seen).elements()
    cards = iter(chance.shuffle(unseen))
    state.gems = {field: _filled(pile, cards) for field, pile in state.gems.items()}
    state.gems_boxed = Hand(cards)


def _filled(pile: Pile[C], cards: Iterator[C]) -> Pile[C]:
    """Another pile in its place: copies of a state share theirs."""
    twin = pile.copy()
    twin.fill(cards)
    return twin


def _imagine_payments(state: State, owner: int, chance: Draws) -> None:
    """Pay, in order, any card that had been taken by then and has not been paid since.

    A seat knows all its own payments and none of another's.
    """
    payments, hand = state.payments[owner], state.hands[owner]
    if all(is_known(payment.gold) for payment in payments):
        return
    payable = _payable(state.gold_taken[owner], hand)
    for number, payment in enumerate(payments):
        eligible = [place for place in payable if place < payment.taken]
        gold = payable.pop(eligible[chance.pick(len(eligible))])
        payments[number] = Payment(payment.taken, gold)
    hand.fill(iter(payable.values()))


def _payable(taken: list[int], hand: Hand[int]) -> dict[int, int]:
    """The cards taken, by their place in the order, without those known to be still in hand.

    Of equal cards the latest are the ones in hand, which leaves the payments most freedom.
    """
    payable = dict(enumerate(taken))
    for card in hand.known():
        payable.pop(max(place for place, value in payable.items() if value == card))
    return payable
