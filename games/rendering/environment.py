"""Jinja2 through Django's own backend, for the live parts; and parts that are drawn once for all."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache, partial
from typing import Any, Protocol, cast

from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, StrictUndefined

from games.rendering.parts import Drawing, drawing_of, named

PARTS_IN_MEMORY = 20_000  # a table has 36 to 230 of them


class Template(Protocol):
    def render(self, context: dict[str, Any]) -> str: ...


def environment(**options: Any) -> Environment:
    strict = {"undefined": StrictUndefined, "extensions": ["jinja2.ext.i18n"]}
    trimmed = {"trim_blocks": True, "lstrip_blocks": True}
    env = Environment(**{**options, **strict, **trimmed, "autoescape": True})  # noqa: S701 - it is set
    env.globals["static"] = static
    env.globals["part"] = part
    env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    return env


def template(name: str) -> Template:
    return cast(Template, get_template(name, using="jinja2"))


def drawing(name: str, context: dict[str, Any]) -> Drawing:
    """What a template draws, with its parts."""
    return drawing_of(partial(template(name).render, context))


def part(name: str, it: Hashable, id: str = "") -> Drawing:  # noqa: A002 - the attribute's name
    """A part of a page, drawn from `it` alone, and once for all pages where it is the same.

    The key is all that the drawing is made from, so a page gets nothing that it did not bring.
    With an id, which its one element is given, it is a part that is sent only when it differs.
    """
    return _drawn(name, it, id, get_language())


# Without it a table takes 5 to 15 ms more: most parts are the same for all and from move to move.
@lru_cache(maxsize=PARTS_IN_MEMORY)
def _drawn(name: str, it: Hashable, id_: str, _language: str | None) -> Drawing:
    return _part(name, it, id_) if id_ else drawing(name, {"it": it})


def _part(name: str, it: Hashable, id_: str) -> Drawing:
    return named(drawing(name, {"it": it}), id_)
