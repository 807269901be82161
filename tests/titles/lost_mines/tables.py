"""Self-played matches of The Lost Mines and their pages, for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.engine import Move
from games.engine.localmatch import LocalMatch
from games.titles.lost_mines import table as shown
from games.titles.lost_mines import title
from games.titles.lost_mines.state import State
from tests.titles import tables
from tests.titles.tables import NAMES as NAMES
from tests.titles.tables import audiences as audiences


def positions(*, seats: int, seed: int) -> Iterator[LocalMatch[State]]:
    return tables.positions(title, seats=seats, seed=seed)


def sampled(*, seats: int, seed: int) -> Iterator[LocalMatch[State]]:
    """One position in nine of a match, and all where a treasure is taken or a round begins."""
    for number, match in enumerate(positions(seats=seats, seed=seed)):
        if number % 9 == 0 or match.state.phase in ("take", "over") or not match.state.board.cards:
            yield match


def position(wanted: Callable[[LocalMatch[State]], bool], *, seats: int = 5) -> LocalMatch[State]:
    return tables.first(wanted, (positions(seats=seats, seed=seed) for seed in range(100)))


def table_of(known: State, seat: int | None, moves: Sequence[Move] = ()) -> shown.Table:
    return shown.table(known, seat, title.actions(known, seat), NAMES[: known.seats], moves)


def page(known: State, seat: int | None, moves: Sequence[Move] = ()) -> str:
    return tables.render(title.slug, table_of(known, seat, moves))
