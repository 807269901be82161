"""What a page shows after a pushed frame: the twin of `parts.frame`, as `static/js/match.js` has it.

Benches and tests see by it what a browser would show; the site itself never takes HTML apart. Regular
expressions are enough for our own, in which "<" and ">" are escaped in texts and attributes.
"""

from __future__ import annotations

import re

# With the last one, where a mark stands for several parts that follow each other.
_SAME = re.compile(r"<(\w+) id=([\w-]+) data-same(?:=([\w-]+))?>")


def shown_after(page: str, frame: str) -> str:
    """The table that a page shows, when this frame comes while it showed that one."""
    found, done = list[str](), 0
    while same := _SAME.search(frame, done):
        end = _end(frame, same)
        news = frame[same.end() : end]
        kept = _run(page, same[2], same[3]) if same[3] else _kept(page, same[2], news)
        found += [frame[done : same.start()], kept]
        done = end + len(f"</{same[1]}>")
    return "".join([*found, frame[done:]])


def element(page: str, id_: str) -> str:
    """The element with this id."""
    start = re.search(rf'<(\w+) id="?{id_}"?[ >]', page)
    if start is None:
        raise LookupError(f"the page has no element {id_}")
    return page[start.start() : _end(page, start) + len(f"</{start[1]}>")]


def _run(page: str, first: str, last: str) -> str:
    """The elements of a page from one to another, which follow each other."""
    began, end = page.index(element(page, first)), element(page, last)
    return page[began : page.index(end, began) + len(end)]


def _kept(page: str, id_: str, news: str) -> str:
    """The element of a page, with parts within it that are new."""
    kept = element(page, id_)
    while start := re.match(r'\s*<(\w+) id="?([\w-]+)', news):
        end = _end(news, start) + len(f"</{start[1]}>")
        kept = kept.replace(element(kept, start[2]), shown_after(page, news[start.start() : end]))
        news = news[end:]
    return kept


def _end(html: str, start: re.Match[str]) -> int:
    """Where the end tag of an element begins. In texts and attributes "<" and ">" are escaped."""
    depth = 0
    for tag in re.finditer(rf"<(/?){start[1]}\b[^>]*?(/?)>", html[start.start() :]):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth == 0:
            return start.start() + tag.start()
    raise LookupError(f"the element {start[0]} does not end")
