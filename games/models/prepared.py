"""Statements that the ORM makes once, and that are asked many times with other values.

The ORM makes a statement anew each time. For a short one that does not matter; for those with
subqueries, which every page and every socket asks, it takes ten to forty times as long as the
database takes to answer: 8 ms of the 20 of a table's page, before this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

SHAPES_IN_MEMORY = 32  # by how many values, and of which kinds, it was asked with

Value: TypeAlias = int | str


M = TypeVar("M", bound=Model)


class _Statement(NamedTuple):
    sql: str
    places: Sequence[tuple[bool, Any]]  # each is the place of a value, or what it always is
    finish: Callable[[Iterable[Any]], Iterable[Any]]  # what the ORM makes of rows


# No id is one of these. An ORM that is given a number too large for its column asks nothing at all.
_NUMBERS = -2_000_000_000
_TEXTS = "\x01 {}"


class Prepared:
    """A query that differs only in ids and codes. `make` is given others in their place, once for as
    many values as there are, and must not look at them. Rows are those of its `values_list`.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Any]]) -> None:
        self._make = make
        # Made anew it takes ten to forty times as long as the database takes to answer.
        self._statement = lru_cache(maxsize=SHAPES_IN_MEMORY)(self._made)

    def __call__(self, *values: Value) -> list[tuple[Any, ...]]:
        if not values:
            return []  # the ORM has no statement that asks about nobody
        sql, places, finish = self._statement(connection.vendor, tuple(map(type, values)))
        with connection.cursor() as cursor:
            cursor.execute(sql, [values[it] if is_place else it for is_place, it in places])
            return [tuple(row) for row in finish(cursor.fetchall())]

    def _made(self, _vendor: str, kinds: Sequence[type[Value]]) -> _Statement:
        stand_ins: dict[Value, int] = {
            _NUMBERS - place if kind is int else _TEXTS.format(place): place
            for place, kind in enumerate(kinds)
        }
        compiler = self._make(*stand_ins).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        places = [
            (True, stand_ins[it]) if isinstance(it, Value) and it in stand_ins else (False, it)
            for it in parameters
        ]
        missing = set(stand_ins.values()) - {it for is_place, it in places if is_place}
        assert not missing, f"values that the statement does not ask with: {sorted(missing)}"
        converters = compiler.get_converters([found for found, _sql, _alias in compiler.select])
        return _Statement(sql, places, partial(compiler.apply_converters, converters=converters))


def columns_of(model: type[Model], *, besides: str = "") -> list[str]:
    """Those that `made_of` wants, in their order."""
    return [field.attname for field in model._meta.concrete_fields if field.name != besides]


def made_of(model: type[M], columns: Sequence[str], row: Sequence[Any]) -> M:
    """A model as the ORM makes it of what it has read."""
    return model.from_db(connection.alias, columns, row)
