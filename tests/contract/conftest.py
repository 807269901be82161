"""Every test here runs for every title found: a test that asks for `title` gets each of them.

One that asks for `seats` too gets every number of seats of every title, one that asks for `rules`
too every number of its rules; one that asks for `drawn` only the titles with a `table` of their own,
one that asks for `counted` only those that tell what one can know.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings

from games.engine import titles
from tests.contract.places import brings

# No clock: a busy machine must not fail a test, and one example may be a whole match.
settings.register_profile(
    "adit",
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("adit")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    found = titles()
    if {"title", "seats"} <= set(metafunc.fixturenames):
        metafunc.parametrize(
            ("title", "seats"),
            [
                pytest.param(title, seats, id=f"{slug}-{seats}")
                for slug, title in found.items()
                for seats in title.seats
            ],
        )
    elif {"title", "rules"} <= set(metafunc.fixturenames):
        metafunc.parametrize(
            ("title", "rules"),
            [
                pytest.param(title, rules, id=f"{slug}-{rules}")
                for slug, title in found.items()
                for rules in title.known_rules
            ],
        )
    elif "title" in metafunc.fixturenames:
        metafunc.parametrize("title", found.values(), ids=list(found))
    elif "drawn" in metafunc.fixturenames:
        drawn = {slug: title for slug, title in found.items() if has_table(slug)}
        metafunc.parametrize("drawn", drawn.values(), ids=list(drawn))

    elif "counted" in metafunc.fixturenames:
        counted = {slug: title for slug, title in found.items() if brings(slug, "knowing")}
        metafunc.parametrize("counted", counted.values(), ids=list(counted))


def has_table(slug: str) -> bool:
    return find_spec(f"games.titles.{slug}.table") is not None
