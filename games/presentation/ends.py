"""Rounds and the end of a match: marks for the rounds, places for the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine import Outcome
from games.presentation.people import SeatLabel, seat_labels
from games.presentation.sentences import listed


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A round in the row of all rounds. `symbol` is drawn instead of its number."""

    number: int
    state: str  # "done", "now" or "later"
    label: str
    symbol: str = ""


def round_marks(count: int, now: int, done: Sequence[tuple[str, str]]) -> tuple[RoundMark, ...]:
    """`now` is the number of the round being played; `done` has label and symbol of each before."""
    marks = [RoundMark(number, "done", *each) for number, each in enumerate(done, 1)]
    for number in range(len(done) + 1, count + 1):
        if number == now:
            text, state = _("Round {number} is being played"), "now"
        else:
            text, state = _("Round {number} is to come"), "later"
        marks.append(RoundMark(number, state, text.format(number=number)))
    return tuple(marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnd:
    """The end of a round. `go_on` is the word that closes its panel, `id` what remembers it.

    `onward` is the address of the next round's deal, where the way on is a link.
    """

    id: str
    number: int
    heading: str
    says: str
    go_on: str
    onward: str = ""


def has_not_moved(turns: int, seat: int | None, starter: int, seats: int) -> bool:
    """After so many turns of a round, has this seat not moved? (Nobody's: has somebody not?)"""
    order = seats - 1 if seat is None else (seat - starter) % seats
    return turns <= order


@dataclass(frozen=True, slots=True)
class Rank:
    """A seat at the end of a match."""

    place: int
    who: SeatLabel
    has_won: bool
    score: int


def ranking(outcome: Outcome, names: Sequence[str], reader: int | None) -> list[Rank]:
    """The best first; of those with equal scores, whoever won."""
    labels = seat_labels(names[: len(outcome.scores)], reader)
    order = [(-score, seat not in outcome.winners) for seat, score in enumerate(outcome.scores)]
    return [
        Rank(
            place=1 + sum(other < order[seat] for other in order),
            who=labels[seat],
            has_won=seat in outcome.winners,
            score=outcome.scores[seat],
        )
        for seat in sorted(range(len(order)), key=order.__getitem__)
    ]


T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnd(Generic[T]):
    """The end of a match. A standing is a seat's `rank` and what the title shows of it beside.

    `mine` is how the reader came out.
    """

    heading: str
    says: str
    standings: Sequence[T]
    mine: str = ""


# As many as there are seats at the largest table.
_PLACES: Final = (
    gettext_lazy("You win with {score}"),
    gettext_lazy("You came 2nd with {score}"),
    gettext_lazy("You came 3rd with {score}"),
    gettext_lazy("You came 4th with {score}"),
    gettext_lazy("You came 5th with {score}"),
    gettext_lazy("You came 6th with {score}"),
    gettext_lazy("You came 7th with {score}"),
    gettext_lazy("You came 8th with {score}"),
    gettext_lazy("You came 9th with {score}"),
    gettext_lazy("You came 10th with {score}"),
)


def how_i_came(ranks: Sequence[Rank], score: Callable[[int], str]) -> str:
    """ "You came 4th with 5 nuggets"; nothing for a reader without a seat."""
    mine = next((rank for rank in ranks if rank.who.is_me), None)
    if mine is None:
        return ""
    shares = mine.has_won and sum(rank.has_won for rank in ranks) > 1
    text = _("You share the win with {score}") if shares else str(_PLACES[mine.place - 1])
    return text.format(score=score(mine.score))


def who_won(outcome: Outcome, names: Sequence[str]) -> str:
    text = ngettext("{names} wins the match", "{names} share the win", len(outcome.winners))
    return text.format(names=listed([names[seat] for seat in outcome.winners]))
