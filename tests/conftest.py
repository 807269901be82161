"""The order of the tests: random, but for the longest, which go first."""

from __future__ import annotations

import pytest

LONGEST = ("tests/services", "tests/browser")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nobody is to wait at the end for one worker that has just begun a test of two minutes."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
