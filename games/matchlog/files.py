"""Match files of stored matches: a reader's copy while it is played, the whole one once it is over.

Whoever asks has been let in by `access.visit`; which copy they may have is said by
`access.audiences_open_to`.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import BadMatchFile, CorruptLog, titles
from games.engine.matchfile import Fairness, MatchFile, Perspective, read, write
from games.matchlog import reader
from games.matchlog.access import Visit
from games.matchlog.audience import Audience
from games.models import Match, Seat

LARGEST_UPLOAD = 1_000_000  # bytes; a long match is a third of this


def file_for(audience: Audience, match: Match, seats: Sequence[Seat]) -> MatchFile:
    """A reader's copy has no draw, no secret, and nobody else's action. The whole file has all."""
    numbers = range(0 if match.number is None else match.number + 1)
    rows = reader.read(match.pk, numbers, with_draws=True)
    fairness = Fairness(
        match=match.pk,
        commitment=match.commitment,
        contributions=tuple(seat.contribution for seat in seats),
        secret=secret_of(match) if audience.sees_all else None,
    )
    return MatchFile(
        title=match.title,
        version=match.version,
        seats=match.size,
        options=match.options,
        moves=tuple(rows.moves_for(audience)),
        fairness=fairness,
        perspective=_perspective(audience),
    )


def _perspective(audience: Audience) -> Perspective:
    if audience.sees_all:
        return "full"
    return "spectator" if audience.seat is None else audience.seat


def secret_of(match: Match) -> bytes:
    return bytes(Match.objects.values_list("secret", flat=True).get(pk=match.pk))


def text_for(audience: Audience, visited: Visit) -> str:
    """The file as it is taken home. One that lacks a move is not given away.

    Digests are not looked at: a reader's copy must be the same whatever is hidden from its reader,
    and whoever has the whole file can check it.
    """
    refuse_gaps(visited.match)
    return write(file_for(audience, visited.match, visited.seats))


def refuse_gaps(match: Match) -> None:
    """Does the log have the moves that the match says, no fewer and no more?"""
    if match.title not in titles():
        raise CorruptLog("unknown_title", f"the title {match.title} is not installed here")
    last, numbers = reader.extent_of(match.pk)
    missing = sorted(set(range(last + 1)) - set(numbers))
    if missing:
        raise reader.damage(missing[0], "it is missing")
    if len(numbers) > last + 1:
        raise reader.damage(last + 1, "the match does not know of it")


def read_upload(data: bytes) -> MatchFile:
    """A file that a visitor sends, read with all limits. Raises an EngineError in a sentence."""
    if len(data) > LARGEST_UPLOAD:
        raise BadMatchFile("too_large", f"it has more than {LARGEST_UPLOAD} bytes")
    return read(data)
