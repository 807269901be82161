"""What a step of a replay costs: from a state kept beforehand, from a checkpoint, from nothing.

The same step is rendered each way in turns, and the processor's time is taken, so that what else
the machine does hits all alike. The goal is at most 1.5 for a checkpoint against a kept state,
whatever the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from games import replay, replay_rendering
from games.benches import Figure
from games.engine import Chance, Title, redact_move, titles
from games.engine.selfplay import play
from games.engine.table import Table
from games.replay_rendering import Showing

SEATS = 5
REPEATS = 11
PLACES = 6  # steps looked at, from the first to the last


def run(*, seconds: float) -> Iterator[Figure]:
    del seconds  # steps are counted here, not seconds
    for slug, title in titles().items():
        if SEATS in title.seats:
            yield from steps(slug, title)


def steps(slug: str, title: Title[Any]) -> Iterator[Figure]:
    showing = played(title)
    last = showing.film.last
    # Not on a checkpoint, where nothing is left to fold, but as far from one as can be.
    places = sorted({min(last, last * n // (PLACES - 1) // 16 * 16 + 14) for n in range(PLACES)})
    kept, checkpoint, nothing, ratios = [], [], [], []
    for at in places:
        state = showing.film.state(at)
        times = in_turns(
            partial(replay_rendering.rendered, showing, at, state),
            partial(from_checkpoint, showing, at),
            partial(from_nothing, showing, at),
        )
        kept.append(times[0])
        checkpoint.append(times[1])
        nothing.append(times[2])
        ratios.append(times[1] / times[0])
    yield Figure(f"{slug} step, state kept", median(kept) * 1e3, "ms")
    yield Figure(f"{slug} step, from a checkpoint", median(checkpoint) * 1e3, "ms")
    yield Figure(f"{slug} step, checkpoint against kept, worst", max(ratios), "x")
    yield Figure(f"{slug} step, last against first", checkpoint[-1] / checkpoint[0], "x")
    yield Figure(f"{slug} step, nothing folded yet", median(nothing) * 1e3, "ms")


def from_checkpoint(showing: Showing, at: int) -> str:
    return replay_rendering.rendered(showing, at, showing.film.state(at))


def from_nothing(showing: Showing, at: int) -> str:
    """The decoded log is there, nothing else: all of it is folded and put into sentences."""
    film = replay.filmed(showing.film.title, showing.film.eyes, showing.film.moves)
    return replay_rendering.rendered(replace(showing, film=film, key=""), at, film.state(at))


def in_turns(*ways: Callable[[], str]) -> list[float]:
    took: list[list[float]] = [[] for _ in ways]
    for _ in range(REPEATS):
        for times, way in zip(took, ways, strict=True):
            began = process_time()
            way()
            times.append(process_time() - began)
    return [median(times) for times in took]


def played(title: Title[Any]) -> Showing:
    """A whole match through the eyes of seat 0."""
    table = Table(title, seats=SEATS)
    play(table, ["plain"] * SEATS, Chance(b"bench"))
    moves = [redact_move(move, 0) for move in table.moves]
    film = replay.filmed(title, 0, moves)
    names = [f"Seat {seat}" for seat in range(SEATS)]
    return Showing(film, names, [0], key="bench", address="/m/bench/replay", status="over")
