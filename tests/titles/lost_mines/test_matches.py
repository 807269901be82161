"""Recorded matches: for every number of seats, and for every way a round can end."""

import pytest

from games.engine.matchfile import MatchFile, read
from games.engine.verify import replay, verify
from tests.titles.lost_mines.recorded import FOLDER, RECORDINGS, title
from tests.titles.lost_mines.test_audiences import AUDIENCES


def recorded(name: str) -> MatchFile:
    return read((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def what_happened(file: MatchFile) -> set[str]:
    reasons = {found.result["reason"] for found in title.rounds(replay(file)) if found.result}
    return reasons | {event.type for move in file.moves for event in move.events}


def test_every_recording_has_its_file_and_every_file_its_recording() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(RECORDINGS)


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_match_is_replayed_to_its_end_and_verifies(name: str) -> None:
    file = recorded(name)
    assert title.outcome(replay(file)) is not None
    report = verify(file)
    assert report.summary == f"replayed and verified: all {len(file.moves)} moves match"


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recorded_match_shows_what_it_was_recorded_for(name: str) -> None:
    file = recorded(name)
    assert (file.title, file.seats) == (title.slug, RECORDINGS[name].seats)
    assert RECORDINGS[name].shows in what_happened(file)


@pytest.mark.rule("L23")
@pytest.mark.rule("L24")
def test_every_way_a_round_can_end_is_recorded() -> None:
    happened = set().union(*(what_happened(recorded(name)) for name in RECORDINGS))
    assert {"treasures_taken", "cards_out", "agreed", "called_alone"} <= happened


def test_every_kind_of_event_is_recorded() -> None:
    happened = set().union(*(what_happened(recorded(name)) for name in RECORDINGS))
    assert AUDIENCES.keys() <= happened


def test_every_number_of_seats_is_recorded() -> None:
    assert {recorded(name).seats for name in RECORDINGS} == set(title.seats)


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_seats_copy_of_a_recorded_match_folds_to_what_it_knew(seat: int | None) -> None:
    copy = recorded("5-seats").copy_for(seat)
    known, full = replay(copy), replay(recorded("5-seats"))
    assert title.outcome(known) == title.outcome(full)
    assert title.rounds(known) == title.rounds(full)
