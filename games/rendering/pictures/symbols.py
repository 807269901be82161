"""Symbols of our sprites, as a picture embeds them: an SVG by itself can fetch nothing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from xml.etree import ElementTree

from django.templatetags.static import static

from games.rendering.pictures import styles

SVG = "{http://www.w3.org/2000/svg}"
SPRITES = ("{slug}/sprite.svg", "img/sprite.svg")


def embedded_symbols(drawing: str, slug: str) -> tuple[str, str]:
    """The symbols that a drawing uses, and the drawing with references to them.

    The drawing comes from the partials of the page, where a symbol is in another file. Each address
    of a sprite is replaced as it stands, so nothing needs to be parsed.
    """
    used = []
    for sprite in SPRITES:
        path = sprite.format(slug=slug)
        prefix = path.partition("/")[0]
        drawing = drawing.replace(f'"{static(path)}#', f'"#{prefix}-')
        for name, symbol in _symbols(path, prefix, slug).items():
            if f'"#{prefix}-{name}"' in drawing:
                used.append(symbol)
    return "".join(used), drawing


@cache  # 15 to 25 ms, to parse a title's sprite
def _symbols(path: str, prefix: str, slug: str) -> Mapping[str, str]:
    """The symbols of one of our static files by name, in the title's tones."""
    text = styles.static_text(path)
    if not text:
        return {}
    found = {}
    for symbol in ElementTree.fromstring(text).iter(f"{SVG}symbol"):  # noqa: S314 - our own file
        name = symbol.attrib["id"]
        symbol.set("id", f"{prefix}-{name}")
        symbol.tail = None
        for node in symbol.iter():
            node.tag = node.tag.removeprefix(SVG)
            for key, value in node.attrib.items():
                node.set(key, styles.resolved(value, slug))
        found[name] = ElementTree.tostring(symbol, "unicode")
    return found
