"""The bots: `plain` knows what things are worth, and beats `random`."""

from typing import Any

import pytest

from games.engine import Chance
from games.engine.localmatch import LocalMatch
from games.engine.selfplay import play
from tests.titles.emerald.scenes import Scene, scene, title


def plain(at: Scene) -> dict[str, Any]:
    seat = at.awaited
    return title.bots["plain"](at.known[seat], seat, Chance.seeded(1))


def test_plain_takes_the_treasure_at_hand() -> None:
    choice = plain(scene(red=[15, 3, "tower1"]))
    after_one = scene(red=[15, 3, "tower1"]).do(choice)
    assert after_one.state.treasures[0] or plain(after_one)["from"] == 15


def test_plain_takes_the_dearer_card() -> None:
    dear = scene(red=[12, 1, 1], gold={13: [5]}, gems={13: ["ruby"]}).move(12, "red")
    assert plain(dear) == {"do": "take", "pile": "gold"}
    cheap = scene(red=[12, 1, 1], gold={13: [1]}, gems={13: ["ruby"]}).move(12, "red")
    assert plain(cheap) == {"do": "take", "pile": "gem"}


def test_plain_completes_its_four_kinds_of_gem() -> None:
    start = scene(
        red=[12, 1, 1],
        gold={13: [4]},
        gems={13: ["turquoise"]},
        held={0: ["ruby", "emerald", "garnet"], 1: ["turquoise"] * 4},
    )
    assert plain(start.move(12, "red")) == {"do": "take", "pile": "gem"}


def test_plain_counts_the_crowd() -> None:
    """From field 9 alone its knight goes to 10; with two rivals beside it, to 12 and the 5."""
    setting: dict[str, Any] = {"bare": [10, 11], "gold": {12: [5]}, "rail": 7, "dragon": 8}
    start = scene(red=[9, "tower1", "tower2"], blue=[9, 1, 1], green=[9, 1, 1], **setting)
    first = plain(start)
    start.do(first)
    if first["from"] != 9:
        start.do(plain(start))
    assert 12 in start.places("red")


def test_plain_catches_a_rival_s_knight_and_not_its_own() -> None:
    start = scene(red=[8, 1, 1], blue=[9, 1, 1], bare=[9]).move(8, "red", rolls=[1])
    assert plain(start) == {"do": "catch", "colour": "blue"}


def test_plain_bribes_with_its_cheapest_card_when_the_knight_is_worth_it() -> None:
    start = scene(red=[8, 1, 1], blue=[7, 1, 1], hands={1: [4, 1]}, bare=[9])
    assert plain(start.move(8, "red", rolls=[3])) == {"do": "bribe", "gold": 1}


def test_plain_does_not_pay_5_for_a_knight_that_has_just_begun() -> None:
    start = scene(red=[8, 1, 1], blue=[7, 1, 1], hands={1: [5]}, bare=[9])
    assert plain(start.move(8, "red", rolls=[3])) == {"do": "yield"}


def test_plain_pays_anything_for_the_knight_whose_loss_would_end_a_match_it_trails_in() -> None:
    start = scene(red=[8, 1, 1], blue=[7, 1], hands={0: [5, 5], 1: [5]}, bare=[9])
    assert plain(start.move(8, "red", rolls=[3])) == {"do": "bribe", "gold": 5}


def won_by_plain(*, seats: int, matches: int) -> int:
    """How many matches `plain` wins alone, sitting in every seat in turn."""
    won = 0
    for number in range(matches):
        me = number % seats
        bots = ["plain" if seat == me else "random" for seat in range(seats)]
        table = LocalMatch(title, seats=seats, secret=f"bots {number}".encode())
        play(table, bots, Chance.seeded(number))
        outcome = title.outcome(table.state)
        assert outcome is not None
        won += outcome.winners == (me,)
    return won


def test_plain_wins_two_of_three_matches_against_one_random_opponent() -> None:
    assert won_by_plain(seats=2, matches=30) >= 20


@pytest.mark.parametrize("seats", [3, 5])
def test_plain_wins_most_matches_against_several_random_opponents(seats: int) -> None:
    assert won_by_plain(seats=seats, matches=10) > 5
