"""What one can know in Emerald agrees with all payments written out, and denies nothing true."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from games.engine import UNKNOWN, Hand, Maybe, covers
from games.titles.emerald import title
from games.titles.emerald.state import Payment, State
from games.titles.emerald.table.knowing import coins_left
from tests.titles.knowing import all_known, cases, unseen


def paid(taken: tuple[int, ...], *after: int) -> State:
    """A seat that took these cards, and paid the dragon when it had so many of them."""
    state = State(seats=2)
    state.gold_taken, state.hands = [taken, ()], [Hand(), Hand()]
    state.payments = [tuple(Payment(count, UNKNOWN) for count in after), ()]
    hidden = after[-1] - len(after)
    still: list[Maybe[int]] = [*[UNKNOWN] * hidden, *taken[after[-1] :]]
    state.hands[0] = Hand(still)
    return state


def written_out(taken: tuple[int, ...], *after: int) -> Counter[int]:
    """All ways to pay: places of the cards taken, each paid once and not before it was taken."""
    return Counter(
        sum(taken) - sum(taken[place] for place in places)
        for places in permutations(range(len(taken)), len(after))
        if all(place < count for place, count in zip(places, after, strict=True))
    )


def test_gold_left_is_as_likely_as_among_all_payments_written_out() -> None:
    for taken, after in (
        ((3,), (1,)),
        ((1, 5), (1,)),
        ((1, 5), (2,)),
        ((2, 2, 4, 5), (2, 4)),
        ((5, 1, 1, 3, 2, 4), (1, 3, 6)),
        ((1, 2, 3, 4, 5, 5, 4), (2, 2, 5, 6)),
    ):
        assert coins_left(paid(taken, *after), 0) == written_out(taken, *after)


def test_nothing_true_is_denied() -> None:
    told = 0
    for seed in (1, 2, 3):
        for one in all_known(title, seats=3, every=10, seed=seed):
            assert covers(one.known, one.full)
            for chapter in one.told.chapters:
                for odds in chapter.odds:
                    assert odds.who is not None
                    told += len(odds.possible) > 1
                    coins = sum(one.full.hands[odds.who.seat].known())
                    assert cases(odds)[str(coins)] > 0
    assert told


def test_cards_not_turned_up_are_those_under_the_piles_and_in_the_box() -> None:
    for one in all_known(title, seats=4, every=12):
        lying = Counter[object]()
        for piles, known in (
            (one.full.gold, one.known.gold),
            (one.full.gems, one.known.gems),
        ):
            for field, pile in piles.items():
                seen = list(known[field])
                lying.update(card for card, told in zip(pile, seen, strict=True) if told is UNKNOWN)
        lying.update([*one.full.gold_boxed, *one.full.gems_boxed])
        words = {"Gold 1": 1, "Gold 5": 5, "Ruby": "ruby", "Turquoise": "turquoise"}
        assert sum(unseen(one.told).values()) == lying.total()
        for word, card in words.items():
            assert unseen(one.told)[word] == lying[card]
