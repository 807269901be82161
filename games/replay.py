"""A match step by step: through whose eyes a visitor may look, and what those eyes knew then.

A `Film` is one audience's log with the states it passed through. Only every sixteenth is kept;
the others are folded from the one before, so that any step costs about the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from django.utils.translation import gettext as _

from games import files
from games.engine import CorruptLog, EngineError, Move, Title, titles
from games.engine.matchfile import MatchFile
from games.engine.verify import advance
from games.knowledge import Visit, copy_for
from games.memory import Memory
from games.models import Match

SPACING = 16
FILMS_IN_MEMORY = 200

PUBLIC: Literal["public"] = "public"
EVERYTHING: Literal["all"] = "all"
Eyes: TypeAlias = int | Literal["public", "all"]


class NotYours(EngineError):
    """These eyes are not for this visitor, or not yet."""


class NoSuchStep(EngineError):
    """The match has no such move, or nobody of that name looks on."""


def eyes_open_to(visited: Visit) -> list[Eyes]:
    """Through whose eyes this visitor may look.

    Everyone's once the match is over; until then the public's and one's own. A match that was
    called off opens nothing more than it had.
    """
    if visited.match.status == Match.Status.OVER:
        return [PUBLIC, *range(visited.match.size), EVERYTHING]
    return [PUBLIC] if visited.seat is None else [PUBLIC, visited.seat]


def asked_eyes(text: str, visited: Visit) -> Eyes:
    """The eyes that an address names; one's own where it names none."""
    if not text:
        return PUBLIC if visited.seat is None else visited.seat
    eyes = read_eyes(text, visited.match.size)
    if eyes not in eyes_open_to(visited):
        raise NotYours("not_yours", _("You may look through these eyes once the match is over."))
    return eyes


def read_eyes(text: str, seats: int) -> Eyes:
    if text == PUBLIC:
        return PUBLIC
    if text == EVERYTHING:
        return EVERYTHING
    if text in map(str, range(seats)):
        return int(text)
    raise NoSuchStep("no_such_eyes", _("There is no such seat."))


def asked_step(text: str, last: int) -> int:
    """The move that an address names; the last one where it names none."""
    if not text:
        return last
    if text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= last:
        return int(text)
    raise NoSuchStep("no_such_move", _("The match has no such move."))


@dataclass(frozen=True, slots=True)
class Film:
    """One audience's log, and states to begin from: the i-th is the one before move 16 i."""

    title: Title[Any]
    eyes: Eyes
    moves: tuple[Move, ...]
    states: tuple[Any, ...]
    rounds: tuple[tuple[int, int], ...]  # number, and the move that dealt it

    @property
    def last(self) -> int:
        return len(self.moves) - 1

    @property
    def seat(self) -> int | None:
        return self.eyes if isinstance(self.eyes, int) else None

    def state(self, at: int) -> Any:
        """What these eyes knew after that move: the caller's to keep."""
        return self.before(at + 1)

    def before(self, number: int) -> Any:
        kept = min(number // SPACING, len(self.states) - 1)
        state = self.states[kept].copy()
        for move in self.moves[kept * SPACING : number]:
            for event in move.events:
                self.title.evolve(state, event)
        return state

    def round_began(self, at: int) -> int:
        """The move that dealt the round which that move belongs to."""
        return max((first for _number, first in self.rounds if first <= at), default=0)


def filmed(title: Title[Any], eyes: Eyes, moves: Sequence[Move]) -> Film:
    """Fold a log once, keeping what is needed to begin anywhere. Raises CorruptLog, and no other."""
    state, states = title.initial(), []
    rounds: list[tuple[int, int]] = []
    for move in moves:
        if move.number % SPACING == 0:
            states.append(state.copy())
        advance(title, state, move)
        number = _round_number(title, state)
        if number != (rounds[-1][0] if rounds else 0):
            rounds.append((number, move.number))
    return Film(title, eyes, tuple(moves), tuple(states), tuple(rounds))


def _round_number(title: Title[Any], state: Any) -> int:
    try:
        dealt = title.rounds(state)
    except Exception as error:
        # A stranger's log may fold into a state that no play leads to.
        raise CorruptLog("impossible_state", "the log leads to a state without sense") from error
    return dealt[-1].number if dealt else 0


def film(visited: Visit, eyes: Eyes) -> Film:
    """The stored match through these eyes, which this visitor may look through."""
    if eyes not in eyes_open_to(visited):
        raise NotYours("not_yours", _("You may look through these eyes once the match is over."))
    match = visited.match
    found = _films.get((match.pk, eyes))
    if found is None or found.last != match.number:
        found = filmed(titles()[match.title], eyes, _moves(match, eyes))
        _films.put((match.pk, eyes), found)
    return found


def _moves(match: Match, eyes: Eyes) -> tuple[Move, ...]:
    if eyes == EVERYTHING:
        return files.logged(match)
    return copy_for(match, None if eyes == PUBLIC else int(eyes)).moves


_films: Memory[tuple[str, Eyes], Film] = Memory(FILMS_IN_MEMORY)


# Files that somebody brings along


def eyes_of_file(file: MatchFile) -> list[Eyes]:
    """A whole file can be looked at through anyone's eyes, a reader's copy through that reader's."""
    if file.perspective == "full":
        return [PUBLIC, *range(file.seats), EVERYTHING]
    return [PUBLIC if file.perspective == "spectator" else file.perspective]


def film_of_file(file: MatchFile, eyes: Eyes) -> Film:
    if eyes not in eyes_of_file(file):
        raise NotYours("not_yours", _("This file is one reader’s copy; it has no other eyes."))
    if eyes != EVERYTHING:
        file = file.copy_for(None if eyes == PUBLIC else int(eyes))
    return filmed(titles()[file.title], eyes, file.moves)
