"""Self-played matches of The Lost Mines and their pages, for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.template.loader import get_template

from games.engine import Chance, Move
from games.engine.table import Table
from games.titles.lost_mines import table as shown
from games.titles.lost_mines import title
from games.titles.lost_mines.state import State

NAMES = ("Mira", "Tobiáš", "Hanka", "Rook", "Olu", "Łucja", "Bart", "Ida", "Marek")


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
    """One position in nine of a match, and all where a treasure is taken or a round begins."""
    for number, match in enumerate(positions(seats=seats, seed=seed)):
        if number % 9 == 0 or match.state.phase in ("take", "over") or not match.state.board.cards:
            yield match


def position(wanted: Callable[[Table[State]], bool], *, seats: int = 5) -> Table[State]:
    """The first position of this kind in matches between bots."""
    return next(
        match for seed in range(100) for match in positions(seats=seats, seed=seed) if wanted(match)
    )


def table_of(known: State, seat: int | None, moves: Sequence[Move] = ()) -> shown.Table:
    return shown.table(known, seat, title.actions(known, seat), NAMES[: known.seats], moves)


def page(known: State, seat: int | None, moves: Sequence[Move] = ()) -> str:
    template: Any = get_template("lost_mines/table.html", using="jinja2")
    return str(template.render({"table": table_of(known, seat, moves)}))
