"""The end of a round, as a place: the table as it stood then, with its people turned up.

The log deals the next round in the same move. The page shows the round's last board until the reader
goes on: a box that they check, so that it is theirs alone and works without scripts. In a replay it is
a step of its own (`steps.py`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from games.engine.title import State
from games.matchlog.copies import Copy
from games.presentation import presenter_of
from games.rendering.environment import drawing
from games.rendering.lines import Line, Reading, last_lines, tellings
from games.rendering.parts import Drawing


class RoundOver(NamedTuple):
    """`id` is of the box that remembers that the reader has gone on."""

    id: str
    html: Markup


def round_over(reading: Reading, at: int) -> RoundOver | None:
    """At a live table: the round before this one, while the reader has not moved in this."""
    began = reading.copy.round_began(at)
    has_end = presenter_of(reading.copy.title.slug).end_template
    if not began or not has_end or not _is_fresh(reading.copy, began, at):
        return None
    ended = ended_round(reading, began, twin=True)  # of the live table
    return RoundOver(ended.id, Markup(ended.drawing.html))  # noqa: S704 - drawn by templates


class EndedRound(NamedTuple):
    """The last board of a round, before the next was dealt in the same move."""

    id: str
    known: State
    drawing: Drawing


def ended_round(
    reading: Reading, dealt: int, *, onward: str | None = "", twin: bool = False
) -> EndedRound:
    """The round before the one that this move dealt, of a title that shows ends.

    `onward` as in `RoundEnd`; None: there is no way on. `twin` as in `drawing`.
    """
    copy = reading.copy
    show = presenter_of(copy.title.slug)
    known = before_the_deal(copy, dealt)
    end = show.round_end(known, copy.seat, reading.names)
    assert end is not None, "a title with a template for ends has them"
    end = replace(end, go_on="") if onward is None else replace(end, onward=onward)
    moves = copy.moves[copy.round_began(dealt - 1) + 1 : dealt + 1]
    table = show.table(known, copy.seat, (), reading.names, moves)
    drawn = drawing(show.end_template, {"table": table, "end": end}, twin=twin)
    return EndedRound(end.id, known, drawn)


def before_the_deal(copy: Copy, number: int) -> State:
    """What was known in this move when the round before was over and the next one not dealt."""
    return _ended(copy, number)[0]


def lines_before_the_deal(reading: Reading, number: int) -> list[Line]:
    """The last lines of the round that ended in this move, and nothing of the next one."""
    _state, count = _ended(reading.copy, number)
    [telling] = tellings(reading, range(number, number + 1))
    told = [one.line for one in telling.happenings[:count] if one.line is not None]
    return [*last_lines(reading, number - 1), *told]


def _ended(copy: Copy, number: int) -> tuple[State, int]:
    """The state before the next round was dealt, and how many events of the move led to it."""
    title, state = copy.title, copy.before(number)
    ended = len([one for one in title.rounds(state) if one.result])
    for count, event in enumerate(copy.moves[number].events):
        before = state.copy()
        title.evolve(state, event)
        rounds = title.rounds(state)
        if len(rounds) > ended + 1 and not rounds[-1].result:
            return before, count
    return state, len(copy.moves[number].events)


def _is_fresh(copy: Copy, began: int, at: int) -> bool:
    since = copy.moves[began + 1 : at + 1]
    if copy.seat is None:
        return not since
    return all(move.seat != copy.seat for move in since)
