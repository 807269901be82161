"""Dealing out the unseen: what every `imagine` does with the cards that a seat cannot see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from games.engine.chance import Draws
from games.engine.zones import Hand, Maybe, Pile, Slot, is_known, seen

T = TypeVar("T", bound=str | int)


def not_seen(box: Iterable[T], places: Iterable[Maybe[str | int]]) -> list[T]:
    """What of the box has been seen in none of these places. (A mapping's keys are cards too.)"""
    left: Counter[Any] = Counter(iter(box))
    left.subtract(seen(places))
    return list(left.elements())


class Unseen(Generic[T]):
    """The cards of a box that were seen nowhere, shuffled, to be dealt into the unknown places.

    `places` is where all cards of that box may be; a title has them in its census.
    """

    def __init__(self, box: Iterable[T], places: Iterable[Maybe[str | int]], chance: Draws) -> None:
        self._cards = iter(chance.shuffle(not_seen(box, places)))

    def fill(self, *zones: Hand[T] | Pile[T] | Slot[T]) -> None:
        """Put a card in every unknown place of these zones, which are the caller's to change."""
        for zone in zones:
            zone.fill(self._cards)

    def filled(self, values: Iterable[Maybe[T]]) -> list[T]:
        """The same values, with a card for every unknown one."""
        return [value if is_known(value) else next(self._cards) for value in values]

    def rest(self) -> list[T]:
        """All cards that are left."""
        return list(self._cards)
