"""A position as one picture that stands by itself, to be shown where a link is shared.

It is the board of the title's own table: the largest drawing in its HTML, with the symbols it uses
and the rules that colour it put inside. What a title paints behind its board by a sheet alone, it
says again in `<slug>/under.svg`, in the board's own coordinates. A title that draws no SVG is shown
as on the command line.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import gettext as _

from games import rasters, tones
from games.memory import Memory
from games.rasters import NotDrawn, digest
from games.replay import Film
from games.replay_rendering import Showing, drawn

__all__ = ["NotDrawn", "digest", "picture", "png"]

WIDTH, HEIGHT = 1200, 630  # what those who show links expect
CAPTION = 70
LINES, COLUMNS = 24, 80  # of a picture in text
PNGS_IN_MEMORY = 50  # of 150 to 300 kB
FONTS = ("fraunces-bold", "fraunces-italic", "source-sans-3-regular", "source-sans-3-bold")

_TAG = re.compile(r"<svg\b[^>]*>|</svg>")
_VIEW = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')
_USE = re.compile(r'href="([^"#]+)#([\w-]+)"')
_SYMBOL = re.compile(r'<symbol\b([^>]*?)\bid="([\w-]+)"(.*?</symbol>)', re.DOTALL)
_SIZE = re.compile(r'\s(?:width|height)="[^"]*"')
_CLASS = re.compile(r'class="([^"]*)"')
_HASH = re.compile(r"\.[0-9a-f]{12}(?=\.svg$)")


def picture(showing: Showing, at: int, *, name: str) -> str:
    """The position after that move, as the film's eyes saw it, as an SVG."""
    film = showing.film
    slug, state = film.title.slug, film.state(at)
    _table, html = drawn(film, at, state, showing.names)
    layers = board_layers(html)
    parts = [under(slug, layers[0]), *layers] if layers else []
    context = {
        "width": WIDTH,
        "height": HEIGHT,
        "board_height": HEIGHT - CAPTION,
        "slug": slug,
        "caption": _("{name} · after move {number}").format(name=film.title.name, number=at),
        "name": name,
        "around": around[1] if (around := _CLASS.search(html)) else "",
        "symbols": tones.plain("".join(symbols(parts)), slug),
        "layers": [tones.plain(_own_references(part), slug) for part in parts if part],
        "rules": tones.rules(slug),
        "text": [] if layers else text_lines(film, state),
    }
    svg = get_template("games/picture.svg", using="jinja2").render(context)
    return tones.plain(svg, slug)


def png(svg: str) -> bytes:
    """The same as a PNG. Raises NotDrawn."""
    key = digest(svg)
    found = _pngs.get(key)
    if found is None:
        found = rasters.drawn(svg, fonts=_fonts())
        _pngs.put(key, found)
    return found


@cache
def _fonts() -> list[Path]:
    found = [finders.find(f"fonts/{name}.ttf") for name in FONTS]
    return [Path(str(path)) for path in found if path]


_pngs: Memory[str, bytes] = Memory(PNGS_IN_MEMORY)


# The board


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


@dataclass(frozen=True, slots=True)
class View:
    """A piece of the plane: what of a board's coordinates the picture shows."""

    x: float
    y: float
    width: float
    height: float

    def around(self, width: float, height: float) -> View:
        """The same in the middle of a frame of this shape, with what the frame shows beside it."""
        scale = max(self.width / width, self.height / height)
        wide, high = width * scale, height * scale
        x, y = self.x - (wide - self.width) / 2, self.y - (high - self.height) / 2
        return View(round(x, 1), round(y, 1), round(wide, 1), round(high, 1))


def under(slug: str, board: str) -> str:
    """What lies under the board, if the title says so."""
    try:
        template = get_template(f"{slug}/under.svg", using="jinja2")
    except TemplateDoesNotExist:
        return ""
    found = _VIEW.search(board.partition(">")[0])
    assert found is not None
    view = View(*map(float, found.groups())).around(WIDTH, HEIGHT - CAPTION)
    return str(template.render({"view": view, "embedded": embedded}))


@cache
def embedded(path: str) -> str:
    """One of our static SVGs as an address that holds it."""
    return f"data:image/svg+xml;base64,{b64encode(tones.static_text(path).encode()).decode()}"


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
    found = _SYMBOL.findall(tones.static_text(path))
    return {name: f"{before}{after}" for before, name, after in found}
