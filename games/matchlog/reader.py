"""The one redacting reader: rows of the log become moves for one audience.

Rows are read straight and fast: made into model objects first, the few hundred of a match would
take longer than the step of a replay that is made from them. What is damaged is named by its move.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, get_args

from django.db import connection
from django.db.models import Q

from games.engine import UNKNOWN, Action, CorruptLog, EngineError, Event, Move
from games.engine.events import redact_json
from games.engine.log import By
from games.matchlog.audience import Audience
from games.models import Match as MatchRow
from games.models import Move as MoveRow
from games.models import Round as RoundRow

_MAKERS = frozenset(get_args(By))
_from_json = json.JSONDecoder().decode
Draw: TypeAlias = dict[str, Any]
# number, seat, by, action, events, at, digest, draws where they were asked for
_Row: TypeAlias = tuple[int, int | None, By, str, str, str, str, str | None]

# Cast to text, JSON and times come alike from every database.
_COLUMNS = (
    'number, seat, "by", CAST(action AS text), CAST(events AS text), CAST(at AS text), digest'
)
_FROM_MOVES = f"FROM {MoveRow._meta.db_table} WHERE match_id = %s"
_MOVES = f"SELECT {_COLUMNS}, NULL {_FROM_MOVES} AND number BETWEEN %s AND %s ORDER BY number"
_MOVES_WITH_DRAWS = (
    f"SELECT {_COLUMNS}, CAST(draws AS text) {_FROM_MOVES}"
    " AND number BETWEEN %s AND %s ORDER BY number"
)
_NUMBERS = f"SELECT number {_FROM_MOVES} ORDER BY number"
_EXTENT = (
    "SELECT m.number, v.number "  # noqa: S608 - our own names
    f"FROM {MatchRow._meta.db_table} m LEFT JOIN {MoveRow._meta.db_table} v ON v.match_id = m.id "
    "WHERE m.id = %s ORDER BY v.number"
)
_LAST_DIGEST = f"SELECT digest {_FROM_MOVES} ORDER BY number DESC LIMIT 1"
_DIGEST = f"SELECT digest {_FROM_MOVES} AND number = %s"
_ROUNDS = (
    "SELECT number, first_move "  # noqa: S608 - our own name
    f"FROM {RoundRow._meta.db_table} WHERE match_id = %s ORDER BY number"
)


def last_movers(matches: Sequence[MatchRow]) -> dict[str, int | None]:
    """The seat that made the last move of each match, in one query; None for a deal or a clock.

    That a seat has moved is for everyone to see.
    """
    last = Q(*(Q(match_id=one.pk, number=one.number) for one in matches), _connector=Q.OR)
    found = MoveRow.objects.filter(last) if matches else MoveRow.objects.none()
    return dict(found.order_by().values_list("match_id", "seat"))


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a match that have been read. All that comes out of them is redacted for somebody."""

    numbers: range
    _by_number: dict[int, _Row]

    def digest_of(self, number: int) -> str | None:
        row = self._by_number.get(number)
        return None if row is None else row[6]

    def after(self, number: int) -> Rows:
        return Rows(range(number + 1, self.numbers.stop), self._by_number)

    def moves_for(self, audience: Audience) -> list[Move]:
        """All of these moves. Raises CorruptLog, which names the first that is damaged."""
        return [self.move_for(audience, number) for number in self.numbers]

    def move_for(self, audience: Audience, number: int) -> Move:
        """What the audience may not know is never decoded. Draws are for whoever sees all."""
        row = self._by_number.get(number)
        if row is None:
            raise damage(number, "it is missing")
        try:
            return _decoded(row, audience)
        except EngineError as error:
            raise damage(number, error.message) from error
        except (TypeError, ValueError, AttributeError) as error:  # of no shape that the log has
            raise damage(number, "it cannot be read") from error


def read(match_id: str, numbers: range, *, with_draws: bool = False) -> Rows:
    """These rows of a match, whether or not all of them are there."""
    if not numbers:
        return Rows(numbers, {})
    with connection.cursor() as cursor:
        sql = _MOVES_WITH_DRAWS if with_draws else _MOVES
        cursor.execute(sql, [match_id, numbers[0], numbers[-1]])
        return Rows(numbers, {row[0]: row for row in cursor.fetchall()})


def numbers_of(match_id: str) -> list[int]:
    """The numbers of all moves that the log has."""
    with connection.cursor() as cursor:
        cursor.execute(_NUMBERS, [match_id])
        return [number for (number,) in cursor.fetchall()]


def extent_of(match_id: str) -> tuple[int, list[int]]:
    """The last move that the match knows of, and the numbers of all that the log has.

    In one statement: between two somebody could move.
    """
    with connection.cursor() as cursor:
        cursor.execute(_EXTENT, [match_id])
        found = cursor.fetchall()
    last = found[0][0] if found else None
    return -1 if last is None else last, [number for _last, number in found if number is not None]


def last_digest(match_id: str) -> str:
    """The digest of the last move, which vouches for all before it. Tells nothing by itself."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST_DIGEST, [match_id])
        found = cursor.fetchone()
    return found[0] if found else ""


def digest_at(match_id: str, number: int) -> str | None:
    with connection.cursor() as cursor:
        cursor.execute(_DIGEST, [match_id, number])
        found = cursor.fetchone()
    return found[0] if found else None


def rounds_of(match_id: str) -> tuple[tuple[int, int], ...]:
    """The number of each round that was dealt, and the move that dealt it."""
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, [match_id])
        return tuple(cursor.fetchall())


def damage(number: int, problem: str) -> CorruptLog:
    return CorruptLog("damaged", f"move {number}: {problem}", {"move": number, "problem": problem})


def _decoded(row: _Row, audience: Audience) -> Move:
    number, seat, by, action, events, at, digest, draws = row
    if by not in _MAKERS or (seat is None) != (by in ("deal", "clock")):
        raise ValueError
    return Move(
        number=number,
        seat=seat,
        by=by,
        action=_action(action) if audience.may_read_action_of(seat) else UNKNOWN,
        events=_events(events, audience),
        draws=None if draws is None else _draws(draws) if audience.sees_all else UNKNOWN,
        at=_time(at),
        digest=digest,
    )


def _events(text: str, audience: Audience) -> tuple[Event, ...]:
    events = _from_json(text)
    if type(events) is not list:
        raise TypeError
    decode = Event.from_json
    if audience.sees_all:
        return tuple([decode(event) for event in events])
    seat = audience.seat
    return tuple([decode(redact_json(event, seat)) for event in events])


def _action(text: str) -> Action:
    action = _from_json(text)
    if type(action) is not dict:
        raise TypeError
    return action


def _draws(text: str) -> tuple[Draw, ...]:
    draws = _from_json(text)
    keys = {"call", "size", "result"}
    if type(draws) is not list or any(type(d) is not dict or d.keys() != keys for d in draws):
        raise TypeError
    return tuple(draws)


def _time(text: str) -> str:
    """A time as the log writes it: "2026-07-01 08:30:00.25+00" is 2026-07-01T08:30:00.250Z."""
    fraction = text[20:23].partition("+")[0] if text[19:20] == "." else ""
    return f"{text[:10]}T{text[11:19]}.{fraction:0<3}Z"
