"""Matches to look back at, for every title, and ways to begin like a new process."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games import play
from games.engine import titles
from games.matchlog.memory import forget_everything
from games.play import bots
from tests.web.factories import Scene, UserFactory, dealt

__all__ = ["forget_everything", "knows_less", "played"]


def knows_less(monkeypatch: pytest.MonkeyPatch, *, version: int) -> None:
    """The toy title as code has it that is older than the log: with the rules up to this number."""
    monkeypatch.setitem(titles(), "toy", replace(titles()["toy"], version=version))
    forget_everything()


def played(title: str, moves: int, *, size: int | None = None, eager: str = "") -> Scene:
    """A match with a bot's mind at every seat, some moves in. `eager`: what all do when they can."""
    people = [UserFactory.create() for _ in range(size or titles()[title].seats[0])]
    scene = dealt(*people, title=title, pace="daily")
    for _ in range(moves):
        awaited = scene.awaited()
        if not awaited:
            break
        seat = awaited[-1]
        copy = scene.copy(seat)
        wanted = [action for action in copy.actions() if action["do"] == eager]
        action = wanted[0] if wanted else bots.choose(copy, "plain")
        play.submit(scene.id, people[seat], number=scene.number, action=action)
    return scene
