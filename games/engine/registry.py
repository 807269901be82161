"""Finds the titles: every package under `games/titles`, and under the extra folders given to `scan`."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from games.engine.errors import BadTitle
from games.engine.title import Title


def scan(folders: Iterable[Path]) -> None:
    """Look for titles in these folders too."""
    for folder in map(str, folders):
        if folder not in _places():
            _places().append(folder)
    titles.cache_clear()


@cache  # imports every title; not to save time but so that each is one object
def titles() -> dict[str, Title[Any]]:
    """Every title by its slug."""
    return {slug: _load(slug) for slug in slugs()}


def slugs() -> list[str]:
    """The names of the titles' folders, without loading any of them."""
    return sorted(found.name for found in pkgutil.iter_modules(_places()) if found.ispkg)


def _load(slug: str) -> Title[Any]:
    title = getattr(import_module(f"games.titles.{slug}"), "title", None)
    if not isinstance(title, Title) or title.slug != slug:
        raise BadTitle("no_title", f"games.titles.{slug} must hold `title`, with that slug")
    return title


def _places() -> list[str]:
    """The search path of the package `games.titles`, so that titles from anywhere are its modules."""
    return cast(list[str], import_module("games.titles").__path__)
