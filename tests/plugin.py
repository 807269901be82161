"""Install the toy title from outside the tree, as a stranger would: through ADIT_TITLES.

This is a plugin (`-p tests.plugin` in pyproject.toml) and not a conftest, because pytest-django
loads the settings before any conftest is read, and the settings read ADIT_TITLES.

What the variable held stays in it: `ADIT_TITLES=folder make test` runs the contract tests on the
titles of that folder too.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

TOY_TITLES = Path(__file__).parent / "toy_titles"


def install_toy_titles() -> None:
    folder = tempfile.mkdtemp(prefix="adit-titles-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(TOY_TITLES, folder, dirs_exist_ok=True, ignore=ignore)
    folders = [folder, os.environ.get("ADIT_TITLES", "")]
    os.environ["ADIT_TITLES"] = os.pathsep.join(filter(None, folders))


# A worker of pytest-xdist inherits the environment of the process that started it, which has been
# here already and removes the folder when the last worker is done.
if "PYTEST_XDIST_WORKER" not in os.environ:
    install_toy_titles()
