"""A newcomer's first match as HTML. It is in no database: its actions are all there is of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from games.engine import Action, Move, Title, titles
from games.engine.canonical import canonical_json, parsed_json
from games.engine.coached import coached
from games.engine.log import redact_move
from games.engine.matchfile import MatchFile, read
from games.engine.names import BotName
from games.matchlog.audience import Audience
from games.matchlog.copies import Copy
from games.presentation import presenter_of
from games.presentation.coaching import Coach, Hint, Learned
from games.rendering.environment import drawing
from games.rendering.lines import Jump, Reading
from games.rendering.table import View, view_of

MATCHES_IN_MEMORY = 500


@dataclass(frozen=True, slots=True)
class FirstMatch:
    """A first match as its player finds it now. `hint` is the one to be shown, if any."""

    title: Title[Any]
    coach: Coach[Any]
    copy: Copy
    names: Sequence[str]
    is_over: bool

    @property
    def number(self) -> int:
        return self.copy.number

    @property
    def legal(self) -> list[Action]:
        return [] if self.is_over else self.copy.actions()

    def check(self, action: Action) -> None:
        """Raises IllegalAction, from what the player knows."""
        self.title.check(self.copy.known, self.coach.seat, action)

    def hints(self, seen: Sequence[str]) -> list[Hint]:
        """Those to be shown now: the first that has not been put away, and what follows from it.

        A hint for while no card is raised and one for while one is, are there together.
        """
        if self.is_over:
            return []
        found = list(self.coach.hints(self.copy.known, self.copy.moves, self.names))
        fresh = [hint for hint in found if hint.code not in seen]
        shown = fresh[:1]
        if shown and shown[0].raised is not None:
            shown = [hint for hint in fresh if hint.raised is not None]
        return shown

    def learned(self) -> Learned | None:
        return self.coach.learned(self.copy.known) if self.is_over else None

    def html(self) -> str:
        view = view_of(self._reading, self.number, status=self._status, actions=self.legal)
        return _drawn(view)

    def html_at(self, number: int) -> str:
        """The table as it was after that move, to play from there what happened since."""
        jump = Jump("replay", str(self.copy.audience))
        return _drawn(view_of(self._reading, number, status=self._status, jump=jump))

    @property
    def _reading(self) -> Reading:
        return Reading(self.copy, self.names, self.coach.seat)

    @property
    def _status(self) -> str:
        return "over" if self.is_over else "running"


def _drawn(view: View) -> str:
    return drawing("fragments/table.html", {"view": view, "since": None}).html


def first_match(slug: str, actions: Sequence[Action]) -> FirstMatch | None:
    """The first match of a title after these actions, or nothing if it has none."""
    coach = presenter_of(slug).coach
    if coach is None:
        return None
    title = titles()[slug]
    copy = Copy.empty(title, Audience(coach.seat)).advanced(_moves(slug, _key(actions)))
    names: list[str] = [BotName(name) for name in coach.names]
    names.insert(coach.seat, _("You"))
    return FirstMatch(title, coach, copy, names, coach.is_over(copy.known))


def _key(actions: Sequence[Action]) -> tuple[str, ...]:
    return tuple(canonical_json(action) for action in actions)


# Playing a match again takes 20 to 200 ms, most of it bots; a page and the move after it ask twice.
@lru_cache(maxsize=MATCHES_IN_MEMORY)
def _moves(slug: str, actions: tuple[str, ...]) -> tuple[Move, ...]:
    """What the newcomer may read of it."""
    coach = presenter_of(slug).coach
    assert coach is not None
    match = coached(
        script_of(slug),
        [parsed_json(action) for action in actions],
        seat=coach.seat,
        is_over=coach.is_over,
    )
    return tuple(redact_move(move, coach.seat) for move in match.moves)


@cache  # 1 to 2 ms, for every page and move of a first match
def script_of(slug: str) -> MatchFile:
    """The title's file `first.json`."""
    module = sys.modules[f"games.titles.{slug}"].__file__
    assert module is not None
    return read((Path(module).parent / "first.json").read_text(encoding="utf-8"))
