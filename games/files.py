"""Match files of stored matches: a reader's copy while it is played, the whole one once it is over.

Whoever asks has been let in by `knowledge.visit`; which copy they may have is said by
`replay.eyes_open_to`. Nothing here decodes what a copy's reader may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from games.engine import BadMatchFile, CorruptLog, EngineError, Move, titles
from games.engine.events import HIDDEN, redact_json
from games.engine.log import chain_key, digest
from games.engine.matchfile import Fairness, MatchFile, read, write
from games.engine.verify import Report, verify
from games.knowledge import Visit
from games.memory import Memory
from games.models import Match, Seat
from games.models import Move as MoveRow
from games.play import stamp

REPORTS_IN_MEMORY = 200


def copy_of(visited: Visit, seat: int | None) -> MatchFile:
    """The copy of a seat, or of a spectator: no draw, no secret, and nobody else's action."""
    moves = [_told(row, seat) for row in _rows(visited.match)]
    perspective = "spectator" if seat is None else seat
    return _file(visited.match, visited.seats, moves, perspective=perspective, secret=None)


def whole(match: Match, seats: Sequence[Seat]) -> MatchFile:
    """Everything, the secret too. For matches that are over, and for whoever runs the site."""
    secret = _secret(match)
    moves = [_as_logged(row) for row in _rows(match)]
    return _file(match, seats, moves, perspective="full", secret=secret)


def last_digest(match: Match) -> str:
    """The digest of the last move, which vouches for all before it. Tells nothing by itself."""
    rows = MoveRow.objects.filter(match_id=match.pk).order_by("-number")
    return rows.values_list("digest", flat=True).first() or ""


def _secret(match: Match) -> bytes:
    return bytes(Match.objects.values_list("secret", flat=True).get(pk=match.pk))


def _file(match: Match, seats: Sequence[Seat], moves: Sequence[Move], **kwargs: Any) -> MatchFile:
    fairness = Fairness(
        match=match.pk,
        commitment=match.commitment,
        contributions=tuple(seat.contribution for seat in seats),
        secret=kwargs.pop("secret"),
    )
    return MatchFile(
        title=match.title,
        version=match.version,
        seats=match.size,
        options=match.options,
        moves=tuple(moves),
        fairness=fairness,
        **kwargs,
    )


def _rows(match: Match) -> list[MoveRow]:
    return list(MoveRow.objects.filter(match_id=match.pk).order_by("number"))


def _as_logged(row: MoveRow) -> Move:
    columns = ("number", "seat", "by", "action", "events", "draws", "digest")
    return Move.from_json({**{name: getattr(row, name) for name in columns}, "at": stamp(row.at)})


def _told(row: MoveRow, seat: int | None) -> Move:
    mine = row.seat is None or row.seat == seat
    return Move.from_json(
        {
            "number": row.number,
            "seat": row.seat,
            "by": row.by,
            "action": row.action if mine else HIDDEN,
            "events": [redact_json(event, seat) for event in row.events],
            "draws": HIDDEN,
            "at": stamp(row.at),
            "digest": row.digest,
        }
    )


# Texts, for those who take a file home or bring one along

LARGEST_UPLOAD = 1_000_000  # bytes; a long match is a third of this


def text_of(visited: Visit, seat: int | None, *, is_whole: bool = False) -> str:
    """The file as it is taken home. One that lacks a move is not given away.

    Digests are not looked at: a reader's copy must be the same whatever is hidden from its reader,
    and whoever has the whole file can check it.
    """
    _refuse_gaps(visited.match)
    if is_whole:
        return write(whole(visited.match, visited.seats))
    return write(copy_of(visited, seat))


def brought(data: bytes) -> MatchFile:
    """A file that somebody brings along, read with all limits. Raises an EngineError in a sentence."""
    if len(data) > LARGEST_UPLOAD:
        raise BadMatchFile("too_large", f"it has more than {LARGEST_UPLOAD} bytes")
    return read(data)


# Is a stored match what it says it is?


def checked(
    match: Match, seats: Sequence[Seat], *, progress: Callable[[int], None] = lambda number: None
) -> Report:
    """Verify a stored match. What does not fit is named by its move; nothing is raised."""
    try:
        _refuse_gaps(match)
        file = whole(match, seats)
    except EngineError as error:
        return _damaged(match, error)
    fingerprint = sha256(write(file).encode()).digest()
    report = _reports.get(fingerprint)
    if report is None:
        report = verify(file, progress=progress)
        _reports.put(fingerprint, report)
    return report


def damaged_move(match: Match) -> int | None:
    """The first move that is not as it was when it was made, by its digest, if there is one."""
    key, previous = chain_key(_secret(match), match.pk), ""
    rows = {row.number: row for row in _rows(match)}
    for number in range(-1 if match.number is None else match.number + 1):
        try:
            move = _as_logged(rows[number])
        except (KeyError, EngineError):
            return number
        if move.digest != digest(key, previous, move):
            return number
        previous = move.digest
    return None


def _refuse_gaps(match: Match) -> None:
    if match.title not in titles():
        raise CorruptLog("unknown_title", f"the title {match.title} is not installed here")
    numbers = list(
        MoveRow.objects.filter(match_id=match.pk)
        .order_by("number")
        .values_list("number", flat=True)
    )
    last = -1 if match.number is None else match.number
    missing = sorted(set(range(last + 1)) - set(numbers))
    if missing:
        raise CorruptLog("gap", "it is missing", {"move": missing[0]})
    if len(numbers) > last + 1:
        raise CorruptLog("extra", "the match does not know of it", {"move": last + 1})


def _damaged(match: Match, error: EngineError) -> Report:
    """The log cannot even be read: the first row that cannot is named."""
    report = Report(moves=0 if match.number is None else match.number + 1)
    report.chain.problem, report.chain.move = error.message, error.facts.get("move")
    if report.chain.move is None:
        report.chain.move = _first_unreadable(match)
    return report


def _first_unreadable(match: Match) -> int | None:
    for row in _rows(match):
        try:
            _as_logged(row)
        except EngineError:
            return row.number
    return None


_reports: Memory[bytes, Report] = Memory(REPORTS_IN_MEMORY)
