"""A position as one SVG that stands by itself, to be shown where a link is shared.

It is the board of the title's own table: the largest drawing in its HTML, with the symbols it uses
and the sheets that colour it put inside. A title that draws no SVG is shown as on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.utils.translation import gettext as _

from games.replay import Film
from games.replay_rendering import Showing, drawn

WIDTH, HEIGHT = 1200, 630  # what those who show links expect
CAPTION = 70
LINES, COLUMNS = 24, 80  # of a picture in text

_TAG = re.compile(r"<svg\b[^>]*>|</svg>")
_VIEW = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')
_USE = re.compile(r'href="([^"#]+)#([\w-]+)"')
_SYMBOL = re.compile(r'<symbol\b([^>]*?)\bid="([\w-]+)"(.*?</symbol>)', re.DOTALL)
_SIZE = re.compile(r'\s(?:width|height)="[^"]*"')
_CLASS = re.compile(r'class="([^"]*)"')
_HASH = re.compile(r"\.[0-9a-f]{12}(?=\.svg$)")


def picture(showing: Showing, at: int, *, name: str) -> str:
    """The position after that move, as the film's eyes saw it."""
    film = showing.film
    state = film.state(at)
    _table, html = drawn(film, state, showing.names)
    layers = board_layers(html)
    context = {
        "width": WIDTH,
        "height": HEIGHT,
        "board_height": HEIGHT - CAPTION,
        "slug": film.title.slug,
        "caption": _("{name} · after move {number}").format(name=film.title.name, number=at),
        "name": name,
        "around": around[1] if (around := _CLASS.search(html)) else "",
        "symbols": "".join(symbols(layers)),
        "layers": [_own_references(layer) for layer in layers],
        "styles": styles(film.title.slug),
        "text": [] if layers else text_lines(film, state),
    }
    return str(get_template("games/picture.svg", using="jinja2").render(context))


def board_layers(html: str) -> list[str]:
    """The largest drawing in a table's HTML, and those of the same size that lie on it."""
    found = [(svg, _area(svg)) for svg in outermost(html)]
    largest = max((area for _svg, area in found), default=0)
    return [svg for svg, area in found if area == largest and area > 0]


def outermost(html: str) -> Iterator[str]:
    depth, began = 0, 0
    for tag in _TAG.finditer(html):
        if tag[0] == "</svg>":
            depth -= 1
            if depth == 0:
                yield html[began : tag.end()]
        elif not tag[0].endswith("/>"):
            began = tag.start() if depth == 0 else began
            depth += 1


def _area(svg: str) -> float:
    view = _VIEW.search(svg.partition(">")[0])
    return float(view[3]) * float(view[4]) if view else 0


def text_lines(film: Film, state: Any) -> list[str]:
    return [line[:COLUMNS] for line in film.title.picture(state).splitlines()[:LINES]]


# What the drawing refers to


def symbols(layers: list[str]) -> Iterator[str]:
    """Every symbol that is used, under a name of its own."""
    used = {found.groups() for layer in layers for found in _USE.finditer(layer)}
    for address, name in sorted(used):
        body = _sprite(address).get(name)
        if body is not None:
            yield f'<symbol id="{_own_name(address, name)}"{body}'


def _own_references(layer: str) -> str:
    """The layer with what it uses inside the same file, as large as its frame."""
    opening, rest = layer.split(">", 1)
    own = _USE.sub(lambda use: f'href="#{_own_name(use[1], use[2])}"', rest)
    return f"{_SIZE.sub('', opening)}>{own}"


def _own_name(address: str, name: str) -> str:
    return f"{Path(address).parent.name}-{name}"


@cache
def _sprite(address: str) -> dict[str, str]:
    """The symbols of one of our static files, by name."""
    path = _HASH.sub("", address.removeprefix(settings.STATIC_URL))
    found = _SYMBOL.findall(_static_text(path))
    return {name: f"{before}{after}" for before, name, after in found}


@cache
def styles(slug: str) -> str:
    """The tokens and the title's sheets, for the drawing alone."""
    sheets = ("css/tokens.css", f"{slug}/mood.css", f"{slug}/table.css")
    return "\n".join(filter(None, map(_static_text, sheets)))


def _static_text(path: str) -> str:
    found = finders.find(path)
    return Path(str(found)).read_text(encoding="utf-8") if found else ""
