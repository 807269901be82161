"""What the shell's templates draw with: symbols of the sprite, people's marks, a title's pictures.

`games/presentation/presenter.py` says what a title brings. What it does not bring is replaced by ours.
"""

from functools import cache

from django import template
from django.contrib.staticfiles import finders
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import Sanction
from games.engine.registry import slugs
from games.moderation.standing import LedTo, led_to
from games.presentation.sentences import kept_by_language
from games.rendering.rules import effects_of as lines_of
from games.rendering.rules import is_taught

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
def sign(name: str) -> SafeString:
    """Draw a symbol of talk and claims, which a page needs only when it opens these."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
        name,
        static("img/emotes.svg"),
        name,
    )


@register.simple_tag
def mark(seat: int, name: str, letters: str = "") -> SafeString:
    """Draw a person at a table: a shape by seat, a letter or two, and the name for the curious."""
    return format_html(
        '<span class="mark s{}" title="{}" aria-hidden="true">{}</span>',
        seat % MARKS,
        name,
        letters or name[:1].upper(),
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
def what_led_to(sanction: Sanction) -> LedTo | None:
    """Return what its account said or did, where the staff decided about that."""
    return led_to(sanction)


@register.simple_tag
def moods() -> SafeString:
    """Link the colours of every title that has some."""
    sheets = ((static(f"{slug}/mood.css"),) for slug in slugs() if _brings(slug, "mood.css"))
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', sheets)


@register.simple_tag
def table_styles(slug: str) -> SafeString:
    """Link what tables have in common, what a title brings (its colours and `table.css`), and moments."""
    own = [f"{slug}/{file}" for file in ("mood.css", "table.css") if _brings(slug, file)]
    sheets = (
        (static(sheet),) for sheet in ["presentation/table.css", *own, "presentation/moments.css"]
    )
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', sheets)


@register.simple_tag
def has_first(slug: str) -> bool:
    """Return whether newcomers can learn a title by a first match."""
    return is_taught(slug)


@register.simple_tag
def rules_styles(slug: str) -> SafeString:
    """Link how a title's rules page draws its pictures, if it says so."""
    if not _brings(slug, "rules.css"):
        return SafeString()
    return format_html('<link rel="stylesheet" href="{}">', static(f"{slug}/rules.css"))


@register.simple_tag
@kept_by_language(keep=32)  # a tenth of a table's page, and always the same
def effects_of(slug: str) -> SafeString:
    """List what each card and token of a title does. What it is drawn as is described by this."""
    lines = lines_of(slug)
    return format_html_join(
        "\n",
        '<div id="{}" data-symbols="{}" data-rule="{}"><dt>{}</dt><dd>{}</dd></div>',
        ((one.id, " ".join(one.symbols), one.rules[0], one.name, one.line) for one in lines),
    )


@cache  # looks in every folder of static files: 51 µs for each picture of a title on a page
def _brings(slug: str, file: str) -> bool:
    return finders.find(f"{slug}/{file}") is not None
