"""Recorded matches: one for every way a round can end, and one written by hand."""

from __future__ import annotations

from pathlib import Path

from games.engine import fold
from games.engine.log import events_of
from games.engine.matchfile import MatchFile, read
from games.engine.verify import replay
from games.titles.saboteur import title
from games.titles.saboteur.events import GoalTurned, RoundEnded

HERE = Path(__file__).parent

WAYS = {
    "miners win",
    "a saboteur lays the winning card",
    "stone and gold at once",
    "gold with the very last card",
    "saboteurs win",
    "no saboteur among the players",
}


def ways_a_round_ends(file: MatchFile) -> set[str]:
    ways = set()
    state = title.initial()
    for move in file.moves:
        for ended in (event for event in move.events if isinstance(event, RoundEnded)):
            if ended.winner == "saboteurs":
                paid = "saboteur" in ended.roles
                ways.add("saboteurs win" if paid else "no saboteur among the players")
                continue
            ways.add("miners win")
            if move.seat is not None and ended.roles[move.seat] == "saboteur":
                ways.add("a saboteur lays the winning card")
            if sum(isinstance(event, GoalTurned) for event in move.events) == 2:
                ways.add("stone and gold at once")
            if len(state.pile) == 0 and sum(map(len, state.hands)) == 1:
                ways.add("gold with the very last card")
        for event in move.events:
            title.evolve(state, event)
    return ways


def test_every_way_a_round_can_end_is_among_the_recorded_matches() -> None:
    files = [read(path.read_text()) for path in sorted((HERE / "matches").glob("*.json"))]
    assert set().union(*map(ways_a_round_ends, files)) == WAYS


def test_both_ways_to_share_gold_are_among_the_recorded_matches() -> None:
    files = [read(path.read_text()) for path in sorted((HERE / "matches").glob("*.json"))]
    assert {file.options["share_gold"] for file in files} == {"auto", "pick"}


def test_a_match_file_written_by_hand_is_replayed() -> None:
    file = read((HERE / "by_hand.json").read_text())
    state = replay(file)
    assert sorted(state.maze.cards) == [(0, -1), (0, 0), (1, 0)]
    assert title.awaiting(state) == {1}
    assert state.goals[1].value == "gold"


def test_a_seats_copy_of_it_shows_what_that_seat_knows() -> None:
    file = read((HERE / "by_hand.json").read_text())
    for seat, gold_is_known in ((0, True), (1, False), (None, False)):
        known = fold(title, events_of(file.copy_for(seat).moves))
        assert known.goals[1].is_known() is gold_is_known
        assert known.hands[0].unknown_count() == (0 if seat == 0 else 2)
