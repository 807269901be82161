"""Recorded matches are replayed for ever: what was once played still folds, for every reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.engine import Title, covers, fold, titles
from games.engine.log import events_of
from games.engine.matchfile import read, write
from games.engine.verify import replay, verify
from tests.contract.places import ROOT, folder_of_tests, is_ours

RECORDED = sorted((ROOT / "tests" / "titles").glob("*/matches/*.json"))

every_recorded_match = pytest.mark.parametrize(
    "path", RECORDED, ids=[f"{path.parts[-3]}-{path.stem}" for path in RECORDED]
)


@every_recorded_match
def test_a_recorded_match_reads_writes_and_verifies(path: Path) -> None:
    file = read(path.read_bytes())
    assert file.title == path.parts[-3]
    assert read(write(file)) == file
    if file.fairness is not None:
        assert verify(file).summary.startswith("replayed and verified")


@every_recorded_match
def test_a_recorded_match_folds_for_every_reader(path: Path) -> None:
    file = read(path.read_bytes())
    title, full = titles()[file.title], replay(file)
    assert fold(title, events_of(file.moves)) == full
    spectator = replay(file.copy_for(None))
    for reader in (None, *range(file.seats)):
        copy = file.copy_for(reader)
        known = replay(read(write(copy)))
        assert known == replay(copy)
        assert covers(spectator, known)
        assert covers(known, full)
        assert title.awaiting(known) == title.awaiting(full)
        assert title.outcome(known) == title.outcome(full)
        assert title.rounds(known) == title.rounds(full)
        assert title.actions(known, reader) == title.actions(full, reader)
        assert title.picture(known)


def test_there_is_a_recorded_match_for_every_number_of_seats(title: Title[Any]) -> None:
    """Played to its end and with its fairness record, so that it is verified above."""
    folder = folder_of_tests(title) / "matches"
    files = [read(path.read_bytes()) for path in sorted(folder.glob("*.json"))]
    whole = {
        file.seats for file in files if file.fairness and title.outcome(replay(file)) is not None
    }
    assert whole == set(title.seats) or not is_ours(title)
