"""What a reader may not read cannot reach it: scramble it, and nothing the reader gets changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import Chance, Move, Title, redact_move
from games.engine.canonical import canonical_json
from games.engine.localmatch import LocalMatch
from games.engine.matchfile import write
from games.engine.selfplay import MIXED, bots_for, play, random_options
from tests.contract.scrambling import Scrambler


def mixed_match(title: Title[Any], seats: int) -> LocalMatch[Any]:
    chance = Chance.seeded(f"scrambled {seats}")
    table = LocalMatch(
        title, seats=seats, options=random_options(title, chance), audiences=range(seats)
    )
    play(table, bots_for(title, MIXED, seats, chance), chance)
    return table


def everything_shown(title: Title[Any], moves: list[Move], reader: int | None) -> Iterator[str]:
    """All that reaches a reader, move by move: its copy, its fold and its list of actions."""
    known = title.initial()
    for move in moves:
        told = redact_move(move, reader)
        yield canonical_json(told.to_json())
        for event in told.events:
            title.evolve(known, event)
        yield canonical_json(title.actions(known, reader))
    yield repr(known)
    yield title.picture(known)


def test_what_a_reader_may_not_read_changes_nothing_that_reaches_it(
    title: Title[Any], seats: int
) -> None:
    moves = mixed_match(title, seats).moves
    for reader in (None, *range(seats)):
        scrambled = [Scrambler(reader, turn).move(move) for turn, move in enumerate(moves)]
        assert scrambled != moves
        true = everything_shown(title, moves, reader)
        for number, pair in enumerate(
            zip(true, everything_shown(title, scrambled, reader), strict=True)
        ):
            assert pair[0] == pair[1], f"reader {reader}, move {number // 2}"


def test_a_readers_match_file_is_the_same_whatever_the_others_hold(title: Title[Any]) -> None:
    file = mixed_match(title, title.seats[0]).file()
    for reader in (None, *range(file.seats)):
        moves = tuple(Scrambler(reader, n).move(move) for n, move in enumerate(file.moves))
        scrambled = file.__class__(
            title=file.title,
            version=file.version,
            seats=file.seats,
            options=file.options,
            moves=moves,
            fairness=file.fairness,
        )
        assert write(scrambled.copy_for(reader)) == write(file.copy_for(reader))


def test_the_scrambler_reaches_a_secret_of_every_title(title: Title[Any]) -> None:
    """If nothing were hidden anywhere, the tests above would prove nothing."""
    moves = mixed_match(title, title.seats[0]).moves
    for reader in (None, 0):
        changed = [
            event.type
            for turn, move in enumerate(moves)
            for event, other in zip(
                move.events, Scrambler(reader, turn).move(move).events, strict=True
            )
            if event != other
        ]
        assert changed
