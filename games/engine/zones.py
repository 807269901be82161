"""Where cards lie, known or not: Unknown, Hand, Pile, Slot, and `covers` between two states.

The same `evolve` folds the full log and a seat's redacted copy of it, so every place a card can
be in holds known and unknown cards side by side. The zones keep the rules of that in one place:
a title never asks whether a value is unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from operator import eq
from typing import (
    Any,
    Final,
    Generic,
    NoReturn,
    TypeAlias,
    TypeGuard,
    TypeVar,
    cast,
    final,
)

from games.engine.errors import CorruptLog, quoted

T = TypeVar("T", bound=str | int)
V = TypeVar("V")


@final
class Unknown:
    """A value that exists and that this audience has not seen. There is one: `UNKNOWN`."""

    __slots__ = ()

    def __new__(cls) -> Unknown:
        return UNKNOWN

    def __bool__(self) -> NoReturn:
        raise TypeError("an unknown value is neither true nor false")

    def __repr__(self) -> str:
        return "?"

    def __copy__(self) -> Unknown:
        return self

    def __deepcopy__(self, memo: object) -> Unknown:
        return self

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final[Unknown] = object.__new__(Unknown)

Maybe: TypeAlias = V | Unknown


def is_known(value: V | Unknown) -> TypeGuard[V]:
    return value is not UNKNOWN


def seen(values: Iterable[V | Unknown]) -> list[V]:
    """Those of the values that are known."""
    known: list[Any] = [value for value in values if value is not UNKNOWN]
    return known


def learn(old: Maybe[V], new: Maybe[V]) -> Maybe[V]:
    """What is known after reading it again: never less than before, never something else."""
    if new is UNKNOWN:
        return old
    if old is UNKNOWN or old == new:
        return new
    raise CorruptLog(
        "contradiction", f"the log says {quoted(new)} where it said {quoted(old)} before"
    )


class Hand(Generic[T]):
    """A bag of cards. Order means nothing, equal cards are equal."""

    __slots__ = ("cards",)

    def __init__(self, cards: Iterable[Maybe[T]] = ()) -> None:
        self.cards: list[Maybe[T]] = list(cards)

    def copy(self) -> Hand[T]:
        twin: Hand[T] = Hand.__new__(Hand)
        twin.cards = self.cards.copy()
        return twin

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Maybe[T]]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and (
            self.cards == other.cards or Counter(self.cards) == Counter(other.cards)
        )

    def __repr__(self) -> str:
        return f"Hand({self.cards!r})"

    def known(self) -> list[T]:
        """The cards seen, in order of their codes."""
        return sorted(seen(self.cards))

    def kinds(self) -> list[T]:
        """The different cards seen, in order of their codes."""
        kinds: set[Any] = set(self.cards)
        kinds.discard(UNKNOWN)
        return sorted(kinds)

    def unknown_count(self) -> int:
        return self.cards.count(UNKNOWN)

    def add(self, card: Maybe[T]) -> None:
        self.cards.append(card)

    def remove(self, card: Maybe[T]) -> None:
        """Take a card out. An unseen loss may have been any card, so the rest becomes unknown."""
        cards = self.cards
        if card is not UNKNOWN and card in cards:
            cards.remove(card)
        elif not cards:
            raise CorruptLog("empty_hand", "a card leaves an empty hand")
        elif card is UNKNOWN:
            self.cards = [UNKNOWN] * (len(cards) - 1)
        elif UNKNOWN in cards:
            cards.remove(UNKNOWN)
        else:
            raise CorruptLog(
                "card_not_in_hand", f"{quoted(card)} leaves a hand that does not hold it"
            )

    def learn(self, cards: Iterable[Maybe[T]]) -> None:
        """The hand is shown, or some of it: what was seen before and what is seen now are in it."""
        shown = Hand(cards)
        seen = Counter(self.known()) | Counter(shown.known())
        hidden = len(self.cards) - seen.total()
        if len(shown) != len(self.cards) or hidden < 0:
            raise CorruptLog("contradiction", "a hand is shown that is not the hand held")
        self.cards = [*seen.elements(), *[UNKNOWN] * hidden]

    def fill(self, cards: Iterator[T]) -> None:
        """Put a card from `cards` in every unknown place."""
        self.cards = [card if is_known(card) else next(cards) for card in self.cards]

    def covers(self, full: Hand[T]) -> bool:
        if len(self.cards) != len(full.cards):
            return False
        if self.cards.count(UNKNOWN) == len(self.cards):
            return True  # as most hands are to most readers
        held = full.cards.copy()
        for card in self.cards:
            if card in held:
                held.remove(card)
            elif card is not UNKNOWN:
                return False
        return True


class Pile(Generic[T]):
    """Cards in an order; the first is the top."""

    __slots__ = ("_from_below",)

    def __init__(self, cards: Iterable[Maybe[T]] = ()) -> None:
        self._from_below: list[Maybe[T]] = list(cards)[::-1]  # so that drawing is a cheap pop

    def copy(self) -> Pile[T]:
        twin: Pile[T] = Pile.__new__(Pile)
        twin._from_below = self._from_below.copy()
        return twin

    def __len__(self) -> int:
        return len(self._from_below)

    def __iter__(self) -> Iterator[Maybe[T]]:
        return reversed(self._from_below)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and self._from_below == other._from_below

    def __repr__(self) -> str:
        return f"Pile({list(self)!r})"

    def top(self) -> Maybe[T]:
        if not self._from_below:
            raise CorruptLog("empty_pile", "an empty pile has no top card")
        return self._from_below[-1]

    def known(self) -> list[T]:
        """The cards seen, from the top."""
        return seen(self)

    def unknown_count(self) -> int:
        return self._from_below.count(UNKNOWN)

    def put(self, card: Maybe[T]) -> None:
        self._from_below.append(card)

    def draw(self, named: Maybe[T] = UNKNOWN) -> Maybe[T]:
        """Take the top card, which the log may name."""
        try:
            card = self._from_below.pop()
        except IndexError:
            raise CorruptLog("empty_pile", "a card is drawn from an empty pile") from None
        return card if card == named else learn(card, named)

    def take(self, card: Maybe[T]) -> None:
        """Search the pile from the top for a card and take it out.

        An unknown card further up may have been the one. From there down to where it must have
        been, it is no longer known which card moved up by one.
        """
        below = self._from_below
        if not below:
            raise CorruptLog("empty_pile", "a card is taken from an empty pile")
        if card in below and UNKNOWN not in below:
            del below[len(below) - 1 - below[::-1].index(card)]
            return
        places = list(self)
        if card is UNKNOWN:
            self._from_below = [UNKNOWN] * (len(places) - 1)
            return
        end = places.index(card) + 1 if card in places else len(places)
        possible = [place for place in range(end) if places[place] in (card, UNKNOWN)]
        if not possible:
            raise CorruptLog("card_not_in_pile", f"{quoted(card)} is taken from a pile without it")
        first, last = possible[0], possible[-1]
        left = [*places[:first], *[UNKNOWN] * (last - first), *places[last + 1 :]]
        self._from_below = left[::-1]

    def learn(self, cards: Iterable[Maybe[T]]) -> None:
        """The pile is shown, from the top."""
        shown = list(cards)[::-1]
        if len(shown) != len(self._from_below):
            raise CorruptLog("contradiction", "a pile is shown with another number of cards")
        self._from_below = [learn(*pair) for pair in zip(self._from_below, shown, strict=True)]

    def fill(self, cards: Iterator[T]) -> None:
        """Put a card from `cards` in every unknown place."""
        self._from_below = [c if is_known(c) else next(cards) for c in self._from_below]

    def covers(self, full: Pile[T]) -> bool:
        return _covers_each(self._from_below, full._from_below)


class Slot(Generic[T]):
    """One card in its place. Whether it lies face up is not the same as whether I know it."""

    __slots__ = ("face_up", "value")

    def __init__(self, value: Maybe[T] = UNKNOWN, *, face_up: bool = False) -> None:
        self.value: Maybe[T] = value
        self.face_up = face_up

    def copy(self) -> Slot[T]:
        twin: Slot[T] = Slot.__new__(Slot)
        twin.value = self.value
        twin.face_up = self.face_up
        return twin

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Slot) and self.value == other.value and self.face_up == other.face_up
        )

    def __repr__(self) -> str:
        return f"Slot({self.value!r}, face_up={self.face_up})"

    def is_known(self) -> bool:
        return self.value is not UNKNOWN

    def known_value(self) -> T:
        """The value, for those who must know it, such as the rules deciding on a full state."""
        if isinstance(self.value, Unknown):
            raise CorruptLog("unknown_card", "a card is needed that is not known")
        return self.value

    def learn(self, value: Maybe[T]) -> None:
        """Somebody looked: it may have been me. A look I did not share tells me nothing."""
        self.value = learn(self.value, value)

    def turn_up(self, value: Maybe[T]) -> None:
        self.learn(value)
        self.face_up = True

    def fill(self, cards: Iterator[T]) -> None:
        if self.value is UNKNOWN:
            self.value = next(cards)

    def covers(self, full: Slot[T]) -> bool:
        if self.face_up != full.face_up:
            return False
        return self.value is full.value or covers(self.value, full.value)


def covers(known: Any, full: Any) -> bool:
    """Is everything known in the one the same in the other?"""
    if known is full or known is UNKNOWN:
        return True
    kind = type(known)
    if kind is not type(full):
        return False
    if kind not in _COVERING:
        _COVERING[kind] = _covering(kind)
    return _COVERING[kind](known, full)


Covering: TypeAlias = Callable[[Any, Any], bool]

# By type: states have many fields, and asking each what it is took half of the time.
_COVERING: dict[type, Covering] = {}


def _covering(kind: type) -> Covering:
    if issubclass(kind, Hand | Pile | Slot):
        return cast(Covering, kind.covers)
    if issubclass(kind, list):
        return _covers_each
    if issubclass(kind, tuple):
        return lambda known, full: known == full or _covers_each(known, full)
    if kind is dict:
        return _covers_values
    if not is_dataclass(kind):
        return eq
    return _covering_fields([field.name for field in fields(kind) if field.compare])


def _covering_fields(names: list[str]) -> Covering:
    def covers_fields(known: Any, full: Any) -> bool:
        for name in names:
            one, other = getattr(known, name), getattr(full, name)
            if one is not other and one is not UNKNOWN and not covers(one, other):
                return False
        return True

    return covers_fields


def _covers_each(known: Sequence[Any], full: Sequence[Any]) -> bool:
    if len(known) != len(full):
        return False
    for one, other in zip(known, full, strict=True):
        if one is not other and one is not UNKNOWN and not covers(one, other):
            return False
    return True


def _covers_values(known: dict[Any, Any], full: dict[Any, Any]) -> bool:
    return known.keys() == full.keys() and _covers_each(
        [*known.values()], [full[key] for key in known]
    )
