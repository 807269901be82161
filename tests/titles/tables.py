"""Matches between bots, and pages of any title, for the tests of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from django.template.loader import get_template

from games.engine import Chance, Move, Title
from games.engine.localmatch import LocalMatch
from games.engine.title import State
from games.presentation import presenter_of
from games.presentation.presenter import ShownTable

S = TypeVar("S", bound=State)

NAMES = ("Mira", "Tobiáš", "Hanka", "Rook", "Olu", "Łucja", "Bart", "Ida", "Jürgen", "Xenia")


def audiences(seats: int) -> list[int | None]:
    return [None, *range(seats)]


def positions(
    title: Title[S], *, seats: int, seed: int, options: Mapping[str, Any] | None = None
) -> Iterator[LocalMatch[S]]:
    """A match played by plain bots, after every move of it."""
    chance = Chance.seeded(f"bots {seed}")
    match = LocalMatch(title, seats=seats, options=options, match=f"table-{seed}")
    yield match
    while awaited := sorted(title.awaiting(match.state)):
        chance.draws.clear()
        seat = awaited[0]
        match.submit(seat, title.bots["plain"](match.known[seat], seat, chance))
        yield match


def first(
    wanted: Callable[[LocalMatch[S]], bool], matches: Iterable[Iterable[LocalMatch[S]]]
) -> LocalMatch[S]:
    """The first position of this kind."""
    return next(match for played in matches for match in played if wanted(match))


def shown(
    title: Title[S],
    known: S,
    seat: int | None,
    names: Sequence[str] = NAMES,
    moves: Sequence[Move] = (),
) -> ShownTable:
    actions = title.actions(known, seat)
    return presenter_of(title.slug).table(known, seat, actions, names, moves)


def render(slug: str, table: ShownTable) -> str:
    template: Any = get_template(presenter_of(slug).template, using="jinja2")
    return str(template.render({"table": table}))
