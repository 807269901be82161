"""A title's sheets for a drawing that stands by itself: by day, with every name replaced by its value.

Whoever draws an SVG outside a browser knows neither custom properties nor media queries, so the
few rules that concern a drawing are kept and everything is said outright.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

SHEETS = ("css/tokens.css", "{slug}/mood.css", "{slug}/table.css")
DRAWN = (
    "fill",
    "stroke",
    "font",
    "color",
    "filter",
    "opacity",
    "overflow",
    "display",
    "paint-",
    "text-anchor",
)

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_RULE = re.compile(r"@[^{;]+(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_NAME = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)")
_SEE_THROUGH = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)")


def plain(text: str, slug: str) -> str:
    """The text, of a drawing or a sheet, with values in place of names."""
    named = _tones(slug)
    while _NAME.search(text):
        text = _NAME.sub(lambda name: named.get(name[1], name[2] or "none"), text)
    return _SEE_THROUGH.sub(_in_hex, text)


def _in_hex(tone: re.Match[str]) -> str:
    *colours, share = tone.groups()
    return "#" + "".join(f"{int(part):02x}" for part in [*colours, round(float(share) * 255)])


@cache
def rules(slug: str) -> str:
    """The rules of the title's sheets that say how something is drawn."""
    found = []
    for selectors, declarations in _rules(slug):
        kept = [one for one in declarations if one[0].startswith(DRAWN)]
        if kept and ":" not in selectors:
            said = "; ".join(f"{name}: {value}" for name, value in kept)
            found.append(f"{selectors} {{ {said} }}")
    return plain("\n".join(found), slug)


@cache
def _tones(slug: str) -> Mapping[str, str]:
    return {
        name: value
        for selectors, declarations in _rules(slug)
        if selectors in (":root", f".title-{slug}")
        for name, value in declarations
        if name.startswith("--")
    }


def _rules(slug: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What holds by day and on any screen: selectors, and pairs of a name and a value."""
    text = "".join(static_text(sheet.format(slug=slug)) for sheet in SHEETS)
    for selectors, body in _RULE.findall(_AT_RULE.sub("", _COMMENT.sub("", text))):
        pairs = [one.partition(":") for one in body.split(";") if ":" in one]
        yield selectors.strip(), [(name.strip(), value.strip()) for name, _, value in pairs]


def static_text(path: str) -> str:
    """One of our static files, or nothing if it is not there."""
    found = finders.find(path)
    return Path(str(found)).read_text(encoding="utf-8") if found else ""
