"""Is a stored match what it says it is? And the facts with which a stranger can check it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from games.engine import CorruptLog
from games.engine.log import chain_key, digest
from games.engine.matchfile import write
from games.engine.verify import Report, verify
from games.matchlog import files, reader
from games.matchlog.access import Visit, names
from games.matchlog.audience import EVERYTHING
from games.matchlog.memory import Memory
from games.models import Match, Seat

REPORTS_IN_MEMORY = 200


def checked(
    match: Match, seats: Sequence[Seat], *, progress: Callable[[int], None] = lambda number: None
) -> Report:
    """Verify a stored match. What does not fit is named by its move; nothing is raised."""
    try:
        files.refuse_gaps(match)
        file = files.file_for(EVERYTHING, match, seats)
    except CorruptLog as error:
        return _damaged(match, error)
    fingerprint = sha256(write(file).encode()).digest()
    report = _reports.get(fingerprint)
    if report is None:
        report = verify(file, progress=progress)
        _reports.put(fingerprint, report)
    return report


def _damaged(match: Match, error: CorruptLog) -> Report:
    """The log cannot even be read: the first row that cannot is named."""
    report = Report(moves=0 if match.number is None else match.number + 1)
    report.chain.problem = error.facts.get("problem", error.message)
    report.chain.move = error.facts.get("move")
    return report


# To verify a match takes 12 to 50 ms more than to read it and find its report here.
_reports: Memory[bytes, Report] = Memory(REPORTS_IN_MEMORY)


def damaged_move(match: Match) -> int | None:
    """The first move that is not as it was when it was made, by its digest, if there is one."""
    key, previous = chain_key(files.secret_of(match), match.pk), ""
    numbers = range(0 if match.number is None else match.number + 1)
    rows = reader.read(match.pk, numbers, with_draws=True)
    for number in numbers:
        try:
            move = rows.move_for(EVERYTHING, number)
        except CorruptLog:
            return number
        sealed = digest(key, previous, move)
        if move.digest != sealed:
            return number
        previous = sealed
    return None


@dataclass(frozen=True, slots=True)
class FairnessFacts:
    """What was fixed before the deal, and what it was once the match is over."""

    commitment: str
    contributions: Sequence[tuple[str, str | None, str]]  # name, what was given, who made it up
    secret: str | None


def fairness_facts(visited: Visit) -> FairnessFacts:
    given = [
        (name, seat.contribution, seat.contribution_from)
        for name, seat in zip(names(visited.seats), visited.seats, strict=True)
    ]
    secret = files.secret_of(visited.match).hex() if visited.is_over else None
    return FairnessFacts(visited.match.commitment, given, secret)
