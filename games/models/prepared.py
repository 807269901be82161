"""Statements that the ORM makes once, and that are asked many times with other values.

The ORM makes a statement anew each time. For a short one that does not matter; for those with
subqueries, which every page and every socket asks, it takes ten to forty times as long as the
database takes to answer: 8 ms of the 20 of a table's page, before this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import QuerySet

SHAPES_IN_MEMORY = 32  # by how many values, and of which kinds, it was asked with

Value: TypeAlias = int | str
_Statement: TypeAlias = tuple[str, Sequence[tuple[bool, Any]]]

# No id is one of these. An ORM that is given a number too large for its column asks nothing at all.
_NUMBERS = -2_000_000_000
_TEXTS = "\x01 {}"


class Prepared:
    """A query that differs only in ids and codes. `make` is given others in their place, once for as
    many values as there are, and must not look at them.

    The rows come as the database gives them: ask for numbers and texts.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]]) -> None:
        self._make = make
        self._statement = lru_cache(maxsize=SHAPES_IN_MEMORY)(self._made)

    def __call__(self, *values: Value) -> list[tuple[Any, ...]]:
        if not values:
            return []  # the ORM has no statement that asks about nobody
        sql, places = self._statement(connection.vendor, tuple(map(type, values)))
        with connection.cursor() as cursor:
            cursor.execute(sql, [values[it] if is_place else it for is_place, it in places])
            return cursor.fetchall()

    def _made(self, _vendor: str, kinds: Sequence[type[Value]]) -> _Statement:
        """The statement, and its parameters: each is the place of a value, or what it always is."""
        stand_ins: list[Value] = [
            _NUMBERS - place if kind is int else _TEXTS.format(place)
            for place, kind in enumerate(kinds)
        ]
        query = self._make(*stand_ins).query
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        places = [
            (True, stand_ins.index(it)) if it in stand_ins else (False, it) for it in parameters
        ]
        missing = set(range(len(kinds))) - {it for is_place, it in places if is_place}
        assert not missing, f"values that the statement does not ask with: {sorted(missing)}"
        return sql, places
