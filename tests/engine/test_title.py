"""What every title answers in the same way: seats, options, and what is no action at all."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from games.engine import BadSetup, Chance, CorruptLog, IllegalAction, Option, fold
from games.engine.errors import EngineError, quoted
from games.engine.localmatch import LocalMatch
from games.engine.title import SENTENCES, misshapen
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


@pytest.mark.parametrize(
    ("action", "facts"),
    [
        ({"do": "fly"}, {"action": "'fly'"}),
        ({"do": "pass", "now": True}, {"action": "pass", "key": "'now'"}),
        ({"do": "dig", "card": "NS", "at": [1, 2]}, {"action": "dig", "key": "turned"}),
        ({"do": "pay", "to": 1}, {"action": "pay"}),
        (
            {"do": "dig", "card": "NS", "at": [1, 2], "turned": 0},
            {"action": "dig", "key": "turned", "value": "0"},
        ),
    ],
)
def test_what_is_wrong_with_an_action_is_in_the_facts(action: Any, facts: Any) -> None:
    problem = misshapen(action, FORMS)
    assert problem is not None
    assert problem.facts == facts
    assert problem.message == problem.sentence == SENTENCES[problem.code]


# check


def refused_by(table: LocalMatch[Any], seat: Any, action: Any) -> str:
    with pytest.raises(IllegalAction) as refused:
        toy().check(table.state, seat, action)
    return refused.value.code


def test_a_listed_action_is_accepted_and_its_like_in_python_is_not() -> None:
    table = LocalMatch(toy(), seats=3, options={"starter": "first"})
    toy().check(table.state, 0, {"do": "ask", "seat": 1})
    assert refused_by(table, 0, {"do": "ask", "seat": True}) == "wrong_type"
    assert refused_by(table, 0, {"do": "ask", "seat": 1.0}) == "wrong_type"


def test_the_order_of_keys_means_nothing() -> None:
    table = LocalMatch(toy(), seats=3, options={"starter": "first"})
    toy().check(table.state, 0, {"seat": 1, "do": "ask"})


@pytest.mark.parametrize("seat", [1, 2, 3, -1, None, True, "0"])
def test_whoever_is_not_awaited_is_told_so(seat: Any) -> None:
    table = LocalMatch(toy(), seats=3, options={"starter": "first"})
    assert refused_by(table, seat, {"do": "pass"}) == "not_awaited"


def test_when_the_match_is_over_it_is_said() -> None:
    table = LocalMatch(toy(), seats=2, options={"rounds": 1, "starter": "first"})
    for seat, verb in ((0, "pass"), (1, "pass")):
        table.submit(seat, {"do": verb})
    for seat in (0, 1):
        table.submit(seat, {"do": "vote", "for": 1})
    assert refused_by(table, 0, {"do": "vote", "for": 1}) == "match_over"


def test_a_well_formed_action_is_refused_by_the_titles_own_reason() -> None:
    table = LocalMatch(toy(), seats=3, options={"starter": "first"})
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


# Rules by number


def test_a_match_is_dealt_by_the_newest_rules_if_none_are_named() -> None:
    options = {"starter": "first"}
    newest, _dealt = toy().deal(seats=3, options=options, chance=Chance.seeded(1))
    first, _dealt = toy().deal(seats=3, options=options, chance=Chance.seeded(1), rules=1)
    assert (newest.to_json()["rules"], toy().version) == (2, 2)
    assert "rules" not in first.to_json()
    assert fold(toy(), [first]).rules == 1
    assert list(toy().known_rules) == [1, 2]


@pytest.mark.parametrize("rules", [0, 3, -1, True, "1", 1.0])
def test_rules_that_are_not_known_are_refused(rules: Any) -> None:
    with pytest.raises(BadSetup) as refused:
        toy().deal(seats=3, chance=Chance.seeded(1), rules=rules)
    assert refused.value.code == "unknown_rules"


def test_the_options_are_those_of_the_rules() -> None:
    once, twice = (Option("rounds", "int", tuple(range(1, last)), 1) for last in (3, 5))
    polite = Option("polite", "bool", (False, True), False)
    title = replace(toy(), version=4, options=(twice, polite), former_options={2: (once,)})
    assert title.options_under(1) == title.options_under(2) == (once,)
    assert title.options_under(3) == title.options_under() == (twice, polite)
    assert title.complete_options({}, rules=2) == {"rounds": 1}
    assert title.complete_options({"rounds": 4}) == {"rounds": 4, "polite": False}
    with pytest.raises(BadSetup, match="one of 1, 2, not 4"):
        title.complete_options({"rounds": 4}, rules=1)
    with pytest.raises(BadSetup, match="no option 'polite'"):
        title.complete_options({"polite": True}, rules=2)


def test_an_option_allows_its_choices_and_their_types_only() -> None:
    option = Option("rounds", "int", (0, 1), 0)
    assert option.allows(1)
    assert not option.allows(True)
    assert not option.allows([])


# Errors


def test_an_error_has_a_code_a_message_and_facts_and_survives_pickling() -> None:
    error = CorruptLog("empty_pile", "a card is drawn from an empty pile", {"move": 7})
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.code, twin.message, twin.facts) == (error.code, str(error), {"move": 7})
    assert isinstance(twin, EngineError)


def test_a_refusal_survives_pickling_with_its_sentence() -> None:
    error = IllegalAction("no_card", "You do not hold that card: {card}.", {"card": "map"})
    twin = pickle.loads(pickle.dumps(error))
    assert twin.message == str(error) == "You do not hold that card: map."
    assert (twin.code, twin.sentence, twin.facts) == (error.code, error.sentence, error.facts)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ("map", "map"),
        (3, "3"),
        ([6, -1], "6, -1"),
        ([10**4000, 1], "a huge number, 1"),
        (["pick", "lamp"], "pick, lamp"),
        (("red",), "red"),
        ([], ""),
    ],
)
def test_a_message_is_the_sentence_with_its_facts_in_plain_english(fact: Any, text: str) -> None:
    assert IllegalAction("no", "Not {it}.", {"it": fact}).message == f"Not {text}."


def test_facts_that_a_sentence_does_not_name_are_kept_beside_it() -> None:
    error = IllegalAction("no", "Not there.", {"place": [1, 2]})
    assert (error.message, error.facts) == ("Not there.", {"place": [1, 2]})


def test_braces_in_a_fact_mean_nothing() -> None:
    nasty = "{card} {0} {__class__} {"
    assert IllegalAction("no", "Not {it}.", {"it": nasty}).message == f"Not {nasty}."


def test_a_sentence_that_names_a_fact_which_is_not_given_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        IllegalAction("no", "Not {it}.", {"that": 1})


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
