"""What was said at a table as HTML: the same for everyone who hears it, and drawn once.

Whose line it is to its reader, whom that reader has muted and how far they have read belongs to an
account: `games.pages.talk` puts it around these.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Protocol

from django.urls import reverse
from django.utils.translation import gettext as _

from games.matchlog.access import Visit
from games.presentation import presenter_of
from games.presentation.phrases import EMOTES, PHRASES
from games.rendering.environment import part, template
from games.rendering.lines import Line, all_lines
from games.rendering.table import reading_of

# A name after an @, a move or a place after a #. Neither within a word nor within an address.
POINTERS = re.compile(
    r"(?<![\w@#/&])(?:@(?P<name>[^\W_]+(?:[._-][^\W_]+)*)|#(?P<place>-?\w+(?:[,_-]+\w+)*))"
)

LONGEST_PLACE = 20


class Said(Protocol):
    """What is known of a remark: `games.talk.hearing.Heard` is one."""

    @property
    def ref(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def number(self) -> int | None: ...
    @property
    def made_at(self) -> datetime: ...
    @property
    def gone(self) -> str: ...


@dataclass(frozen=True, slots=True)
class TalkPiece:
    """A piece of a text: plain, a name, a move or a place."""

    text: str
    name: str = ""
    move: int | None = None
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Voice:
    """What `fragments/voice.html` draws: all of it may be read by whoever hears the remark."""

    board: str  # the addresses of the table and of its replay
    replay: str
    name: str
    seat: int | None
    after: int | None
    at: str
    kind: str
    pieces: tuple[TalkPiece, ...]
    gone: str

    @property
    def mentions(self) -> frozenset[str]:
        return frozenset(piece.name for piece in self.pieces if piece.name)


def voice(said: Said, *, visited: Visit, names: Collection[str]) -> Voice:
    """`names`: who can be mentioned here."""
    return Voice(
        board=reverse("match", args=[visited.match.pk]),
        replay=reverse("replay", args=[visited.match.pk]),
        name=said.name or _("former player"),
        seat=said.seat,
        after=said.number,
        at=f"{said.made_at:%Y-%m-%dT%H:%M:%SZ}",
        kind=said.kind,
        pieces=_pieces(said, visited, names),
        gone=said.gone,
    )


def drawn(it: Voice) -> str:
    return part("fragments/voice.html", it).html


def _pieces(said: Said, visited: Visit, names: Collection[str]) -> tuple[TalkPiece, ...]:
    slug = visited.match.title
    if said.gone:
        return ()
    if said.kind == "phrase":
        # What a title has ceased to say is not made up again.
        return (TalkPiece(phrases(slug).get(said.text, "…")),)
    if said.kind == "emote":
        return (TalkPiece(EMOTES.get(said.text, "…"), cell=said.text),)
    called = {name.casefold(): name for name in names}
    return tuple(_pointed(said.text, slug, called, visited.match.number))


def _pointed(
    text: str, slug: str, called: Mapping[str, str], last: int | None
) -> Iterable[TalkPiece]:
    done = 0
    for found in POINTERS.finditer(text):
        piece = _pointer(found, slug, called, last)
        if piece is not None:
            yield TalkPiece(text[done : found.start()])
            yield piece
            done = found.end()
    yield TalkPiece(text[done:])


def _pointer(
    found: re.Match[str], slug: str, called: Mapping[str, str], last: int | None
) -> TalkPiece | None:
    if found["name"] is not None:
        name = called.get(found["name"].casefold())
        return None if name is None else TalkPiece(f"@{name}", name=name)
    word = found["place"]
    if word.isascii() and word.isdecimal():
        is_move = last is not None and len(word) < 7 and int(word) <= last
        return (
            TalkPiece(_("move {number}").format(number=word), move=int(word)) if is_move else None
        )
    place = presenter_of(slug).place(word) if len(word) <= LONGEST_PLACE else None
    return None if place is None else TalkPiece(place.text, cell=place.cell)


def place_mark(slug: str, cell: str) -> str:
    """What somebody would type to name this place of the board; nothing: there is none."""
    show = presenter_of(slug)
    return "" if len(cell) > LONGEST_PLACE or show.place(cell) is None else show.place_mark(cell)


def phrases(slug: str) -> dict[str, str]:
    """What can be said at this title's tables with one touch, in the active language."""
    return {**PHRASES, **presenter_of(slug).phrases}


def emotes() -> dict[str, str]:
    return dict(EMOTES)


def log_lines(visited: Visit, *, since: int) -> Sequence[tuple[int, str]]:
    """The log from a move on, as this visitor may read it: the number of the move, and the line."""
    return [(line.move, _drawn_line(line)) for line in all_lines(reading_of(visited), since=since)]


def _drawn_line(line: Line) -> str:
    return part("fragments/line.html", line).html


# For sockets


@lru_cache(maxsize=8)  # 0.2 µs instead of 40, for every socket that hears a line
def talked(*, is_mine: bool, is_read: bool) -> str:
    """Tells an open page that somebody spoke or something old has changed, or that its reader has read
    all of it elsewhere. The page asks for it, as itself.
    """
    context = {"is_mine": is_mine, "is_read": is_read}
    return template("fragments/talked.html").render(context)
