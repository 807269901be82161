"""Who may look at a match, and which copies of its log are open to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from games.engine import EngineError, titles
from games.engine.matchfile import MatchFile
from games.engine.names import BotName, KeeperName
from games.engine.title import KEEPER
from games.matchlog.audience import PUBLIC, Audience
from games.matchlog.memory import Memory
from games.models import UNFINISHED, Holder, Invitation, Match, Seat
from games.models.prepared import Prepared, columns_of, made_of

ROWS_IN_MEMORY = 200

Viewer = AbstractBaseUser | AnonymousUser


class Hidden(EngineError):
    """There is no such match, or not for you: the answer is the same."""


class NotYours(EngineError):
    """This copy is not for this visitor, or not yet."""


class NoSuchStep(EngineError):
    """The match has no such move."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A match as one visitor may find it: its public columns, its seats, and which one is theirs."""

    match: Match
    seats: Sequence[Seat]
    seat: int | None
    is_through_glass: bool = False  # of the staff, who said why: `games.moderation.glass`

    @property
    def audience(self) -> Audience:
        return Audience(self.seat)

    @property
    def mine(self) -> Seat | None:
        return None if self.seat is None else self.seats[self.seat]

    @property
    def since(self) -> int:
        """The first move that was this visitor's to make."""
        return 0 if self.mine is None else self.mine.held_from

    @property
    def is_awaited(self) -> bool:
        return self.mine is not None and self.mine.awaited_since is not None

    @property
    def is_open(self) -> bool:
        return self.match.status == Match.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.match.status == Match.Status.RUNNING

    @property
    def is_unfinished(self) -> bool:
        return self.match.status in UNFINISHED

    @property
    def is_over(self) -> bool:
        return self.match.status == Match.Status.OVER


class Mark(NamedTuple):
    """How far a match has come, and by which way: all that is shown of it belongs to one mark."""

    number: int | None
    digest: str
    edition: int


def mark_of(match: Match) -> Mark:
    return Mark(match.number, match.digest, match.edition)


def marks_of(match_ids: Iterable[str]) -> dict[str, Mark]:
    """How far these matches have come, in one query. Whoever asks has been let in before."""
    return {pk: Mark(number, digest, edition) for pk, number, digest, edition in _marks(*match_ids)}


@Prepared
def _marks(*match_ids: str) -> QuerySet[Match, Any]:
    rows = Match.objects.filter(pk__in=match_ids)
    return rows.values_list("pk", "number", "digest", "edition")


def visit(match_id: str, viewer: Viewer, *, mark: Mark | None = None) -> Visit:
    """Find a match with permission. Raises Hidden for everyone who may not see it.

    Whoever has heard of a mark is content with the rows of that, which somebody in this process
    may have read just now.
    """
    seats = (mark and _rows.get((match_id, mark))) or _read_rows(match_id)
    if not seats or seats[0].match.title not in titles():
        raise Hidden("no_such_match", _("There is no such match."))
    keep_rows(seats[0].match, seats)
    visited = visit_of(seats[0].match, seats, viewer)
    if visited.seat is None and _is_hidden(visited, viewer):
        raise Hidden("no_such_match", _("There is no such match."))
    return visited


def visit_to_seat(match_id: str, index: int) -> Visit:
    """The public visit of somebody who was given a link to a seat, wherever the table is listed."""
    seats = _read_rows(match_id)
    if not 0 <= index < len(seats) or seats[0].match.title not in titles():
        raise Hidden("no_such_match", _("There is no such match."))
    return Visit(seats[0].match, seats, None)


def visit_of(match: Match, seats: Sequence[Seat], viewer: Viewer) -> Visit:
    """The visit of someone to a match whose rows have been read, or written, already."""
    own = [seat.index for seat in seats if viewer.pk is not None and seat.account_id == viewer.pk]
    return Visit(match, seats, own[0] if own else None)


def of_account(viewer: Viewer, field: str = "account") -> Q:
    """The rows that belong to this visitor's account, or name it in another field.

    A stranger has none. (Asked for the account None, a query finds the seats of all bots.)
    """
    return Q(pk__in=[]) if viewer.pk is None else Q(**{f"{field}_id": viewer.pk})


def seats_held_by(viewer: Viewer) -> QuerySet[Seat]:
    return Seat.objects.filter(of_account(viewer))


def _read_rows(match_id: str) -> list[Seat]:
    rows, last = _seats_and_match(match_id), len(_OF_SEAT)
    seats = [made_of(Seat, _OF_SEAT, row[:last]) for row in rows]
    if not seats:
        return seats
    match = made_of(Match, _OF_MATCH, rows[0][last:])
    for seat in seats:
        seat.match = match
    if match.handed_over:
        prefetch_related_objects(seats, "holders")
    return seats


_OF_SEAT, _OF_MATCH = columns_of(Seat), columns_of(Match, besides="secret")


@Prepared
def _seats_and_match(match_id: str) -> QuerySet[Seat, Any]:
    of_match = [f"match__{name}" for name in _OF_MATCH]
    rows = Seat.objects.filter(match_id=match_id).order_by("index")
    return rows.values_list(*_OF_SEAT, *of_match)


def keep_rows(match: Match, seats: Sequence[Seat]) -> None:
    """Rows that have been read or committed, for the sockets that hear of them next."""
    _rows.put((match.pk, mark_of(match)), seats)


# Saves 1.2 ms of CPU for each audience of a match that looks at a new move.
_rows: Memory[tuple[str, Mark], Sequence[Seat]] = Memory(ROWS_IN_MEMORY)


def _is_hidden(visited: Visit, viewer: Viewer) -> bool:
    """Whoever has left a seat knows secrets, and does not look in again until nobody plays."""
    match = visited.match
    if match.handed_over and Holder.objects.filter(of_account(viewer), match=match).exists():
        return match.status in UNFINISHED
    return not match.public and not _is_invited(visited, viewer)


def who_left(match: Match, seats: Sequence[Seat]) -> frozenset[int | None]:
    """The accounts that have held one of these seats, as far as the seats tell that were read.

    Whether somebody is let in is not asked here: a row may be newer than the seats.
    """
    if not match.handed_over:
        return frozenset()
    prefetch_related_objects(seats, "holders")
    return frozenset(one.account_id for seat in seats for one in seat.holders.all())


def _is_invited(visited: Visit, viewer: Viewer) -> bool:
    if not visited.is_open:
        return False
    asked = Invitation.objects.filter(of_account(viewer), match=visited.match, used_at=None)
    return asked.exists()


def names(seats: Iterable[Seat]) -> list[str]:
    """What to call each seat, in the active language."""
    return [_name(seat) for seat in seats]


def _name(seat: Seat) -> str:
    if seat.acting_bot == KEEPER and seat.name:
        return KeeperName(_("{name} (keeper)").format(name=seat.name), seat.name)
    return _called(seat)


def names_in_log(seats: Sequence[Seat]) -> Callable[[int], Sequence[str]]:
    """What the log calls each seat at a move: by who held it then. A keeper has no name."""
    now = [_called(seat) for seat in seats]
    past = [
        (seat.index, seat.held_from, list(seat.holders.all()))
        for seat in seats
        if seat.held_from > 0
    ]

    def called(move: int) -> Sequence[str]:
        if all(move >= held_from for _index, held_from, _holders in past):
            return now
        then = now.copy()
        for index, held_from, holders in past:
            if move < held_from:
                before = [holder.name for holder in holders if holder.first <= move]
                then[index] = (before and before[-1]) or _("former player")
        return then

    return called


def _called(seat: Seat) -> str:
    if seat.bot and seat.bot != KEEPER and seat.name:
        return BotName(seat.name)
    if seat.account_id is not None or seat.name:
        return seat.name
    return _("open seat") if seat.match.status == Match.Status.OPEN else _("former player")


# Which copies are open to whom


def audiences_open_to(visited: Visit) -> list[Audience]:
    """The audiences whose copies this visitor may read.

    All of them once the match is over; until then the public's and one's own. A match that was
    called off opens nothing more than it had. (The staff may break the glass.)
    """
    if visited.is_over or visited.is_through_glass:
        return Audience.at_table(visited.match.size)
    return [PUBLIC] if visited.seat is None else [PUBLIC, visited.audience]


def require_open(visited: Visit, audience: Audience) -> None:
    if audience not in audiences_open_to(visited):
        raise NotYours("not_yours", _("That copy is open to you once the match is over."))


def asked_audience(text: str, visited: Visit) -> Audience:
    """The audience that an address names; one's own where it names none."""
    if not text:
        return visited.audience
    audience = Audience.parse(text, visited.match.size)
    require_open(visited, audience)
    return audience


def asked_step(text: str, last: int) -> int:
    """The move that an address names; the last one where it names none."""
    if not text:
        return last
    if 0 <= (number := whole_number(text)) <= last:
        return number
    raise NoSuchStep("no_such_move", _("The match has no such move."))


def whole_number(text: str) -> int:
    """A number that somebody sends, or -1: no move, seat or comment has that number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def audiences_of_file(file: MatchFile) -> list[Audience]:
    """A whole file can be read as anyone's copy, a reader's copy as that reader's only."""
    if file.perspective == "full":
        return Audience.at_table(file.seats)
    return [PUBLIC if file.perspective == "spectator" else Audience(file.perspective)]


def require_open_in_file(file: MatchFile, audience: Audience) -> None:
    if audience not in audiences_of_file(file):
        raise NotYours("not_yours", _("This file is one reader’s copy, and holds no other."))
