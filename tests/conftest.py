"""The order of the tests, which is random but for the longest; and their chance, which is not."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Iterator

import pytest
from django.db.backends.base.operations import BaseDatabaseOperations

from accounts.append_only import protect, unprotect


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nobody is to wait at the end for one worker that has just begun a test of two minutes.

    Workers begin with equal parts of the list, each from its first, and then take from each other's
    ends. So of two workers one begins with the services and the other with the browser.
    """
    services = [item for item in items if item.nodeid.startswith("tests/services")]
    browser = [item for item in items if item.nodeid.startswith("tests/browser")]
    rest = [
        item for item in items if not item.nodeid.startswith(("tests/services", "tests/browser"))
    ]
    before = max(0, len(items) // 2 - len(services))
    items[:] = [*services, *rest[:before], *browser, *rest[before:]]


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
