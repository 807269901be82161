"""The log in sentences: the same lines at the live table, in a replay and on the page of the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from jinja2.utils import htmlsafe_json_dumps

from games.engine import Move, redact
from games.engine.log import stamp
from games.engine.title import State
from games.matchlog.asides import Asides
from games.matchlog.audience import Audience
from games.matchlog.copies import Copy
from games.matchlog.memory import Memory
from games.presentation import presenter_of
from games.presentation.motions import Moment, Motion
from games.presentation.people import Piece, initials
from games.presentation.sentences import Part, Sentence, SentenceMaker
from games.rendering.asides import sentence_of, sign_of
from games.rendering.environment import part
from games.rendering.parts import Drawing

LINES_SHOWN = 30
LOGS_IN_MEMORY = 400  # each has the lines of up to a whole match: a tenth of a megabyte


class Jump(NamedTuple):
    """The way from a line to its step of a replay. Without an address: a button of a file's form."""

    address: str
    audience: str


@dataclass(frozen=True)
class Line:
    """A sentence of the log. `hidden`: the public could not read it so."""

    move: int
    at: str
    text: Sentence | str
    initial: str  # of whoever is its subject
    piece: Piece | None = None  # of whoever is its subject, where the title has pieces
    slug: str = ""  # of the title that the piece is drawn by
    hidden: bool = False
    jump: Jump | None = None
    is_here: bool = False  # it belongs to the step that is shown
    number: int = 0  # of those of its move
    sign: str = ""  # of one that tells no move, but what happened after it beside the log

    @property
    def id(self) -> str:
        return f"line_{self.move}_{self.number}"

    @cached_property  # with `moved` a tenth of a table: thirty lines are looked for by all they say
    def drawn(self) -> Drawing:
        return part("fragments/line.html", self, self.id)


class Happening(NamedTuple):
    """An event as it is shown: its line, where it has one, what moves, and what is shown large."""

    line: Line | None
    motions: tuple[Motion, ...]
    moment: Moment | None


class Moved(NamedTuple):
    """What moved in a move, for the page's script. `is_mine`: it was the reader's own.

    `motions` is JSON that may stand between single quotes. Event by event: the first is what the
    mover did, the others followed from it.
    """

    move: int
    motions: str
    is_mine: bool

    @property
    def id(self) -> str:
        return f"moved_{self.move}"


@dataclass(frozen=True, eq=False)
class Telling:
    """All that is told of a move, in one language, to one reader."""

    move: int
    seat: int | None
    is_mine: bool
    happenings: tuple[Happening, ...]

    @cached_property
    def lines(self) -> list[Line]:
        return [one.line for one in self.happenings if one.line is not None]

    @cached_property
    def moved(self) -> Drawing:
        moving = [[motion.to_json() for motion in one.motions] for one in self.happenings]
        json = htmlsafe_json_dumps(moving, separators=(",", ":"))
        moved = Moved(self.move, json, self.is_mine)
        return part("fragments/moved.html", moved, moved.id)


@dataclass(frozen=True, slots=True)
class Reading:
    """A copy of a log and how it is read: by whom, with which names."""

    copy: Copy
    names: Sequence[str]
    reader: int | None  # the seat that the sentences call "you"
    public: Copy | None = None  # beside a copy of everything, to mark what was hidden
    match: str = ""  # of a stored match: its id and edition. Without it nothing is remembered.
    names_by_move: Callable[[int], Sequence[str]] | None = None  # where they changed
    since: int = 0  # the first move that was the reader's: before, somebody else was "you"
    asides: Asides = field(default_factory=dict)  # what is told between moves

    def names_at(self, move: int) -> Sequence[str]:
        return self.names if self.names_by_move is None else self.names_by_move(move)

    def reader_at(self, move: int) -> int | None:
        return self.reader if move >= self.since else None


def last_lines(reading: Reading, at: int) -> list[Line]:
    """The last lines of the round up to a move, and nothing of what came later."""
    began, first = reading.copy.round_began(at), at + 1
    shown = list[Line]()
    while first > began and len(shown) < LINES_SHOWN:
        piece = range(max(began, first - LINES_SHOWN + len(shown)), first)
        shown = [line for one in tellings(reading, piece) for line in one.lines] + shown
        first = piece[0]
    return shown[-LINES_SHOWN:]


def tellings(reading: Reading, numbers: range) -> list[Telling]:
    """What is told of these moves, of which the copy has all."""
    made, named = _made(reading), _named(reading.copy)
    missing = [number for number in numbers if named(number) not in made]
    if missing:
        made_now = _make(reading, range(missing[0], missing[-1] + 1))
        made.update((named(telling.move), telling) for telling in made_now)
    return [made[named(number)] for number in numbers]


def all_lines(reading: Reading, *, since: int = 0) -> list[Line]:
    """Of every move, or of those from one on."""
    numbers = range(min(since, len(reading.copy.moves) - 1), len(reading.copy.moves))
    return [line for telling in _make(reading, numbers) for line in telling.lines]


def to_the_second(move: Move) -> str:
    """When it was made; the log has it to the millisecond."""
    at = move.at or ""
    return f"{at[:19]}Z" if at[19:20] == "." else at


def _make(reading: Reading, numbers: range) -> Iterator[Telling]:
    copy, title = reading.copy, reading.copy.title
    show = presenter_of(title.slug)
    known = copy.before(numbers[0])
    outside = reading.public.before(numbers[0]) if reading.public else None
    for move in copy.moves[numbers[0] : numbers[-1] + 1]:
        happenings, names = list[Happening](), reading.names_at(move.number)
        reader, count = reading.reader_at(move.number), 0
        for event in move.events:
            text, hidden = show.sentence(event, known, reader, names), False
            if outside is not None:
                seen = redact(event, None)
                hidden = str(text) != str(show.sentence(seen, outside, None, names))
                title.evolve(outside, seen)
            line = None
            if text or hidden:
                at, initial = to_the_second(move), _initial(text, names)
                if move.by == "keeper" and count == 0:
                    text = _by_the_keeper(text, move, reading)
                piece = _piece(text, title.slug, known, names)
                line = Line(move.number, at, text, initial, piece, title.slug, hidden, number=count)
                count += 1
            motions = tuple(show.motions(event, known, reader))
            happenings.append(Happening(line, motions, show.moment(event, known, reader, names)))
            title.evolve(known, event)
        asides = _asides_after(move.number, reading, first=count)
        happenings += [Happening(line, (), None) for line in asides]
        is_mine = move.seat is not None and move.seat == reading.reader
        yield Telling(move.number, move.seat, is_mine, tuple(happenings))


def _asides_after(number: int, reading: Reading, *, first: int) -> Iterator[Line]:
    say, after = (
        SentenceMaker(reading.reader_at(move), reading.names_at(move))
        for move in (number, number + 1)
    )
    for place, aside in enumerate(reading.asides.get(number, ()), first):
        at, text = stamp(aside.at)[:19] + "Z", sentence_of(aside, say, after)
        yield Line(number, at, text, "", number=place, sign=sign_of(aside))


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
    return "" if seat is None else initials(names)[seat]


def _piece(text: Sentence | str, slug: str, known: State, names: Sequence[str]) -> Piece | None:
    seat = text.seat if isinstance(text, Sentence) else None
    return None if seat is None else presenter_of(slug).piece(known, seat, names)


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
_logs: Memory[_Key, dict[_Move, Telling]] = Memory(LOGS_IN_MEMORY)


def _made(reading: Reading) -> dict[_Move, Telling]:
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
