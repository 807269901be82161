"""A table whose rows the database itself does not let anybody change or delete: by triggers."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

SENTENCE = "the audit is append-only"

_SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON {table}
BEGIN SELECT RAISE(ABORT, '{sentence}'); END
"""
# `INSERT OR REPLACE` deletes the row in its way, and SQLite asks no trigger about that.
_SQLITE_NO_REPLACE = """
CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR number = NEW.number)
BEGIN SELECT RAISE(ABORT, '{sentence}'); END
"""
_FUNCTION = """
CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{sentence}' USING ERRCODE = 'restrict_violation'; END $$
"""
_POSTGRESQL = """
CREATE TRIGGER {table}_no_{verb} BEFORE {VERB} ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()
"""


def protect(connection: BaseDatabaseWrapper, table: str) -> None:
    """A table whose rows have an `id` and a `number`, each their own."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_FUNCTION.format(table=table, sentence=SENTENCE))
        for verb in _verbs(connection):
            statement = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
            cursor.execute(
                statement.format(table=table, verb=verb, VERB=verb.upper(), sentence=SENTENCE)
            )
        if connection.vendor == "sqlite":
            cursor.execute(_SQLITE_NO_REPLACE.format(table=table, sentence=SENTENCE))


def unprotect(connection: BaseDatabaseWrapper, table: str) -> None:
    """For a migration that goes back, and for tests, which empty their database."""
    on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for verb in _verbs(connection):
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}{on_table}")
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_replace")


def _verbs(connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    """SQLite has no statement to truncate a table."""
    return ("update", "delete", *(["truncate"] if connection.vendor == "postgresql" else []))
