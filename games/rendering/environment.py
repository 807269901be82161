"""Jinja2 through Django's own backend, for the live parts; and parts that are drawn once for all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, MutableMapping
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import Any, cast

from django.template import TemplateDoesNotExist, engines
from django.template.backends.jinja2 import Jinja2
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from jinja2 import Environment, StrictUndefined, Template, TemplateNotFound, Undefined
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context
from markupsafe import Markup, escape
from markupsafe._speedups import _escape_inner

from games.rendering.parts import Drawing, drawing_of, named

PARTS_IN_MEMORY = 20_000  # a table has 36 to 230 of them
TEXTS_IN_MEMORY = 4_000


def shown(value: Any) -> str:
    """What stands for a value in HTML. A drawing leaves a mark of its place."""
    kind = type(value)
    if kind is str:
        return _escape_inner(value)
    if isinstance(value, Markup):
        return value
    if kind is int:
        return str(value)
    if kind is Undefined:  # of an `if` without an `else`: what is missing has a stricter kind
        return ""
    return escape(value)


class OurGenerator(CodeGenerator):
    """Writes what is shown as text.

    Jinja makes a `Markup` of each piece, which is joined with the others and is text again: 6 % of a
    table, whose pieces are some 300.
    """

    def _output_child_pre(self, *_about: object) -> None:
        self.write("environment.shown(")


class OurContext(Context):
    """Calls from a template go straight to what is called: 5 to 6 % of a table.

    Jinja looks whether it asks for a context; none of ours does.
    """

    def call(__self, __obj: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - as Jinja names them
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return __obj(*args, **kwargs)


class OurEnvironment(Environment):
    code_generator_class = OurGenerator
    context_class = OurContext
    shown = staticmethod(shown)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._found: dict[str, Template] = {}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """One plain dict for a template instead of a chain of two: ours never change.

        Every `{% from … import %}` compares them with those of the page, which took a fifteenth of a
        table with the chain's keys, and is nothing with a dict's.
        """
        return {**self.globals, **(d or {})}

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's word
    ) -> Template:
        """Looked for once, where templates do not change under us: 3 to 4 % of a table.

        Every drawing, `include` and `from … import` asks; Jinja looks into its cache under a lock.
        """
        found = self._found.get(name) if isinstance(name, str) else None
        if found is None:
            found = super().get_template(name, parent, globals)
            if isinstance(name, str) and not self.auto_reload:
                self._found[name] = found
        return found


def environment(**options: Any) -> Environment:
    strict = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    env = OurEnvironment(**{**options, **strict, "autoescape": True})
    env.globals["static"] = static if env.auto_reload else lru_cache(static)  # 4 % of a table
    env.globals["part"] = part
    env.globals["ident"] = ident
    env.globals["rules_address"] = rules_address
    env.globals["gettext"] = env.globals["_"] = _text
    env.globals["ngettext"] = _one_or_many
    return env


def rules_address(slug: str, rule: str = "") -> str:
    """A title's rules page, or a rule on it. A script opens it beside the board."""
    return reverse("title_rules", args=[slug]) + (f"#{rule}" if rule else "")


def template(name: str) -> Template:
    try:
        return cast(Jinja2, engines["jinja2"]).env.get_template(name)
    except TemplateNotFound as error:
        raise TemplateDoesNotExist(error.message or name) from error


def drawing(name: str, context: dict[str, Any], *, twin: bool = False) -> Drawing:
    """What a template draws, with its parts.

    A `twin` stands on a page beside another drawing of the same templates, and has no ids.
    """
    before, was_twin = _language.set(get_language() or ""), _is_twin.set(twin)
    try:
        return _drawing(name, context)
    finally:
        _language.reset(before)
        _is_twin.reset(was_twin)


def _drawing(name: str, context: dict[str, Any]) -> Drawing:
    return drawing_of(partial(template(name).render, context))


# Of the drawing that is being made: each of its parts and texts would ask Django for it, which looks
# through the storage of threads and tasks every time and took a tenth of a table.
_language: ContextVar[str] = ContextVar("language")
_is_twin: ContextVar[bool] = ContextVar("is_twin", default=False)


def ident(id: str) -> Markup:  # noqa: A002 - the attribute's name
    """In the start of an element that a script or a link finds on a board: its id, but in a twin."""
    return Markup() if _is_twin.get() else Markup(' id="{}"').format(id)


def _text(message: str, **facts: object) -> Markup:
    """As Jinja's `gettext` of the new style: texts are trusted, and facts in them are escaped."""
    language = _language.get(None)
    if language is None:
        language = get_language() or ""
    text = _translated(language, message)
    return text % facts if facts else text


def _one_or_many(one: str, many: str, num: int, **facts: object) -> Markup:
    text = Markup(ngettext(one, many, num))  # noqa: S704 - as `_text`
    return text % {"num": num, **facts}


# Saves the same for texts, all of which stand in templates: there are a few hundred.
@lru_cache(maxsize=TEXTS_IN_MEMORY)
def _translated(_language: str, message: str) -> Markup:
    return Markup(gettext(message))  # noqa: S704 - texts of templates, and of our translators


def part(name: str, it: Hashable, id: str = "") -> Drawing:  # noqa: A002 - the attribute's name
    """A part of a page, drawn from `it` alone, and once for all pages where it is the same.

    The key is all that the drawing is made from, so a page gets nothing that it did not bring.
    With an id, which its one element is given, it is a part that is sent only when it differs.
    """
    language, twin = _language.get(None), _is_twin.get()
    id_ = "" if twin else id
    return _drawn(name, it, id_, get_language() if language is None else language, _twin=twin)


# Without it a table takes 5 to 15 ms more: most parts are the same for all and from move to move.
@lru_cache(maxsize=PARTS_IN_MEMORY)
def _drawn(name: str, it: Hashable, id_: str, _language: str | None, *, _twin: bool) -> Drawing:
    return _part(name, it, id_) if id_ else _drawing(name, {"it": it})


def _part(name: str, it: Hashable, id_: str) -> Drawing:
    return named(_drawing(name, {"it": it}), id_)
