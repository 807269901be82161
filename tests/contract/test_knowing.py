"""What one can know: made from one reader's copy, the same whatever is hidden, and soon told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from typing import Any

from games.engine import Move, Title, redact_move
from games.presentation import presenter_of
from games.presentation.knowing import Knowing, Statement, placed
from games.rendering.environment import part
from tests.contract.scrambling import Scrambler
from tests.contract.test_noninterference import mixed_match
from tests.steps import calls_of
from tests.titles.knowing import Known, all_known, of_round
from tests.titles.tables import NAMES, audiences

STEPS = 200_000  # a tenth of a second or so; a reader may wait for three
EVERY = 9


def panels(title: Title[Any], moves: list[Move], reader: int | None) -> Iterator[Knowing | None]:
    known, told = title.initial(), list[Move]()
    for move in moves:
        told.append(redact_move(move, reader))
        for event in told[-1].events:
            title.evolve(known, event)
        if move.number % EVERY == 1 or move is moves[-1]:
            yield presenter_of(title.slug).knowing(known, reader, NAMES, of_round(told, reader))


def drawn(slug: str, told: Knowing | None) -> str:
    return "" if told is None else part("presentation/knowing.html", (placed(told), slug, "")).html


def test_whatever_is_hidden_the_panel_is_the_same_byte_for_byte(title: Title[Any]) -> None:
    seats = title.seats[0] + 1
    moves = mixed_match(title, seats).moves
    for reader in audiences(seats):
        scrambled = [Scrambler(reader, turn).move(move) for turn, move in enumerate(moves)]
        pairs = zip(panels(title, moves, reader), panels(title, scrambled, reader), strict=True)
        for true, other in pairs:
            assert drawn(title.slug, true) == drawn(title.slug, other)


def test_it_is_told_in_few_steps_at_the_smallest_and_the_largest_table(
    counted: Title[Any],
) -> None:
    for seats in (counted.seats[0], counted.seats[-1]):
        positions = all_known(counted, seats=seats, every=40)
        told = list[Known]()
        look = partial(lambda one, found: found.extend(islice(one, 1)), positions, told)
        for number in count(1):
            assert calls_of(look) < STEPS  # with the forty moves before it
            if len(told) < number:
                break
        assert told


def test_chances_add_up_and_nothing_is_told_of_no_case(counted: Title[Any]) -> None:
    for one in all_known(counted, seats=counted.seats[0]):
        abouts = [odds.about for chapter in one.told.chapters for odds in chapter.odds]
        assert len(abouts) == len(set(abouts))
        for chapter in one.told.chapters:
            assert chapter.heading
            for odds in chapter.odds:
                assert odds.figures
                assert all(case.cases >= 0 for case in odds.possible)
                assert sum(long for _first, long, _tone in odds.bars) == 1000


def test_what_was_said_stands_beside_its_thing_alone(counted: Title[Any]) -> None:
    told = next(iter(all_known(counted, seats=counted.seats[0]))).told
    bare = placed(told)
    assert placed(told, [Statement(0, "no.such.thing", "Mira", "it is", 0)]) == bare
    abouts = [odds.about for chapter in told.chapters for odds in chapter.odds]
    columns = [
        about for chapter in told.chapters if chapter.looks for about, _ in chapter.looks.columns
    ]
    for about in {*abouts, *columns}:
        said = Statement(1, about, "Rook", "<b>it is</b>", 0, is_torn=True)
        html = part("presentation/knowing.html", (placed(told, [said]), counted.slug, "")).html
        assert html.count("&lt;b&gt;it is&lt;/b&gt;") == abouts.count(about) + columns.count(about)
        assert "<b>it is" not in html
