"""Self-played matches of Emerald and their pages, for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from django.template.loader import get_template

from games.engine import Chance, Move
from games.engine.table import Table
from games.titles.emerald import table as shown
from games.titles.emerald import title
from games.titles.emerald.state import State

NAMES = ("Ilse", "Bram", "Marta", "Kosta", "Łucja")


def positions(*, seats: int, seed: int) -> Iterator[Table[State]]:
    """A match played by plain bots, after every move of it."""
    chance = Chance.seeded(f"bots {seed}")
    match = Table(title, seats=seats, match=f"table-{seed}")
    yield match
    while awaited := sorted(title.awaiting(match.state)):
        chance.draws.clear()
        seat = awaited[0]
        match.submit(seat, title.bots["plain"](match.known[seat], seat, chance))
        yield match


def sampled(*, seats: int, seed: int) -> Iterator[Table[State]]:
    """One position in twelve of a match, its end, and the first few where the dragon caught one."""
    caught = 0
    for number, match in enumerate(positions(seats=seats, seed=seed)):
        caught += match.state.phase in ("catch", "answer")
        is_peak = match.state.phase in ("catch", "answer") and caught <= 4
        if number % 12 == 0 or is_peak or match.state.phase == "over":
            yield match


def position(wanted: Callable[[Table[State]], bool], *, seats: int = 4) -> Table[State]:
    """The first position of this kind in matches between bots."""
    return next(
        match for seed in range(100) for match in positions(seats=seats, seed=seed) if wanted(match)
    )


def table(known: State, seat: int | None, moves: Sequence[Move] = ()) -> shown.Table:
    return shown.table(known, seat, title.actions(known, seat), NAMES[: known.seats], moves)


def page(known: State, seat: int | None, moves: Sequence[Move] = ()) -> str:
    return str(template().render({"table": table(known, seat, moves)}))


@cache
def template() -> Any:
    return get_template("emerald/table.html", using="jinja2")
