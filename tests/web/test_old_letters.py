"""What accounts had chosen about letters before there were notices is kept by the migration."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from games.notices.kinds import CHOICES

BEFORE = [("accounts", "0005_hide_results"), ("games", "0023_moves_by_one_index")]
CHOSEN = {  # mail_turns, mail_invitations
    "both": (True, True),
    "no-turns": (False, True),
    "no-invitations": (True, False),
    "neither": (False, False),
}


def migrate(database: Path, *to: str) -> None:
    inside = {**os.environ, "DATABASE_URL": f"sqlite:///{database}"}
    inside["DJANGO_SETTINGS_MODULE"] = "config.settings"
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", *to]
    subprocess.run(command, cwd=settings.BASE_DIR, env=inside, check=True)


def add_user(rows: sqlite3.Connection, name: str, turns: bool, invitations: bool) -> None:
    """An account of that time; whatever else a row had then is empty."""
    columns = rows.execute("PRAGMA table_info(accounts_user)").fetchall()
    empty = {"varchar": "", "text": "", "bool": 0, "integer": 0, "datetime": "2026-01-01 00:00:00"}
    values = {
        column: empty.get(kind.partition("(")[0].lower(), 0)
        for _at, column, kind, is_needed, _default, is_key in columns
        if is_needed and not is_key
    }
    values |= {"username": name, "mail_turns": turns, "mail_invitations": invitations}
    values |= {"skeleton": name, "is_active": True}
    marks = ", ".join("?" for _ in values)
    sql = f"INSERT INTO accounts_user ({', '.join(values)}) VALUES ({marks})"
    rows.execute(sql, list(values.values()))


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, dict[str, bool]]]:
    """What each account is told by mail after the migration, as far as it differs from the default."""
    database = tmp_path_factory.mktemp("old") / "db.sqlite3"
    for app, migration in BEFORE:
        migrate(database, app, migration)
    with closing(sqlite3.connect(database)) as rows, rows:
        for name, (turns, invitations) in CHOSEN.items():
            add_user(rows, name, turns, invitations)
    migrate(database)
    with closing(sqlite3.connect(database)) as rows:
        columns = [column[1] for column in rows.execute("PRAGMA table_info(accounts_user)")]
        assert not {"mail_turns", "mail_invitations"} & set(columns)
        found = rows.execute(
            "SELECT username, kinds FROM games_reach JOIN accounts_user ON accounts_user.id = account_id"
        ).fetchall()
    return {name: json.loads(chosen) for name, chosen in found}


def off(*codes: str) -> dict[str, dict[str, bool]]:
    return {code: {"mail": False} for code in codes}


def test_whoever_wanted_letters_has_chosen_nothing(kinds: dict[str, object]) -> None:
    assert "both" not in kinds


def test_whoever_did_not_want_letters_of_a_kind_gets_none(kinds: dict[str, object]) -> None:
    assert kinds["no-turns"] == off("turn", "time")
    assert kinds["no-invitations"] == off("invitation")


def test_whoever_wanted_none_at_all_is_mailed_nothing(kinds: dict[str, object]) -> None:
    by_mail = [code for code, kind in CHOICES.items() if "mail" in kind.by_default]
    assert kinds["neither"] == off(*by_mail)
