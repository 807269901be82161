"""Self-played matches of Emerald and their pages, for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.engine import Move
from games.engine.localmatch import LocalMatch
from games.titles.emerald import table as shown
from games.titles.emerald import title
from games.titles.emerald.state import State
from tests.titles import tables
from tests.titles.tables import audiences as audiences

NAMES = ("Ilse", "Bram", "Marta", "Kosta", "Łucja")


def positions(*, seats: int, seed: int) -> Iterator[LocalMatch[State]]:
    return tables.positions(title, seats=seats, seed=seed)


def sampled(*, seats: int, seed: int) -> Iterator[LocalMatch[State]]:
    """One position in twelve of a match, its end, and the first few where the dragon caught one."""
    caught = 0
    for number, match in enumerate(positions(seats=seats, seed=seed)):
        caught += match.state.phase in ("catch", "answer")
        is_peak = match.state.phase in ("catch", "answer") and caught <= 4
        if number % 12 == 0 or is_peak or match.state.phase == "over":
            yield match


def position(wanted: Callable[[LocalMatch[State]], bool], *, seats: int = 4) -> LocalMatch[State]:
    return tables.first(wanted, (positions(seats=seats, seed=seed) for seed in range(100)))


def table(known: State, seat: int | None, moves: Sequence[Move] = ()) -> shown.Table:
    return shown.table(known, seat, title.actions(known, seat), NAMES[: known.seats], moves)


def page(known: State, seat: int | None, moves: Sequence[Move] = ()) -> str:
    return tables.render(title.slug, table(known, seat, moves))
