"""Recorded matches: every number of seats, both ends, every way to break a tie."""

from collections import Counter
from pathlib import Path

import pytest

from games.engine import Outcome, covers, fold, titles
from games.engine.log import events_of
from games.engine.matchfile import MatchFile, read, write
from games.engine.verify import replay, verify

FILES = sorted((Path(__file__).parent / "matches").glob("*.json"))
title = titles()["emerald"]


def load(path: Path) -> MatchFile:
    return read(path.read_text(encoding="utf-8"))


def outcome(file: MatchFile) -> Outcome:
    found = title.outcome(replay(file))
    assert found is not None
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_is_read_replayed_and_verifies(path: Path) -> None:
    file = load(path)
    assert write(file) == path.read_text(encoding="utf-8")
    report = verify(file)
    assert report.summary == f"replayed and verified: all {len(file.moves)} moves match"
    assert max(outcome(file).scores) == outcome(file).scores[outcome(file).winners[0]]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_seat_s_copy_folds_to_a_part_of_the_truth(path: Path) -> None:
    file = load(path)
    full = fold(title, events_of(file.moves))
    for seat in (None, *range(file.seats)):
        known = replay(file.copy_for(seat))
        assert covers(known, full)
        assert title.outcome(known) == title.outcome(full)


@pytest.mark.rule("E18")
@pytest.mark.rule("E21")
def test_they_show_every_number_of_seats_both_ends_and_every_tie_break() -> None:
    files = [load(path) for path in FILES]
    ends = {(file.seats, outcome(file).reason) for file in files}
    assert ends == {(n, why) for n in title.seats for why in ("last_treasure", "one_knight_left")}
    assert {outcome(file).tiebreak for file in files} == {None, "treasures", "gems"}
    assert max(len(outcome(file).winners) for file in files) > 1


def test_they_hold_every_type_of_event() -> None:
    seen = Counter(event.type for path in FILES for event in events_of(load(path).moves))
    assert len(seen) == 14, f"not seen: {seen}"


def test_a_bribe_s_value_stands_in_its_payer_s_copy_and_in_no_other() -> None:
    paid = 0
    for file in map(load, FILES):
        for move in file.moves:
            for number, event in enumerate(move.events):
                if event.type != "emerald.bribed":
                    continue
                paid += 1
                for seat in (None, *range(file.seats)):
                    copy = file.copy_for(seat).moves[move.number].events[number].to_json()
                    assert (copy["gold"] == "?") is (seat != event.to_json()["seat"])
    assert paid > 20
