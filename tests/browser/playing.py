"""Playing in a browser: tables whose cards are known beforehand, and moves made by clicking.

Nothing here knows a title. A move is a button whose value is the action; the way to it leads over
radios and their labels, which are found by trying.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page

from accounts.models import User
from games import rendering
from games.engine import Action, Chance
from games.engine.canonical import canonical_json
from games.matchlog import access, copies
from games.matchlog.memory import forget_everything
from games.models import Match
from tests.web.factories import Scene, UserFactory, dealt

SCRIPT = Path(__file__).with_name("playing.js").read_text(encoding="utf-8")


def people(count: int) -> list[User]:
    names = [
        "mira",
        "tobias",
        "ines",
        "oluwaseun",
        "halina",
        "rook",
        "sand",
        "tuff",
        "umber",
        "vug",
    ]
    return [UserFactory.create(username=name) for name in names[:count]]


def foreseen(
    monkeypatch: pytest.MonkeyPatch,
    players: Sequence[User],
    *,
    title: str,
    seed: int,
    **kwargs: Any,
) -> Scene:
    """A dealt match with the same cards every time.

    Its id follows from the seed, and the site remembers matches by their id. So each test of a
    module has a seed of its own; what this process remembers of another module's is forgotten.
    """
    forget_everything()
    with monkeypatch.context() as patch:
        name = "".join(chr(ord("a") + int(digit)) for digit in f"{seed:010}")
        patch.setattr("games.play.opening.new_id", lambda: name)
        patch.setattr(
            "games.play.opening.secrets.token_bytes", lambda size: bytes([seed % 256]) * size
        )
        return dealt(*players, title=title, **kwargs)


class Plain:
    """Chooses as the plain bot would, from what the seat knows, and the same every time."""

    def __init__(self) -> None:
        self.chance = Chance(b"browser")

    def choose(self, scene: Scene, seat: int) -> Action:
        copy = scene.copy(seat)
        return copy.title.bots["plain"](copy.known, seat, self.chance)


# Moves


def look_at_table(page: Page, scene: Scene) -> None:
    """Open the match, past the moment in which one's role is dealt, with all its scripts at work."""
    page.goto(f"/m/{scene.id}/")
    page.wait_for_selector("html[data-complete]", state="attached")
    page.evaluate(
        "() => document.querySelectorAll('.dealt > .pick:not(:checked)').forEach((seen) => seen.click())"
    )


def play_by_clicking(page: Page, action: Action) -> None:
    """Find the way to an action's button, click along it, and wait for the answer."""
    before = send_by_clicking(page, action)
    wait_for_move(page, before + 1)
    # A push may have overtaken the answer to the form.
    page.wait_for_function("() => document.querySelector('.htmx-request') === null")


def send_by_clicking(page: Page, action: Action) -> int:
    """The same without waiting. Return the move that the page showed."""
    value = canonical_json(action)
    # The move before may still be on its way to this page.
    page.wait_for_function(
        "(value) => [...document.querySelectorAll('#table button[name=action]')]"
        ".some((button) => button.value === value)",
        arg=value,
    )
    before = number_on(page)
    way = ask(page, "way", value)
    assert way is not None, f"no way to {value} on {page.url}"
    for choice in way:
        _choose(page, choice)
    _click(page, "button", value)
    return before


def _choose(page: Page, choice: str) -> None:
    """Click a label until its radio is chosen: a card that fits both ways turns at a second touch."""
    for _ in range(3):
        if ask(page, "isChosen", choice):
            return
        _click(page, "label", choice)
    assert ask(page, "isChosen", choice), f"{choice} cannot be chosen"


def _click(page: Page, kind: str, name: str) -> None:
    point = ask(page, "point", kind, name)
    assert point is not None, f"the {kind} of {name} is not there to be clicked"
    page.mouse.click(*point)


def number_on(page: Page) -> int:
    return int(page.get_attribute("#table", "data-number") or -1)


def wait_for_move(page: Page, number: int) -> None:
    """Wait until the page shows this move, or a later one."""
    page.wait_for_function(
        "number => Number(document.getElementById('table')?.dataset.number) >= number", arg=number
    )


def ask(page: Page, question: str, *words: str) -> Any:
    """Ask playing.js. Evaluated anew each time, so that it survives whatever the page does."""
    return page.evaluate(f"words => {{ {SCRIPT}; return {question}(...words); }}", list(words))


# What a page shows


def assert_shows_own_copy(page: Page, scene: Scene, user: User) -> None:
    """The table in the page is, to the last tag, what this seat's copy of the log is drawn as."""
    match = Match.objects.get(pk=scene.id)
    assert match.number is not None
    visited = access.visit(scene.id, user)
    with translation.override("en"):
        expected = rendering.fragment(visited)
    actions = copies.of(match, visited.audience).actions()
    seen = ask(page, "look", expected)
    if seen["number"] < match.number:
        wait_for_move(page, match.number)
        seen = ask(page, "look", expected)
    assert seen["difference"] is None, seen["difference"]
    assert sorted(seen["offered"]) == sorted(set(map(canonical_json, actions)))
    assert (seen["tables"], seen["notices"]) == (1, 1)


def play_a_round(
    scene: Scene, pages: Mapping[int, Page], *, most: int, after_each: Any = lambda: None
) -> int:
    """Whoever is awaited moves, in their own browser, until the round is over. Return how many."""
    plain, rounds = Plain(), len(_rounds(scene))
    after_each()
    for count in range(1, most + 1):
        seat = scene.awaited()[0]
        play_by_clicking(pages[seat], plain.choose(scene, seat))
        after_each()
        if len(_rounds(scene)) > rounds or scene.match.status == "over":
            return count
    raise AssertionError(f"the round is not over after {most} moves")


def _rounds(scene: Scene) -> list[Any]:
    """Rounds that have begun, in public."""
    copy = scene.copy(None)
    return copy.title.rounds(copy.known)
