"""A title is a folder and no other edit: a stranger's folder plays, replays and verifies."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import titles
from tests.contract.places import ROOT, is_ours

TOY = ROOT / "tests" / "toy_titles" / "toy"


def manage(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**os.environ, "ADIT_TITLES": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stranger's folder with one title in it, of a name that stands nowhere in this tree."""
    target = tmp_path / "borrowed"
    shutil.copytree(TOY, target, ignore=shutil.ignore_patterns("__pycache__"))
    for path in target.rglob("*.py"):
        text = path.read_text(encoding="utf-8").replace('"toy', '"borrowed')
        path.write_text(text.replace("titles.toy", "titles.borrowed"), encoding="utf-8")
    return tmp_path


def test_a_title_in_a_temporary_folder_needs_no_other_edit(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    played = manage("selfplay", "borrowed", "--matches", "9", "--out", str(out), folder=folder)
    assert played.stdout.splitlines()[-1].startswith("9 matches, ")
    assert played.stdout.endswith(", 0 violations\n")
    assert played.returncode == 0
    files = sorted(map(str, out.glob("borrowed-*.json")))
    assert len(files) == 9
    assert manage("verify", files[0], folder=folder).returncode == 0
    assert "Toy" in manage("replay", files[0], "--seat", "1", folder=folder).stdout


def test_without_that_folder_the_title_is_not_known(tmp_path: Path) -> None:
    done = manage("selfplay", "borrowed", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: there is no title 'borrowed'")
    assert done.stderr.count("\n") == 1


def test_the_toy_of_these_tests_lives_outside_the_tree() -> None:
    assert not is_ours(titles()["toy"])
