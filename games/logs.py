"""Rows of the log as moves for one reader, read straight and fast; what is damaged is named.

A whole match is a few hundred rows: made into model objects first, they would take longer than the
step of a replay that is made from them. Actions and draws are left in the database.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db import connection

from games.engine import UNKNOWN, CorruptLog, EngineError, Event, Move
from games.engine.events import redact_json
from games.models import Move as MoveRow
from games.models import Round as RoundRow

# Cast to text, JSON and times come alike from every database.
_ROWS = (
    'SELECT number, seat, "by", CAST(events AS text), CAST(at AS text) '  # noqa: S608 - our own name
    f"FROM {MoveRow._meta.db_table} "
    "WHERE match_id = %s AND number BETWEEN %s AND %s ORDER BY number"
)
_ROUNDS = (
    "SELECT number, first_move "  # noqa: S608 - our own name
    f"FROM {RoundRow._meta.db_table} WHERE match_id = %s ORDER BY number"
)
Row = tuple[int, int | None, Any, str, str]
Reading = Callable[[Any], Any]


def moves_for(match_id: str, numbers: range, seat: int | None) -> list[Move]:
    """These moves as a seat (None: a spectator) may read them. What it may not is never decoded."""
    return _moves(match_id, numbers, partial(redact_json, seat=seat))


def whole_moves(match_id: str, numbers: range) -> list[Move]:
    """These moves with all that is in their events."""
    return _moves(match_id, numbers, lambda event: event)


def rounds(match_id: str) -> tuple[tuple[int, int], ...]:
    """The number of each round that was dealt, and the move that dealt it."""
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, [match_id])
        return tuple(cursor.fetchall())


def _moves(match_id: str, numbers: range, reading: Reading) -> list[Move]:
    rows = {row[0]: row for row in _rows(match_id, numbers)}
    return [_move(number, rows.get(number), reading) for number in numbers]


def _rows(match_id: str, numbers: range) -> Sequence[Row]:
    if not numbers:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, [match_id, numbers[0], numbers[-1]])
        return cursor.fetchall()


def _move(number: int, row: Row | None, reading: Reading) -> Move:
    if row is None:
        raise damage(number, "it is missing")
    _number, seat, by, events, at = row
    try:
        decoded = tuple([Event.from_json(reading(event)) for event in json.loads(events)])
    except EngineError as error:
        raise damage(number, error.message) from error
    except (TypeError, ValueError, AttributeError) as error:  # of no shape that an event has
        raise damage(number, "it cannot be read") from error
    stamp = f"{at[:10]}T{at[11:19]}Z"
    return Move(number=number, seat=seat, by=by, action=UNKNOWN, events=decoded, at=stamp)


def damage(number: int, message: str) -> CorruptLog:
    return CorruptLog("damaged", f"move {number}: {message}", {"move": number})
