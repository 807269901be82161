"""A first match: hints tied to the situation, and how such a match ends.

The match itself is a match file of the title, with fixed draws and fixed moves of the bots
(`games/engine/coached.py`). What is said about it is made from the newcomer's own copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, TypeVar

from games.engine import Event, Move
from games.engine.title import State

S = TypeVar("S", bound=State, contravariant=True)
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Hint:
    """A slip of paper beside what it speaks of.

    `at` selects that thing on the table. A hint without a button goes when what it asks for is done: when
    its situation is over. `raised`: it is there only while a card is raised, or while none is.
    """

    code: str
    at: str
    heading: str
    text: str
    button: str = ""
    raised: bool | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """The end of a first match: what came of it, what was learned, and what was hidden."""

    heading: str
    says: str
    hidden: str


class Coach(Protocol[S]):
    """What a title brings for a newcomer's first match, beside its file `first.json`."""

    seat: ClassVar[int] = 0  # the newcomer's
    names: ClassVar[Sequence[str]]  # of the bots, in the order of their seats
    hints_in_all: ClassVar[int]

    def hints(self, known: S, moves: Sequence[Move], names: Sequence[str]) -> Iterator[Hint]:
        """Every hint whose situation is there now, the first to be shown first."""
        ...

    def is_over(self, known: S) -> bool:
        """Whether the lesson ends here, which may be before the match would."""
        ...

    def learned(self, known: S) -> Learned: ...


def events_by_others(moves: Sequence[Move], seat: int, kind: type[E]) -> Iterator[tuple[Move, E]]:
    """What others have done, of one kind."""
    for move in moves:
        if move.seat is not None and move.seat != seat:
            yield from ((move, event) for event in move.events if isinstance(event, kind))


def turns_taken(moves: Sequence[Move], seat: int) -> int:
    return sum(move.seat == seat for move in moves)


def line_of(move: Move) -> str:
    """Selects the first line of a move in the log."""
    return f"#line_{move.number}_0"
