"""One audience's copy of a log up to a move: what it may read, and what that adds up to.

All that pages, sockets, files and bots are made from; nothing leads from a copy back to the full
log. The full state is the copy of whoever sees all. It exists in this process's memory only, and
until a match is over nobody but `play` asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.engine import Action, CorruptLog, Move, Title, titles
from games.engine.log import advance
from games.engine.matchfile import MatchFile
from games.engine.title import State
from games.matchlog import reader
from games.matchlog.access import Visit, require_open, require_open_in_file
from games.matchlog.audience import EVERYTHING, Audience
from games.matchlog.memory import Memory
from games.models import Match

SPACING = 16  # moves between states that are kept for steps
STATES_IN_MEMORY = 8000


@dataclass(frozen=True, slots=True, eq=False)
class Copy:
    """Somebody may be reading it, perhaps in another thread: nothing in it ever changes."""

    title: Title[State]
    audience: Audience
    moves: tuple[Move, ...]
    known: State  # after the last move, for everybody: copied by whoever wants to change it
    _known_before: State  # before the last move
    # The i-th is from before move 16 i. None: not kept, because nobody has asked for steps.
    _checkpoints: tuple[State, ...] | None = None
    last: int = -1  # move of the match; the copy may not reach that far
    rounds: tuple[tuple[int, int], ...] = ()  # up to `last`: its number, the move that dealt it
    vouched: str = ""  # the digest of `last` when this was last found to be a part of that log

    @classmethod
    def empty(cls, title: Title[State], audience: Audience) -> Copy:
        return cls(title, audience, (), title.initial(), title.initial())

    @property
    def number(self) -> int:
        """Of the last move in it."""
        return len(self.moves) - 1

    @property
    def digest(self) -> str:
        """Of the last move in it, which vouches for all before."""
        return self.digest_at(self.number)

    def digest_at(self, number: int) -> str:
        return (self.moves[number].digest or "") if number >= 0 else ""

    @property
    def seat(self) -> int | None:
        return self.audience.seat

    @property
    def states_kept(self) -> int:
        return 2 + len(self._checkpoints or ())

    @property
    def extent(self) -> tuple[int, int, int]:
        """Which of two copies of one audience has more in it."""
        return self.number, self.last, self.states_kept

    def actions(self) -> list[Action]:
        return self.title.actions(self.known, self.seat)

    def at(self, number: int) -> State:
        """What was known after that move: a state of the caller's own."""
        return self.before(number + 1)

    def before(self, number: int) -> State:
        """What was known before that move: a state of the caller's own."""
        if number > self.number:
            return self.known.copy()
        if number == self.number:
            return self._known_before.copy()
        kept = self._checkpoints or (self.title.initial(),)
        nearest = min(number // SPACING, len(kept) - 1)
        state = kept[nearest].copy()
        for move in self.moves[nearest * SPACING : number]:
            for event in move.events:
                self.title.evolve(state, event)
        return state

    def round_began(self, number: int) -> int:
        """The move that dealt the round which that move belongs to."""
        return max((first for _round, first in self.rounds if first <= number), default=0)

    def advanced(self, moves: Sequence[Move]) -> Copy:
        """The same with more moves. Raises CorruptLog, which names the move, and no other error."""
        copy = self
        for piece in _pieces(moves):
            copy = copy._with_piece(piece)
        return copy

    def _with_piece(self, piece: Sequence[Move]) -> Copy:
        state, before = self.known.copy(), self.known
        for move in piece:
            if move is piece[-1] and len(piece) > 1:
                before = state.copy()
            _fold(self.title, state, move)
        first, last = piece[0].number, piece[-1].number
        checkpoints = self._checkpoints
        if checkpoints is not None and first % SPACING == 0:
            checkpoints = (*checkpoints, self.known)
        return replace(
            self,
            moves=(*self.moves, *piece),
            known=state,
            _known_before=before,
            _checkpoints=checkpoints,
            last=max(self.last, last),
            rounds=self.rounds if last <= self.last else (*self.rounds, *self._dealt(piece, state)),
        )

    def _dealt(self, piece: Sequence[Move], after: State) -> Iterator[tuple[int, int]]:
        """The rounds that these moves deal. Looked for only if the state after them has another."""
        number = self.rounds[-1][0] if self.rounds else 0
        if _round_number(self.title, after, piece[-1]) == number:
            return
        state = self.known.copy()
        for move in piece:
            _fold(self.title, state, move)
            if (now := _round_number(self.title, state, move)) != number:
                number = now
                yield number, move.number

    def up_to(self, number: int) -> Copy:
        """The same without the moves after that one."""
        return Copy.empty(self.title, self.audience).advanced(self.moves[: number + 1])

    def with_checkpoints(self) -> Copy:
        """The same, with states to begin from: every step of it costs about as much as any other."""
        if self._checkpoints is not None:
            return self
        return replace(Copy.empty(self.title, self.audience), _checkpoints=()).advanced(self.moves)


def _pieces(moves: Sequence[Move]) -> Iterator[Sequence[Move]]:
    """The moves in pieces, which begin where a state is to be kept."""
    first = 0
    while first < len(moves):
        end = first + SPACING - moves[first].number % SPACING
        yield moves[first:end]
        first = end


def _fold(title: Title[State], state: State, move: Move) -> None:
    try:
        advance(title, state, move)
    except CorruptLog as error:
        raise CorruptLog(error.code, error.message, {"move": move.number}) from error


def _round_number(title: Title[State], state: State, move: Move) -> int:
    try:
        dealt = title.rounds(state)
    except Exception as error:
        # A stranger's log may fold into a state that no play leads to.
        raise CorruptLog(
            "impossible_state",
            "the log leads to a state without sense",
            {"move": move.number},
        ) from error
    return dealt[-1].number if dealt else 0


# Copies of stored matches


def of(match: Match, audience: Audience) -> Copy:
    """The copy of an audience, up to the move that these columns of the match belong to.

    Whether somebody may read it, is not asked here.
    """
    assert match.number is not None
    copy = _kept(match, audience)
    if copy.number < match.number:
        before, read = _source(match, copy, match.number)
        copy = before.advanced(read(audience))
        _keep(match, copy)
        _advance_others(match, before, read)
    return copy


def for_visitor(visited: Visit) -> Copy:
    """The visitor's own copy, up to the last move."""
    return of(visited.match, visited.audience)


def with_steps(visited: Visit, audience: Audience, *, at: int | None = None) -> Copy:
    """A copy that is open to this visitor, with any state up to a move, for those who look back.

    What it lacks is read a piece at a time: a step costs what came before it, not the match.
    """
    require_open(visited, audience)
    match = visited.match
    assert match.number is not None
    copy = _vouched_for(match, _kept(match, audience)).with_checkpoints()
    if (copy.last, copy.vouched) != (match.number, match.digest):
        rounds = rounds_of(match)
        copy = replace(copy, last=match.number, rounds=rounds, vouched=match.digest)
    at = match.number if at is None else at
    if copy.number < at:
        copy = _read_on(match, copy, at)
    _keep(match, copy)
    return copy


def take_up(match: Match, whole: Copy) -> None:
    """After a commit: `whole` ends with the new move, and every copy that is kept takes it too.

    So nothing is read back in the process that wrote it.
    """
    move = whole.moves[-1]
    _keep(match, whole)
    before = replace(whole, moves=whole.moves[:-1])
    _advance_others(match, before, lambda audience: [audience.redacted(move)])


# A number alone does not say which log a copy is of: a database can be set back under a running
# process, and come to the same number by another way. So whatever is kept is compared by digest.


def rounds_of(match: Match) -> tuple[tuple[int, int], ...]:
    """Of the whole match, for a copy that has been read some way only."""
    whole = _whole(match)
    if whole is not None and whole.number == match.number:
        return whole.rounds
    return reader.rounds_of(match.pk)


def _read_on(match: Match, copy: Copy, at: int) -> Copy:
    """The copy up to this move at least, and to the end of its piece if nothing is wrong there."""
    end = min(at - at % SPACING + SPACING - 1, copy.last)
    try:
        return _advanced_to(match, copy, end)
    except CorruptLog as error:
        if error.facts["move"] <= at:
            raise
    return _advanced_to(match, copy, at)


def _advanced_to(match: Match, copy: Copy, last: int) -> Copy:
    before, read = _source(match, copy, last)
    return before.advanced(read(copy.audience))


_Read: TypeAlias = Callable[[Audience], Sequence[Move]]


def _source(match: Match, copy: Copy, last: int) -> tuple[Copy, _Read]:
    """Where every audience has the moves after a copy from: the whole log in memory, or the rows.

    With the copy; or with an empty one, if it turns out to be of a log that is no more.
    """
    whole = _whole(match)
    if whole is not None and whole.number >= last:
        if copy.digest != whole.digest_at(copy.number):
            copy = _emptied(copy)
        moves = whole.moves[copy.number + 1 : last + 1]
        return copy, lambda audience: [audience.redacted(move) for move in moves]
    rows = reader.read(match.pk, range(max(copy.number, 0), last + 1))
    if copy.moves and copy.digest != rows.digest_of(copy.number):
        copy = _emptied(copy)
        rows = reader.read(match.pk, range(last + 1))
    return copy, rows.after(copy.number).moves_for


def _emptied(copy: Copy) -> Copy:
    empty = replace(Copy.empty(copy.title, copy.audience), last=copy.last, rounds=copy.rounds)
    return replace(
        empty, vouched=copy.vouched, _checkpoints=None if copy._checkpoints is None else ()
    )


def _whole(match: Match) -> Copy | None:
    """The whole log, if it is in memory as far as this match has come."""
    whole = _copies.get((match.pk, EVERYTHING))
    return whole if whole is not None and _is_of(match, whole) else None


def _is_of(match: Match, copy: Copy) -> bool:
    """Does the copy reach the last move of this match, and is it that move?"""
    assert match.number is not None
    return copy.number >= match.number and copy.digest_at(match.number) == match.digest


def _vouched_for(match: Match, copy: Copy) -> Copy:
    """The copy, which need not reach the last move; empty, if its log is no more."""
    if not copy.moves or _is_of(match, copy) or copy.vouched == match.digest:
        return copy
    if reader.digest_at(match.pk, copy.number) == copy.digest:
        return copy
    return Copy.empty(copy.title, copy.audience)


def _advance_others(match: Match, before: Copy, read: _Read) -> None:
    """Give the moves after that copy's to every copy that is kept and ends where it does."""
    for audience in Audience.at_table(match.size):
        copy = _copies.get((match.pk, audience))
        if copy is not None and (copy.number, copy.digest) == (before.number, before.digest):
            with suppress(CorruptLog):  # named when somebody asks for this copy
                _keep(match, copy.advanced(read(audience)))


def _kept(match: Match, audience: Audience) -> Copy:
    """What is kept for an audience, if it may be of this log, and no further than the match is."""
    assert match.number is not None
    copy = _copies.get((match.pk, audience))
    if copy is None or (copy.number >= match.number and not _is_of(match, copy)):
        return Copy.empty(titles()[match.title], audience)
    return copy if copy.number <= match.number else copy.up_to(match.number)


def _keep(match: Match, copy: Copy) -> None:
    """Two threads may do this at once: at worst a longer copy is forgotten and made again."""
    key = (match.pk, copy.audience)
    kept = _copies.get(key)
    if kept is None or kept.extent <= copy.extent or not _are_of_one_log(kept, copy):
        _copies.put(key, copy)


def _are_of_one_log(one: Copy, other: Copy) -> bool:
    """As far as both of them go."""
    number = min(one.number, other.number)
    return one.digest_at(number) == other.digest_at(number)


# To read and fold a match of 130 to 200 moves takes 4 to 6 ms, to find its copy here 0.01 ms.
_copies: Memory[tuple[str, Audience], Copy] = Memory(
    STATES_IN_MEMORY, lambda copy: copy.states_kept
)


# Copies of files


def of_file(file: MatchFile, audience: Audience) -> Copy:
    """One of the copies that a file can be read as. Raises CorruptLog for a log without sense."""
    require_open_in_file(file, audience)
    if not audience.sees_all:
        file = file.copy_for(audience.seat)
    return Copy.empty(titles()[file.title], audience).with_checkpoints().advanced(file.moves)
