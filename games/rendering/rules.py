"""A title's rules as HTML: the same for its page and for the sheet beside the board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

from django.template import TemplateDoesNotExist

from games.presentation import presenter_of
from games.presentation.effects import Effect
from games.rendering.environment import template

# Headings stand in a title's template and nowhere else, by the macro `section`: there they are found.
SECTION = re.compile(r'<section id="([\w-]+)">\s*<h2>(.*?)</h2>')


@dataclass(frozen=True, slots=True)
class Rules:
    """`contents` are the ids and headings of the sections."""

    html: str
    contents: Sequence[tuple[str, str]]


def effects_of(slug: str) -> Sequence[Effect]:
    """What each card and token of a title does, a line each."""
    return list(presenter_of(slug).effects.values())


def is_taught(slug: str) -> bool:
    """Whether it has a first match with hints."""
    return presenter_of(slug).coach is not None


def rules_of(slug: str) -> Rules | None:
    """From the title's own folder, if it has written them."""
    show = presenter_of(slug)
    try:
        html = template(f"{slug}/rules.html").render({"effects": show.effects, **show.rulebook()})
    except TemplateDoesNotExist:
        return None
    return Rules(html, [(id_, unescape(heading)) for id_, heading in SECTION.findall(html)])
