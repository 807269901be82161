"""What happened, as a table tells it: what moved since when, and what stands on the stage.

From the audience's own tellings alone (`lines.py`). Of a reader with a seat it is told since their
last move, of which only the consequences are new to them; of a spectator, the last moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from games.presentation.motions import NO_FACES, Faces, Moment
from games.presentation.people import RoleChip
from games.rendering.lines import Happening, Line, Reading, Telling, tellings

MOST_MOVES = 24
LINES_BEFORE = 3


@dataclass(frozen=True, slots=True)
class Cue:
    """A line on the stage, and the piece that it is about."""

    line: Line
    faces: Faces


@dataclass(frozen=True, slots=True)
class Banner:
    """What was done to the reader. `id` is what remembers that it was touched."""

    id: str
    moment: Moment


@dataclass(frozen=True, slots=True)
class Stage:
    """What the dock shows: the latest event and the last ones before it, the newest first.

    `moment` is shown in place of the latest: a secret until the reader's next choice, a peak as
    long as it is the latest. `harm` is a banner. `again` is the address of the board before all
    that, where it can be played once more; `tell` is that of the claims that fit a secret. `drawn`
    are the cards that the reader's own last move brought, by their ids in the hand.
    """

    slug: str
    is_player: bool
    again: str
    now: Cue | None
    before: tuple[Cue, ...]
    moment: Moment | None
    harm: Banner | None
    tell: str
    drawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Role:
    """What the reader was dealt, until they move. `id` is what remembers that it was looked at."""

    id: str
    slug: str
    round: int
    chip: RoleChip


def dealt(reading: Reading, at: int, chip: RoleChip | None, number: int) -> Role | None:
    """The reader's secret role in this round, if they have one and have not moved since."""
    copy = reading.copy
    began = copy.round_began(at)
    has_moved = any(move.seat == copy.seat for move in copy.moves[began + 1 : at + 1])
    if chip is None or not chip.cover or has_moved:
        return None
    return Role(f"seen_role_{number}", copy.title.slug, number, chip)


def since_last_own(reading: Reading, at: int) -> list[Telling]:
    """The moves of this round since the reader's last one, with that."""
    copy = reading.copy
    first = max(copy.round_began(at), at + 1 - MOST_MOVES, 0)
    own = [
        number
        for number in range(at, first - 1, -1)
        if copy.seat is not None and copy.moves[number].seat == copy.seat
    ]
    return tellings(reading, range(own[0] if own else first, at + 1))


def uses_sprite(told: Sequence[Telling]) -> bool:
    motions = (motion for telling in told for one in telling.happenings for motion in one.motions)
    return any(motion.faces.shown for motion in motions)


def stage(reading: Reading, told: Sequence[Telling], *, is_live: bool, has_claims: bool) -> Stage:
    happened = [(telling, one) for telling in told for one in telling.happenings]
    cues = list(_cues(telling.happenings for telling in told))
    latest = told[-1].happenings if told else ()
    peaks = [one.moment for one in latest if one.moment and one.moment.kind == "peak"]
    secrets = [
        one.moment
        for telling, one in happened
        if one.moment and one.moment.kind == "secret" and telling.seat == reading.reader
    ]
    harms = [
        Banner(f"harm_{telling.move}", one.moment)
        for telling, one in happened
        if one.moment and one.moment.kind == "harm"
    ]
    moment = next(reversed([*secrets, *peaks]), None)
    about = moment.about if moment and has_claims else ""
    return Stage(
        slug=reading.copy.title.slug,
        is_player=reading.reader is not None,
        again=f"replay?at={_before(told)}&as={reading.copy.audience}" if is_live else "",
        now=cues[-1] if cues else None,
        before=tuple(reversed(cues[-1 - LINES_BEFORE : -1])),
        moment=moment,
        harm=harms[-1] if harms else None,
        tell=f"talk?{urlencode({'about': about})}#claims-about" if about else "",
        drawn=tuple(_drawn(told)),
    )


def _drawn(told: Sequence[Telling]) -> Iterator[str]:
    happenings = (one for telling in told if telling.is_mine for one in telling.happenings)
    return (card for one in happenings for motion in one.motions for card in motion.brings)


def _before(told: Sequence[Telling]) -> int:
    """The reader's own move is the first of them, or it was the one before, or the deal."""
    first = told[0]
    return first.move if first.seat is not None and len(told) > 1 else max(first.move - 1, 0)


def _cues(told: Iterator[Sequence[Happening]]) -> Iterator[Cue]:
    for happenings in told:
        for one in happenings:
            if one.line is not None:
                pieces = [motion.faces for motion in one.motions if motion.faces != NO_FACES]
                yield Cue(one.line, pieces[0] if pieces else NO_FACES)
