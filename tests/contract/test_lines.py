"""The log in sentences: no move of any title passes without a line, whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import Chance, Title
from games.engine.localmatch import LocalMatch
from games.engine.matchfile import MatchFile, read
from games.engine.selfplay import MIXED, bots_for, play
from games.matchlog import copies
from games.matchlog.audience import Audience
from games.rendering.lines import Reading, all_lines
from tests.contract.test_recorded import RECORDED
from tests.titles.tables import NAMES


def matches(title: Title[Any]) -> Iterator[MatchFile]:
    """With few and many seats, with default options and with others; and the recorded ones."""
    others = {option.name: option.choices[-1] for option in title.options}
    for seats, options in ((title.seats[0], others), (title.seats[-1], {})):
        chance = Chance.seeded(f"lines {seats}")
        match = LocalMatch(title, seats=seats, options=options, audiences=range(seats))
        play(match, bots_for(title, MIXED, seats, chance), chance)
        yield match.file()
    yield from (read(path.read_bytes()) for path in RECORDED if path.parts[-3] == title.slug)


def untold(file: MatchFile, audience: Audience) -> list[tuple[int, Any]]:
    """The moves that have no line, each with its action."""
    reading = Reading(copies.of_file(file, audience), NAMES, audience.seat)
    told = {line.move for line in all_lines(reading)}
    return [(move.number, move.action) for move in file.moves if move.number not in told]


def test_every_move_gives_everybody_a_line(title: Title[Any]) -> None:
    for file in matches(title):
        for audience in Audience.at_table(file.seats):
            assert untold(file, audience) == [], audience
