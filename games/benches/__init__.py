"""Benches: every module here has `run(*, seconds)`, which yields figures as it measures them.

One whose name begins with an underscore is no bench: others measure with it.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module


class Unavailable(Exception):
    """A bench cannot run here; says what it lacks."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured."""

    name: str
    value: float
    unit: str

    def __str__(self) -> str:
        digits = 0 if abs(self.value) >= 100 else 2
        return f"{self.name}: {self.value:.{digits}f} {self.unit}"


def names() -> list[str]:
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name for name in found if not name.startswith("_"))


def run(name: str, *, seconds: float) -> Iterator[Figure]:
    """Run a bench. `seconds` is how long one slice of a measurement takes."""
    yield from import_module(f"games.benches.{name}").run(seconds=seconds)
