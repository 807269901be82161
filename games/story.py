"""What happened in a match, at a glance: who did what in each round, and how a measure ran.

Made from a film, so it tells what its eyes may know. A title may bring in its `table` module

- `deed(event)`: a kind and a word for what a seat did ("dig", "dug"), or None to leave it out;
- `turning_point(event, before, after, seat, names)`: a sentence where the match turned, or nothing;
- `measures(known, names)`: named whole numbers to draw as lines, or None where there is no answer.

Without them the deeds bear the names of the events, and there is no chart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import get_template

from games.engine import Event, Move
from games.rendering import presenter
from games.replay_rendering import Showing

KINDS = 8  # tones and shapes; more kinds of deeds begin again
WIDTH, ROW, CHART = 1000, 34, 160


@dataclass(frozen=True, slots=True)
class Deed:
    move: int
    x: int
    kind: int
    word: str


@dataclass(slots=True)
class Lane:
    """What one seat did in a round."""

    seat: int
    name: str
    deeds: list[Deed] = field(default_factory=list)

    @property
    def counts(self) -> list[tuple[str, int, int]]:
        """Word, kind, how often; the most frequent first."""
        found = Counter((deed.word, deed.kind) for deed in self.deeds)
        return [(word, kind, times) for (word, kind), times in found.most_common()]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    move: int
    text: Any


@dataclass(slots=True)
class RoundStory:
    number: int
    first: int
    last: int
    lanes: list[Lane]
    result: Any = ""
    turning: list[TurningPoint] = field(default_factory=list)


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
    curves: Sequence[Curve]
    scores: Sequence[tuple[str, int, bool]]  # name, points, won
    ends: Sequence[int]  # where rounds begin, on the chart


def story(showing: Showing) -> Story:
    """Fold the film once and note what is to be told."""
    film, title = showing.film, showing.film.title
    show = presenter(title.slug)
    teller = _Teller(showing, show)
    rounds = _rounds(showing)
    known, measured = title.initial(), []
    for move in film.moves:
        of_round = [one for one in rounds if one.first <= move.number][-1]
        teller.note_deed(of_round, move)
        for event in move.events:
            before = known.copy() if teller.turns else None
            title.evolve(known, event)
            teller.note_turning(of_round, move, event, before, known)
        measured.append(teller.measure(known))
    for one, played in zip(rounds, title.rounds(known), strict=False):
        one.result = show.result(played) if played.result else ""
    outcome = title.outcome(known)
    scores = [] if outcome is None else [
        (name, outcome.scores[seat], seat in outcome.winners)
        for seat, name in enumerate(showing.names)
    ]  # fmt: skip
    ends = [WIDTH * one.first // max(film.last, 1) for one in rounds]
    return Story(rounds, curves(measured), scores, ends)


def rendered(showing: Showing) -> str:
    context = {
        "story": story(showing),
        "address": showing.address,
        "eyes": str(showing.film.eyes),
        "width": WIDTH,
        "row": ROW,
        "chart": CHART,
    }
    return str(get_template("games/story.html", using="jinja2").render(context))


def _rounds(showing: Showing) -> list[RoundStory]:
    film = showing.film
    begins = [*film.rounds] or [(1, 0)]
    begins[0] = (begins[0][0], 0)
    lasts = [first - 1 for _number, first in begins[1:]] + [film.last]
    return [
        RoundStory(number, first, last, [Lane(s, name) for s, name in enumerate(showing.names)])
        for (number, first), last in zip(begins, lasts, strict=True)
    ]


class _Teller:
    """Asks the title for what it has words for."""

    def __init__(self, showing: Showing, show: Any) -> None:
        self.showing = showing
        self.deed = getattr(show, "deed", plain_deed)
        self.turns = getattr(show, "turning_point", None)
        self.measures = getattr(show, "measures", None)
        self.kinds: dict[str, int] = {}

    def note_deed(self, of_round: RoundStory, move: Move) -> None:
        if move.seat is None:
            return
        for event in move.events:
            found = self.deed(event)
            if found is not None and getattr(event, "seat", move.seat) == move.seat:
                kind = self.kinds.setdefault(found[0], len(self.kinds) % KINDS)
                span = max(of_round.last - of_round.first, 1)
                x = WIDTH * (move.number - of_round.first) // span
                of_round.lanes[move.seat].deeds.append(Deed(move.number, x, kind, str(found[1])))
                return

    def note_turning(
        self, of_round: RoundStory, move: Move, event: Event, before: Any, after: Any
    ) -> None:
        if self.turns is None:
            return
        seat, names = self.showing.film.seat, self.showing.names
        text = self.turns(event, before, after, seat, names)
        if text:
            of_round.turning.append(TurningPoint(move.number, text))

    def measure(self, known: Any) -> Sequence[tuple[str, int | None]]:
        if self.measures is None:
            return ()
        found: Sequence[tuple[str, int | None]] = self.measures(known, self.showing.names)
        return found


def plain_deed(event: Event) -> tuple[str, str]:
    name = event.type.partition(".")[2]
    return name, name.replace("_", " ")


# The chart


def curves(measured: Sequence[Sequence[tuple[str, int | None]]]) -> list[Curve]:
    """One line for each measure, on a common scale from nothing to the highest."""
    labels = list(dict.fromkeys(label for at_move in measured for label, _value in at_move))
    series = {label: [dict(at_move).get(label) for at_move in measured] for label in labels}
    values = [value for line in series.values() for value in line if value is not None]
    if not values:
        return []
    low, high = min(0, *values), max(1, *values)
    return [
        Curve(label, kind % KINDS, _stretches(line, low, high), low, high)
        for kind, (label, line) in enumerate(series.items())
    ]


def _stretches(line: Sequence[int | None], low: int, high: int) -> list[str]:
    stretches: list[list[str]] = [[]]
    for number, value in enumerate(line):
        if value is None:
            stretches.append([])
            continue
        x = WIDTH * number // max(len(line) - 1, 1)
        y = CHART - CHART * (value - low) // (high - low)
        stretches[-1].append(f"{x},{y}")
    return [" ".join(points) for points in stretches if points]
