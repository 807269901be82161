"""What one can know, after every so many moves of a match between bots, for the tests of all titles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from games.engine import Chance, Move, Title, is_known, redact_move
from games.engine.localmatch import LocalMatch
from games.engine.title import State
from games.presentation import presenter_of
from games.presentation.knowing import Chapter, Knowing, Odds
from tests.titles.tables import NAMES, audiences

S = TypeVar("S", bound=State)


class Known(NamedTuple):
    """A position, what a reader knows of it, and what that reader is told."""

    full: Any
    known: Any
    seat: int | None
    told: Knowing


def told_of(title: Title[S], known: S, seat: int | None, moves: list[Move]) -> Knowing:
    told = presenter_of(title.slug).knowing(known, seat, NAMES, of_round(moves, seat))
    assert told is not None
    return told


def of_round(moves: list[Move], seat: int | None) -> list[Move]:
    """The moves of the last round that was dealt, without its deal, as this reader has them."""
    deals = [
        number
        for number, move in enumerate(moves)
        if any("dealt" in event.type for event in move.events)
    ]
    return [redact_move(move, seat) for move in moves[deals[-1] + 1 :]]


def all_known(
    title: Title[S],
    *,
    seats: int,
    seed: int = 1,
    every: int = 7,
    options: Mapping[str, Any] | None = None,
    wild: bool = True,
) -> Iterator[Known]:
    """`wild`: two of three moves are made by chance, which leads to stranger positions."""
    chance = Chance.seeded(f"known {seed}")
    match = LocalMatch(
        title, seats=seats, options=options, match=f"known-{seed}", audiences=audiences(seats)
    )
    while True:
        awaited = sorted(title.awaiting(match.state))
        if len(match.moves) % every == 1 or not awaited:
            for seat in audiences(seats):
                known = match.known[seat]
                yield Known(match.state, known, seat, told_of(title, known, seat, match.moves))
        if not awaited:
            return
        chance.draws.clear()
        bot = title.bots["random" if wild and len(match.moves) % 3 else "plain"]
        match.submit(awaited[0], bot(match.known[awaited[0]], awaited[0], chance))


def fits(places: Sequence[object], deal: Sequence[object]) -> bool:
    """Whether a deal has what is known in its place."""
    pairs = zip(places, deal, strict=True)
    return all(not is_known(place) or place == card for place, card in pairs)


def chapter(told: Knowing, heading: str) -> Chapter:
    return next(one for one in told.chapters if one.heading == heading)


def odds_of(told: Knowing, about: str) -> Odds:
    found = [odds for one in told.chapters for odds in one.odds if odds.about == about]
    assert len(found) == 1
    return found[0]


def cases(odds: Odds) -> dict[str, int]:
    return {one.word: one.cases for one in odds.possible}


def unseen(told: Knowing) -> dict[str, int]:
    return {kind.word: kind.count for one in told.chapters for kind in one.unseen}
