"""The log in sentences: the same lines at the live table, in a replay and on the page of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine import Move, redact
from games.matchlog.audience import Audience
from games.matchlog.copies import Copy
from games.matchlog.memory import Memory
from games.presentation import presenter_of
from games.presentation.sentences import Part, Sentence

LINES_SHOWN = 30
LOGS_IN_MEMORY = 400  # each has the lines of up to a whole match: a tenth of a megabyte


class Jump(NamedTuple):
    """The way from a line to its step of a replay. Without an address: a button of a file's form."""

    address: str
    audience: str


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log. `hidden`: the public could not read it so."""

    move: int
    at: str
    text: Sentence | str
    initial: str  # of whoever is its subject
    hidden: bool = False
    jump: Jump | None = None
    is_here: bool = False  # it belongs to the step that is shown
    number: int = 0  # of those of its move

    @property
    def id(self) -> str:
        return f"line_{self.move}_{self.number}"


@dataclass(frozen=True, slots=True)
class Reading:
    """A copy of a log and how it is read: by whom, with which names."""

    copy: Copy
    names: Sequence[str]
    reader: int | None  # the seat that the sentences call "you"
    public: Copy | None = None  # beside a copy of everything, to mark what was hidden
    match: str = ""  # of a stored match: its id and edition. Without it nothing is remembered.
    told: Callable[[int], Sequence[str]] | None = None  # the names at a move, where they changed
    since: int = 0  # the first move that was the reader's: before, somebody else was "you"

    def names_at(self, move: int) -> Sequence[str]:
        return self.names if self.told is None else self.told(move)

    def reader_at(self, move: int) -> int | None:
        return self.reader if move >= self.since else None


def last_lines(reading: Reading, at: int) -> list[Line]:
    """The last lines of the round up to a move, and nothing of what came later."""
    began, first = reading.copy.round_began(at), at + 1
    made, shown, named = _made(reading), list[Line](), _named(reading.copy)
    while first > began and len(shown) < LINES_SHOWN:
        piece = range(max(began, first - LINES_SHOWN + len(shown)), first)
        missing = [number for number in piece if named(number) not in made]
        if missing:
            made_now = _make(reading, range(missing[0], missing[-1] + 1))
            made.update((named(number), lines) for number, lines in made_now)
        shown = [line for number in piece for line in made[named(number)]] + shown
        first = piece[0]
    return shown[-LINES_SHOWN:]


def all_lines(reading: Reading) -> list[Line]:
    numbers = range(len(reading.copy.moves))
    return [line for _number, lines in _make(reading, numbers) for line in lines]


def to_the_second(move: Move) -> str:
    """When it was made; the log has it to the millisecond."""
    at = move.at or ""
    return f"{at[:19]}Z" if at[19:20] == "." else at


def _make(reading: Reading, numbers: range) -> Iterator[tuple[int, tuple[Line, ...]]]:
    copy, title = reading.copy, reading.copy.title
    sentence = presenter_of(title.slug).sentence
    known = copy.before(numbers[0])
    outside = reading.public.before(numbers[0]) if reading.public else None
    for move in copy.moves[numbers[0] : numbers[-1] + 1]:
        lines, names = list[Line](), reading.names_at(move.number)
        reader = reading.reader_at(move.number)
        for event in move.events:
            text, hidden = sentence(event, known, reader, names), False
            if outside is not None:
                seen = redact(event, None)
                hidden = str(text) != str(sentence(seen, outside, None, names))
                title.evolve(outside, seen)
            if text or hidden:
                initial = _initial(text, names)
                at = to_the_second(move)
                lines.append(Line(move.number, at, text, initial, hidden, number=len(lines)))
            title.evolve(known, event)
        if move.by == "keeper" and lines:
            lines[0] = replace(lines[0], text=_by_the_keeper(lines[0].text, move, reading))
        yield move.number, tuple(lines)


def _by_the_keeper(text: Sentence | str, move: Move, reading: Reading) -> Sentence:
    """The same said of the keeper. In one wording, whatever was done and whatever the seat holds."""
    assert move.seat is not None
    name = reading.names_at(move.number)[move.seat]
    parts = text.parts if isinstance(text, Sentence) else (Part(str(text)),)
    seat = text.seat if isinstance(text, Sentence) else move.seat
    if move.seat == reading.reader_at(move.number):
        said = _("The keeper moved for you:")
    else:
        said = _("The keeper moved for {name}:").format(name=name)
        # Where a sentence begins with the name it need not be said twice.
        parts = (replace(parts[0], text=parts[0].text.removeprefix(f"{name} ")), *parts[1:])
    return Sentence((Part(f"{said} ", sign="keeper"), *parts), seat)


def _initial(text: Sentence | str, names: Sequence[str]) -> str:
    seat = text.seat if isinstance(text, Sentence) else None
    return "" if seat is None else names[seat][:1].upper()


# The lines of each move


class _Key(NamedTuple):
    """All that lines are made from, but for the move."""

    match: str
    audience: Audience
    reader: int | None
    language: str | None


# A move of a stored match: its number, and the digest that vouches for it and all before it.
_Move: TypeAlias = tuple[int, str | None]


def _named(copy: Copy) -> Callable[[int], _Move]:
    return lambda number: (number, copy.moves[number].digest)


# Without it a table takes 1 to 3 ms more: thirty sentences are made again for every move.
_logs: Memory[_Key, dict[_Move, tuple[Line, ...]]] = Memory(LOGS_IN_MEMORY)


def _made(reading: Reading) -> dict[_Move, tuple[Line, ...]]:
    if not reading.match:
        return {}
    key = _Key(reading.match, reading.copy.audience, reading.reader, get_language())
    made = _logs.get(key)
    if made is None:
        made = {}
        _logs.put(key, made)
    return made


def forget_lines() -> None:
    _logs.clear()
