"""A seat's HTML: the same for page, POST answer and socket, made once per audience and move.

The fragment holds no token, no nonce and no preference; its buttons belong to the shell's form
`move`. Everything in it comes from a SeatCopy and from the match's public columns.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from games import plain
from games.knowledge import SeatCopy, Visit, copy_for, names
from games.memory import Memory

FRAGMENTS_IN_MEMORY = 1000
PARTS_IN_MEMORY = 5000
LINES_SHOWN = 30
LINE = '<li class="line" data-move="'  # how a line of the log begins in games/table.html

Key = tuple[str, int, int | None, str, int]


@dataclass(frozen=True)
class Line:
    """A sentence of the log, the move it belongs to, and the initial of whoever is its subject."""

    move: int
    at: str
    text: Any
    initial: str

    @cached_property
    def html(self) -> Markup:
        """Drawn once for as long as it is shown."""
        return part("games/line.html", self)


def fragment(visited: Visit) -> str:
    """The table as this visitor's audience sees it now."""
    copy = copy_for(visited.match, visited.seat)
    key = key_of(visited, copy.number)
    with _rendering:
        # Looked up inside: of several sockets of one audience, the first renders, the rest wait.
        html = _fragments.get(key)
        if html is None:
            html = _render(visited, copy, key)
            _fragments.put(key, html)
    return html


def cached(key: Key) -> str | None:
    """A fragment that is there already, without touching the database."""
    return _fragments.get(key)


def key_of(visited: Visit, number: int) -> Key:
    return (visited.match.id, number, visited.seat, get_language() or "", visited.match.edition)


def history(visited: Visit) -> list[Line]:
    """The whole log in sentences."""
    copy = copy_for(visited.match, visited.seat)
    log = _Log(copy.title.initial(), -1, ())
    return list(log.advanced(copy, names(visited.seats), since=0).lines)


def waiting(count: int) -> str:
    """The sign on every page that says how many tables wait."""
    return get_template("waiting.html").render({"waiting": count})


def look_again(address: str, *, part: str) -> str:
    """A message that makes a page fetch a part of itself again, with its own permissions."""
    return str(_template("games/look_again.html").render({"address": address, "part": part}))


def notice(sentence: str) -> str:
    """What is said above the table: why nothing was done, or nothing."""
    return str(_template("games/notice.html").render({"sentence": sentence}))


def rules(slug: str) -> str:
    """The title's rules page, from its own folder, if it has one."""
    try:
        return str(_template(f"{slug}/rules.html").render({}))
    except TemplateDoesNotExist:
        return ""


def refusal(slug: str, error: Any) -> str:
    """A refusal in the title's own words and in the language spoken now."""
    return str(presenter(slug).refusal(error))


def option_labels(slug: str) -> dict[str, Any]:
    return dict(presenter(slug).option_labels())


@cache
def presenter(slug: str) -> Any:
    """The title's `table` module, or the plain one for a title that has none."""
    module = f"games.titles.{slug}.table"
    if find_spec(module) is not None:
        return import_module(module)
    return plain.Plain(import_module(f"games.titles.{slug}").title)


def _render(visited: Visit, copy: SeatCopy, key: Key) -> str:
    show, called = presenter(copy.title.slug), names(visited.seats)
    may_act = visited.match.status == "running"
    actions = copy.actions() if may_act else []
    outcome = copy.title.outcome(copy.known)
    won = outcome.winners if outcome else ()
    moves = copy.moves[copy.round_began + 1 :]  # of this round, to mark what was done last
    table = show.table(copy.known, copy.seat, actions, called, moves)
    return _template("games/table.html").render(
        {
            "number": copy.number,
            "slug": copy.title.slug,
            "status": visited.match.status,
            "turn": _turn(visited, actions),
            "board": _template(_template_of(copy.title.slug)).render({"table": table}),
            "awaited": [called[seat] for seat in sorted(copy.title.awaiting(copy.known))],
            "deadline": visited.match.deadline,
            # A title that draws the chip itself has it in its Table.
            "chip": None if hasattr(table, "chip") else show.role_chip(copy.known, copy.seat),
            "i_won": copy.seat in won,
            "winners": [called[seat] for seat in won if seat != copy.seat],
            "results": [show.result(one) for one in copy.title.rounds(copy.known) if one.result],
            "lines": _lines(copy, called, key),
        }
    )


def _turn(visited: Visit, actions: Sequence[Any]) -> str:
    if visited.match.status != "running":
        return "none"
    return "mine" if actions else "others"


def _template_of(slug: str) -> str:
    return plain.TEMPLATE if isinstance(presenter(slug), plain.Plain) else f"{slug}/table.html"


# The log in sentences


@dataclass(frozen=True, slots=True)
class _Log:
    """The round's last lines up to a move, and what was known then, to go on from."""

    known: Any
    number: int
    lines: tuple[Line, ...]

    def advanced(self, copy: SeatCopy, called: Sequence[str], *, since: int) -> _Log:
        known, lines = self.known.copy(), list(self.lines)
        for move in copy.moves[self.number + 1 :]:
            for event in move.events:
                if move.number >= since and (text := _sentence(copy, event, known, called)):
                    lines.append(Line(move.number, move.at or "", text, _initial(text, called)))
                copy.title.evolve(known, event)
        return _Log(known, copy.number, tuple(line for line in lines if line.move >= since))


def _sentence(copy: SeatCopy, event: Any, known: Any, called: Sequence[str]) -> Any:
    return presenter(copy.title.slug).sentence(event, known, copy.seat, called)


def _initial(text: Any, called: Sequence[str]) -> str:
    seat = getattr(text, "seat", None)
    return "" if seat is None else called[seat][:1].upper()


def _lines(copy: SeatCopy, called: Sequence[str], key: Key) -> tuple[Line, ...]:
    """The current round's last lines, in the language of the key."""
    place = (key[0], key[2], key[3], key[4])
    log = _logs.get(place)
    if log is None or log.number > copy.number:
        log = _Log(copy.title.initial(), -1, ())
    log = log.advanced(copy, called, since=copy.round_began)
    _logs.put(place, _Log(log.known, log.number, log.lines[-LINES_SHOWN:]))
    return log.lines[-LINES_SHOWN:]


_rendering = Lock()
_fragments: Memory[Key, str] = Memory(FRAGMENTS_IN_MEMORY)
_logs: Memory[tuple[str, int | None, str, int], _Log] = Memory(FRAGMENTS_IN_MEMORY)


# Jinja2, through Django's own backend


def environment(**options: Any) -> Environment:
    strict = {"undefined": StrictUndefined, "extensions": ["jinja2.ext.i18n"]}
    trimmed = {"trim_blocks": True, "lstrip_blocks": True}
    env = Environment(**{**options, **strict, **trimmed, "autoescape": True})  # noqa: S701 - it is there
    env.globals["static"] = static
    env.globals["part"] = part
    env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    return env


def _template(name: str) -> Any:
    return get_template(name, using="jinja2")


def part(name: str, it: Hashable) -> Markup:
    """A part of a page, drawn from `it` alone, and once for all pages where it is the same.

    The key is all that the drawing is made from, so a page gets nothing that it did not bring.
    """
    return _drawn(name, it, get_language())


@lru_cache(maxsize=PARTS_IN_MEMORY)
def _drawn(name: str, it: Hashable, _language: str | None) -> Markup:
    return Markup(_template(name).render({"it": it}))  # noqa: S704 - a template has escaped it


def divided(html: str, *, seen: int) -> str:
    """The page's table for a reader who saw this much: a recap before it, a divider in its log.

    The shell's script sets the divider again after each push.
    """
    news = [move for move in _moves_in(html) if move > seen]
    if not news or seen < 0:
        return html
    mark = f'{LINE}{news[0]}"'
    before, after = html.split(mark, 1)
    lines = (mark + after).partition("</ol>")[0]
    divider = f'<li class="since" role="separator">{gettext("Since you were here")}</li>'
    between = divider if LINE in before else ""
    return _recap(lines, moves=news[-1] - seen) + before + between + mark + after


def _recap(lines: str, *, moves: int) -> str:
    """What happened since, in the log's own lines. Stands outside what is swapped."""
    count = ngettext(
        "%(moves)s move since you were here", "%(moves)s moves since you were here", moves
    )
    return str(
        _template("games/recap.html").render({"count": count % {"moves": moves}, "lines": lines})
    )


def _moves_in(html: str) -> Iterator[int]:
    _before, *rest = html.split(LINE)
    for part in rest:
        yield int(part.partition('"')[0])
