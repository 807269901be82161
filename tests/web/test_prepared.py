"""Statements that are made once find what the ORM finds, whatever they are asked with."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Q, QuerySet, Value

from accounts.models import User
from games.models.prepared import Prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    names = ("mira", "tobias", "'; DROP TABLE x --")
    return [User.objects.create(username=name) for name in names]


def named(*names: str) -> QuerySet[User, Any]:
    return User.objects.filter(username__in=names).order_by("pk").values_list("pk", "username")


def either(number: int, name: str) -> QuerySet[User, Any]:
    found = User.objects.filter(Q(pk=number) | Q(username=name)).order_by("pk")
    return found.annotate(always=Value("%s")).values_list("pk", "always")


def test_it_finds_what_the_orm_finds_for_any_number_of_values(people: list[User]) -> None:
    prepared = Prepared(named)
    names = [person.username for person in people]
    for asked in ([], names[:1], names, names[::-1], ["nobody", names[2]], names[:1] * 3):
        assert prepared(*asked) == list(named(*asked))


def test_numbers_and_texts_stay_apart_from_what_is_always_asked(people: list[User]) -> None:
    prepared = Prepared(either)
    mira, tobias, other = people
    for number, name in ((mira.pk, other.username), (other.pk, "tobias"), (0, "")):
        assert prepared(number, name) == list(either(number, name))
    assert prepared(tobias.pk, "mira") == [(mira.pk, "%s"), (tobias.pk, "%s")]


def test_it_is_made_once_for_as_many_values(people: list[User]) -> None:
    made = list[int]()

    def counted(*names: str) -> QuerySet[User, Any]:
        made.append(len(names))
        return named(*names)

    prepared = Prepared(counted)
    for asked in (["mira"], ["tobias"], ["mira", "tobias"], ["tobias", "mira"], ["x"]):
        prepared(*asked)
    assert made == [1, 2]


def test_a_value_that_is_not_asked_with_is_refused(people: list[User]) -> None:
    """The statement would be the same for all of its values: somebody's answer for everybody."""
    prepared = Prepared(lambda number, other: either(number, "mira"))
    with pytest.raises(AssertionError, match="does not ask with"):
        prepared(people[0].pk, 1)
