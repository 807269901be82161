"""The environment is read right, and the embedded defaults hold without it."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.utils import ConnectionHandler
from django.utils.formats import date_format

from config.settings import BASE_DIR, POOL, database, switch, words
from games.engine.registry import slugs


def read_database(monkeypatch: pytest.MonkeyPatch, url: str) -> dict[str, Any]:
    monkeypatch.setenv("SOME_DATABASE", url)
    return database("SOME_DATABASE", default="sqlite:///unused")


def load_settings(**environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings as a fresh process would, with nothing set but this."""
    show = "from config.settings import *; print(DEBUG, [*CHANNEL_LAYERS.values()][-1]['BACKEND'])"
    return subprocess.run(
        [sys.executable, "-c", show],
        cwd=BASE_DIR,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///some/file.sqlite3", BASE_DIR / "some" / "file.sqlite3"),
        ("sqlite:////some/file.sqlite3", Path("/some/file.sqlite3")),
    ],
)
def test_sqlite_takes_three_slashes_for_a_relative_path_and_four_for_an_absolute_one(
    monkeypatch: pytest.MonkeyPatch, url: str, path: Path
) -> None:
    assert read_database(monkeypatch, url)["NAME"] == path


def test_sqlite_writes_ahead_and_locks_when_a_transaction_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = read_database(monkeypatch, "sqlite:///file")["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "WAL" in options["init_command"]


@pytest.mark.django_db  # which lets connections be opened
def test_a_commit_of_sqlite_is_on_the_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Asked of a connection as the site opens them: what the settings say must arrive."""
    asked = ConnectionHandler(
        {"default": read_database(monkeypatch, f"sqlite:///{tmp_path}/file.sqlite3")}
    )
    opened = asked["default"]
    with opened.cursor() as cursor:
        pragmas = [
            cursor.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous")
        ]
    opened.close()
    assert pragmas == ["wal", 2]  # 2: FULL


def test_postgres_is_read_part_by_part_and_uses_the_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgres://adit:p%40ss@db:5433/matches?sslmode=require"
    assert read_database(monkeypatch, url) == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "matches",
        "USER": "adit",
        "PASSWORD": "p@ss",
        "HOST": "db",
        "PORT": 5433,
        "OPTIONS": {"sslmode": "require", "pool": POOL},
        "CONN_HEALTH_CHECKS": True,
    }


@pytest.mark.parametrize("url", ["mysql://db/matches", "matches.sqlite3"])
def test_another_kind_of_database_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match="SOME_DATABASE begins with"):
        read_database(monkeypatch, url)


@pytest.mark.parametrize(
    ("value", "expected"),
    [("on", True), ("1", True), ("Yes", True), ("off", False), ("FALSE", False), ("", True)],
)
def test_a_switch_is_on_or_off_in_the_usual_words(
    monkeypatch: pytest.MonkeyPatch, value: str, expected: bool
) -> None:
    monkeypatch.setenv("SOME_SWITCH", value)
    assert switch("SOME_SWITCH", default=True) is expected


def test_a_switch_that_is_neither_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_SWITCH", "maybe")
    with pytest.raises(ImproperlyConfigured, match="SOME_SWITCH is on or off"):
        switch("SOME_SWITCH", default=True)


def test_words_are_split_and_empty_ones_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_WORDS", " a.example, b.example,,")
    assert words("SOME_WORDS", default=[]) == ["a.example", "b.example"]


def test_with_nothing_set_the_site_is_the_embedded_one() -> None:
    assert load_settings().stdout == "True games.live.layer.LayerHere\n"


def test_redis_carries_the_announcements_when_it_is_named() -> None:
    loaded = load_settings(REDIS_URL="redis://cache:6379/0")
    assert loaded.stdout == "True channels_redis.pubsub.RedisPubSubChannelLayer\n"


def test_a_site_without_debugging_needs_a_secret_key_of_its_own() -> None:
    assert "SECRET_KEY must be set" in load_settings(DEBUG="off").stderr
    assert load_settings(DEBUG="off", SECRET_KEY="long and random").stdout.startswith("False")


def test_every_title_found_is_an_app_and_the_toy_comes_from_outside_the_tree() -> None:
    assert {f"games.titles.{slug}" for slug in slugs()} <= set(settings.INSTALLED_APPS)
    assert not Path(apps.get_app_config("toy").path).is_relative_to(BASE_DIR)


def test_english_times_are_written_as_britain_writes_them() -> None:
    """On plain pages and in mails as by the pages' scripts."""
    moment = datetime(2026, 11, 18, 18, 40, tzinfo=UTC)
    assert date_format(moment, "DATETIME_FORMAT") == "18 November 2026, 18:40"
