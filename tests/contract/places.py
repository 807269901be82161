"""Where a title's code and its tests lie, and which hooks are its own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from games.engine import Title, titles
from games.presentation import presenter_of
from games.presentation.presenter import Presenter

ROOT = Path(__file__).resolve().parent.parent.parent


def source_folder(title: Title[Any]) -> Path:
    path = sys.modules[f"games.titles.{title.slug}"].__file__
    assert path is not None
    return Path(path).resolve().parent


def folder_of_tests(title: Title[Any]) -> Path:
    return ROOT / "tests" / "titles" / title.slug


def is_ours(title: Title[Any]) -> bool:
    """Does it live in this tree? A title from elsewhere keeps its tests elsewhere too."""
    return source_folder(title).is_relative_to(ROOT)


def titles_with_tests() -> list[Title[Any]]:
    return [
        title for title in titles().values() if is_ours(title) or folder_of_tests(title).exists()
    ]


def brings(slug: str, hook: str) -> bool:
    """Whether a title has this hook of its own. None but `table` and `role_chip` must be there."""
    return _found(type(presenter_of(slug)), hook) is not _found(Presenter, hook)


def _found(kind: type, name: str) -> object:
    return next(vars(base)[name] for base in kind.__mro__ if name in vars(base))
