"""boardgame.io, installed by npm when it is first needed, and served by node.

What npm installs does not lie beside `server.js` but in `build/`, which git ignores and
`make clean` removes: linters, tests and packaging would have to step around it in `games/`.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from games.benches import Unavailable, live

SOURCE = Path(__file__).parent / "boardgame_io"
LOCK = "package-lock.json"
SECONDS_TO_INSTALL = 600


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Unavailable(f"boardgame.io needs node and npm, and there is no {name} here")
    return found


@contextmanager
def serving() -> Iterator[tuple[int, int]]:
    """A server of boardgame.io, with its matches in memory. Yields its port and process's id."""
    node, packages = program("node"), installed(Path(settings.BASE_DIR) / "build" / SOURCE.name)
    port = live.free_port()
    process = subprocess.Popen(  # noqa: S603 - our own program
        [node, str(SOURCE / "server.js"), str(port)],
        env={"NODE_PATH": str(packages), "NODE_ENV": "production"},
    )
    with live.running(process) as pid:
        live.wait_for(port)
        yield port, pid


def installed(folder: Path) -> Path:
    """The packages in exactly the locked versions; installed again when the lock is another."""
    npm, kept = program("npm"), folder / LOCK
    if not kept.exists() or kept.read_bytes() != (SOURCE / LOCK).read_bytes():
        with_packages = folder.with_name(f"{folder.name}.new")
        shutil.rmtree(with_packages, ignore_errors=True)
        with_packages.mkdir(parents=True)
        for name in ("package.json", LOCK):
            shutil.copy(SOURCE / name, with_packages)
        _install(npm, with_packages)
        shutil.rmtree(folder, ignore_errors=True)
        with_packages.rename(folder)
    return folder / "node_modules"


def _install(npm: str, folder: Path) -> None:
    try:
        subprocess.run(  # noqa: S603 - our own packages, by their hashes; none runs a script
            [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            timeout=SECONDS_TO_INSTALL,
            check=True,
        )
    except subprocess.SubprocessError:
        raise Unavailable(f"npm could not install boardgame.io in {folder.name}") from None
