"""Chance: what a secret gives, written here a second time from the description alone."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import BadScript, Chance, ScriptedChance, commitment

SECRET = bytes(range(32))
MATCH = "k3m7q2x9ab"
CONTRIBUTIONS = ("violets", None, "grün ☂")


def by_hand_key() -> bytes:
    message = '["k3m7q2x9ab",["violets",null,"grün ☂"]]'.encode()
    return hmac.new(SECRET, message, hashlib.sha256).digest()


def by_hand_number(move: int, draw: int, attempt: int) -> int:
    mac = hmac.new(by_hand_key(), f"{move}/{draw}/{attempt}".encode("ascii"), hashlib.sha256)
    return int(mac.hexdigest()[:16], 16)


def by_hand_pick(n: int, *, move: int, draw: int) -> int:
    attempt = 0
    while (number := by_hand_number(move, draw, attempt)) >= (2**64 // n) * n:
        attempt += 1
    return number % n


def chance(move: int = 0) -> Chance:
    return Chance(SECRET, match=MATCH, contributions=CONTRIBUTIONS, move=move)


# Drawn from a secret


def test_a_pick_is_what_hmac_gives() -> None:
    drawn = chance(move=4)
    assert [drawn.pick(10) for _ in range(5)] == [
        by_hand_pick(10, move=4, draw=draw) for draw in range(5)
    ]


def test_picks_are_these_numbers_for_ever() -> None:
    drawn = chance(move=4)
    assert [drawn.pick(1000) for _ in range(4)] == [117, 749, 654, 634]


def test_a_roll_is_a_pick_and_one() -> None:
    assert chance(move=2).roll(6) == by_hand_pick(6, move=2, draw=0) + 1


def test_a_shuffle_goes_from_the_end_over_the_sorted_items() -> None:
    expected = ["a", "b", "c", "d", "e"]
    for step, last in enumerate(range(4, 0, -1)):
        other = by_hand_pick(last + 1, move=3, draw=step)
        expected[last], expected[other] = expected[other], expected[last]
    assert chance(move=3).shuffle("ebdca") == expected


@given(st.lists(st.integers(0, 9), max_size=8), st.randoms())
def test_a_shuffle_depends_on_the_items_and_not_on_their_order(items: list[int], r: Any) -> None:
    turned = items.copy()
    r.shuffle(turned)
    assert chance().shuffle(items) == chance().shuffle(turned)


@given(st.lists(st.integers(0, 9), max_size=8))
def test_a_shuffle_keeps_all_items_and_leaves_what_it_was_given(items: list[int]) -> None:
    before = items.copy()
    assert sorted(chance().shuffle(items)) == sorted(items)
    assert items == before


@pytest.mark.parametrize("size", [2**63 + 1, 2**63 + 2**62, 2**64 - 1])
def test_numbers_above_the_largest_multiple_are_thrown_away(size: int) -> None:
    """With a size just above half of all numbers, nearly every other try is thrown away."""
    drawn = chance(move=9)
    picks = [drawn.pick(size) for _ in range(20)]
    assert picks == [by_hand_pick(size, move=9, draw=draw) for draw in range(20)]
    assert all(0 <= pick < size for pick in picks)


def test_some_tries_really_are_thrown_away_in_that_test() -> None:
    size = 2**63 + 1
    assert any(by_hand_number(9, draw, 0) >= size for draw in range(20))


def test_every_move_begins_its_draws_anew() -> None:
    drawn = chance(move=1)
    first = [drawn.pick(100), drawn.pick(100)]
    drawn.begin(2)
    assert drawn.draws == []
    drawn.begin(1)
    assert [drawn.pick(100), drawn.pick(100)] == first


def test_each_call_is_recorded_with_its_size_and_result() -> None:
    drawn = chance()
    order, pick, roll = drawn.shuffle([3, 1, 2]), drawn.pick(7), drawn.roll(6)
    assert drawn.draws == [
        {"call": "shuffle", "size": 3, "result": order},
        {"call": "pick", "size": 7, "result": pick},
        {"call": "roll", "size": 6, "result": roll},
    ]


def test_a_recorded_shuffle_does_not_change_with_the_list_handed_out() -> None:
    drawn = chance()
    drawn.shuffle([3, 1, 2]).clear()
    assert len(drawn.draws[0]["result"]) == 3


@pytest.mark.parametrize(
    "other",
    [
        Chance(SECRET, match="another", contributions=CONTRIBUTIONS),
        Chance(SECRET, match=MATCH, contributions=("violets", "", "grün ☂")),
        Chance(SECRET, match=MATCH, contributions=("violets", "grün ☂", None)),
        Chance(SECRET[::-1], match=MATCH, contributions=CONTRIBUTIONS),
    ],
    ids=["match", "contribution", "order of contributions", "secret"],
)
def test_whatever_goes_in_changes_what_comes_out(other: Chance) -> None:
    mine = chance()
    assert [mine.pick(2**32) for _ in range(3)] != [other.pick(2**32) for _ in range(3)]


@pytest.mark.parametrize("call", [Chance.pick, Chance.roll])
@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_there_is_no_pick_from_nothing_or_from_more_than_there_are_numbers(
    call: Any, n: int
) -> None:
    with pytest.raises(ValueError, match="nothing to pick"):
        call(chance(), n)


@given(st.integers(1, 50), st.integers(0, 10**6))
def test_a_pick_and_a_roll_stay_in_their_range(n: int, seed: int) -> None:
    drawn = Chance.seeded(seed)
    assert 0 <= drawn.pick(n) < n
    assert 1 <= drawn.roll(n) <= n


def test_the_same_seed_gives_the_same_draws_and_another_gives_others() -> None:
    assert Chance.seeded("a").shuffle(range(20)) == Chance.seeded("a").shuffle(range(20))
    assert Chance.seeded("a").shuffle(range(20)) != Chance.seeded("b").shuffle(range(20))


def test_a_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(b"abc") == hashlib.sha256(b"abc").hexdigest()


# Scripted


def test_a_script_answers_in_order_with_bare_results() -> None:
    scripted = ScriptedChance([["b", "a"], 3, 6])
    assert scripted.shuffle(["a", "b"]) == ["b", "a"]
    assert (scripted.pick(4), scripted.roll(6)) == (3, 6)
    scripted.finish()


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(0, 1000))
def test_recorded_draws_are_a_script_of_themselves(items: list[int], seed: int) -> None:
    drawn = Chance.seeded(seed)
    results = [drawn.shuffle(items), drawn.pick(len(items)), drawn.roll(6)]
    scripted = ScriptedChance(json.loads(json.dumps(drawn.draws)))
    again = [scripted.shuffle(items), scripted.pick(len(items)), scripted.roll(6)]
    scripted.finish()
    assert again == results
    assert scripted.draws == drawn.draws


@pytest.mark.parametrize(
    ("script", "call"),
    [
        ([["a", "c"]], lambda chance: chance.shuffle(["a", "b"])),
        ([["a"]], lambda chance: chance.shuffle(["a", "b"])),
        ([["a", 1]], lambda chance: chance.shuffle(["a", "b"])),
        ([[1.0, 2]], lambda chance: chance.shuffle([1, 2])),
        ([[True, 2]], lambda chance: chance.shuffle([1, 2])),
        (["ab"], lambda chance: chance.shuffle(["a", "b"])),
        ([3], lambda chance: chance.shuffle([1, 2, 3])),
        ([4], lambda chance: chance.pick(4)),
        ([-1], lambda chance: chance.pick(4)),
        ([True], lambda chance: chance.pick(4)),
        ([1.0], lambda chance: chance.pick(4)),
        ([[1]], lambda chance: chance.pick(4)),
        ([0], lambda chance: chance.roll(6)),
        ([7], lambda chance: chance.roll(6)),
        ([{"call": "roll", "size": 6, "result": 1}], lambda chance: chance.pick(6)),
        ([{"call": "pick", "size": 6, "result": 1}], lambda chance: chance.pick(7)),
        ([{"call": "pick", "result": 1}], lambda chance: chance.pick(6)),
        ([{"call": "pick", "size": 6, "result": [1]}], lambda chance: chance.pick(6)),
    ],
)
def test_a_call_that_does_not_fit_the_script_is_refused(script: list[Any], call: Any) -> None:
    with pytest.raises(BadScript) as refused:
        call(ScriptedChance(script))
    assert refused.value.code == "misfit"


def test_a_call_after_the_end_of_the_script_is_refused() -> None:
    scripted = ScriptedChance([1])
    scripted.pick(2)
    with pytest.raises(BadScript) as refused:
        scripted.pick(2)
    assert refused.value.code == "exhausted"


def test_a_script_with_more_than_was_asked_for_is_refused() -> None:
    scripted = ScriptedChance([1, 1])
    scripted.pick(2)
    with pytest.raises(BadScript) as refused:
        scripted.finish()
    assert refused.value.code == "left_over"
