"""A whole match of each title from the accessibility tree alone: roles, names and the keyboard.

The player here sees no page. They hear what has the focus, press keys, and never ask for an
element. The other seats are played by the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page
from playwright.sync_api import TimeoutError as TooLong

from games.engine.registry import titles
from tests.browser.fixtures import Open
from tests.browser.playing import Plain, foreseen, look_at_table, people, wait_for_move
from tests.web.factories import Scene

OURS = sorted(set(titles()) - {"toy"})
SHORT = {"rounds": 2}  # where their number can be chosen
MOST_STOPS = 60  # a turn of the Tab key around the page

# Buttons that only help to look.
LOOKING = {"Larger", "Smaller", "The whole board, and back", "Show me again", "Faster"}


@dataclass(frozen=True)
class Heard:
    """What a screen reader says of the element that has the focus."""

    role: str
    name: str
    is_checked: bool
    node: int

    @property
    def is_place(self) -> bool:
        return self.role in ("radio", "checkbox") and not self.is_checked

    @property
    def is_move(self) -> bool:
        looks = self.name in LOOKING or self.name.startswith(("Knock", "Help", "Rules"))
        return self.role == "button" and bool(self.name) and not looks


class Player:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.tree: CDPSession = page.context.new_cdp_session(page)
        self.way: list[Heard] = []

    def focused(self) -> Heard:
        [found] = self.tree.send(
            "Runtime.evaluate", {"expression": "document.activeElement"}
        ).values()
        told = {"objectId": found["objectId"], "fetchRelatives": False}
        [node] = self.tree.send("Accessibility.getPartialAXTree", told)["nodes"]
        return self._heard(node)

    @staticmethod
    def _heard(node: dict[str, Any]) -> Heard:
        properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        return Heard(
            node.get("role", {}).get("value", ""),
            node.get("name", {}).get("value", ""),
            properties.get("checked") == "true",
            node["backendDOMNodeId"],
        )

    def press(self, key: str) -> Heard:
        self.page.keyboard.press(key)
        return self.focused()

    def has_moved(self, number: int) -> bool:
        """Wait a moment for the answer."""
        try:
            self.page.wait_for_function(
                "number => Number(document.getElementById('table').dataset.number) > number",
                arg=number,
                timeout=1500,
            )
        except TooLong:
            return False
        return True

    def move(self, number: int) -> None:
        """Raise a card and put it down; if none can be, whatever a button offers."""
        self.way = []
        self.go_on()
        asked = self.focused()
        if asked.is_place and self.press("1") == asked and self.choose(number):
            return  # the question was one of the board, to which no key leads
        for wants_place in (True, False):
            for key in "123456789":
                if self.press(key).role not in ("radio", "checkbox"):
                    break
                if self.put_down(number, wants_place):
                    return
        assert self.put_down(number, wants_place=False), [
            f"{heard.role} {heard.name}" for heard in self.way
        ]

    def go_on(self) -> None:
        """From the end of a round: the focus is there."""
        if self.focused().name.startswith("On to"):
            assert self.press("Space").role != "RootWebArea"

    def choose(self, number: int) -> bool:
        """Choose what has the focus; Enter sends it."""
        self.press("Space")
        self.press("Enter")
        return self.has_moved(number)

    def put_down(self, number: int, wants_place: bool) -> bool:
        """On the Tab key's way from here to the log: a place first, or a button."""
        self.way.append(self.focused())
        start = self.way[-1]
        for _ in range(MOST_STOPS):
            heard = self.press("Tab")
            self.way.append(heard)
            if heard == start or heard.name == "The whole log":
                return False
            if heard.is_place:
                if self.choose(number):
                    return True
            elif heard.is_move and not wants_place:
                self.press("Enter")
                if self.has_moved(number):
                    return True
        return False


def others_move(scene: Scene, me: int, plain: Plain) -> None:
    while scene.awaited() and me not in scene.awaited():
        seat = scene.awaited()[0]
        scene.act(seat, **plain.choose(scene, seat))


@pytest.mark.parametrize("slug", OURS)
def test_a_whole_match_is_played_by_ear_and_keyboard(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    players, plain = people(titles()[slug].seats[0]), Plain()
    options = SHORT if any(one.name == "rounds" for one in titles()[slug].options) else {}
    scene = foreseen(monkeypatch, players, title=slug, seed=600 + OURS.index(slug), options=options)
    others_move(scene, 0, plain)
    page = open_page(players[0])
    look_at_table(page, scene)
    page.wait_for_function("() => document.documentElement.classList.contains('plays')")
    player, moves = Player(page), 0
    while scene.awaited():
        number = scene.number
        player.move(number)
        moves += 1
        assert player.focused().role != "RootWebArea", f"the focus is lost after move {number}"
        others_move(scene, 0, plain)
        wait_for_move(page, scene.number)
    assert scene.match.status == "over"
    assert moves > 3
