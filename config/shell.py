"""What the shell's templates draw with: symbols of the sprite, people's marks, a title's pictures.

A title brings its own pictures by name, in its static folder: `scene.svg` (500 × 280), `emblem.svg`
(square) and `mood.css` (the colours of `.mood-<slug>`). What it does not bring is replaced by ours.
A template `<slug>/blurb.html` says in two sentences what it is about.
"""

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.engine.registry import slugs

register = template.Library()

MARKS = 10  # shapes; a table with more seats would begin again


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw a symbol. It says nothing to a screen reader: the words beside it do."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
        static("img/sprite.svg"),
        name,
    )


@register.simple_tag
def mark(seat: int, name: str) -> SafeString:
    """Draw a person at a table: a shape by seat, the first letter, and the name for the curious."""
    return format_html(
        '<span class="mark s{}" title="{}" aria-hidden="true">{}</span>',
        seat % MARKS,
        name,
        name[:1].upper(),
    )


@register.simple_tag
def picture_of(slug: str, file: str) -> str:
    """Return the address of a title's picture, or of ours of the same name."""
    return static(f"{slug}/{file}" if _brings(slug, file) else f"img/{file}")


@register.simple_tag
def blurb_of(slug: str) -> SafeString:
    """Return what a title says of itself in two sentences, or nothing."""
    try:
        return render_to_string(f"{slug}/blurb.html")
    except TemplateDoesNotExist:
        return SafeString()


@register.simple_tag
def moods() -> SafeString:
    """Link the colours of every title that has some."""
    sheets = ((static(f"{slug}/mood.css"),) for slug in slugs() if _brings(slug, "mood.css"))
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', sheets)


@register.simple_tag
def table_styles(slug: str) -> SafeString:
    """Link what a title brings for its own table: its colours and `table.css`."""
    sheets = ((static(f"{slug}/{f}"),) for f in ("mood.css", "table.css") if _brings(slug, f))
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', sheets)


@cache
def _brings(slug: str, file: str) -> bool:
    return finders.find(f"{slug}/{file}") is not None
