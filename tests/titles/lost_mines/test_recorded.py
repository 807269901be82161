"""Recorded matches: for every number of seats, and for every way a round can end."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import CorruptLog, Event
from games.engine.matchfile import MatchFile, read
from games.engine.verify import replay, verify
from games.titles.lost_mines.events import Laid, MineTurnedUp, StormBroke, TrollLeft, Walked
from tests.titles.lost_mines.record import FOLDER, RECORDINGS, title
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
    assert file.version == RECORDINGS[name].rules
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


@pytest.mark.rule("L29")
def test_a_match_that_is_played_on_is_recorded() -> None:
    assert len(title.rounds(replay(recorded("rules-2-played-on")))) == 5


@pytest.mark.rule("L25")
def test_a_recording_by_rules_2_shows_the_rest_once_and_at_its_end() -> None:
    for name in [name for name, recording in RECORDINGS.items() if recording.rules == 2]:
        events = [event.type for move in recorded(name).moves for event in move.events]
        assert events.index("lost_mines.rest_shown") == len(events) - 1
        assert "lost_mines.scored" not in events


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_seats_copy_of_a_recorded_match_folds_to_what_it_knew(seat: int | None) -> None:
    copy = recorded("5-seats").copy_for(seat)
    known, full = replay(copy), replay(recorded("5-seats"))
    assert title.outcome(known) == title.outcome(full)
    assert title.rounds(known) == title.rounds(full)


def forged(file: MatchFile, kind: type[Event], **changes: Any) -> MatchFile:
    """The file with the first event of this kind changed."""
    moves = list(file.moves)
    for number, move in enumerate(moves):
        for place, event in enumerate(move.events):
            if isinstance(event, kind):
                plain: Any = event  # of which mypy does not know that it is a dataclass
                events = [*move.events]
                events[place] = replace(plain, **changes)
                moves[number] = replace(move, events=tuple(events))
                return replace(file, moves=tuple(moves))
    raise AssertionError("there is no such event")


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (Laid, {"card": "NEWx"}),
        (Laid, {"at": (-1, 0)}),
        (MineTurnedUp, {"face": "X"}),
        (MineTurnedUp, {"mine": 4}),
        (Walked, {"way": ()}),
        (TrollLeft, {"edge": ((0, 0), (1, 0))}),
    ],
    ids=str,
)
def test_a_forged_copy_is_found_out_where_it_was_forged(
    kind: type[Event], changes: dict[str, Any]
) -> None:
    with pytest.raises(CorruptLog):
        replay(forged(recorded("5-seats").copy_for(None), kind, **changes))


def test_a_forged_storm_over_an_empty_field_breaks_nothing() -> None:
    file = forged(recorded("5-seats").copy_for(None), StormBroke, at=(0, 0))
    assert title.picture(replay(file))
