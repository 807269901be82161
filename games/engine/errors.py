"""What can go wrong in the engine. Every error has a code, one sentence and the facts behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


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
    """A seat asked for something that it may not do now. Nothing has changed."""


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
