"""What a title's rules page says of each numbered rule, and which cards it counts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from html.parser import HTMLParser

from games.rendering.rules import rules_of

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
OURS = "our ruling"


class RulesPage(HTMLParser):
    """The texts that tell a rule, by its number; and how many there are of each card."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.texts: dict[str, list[str]] = defaultdict(list)
        self.cards: dict[str, int] = {}
        self._open: list[tuple[str, list[str]]] = []  # elements, each with the rules it tells
        self._card = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        rules = given.get("data-rule", "").split()
        self._card = given.get("data-card", self._card)
        self._open.append((tag, rules))
        for rule in rules:
            self.texts[rule].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A drawing has no words."""

    def handle_endtag(self, tag: str) -> None:
        opened, _rules = self._open.pop()
        assert opened == tag

    def handle_data(self, data: str) -> None:
        for rule in [rule for _tag, rules in self._open for rule in rules]:
            self.texts[rule][-1] += data
        if self._card and data.startswith("×"):
            self.cards[self._card], self._card = int(data[1:]), ""

    def says(self, rule: str) -> str:
        """All that tells this rule, in small letters and with single spaces."""
        return re.sub(r"\s+", " ", " ".join(self.texts[rule])).lower()


def rules_page(slug: str) -> RulesPage:
    found = rules_of(slug)
    assert found is not None
    return RulesPage(found.html)


def missing(page: RulesPage, facts: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """The facts that the texts of their rules do not state."""
    return [
        (rule, fact)
        for rule, each in facts.items()
        for fact in each
        if fact.lower() not in page.says(rule)
    ]


def word(number: int) -> str:
    return WORDS[number]
