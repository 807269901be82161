"""SVG to PNG, in a process of its own.

Drawing takes some tenths of a second in native code that lets no other thread run, so it is never
done where pages are made: a short-lived process draws one picture, with a time limit, and one such
process at a time. A few may wait for their turn; whoever comes then is sent away. This file is the
program of that process too, so it imports nothing of ours.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import BoundedSemaphore, Lock

LONGEST_SVG = 1_000_000  # bytes; a full board is a seventh of this
SECONDS_TO_WAIT, SECONDS_TO_DRAW = 10, 10
MOST_WAITING = 4
OUR_LETTERS = 0x180  # Latin with its neighbours; for others the machine's own fonts are tried

logger = logging.getLogger(__name__)

_drawing, _waiting = Lock(), BoundedSemaphore(MOST_WAITING)


class NotDrawn(Exception):
    """There are too many pictures to draw, or this one cannot be drawn."""


def digest(svg: str) -> str:
    """What makes a picture the same as another."""
    return sha256(svg.encode()).hexdigest()[:32]


def drawn(svg: str, *, fonts: Sequence[Path]) -> bytes:
    """The PNG of an SVG, as large as it says. Raises NotDrawn."""
    data = svg.encode()
    if len(data) > LONGEST_SVG:
        raise NotDrawn("it is too large")
    program = [sys.executable, "-I", __file__, *map(str, fonts)]
    with _turn():
        try:
            done = subprocess.run(  # noqa: S603 - our own program
                program, input=data, capture_output=True, timeout=SECONDS_TO_DRAW, check=True
            )
        except (subprocess.SubprocessError, OSError) as error:
            logger.warning("a picture was not drawn: %s", getattr(error, "stderr", None) or error)
            raise NotDrawn("it cannot be drawn") from error
    return done.stdout


@contextmanager
def _turn() -> Iterator[None]:
    if not _waiting.acquire(blocking=False):
        raise NotDrawn("too many pictures are waited for")
    try:
        is_mine = _drawing.acquire(timeout=SECONDS_TO_WAIT)
    finally:
        _waiting.release()
    if not is_mine:
        raise NotDrawn("too many pictures are being drawn")
    try:
        yield
    finally:
        _drawing.release()


def main(fonts: list[str]) -> None:
    """The other process: an SVG on the standard input, a PNG on the standard output."""
    import resvg_py

    os.nice(10)
    svg = sys.stdin.buffer.read().decode()
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=fonts,
        skip_system_fonts=all(ord(letter) < OUR_LETTERS or letter in "–—‘’“”…" for letter in svg),
    )
    sys.stdout.buffer.write(bytes(png))


if __name__ == "__main__":
    main(sys.argv[1:])
