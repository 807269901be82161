"""Where Chromium is. As a program: install Debian's where it is missing and we are allowed to.

`make test` runs this first. A test that needs the browser fails without it; none is skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = (
    "The browser tests need Chromium, and there is none here: "
    "install it as root with `apt-get install chromium`."
)


def find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    if find() is None and os.getuid() == 0 and shutil.which("apt-get"):
        _run("apt-get", "update", "--quiet")
        _run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "chromium")
    if find() is None:
        sys.stderr.write(f"{MISSING}\n")


def _run(*command: str) -> None:
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    install()
