"""Self-played matches of Saboteur and their pages, for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.engine import Move
from games.engine.localmatch import LocalMatch
from games.titles.saboteur import table as shown
from games.titles.saboteur import title
from games.titles.saboteur.state import State
from tests.titles import tables
from tests.titles.tables import NAMES as NAMES
from tests.titles.tables import audiences as audiences


def positions(*, seats: int, seed: int, share_gold: str = "auto") -> Iterator[LocalMatch[State]]:
    return tables.positions(title, seats=seats, seed=seed, options={"share_gold": share_gold})


def sampled(*, seats: int, seed: int, share_gold: str = "auto") -> Iterator[LocalMatch[State]]:
    """One position in six of a match, and all around the ends of its rounds."""
    for number, match in enumerate(positions(seats=seats, seed=seed, share_gold=share_gold)):
        if number % 6 == 0 or match.state.phase != "turns" or not match.state.plays:
            yield match


def position(
    wanted: Callable[[LocalMatch[State]], bool], *, seats: int = 5, share_gold: str = "auto"
) -> LocalMatch[State]:
    played = (positions(seats=seats, seed=seed, share_gold=share_gold) for seed in range(100))
    return tables.first(wanted, played)


def table_of(known: State, seat: int | None, moves: Sequence[Move] = ()) -> shown.Table:
    return shown.table(known, seat, title.actions(known, seat), NAMES[: known.seats], moves)


def page(known: State, seat: int | None, moves: Sequence[Move] = ()) -> str:
    return tables.render(title.slug, table_of(known, seat, moves))
