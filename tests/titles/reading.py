"""What the titles' tests read of a page: what could be sent."""

from __future__ import annotations

import re
from html.parser import HTMLParser

SENDING = ("a", "button", "form", "script", "select", "textarea")
UNWANTED = ("form", "style", "on", "data-")  # attributes that send, or say more than is seen
# But for these, which say no more than is seen: a place on the table, the tip of a thing on it, what
# is asked, what the browser remembers to be open, what is covered with the role.
WANTED = ("data-place", "data-effect", "data-question", "data-kept", "data-covers")
RULE = re.compile(r"/t/\w+/rules/#\w+")  # the one place that a table leads to


class Controls(HTMLParser):
    """Collects what of a page could be sent, and every id."""

    def __init__(self) -> None:
        super().__init__()
        self.actions: list[str] = []
        self.ids: list[str] = []
        self.radios: list[str] = []
        self.labelled: list[str] = []
        self.others: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "label":
            self.labelled.append(given["for"])
        if given.get("type") == "radio":
            self.radios.append(given.get("id", ""))
        if tag == "button" and (given["form"], given["name"]) == ("move", "action"):
            self.actions.append(given["value"])
        elif tag == "a" and RULE.fullmatch(given.get("href", "")):
            pass
        elif tag in SENDING or any(name.startswith(UNWANTED) for name in given.keys() - WANTED):
            self.others.append(tag)


def controls(html: str) -> Controls:
    found = Controls()
    found.feed(html)
    return found
