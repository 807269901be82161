"""A refusal in the reader's language: the one place where a title's sentence meets its facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext

from games.engine import Fact, IllegalAction
from games.engine.errors import facts_named

# How facts are worded, by their names. What a fact is, is between a title's rules and its words.
Wording: TypeAlias = Mapping[str, Callable[[Any], str]]


def worded(error: IllegalAction, fact: Callable[[str, Fact], str]) -> str:
    """Translate the sentence and fill in the facts that it names, as `fact(name, value)` words them."""
    words = {name: fact(name, error.facts[name]) for name in facts_named(error.sentence)}
    return gettext(error.sentence).format_map(words)
