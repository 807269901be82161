"""What the titles' tests read: of a page, what could be sent; of a module, with what it refuses."""

from __future__ import annotations

import ast
import inspect
from html.parser import HTMLParser
from types import ModuleType

SENDING = ("a", "button", "form", "script", "select", "textarea")
UNWANTED = ("form", "style", "on", "data-")  # attributes that send, or say more than is seen


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
        elif tag in SENDING or any(name.startswith(UNWANTED) for name in given):
            self.others.append(tag)


def controls(html: str) -> Controls:
    found = Controls()
    found.feed(html)
    return found


def codes_of(module: ModuleType) -> set[str]:
    """Every code with which a module refuses, read from its source."""
    return {
        node.args[0].value
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("IllegalAction", "_no")  # what some modules call it
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }
