"""Looking back at The Lost Mines: what is told of a recorded match, and what was hidden in it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import fold, redact
from games.engine.log import events_of
from games.engine.matchfile import MatchFile
from games.titles.lost_mines import title
from games.titles.lost_mines.events import MineTurnedUp, TreasureTaken
from games.titles.lost_mines.table import presenter
from games.titles.lost_mines.table.story import (
    measures,
    revealed,
    turning_point,
    why_decided,
)
from tests.titles.lost_mines.record import RECORDINGS
from tests.titles.lost_mines.scenes import scene
from tests.titles.lost_mines.tables import NAMES
from tests.titles.lost_mines.test_recorded import recorded

WITHOUT_DEEDS = ("stay", "leave", "call_end", "agree", "refuse")


def states(match: MatchFile, at: int) -> tuple[Any, Any]:
    events = events_of(match.moves[: at + 1])
    return fold(title, [redact(event, None) for event in events]), fold(title, events)


@pytest.mark.parametrize("name", RECORDINGS)
def test_whoever_moved_did_something_unless_they_stayed_or_voted(name: str) -> None:
    for move in recorded(name).moves[1:]:
        seats = {getattr(event, "seat", None) for event in move.events if presenter.activity(event)}
        if move.seat is None or (move.action or {})["do"] in WITHOUT_DEEDS:
            assert seats == set()
        else:
            assert seats == {move.seat}


@pytest.mark.parametrize("name", ["5-seats", "all-treasures-taken"])
def test_mines_that_turn_up_and_treasures_are_turning_points(name: str) -> None:
    state, told, count = title.initial(), [], 0
    for event in events_of(recorded(name).moves):
        before = state.copy()
        title.evolve(state, event)
        text = turning_point(event, before, state, None, NAMES)
        told += [event] if text else []
        count += isinstance(event, MineTurnedUp | TreasureTaken)
    assert count
    assert sum(isinstance(event, MineTurnedUp | TreasureTaken) for event in told) == count


def test_a_storm_is_a_turning_point_where_it_leads_back() -> None:
    def told(at: tuple[int, int]) -> str:
        stormy = scene("2,2 EW 3,2 NEW 3,1 NS 4,2 EW", hand="storm storm")
        before = stormy.state.copy()
        [storm, *_rest] = stormy.storm(at).events
        return turning_point(storm, before, stormy.state, None, NAMES)

    assert told((3, 2)) == "Mira sent a storm to D3. It took a fork."
    assert told((3, 1)) == ""


def test_the_way_shrinks_as_paths_grow_and_treasures_add_up() -> None:
    match = recorded("all-treasures-taken")
    ran = [
        {one.label: one.value for one in measures(states(match, at)[0], NAMES)}
        for at in range(len(match.moves))
    ]
    ways = [way for way in (one["Fields to the nearest mine face down"] for one in ran) if way]
    assert ways[0] == 8
    assert min(ways) < ways[0]
    taken = [one["Treasures taken"] for one in ran]
    assert taken[0] == 0
    assert max(number for number in taken if number is not None) >= match.seats - 1


def test_dwarves_hands_mines_and_treasures_are_revealed_at_the_deal() -> None:
    match = recorded("5-seats")
    public, full = states(match, 0)
    hidden = dict(revealed(public, full, NAMES))
    for seat, name in enumerate(NAMES[: match.seats]):
        assert len(hidden[name].split(" · ")) == 1 + len(full.hands[seat])
    assert len(hidden) == 2 * match.seats + 4 + 1  # as many treasures, four mines, cards to come


def test_what_all_can_see_is_not_revealed() -> None:
    _public, full = states(recorded("5-seats"), 0)
    hidden = dict(revealed(full, full, NAMES))
    assert not any("Loyal" in text or "worth" in text for text in hidden.values())
    assert not any(label.startswith(("Mine", "Treasure")) for label in hidden)


@pytest.mark.parametrize(
    ("held", "text"),
    [
        ({0: 0}, "Nobody could take the most points of the round from Mira any more."),
        ({}, "Nobody could get ahead of the others any more."),
        (
            {0: 0, 1: 2},
            "Nobody could take the most points of the round from Mira and Hanka any more.",
        ),
    ],
)
def test_why_a_round_is_certain_is_told_by_name(held: dict[int, int], text: str) -> None:
    position = scene(
        hand="axe", hands={1: "", 2: ""}, pile="", characters="selfish selfish selfish", held=held
    )
    assert why_decided(position.state, NAMES) == text


def test_an_open_round_is_not_called_certain() -> None:
    assert why_decided(states(recorded("5-seats"), 0)[1], NAMES) == ""
