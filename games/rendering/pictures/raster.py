"""SVG to PNG, away from everybody else.

Drawing takes some tenths of a second in native code that lets no other thread run, so it is never
done where pages are made.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from games.bounded import Desk, NotDone

LONGEST_SVG = 1_000_000  # bytes; a full board is a seventh of this
OUR_LETTERS = 0x180  # Latin with its neighbours; for others the machine's own fonts are tried
DESK = Desk(seconds_of_cpu=10, seconds=60)

logger = logging.getLogger(__name__)


class NotDrawn(Exception):
    """There are too many pictures to draw, or this one cannot be drawn."""


def digest(svg: str) -> str:
    """What makes a picture the same as another."""
    return sha256(svg.encode()).hexdigest()[:32]


def drawn(svg: str, *, fonts: Sequence[Path]) -> bytes:
    """The PNG of an SVG, as large as it says. Raises NotDrawn."""
    if len(svg.encode()) > LONGEST_SVG:
        raise NotDrawn("it is too large")
    try:
        return DESK.do(_png, svg, [str(font) for font in fonts])
    except (NotDone, ValueError) as error:
        logger.warning("a picture was not drawn: %s", error)
        raise NotDrawn("it cannot be drawn") from error


def _png(svg: str, fonts: list[str]) -> bytes:
    import resvg_py  # where it draws, and nowhere else

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            font_files=fonts,
            skip_system_fonts=all(
                ord(letter) < OUR_LETTERS or letter in "–—‘’“”…" for letter in svg
            ),
        )
    )
