"""A position as one audience sees it: one drawing for the live table, a replay's step and a picture.

A fragment is the live table as HTML, the same for page, POST answer and socket, made once for an
audience and a move. It holds no token, no nonce and no preference; its buttons belong to the
shell's form `move`. Everything in it comes from the audience's copy and from the match's public
columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Literal, NamedTuple

from django.utils.translation import get_language, ngettext

from games.engine import Action
from games.engine.title import State
from games.matchlog import copies
from games.matchlog.access import Mark, Visit, mark_of, names, names_in_log
from games.matchlog.asides import asides_of
from games.matchlog.audience import PUBLIC, Audience
from games.matchlog.copies import Copy
from games.matchlog.memory import Memory
from games.presentation import presenter_of
from games.presentation.choices import Choice
from games.presentation.people import RoleChip
from games.presentation.presenter import ShownTable
from games.rendering.asks import Ask, asks_of
from games.rendering.clocks import TableClocks, clocks_of, with_times
from games.rendering.ends import RoundOver, ended_round, lines_before_the_deal, round_over
from games.rendering.environment import drawing, part, template
from games.rendering.lines import Jump, Line, Reading, all_lines, last_lines
from games.rendering.parts import NOTHING, Drawing, joined
from games.rendering.staging import Role, dealt, since_last_own, stage, uses_sprite

FRAGMENTS_IN_MEMORY = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What `fragments/table.html` places. Live or not, it is the same template."""

    number: int
    slug: str
    status: str
    is_live: bool
    turn: Literal["mine", "others", "none"]
    board: Drawing
    awaited: Sequence[str]
    deadline: datetime | None
    clocks: TableClocks | None
    chip: RoleChip | None
    has_won: bool
    winners: Sequence[str]  # besides a reader who has won
    results: Sequence[str]  # a sentence for every round that is over
    lines: Sequence[Line]
    moved: Drawing
    sprite: str  # that what moved is drawn from
    dealt: Role | None = None
    over: RoundOver | None = None
    asks: Sequence[Ask] = ()

    def log(self, since: int | None) -> Drawing:
        """Its lines; a reader's last visit is marked before those of the move `since`."""
        drawn = list[Drawing]()
        for number, line in enumerate(self.lines):
            if line.move == since and not (number and self.lines[number - 1].move == since):
                drawn.append(part("fragments/since.html", since))
            drawn.append(line.drawn)
        return joined(drawn)


def view_of(
    reading: Reading,
    at: int,
    *,
    status: str,
    actions: Sequence[Action] = (),
    deadline: datetime | None = None,
    clocks: TableClocks | None = None,
    jump: Jump | None = None,
    asks: Sequence[Ask] = (),
    has_claims: bool = False,
) -> View:
    """The position after that move. With a `jump` it is looked back at, and is nobody's turn."""
    copy, is_live = reading.copy, jump is None
    state, show = state_at(copy, at), presenter_of(copy.title.slug)
    table = with_times(table_of(copy, at, state, reading.names, actions), clocks)
    if status == "void":
        table = _at_rest(table)
    outcome = copy.title.outcome(state)
    won = outcome.winners if outcome else ()
    has_won = is_live and copy.seat in won
    lines, told = last_lines(reading, at), since_last_own(reading, at)
    if jump is not None:
        lines = [replace(line, jump=jump, is_here=line.move == at) for line in lines]
    return View(
        number=at,
        slug=copy.title.slug,
        status=status,
        is_live=is_live,
        turn="none" if status != "running" else "mine" if actions else "others",
        board=drawing(
            show.template,
            {
                "table": table,
                "stage": stage(reading, told, is_live=is_live, has_claims=has_claims),
            },
        ),
        awaited=[reading.names[seat] for seat in sorted(copy.title.awaiting(state))],
        deadline=deadline,
        clocks=clocks,
        chip=None if show.draws_chip else table.chip,
        has_won=has_won,
        winners=[reading.names[seat] for seat in won if not (has_won and seat == copy.seat)],
        results=[show.result(one) for one in copy.title.rounds(state) if one.result],
        lines=lines,
        moved=joined(telling.moved for telling in told),
        over=round_over(reading, at) if is_live else None,
        dealt=_dealt(reading, at, table, status) if is_live else None,
        sprite=f"{copy.title.slug}/sprite.svg" if uses_sprite(told) else "",
        asks=asks,
    )


def view_of_end(reading: Reading, at: int, *, jump: Jump, onward: str | None) -> View:
    """The round that ended in this move, looked back at: its last board, before the next was dealt."""
    ended, copy = ended_round(reading, at, onward=onward), reading.copy
    show = presenter_of(copy.title.slug)
    lines = lines_before_the_deal(reading, at)
    return View(
        number=at,
        slug=copy.title.slug,
        status="running",
        is_live=False,
        turn="none",
        board=ended.drawing,
        awaited=(),
        deadline=None,
        clocks=None,
        chip=None,
        has_won=False,
        winners=(),
        results=[show.result(one) for one in copy.title.rounds(ended.known) if one.result],
        lines=[replace(line, jump=jump, is_here=line.move == at) for line in lines],
        moved=NOTHING,
        sprite="",
    )


def _at_rest(table: ShownTable) -> ShownTable:
    """Nobody is asked any more, whatever the log was waiting for."""
    resting = (replace(one, who=replace(one.who, is_awaited=False)) for one in table.people)
    return replace(table, people=tuple(resting))


def _dealt(reading: Reading, at: int, table: ShownTable, status: str) -> Role | None:
    if status != "running":
        return None
    number = reading.copy.title.rounds(state_at(reading.copy, at))[-1].number
    return dealt(reading, at, table.chip, number)


def state_at(copy: Copy, at: int) -> State:
    """What is known after that move, to be looked at and not to be changed."""
    return copy.known if at == copy.number else copy.at(at)


def table_of(
    copy: Copy, at: int, state: State, names: Sequence[str], actions: Sequence[Action] = ()
) -> ShownTable:
    """The title's table after that move, which led to this state."""
    moves = copy.moves[copy.round_began(at) + 1 : at + 1]  # of this round: it marks the last ones
    return presenter_of(copy.title.slug).table(state, copy.seat, actions, names, moves)


# The live table


class Key(NamedTuple):
    """All that a fragment is made from."""

    match: str
    mark: Mark
    audience: Audience
    language: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """The live table of one audience. `drawing` has its parts, and what they show as HTML."""

    view: View
    drawing: Drawing


def fragment(visited: Visit) -> str:
    """The table as this visitor's audience sees it now."""
    return drawing_of_table(visited).html


def drawing_of_table(visited: Visit) -> Drawing:
    """The same by its parts, of which somebody may have been sent some already."""
    return _fragment(visited).drawing


def page_table(visited: Visit, *, seen: int) -> str:
    """The same for a reader who saw the table up to that move: a recap before it, a divider in its log.

    The page's script sets the divider again after each push.
    """
    found = _fragment(visited)
    news = [line for line in found.view.lines if line.move > seen]
    if not news or seen < 0:
        return found.drawing.html
    since = news[0].move if len(news) < len(found.view.lines) else None
    return _recap(news, seen=seen, now=found.view.number) + _drawn(found.view, since=since).html


def _recap(news: Sequence[Line], *, seen: int, now: int) -> str:
    """What happened since. Every move has a line, so those not listed here are in the whole log."""
    moves, earlier = now - seen, news[0].move - seen - 1
    count = ngettext(
        "%(moves)s move since you were here", "%(moves)s moves since you were here", moves
    )
    more = ngettext("%(moves)s earlier move", "%(moves)s earlier moves", earlier)
    context = {
        "count": count % {"moves": moves},
        "earlier": more % {"moves": earlier} if earlier else "",
        "lines": news,
    }
    return template("fragments/recap.html").render(context)


class HandedOver(NamedTuple):
    """What a new holder is handed: the table as the seat sees it, and what it alone was told."""

    html: str
    secrets: Sequence[Line]


def handed_over(visited: Visit) -> HandedOver:
    copy = copies.for_visitor(visited)
    reading = replace(_reading(visited, copy), match="")
    beside = replace(reading, public=copies.with_steps(visited, PUBLIC))
    jump = Jump("replay", str(copy.audience))
    view = view_of(reading, copy.number, status=visited.match.status, jump=jump)
    if visited.is_running and visited.is_awaited:
        view = replace(view, turn="mine")  # though nothing is offered here
    told = [line for line in all_lines(beside) if line.hidden and line.move < visited.since]
    secrets = [replace(line, hidden=False) for line in told]
    return HandedOver(_drawn(view).html, secrets)


def history(visited: Visit) -> list[Line]:
    """The whole log in sentences."""
    return all_lines(reading_of(visited))


def reading_of(visited: Visit) -> Reading:
    """The log as this visitor may read it."""
    return _reading(visited, copies.for_visitor(visited))


def choice_of(visited: Visit, action: str) -> Choice | None:
    """An action that the visitor's table offers now, by its canonical JSON."""
    copy = copies.for_visitor(visited)
    called = names(visited.seats)
    table = table_of(copy, copy.number, copy.known, called, _actions(visited, copy))
    return table.choices.get(action)


def cached(key: Key) -> Drawing | None:
    """A table that is there already, without touching the database."""
    found = _fragments.get(key)
    return None if found is None else found.drawing


def key_of(visited: Visit) -> Key:
    match = visited.match
    return Key(match.pk, mark_of(match), visited.audience, get_language() or "")


def _fragment(visited: Visit) -> Fragment:
    copy = copies.for_visitor(visited)
    key = key_of(visited)
    with _rendering:
        # Looked up inside: of several sockets of one audience, the first renders, the rest wait.
        found = _fragments.get(key)
        if found is None:
            found = _render(visited, copy)
            _fragments.put(key, found)
    return found


def _render(visited: Visit, copy: Copy) -> Fragment:
    match = visited.match
    view = view_of(
        _reading(visited, copy),
        copy.number,
        status=match.status,
        actions=_actions(visited, copy),
        deadline=match.deadline,
        clocks=clocks_of(visited, names(visited.seats)),
        asks=asks_of(visited),
        has_claims=match.has_claims,
    )
    return Fragment(view, _drawn(view))


def _drawn(view: View, *, since: int | None = None) -> Drawing:
    """`since`: the move before whose lines the reader's last visit is marked."""
    return drawing("fragments/table.html", {"view": view, "since": since})


def _reading(visited: Visit, copy: Copy) -> Reading:
    match = visited.match
    return Reading(
        copy,
        names(visited.seats),
        copy.seat,
        match=f"{match.pk} {match.edition}",
        names_by_move=names_in_log(visited.seats),
        since=visited.since,
        asides=asides_of(match),
    )


def _actions(visited: Visit, copy: Copy) -> list[Action]:
    return copy.actions() if visited.is_running else []


_rendering = Lock()
# 0.02 ms instead of 4 to 10, for every socket and page of an audience but the first.
_fragments: Memory[Key, Fragment] = Memory(FRAGMENTS_IN_MEMORY)
