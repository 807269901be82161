"""A full state that could be the true one, as far as a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations_with_replacement

from games.engine import Draws, Maybe, Unseen, is_known, seen
from games.engine.imagining import not_seen

from .cards import DECK, GOALS, GOLD_BOX, dwarf_cards
from .gold import make_up
from .rules import census
from .state import Pay, Share, State

TRIES = 50  # for gold alone, which is constrained by earlier rounds; the first is mostly good


def imagine(known: State, seat: int | None, chance: Draws) -> State:
    """Deal out what is not known at random. (`seat` is whose knowledge it is; it tells itself.)"""
    state, places = known.copy(), census(known)
    Unseen(GOALS, places["goals"], chance).fill(*state.goals)
    Unseen(dwarf_cards(state.seats), places["dwarves"], chance).fill(*state.roles, state.spare)
    Unseen(DECK, places["deck"], chance).fill(*state.hands, state.pile, state.discards)
    imagine_gold(state, chance)
    return state


# Gold. What each taker could choose from, round by round, constrains who took which cards.


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
    pool = chance.shuffle(not_seen(GOLD_BOX, lying))
    left = Counter(GOLD_BOX)
    shares, pays = iter(zip(state.shares, reserved, strict=True)), iter(state.pay)
    for played in state.rounds:
        winner = played.result and played.result["winner"]
        if winner == "miners":
            share, cards = next(shares)
            if not _fill_share(state, share, chance.shuffle(cards), pool, chance):
                return False
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
    return not_seen(seen(share.offers[first]), gone)


def _fill_share(
    state: State, share: Share, reserved: list[int], pool: list[int], chance: Draws
) -> bool:
    """Picks before mine come from the pool; those after it from what I saw. Whether there were some."""
    first = _first_seen(share)
    later = iter(reserved) if first < len(share.order) else iter(pool.pop, None)
    if share.picked:
        share.taken = [
            card if is_known(card) else next(later) if i > first else pool.pop()
            for i, card in enumerate(share.taken)
        ]
    else:
        cards = best_first(share.taken, pool, chance)
        if cards is None:
            return False
        share.taken = [*cards]
    offer: list[int] = []
    if _is_current(state, share):
        state.offer.fill(later)
        offer = state.offer.known()
    share.offers = [
        tuple(sorted([*seen(share.taken[i:]), *offer], reverse=True))
        for i in range(len(share.offers))
    ]
    return True


# S24: everyone took the best card left, so the cards of a share never rise.
def best_first(taken: list[Maybe[int]], pool: list[int], chance: Draws) -> list[int] | None:
    mine = {i: card for i, card in enumerate(taken) if is_known(card)}
    missing = len(taken) - len(mine)
    for _ in range(TRIES):
        pool[:] = chance.shuffle(pool)
        cards = sorted([*mine.values(), *pool[:missing]], reverse=True)
        if all(cards[i] == card for i, card in mine.items()):
            del pool[:missing]
            return cards
    return _one_by_one(taken, pool, chance)


def _one_by_one(taken: list[Maybe[int]], pool: list[int], chance: Draws) -> list[int] | None:
    """Where chance does not find cards that fit around mine: the narrowest places first."""
    places = [i for i, card in enumerate(taken) if not is_known(card)]
    bounds = {i: (max(seen(taken[i:]), default=1), min(seen(taken[:i]), default=3)) for i in places}
    chosen, rest = seen(taken), list(pool)
    for i in sorted(places, key=lambda i: bounds[i][1] - bounds[i][0]):
        least, most = bounds[i]
        fitting = [card for card in rest if least <= card <= most]
        if not fitting:
            return None
        card = fitting[chance.pick(len(fitting))]
        rest.remove(card)
        chosen.append(card)
    pool[:] = rest
    return sorted(chosen, reverse=True)


# S20: the cards were made up from what was left then.
def _fill_pay(pay: Pay, left: Counter[int], pool: list[int], *, strict: bool) -> bool:
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
