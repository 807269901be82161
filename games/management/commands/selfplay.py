"""Bots play whole matches against each other; every invariant of the contract is looked at."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.engine import EngineError, Round, Title
from games.engine.invariants import WatchedMatch
from games.engine.matchfile import write
from games.engine.selfplay import MIXED, watched_match
from games.management.opening import find_title


@dataclass
class SelfplayTally:
    """What the matches so far came to."""

    matches: int = 0
    moves: int = 0
    events: int = 0
    violations: int = 0
    winners: Counter[str] = field(default_factory=Counter)

    def add(self, match: WatchedMatch) -> None:
        self.moves += len(match.moves)
        self.events += sum(len(move.events) for move in match.moves)
        self.winners.update(winners(match.title.rounds(match.state)))


class Command(BaseCommand):
    help = (
        "Let bots play matches and look at every invariant after every event and move. "
        "Match number i is played from seed S + i."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("title", metavar="TITLE")
        parser.add_argument("--seats", type=int, help="left out: all seat counts in turn")
        parser.add_argument("--matches", type=int, default=100)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--bots", default=MIXED, help="random, plain or mixed (the default)")
        parser.add_argument("--rules", type=int, metavar="N", help="left out: the newest")
        parser.add_argument("--out", type=Path, metavar="DIR", help="write every match file here")

    def handle(self, **options: Any) -> None:
        title = find_title(options["title"])
        if options["bots"] not in {MIXED, *title.bots}:
            names = ", ".join(sorted({MIXED, *title.bots}))
            raise CommandError(f"{title.name} has no bots {options['bots']!r}; it has: {names}")
        if options["rules"] not in {None, *title.known_rules}:
            raise CommandError(
                f"{title.name} has the rules 1 to {title.version}, not {options['rules']}"
            )
        if options["matches"] < 1:
            raise CommandError("there is nothing to play: --matches is at least 1")
        out: Path | None = options["out"]
        if out is not None:
            make_folder(out)

        tally, began = SelfplayTally(), time.perf_counter()
        counts = seat_counts(title, options["seats"])
        for number in tqdm(range(options["matches"]), unit="match", disable=None, leave=False):
            seats, seed = counts[number % len(counts)], options["seed"] + number
            match, problems = self.play(title, seats, seed, options)
            if match is not None:
                tally.add(match)
                if out is not None:
                    (out / f"{title.slug}-{seats}-{seed}.json").write_text(write(match.file()))
            again = f"--seats {seats} --matches 1 --seed {seed} --bots {options['bots']}"
            by_rules = "" if options["rules"] is None else f" --rules {options['rules']}"
            self.report(problems, again + by_rules)
            tally.matches += 1
            tally.violations += len(problems)
        self.summary(tally, time.perf_counter() - began)

    def play(
        self, title: Title[Any], seats: int, seed: int, options: dict[str, Any]
    ) -> tuple[WatchedMatch | None, list[str]]:
        """A match, and what was wrong with it. A title that falls over is wrong too."""
        try:
            match = watched_match(
                title, seats=seats, seed=seed, bots=options["bots"], rules=options["rules"]
            )
        except Exception as error:
            if options["traceback"]:
                raise
            where = extract_tb(error.__traceback__)[-1]
            what = error.message if isinstance(error, EngineError) else f"{error!r}"
            return None, [
                f"the match broke off: {what} ({Path(where.filename).name}:{where.lineno})"
            ]
        return match, match.violations

    def report(self, problems: Iterable[str], again: str) -> None:
        for problem in problems:
            with tqdm.external_write_mode():  # the bar makes way and comes back
                self.stdout.write(f"{problem} [{again}]")

    def summary(self, tally: SelfplayTally, seconds: float) -> None:
        if tally.winners:
            counted = ", ".join(f"{who} {times}" for who, times in sorted(tally.winners.items()))
            self.stdout.write(f"rounds won: {counted}")
        self.stdout.write(
            f"{tally.matches} matches, {tally.moves} moves, {tally.events} events, "
            f"{tally.moves / seconds:.0f} moves/s, {tally.violations} violations"
        )
        if tally.violations:
            raise SystemExit(1)


def seat_counts(title: Title[Any], wanted: int | None) -> list[int]:
    if wanted is None:
        return list(title.seats)
    if wanted not in title.seats:
        raise CommandError(
            f"{title.name} is for {title.seats[0]} to {title.seats[-1]} seats, not {wanted}"
        )
    return [wanted]


def winners(rounds: Iterable[Round]) -> Iterator[str]:
    """Who won each round, in a title whose rounds are won by somebody."""
    for played in rounds:
        if played.result is not None and "winner" in played.result:
            yield str(played.result["winner"])


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{folder} cannot be written to: {error.strerror}") from None
