"""Matches to look back at, for every title, and ways to begin like a new process."""

from __future__ import annotations

from games import knowledge, play
from games.engine import titles
from games.memory import forget_everything
from tests.web.factories import Scene, UserFactory, dealt

__all__ = ["forget_everything", "played"]


def played(title: str, moves: int, *, size: int | None = None) -> Scene:
    """A match with a bot's mind at every seat, some moves in."""
    people = [UserFactory() for _ in range(size or titles()[title].seats[0])]
    scene = dealt(*people, title=title)
    for _ in range(moves):
        awaited = scene.awaited()
        if not awaited:
            break
        seat = awaited[-1]
        action = knowledge.choose(knowledge.copy_for(scene.match, seat), "plain")
        play.submit(scene.id, people[seat], number=scene.number, action=action)
    return scene
