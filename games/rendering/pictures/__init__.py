"""A position as one picture that stands by itself, to be shown where a link is shared.

The board is drawn by the title's `picture` template, from the same partials as on the page. A title
without one is shown as on the command line.
"""

from __future__ import annotations

from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _

from games.matchlog.copies import Copy
from games.matchlog.memory import Memory
from games.presentation import presenter_of
from games.rendering.environment import template
from games.rendering.pictures import raster, styles
from games.rendering.pictures.raster import NotDrawn, digest
from games.rendering.pictures.symbols import embedded_symbols
from games.rendering.steps import Replay
from games.rendering.table import state_at, table_of

__all__ = ["NotDrawn", "digest", "picture", "png"]

WIDTH, HEIGHT = 1200, 630  # what those who show links expect
CAPTION = 70
LINES, COLUMNS = 24, 80  # of a picture in text
PNGS_IN_MEMORY = 50  # of 150 to 300 kB
FONTS = ("fraunces-bold", "fraunces-italic", "source-sans-3-regular", "source-sans-3-bold")


def picture(replay: Replay, at: int, *, name: str) -> str:
    """The position after that move, as the copy's audience knew it, as an SVG."""
    copy = replay.copy
    slug, state = copy.title.slug, state_at(copy, at)
    symbols, board = embedded_symbols(_board(replay, at, state), slug)
    context = {
        "width": WIDTH,
        "height": HEIGHT,
        "board_height": HEIGHT - CAPTION,
        "slug": slug,
        "caption": _("{name} · after move {number}").format(name=copy.title.name, number=at),
        "name": name,
        "symbols": symbols,
        "board": board,
        "rules": styles.rules(slug),
        "tone": partial(styles.tone, slug),
        "text": [] if board else _text_lines(copy, state),
    }
    return template("fragments/picture.svg").render(context)


def _board(replay: Replay, at: int, state: Any) -> str:
    """The board as SVG elements, if the title can draw it so."""
    copy = replay.copy
    name = presenter_of(copy.title.slug).picture
    if not name:
        return ""
    table = table_of(copy, at, state, replay.names)
    tools = {"tone": partial(styles.tone, copy.title.slug), "embedded": embedded}
    return template(name).render({"table": table, **tools})


def png(svg: str) -> bytes:
    """The same as a PNG. Raises NotDrawn."""
    key = digest(svg)
    found = _pngs.get(key)
    if found is None:
        found = raster.drawn(svg, fonts=_fonts())
        _pngs.put(key, found)
    return found


def _fonts() -> list[Path]:
    found = [finders.find(f"fonts/{name}.ttf") for name in FONTS]
    return [Path(str(path)) for path in found if path]


# Some tenths of a second in another process for each picture that is shared.
_pngs: Memory[str, bytes] = Memory(PNGS_IN_MEMORY)


def embedded(path: str) -> str:
    """One of our static SVGs as an address that holds it."""
    return f"data:image/svg+xml;base64,{b64encode(styles.static_text(path).encode()).decode()}"


def _text_lines(copy: Copy, state: Any) -> list[str]:
    return [line[:COLUMNS] for line in copy.title.picture(state).splitlines()[:LINES]]
