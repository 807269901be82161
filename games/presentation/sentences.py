"""Sentences of the log, as a title's `table` module makes them and the shell draws them.

A sentence is made of parts. A part may name a cell of the board, so that the page can link it, and
may be for the reader alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

T = TypeVar("T")
Args = TypeVarTuple("Args")

LINK = "\0"  # stands around the cell and the words of a link within a text


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a sentence. `cell` is the id of a cell on the board; `private`: only for you;
    `sign`: a symbol of the shell before it, for what a reader should not overlook; `at`: the moment
    that it names, which the page's script tells in the reader's own time; `role`: it tells your
    role, and is covered with it.
    """

    text: str
    cell: str = ""
    private: bool = False
    sign: str = ""
    at: str = ""
    role: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of the log. `seat` is whose mark is beside it. A quiet one is false: it is left out."""

    parts: tuple[Part, ...]
    seat: int | None = None
    quiet: bool = False

    def __str__(self) -> str:
        return "".join(part.text for part in self.parts)

    def __bool__(self) -> bool:
        return not self.quiet


@dataclass(frozen=True, slots=True)
class SentenceMaker:
    """Makes sentences for one reader: who is "you", and what the others are called.

    A reader without a seat may still know secrets: once a match is over, anyone may read all of
    it. Such a reader is "you" to nobody, so what was secret is worded like anything else.
    """

    seat: int | None
    names: Sequence[str]

    def is_mine(self, seat: int) -> bool:
        return seat == self.seat

    def call(self, seat: int) -> str:
        """A seat where "you" would not fit the grammar, as in a list."""
        return _("you") if self.is_mine(seat) else self.names[seat]

    def text(self, seat: int, mine: str, other: str, /, **facts: object) -> str:
        """What is said of `seat`, to itself or to somebody else, who needs its `{name}`."""
        text = mine if self.is_mine(seat) else other
        return text.format(name=self.names[seat], **facts)

    def sentence(
        self,
        seat: int | None,
        text: str,
        *,
        private: str = "",
        role: str = "",
        quiet: bool = False,
    ) -> Sentence:
        """A sentence of `seat`, or of nobody. What is private to that seat stands at its end.

        `role` is private, too: what the reader is.
        """
        parts = linked(text)
        if private:
            parts += [Part(" "), Part(private, private=seat is None or self.is_mine(seat))]
        if role:
            parts += [Part(" "), Part(role, private=True, role=True)]
        return Sentence(tuple(part for part in parts if part.text), seat, quiet)

    def by(
        self,
        seat: int,
        mine: str,
        other: str,
        /,
        *,
        private: str = "",
        quiet: bool = False,
        **facts: object,
    ) -> Sentence:
        """A sentence of `seat`, worded for itself or for somebody else."""
        text = self.text(seat, mine, other, **facts)
        return self.sentence(seat, text, private=private, quiet=quiet)


def link(words: str, cell: str) -> str:
    """Words within a text that name a cell of the board, by the id it has there."""
    return f"{LINK}{cell}{LINK}{words}{LINK}"


def linked(text: str) -> list[Part]:
    """A text in parts: what stands between links, and the links."""
    first, *rest = text.split(LINK)
    parts = [Part(first)]
    for cell, words, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        parts += [Part(words, cell=cell), Part(after)]
    return parts


# Lists


def listed(words: Sequence[str]) -> str:
    """Several words as a list: "A, B and C"."""
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """Several words of which one will do: "A, B or C"."""
    if len(words) < 2:
        return "".join(words)
    return _("{first} or {last}").format(first=", ".join(words[:-1]), last=words[-1])


# What is worded again and again


def kept_by_language(*, keep: int = 1000) -> Callable[[Callable[[*Args], T]], Callable[[*Args], T]]:
    """Keep a function's last results, by its arguments and the language that is active.

    The function must look at nothing but its arguments. Then a result made for one reader can be
    given to another: whoever asks has brought all that it was made from.
    """

    def decorate(function: Callable[[*Args], T]) -> Callable[[*Args], T]:
        # What that saves is said where it is used.
        @lru_cache(maxsize=keep)
        def kept(_language: str | None, *args: *Args) -> T:
            return function(*args)

        @wraps(function)
        def lookup(*args: *Args) -> T:
            return kept(get_language(), *args)

        return lookup

    return decorate
