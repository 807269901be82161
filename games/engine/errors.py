"""What can go wrong in the engine. Every error has a code, one sentence and the facts behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, TypeAlias

# A fact behind a refusal, as it would be in JSON: a word, a number, or several of one kind.
Fact: TypeAlias = int | str | Sequence[str] | Sequence[int]


class EngineError(ValueError):
    """A refusal with a stable `code` for programs and a `message` for people."""

    def __init__(self, code: str, message: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = dict(facts or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.facts)


class IllegalAction(EngineError):
    """A seat asked for something that it may not do now. Nothing has changed.

    `sentence` is one English sentence, marked with `gettext_noop`, with the names of facts in
    braces; `message` is the same with the facts filled in. Whoever shows it to players translates
    the sentence and words the facts. A sentence is always a constant: what came from a player goes
    into the facts, and a brace in it means nothing there.
    """

    def __init__(self, code: str, sentence: str, facts: Mapping[str, Fact] | None = None) -> None:
        given = dict(facts or {})
        named = {name: readable(given[name]) for name in facts_named(sentence)}
        super().__init__(code, sentence.format_map(named), given)
        self.sentence = sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.sentence, self.facts)


class BadSetup(EngineError):
    """A match cannot be dealt like that: a wrong number of seats, or a bad option."""


class CorruptLog(EngineError):
    """A log that contradicts itself, or is no log of this title."""


class BadMatchFile(EngineError):
    """A text that is not a match file."""


class BadScript(EngineError):
    """A scripted chance was asked for something else than its script holds."""


class BadTitle(EngineError):
    """A title's own code breaks the contract. Raised when its module is loaded."""


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translators, who find it by this name. It is translated when shown."""
    return sentence


@cache  # 0.1 us instead of 4, for every refusal that is made
def facts_named(sentence: str) -> tuple[str, ...]:
    """The names in braces. Sentences are constants, so each is taken apart once."""
    return tuple(name for _, name, _, _ in Formatter().parse(sentence) if name is not None)


def readable(fact: Fact) -> str:
    """A fact in plain English: words and numbers as they are, several with commas."""
    if isinstance(fact, str):
        return fact
    return quoted(fact) if isinstance(fact, int) else ", ".join(map(readable, fact))


def quoted(value: Any) -> str:
    """A value as a sentence may quote it, whatever it is: a megabyte of text is not quoted whole."""
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int):
        return repr(value) if abs(value) < 10**12 else "a huge number"
    if isinstance(value, str):
        shown = repr(value[:40])  # a strange character takes up to ten in it
        return shown if len(value) <= 40 and len(shown) <= 60 else f"{shown[:60]}…"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"
