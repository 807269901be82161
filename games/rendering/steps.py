"""A step of a replay as HTML: the title's own table, the way through the match, the log with links.

Made from a `Copy`, which holds what one audience may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine import CorruptLog, EngineError
from games.matchlog.audience import EVERYTHING, PUBLIC, Audience
from games.matchlog.copies import Copy
from games.matchlog.memory import Memory
from games.presentation import presenter_of
from games.presentation.revealing import Secret
from games.rendering.environment import template
from games.rendering.lines import Jump, Reading, forget_lines, to_the_second
from games.rendering.table import state_at, view_of

STEPS_IN_MEMORY = 500
RAIL = 1000  # the length of the slider's rail, in which rounds are marked


@dataclass(frozen=True, slots=True)
class Replay:
    """A copy that is looked back at, names and, for a stored match, its address and its state."""

    copy: Copy
    names: Sequence[str]
    audiences: Sequence[Audience]  # open to this visitor
    key: str = ""  # of a stored match: its id and edition; nothing else is remembered
    address: str = ""  # of a stored match: its replay. A file is posted again instead.
    status: str = "over"
    public: Copy | None = None  # beside "everything", to mark what was hidden
    own: int | None = None  # the visitor's seat
    told: Callable[[int], Sequence[str]] | None = None  # the names at a move, where they changed
    since: int = 0  # the first move that was the visitor's

    @property
    def reader(self) -> int | None:
        """The seat to whom the log says "you": one's own, in one's own copy."""
        return self.own if self.own == self.copy.seat else None

    @property
    def reading(self) -> Reading:
        return Reading(
            self.copy, self.names, self.reader, self.public, self.key, self.told, self.since
        )


@dataclass(frozen=True, slots=True)
class AudienceChoice:
    """An audience whose copy one may look at."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class RoundTick:
    number: int
    move: int
    x: int
    is_now: bool


def step(replay: Replay, at: int) -> str:
    """The page's moving part after that move."""
    reader = (replay.copy.audience, replay.reader, get_language(), tuple(replay.audiences))
    key = (replay.key, reader, at, replay.copy.last, replay.copy.vouched, replay.status)
    html = _steps.get(key) if replay.key else None
    if html is None:
        html = rendered(replay, at)
        if replay.key:
            _steps.put(key, html)
    return html


def forget_steps() -> None:
    """The next step is drawn anew, from copies that are remembered."""
    _steps.clear()
    forget_lines()


def rendered(replay: Replay, at: int) -> str:
    copy, move = replay.copy, replay.copy.moves[at]
    view = view_of(
        replay.reading,
        at,
        status=replay.status if at == copy.last else "running",
        jump=Jump(replay.address, str(copy.audience)),
    )
    context = {
        "view": view,
        "since": None,
        "address": replay.address,
        "at": at,
        "last": copy.last,
        "audience": str(copy.audience),
        "audiences": audience_choices(replay),
        "rounds": round_ticks(copy, at),
        "mover": None if move.seat is None else replay.reading.names_at(at)[move.seat],
        "by": move.by,
        "when": to_the_second(move),
        "revealed": _revealed(replay, at),
    }
    return template("fragments/step.html").render(context)


def audience_choices(replay: Replay) -> list[AudienceChoice]:
    labels = {PUBLIC: _("The public"), EVERYTHING: _("Everything")}
    return [
        AudienceChoice(
            str(audience),
            labels[audience] if audience.seat is None else replay.names[audience.seat],
            audience == replay.copy.audience,
        )
        for audience in replay.audiences
    ]


def round_ticks(copy: Copy, at: int) -> list[RoundTick]:
    began = copy.round_began(at)
    return [
        RoundTick(number, move, RAIL * move // max(copy.last, 1), move == began)
        for number, move in copy.rounds
    ]


def _revealed(replay: Replay, at: int) -> Sequence[Secret]:
    if replay.public is None:
        return ()
    show = presenter_of(replay.copy.title.slug)
    return show.revealed(replay.public.at(at), state_at(replay.copy, at), replay.names)


# A stranger's file


def guarded_step(replay: Replay, at: int) -> str:
    """A step of a file that nobody vouches for. Any exception from the title becomes CorruptLog."""
    try:
        return step(replay, at)
    except EngineError:
        raise
    except Exception as error:
        raise CorruptLog("impossible_state", f"the state after move {at} makes no sense") from error


# 0.1 ms instead of 5 to 9, for everybody who looks at the same step.
_steps: Memory[Hashable, str] = Memory(STEPS_IN_MEMORY)
