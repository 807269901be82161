"""Can a role be told from what a seat does in public? A simple classifier that tries to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

TURNS_OF_LEARNING = 60
STEP = 0.3


@dataclass(frozen=True, slots=True)
class Watched:
    """A table that was watched: counts of what each seat did in public, and which seats have the role."""

    counts: Sequence[Sequence[float]]
    has_role: Sequence[bool]


def named_by_classifier(tables: Sequence[Watched]) -> float:
    """How often it names a seat that has the role, having learned from the first half of them."""
    half = len(tables) // 2
    weights = _learned(tables[:half])
    rest = tables[half:]
    return sum(table.has_role[_most_suspect(table, weights)] for table in rest) / len(rest)


def named_by_lot(tables: Sequence[Watched]) -> float:
    """How often somebody who names any seat of the second half is right."""
    rest = tables[len(tables) // 2 :]
    return sum(sum(table.has_role) / len(table.has_role) for table in rest) / len(rest)


def _learned(tables: Sequence[Watched]) -> list[float]:
    """The weights of a logistic regression, the constant last."""
    rows = [
        ((*counts, 1.0), float(role))
        for table in tables
        for counts, role in zip(table.counts, table.has_role, strict=True)
    ]
    weights = [0.0] * len(rows[0][0])
    for _ in range(TURNS_OF_LEARNING):
        slope = [0.0] * len(weights)
        for row, role in rows:
            wrong = role - 1 / (1 + exp(-sum(map(float.__mul__, weights, row))))
            for i, value in enumerate(row):
                slope[i] += wrong * value
        weights = [w + STEP * s / len(rows) for w, s in zip(weights, slope, strict=True)]
    return weights


def _most_suspect(table: Watched, weights: Sequence[float]) -> int:
    scores = [sum(map(float.__mul__, weights, (*counts, 1.0))) for counts in table.counts]
    return scores.index(max(scores))
