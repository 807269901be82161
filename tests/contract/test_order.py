"""Everything has one order, whatever the order in which Python's sets come."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from games.engine import Title
from tests.contract.places import ROOT


@cache
def fingerprints(hash_seed: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.contract.fingerprint"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.mark.xdist_group("fingerprints")
def test_actions_bots_and_events_do_not_depend_on_pythons_hash_seed(title: Title[Any]) -> None:
    one, two, three = (fingerprints(seed)[title.slug] for seed in ("0", "1", "4242"))
    assert one == two == three
