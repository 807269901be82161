"""Parts of a page are drawn once for all who see the same, and nobody sees more for it."""

from __future__ import annotations

import gc
import re
from collections.abc import Hashable, Iterator
from functools import _lru_cache_wrapper
from typing import Any

import pytest
from django.utils import translation

from games import play, rendering
from games.engine import Chance, redact, titles
from games.engine.localmatch import LocalMatch
from games.matchlog import access
from games.play import bots
from games.presentation import presenter_of
from games.presentation.presenter import ShownTable
from games.presentation.sentences import kept_by_language
from games.rendering import environment
from games.rendering.environment import part
from games.rendering.lines import Line
from tests.web.factories import UserFactory, dealt

DRAWING = re.compile(r"games\.(rendering|presentation)\.")
NAMES = ("Ilse", "Bram", "Marta", "Kosta", "Łucja", "Olu", "Rook", "Ida", "Tobiáš", "Xenia")


def forget_drawings() -> None:
    """As a new process would begin."""
    for kept in gc.get_objects():
        if type(kept) is _lru_cache_wrapper and DRAWING.match(kept.__module__):
            kept.cache_clear()


def played(slug: str) -> Iterator[LocalMatch[Any]]:
    """A match between bots, now and then."""
    title, chance = titles()[slug], Chance.seeded("bots")
    match = LocalMatch(title, seats=title.seats[0], match="drawn")
    while awaited := sorted(title.awaiting(match.state)):
        if len(match.moves) % 15 == 1:
            yield match
        chance.draws.clear()
        match.submit(awaited[0], title.bots["plain"](match.known[awaited[0]], awaited[0], chance))
    yield match


def page(match: LocalMatch[Any], seat: int | None) -> str:
    show, known = presenter_of(match.title.slug), match.known[seat]
    moves = [
        type(move)(
            number=move.number,
            seat=move.seat,
            by=move.by,
            action=move.action,
            events=tuple(redact(event, seat) for event in move.events),
        )
        for move in match.moves[1:]
    ]
    actions = match.title.actions(known, seat)
    table = show.table(known, seat, actions, NAMES[: match.seats], moves)
    return environment.drawing(show.template, {"table": table}).html


@pytest.mark.parametrize("slug", titles())
def test_a_page_is_the_same_whatever_was_drawn_before_it(slug: str) -> None:
    for match in played(slug):
        seats = (None, *range(match.seats))
        forget_drawings()
        together = {seat: page(match, seat) for seat in seats}
        for seat in seats:
            forget_drawings()
            assert page(match, seat) == together[seat]


def test_a_part_is_drawn_once_and_anew_for_what_differs() -> None:
    forget_drawings()
    drawn = environment._drawn

    def misses(*its: Hashable) -> int:
        before = drawn.cache_info().misses
        for it in its:
            part("fragments/line.html", it)
        return drawn.cache_info().misses - before

    line = Line(1, "", "Mira passes.", "")
    assert misses(line, line) == 1
    assert misses(line, Line(1, "", "Mira waits.", "")) == 1
    with translation.override("cs"):
        assert misses(line, line) == 1


def test_what_a_part_is_drawn_from_is_escaped() -> None:
    line = Line(1, "", "<b>Mira</b>", "")
    assert "&lt;b&gt;Mira&lt;/b&gt;" in part("fragments/line.html", line).html


@pytest.mark.django_db
def test_the_move_that_deals_a_round_marks_nothing_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    show, given = presenter_of("toy"), list[int]()
    draw = show.table

    def counted(*args: Any) -> ShownTable:
        given.append(len(args[4]))
        return draw(*args)

    monkeypatch.setattr(show, "table", counted)
    scene = dealt(*[UserFactory.create() for _ in range(3)], title="toy")
    for _ in range(20):
        rendering.fragment(access.Visit(scene.match, scene.seats(), None))
        for seat in scene.awaited()[:1]:
            action = bots.choose(scene.copy(seat), "plain")
            play.submit(scene.id, scene.players[seat], number=scene.number, action=action)
    assert given[:2] == [0, 1]
    assert given.count(0) == 2  # the deals of both rounds


def test_what_is_worded_is_kept_by_its_words_and_by_language() -> None:
    said: list[str] = []

    @kept_by_language(keep=2)
    def greet(name: str) -> str:
        said.append(name)
        return f"{translation.get_language()}: {name}"

    assert [greet("Mira"), greet("Mira"), greet("Ines")] == ["en: Mira", "en: Mira", "en: Ines"]
    with translation.override("cs"):
        assert greet("Mira") == "cs: Mira"
    assert said == ["Mira", "Ines", "Mira"]
    assert greet("Mira") == "en: Mira"  # pushed out by the others
    assert said == ["Mira", "Ines", "Mira", "Mira"]
