"""What a reader can know in Emerald: the gold that others have left, and cards not turned up yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from django.utils.translation import gettext as _

from games.engine import Move
from games.presentation import knowing as kit
from games.presentation.knowing import Chapter, Knowing, Odds, UnseenKind
from games.presentation.motions import Faces
from games.presentation.people import SeatLabel, seat_labels
from games.titles.emerald.cards import GEM_CARDS, GEMS, GOLD_CARDS, Gem
from games.titles.emerald.imagine import payable_cards
from games.titles.emerald.state import State

from . import words
from .board import card


def knowing(
    known: State, seat: int | None, names: Sequence[str], moves: Sequence[Move] = ()
) -> Knowing | None:
    if known.seats == 0:
        return None
    people = seat_labels(names[: known.seats], seat)
    return Knowing((*_purses(known, people), _cards(known)))


# Gold in hand: everyone saw it taken, and nobody saw with which card somebody paid the dragon


def _purses(known: State, people: Sequence[SeatLabel]) -> Iterator[Chapter]:
    others = [who for who in people if known.payments[who.seat] and not who.is_me]
    if others:
        yield Chapter(
            heading=_("Gold in hand"),
            says=_("Everyone saw the gold taken, but not with which card the dragon was paid."),
            odds=tuple(_purse(known, who) for who in others),
            foot=kit.counted(),
        )


def _purse(known: State, who: SeatLabel) -> Odds:
    cases = coins_left(known, who.seat)
    possible = kit.possibilities(dict(sorted(cases.items())), str, dict.fromkeys(cases, "gold"))
    least, most = min(cases), max(cases)
    if least == most:
        told = words.coins(least)
    else:
        likely = max(cases, key=lambda coins: (cases[coins], coins))
        text = _("{least} to {coins}, most likely {likely}")
        told = text.format(least=least, coins=words.coins(most), likely=likely)
    return Odds(about=f"hold.{who.seat}", possible=possible, figures=told, who=who)


def coins_left(known: State, seat: int) -> Counter[int]:
    """The coins of the gold in a hand, with the number of ways in which the dragon can have been
    paid: each time with any card that had been taken by then and not been paid since.
    """
    hand = known.hands[seat]
    sure = sum(hand.known())
    if not hand.unknown_count():
        return Counter({sure: 1})
    payable = payable_cards(known.gold_taken[seat], hand)
    ways: Counter[tuple[int, ...]] = Counter({(): 1})  # by what was paid, in order of the values
    for payment in known.payments[seat]:
        before = Counter(gold for place, gold in payable.items() if place < payment.taken)
        then: Counter[tuple[int, ...]] = Counter()
        for paid, count in ways.items():
            for gold, left in (before - Counter(paid)).items():
                then[tuple(sorted((*paid, gold)))] += count * left
        ways = then
    left_over = Counter[int]()
    for paid, count in ways.items():
        left_over[sure + sum(payable.values()) - sum(paid)] += count
    return left_over


# Cards


def _cards(known: State) -> Chapter:
    gold = kit.unseen_by_kind(
        GOLD_CARDS, [*chain.from_iterable(known.gold_taken), *_turned_up(known)[0]], str
    )
    gems = kit.unseen_by_kind(
        GEM_CARDS, [*chain.from_iterable(known.gems_held), *_turned_up(known)[1]], str
    )
    lying = sum(pile.unknown_count() for pile in known.gold.values())
    lying += sum(pile.unknown_count() for pile in known.gems.values())
    total = sum(gold.values()) + sum(gems.values())
    text = _("{total}: {lying} under piles, {boxed} in the box")
    kinds: Sequence[int | Gem] = [*sorted(set(GOLD_CARDS)), *GEMS]
    counts = gold + gems
    return Chapter(
        heading=_("Cards not turned up yet"),
        beside=text.format(total=total, lying=lying, boxed=total - lying),
        unseen=tuple(
            UnseenKind(shown.name, counts[str(kind)], Faces((shown.symbol,)))
            for kind in kinds
            for shown in [card(kind)]
        ),
    )


def _turned_up(known: State) -> tuple[list[int], list[Gem]]:
    gold = [one for pile in known.gold.values() for one in pile.known()]
    gems = [one for pile in known.gems.values() for one in pile.known()]
    return gold, gems
