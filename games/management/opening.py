"""What the commands share: finding a title, opening a match file. What goes wrong is one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from games.engine import EngineError, Title, titles
from games.engine.matchfile import LARGEST_TEXT, MatchFile, read

LARGEST_FILE = 4 * LARGEST_TEXT  # bytes: a character has at most four


def find_title(slug: str) -> Title[Any]:
    found = titles()
    if slug not in found:
        raise CommandError(f"there is no title {slug!r}; there are: {', '.join(found) or 'none'}")
    return found[slug]


def open_match(path: Path) -> MatchFile:
    """The match in this file. Never reads more than a match file may hold."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST_FILE:
        raise CommandError(f"{path} is too large for a match file")
    try:
        return read(data)
    except EngineError as error:
        raise CommandError(f"{path}: {error.message}") from None
