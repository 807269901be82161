"""How fast the engine plays and folds, next to python-chess, a pure-Python engine of its own kind.

Every measurement is cut into short slices, taken in turns with the yardstick's, and the figure is
the median of its slices: what else the machine does then hits all alike. Time is that of this
process alone.
"""

from __future__ import annotations

import gc
import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any

from tqdm import tqdm

from games.benches import Figure, Unavailable
from games.engine import Chance, Event, Move, Title, fold, redact, titles
from games.engine.localmatch import LocalMatch
from games.engine.selfplay import play

SLICES = 9
RECORDED = 5  # matches a title plays beforehand, for the folds
LONGEST_PLAYOUT = 400  # half-moves of chess
SEED = 1

Work = Callable[[], int]  # a small portion of it; returns how many units that was


def run(*, seconds: float) -> Iterator[Figure]:
    yardstick = chess_playouts()
    chess_rates: list[float] = []
    for title in tqdm(titles().values(), unit="title", disable=None, leave=False):
        yield from measure_title(title, yardstick, chess_rates, seconds=seconds)
    if chess_rates:
        yield Figure("python-chess random moves", median(chess_rates), "moves/s")


def measure_title(
    title: Title[Any], yardstick: Work, chess_rates: list[float], *, seconds: float
) -> Iterator[Figure]:
    matches = recorded(title)
    texts = [[json.dumps([e.to_json() for e in move.events]) for move in m] for m in matches]
    works: dict[tuple[str, str], Work] = {
        ("random moves", "moves/s"): random_moves(title),
        ("plain moves", "moves/s"): plain_moves(title),
        ("events folded", "events/s"): folding(title, matches),
        ("events folded from JSON", "events/s"): folding_text(title, texts),
    }
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in works}
    ratios: dict[tuple[str, str], list[float]] = {key: [] for key in works}
    gc.collect()
    gc.freeze()  # what was prepared above is no part of what is measured
    for _ in range(SLICES):
        chess_rate = rate(yardstick, seconds=seconds)
        chess_rates.append(chess_rate)
        for key, work in works.items():
            found = rate(work, seconds=seconds)
            rates[key].append(found)
            ratios[key].append(found / chess_rate)
    for key in works:
        name, unit = key
        yield Figure(f"{title.slug} {name}", median(rates[key]), unit)
        yield Figure(f"{title.slug} {name} vs python-chess", median(ratios[key]), "x")
    yield from measure_length(title, matches)
    yield from measure_size(title, matches, texts)


def rate(work: Work, *, seconds: float) -> float:
    done, began = 0, process_time()
    while True:
        done += work()
        elapsed = process_time() - began
        if elapsed >= seconds:
            return done / elapsed


def middle_seats(title: Title[Any]) -> int:
    """Five, or the largest number below, or the smallest there is."""
    return max((seats for seats in title.seats if seats <= 5), default=title.seats[0])


# The yardstick


def chess_playouts() -> Work:
    try:
        import chess
    except ImportError:
        raise Unavailable(
            "the yardstick python-chess is missing: pip install -e '.[bench]'"
        ) from None
    random = Random(SEED)

    def playout() -> int:
        board = chess.Board()
        for played in range(LONGEST_PLAYOUT):
            moves = list(board.legal_moves)
            if not moves:
                return played
            board.push(random.choice(moves))
        return LONGEST_PLAYOUT

    return playout


# Playing


def random_moves(title: Title[Any]) -> Work:
    """A whole match on the full state: actions, check, decide, evolve at every step."""
    random, seats, seeds = Random(SEED), middle_seats(title), iter(range(10**9))

    def match() -> int:
        chance, state, number = Chance.seeded(next(seeds)), title.initial(), 0
        events = title.deal(seats=seats, chance=chance)
        while True:
            for event in events:
                title.evolve(state, event)
            awaited = title.awaiting(state)
            if not awaited:
                return number
            number += 1
            chance.begin(number)
            seat = min(awaited)
            action = random.choice(title.actions(state, seat))
            title.check(state, seat, action)
            events = title.decide(state, seat, action, chance)

    return match


def plain_moves(title: Title[Any]) -> Work:
    """A whole match at a table of `plain` bots, each thinking from its own seat's fold."""
    seeds = iter(range(10**9))
    return lambda: len(plain_match(title, next(seeds)).moves) - 1


def plain_match(title: Title[Any], seed: int) -> LocalMatch[Any]:
    seats = middle_seats(title)
    table = LocalMatch(title, seats=seats, secret=f"bench {seed}".encode(), audiences=range(seats))
    play(table, ["plain"] * seats, Chance.seeded(f"bench bots {seed}"))
    return table


def recorded(title: Title[Any]) -> list[list[Move]]:
    return [plain_match(title, -1 - number).moves for number in range(RECORDED)]


# Folding


def folding(title: Title[Any], matches: list[list[Move]]) -> Work:
    logs = cycle([[event for move in moves for event in move.events] for moves in matches])

    def one_match() -> int:
        events = next(logs)
        fold(title, events)
        return len(events)

    return one_match


def folding_text(title: Title[Any], texts: list[list[str]]) -> Work:
    logs = cycle(texts)
    return lambda: fold_text(title, next(logs))


def fold_text(title: Title[Any], texts: list[str]) -> int:
    """Fold a match as a database would give it: one text a move."""
    events = [Event.from_json(data) for text in texts for data in json.loads(text)]
    fold(title, events)
    return len(events)


def measure_length(title: Title[Any], matches: list[list[Move]]) -> Iterator[Figure]:
    """Does a late move cost a seat more than an early one?

    Other things happen late in a match than early. So each type of event is timed in the first
    and in the last third, and the figures are for the same average move in both.
    """
    early: dict[str, list[float]] = defaultdict(list)
    late: dict[str, list[float]] = defaultdict(list)
    for moves in matches:
        for number, name, seconds in [t for _ in range(SLICES) for t in event_times(title, moves)]:
            if number < len(moves) / 3:
                early[name].append(seconds)
            elif number >= len(moves) * 2 / 3:
                late[name].append(seconds)
    events = [event.type for moves in matches for move in moves[1:] for event in move.events]
    shared = [name for name in events if name in early and name in late]
    played = sum(len(moves) - 1 for moves in matches)
    costs = [
        sum(typical[name] for name in shared) / played * 1e6
        for typical in ({name: median(ts) for name, ts in part.items()} for part in (early, late))
    ]
    name = f"{title.slug} one move more for a seat's knowledge"
    yield Figure(f"{name}, early", costs[0], "us")
    yield Figure(f"{name}, late", costs[1], "us")
    yield Figure(f"{name}, late vs early", costs[1] / costs[0], "x")


def event_times(title: Title[Any], moves: list[Move]) -> Iterator[tuple[int, str, float]]:
    """Move, type and seconds of every event on its way to seat 0's knowledge."""
    known = title.initial()
    for move in moves:
        for event in move.events:
            began = perf_counter()
            title.evolve(known, redact(event, 0))
            yield move.number, event.type, perf_counter() - began


def measure_size(
    title: Title[Any], matches: list[list[Move]], texts: list[list[str]]
) -> Iterator[Figure]:
    events = [sum(len(move.events) for move in moves) for moves in matches]
    yield Figure(f"{title.slug} events per match", mean(events), "events")
    sizes = [sum(len(json.dumps(m.to_json(), separators=(",", ":"))) for m in ms) for ms in matches]
    yield Figure(f"{title.slug} log per match", mean(sizes), "bytes")
    cold = []
    for _ in range(SLICES):
        for log in texts:
            began = perf_counter()
            fold_text(title, log)
            cold.append(perf_counter() - began)
    yield Figure(f"{title.slug} match folded cold", median(cold) * 1e3, "ms")
