"""Show a match file, move by move, as one reader may see it; or fold and verify every match."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.engine import CorruptLog, EngineError, Event, Move, titles
from games.engine.matchfile import FORMAT, MatchFile
from games.engine.verify import Report, replay, verify
from games.management.opening import open_match
from games.matchlog import verifying
from games.models import Match, Seat

SPECTATOR = "spectator"


class Command(BaseCommand):
    help = (
        "Replay a match file up to a move, in full or as a seat or a spectator knows it. "
        "With --all: fold and verify every stored match, or every match file in a folder."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, nargs="?")
        parser.add_argument("--all", action="store_true", help="every match; FILE may be a folder")
        parser.add_argument("--seat", metavar=f"N|{SPECTATOR}", help="whose copy to show")
        parser.add_argument("--at", type=int, metavar="MOVE", help="stop after this move")
        parser.add_argument("--json", action="store_true", help="one JSON document")

    def handle(self, **options: Any) -> None:
        if options["all"]:
            self.replay_all(options["file"])
        elif options["file"] is None:
            raise CommandError("the following arguments are required: FILE")
        else:
            self.replay_one(options)

    def replay_all(self, folder: Path | None) -> None:
        """Fold and verify every match there is, and name each that does not hold."""
        matches = stored_matches() if folder is None else matches_in(folder)
        tally = ReplayTally()
        with tqdm(total=len(matches), unit="match", disable=None, leave=False) as bar:
            for name, look in matches:
                if note := tally.add(look()):
                    self.stdout.write(f"{name}: {note}")
                bar.update()
        self.stdout.write(str(tally))
        if tally.wrong:
            raise CommandError("not every match holds")

    def replay_one(self, options: dict[str, Any]) -> None:
        file = open_match(options["file"])
        if options["seat"] is not None:
            file = copy_for(file, options["seat"])
        last = len(file.moves) - 1
        at = last if options["at"] is None else options["at"]
        if not 0 <= at <= last:
            raise CommandError(f"there is no move {at}; the file holds moves 0 to {last}")
        try:
            view = position(file, at)
        except EngineError as error:
            raise CommandError(f"{options['file']}: {error.message}") from None
        moves = file.moves[: at + 1]
        if options["json"]:
            document = {**view, "moves": [move.to_json() for move in moves]}
            del document["picture"]
            self.stdout.write(json.dumps(document, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(text(file, view, moves)))


@dataclass(slots=True)
class ReplayTally:
    """What was found in many matches."""

    verified: int = 0
    without_rules: int = 0
    folded: int = 0
    wrong: int = 0
    moves: int = 0

    def add(self, report: Report) -> str:
        """Count a report; what is wrong with it or was not asked of it, or nothing."""
        self.moves += report.moves
        if report.impossible is not None:
            # A file without a record of chance: that it folds is all there is to ask.
            self.folded += report.chain.problem is None
            self.wrong += report.chain.problem is not None
            return report.chain.problem or f"only folded: {report.impossible}"
        if not report.holds:
            self.wrong += 1
            return report.summary
        if report.rules.skipped is not None:
            self.without_rules += 1
            return f"verified but for the rules: {report.rules.skipped}"
        self.verified += 1
        return ""

    def __str__(self) -> str:
        return (
            f"{self.verified} verified, {self.without_rules} verified but for the rules, "
            f"{self.folded} only folded, {self.wrong} wrong, {self.moves} moves"
        )


Look = Callable[[], Report]


def stored_matches() -> list[tuple[str, Look]]:
    """Every dealt match of the database, whatever has become of it."""
    ids = Match.objects.filter(number__isnull=False).order_by("created_at", "pk")
    return [(pk, partial(look_at_stored, pk)) for pk in ids.values_list("pk", flat=True)]


def look_at_stored(match_id: str) -> Report:
    match = Match.objects.defer("secret").get(pk=match_id)
    return verifying.checked(match, list(Seat.objects.filter(match=match).order_by("index")))


def matches_in(folder: Path) -> list[tuple[str, Look]]:
    """Every match file below a folder. Other JSON is passed over: it calls itself something else."""
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder")
    paths = [path for path in sorted(folder.rglob("*.json")) if is_match_file(path)]
    return [(str(path), partial(look_at_file, path)) for path in paths]


def is_match_file(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as text:
        return f'"{FORMAT}"' in text.read(200)


def look_at_file(path: Path) -> Report:
    report = Report(moves=0)
    try:
        file = open_match(path)
        report = verify(file)
        if report.impossible is not None:
            replay(file)
    except (CommandError, EngineError) as error:
        report.impossible = report.impossible or "it cannot be read"
        report.chain.problem = str(error).removeprefix(f"{path}: ")
    return report


def copy_for(file: MatchFile, reader: str) -> MatchFile:
    if reader != SPECTATOR and not (reader.isdecimal() and int(reader) < file.seats):
        raise CommandError(f"--seat is 0 to {file.seats - 1} or {SPECTATOR}, not {reader!r}")
    try:
        return file.copy_for(None if reader == SPECTATOR else int(reader))
    except EngineError as error:
        raise CommandError(error.message) from None


def position(file: MatchFile, at: int) -> dict[str, Any]:
    """Everything there is to say about the match after move `at`."""
    title, state = titles()[file.title], replay(file, at=at)
    seat = file.perspective if isinstance(file.perspective, int) else None
    try:
        outcome = title.outcome(state)
        return {
            "title": file.title,
            "version": file.version,
            "seats": file.seats,
            "options": dict(file.options),
            "perspective": file.perspective,
            "at": at,
            "awaiting": sorted(title.awaiting(state)),
            "actions": title.actions(state, seat),
            "rounds": [asdict(played) for played in title.rounds(state)],
            "outcome": None if outcome is None else asdict(outcome),
            "picture": title.picture(state),
        }
    except Exception as error:
        # A stranger's log may fold into a state that no play leads to.
        raise CorruptLog("impossible_state", f"the state after move {at} makes no sense") from error


def text(file: MatchFile, view: dict[str, Any], moves: tuple[Move, ...]) -> Iterator[str]:
    title = titles()[file.title]
    reader = f"seat {file.perspective}" if isinstance(file.perspective, int) else file.perspective
    options = ", ".join(f"{name} {value}" for name, value in file.options.items())
    yield (
        f"{title.name} (rules {file.version}), {file.seats} seats, "
        f"{options or 'no options'}, as seen by: {reader}"
    )
    for move in moves:
        events = ", ".join(compact(event) for event in move.events)
        yield f"{move.number} {mover(move)} {action(move)} -> {events or 'nothing'}"
    yield view["picture"]
    awaited = ", ".join(f"seat {seat}" for seat in view["awaiting"])
    yield f"awaited: {awaited or 'nobody'}"
    yield f"outcome: {result(view['outcome'])}"


def mover(move: Move) -> str:
    return move.by if move.seat is None else f"seat {move.seat}"


def action(move: Move) -> str:
    asked = move.to_json()["action"]
    if not isinstance(asked, dict):
        return str(asked)
    rest = " ".join(f"{key}={brief(value)}" for key, value in asked.items() if key != "do")
    return f"{asked.get('do')} {rest}".rstrip()


def compact(event: Event) -> str:
    """dug(seat=1 at=[3,0]): the type without the title's slug, then the fields."""
    data = event.to_json()
    name = data.pop("type").partition(".")[2]
    return f"{name}({' '.join(f'{key}={brief(value)}' for key, value in data.items())})"


def brief(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def result(outcome: dict[str, Any] | None) -> str:
    if outcome is None:
        return "not over yet"
    scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(outcome["scores"]))
    winners = ", ".join(f"seat {seat}" for seat in outcome["winners"]) or "nobody"
    tiebreak = f", tie broken by {outcome['tiebreak']}" if outcome["tiebreak"] else ""
    return f"won by {winners} ({scores}), {outcome['reason']}{tiebreak}"
