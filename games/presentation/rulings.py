"""By which rules a match is played, and what is different in the newest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import titles
from games.presentation import presenter_of


@dataclass(frozen=True, slots=True)
class PlayedBy:
    """The rules of a match. `differs` says what holds in it and no longer in the newest rules."""

    number: int
    newest: int
    differs: Sequence[str]


def played_by(slug: str, number: int) -> PlayedBy:
    former = presenter_of(slug).former_rules()
    differs = [text for last in sorted(former) if number <= last for text in former[last]]
    return PlayedBy(number, titles()[slug].version, differs)


def former_rules(slug: str) -> list[PlayedBy]:
    """All rules but the newest, the latest first."""
    return [played_by(slug, number) for number in reversed(titles()[slug].known_rules[:-1])]
