"""What a reader can know: what is still possible and how likely, who looked where, what is unseen.

A title makes it from what one audience knows (`Presenter.knowing`), `presentation/knowing.html`
places it for all titles alike. Chances are counted: deals that fit what the reader has seen are
equally likely, whatever anybody would have done with them. Where there are too many to count, some
are imagined, and the error is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from random import Random
from typing import Final, NamedTuple, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Draws, Event, Maybe, Move
from games.engine.imagining import not_seen
from games.presentation.motions import NO_FACES, Faces
from games.presentation.people import SeatLabel

C = TypeVar("C", bound=str | int)
A = TypeVar("A")

# How many deals are imagined: 30 to 48 ms of a processor for the one title that does, at three to
# ten seats; a panel may take 300. (Counting takes 0.1 to 1.7.)
SAMPLES: Final = 400


class Possibility(NamedTuple):
    """What a thing may be, and in how many of the cases. `tone` is a class for its colour."""

    word: str
    cases: int
    tone: str = ""


class Look(NamedTuple):
    """That somebody looked at something in secret, in that move. `saw` is told to whoever looked."""

    who: SeatLabel
    move: int
    saw: str = ""


class Statement(NamedTuple):
    """What a seat said about a thing, after that move. `is_torn`: something speaks against it."""

    seat: int
    about: str
    name: str
    words: str
    move: int
    is_torn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """What a thing may be. `about` is the thing's code, by which statements are put beside it."""

    about: str
    possible: tuple[Possibility, ...]
    figures: str  # the same in words
    who: SeatLabel | None = None  # if it is about a seat
    label: str = ""
    faces: Faces = NO_FACES
    looks: tuple[Look, ...] = ()
    said: tuple[Statement, ...] = ()

    @property
    def bars(self) -> list[tuple[int, int, str]]:
        """Where the bar of each begins, how long it is, in thousandths, and its tone."""
        cases, done, found = sum(one.cases for one in self.possible), 0, []
        for one in self.possible:
            first, last = (1000 * done // cases, 1000 * (done + one.cases) // cases)
            found.append((first, last - first, one.tone))
            done += one.cases
        return found


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a row of somebody who looks and a column of what is looked at meet."""

    looks: tuple[Look, ...] = ()
    said: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class LookRow:
    who: SeatLabel
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """Who looked where. A column is a thing: its code, and what it is called."""

    columns: tuple[tuple[str, str], ...]
    rows: tuple[LookRow, ...]


@dataclass(frozen=True, slots=True)
class UnseenKind:
    """So many cards of a kind that the reader has not seen."""

    word: str
    count: int
    faces: Faces


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """Something one can know, in words first. `foot` says how it was found out."""

    heading: str
    beside: str = ""  # small, with the heading
    says: str = ""
    odds: tuple[Odds, ...] = ()
    looks: Looks | None = None
    unseen: tuple[UnseenKind, ...] = ()
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Knowing:
    chapters: tuple[Chapter, ...]


# Counting


def unseen_by_kind(
    box: Iterable[C], places: Iterable[Maybe[str | int]], kind: Callable[[C], str]
) -> Counter[str]:
    """How many cards of each kind lie where the reader has not looked; `places` is where all are."""
    return Counter(map(kind, not_seen(box, places)))


def possibilities(
    cases: Mapping[C, int], words: Callable[[C], str], tones: Mapping[C, str] | None = None
) -> tuple[Possibility, ...]:
    """Those with a case, in the order given."""
    tones = tones or {}
    return tuple(
        Possibility(words(code), count, tones.get(code, ""))
        for code, count in cases.items()
        if count
    )


def figures(possible: Sequence[Possibility]) -> str:
    """ "loyal 4, traitor 1"; what is certain needs no number."""
    if len(possible) == 1:
        return possible[0].word
    return ", ".join(_("{word} {count}").format(word=one.word, count=one.cases) for one in possible)


def in_cases(count: int, cases: int) -> str:
    return _("{count} of {cases}").format(count=count, cases=cases)


def counted() -> str:
    return _("Counted, exact.")


# Imagining


def sampled(imagine: Callable[[Draws], Iterable[A]], samples: int = SAMPLES) -> Counter[A]:
    """How often each answer was met among imagined deals, of which one may have several answers.

    The draws are always the same, so that what is told depends on what the reader knows and on
    nothing else.
    """
    chance, met = _Guesses(), Counter[A]()
    for _sample in range(samples):
        met.update(imagine(chance))
    return met


class _Guesses:
    """Draws that nobody will ever check: a fifth of the time of those that can be."""

    def __init__(self) -> None:
        self._random = Random("what one can know")

    def shuffle(self, items: Iterable[C]) -> list[C]:
        order = sorted(items)
        self._random.shuffle(order)
        return order

    def pick(self, n: int) -> int:
        return self._random.randrange(n)

    def roll(self, sides: int) -> int:
        return self.pick(sides) + 1


def margin(counts: Iterable[int], samples: int = SAMPLES) -> int:
    """In percent, to the next whole one: what 19 of 20 such estimates keep to. The widest of all."""
    shares = [count / samples for count in counts]
    widest = max((sqrt(share * (1 - share) / samples) for share in shares), default=0.0)
    # One that was met never or always may still be met once in a while.
    return max(1, ceil(200 * widest))


def estimated(counts: Iterable[int], samples: int = SAMPLES) -> str:
    text = ngettext(
        "Estimated from {count} deal, ±{margin} %.",
        "Estimated from {count} deals, ±{margin} %.",
        samples,
    )
    return text.format(count=samples, margin=margin(counts, samples))


def percent(count: int, samples: int = SAMPLES) -> str:
    return _("{share} %").format(share=round(100 * count / samples))


# Looks


class Looked(NamedTuple):
    """A look as a title finds it in the log: who, at what, and what the reader may know of it."""

    seat: int
    about: str
    saw: str = ""


def looks_of(
    moves: Iterable[Move], look: Callable[[Event], Looked | None], people: Sequence[SeatLabel]
) -> dict[str, list[Look]]:
    """By the code of the thing that was looked at, in the order of the log."""
    found: dict[str, list[Look]] = {}
    for move in moves:
        for event in move.events:
            one = look(event)
            if one is not None:
                looks = found.setdefault(one.about, [])
                looks.append(Look(people[one.seat], move.number, one.saw))
    return found


def look_table(
    columns: Sequence[tuple[str, str]],
    looks: Mapping[str, Sequence[Look]],
    people: Sequence[SeatLabel],
) -> Looks:
    """A row for everyone. `placed` leaves out those of whom there is nothing to tell."""
    return Looks(
        tuple(columns),
        tuple(
            LookRow(who, tuple(_cell(looks.get(about, ()), who) for about, _label in columns))
            for who in people
        ),
    )


def _cell(looks: Iterable[Look], who: SeatLabel) -> Cell:
    return Cell(tuple(look for look in looks if look.who.seat == who.seat))


# Placing


def placed(known: Knowing, said: Sequence[Statement] = ()) -> Knowing:
    """The same with what was said put beside the things that it is about."""
    return Knowing(tuple(_placed(chapter, said) for chapter in known.chapters))


def _placed(chapter: Chapter, said: Sequence[Statement]) -> Chapter:
    odds = tuple(
        replace(one, said=tuple(words for words in said if words.about == one.about))
        for one in chapter.odds
    )
    looks = None if chapter.looks is None else _with_statements(chapter.looks, said)
    return replace(chapter, odds=odds, looks=looks)


def _with_statements(looks: Looks, said: Sequence[Statement]) -> Looks:
    abouts = [about for about, _label in looks.columns]
    rows = [
        LookRow(
            row.who,
            tuple(
                Cell(cell.looks, tuple(one for one in said if one[:2] == (row.who.seat, about)))
                for about, cell in zip(abouts, row.cells, strict=True)
            ),
        )
        for row in looks.rows
    ]
    told = (row for row in rows if row.who.is_me or any(map(_is_told, row.cells)))
    return replace(looks, rows=tuple(told))


def _is_told(cell: Cell) -> bool:
    return bool(cell.looks or cell.said)
