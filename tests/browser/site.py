"""The real site in a process of its own, on the database of the test that uses it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.services.servers import free_port

PATIENCE = 60  # seconds until a server must answer, on a busy machine


class Site:
    """`manage.py serve` on a free port. It can be killed and started again on the same one."""

    def __init__(self, notes: Path) -> None:
        self.port, self.notes = free_port(), notes
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Site:
        assert connection.vendor == "sqlite", "the browser tests run on the embedded site"
        outside = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
        inside = {
            "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
        }
        with self.notes.open("ab") as notes:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=settings.BASE_DIR,
                env={**outside, **inside},
                stdout=notes,
                stderr=notes,
            )
        self._wait()
        return self

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            assert self.process is not None
            assert self.process.poll() is None, self.notes.read_text()
            try:
                urllib.request.urlopen(f"{self.address}/about/", timeout=5).close()
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"the site does not answer: {self.notes.read_text()}")
