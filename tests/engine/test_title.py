"""What every title answers in the same way: seats, options, and what is no action at all."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from games.engine import BadSetup, Chance, IllegalAction, Option
from games.engine.errors import EngineError, quoted
from games.engine.table import Table
from games.engine.title import misshapen
from tests.engine.matches import toy

FORMS: dict[str, Any] = {
    "pass": {},
    "dig": {"card": str, "at": (int, int), "turned": bool},
    "pay": [{"cards": [int]}, {"cards": [int], "to": int}],
}


def refusal(action: Any) -> str | None:
    problem = misshapen(action, FORMS)
    return None if problem is None else problem.code


# The shape of actions


@pytest.mark.parametrize(
    "action",
    [
        {"do": "pass"},
        {"do": "dig", "card": "NS", "at": [3, -1], "turned": False},
        {"do": "pay", "cards": []},
        {"do": "pay", "cards": [1, 1], "to": 0},
    ],
)
def test_an_action_of_the_right_shape_is_let_through(action: Any) -> None:
    assert refusal(action) is None


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "malformed"),
        ([], "malformed"),
        ("pass", "malformed"),
        (7, "malformed"),
        ({}, "unknown_action"),
        ({"do": None}, "unknown_action"),
        ({"do": ["pass"]}, "unknown_action"),
        ({"do": "PASS"}, "unknown_action"),
        ({"do": "fly"}, "unknown_action"),
        ({"do": "pass", "now": True}, "extra_key"),
        ({"do": "pass", 3: True}, "extra_key"),
        ({"do": "dig", "card": "NS", "at": [1, 2]}, "missing_key"),
        ({"do": "pay"}, "missing_key"),
        ({"do": "pay", "to": 1}, "missing_key"),
        ({"do": "pay", "cards": [1], "from": 1}, "extra_key"),
        ({"do": "dig", "card": 1, "at": [1, 2], "turned": False}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": [1], "turned": False}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": [1, 2, 3], "turned": False}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": (1, 2), "turned": False}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": [1, 2.0], "turned": False}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": [1, True], "turned": False}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": "ab", "turned": False}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": [1, 2], "turned": 0}, "wrong_type"),
        ({"do": "dig", "card": "NS", "at": [1, 2], "turned": None}, "wrong_type"),
        ({"do": "pay", "cards": [1, "2"]}, "wrong_type"),
        ({"do": "pay", "cards": {"0": 1}}, "wrong_type"),
        ({"do": "pay", "cards": [[1]]}, "wrong_type"),
        ({"do": "pay", "cards": [float("nan")]}, "wrong_type"),
    ],
)
def test_what_does_not_look_like_an_action_is_refused(action: Any, code: str) -> None:
    assert refusal(action) == code


def test_a_wrong_key_is_named_with_the_action() -> None:
    problem = misshapen({"do": "dig", "card": "NS", "at": [1, 2]}, FORMS)
    assert problem is not None
    assert problem.message == "The action dig lacks turned."
    assert problem.facts == {"key": "turned"}


# check


def refused_by(table: Table[Any], seat: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as refused:
        toy().check(table.state, seat, action)
    return refused.value.code


def test_a_listed_action_is_accepted_and_its_like_in_python_is_not() -> None:
    table = Table(toy(), seats=3, options={"starter": "first"})
    toy().check(table.state, 0, {"do": "ask", "seat": 1})
    assert refused_by(table, 0, {"do": "ask", "seat": True}) == "wrong_type"
    assert refused_by(table, 0, {"do": "ask", "seat": 1.0}) == "wrong_type"


def test_the_order_of_keys_means_nothing() -> None:
    table = Table(toy(), seats=3, options={"starter": "first"})
    toy().check(table.state, 0, {"seat": 1, "do": "ask"})


@pytest.mark.parametrize("seat", [1, 2, 3, -1, None, True, "0"])
def test_whoever_is_not_awaited_is_told_so(seat: Any) -> None:
    table = Table(toy(), seats=3, options={"starter": "first"})
    assert refused_by(table, seat, {"do": "pass"}) == "not_awaited"


def test_when_the_match_is_over_it_is_said() -> None:
    table = Table(toy(), seats=2, options={"rounds": 1, "starter": "first"})
    for seat, verb in ((0, "pass"), (1, "pass")):
        table.submit(seat, {"do": verb})
    for seat in (0, 1):
        table.submit(seat, {"do": "vote", "for": 1})
    assert refused_by(table, 0, {"do": "vote", "for": 1}) == "match_over"


def test_a_well_formed_action_is_refused_by_the_titles_own_reason() -> None:
    table = Table(toy(), seats=3, options={"starter": "first"})
    assert refused_by(table, 0, {"do": "ask", "seat": 0}) == "no_such_seat"


# Seats and options


@pytest.mark.parametrize("seats", [0, 1, 5, -1, True, "3", None, 3.0, 10**100])
def test_a_wrong_number_of_seats_is_refused(seats: Any) -> None:
    with pytest.raises(BadSetup) as refused:
        toy().deal(seats=seats, chance=Chance.seeded(1))
    assert refused.value.code == "bad_seats"


def test_options_not_given_have_their_defaults() -> None:
    assert toy().complete_options({"rounds": 1}) == {
        "rounds": 1,
        "polite": False,
        "starter": "lot",
    }


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"rounds": 3}, "bad_option"),
        ({"rounds": True}, "bad_option"),
        ({"rounds": 1.0}, "bad_option"),
        ({"rounds": "1"}, "bad_option"),
        ({"polite": 1}, "bad_option"),
        ({"polite": None}, "bad_option"),
        ({"starter": "last"}, "bad_option"),
        ({"starter": ["lot"]}, "bad_option"),
        ({"colour": "red"}, "unknown_option"),
        ({1: 1}, "unknown_option"),
        ([("rounds", 1)], "bad_options"),
        ("rounds", "bad_options"),
    ],
)
def test_unknown_and_bad_options_are_refused_by_name(options: Any, code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        toy().deal(seats=3, options=options, chance=Chance.seeded(1))
    assert refused.value.code == code


def test_an_option_allows_its_choices_and_their_types_only() -> None:
    option = Option("rounds", "int", (0, 1), 0)
    assert option.allows(1)
    assert not option.allows(True)
    assert not option.allows([])


# Errors


def test_an_error_has_a_code_a_sentence_and_facts_and_survives_pickling() -> None:
    error = IllegalAction("no_card", "You do not hold that card.", {"card": "map"})
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.code, twin.message, twin.facts) == (error.code, str(error), {"card": "map"})
    assert isinstance(twin, EngineError)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "True"),
        (1.5, "1.5"),
        (12, "12"),
        (10**4000, "a huge number"),
        ("map", "'map'"),
        ("a\nb", "'a\\nb'"),
        ([1], "a list"),
        ({"a": 1}, "an object"),
        ("x" * 41, "'" + "x" * 40 + "'…"),
    ],
)
def test_a_value_is_quoted_briefly(value: Any, text: str) -> None:
    assert quoted(value) == text


@pytest.mark.parametrize("text", ["\ud800" * 40, "\U000e0001" * 100, "\n" * 10**6, "\0" * 40])
def test_no_text_however_strange_makes_a_long_quotation(text: str) -> None:
    assert len(quoted(text)) <= 61
    assert quoted(text).isprintable()
