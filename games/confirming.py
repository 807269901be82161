"""What a reader is asked about before a move is sent, when there is no script to ask.

Found in the reader's own table, as the script does it: what stands on the button, and the sentence
of class `says` beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

WITHOUT_END = {"br", "hr", "img", "input", "link", "meta", "wbr"}


class Words(NamedTuple):
    """What the page says about an action: beside its button, and on it."""

    says: str
    label: str


def words_of(html: str, action: str) -> Words | None:
    """The words of an action that the page offers."""
    reader = _Reader(action)
    reader.feed(html)
    reader.close()
    if reader.button is None:
        return None
    said = [element.child_says for element in reversed(reader.around) if element.child_says]
    labels = filter(None, map(str.strip, reader.button.text))  # a long one first, then a short one
    return Words(" ".join((said or [""])[0].split()), next(labels, ""))


@dataclass(eq=False)
class _Element:
    tag: str
    is_says: bool
    text: list[str] = field(default_factory=list)
    child_says: str = ""


class _Reader(HTMLParser):
    def __init__(self, action: str) -> None:
        super().__init__()
        self.action = action
        self.open: list[_Element] = []
        self.around: list[_Element] = []  # what the button stands in, outermost first
        self.button: _Element | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in WITHOUT_END:
            return
        named = dict(attrs)
        element = _Element(tag, "says" in (named.get("class") or "").split())
        if named.get("name") == "action" and named.get("value") == self.action:
            self.around, self.button = list(self.open), element
        self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A shape of a drawing: nothing is in it."""

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            element = self.open.pop()
            if element.is_says and self.open:
                self.open[-1].child_says = self.open[-1].child_says or "".join(element.text)
            if element.tag == tag:
                return
