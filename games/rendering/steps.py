"""A step of a replay as HTML: the title's own table, the way through the match, the log with links.

Made from a `Copy`, which holds what one audience may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine import CorruptLog, EngineError
from games.matchlog.access import NoSuchStep, asked_step
from games.matchlog.asides import Asides
from games.matchlog.audience import EVERYTHING, PUBLIC, Audience
from games.matchlog.copies import Copy
from games.matchlog.memory import Memory
from games.presentation import presenter_of
from games.presentation.revealing import Secret
from games.rendering.ends import before_the_deal
from games.rendering.environment import template
from games.rendering.lines import Jump, Reading, forget_lines, to_the_second
from games.rendering.table import View, state_at, view_of, view_of_end

STEPS_IN_MEMORY = 500
RAIL = 1000  # the length of the slider's rail, in which rounds are marked
DEAL: Final = "-deal"


class Place(NamedTuple):
    """Where one is in a replay: after a move. One that ends a round and deals the next is two
    places, the end and the deal.
    """

    at: int
    is_deal: bool = False

    def __str__(self) -> str:
        """As addresses name it."""
        return f"{self.at}{DEAL}" if self.is_deal else str(self.at)


def places(slug: str, rounds: Sequence[tuple[int, int]], last: int) -> list[Place]:
    """All that one can walk through, in order. `rounds` as in `Copy`."""
    has_ends = bool(presenter_of(slug).end_template)
    dealt = {move for _number, move in rounds if move} if has_ends else set()
    found = [
        (Place(at), Place(at, is_deal=True)) if at in dealt else (Place(at),)
        for at in range(last + 1)
    ]
    return [place for pair in found for place in pair]


def asked_place(text: str, last: int) -> Place:
    """The place that an address names; the last move where it names none. Raises NoSuchStep."""
    return Place(asked_step(text.removesuffix(DEAL), last), is_deal=text.endswith(DEAL))


def places_of(copy: Copy) -> list[Place]:
    return places(copy.title.slug, copy.rounds, copy.last)


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
    names_by_move: Callable[[int], Sequence[str]] | None = None  # where they changed
    since: int = 0  # the first move that was the visitor's
    asides: Asides = field(default_factory=dict)  # of a stored match

    @property
    def reader(self) -> int | None:
        """The seat to whom the log says "you": one's own, in one's own copy."""
        return self.own if self.own == self.copy.seat else None

    @property
    def reading(self) -> Reading:
        return Reading(
            self.copy,
            self.names,
            self.reader,
            self.public,
            self.key,
            self.names_by_move,
            self.since,
            self.asides,
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
    place: Place
    x: int
    is_now: bool


def step(replay: Replay, place: Place) -> str:
    """The page's moving part at that place. Raises NoSuchStep."""
    reader = (replay.copy.audience, replay.reader, get_language(), tuple(replay.audiences))
    key = (replay.key, reader, place, replay.copy.last, replay.copy.vouched, replay.status)
    html = _steps.get(key) if replay.key else None
    if html is None:
        html = rendered(replay, place)
        if replay.key:
            _steps.put(key, html)
    return html


def forget_steps() -> None:
    """The next step is drawn anew, from copies that are remembered."""
    _steps.clear()
    forget_lines()


def rendered(replay: Replay, place: Place) -> str:
    copy, all_places = replay.copy, places_of(replay.copy)
    if place not in all_places:
        raise NoSuchStep("no_such_move", _("The match has no such move."))
    index, at = all_places.index(place), place.at
    move, is_end = copy.moves[at], is_end_of_round(replay, place)
    context = {
        "view": _end(replay, at) if is_end else _view(replay, at),
        "since": None,
        "address": replay.address,
        "at": at,
        "last": copy.last,
        "place": place,
        "step": index,
        "steps": len(all_places) - 1,
        "previous": all_places[max(index - 1, 0)],
        "next": all_places[min(index + 1, len(all_places) - 1)],
        "final": all_places[-1],
        "is_end": is_end,
        "audience": str(copy.audience),
        "audiences": audience_choices(replay),
        "rounds": round_ticks(copy, at - is_end),
        "mover": None if move.seat is None else replay.reading.names_at(at)[move.seat],
        "by": move.by,
        "when": to_the_second(move),
        "revealed": _revealed(replay, at, is_end=is_end),
    }
    return template("fragments/step.html").render(context)


def _view(replay: Replay, at: int) -> View:
    return view_of(
        replay.reading,
        at,
        status=replay.status if at == replay.copy.last else "running",
        jump=Jump(replay.address, str(replay.copy.audience)),
    )


def is_end_of_round(replay: Replay, place: Place) -> bool:
    return not place.is_deal and place._replace(is_deal=True) in places_of(replay.copy)


def _end(replay: Replay, at: int) -> View:
    audience = str(replay.copy.audience)
    deal = f"{replay.address}?at={Place(at, is_deal=True)}&as={audience}"
    onward = deal if replay.address else None
    return view_of_end(replay.reading, at, jump=Jump(replay.address, audience), onward=onward)


def audience_choices(replay: Replay) -> list[AudienceChoice]:
    labels = {PUBLIC: _("What everyone saw"), EVERYTHING: _("All secrets")}
    return [
        AudienceChoice(
            str(audience),
            labels[audience] if audience.seat is None else replay.names[audience.seat],
            audience == replay.copy.audience,
        )
        for audience in replay.audiences
    ]


def round_ticks(copy: Copy, at: int) -> list[RoundTick]:
    """Where each round was dealt, and which of them is being played after that move."""
    began, all_places = copy.round_began(at), places_of(copy)
    dealt = [(number, Place(move, is_deal=True), Place(move)) for number, move in copy.rounds]
    ticks = [(number, deal if deal in all_places else move) for number, deal, move in dealt]
    scale = max(len(all_places) - 1, 1)
    return [
        RoundTick(number, place, RAIL * all_places.index(place) // scale, place.at == began)
        for number, place in ticks
    ]


def _revealed(replay: Replay, at: int, *, is_end: bool) -> Sequence[Secret]:
    if replay.public is None:
        return ()
    known = before_the_deal if is_end else state_at
    show = presenter_of(replay.copy.title.slug)
    return show.revealed(known(replay.public, at), known(replay.copy, at), replay.names)


# A stranger's file


def guarded_step(replay: Replay, place: Place) -> str:
    """A step of a file that nobody vouches for. Any exception from the title becomes CorruptLog."""
    try:
        return step(replay, place)
    except EngineError:
        raise
    except Exception as error:
        raise CorruptLog(
            "impossible_state", f"the state after move {place.at} makes no sense"
        ) from error


# 0.1 ms instead of 5 to 9, for everybody who looks at the same step.
_steps: Memory[Hashable, str] = Memory(STEPS_IN_MEMORY)
