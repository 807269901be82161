"""What happened in a match, at a glance: who did what in each round, and how a measure ran.

Made from a film, so it tells what its eyes may know. A title may bring in its `table` module

- `deed(event)`: a kind and a word for what a seat did ("dig", "dug"), or None to leave it out;
- `turning_point(event, before, after, seat, names)`: a sentence where the match turned, or nothing;
- `measures(known, names)`: named whole numbers to draw as lines, or None where there is no answer;
- `certain(full, names)`: why the round can have no other winner from this full state on, or nothing.

Without them the deeds bear the names of the events, there is no chart, and a round is certain once
its result is logged. What is certain is asked of the whole log, once that is open to all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.template.loader import get_template

from games.engine import Event, Move, Round, Title
from games.rendering import presenter
from games.replay import Film
from games.replay_rendering import Showing

KINDS = 8  # tones and shapes; more kinds of deeds begin again
WIDTH, CHART = 1000, 160  # of the chart, stretched to the page
BASE, RISE, STEP = 16, 11, 9  # in a lane: below its line, between marks, between moves at least


Measures: TypeAlias = Sequence[tuple[str, int | None]]
# After a move, and twice after one that dealt a new round: how the old one ended comes first.
Measured: TypeAlias = tuple[int, Measures]


@dataclass(frozen=True, slots=True)
class Deed:
    """`x` is in hundredths of its lane, `above` how many deeds of the same move lie under it."""

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
    deeds: list[Deed] = field(default_factory=list)

    @property
    def counts(self) -> list[tuple[str, int, int]]:
        """Word, kind, how often; the most frequent first."""
        found = Counter((deed.word, deed.kind) for deed in self.deeds)
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
    result: Any = ""
    turning: list[TurningPoint] = field(default_factory=list)
    certain: TurningPoint | None = None

    @property
    def moves(self) -> int:
        return self.last - self.dealt

    @property
    def height(self) -> int:
        """Of each lane: room for the most marks that stand above each other."""
        above = [deed.above for lane in self.lanes for deed in lane.deeds]
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
    curves: Sequence[Curve]
    scores: Sequence[tuple[str, int, bool]]  # name, points, won
    begins: Sequence[int]  # where rounds begin, on the chart


def story(showing: Showing, whole: Film | None = None) -> Story:
    """Fold the film once and note what is to be told. `whole` is everything, where that is open."""
    film, title = showing.film, showing.film.title
    show = presenter(title.slug)
    teller = _Teller(showing, show)
    rounds = _rounds(showing)
    known = title.initial()
    measured: list[Measured] = []
    for move in film.moves:
        of_round = next(one for one in rounds if move.number <= one.last)
        teller.note_deeds(of_round, move)
        for event in move.events:
            if event is move.events[-1] and move.number == of_round.last < film.last:
                measured.append((move.number, teller.measure(known)))  # then comes the next deal
            before = known.copy() if teller.turns else None
            title.evolve(known, event)
            teller.note_turning(of_round, move, event, before, known)
        measured.append((move.number, teller.measure(known)))
        if of_round.ended is None and _result(title, known, of_round) is not None:
            of_round.ended = move.number
    for one in rounds:
        played = _result(title, known, one)
        one.result = show.result(played) if played else ""
        one.certain = certainty(one, whole, show, showing.names) if whole else None
    begins = [WIDTH * one.dealt // max(film.last, 1) for one in rounds]
    return Story(rounds, curves(measured), _scores(title, known, showing.names), begins)


def certainty(one: RoundStory, whole: Film, show: Any, names: Sequence[str]) -> TurningPoint | None:
    """The move from which on nobody could change who wins the round, and why.

    At the latest that is the one which ended it. From there we go back as long as the title can
    prove it of the whole position; where it cannot, we claim nothing.
    """
    if one.ended is None:
        return None
    found = TurningPoint(one.ended, "")
    prove = getattr(show, "certain", never_certain)
    for move in range(one.ended - 1, one.dealt, -1):
        text = prove(whole.state(move), names)
        if not text:
            break
        found = TurningPoint(move, text)
    return found


def never_certain(_full: Any, _names: Sequence[str]) -> str:
    return ""


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


def rendered(showing: Showing, whole: Film | None = None) -> str:
    context = {
        "story": story(showing, whole),
        "address": showing.address,
        "eyes": str(showing.film.eyes),
        "width": WIDTH,
        "chart": CHART,
        "base": BASE,
        "rise": RISE,
        "step": STEP,
    }
    return str(get_template("games/story.html", using="jinja2").render(context))


def _rounds(showing: Showing) -> list[RoundStory]:
    film = showing.film
    dealt = [*film.rounds] or [(1, 0)]
    lasts = [first for _number, first in dealt[1:]] + [film.last]
    return [
        RoundStory(number, first, last, [Lane(s, name) for s, name in enumerate(showing.names)])
        for (number, first), last in zip(dealt, lasts, strict=True)
    ]


class _Teller:
    """Asks the title for what it has words for."""

    def __init__(self, showing: Showing, show: Any) -> None:
        self.showing = showing
        self.deed = getattr(show, "deed", plain_deed)
        self.turns = getattr(show, "turning_point", None)
        self.measures = getattr(show, "measures", None)
        self.kinds: dict[str, int] = {}

    def note_deeds(self, of_round: RoundStory, move: Move) -> None:
        """Into the lane of whoever did it; several of one move above each other."""
        x = of_round.place(move.number)
        for event in move.events:
            seat, found = getattr(event, "seat", None), self.deed(event)
            if seat is not None and found is not None:
                deeds = of_round.lanes[seat].deeds
                above = sum(deed.move == move.number for deed in deeds)
                kind = self.kinds.setdefault(found[0], len(self.kinds) % KINDS)
                deeds.append(Deed(move.number, x, above, kind, str(found[1])))

    def note_turning(
        self, of_round: RoundStory, move: Move, event: Event, before: Any, after: Any
    ) -> None:
        if self.turns is None:
            return
        seat, names = self.showing.reader, self.showing.names
        text = self.turns(event, before, after, seat, names)
        if text and of_round.turning and of_round.turning[-1].move == move.number:
            text = f"{of_round.turning.pop().text} {text}"
        if text:
            of_round.turning.append(TurningPoint(move.number, text))

    def measure(self, known: Any) -> Measures:
        if self.measures is None:
            return ()
        found: Measures = self.measures(known, self.showing.names)
        return found


def plain_deed(event: Event) -> tuple[str, str]:
    name = event.type.partition(".")[2]
    return name, name.replace("_", " ")


# The chart


def curves(measured: Sequence[Measured]) -> list[Curve]:
    """One line for each measure, on a common scale from nothing to the highest."""
    labels = dict.fromkeys(label for _move, found in measured for label, _value in found)
    lines = {
        label: [(move, dict(found).get(label)) for move, found in measured] for label in labels
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
