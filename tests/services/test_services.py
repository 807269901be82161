"""The web tests once more, on PostgreSQL and Redis: the same code, chosen by two variables."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.services.servers import postgres, redis

# Parts of the web tests, so that no worker has them all while the others have nothing left to do, and
# so that none takes the half hour after which a test is taken to hang: on a machine with ten times as
# much to do as it has cores, a quarter of them did.
PARTS = 8


@pytest.fixture(scope="module")
def services() -> Iterator[dict[str, str]]:
    with postgres() as database, redis() as layer:
        yield {"DATABASE_URL": database, "REDIS_URL": layer}


def run(services: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a fresh process that knows of the services, and of no test around it."""
    outside = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    return subprocess.run(
        [sys.executable, *words],
        cwd=settings.BASE_DIR,
        env={**outside, **services},
        capture_output=True,
        text=True,
        check=False,
    )


def test_migrations_run_on_postgresql_and_nothing_is_missing(services: dict[str, str]) -> None:
    for words in (["migrate", "--verbosity", "0"], ["makemigrations", "--check", "--dry-run"]):
        done = run(services, "manage.py", *words)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("part", range(PARTS))
def test_the_web_tests_pass_on_postgresql_and_redis(services: dict[str, str], part: int) -> None:
    modules = sorted(
        path.as_posix() for path in (Path(settings.BASE_DIR) / "tests/web").glob("test_*.py")
    )[part::PARTS]
    quiet = ("-q", "-p", "no:cacheprovider", "--no-header", "--tb=short")
    # A test that hangs is to be named there, before this one here is taken to hang.
    watched = ("-o", "faulthandler_timeout=600")
    # The database goes with its server. Dropping it first fails at times, when a thread of the last
    # socket has not let go of its connection yet. Each part makes a new one: the last tests of the
    # part before have emptied every table, those that migrations had filled among them.
    database = ("--create-db", "--reuse-db")
    done = run(services, "-m", "pytest", *modules, *database, *quiet, *watched)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    told = "\n".join([done.stdout[-20_000:], done.stderr[-20_000:], *failed])
    assert done.returncode == 0, told
    assert "skipped" not in done.stdout.splitlines()[-1]


def test_the_services_are_what_the_site_then_uses(services: dict[str, str]) -> None:
    show = (
        "import django; django.setup();"
        "from django.db import connection; from channels.layers import get_channel_layer;"
        "print(connection.vendor, type(get_channel_layer('shared')).__name__)"
    )
    done = run({**services, "DJANGO_SETTINGS_MODULE": "config.settings"}, "-c", show)
    assert done.stdout.split() == ["postgresql", "RedisPubSubChannelLayer"], done.stderr
