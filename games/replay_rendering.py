"""A step of a replay as HTML: the title's own table, the way through the match, the log with links.

Made from a `Film`, which holds what one audience may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import get_template
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import plain
from games.engine import CorruptLog, EngineError, redact
from games.memory import Memory
from games.rendering import LINES_SHOWN, presenter
from games.replay import EVERYTHING, PUBLIC, Eyes, Film
from games.unveiling import unveiled

STEPS_IN_MEMORY = 500
LOGS_IN_MEMORY = 200
RAIL = 1000  # the length of the slider's rail, in which rounds are marked


@dataclass(frozen=True, slots=True)
class Showing:
    """What stands around a film: names and, for a stored match, its address and its state."""

    film: Film
    names: Sequence[str]
    eyes: Sequence[Eyes]
    key: str = ""  # of a stored match: its id and edition; nothing else is remembered
    address: str = ""  # of a stored match: its replay. A file is posted again instead.
    status: str = "over"
    public: Film | None = None  # beside "everything", to mark what was hidden
    own: int | None = None  # the visitor's seat

    @property
    def reader(self) -> int | None:
        """The seat to whom the log says "you": one's own, seen through one's own eyes."""
        return self.own if self.own == self.film.seat else None


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the log. `hidden`: the public was not told so."""

    move: int
    at: str
    text: Any
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """A pair of eyes that one may look through."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class RoundMark:
    number: int
    move: int
    x: int
    is_now: bool


def step(showing: Showing, at: int) -> str:
    """The page's moving part after that move."""
    audience = (showing.film.eyes, showing.reader, get_language())
    key = (showing.key, audience, at, showing.film.last, showing.status)
    html = _steps.get(key) if showing.key else None
    if html is None:
        html = rendered(showing, at, showing.film.state(at))
        if showing.key:
            _steps.put(key, html)
    return html


def forget_steps() -> None:
    """The next step is told and drawn anew, from films that are remembered."""
    _steps.clear()
    _logs.clear()


def rendered(showing: Showing, at: int, state: Any) -> str:
    """The step as HTML, from the state it led to."""
    film = showing.film
    table, board = drawn(film, at, state, showing.names)
    show, is_last = presenter(film.title.slug), at == film.last
    move = film.moves[at]
    context = {
        "slug": film.title.slug,
        "address": showing.address,
        "at": at,
        "last": film.last,
        "eyes": str(film.eyes),
        "sights": sights(showing),
        "rounds": round_marks(film, at),
        "mover": None if move.seat is None else showing.names[move.seat],
        "mover_seat": move.seat,
        "by": move.by,
        "when": move.at or "",
        "status": showing.status if is_last else "running",
        "board": board,
        "awaited": [showing.names[seat] for seat in sorted(film.title.awaiting(state))],
        "winners": _winners(film, state, showing.names),
        "chip": None if hasattr(table, "chip") else show.role_chip(state, film.seat),
        "results": [show.result(one) for one in film.title.rounds(state) if one.result],
        "lines": lines(showing, at),
        "unveiled": _unveiled(showing, state, at),
        "called": showing.names,
    }
    return str(get_template("games/replay.html", using="jinja2").render(context))


def drawn(film: Film, at: int, state: Any, names: Sequence[str]) -> tuple[Any, str]:
    """The title's table and its HTML, by the template of the live page. Nothing can be chosen."""
    show = presenter(film.title.slug)
    name = plain.TEMPLATE if isinstance(show, plain.Plain) else f"{film.title.slug}/table.html"
    moves = film.moves[
        film.round_began(at) + 1 : at + 1
    ]  # of this round, to mark what was done last
    table = show.table(state, film.seat, [], names, moves)
    return table, get_template(name, using="jinja2").render({"table": table})


def sights(showing: Showing) -> list[Sight]:
    labels: dict[Eyes, str] = {PUBLIC: _("The public"), EVERYTHING: _("Everything")}
    return [
        Sight(
            str(eyes),
            showing.names[eyes] if isinstance(eyes, int) else labels[eyes],
            eyes == showing.film.eyes,
        )
        for eyes in showing.eyes
    ]


def round_marks(film: Film, at: int) -> list[RoundMark]:
    began = film.round_began(at)
    return [
        RoundMark(number, move, RAIL * move // max(film.last, 1), move == began)
        for number, move in film.rounds
    ]


def _winners(film: Film, state: Any, names: Sequence[str]) -> list[str]:
    outcome = film.title.outcome(state)
    return [] if outcome is None else [names[seat] for seat in outcome.winners]


def _unveiled(showing: Showing, state: Any, at: int) -> Sequence[tuple[str, str]]:
    if showing.public is None:
        return ()
    show = presenter(showing.film.title.slug)
    unveil = getattr(show, "unveiled", unveiled)
    found: Sequence[tuple[str, str]] = unveil(showing.public.state(at), state, showing.names)
    return found


# The log


def lines(showing: Showing, at: int) -> list[Line]:
    """The round's last lines up to a move. What came later is not told ahead."""
    began, first = showing.film.round_began(at), at + 1
    told = _told_so_far(showing)
    shown: list[Line] = []
    while first > began and len(shown) < LINES_SHOWN:
        piece = range(max(began, first - LINES_SHOWN + len(shown)), first)
        missing = [number for number in piece if number not in told]
        if missing:
            told.update(_tell(showing, range(missing[0], missing[-1] + 1)))
        shown = [line for number in piece for line in told[number]] + shown
        first = piece[0]
    return shown[-LINES_SHOWN:]


def _told_so_far(showing: Showing) -> dict[int, tuple[Line, ...]]:
    """The lines of each move that has been told to these eyes in the language spoken now."""
    if not showing.key:
        return {}
    key = (showing.key, showing.film.eyes, showing.reader, get_language())
    told = _logs.get(key)
    if told is None:
        told = {}
        _logs.put(key, told)
    return told


def _tell(showing: Showing, numbers: range) -> Iterator[tuple[int, tuple[Line, ...]]]:
    film, title, public = showing.film, showing.film.title, showing.public
    sentence = presenter(title.slug).sentence
    known = film.before(numbers[0])
    outside = public.before(numbers[0]) if public else None
    for move in film.moves[numbers[0] : numbers[-1] + 1]:
        told = []
        for event in move.events:
            text, hidden = sentence(event, known, showing.reader, showing.names), False
            if public:
                seen = redact(event, None)
                hidden = str(text) != str(sentence(seen, outside, None, showing.names))
                title.evolve(outside, seen)
            if text or hidden:
                told.append(Line(move.number, move.at or "", text, hidden))
            title.evolve(known, event)
        yield move.number, tuple(told)


# A stranger's file


def guarded_step(showing: Showing, at: int) -> str:
    """A step of a file that nobody vouches for: whatever trips the title, is our error."""
    try:
        return step(showing, at)
    except EngineError:
        raise
    except Exception as error:
        raise CorruptLog("impossible_state", f"the state after move {at} makes no sense") from error


_steps: Memory[Any, str] = Memory(STEPS_IN_MEMORY)
_logs: Memory[Any, dict[int, tuple[Line, ...]]] = Memory(LOGS_IN_MEMORY)
