"""How titles are shown: the contract for presentation, and what their tables have in common."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.engine import BadTitle, titles
from games.engine.title import State
from games.presentation.fallback import PlainPresenter
from games.presentation.presenter import Presenter

__all__ = ["presenter_of"]


@cache  # asked for every line of a log: 0.1 µs instead of 54, most of which is the check below
def presenter_of(slug: str) -> Presenter[State]:
    """The title's presenter, or the plain one for a title that has none.

    It is for states of that title only, which no type can say: titles are found at run time.
    """
    package = f"games.titles.{slug}.table"
    if find_spec(package) is None:
        return PlainPresenter(titles()[slug])
    found: object = import_module(package).presenter
    if not isinstance(found, Presenter):
        raise BadTitle("no_presenter", f"{package} must hold `presenter`, a Presenter")
    return found
