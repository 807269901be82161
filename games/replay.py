"""A match step by step: through whose eyes a visitor may look, and what those eyes knew then.

A `Film` is one audience's log with the states it passed through. Only every sixteenth is kept;
the others are folded from the one before, so that any step costs about the same. A film of a stored
match is read as far as it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from django.utils.translation import gettext as _

from games import logs
from games.engine import CorruptLog, EngineError, Move, Title, redact, titles
from games.engine.matchfile import MatchFile
from games.engine.verify import advance
from games.knowledge import Visit
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
    """One audience's log up to some move, and states to begin from: the i-th before move 16 i."""

    title: Title[Any]
    eyes: Eyes
    moves: tuple[Move, ...] = ()
    states: tuple[Any, ...] = ()
    last: int = -1  # of the match; the film may not reach that far yet
    rounds: tuple[tuple[int, int], ...] = ()  # number, and the move that dealt it

    @property
    def seat(self) -> int | None:
        return self.eyes if isinstance(self.eyes, int) else None

    def state(self, at: int) -> Any:
        """What these eyes knew after that move: the caller's to keep."""
        return self.before(at + 1)

    def before(self, number: int) -> Any:
        if not self.states:
            return self.title.initial()
        kept = min(number // SPACING, len(self.states) - 1)
        state = self.states[kept].copy()
        for move in self.moves[kept * SPACING : number]:
            for event in move.events:
                self.title.evolve(state, event)
        return state

    def round_began(self, at: int) -> int:
        """The move that dealt the round which that move belongs to."""
        return max((first for _number, first in self.rounds if first <= at), default=0)

    def going_on(self, moves: Sequence[Move]) -> Film:
        """The same with more moves. Raises CorruptLog, which names the move, and no other."""
        state, states = self.before(len(self.moves)), list(self.states)
        for move in moves:
            if move.number % SPACING == 0:
                states.append(state.copy())
            try:
                advance(self.title, state, move)
            except CorruptLog as error:
                raise CorruptLog(error.code, error.message, {"move": move.number}) from error
        return replace(self, moves=(*self.moves, *moves), states=tuple(states))


def film(visited: Visit, eyes: Eyes, *, at: int | None = None) -> Film:
    """The stored match through these eyes, which this visitor may look through, up to a move.

    What a film lacks is read a piece at a time: a step costs what came before it, not the match.
    """
    if eyes not in eyes_open_to(visited):
        raise NotYours("not_yours", _("You may look through these eyes once the match is over."))
    match = visited.match
    assert match.number is not None
    found = _films.get((match.pk, eyes)) or Film(titles()[match.title], eyes)
    if found.last != match.number:
        found = replace(found, last=match.number, rounds=logs.rounds(match.pk))
    at = match.number if at is None else at
    if len(found.moves) <= at:
        found = _read_on(found, match, at)
    _films.put((match.pk, eyes), found)
    return found


def public_film(visited: Visit, whole: Film, *, at: int) -> Film:
    """What the public saw of a match that is read as a whole already."""
    known = _films.get((visited.match.pk, PUBLIC))
    if known is None or len(known.moves) <= at or known.last != whole.last:
        known = replace(whole, eyes=PUBLIC, moves=(), states=())
        known = known.going_on([_in_public(move) for move in whole.moves])
        _films.put((visited.match.pk, PUBLIC), known)
    return known


def _in_public(move: Move) -> Move:
    """A move of a film, which holds no action and no draws, as everyone could read it."""
    events = tuple([redact(event, None) for event in move.events])
    return move if events == move.events else replace(move, events=events)


def _read_on(found: Film, match: Match, at: int) -> Film:
    """The film up to this move at least, and to the end of its piece if nothing is wrong there."""
    to = min(at - at % SPACING + SPACING, found.last + 1)
    try:
        return found.going_on(_moves(match, found.eyes, range(len(found.moves), to)))
    except CorruptLog as error:
        if error.facts["move"] <= at:
            raise
    return found.going_on(_moves(match, found.eyes, range(len(found.moves), at + 1)))


def _moves(match: Match, eyes: Eyes, numbers: range) -> list[Move]:
    if eyes == EVERYTHING:
        return logs.whole_moves(match.pk, numbers)
    return logs.moves_for(match.pk, numbers, None if eyes == PUBLIC else int(eyes))


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


def filmed(title: Title[Any], eyes: Eyes, moves: Sequence[Move]) -> Film:
    """A film of a whole log. Raises CorruptLog, and no other."""
    whole = Film(title, eyes, last=len(moves) - 1).going_on(moves)
    return replace(whole, rounds=tuple(_rounds(whole)))


def _rounds(whole: Film) -> Iterator[tuple[int, int]]:
    """Where rounds were dealt: looked for only in the pieces from which another one comes out."""
    dealt = 0
    for first in range(0, whole.last + 1, SPACING):
        end = min(first + SPACING, whole.last + 1)
        if _round_number(whole, end) == dealt:
            continue
        for number in range(first, end):
            if (now := _round_number(whole, number + 1)) != dealt:
                dealt = now
                yield dealt, number


def _round_number(whole: Film, number: int) -> int:
    try:
        dealt = whole.title.rounds(whole.before(number))
    except Exception as error:
        # A stranger's log may fold into a state that no play leads to.
        raise CorruptLog("impossible_state", "the log leads to a state without sense") from error
    return dealt[-1].number if dealt else 0
