"""Matches of the toy title for the engine's own tests. The contract tests take any title."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine import Chance, Move, Title, titles
from games.engine.localmatch import LocalMatch
from games.engine.log import chained
from games.engine.matchfile import MatchFile
from games.engine.selfplay import play

OPTIONS = {"rounds": 2, "polite": False, "starter": "lot"}


def toy() -> Title[Any]:
    return titles()["toy"]


def played(*, seats: int = 3, seed: int = 1) -> LocalMatch[Any]:
    """A whole match between random bots."""
    table = LocalMatch(
        toy(), seats=seats, options=OPTIONS, secret=f"secret {seed}".encode(), match="m"
    )
    play(table, ["random"] * seats, Chance.seeded(seed))
    return table


def match_file() -> MatchFile:
    return played().file()


def change_move(file: MatchFile, number: int, **changes: Any) -> MatchFile:
    """The file with one move changed, and nothing else."""
    moves = list(file.moves)
    moves[number] = replace(moves[number], **changes)
    return replace(file, moves=tuple(moves))


def sealed(file: MatchFile) -> MatchFile:
    """The file with its digests made anew, as a forger who holds the secret would."""
    assert file.fairness is not None
    assert file.fairness.secret is not None
    moves: list[Move] = chained(file.moves, secret=file.fairness.secret, match=file.fairness.match)
    return replace(file, moves=tuple(moves))
