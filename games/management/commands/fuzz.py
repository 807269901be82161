"""Ask the whole site with bad input, for as long as one likes. CONTRIBUTING.md says more."""

from __future__ import annotations

import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from os import getpid
from pathlib import Path
from random import SystemRandom
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.test.utils import setup_test_environment, teardown_test_environment
from tqdm import tqdm

from games.management.fuzzing import fuzz


class Command(BaseCommand):
    help = "Ask every address as everyone with bad input; fail on any answer of 5xx."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--inputs", type=int, default=10_000)
        parser.add_argument("--seconds", type=float, help="instead of a number of inputs")
        parser.add_argument("--seed", type=int, help="of an earlier run, to repeat it")
        parser.add_argument("--only", type=int, help="the number of one input, to look into it")

    def handle(self, **options: Any) -> None:
        seed = SystemRandom().randrange(10**6) if options["seed"] is None else options["seed"]
        self.stdout.write(f"seed {seed}")
        self.stdout.flush()
        with throw_away_database():
            report = fuzz(seed, tqdm(_numbers(options), disable=None, leave=False))
        for line in report.lines():
            self.stdout.write(line)
        if report.mistakes:
            raise CommandError("The site has answered with errors of its own.")


def _numbers(options: dict[str, Any]) -> Iterable[int]:
    if options["only"] is not None:
        return [options["only"]]
    if options["seconds"] is None:
        return range(options["inputs"])
    return _for_seconds(options["seconds"])


def _for_seconds(seconds: float) -> Iterator[int]:
    ends = time.monotonic() + seconds
    for number in count():
        if time.monotonic() > ends:
            return
        yield number


@contextmanager
def throw_away_database() -> Iterator[None]:
    """A database of our own beside the configured one, which is not touched."""
    with tempfile.TemporaryDirectory(prefix="adit-fuzz-") as folder:
        is_file = connection.vendor == "sqlite"
        name = str(Path(folder) / "db.sqlite3") if is_file else f"fuzz_{getpid()}"
        connection.settings_dict["TEST"]["NAME"] = name
        configured = connection.settings_dict["NAME"]
        setup_test_environment(debug=False)
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(configured, verbosity=0)
            teardown_test_environment()
