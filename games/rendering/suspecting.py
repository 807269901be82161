"""Suspicions as they stand, and, once a match is over, as a line against the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext as _

from games.matchlog import access, copies
from games.matchlog.access import Visit
from games.matchlog.audience import EVERYTHING, PUBLIC
from games.presentation import presenter_of
from games.presentation.suspecting import NO_IDEA, SideTaken, SuspicionWords

LEFT, RIGHT, MIDDLE, STEP = 6, 294, 23, 9  # of a chart that is 300 wide and 46 high


class Suspected(Protocol):
    """`games.talk.notebook.SuspicionSet` is one."""

    @property
    def seat(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def level(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Suspect:
    """A seat, and what its reader thinks of it in this round."""

    seat: int
    name: str
    level: int
    stops: tuple[tuple[int, str], ...]  # every level, and its words


@dataclass(frozen=True, slots=True)
class TruthBand:
    """The half of a chart in which the truth was, for a round."""

    x: float
    y: int
    width: float


@dataclass(frozen=True, slots=True)
class SuspicionChart:
    seat: int
    name: str
    line: str  # the path of an SVG
    dots: tuple[tuple[float, int], ...]
    bands: tuple[TruthBand, ...]
    sentence: str
    side: SideTaken | None  # of a match of one round; of others the sentence tells it


def words_of(visited: Visit) -> SuspicionWords | None:
    return presenter_of(visited.match.title).suspicions


def suspects(visited: Visit, noted: Sequence[Suspected]) -> list[Suspect]:
    """All other seats. With a new round everything is open again."""
    words = words_of(visited)
    if words is None or not visited.match.is_dealt:
        return []
    public, names = copies.with_steps(visited, PUBLIC), access.names(visited.seats)
    began = public.round_began(public.number)
    levels = {one.seat: one.level for one in noted if one.number >= began}
    stops = tuple(enumerate(words.words))
    return [
        Suspect(seat, name, levels.get(seat, NO_IDEA), stops)
        for seat, name in enumerate(names)
        if seat != visited.seat
    ]


def charts(visited: Visit, noted: Sequence[Suspected]) -> list[SuspicionChart]:
    """Of every seat that was ever suspected. `require_open` refuses it before all is open."""
    if words_of(visited) is None or not noted:
        return []
    whole, show = copies.with_steps(visited, EVERYTHING), presenter_of(visited.match.title)
    names, last = access.names(visited.seats), max(whole.last, 1)
    began = [first for _number, first in whole.rounds]
    spans = list(zip(began, [*began[1:], whole.last], strict=True))
    states = [whole.at(first) for first in began]
    found = list[SuspicionChart]()
    for seat in sorted({one.seat for one in noted}):
        sides = [show.side(state, seat) for state in states]
        own = [one for one in noted if one.seat == seat]
        line, dots, said, bands = list[str](), [], [], []
        for number, ((first, after), side) in enumerate(zip(spans, sides, strict=True), 1):
            assert side is not None
            x, end, level = _x(first, last), _x(after, last), NO_IDEA
            in_round = [one for one in own if first <= one.number < after]
            line.append(f"{'M' if not line else 'L'}{x:.1f} {_y(level)}")
            for one in in_round:
                level = one.level
                line.append(f"H{_x(one.number, last):.1f}V{_y(level)}")
                dots.append((round(_x(one.number, last), 1), _y(level)))
            line.append(f"H{end:.1f}")
            bands.append(
                TruthBand(round(x, 1), 2 if side.is_traitor else MIDDLE + 1, round(end - x, 1))
            )
            if in_round:
                said.append(_judged(in_round, side, number if len(spans) > 1 else 0))
        found.append(
            SuspicionChart(
                seat,
                names[seat],
                "".join(line),
                tuple(dots),
                tuple(bands),
                "; ".join(said),
                sides[0] if len(sides) == 1 else None,
            )
        )
    return found


def _judged(noted: Sequence[Suspected], side: SideTaken, number: int) -> str:
    """From which move on somebody was right until the end of the round."""
    since = None
    for one in noted:
        if one.level != NO_IDEA and (one.level > NO_IDEA) == side.is_traitor:
            since = one.number if since is None else since
        else:
            since = None
    if since is not None:
        words = _("right from move {number}").format(number=since)
    elif noted[-1].level == NO_IDEA:
        words = _("no idea at the end")
    else:
        words = _("wrong at the end")
    if not number:
        return words
    text = _("round {number}, {side}: {words}")
    return text.format(number=number, side=side.words, words=words)


def _x(number: int, last: int) -> float:
    return LEFT + (RIGHT - LEFT) * number / last


def _y(level: int) -> int:
    return MIDDLE - STEP * (level - NO_IDEA)
