"""Claims: what a seat says in public about what others cannot see, with one touch.

A title words them, says which can be made now, which cannot stand beside each other, and, when all
is open, which were true. A claim is stored by its code, which stays for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, takewhile
from typing import NamedTuple, TypeVar

from games.engine import Event, Move

A = TypeVar("A")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ClaimButton:
    """One claim that can be made: its code, what the button says, a picture in the title's sprite."""

    code: str
    words: str
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """Claims about one thing, which exclude each other; without a label, claims of any kind."""

    label: str
    buttons: tuple[ClaimButton, ...]
    symbol: str = ""
    seat: int | None = (
        None  # if it is about a seat: the page draws its mark, with this name's letter
    )
    name: str = ""

    @property
    def about(self) -> str:
        """What the codes of all its claims begin with."""
        places = zip(*(one.code.split(".") for one in self.buttons), strict=False)
        return claim_code(*(place[0] for place in takewhile(lambda one: len({*one}) == 1, places)))


@dataclass(frozen=True, slots=True)
class ClaimGroup:
    label: str
    rows: tuple[ClaimRow, ...]


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """How a claim is told: in the ledger under its matter, and as what its maker says."""

    matter: str  # a key: claims of one round that have the same stand together
    about: str  # the matter in words: "Southern goal"
    answer: str  # "stone"
    says: str  # "I looked at the southern goal: stone."
    symbol: str = ""
    cell: str = ""  # the place on the board that it is about
    place: str = ""  # what `says` calls that place

    @property
    def pieces(self) -> tuple[str, str, str]:
        """What comes before its place in `says`, the place, and the rest; or all, and nothing."""
        return self.says.partition(self.place) if self.place else (self.says, "", "")


class Claimed(NamedTuple):
    """A claim that was made: by which seat, after which move. Whether it is true, is not in it."""

    seat: int
    code: str
    number: int

    @property
    def parts(self) -> list[str]:
        """The code taken apart, as `claim_code` puts it together."""
        return self.code.split(".")


@dataclass(frozen=True, slots=True)
class Objection:
    """What speaks against claims, by their places in the list that was asked about.

    Without words: they cannot all be true.
    """

    claims: tuple[int, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """Whether a claim was true when it was made, and whether its maker could know."""

    is_true: bool
    is_known: bool  # to its maker, then
    because: str  # "It was stone."


def claim_code(*parts: object) -> str:
    return ".".join(map(str, parts))


def events_of_round(moves: Sequence[Move], dealt: type[Event]) -> Iterator[tuple[int, Event]]:
    """The events of one round with the numbers of their moves.

    A move that ends a round may deal the next one too, so its moves alone do not bound it.
    """
    is_dealt = False
    for move in moves:
        for event in move.events:
            if isinstance(event, dealt):
                if is_dealt:
                    return
                is_dealt = True
            if is_dealt:
                yield move.number, event


def exclusive(claims: Iterable[tuple[int, object, object]]) -> Iterator[Objection]:
    """Of claims with a question and an answer each, those that answer one question differently."""
    for (one, about, answer), (other, same, differs) in combinations(list(claims), 2):
        if about == same and answer != differs:
            yield Objection((one, other))


def too_many(
    claims: Iterable[tuple[int, T, A]], there: Mapping[A, int], shown: Mapping[T, A]
) -> Iterator[tuple[A, tuple[int, ...]]]:
    """Of claims with a thing and an answer each, those that give an answer to more things than can
    have it, with that answer. `shown` are things that lie open: no claim about one counts here.
    """
    by_answer = dict[A, dict[int, T]]()
    for place, about, answer in claims:
        if about not in shown:
            by_answer.setdefault(answer, {})[place] = about
    for answer, said in by_answer.items():
        open_already = sum(one == answer for one in shown.values())
        if open_already + len(set(said.values())) > there[answer]:
            yield answer, tuple(said)
