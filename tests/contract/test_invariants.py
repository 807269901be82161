"""The contract's invariants, looked at while whole matches are played.

Counting lines makes the longest of these five times as slow. They go over the same lines again and
again, which one match of `plain` players a title shows as well: so only there they are counted.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Chance, Title
from games.engine.invariants import WatchedMatch
from games.engine.selfplay import MIXED, bots_for, play, watched_match

LONGEST_PREFIX = 40  # moves that hypothesis chooses; bots play on from there


@pytest.mark.no_cover
@pytest.mark.parametrize("bots", ["random", MIXED])
def test_a_whole_match_keeps_every_invariant(title: Title[Any], seats: int, bots: str) -> None:
    table = watched_match(title, seats=seats, seed=f"contract {seats}", bots=bots)
    assert table.violations == []
    assert title.outcome(table.state) is not None


@pytest.mark.no_cover
def test_a_match_with_any_choice_of_an_option_keeps_every_invariant(title: Title[Any]) -> None:
    seats = title.seats[len(title.seats) // 2]
    for option in title.options:
        for choice in option.choices:
            if choice != option.default:
                table = watched_match(
                    title,
                    seats=seats,
                    seed=f"{option.name} {choice}",
                    options={option.name: choice},
                )
                assert table.violations == []


def test_a_table_of_plain_players_keeps_every_invariant(title: Title[Any]) -> None:
    table = watched_match(title, seats=title.seats[-1], seed="plain", bots="plain", options={})
    assert table.violations == []


def options_of(title: Title[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {}, optional={option.name: st.sampled_from(option.choices) for option in title.options}
    )


@pytest.mark.no_cover
@settings(max_examples=4)
@given(data=st.data())
def test_whatever_the_seats_choose_every_invariant_holds(
    title: Title[Any], data: st.DataObject
) -> None:
    """Hypothesis chooses seats, options and the first actions; then bots play to the end."""
    seats = data.draw(st.sampled_from(title.seats), label="seats")
    options = data.draw(options_of(title), label="options")
    seed = data.draw(st.integers(0, 10**6), label="seed")
    table = WatchedMatch(
        title,
        seats=seats,
        options=options,
        secret=str(seed).encode(),
        watcher=Chance.seeded(f"watcher {seed}"),
    )
    choices = st.integers(0, 2**16)
    for choice in data.draw(st.lists(choices, max_size=LONGEST_PREFIX), label="choices"):
        choose(table, choice)
    chance = Chance.seeded(seed)
    play(table, bots_for(title, MIXED, seats, chance), chance)
    table.finish()
    assert table.violations == []


def choose(table: WatchedMatch, choice: int) -> None:
    """Take one of all the steps that are possible now, the clock's included."""
    title, state = table.title, table.state
    steps: list[tuple[int | None, Any]] = [
        (seat, action)
        for seat in sorted(title.awaiting(state))
        for action in title.actions(table.known[seat], seat)
    ]
    if title.lapse(state) is not None:
        steps.append((None, None))
    if not steps:
        return
    seat, action = steps[choice % len(steps)]
    if seat is None:
        table.lapse()
    else:
        table.submit(seat, action)
