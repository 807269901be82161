"""A full state that could be the true one, as far as a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations_with_replacement
from typing import Any, TypeVar

from games.engine import Draws, Maybe, is_known, seen

from .cards import DECK, GOALS, GOLD_BOX, dwarf_cards
from .gold import make_up
from .rules import census
from .state import Pay, Share, State

T = TypeVar("T", bound=str | int)

TRIES = 50  # for gold alone, whose history hems it in; the first is nearly always good


def imagine(known: State, seat: int | None, chance: Draws) -> State:
    """Deal out what is not known at random. (`seat` is whose knowledge it is; it tells itself.)"""
    state = known.copy()
    cards = census(known)
    goals = iter(chance.shuffle(_left(GOALS, cards["goals"])))
    for goal in state.goals:
        goal.fill(goals)
    dwarves = iter(chance.shuffle(_left(dwarf_cards(state.seats), cards["dwarves"])))
    for slot in [*state.roles, state.spare]:
        slot.fill(dwarves)
    deck = iter(chance.shuffle(_left(DECK, cards["deck"])))
    for hand in state.hands:
        hand.fill(deck)
    state.pile.fill(deck)
    state.discards.fill(deck)
    imagine_gold(state, chance)
    return state


def _left(box: Iterable[T], lying: Iterable[Maybe[str | int]]) -> list[T]:
    """What of the box has not been seen anywhere."""
    unseen: Counter[Any] = Counter(box)
    unseen.subtract(seen(lying))
    return list(unseen.elements())


# Gold. Who took which cards is hemmed in by what each taker could choose from, round by round.


def imagine_gold(state: State, chance: Draws) -> None:
    """Fill shares, pay and piles. A try that leads nowhere is made again."""
    for attempt in range(TRIES):
        trial = state.copy()
        if _deal_gold(trial, chance, strict=attempt < TRIES - 1):
            state.shares, state.pay = trial.shares, trial.pay
            state.offer, state.gold = trial.offer, trial.gold
            return
    raise ValueError("this gold cannot have been taken by the rules")


def _deal_gold(state: State, chance: Draws, *, strict: bool) -> bool:
    """One try, the rounds in order. `strict`: every saboteur was paid as S20 makes it up."""
    reserved = [_laid_out(state, share) for share in state.shares]
    lying = [*census(state)["gold"], *chain.from_iterable(reserved)]
    pool = chance.shuffle(_left(GOLD_BOX, lying))
    left = Counter(GOLD_BOX)
    shares, pays = iter(zip(state.shares, reserved, strict=True)), iter(state.pay)
    for played in state.rounds:
        winner = played.result and played.result["winner"]
        if winner == "miners":
            share, cards = next(shares)
            _fill_share(state, share, chance.shuffle(cards), pool, chance)
            left.subtract(seen(share.taken))
        elif winner == "saboteurs" and played.shown is not None:
            for _ in range(list(played.shown["roles"]).count("saboteur")):
                pay = next(pays)
                if not _fill_pay(pay, left, pool, strict=strict):
                    return False
                left.subtract(seen(pay.cards))
    state.gold.fill(iter(pool))
    return True


def _is_current(state: State, share: Share) -> bool:
    return state.phase == "gold" and share is state.shares[-1]


def _first_seen(share: Share) -> int:
    """The pick from which on I know what lay there, or one that never came."""
    seen = (i for i, offer in enumerate(share.offers) if all(map(is_known, offer)))
    return next(seen, len(share.order))


def _laid_out(state: State, share: Share) -> list[int]:
    """Cards that I saw lying there when I picked, and do not know where they went."""
    first = _first_seen(share)
    if first == len(share.order):
        return []
    gone = [*share.taken[first:], *(state.offer if _is_current(state, share) else ())]
    return _left(seen(share.offers[first]), gone)


def _fill_share(
    state: State, share: Share, reserved: list[int], pool: list[int], chance: Draws
) -> None:
    """Picks before mine come from the pool; those after it from what I saw."""
    first = _first_seen(share)
    later = iter(reserved) if first < len(share.order) else iter(pool.pop, None)
    if share.picked:
        share.taken = [
            card if is_known(card) else next(later) if i > first else pool.pop()
            for i, card in enumerate(share.taken)
        ]
    else:
        share.taken = [*_best_first(share.taken, pool, chance)]
    offer: list[int] = []
    if _is_current(state, share):
        state.offer.fill(later)
        offer = state.offer.known()
    share.offers = [
        tuple(sorted([*seen(share.taken[i:]), *offer], reverse=True))
        for i in range(len(share.offers))
    ]


def _best_first(taken: list[Maybe[int]], pool: list[int], chance: Draws) -> list[int]:
    """S24: everyone took the best card left, so the cards of a share never rise."""
    mine = {i: card for i, card in enumerate(taken) if is_known(card)}
    missing = len(taken) - len(mine)
    for _ in range(TRIES):
        pool[:] = chance.shuffle(pool)
        cards = sorted([*mine.values(), *pool[:missing]], reverse=True)
        if all(cards[i] == card for i, card in mine.items()):
            break
    del pool[:missing]
    return cards


def _fill_pay(pay: Pay, left: Counter[int], pool: list[int], *, strict: bool) -> bool:
    """S20: the cards were made up from what was left then."""
    if all(map(is_known, pay.cards)):
        return True
    cards = make_up(pay.nuggets, list(left.elements())) if strict else _any_sum(pay, pool)
    if len(cards) != len(pay.cards) or Counter(cards) - Counter(pool):
        return False
    for card in cards:
        pool.remove(card)
    pay.cards = cards
    return True


def _any_sum(pay: Pay, pool: Sequence[int]) -> tuple[int, ...]:
    return next(
        (
            cards
            for cards in combinations_with_replacement((3, 2, 1), len(pay.cards))
            if sum(cards) == pay.nuggets and not Counter(cards) - Counter(pool)
        ),
        (),
    )
