"""What a reader is asked about before a move is sent, when there is no script to ask.

Found in the reader's own table, as the script does it: what stands on the button, and what its
`data-says` says that it does, where the label alone would not tell.
"""

from __future__ import annotations

from html.parser import HTMLParser
from typing import NamedTuple


class Words(NamedTuple):
    says: str
    label: str


def words_of(html: str, action: str) -> Words | None:
    """The words of an action that the page offers."""
    reader = _Reader(action)
    reader.feed(html)
    reader.close()
    if reader.says is None:
        return None
    label = next(iter(reader.labels), "")  # a long one stands first, then a short one
    return Words(reader.says or label, label)


class _Reader(HTMLParser):
    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action
        self.is_inside = False
        self.says: str | None = None
        self.labels: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "button" and (named.get("name"), named.get("value")) == ("action", self.action):
            self.is_inside, self.says = True, named.get("data-says") or ""

    def handle_data(self, data: str) -> None:
        if self.is_inside and data.strip():
            self.labels.append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        self.is_inside = self.is_inside and tag != "button"
