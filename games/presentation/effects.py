"""Effect lines: what every card and token of a title does, in one line each.

A title has one table of them. The dock, the tips, the sheet of rules and the rules page all take
their lines from it, so that no two of them can say different things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

NO_FACTS: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card or token does, in the language that is active.

    `rules` are the numbers of the rules that say so, the most telling first. `symbols` are those of
    the title's sprite that draw it: wherever one of them is drawn, its tip can be asked for.
    """

    code: str
    name: str
    line: str
    rules: tuple[str, ...]
    symbols: tuple[str, ...]

    @property
    def id(self) -> str:
        """Of the element that holds it on a page: what it belongs to is described by that."""
        return f"effect-{self.code}"


class Marked(NamedTuple):
    """A line as it is written down: texts marked by `gettext_lazy`, and lists as words in a row."""

    name: object
    line: object
    rules: str
    symbols: str = ""
    facts: Mapping[str, object] = NO_FACTS  # what stands in braces in the line


class Effects(Mapping[str, Effect]):
    """A title's effect lines by the code of the thing, translated when one is looked up."""

    def __init__(self, marked: Mapping[str, Marked] = MappingProxyType({})) -> None:
        wrong = [code for code in marked if not re.fullmatch(r"[\w-]+", code)]
        if wrong:
            raise ValueError(f"An effect's code is part of an id: {wrong}")
        self._marked = dict(marked)

    def __getitem__(self, code: str) -> Effect:
        found = self._marked[code]
        return Effect(
            code,
            str(found.name),
            str(found.line).format(**found.facts),
            tuple(found.rules.split()),
            tuple(found.symbols.split()),
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self._marked)

    def __len__(self) -> int:
        return len(self._marked)
