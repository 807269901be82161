"""The order of the tests, which is random but for the longest; and their chance, which is not."""

from __future__ import annotations

import gc
import os
import random
import secrets
from collections.abc import Iterable, Iterator
from itertools import cycle, groupby, islice

import pytest
from django.db.backends.base.operations import BaseDatabaseOperations

from accounts.append_only import protect, unprotect

gc.set_threshold(20_000, 20, 20)  # as in the site's processes: some tenth less work for the tests


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a worker waits a third of its time, for browsers and servers."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nobody is to wait at the end for one worker that has just begun with what takes minutes.

    Workers begin with equal parts of the list, each from its first, and then take from each other's
    ends. So each part begins with an equal share of what takes long: browsers and real servers.
    """
    parts = [
        list[pytest.Item]() for _ in range(int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1)))
    ]
    groups = [list(group) for _, group in groupby(items, key=_takes_long_with)]
    long = [group for group in groups if _takes_long_with(group[0])]
    rest = iter([item for group in groups if not _takes_long_with(group[0]) for item in group])
    for part, group in zip(cycle(parts), long):
        part += group
    for n, part in enumerate(parts):  # as the scheduler divides the list
        size = (len(items) - sum(len(one) for one in parts[:n])) // (len(parts) - n)
        part += islice(rest, max(0, size - len(part)))
    items[:] = [item for part in parts for item in part]


def _takes_long_with(item: pytest.Item) -> str:
    """The module of a test that drives a browser or real servers, all of which share them; a part of
    the web tests on real servers is long enough by itself. Nothing for all other tests.
    """
    module, _, test = item.nodeid.partition("::")
    if module.endswith("test_services.py"):
        return f"{module}::{test}"
    is_long = module.startswith(("tests/services", "tests/browser"))
    return module if is_long or module.endswith("/test_browser.py") else ""


@pytest.fixture(autouse=True)
def _the_same_cards_every_time(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Secrets, and so deals, ids and bots' whims, follow from the name of the test.

    A match that comes out otherwise in every run makes a test that fails in one run of a hundred.
    """
    source = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: source.randbytes(size))
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: source.randbytes(size).hex())
    monkeypatch.setattr(secrets, "choice", source.choice)


@pytest.fixture(autouse=True, scope="session")
def _tables_are_emptied_between_tests() -> Iterator[None]:
    """The database refuses to empty the audit, so that is let go for a moment by whoever owns it.

    And PostgreSQL deletes rows here: to truncate sixty tables takes it a fifth of a second longer.
    """
    table, flush = "accounts_auditentry", BaseDatabaseOperations.execute_sql_flush

    def execute_sql_flush(self: BaseDatabaseOperations, sql_list: Iterable[str]) -> None:
        if self.connection.vendor == "postgresql":
            names = self.connection.introspection.django_table_names(only_existing=True)
            deleting = "".join(f"DELETE FROM {self.quote_name(name)};" for name in names)
            flush(self, [f"SET LOCAL session_replication_role = replica; {deleting}"])
            return
        unprotect(self.connection, table)
        flush(self, sql_list)
        protect(self.connection, table)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", execute_sql_flush)
        yield
