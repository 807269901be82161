"""Suspicions: what a player may think of a seat, from one side to the other, and which side it was on.

Private to whoever has them: a title brings the words, and afterwards the truth.
"""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = 5
NO_IDEA = LEVELS // 2


@dataclass(frozen=True, slots=True)
class SuspicionWords:
    """What can be suspected, from "surely loyal" to "surely a traitor".

    `marked` are texts marked by `gettext_lazy`; `symbols` are pictures of the two ends in the title's
    sprite, if it has such.
    """

    marked: tuple[object, object, object, object, object]
    loyal: object
    traitor: object
    symbols: tuple[str, str] = ("", "")

    @property
    def words(self) -> list[str]:
        """By level."""
        return [str(text) for text in self.marked]


@dataclass(frozen=True, slots=True)
class SideTaken:
    """The side that a seat was on."""

    is_traitor: bool
    words: str  # "miner"
    symbol: str = ""
