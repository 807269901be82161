"""Self-played matches of Saboteur and their pages, for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.template.loader import get_template

from games.engine import Chance
from games.engine.table import Table
from games.titles.saboteur import table as shown
from games.titles.saboteur import title
from games.titles.saboteur.state import State

NAMES = ("Mira", "Tobiáš", "Hanka", "Rook", "Olu", "Łucja", "Bart", "Ida", "Jürgen", "Xenia")


def positions(*, seats: int, seed: int, share_gold: str = "auto") -> Iterator[Table[State]]:
    """A match played by plain bots, after every move of it."""
    chance = Chance.seeded(f"bots {seed}")
    match = Table(title, seats=seats, options={"share_gold": share_gold}, match=f"table-{seed}")
    yield match
    while awaited := sorted(title.awaiting(match.state)):
        chance.draws.clear()
        seat = awaited[0]
        match.submit(seat, title.bots["plain"](match.known[seat], seat, chance))
        yield match


def sampled(*, seats: int, seed: int, share_gold: str = "auto") -> Iterator[Table[State]]:
    """One position in six of a match, and all around the ends of its rounds."""
    for number, match in enumerate(positions(seats=seats, seed=seed, share_gold=share_gold)):
        if number % 6 == 0 or match.state.phase != "turns" or not match.state.deeds:
            yield match


def position(
    wanted: Callable[[Table[State]], bool], *, seats: int = 5, share_gold: str = "auto"
) -> Table[State]:
    """The first position of this kind in matches between bots."""
    return next(
        match
        for seed in range(100)
        for match in positions(seats=seats, seed=seed, share_gold=share_gold)
        if wanted(match)
    )


def page(known: State, seat: int | None) -> str:
    actions, names = title.actions(known, seat), NAMES[: known.seats]
    return render(shown.table(known, seat, actions, names))


def render(table: shown.Table) -> str:
    template: Any = get_template("saboteur/table.html", using="jinja2")
    return str(template.render({"table": table}))
