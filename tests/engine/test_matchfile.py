"""Match files: written and read as twins, copied for one reader, refused when they are not one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from games.engine import UNKNOWN, BadMatchFile, CorruptLog, EngineError, Event, event
from games.engine.matchfile import (
    DEEPEST,
    LARGEST_TEXT,
    PIECES,
    Fairness,
    MatchFile,
    read,
    write,
)
from games.engine.verify import replay
from tests.engine.matches import match_file, played


@event("foreign.happened")
class Happened(Event):
    """An event of another title."""


def document(**changes: Any) -> dict[str, Any]:
    """A match file as plain JSON, to be bent."""
    data: dict[str, Any] = json.loads(write(match_file()))
    return data | changes


def refusal(text: str | bytes | dict[str, Any]) -> EngineError:
    with pytest.raises((BadMatchFile, CorruptLog)) as refused:
        read(json.dumps(text) if isinstance(text, dict) else text)
    error: EngineError = refused.value
    assert "\n" not in error.message
    assert len(error.message) <= 200
    return error


# Twins


def test_what_is_written_is_read_again() -> None:
    file = match_file()
    assert read(write(file)) == file
    assert read(write(file).encode()) == file


def test_every_readers_copy_is_read_again() -> None:
    for reader in (None, 0, 1, 2):
        copy = match_file().copy_for(reader)
        assert read(write(copy)) == copy


def test_writing_is_the_same_every_time() -> None:
    assert write(read(write(match_file()))) == write(match_file())


def test_a_file_has_one_move_a_line() -> None:
    lines = write(match_file()).splitlines()
    moves = [line for line in lines if line.startswith('{"number":')]
    assert len(moves) == len(match_file().moves)


def test_options_left_out_have_their_defaults() -> None:
    data = document()
    del data["options"]
    data["moves"][0]["action"]["options"] = {}
    assert dict(read(json.dumps(data)).options) == {"rounds": 2, "polite": False, "starter": "lot"}


def test_a_file_from_before_rules_were_logged_is_by_rules_1() -> None:
    data = document(version=1)
    del data["moves"][0]["events"][0]["rules"]
    file = read(json.dumps(data))
    assert file.version == replay(file).rules == 1
    assert json.loads(write(file))["moves"][0] == data["moves"][0]


def test_a_file_says_the_same_rules_as_its_log() -> None:
    error = refusal(document(version=1))
    assert (error.code, error.message) == ("wrong_rules", "move 0 says rules 2, the file version 1")


def test_options_of_rules_that_are_not_known_are_taken_as_they_are() -> None:
    data = document(version=3, options={"weather": "fair"})
    data["moves"][0]["action"]["options"] = data["options"]
    data["moves"][0]["events"][0]["rules"] = 3
    assert dict(read(json.dumps(data)).options) == {"weather": "fair"}


def test_fairness_draws_digests_and_times_may_be_left_out() -> None:
    data = document()
    del data["fairness"], data["perspective"]
    for move in data["moves"]:
        del move["draws"], move["digest"]
    file = read(json.dumps(data))
    assert file.perspective == "full"
    assert file.fairness is None
    assert replay(file) == played().state


def test_a_match_that_is_not_over_keeps_its_secret_to_itself() -> None:
    file = match_file()
    assert file.fairness is not None
    running = replace(file, fairness=replace(file.fairness, secret=None))
    assert "secret" not in json.loads(write(running))["fairness"]
    assert read(write(running)) == running


# Copies


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_a_copy_holds_no_secret_no_draw_and_no_action_of_others(reader: int | None) -> None:
    copy = match_file().copy_for(reader)
    assert isinstance(copy.fairness, Fairness)
    assert copy.fairness.secret is None
    assert all(move.draws is UNKNOWN for move in copy.moves)
    others = [m for m in copy.moves if m.seat is not None and m.seat != reader]
    assert all(move.action is UNKNOWN for move in others)


def test_a_copy_says_whose_it_is() -> None:
    assert match_file().copy_for(2).perspective == 2
    assert match_file().copy_for(None).perspective == "spectator"


def test_a_copy_may_be_copied_for_the_same_reader_again() -> None:
    copy = match_file().copy_for(1)
    assert copy.copy_for(1) == copy


@pytest.mark.parametrize(("mine", "wanted"), [(1, 2), (1, None), (None, 1)])
def test_nobody_elses_copy_can_be_made_from_a_copy(mine: int | None, wanted: int | None) -> None:
    with pytest.raises(BadMatchFile) as refused:
        match_file().copy_for(mine).copy_for(wanted)
    assert refused.value.code == "wrong_copy"


def test_a_copy_folds_to_what_its_reader_knew() -> None:
    table = played()
    for reader, known in table.known.items():
        assert replay(table.file().copy_for(reader)) == known


# Refusals


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("not json", "not_json"),
        ("{", "not_json"),
        ("null", "not_a_match_file"),
        ("[]", "not_a_match_file"),
        ("{}", "not_a_match_file"),
        ('{"format": "other"}', "not_a_match_file"),
        ('{"format": ["adit-match"]}', "not_a_match_file"),
        (b"\xff\xfe", "not_text"),
        ("[" * (DEEPEST + 1), "too_deep"),
        ("[" * 1_000_000, "too_deep"),
        ('{"a":' * 100_000, "too_deep"),
        (" " * (LARGEST_TEXT + 1), "too_large"),
        ('{"format": NaN}', "bad_number"),
        ('{"format": -Infinity}', "bad_number"),
        ('{"format": 1.0}', "bad_number"),
        ('{"format": 1e400}', "bad_number"),
        ('{"format": ' + "9" * 5000 + "}", "not_json"),
        ('{"format": "\\ud800"}', "not_text"),
        ('{"\\udfff": 1}', "not_text"),
        ('{"format": "\ud800"}', "not_text"),
        ('\ufeff{"format": "adit-match"}', "not_json"),
        ('{"format": "a\nb"}', "not_json"),
        ("\x00", "not_json"),
    ],
)
def test_a_text_that_is_no_match_file_is_refused(text: str | bytes, code: str) -> None:
    assert refusal(text).code == code


def test_brackets_within_texts_are_not_nesting() -> None:
    assert refusal(json.dumps({"format": "[" * 1000 + '\\"{' * 1000})).code == "not_a_match_file"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format_version": 2}, "unknown_format"),
        ({"format_version": None}, "unknown_format"),
        ({"format_version": "1"}, "unknown_format"),
        ({"comment": "hello"}, "unknown_field"),
        ({"title": "chess"}, "unknown_title"),
        ({"title": None}, "bad_field"),
        ({"title": "?"}, "unknown_title"),
        ({"title": "x" * 1_000_000}, "unknown_title"),
        ({"title": "\u200b" * 40}, "unknown_title"),
        ({"version": 0}, "bad_field"),
        ({"version": -1}, "bad_field"),
        ({"version": True}, "bad_field"),
        ({"version": 10**4000}, "bad_field"),
        ({"seats": 1}, "bad_seats"),
        ({"seats": 5}, "bad_seats"),
        ({"seats": True}, "bad_field"),
        ({"seats": "3"}, "bad_field"),
        ({"seats": 2}, "wrong_deal"),
        ({"options": []}, "bad_field"),
        ({"options": {"colour": 1}}, "unknown_option"),
        ({"options": {"rounds": 3}}, "bad_option"),
        ({"options": {"rounds": True}}, "bad_option"),
        ({"options": {"polite": 0}}, "bad_option"),
        ({"options": {"rounds": 1}}, "wrong_deal"),
        ({"perspective": 3}, "bad_field"),
        ({"perspective": -1}, "bad_field"),
        ({"perspective": True}, "bad_field"),
        ({"perspective": "seat 1"}, "bad_field"),
        ({"perspective": None}, "bad_field"),
        ({"moves": []}, "no_moves"),
        ({"moves": {}}, "bad_field"),
        ({"moves": [None]}, "not_a_move"),
        ({"fairness": []}, "bad_field"),
        ({"fairness": {}}, "missing_field"),
    ],
)
def test_a_wrong_field_is_refused(changes: dict[str, Any], code: str) -> None:
    assert refusal(document(**changes)).code == code


@pytest.mark.parametrize("key", ["title", "version", "seats", "moves"])
def test_a_missing_field_is_refused_by_name(key: str) -> None:
    data = document()
    del data[key]
    error = refusal(data)
    assert error.code == "missing_field"
    assert key in error.message


@pytest.mark.parametrize(
    "changes",
    [
        {"match": None},
        {"commitment": "xyz"},
        {"commitment": None},
        {"secret": "abc"},
        {"secret": 1},
        {"contributions": []},
        {"contributions": [None, None, 1]},
        {"contributions": [None, None, "x" * 201]},
        {"contributions": "abc"},
        {"salt": ""},
    ],
)
def test_a_wrong_fairness_record_is_refused(changes: dict[str, Any]) -> None:
    data = document()
    data["fairness"] |= changes
    assert refusal(data).code == "bad_field"


def bent_move(number: int, /, **changes: Any) -> dict[str, Any]:
    data = document()
    data["moves"][number] |= changes
    return data


def deal(**changes: Any) -> dict[str, Any]:
    options = {"rounds": 2, "polite": False, "starter": "lot"}
    return {"do": "deal", "seats": 3, "options": options} | changes


@pytest.mark.parametrize(
    ("number", "changes", "code"),
    [
        (1, {"number": 2}, "wrong_number"),
        (1, {"by": "deal", "seat": None}, "wrong_deal"),
        (0, {"by": "clock"}, "wrong_deal"),
        (0, {"action": {"do": "deal"}}, "wrong_deal"),
        (0, {"action": "?"}, "wrong_deal"),
        (0, {"action": deal(seats=4)}, "wrong_deal"),
        (0, {"action": deal(options={"rounds": 1})}, "wrong_deal"),
        (
            0,
            {"action": deal(options={"rounds": 2, "polite": 0, "starter": "lot"})},
            "wrong_deal",
        ),
        (1, {"seat": 3}, "no_such_seat"),
        (1, {"events": [{"type": "nowhere.happened"}]}, "unknown_event"),
        (1, {"events": [{"type": "foreign.happened"}]}, "foreign_event"),
    ],
)
def test_a_move_that_does_not_fit_the_file_is_refused(
    number: int, changes: dict[str, Any], code: str
) -> None:
    assert refusal(bent_move(number, **changes)).code == code


def test_moves_cannot_be_swapped_or_left_out() -> None:
    data = document()
    moves = data["moves"]
    assert refusal(data | {"moves": [moves[0], moves[2], moves[1]]}).code == "wrong_number"
    assert refusal(data | {"moves": moves[1:]}).code == "wrong_number"


@pytest.mark.parametrize("part", [n / 20 for n in range(20)])
def test_a_file_that_is_cut_short_is_refused(part: float) -> None:
    text = write(match_file())
    assert refusal(text[: int(len(text) * part)]).code == "not_json"


def test_a_log_that_contradicts_itself_is_refused_when_it_is_folded() -> None:
    data = document()
    data["moves"][1] = {
        "number": 1,
        "seat": 1,
        "by": "bot",
        "action": {"do": "show"},
        "events": [{"type": "toy.shown", "seat": 99, "to": 0, "number": 1}],
    }
    file: MatchFile = read(json.dumps(data))
    with pytest.raises(CorruptLog, match=r"move 1: toy.shown does not fit") as refused:
        replay(file)
    assert refused.value.code == "impossible_event"


# The look at its depth reads a text once


def steps_over(text: str) -> tuple[int, int]:
    """How often the pattern is tried, and how many characters those tries have read."""
    at = tries = read_so_far = 0
    while at < len(text):
        piece = PIECES.match(text, at)
        tries += 1
        read_so_far += len(piece[0]) if piece else len(text) - at  # a string that never ends
        at = piece.end() if piece else at + 1
    return tries, read_so_far


@pytest.mark.parametrize(
    "unit", ['"\\"', '"', "\\", '\\"', '"\\\\"', "[", "{}", "a", '""', '"\\', '"a\n', '["\\']
)
@pytest.mark.parametrize("end", ["", '"', "\\", "]"])
def test_no_text_is_read_twice_to_see_how_deep_it_is(unit: str, end: str) -> None:
    text = unit * 500 + end
    tries, read_so_far = steps_over(text)
    assert read_so_far == len(text)
    assert tries <= len(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('["' + "[" * 50 + '"]', "not_a_match_file"),  # brackets in a string are none
        ('["\\"' + "[" * 50 + '"]', "not_a_match_file"),
        ('["\\\\"' + "[" * 50, "too_deep"),
        ('"\\"' * 300_000, "not_json"),
    ],
)
def test_brackets_count_outside_strings_alone(text: str, code: str) -> None:
    assert refusal(text).code == code
