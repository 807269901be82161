"""What happened in a match, at a glance: who did what in each round, and how a measure ran.

Made from one audience's copy, so it says what that audience may know, by the hooks of the title's
presenter. When the winner was certain is asked of the whole log, once that is open to all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.engine import Event, Move, Round, Title
from games.engine.title import State
from games.matchlog.copies import Copy
from games.presentation import presenter_of
from games.presentation.presenter import Measure, Presenter, seat_of
from games.rendering.environment import template
from games.rendering.steps import Replay

KINDS = 8  # tones and shapes; more kinds of marks begin again
WIDTH, CHART = 1000, 160  # of the chart, stretched to the page
BASE, RISE, STEP = 16, 11, 9  # in a lane: below its line, between marks, between moves at least


Measures: TypeAlias = Sequence[Measure]
# After a move, and twice after one that dealt a new round: how the old one ended comes first.
Measured: TypeAlias = tuple[int, Measures]


@dataclass(frozen=True, slots=True)
class ActivityMark:
    """`x` is in hundredths of its lane, `above` how many marks of the same move lie under it."""

    move: int
    x: float
    above: int
    kind: int
    word: str


@dataclass(slots=True)
class Lane:
    """What one seat did in a round."""

    seat: int
    name: str
    role: str = ""  # as it was turned up
    marks: list[ActivityMark] = field(default_factory=list)

    @property
    def counts(self) -> list[tuple[str, int, int]]:
        """Word, kind, how often; the most frequent first."""
        found = Counter((mark.word, mark.kind) for mark in self.marks)
        return [(word, kind, times) for (word, kind), times in found.most_common()]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move, and what is to be said of it, if there is anything."""

    move: int
    text: str


@dataclass(slots=True)
class RoundStory:
    """A round, from the move that dealt it to the one that ended it and dealt the next."""

    number: int
    dealt: int
    last: int
    lanes: list[Lane]
    ended: int | None = None  # the move after which its result was known
    result: str = ""
    turning: list[TurningPoint] = field(default_factory=list)
    certain: TurningPoint | None = None

    @property
    def moves(self) -> int:
        return self.last - self.dealt

    @property
    def height(self) -> int:
        """Of each lane: room for the most marks that stand above each other."""
        above = [mark.above for lane in self.lanes for mark in lane.marks]
        return 2 * BASE + RISE * max(above, default=0)

    def place(self, move: int) -> float:
        """Where a move stands in the lanes, in hundredths of their length."""
        return round(100 * (move - self.dealt) / max(self.moves, 1), 2)


@dataclass(frozen=True, slots=True)
class Curve:
    label: str
    kind: int
    points: Sequence[str]  # one text of "x,y x,y" for each stretch without a gap
    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Story:
    rounds: Sequence[RoundStory]
    charts: Sequence[Sequence[Curve]]
    scores: Sequence[tuple[str, int, bool]]  # name, points, won
    begins: Sequence[int]  # where rounds begin, on the chart


def story(replay: Replay, whole: Copy | None = None) -> Story:
    """Fold the copy once and note what is to be shown. `whole` is everything, where that is open."""
    copy, title = replay.copy, replay.copy.title
    show = presenter_of(title.slug)
    noting = _Noting(replay, show)
    rounds = _rounds(replay)
    known = title.initial()
    measured: list[Measured] = []
    for move in copy.moves:
        of_round = next(one for one in rounds if move.number <= one.last)
        noting.note_activities(of_round, move)
        for event in move.events:
            if event is move.events[-1] and move.number == of_round.last < copy.last:
                measured.append(
                    (move.number, show.measures(known, replay.names))
                )  # then comes the next deal
            before = known.copy()
            title.evolve(known, event)
            noting.note_turning(of_round, move, event, before, known)
        measured.append((move.number, show.measures(known, replay.names)))
        if of_round.ended is None and _result(title, known, of_round) is not None:
            of_round.ended = move.number
    for one in rounds:
        played = _result(title, known, one)
        one.result = show.result(played) if played else ""
        one.certain = certainty(one, whole, show, replay.names) if whole else None
        for lane, was in zip(one.lanes, show.roles(played) if played else (), strict=False):
            lane.role = str(was.role) if was else ""
    begins = [WIDTH * one.dealt // max(copy.last, 1) for one in rounds]
    return Story(rounds, charts(measured), _scores(title, known, replay.names), begins)


def certainty(
    one: RoundStory, whole: Copy, show: Presenter[State], names: Sequence[str]
) -> TurningPoint | None:
    """The move from which on nobody could change who wins the round, and why.

    At the latest that is the one which ended it. From there we go back as long as the title can
    prove it of the whole position; where it cannot, we claim nothing.
    """
    if one.ended is None:
        return None
    found = TurningPoint(one.ended, "")
    for move in range(one.ended - 1, one.dealt, -1):
        text = show.why_decided(whole.at(move), names)
        if not text:
            break
        found = TurningPoint(move, text)
    return found


def _result(title: Title[Any], known: Any, one: RoundStory) -> Round | None:
    """The round as it ended, or nothing while it is played."""
    found = [played for played in title.rounds(known) if played.number == one.number]
    return found[0] if found and found[0].result is not None else None


def _scores(title: Title[Any], known: Any, names: Sequence[str]) -> list[tuple[str, int, bool]]:
    outcome = title.outcome(known)
    if outcome is None:
        return []
    points = zip(names, outcome.scores, strict=True)
    return [(name, score, s in outcome.winners) for s, (name, score) in enumerate(points)]


def rendered(replay: Replay, whole: Copy | None = None) -> str:
    context = {
        "story": story(replay, whole),
        "address": replay.address,
        "audience": str(replay.copy.audience),
        "width": WIDTH,
        "chart": CHART,
        "base": BASE,
        "rise": RISE,
        "step": STEP,
    }
    return template("fragments/story.html").render(context)


def _rounds(replay: Replay) -> list[RoundStory]:
    copy = replay.copy
    dealt = [*copy.rounds] or [(1, 0)]
    lasts = [first for _number, first in dealt[1:]] + [copy.last]
    return [
        RoundStory(number, first, last, [Lane(s, name) for s, name in enumerate(replay.names)])
        for (number, first), last in zip(dealt, lasts, strict=True)
    ]


class _Noting:
    """Asks the title for what it has words for."""

    def __init__(self, replay: Replay, show: Presenter[State]) -> None:
        self.replay = replay
        self.show = show
        self.kinds: dict[str, int] = {}

    def note_activities(self, of_round: RoundStory, move: Move) -> None:
        """Into the lane of whoever did it; several of one move above each other."""
        x = of_round.place(move.number)
        for event in move.events:
            seat, found = seat_of(event), self.show.activity(event)
            if seat is not None and found is not None:
                marks = of_round.lanes[seat].marks
                above = sum(mark.move == move.number for mark in marks)
                kind = self.kinds.setdefault(found.kind, len(self.kinds) % KINDS)
                marks.append(ActivityMark(move.number, x, above, kind, str(found.text)))

    def note_turning(
        self, of_round: RoundStory, move: Move, event: Event, before: State, after: State
    ) -> None:
        seat, names = self.replay.reader, self.replay.names
        text = self.show.turning_point(event, before, after, seat, names)
        if text and of_round.turning and of_round.turning[-1].move == move.number:
            text = f"{of_round.turning.pop().text} {text}"
        if text:
            of_round.turning.append(TurningPoint(move.number, text))


# The charts


def charts(measured: Sequence[Measured]) -> list[list[Curve]]:
    """One for each kind of measure."""
    kinds = dict.fromkeys(one.kind for _move, found in measured for one in found)
    drawn = [
        curves([(move, [one for one in found if one.kind == kind]) for move, found in measured])
        for kind in kinds
    ]
    return [chart for chart in drawn if chart]


def curves(measured: Sequence[Measured]) -> list[Curve]:
    """One line for each measure, on a common scale from nothing to the highest."""
    labels = dict.fromkeys(one.label for _move, found in measured for one in found)
    lines = {
        label: [
            (move, next((one.value for one in found if one.label == label), None))
            for move, found in measured
        ]
        for label in labels
    }
    values = [value for line in lines.values() for _move, value in line if value is not None]
    if not values:
        return []
    low, high = min(0, *values), max(1, *values)
    return [
        Curve(label, kind % KINDS, _stretches(line, low, high), low, high)
        for kind, (label, line) in enumerate(lines.items())
    ]


def _stretches(line: Sequence[tuple[int, int | None]], low: int, high: int) -> list[str]:
    """A line in pieces: it breaks where there is no answer and where a round is dealt."""
    stretches: list[list[str]] = [[]]
    last, before = max(line[-1][0], 1), -1
    for move, value in line:
        if value is None or move == before:
            stretches.append([])
        if value is not None:
            y = CHART - CHART * (value - low) // (high - low)
            stretches[-1].append(f"{WIDTH * move // last},{y}")
        before = move
    return [" ".join(points) for points in stretches if points]
