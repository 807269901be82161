"""Moves: their JSON, their digests, and what each reader is shown of them."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import replace
from typing import Any

import pytest

from games.engine import UNKNOWN, CorruptLog, Move, Title, fold, redact_move
from games.engine.canonical import canonical_json
from games.engine.log import advance, chain_key, chained, digest, events_of
from tests.engine.matches import played, toy

SECRET = b"a secret"
MATCH = "abcdefghij"


def some_move(**changes: Any) -> Move:
    voted = next(move for move in played().moves if move.events[0].type == "toy.voted")
    return replace(voted, **changes)


# What a reader is shown


def test_an_action_is_read_by_the_seat_that_made_it_and_nobody_else() -> None:
    move = some_move()
    assert redact_move(move, move.seat).action == move.action
    for reader in {None, 0, 1, 2} - {move.seat}:
        assert redact_move(move, reader).action is UNKNOWN


def test_the_deals_and_the_clocks_actions_are_read_by_all() -> None:
    deal = played().moves[0]
    lapse = Move(number=1, seat=None, by="clock", action={"do": "lapse"}, events=())
    for reader in (None, 0, 1):
        assert redact_move(deal, reader).action == deal.action
        assert redact_move(lapse, reader).action == {"do": "lapse"}


def test_nobody_reads_the_draws() -> None:
    deal = played().moves[0]
    assert deal.draws
    for reader in (None, 0, 1, 2):
        told = redact_move(deal, reader)
        assert told.draws is UNKNOWN
        assert told.to_json()["draws"] == "?"


def test_a_move_without_a_record_of_draws_keeps_none() -> None:
    assert redact_move(some_move(draws=None), None).draws is None


def test_a_move_without_draws_looks_like_any_other_to_a_reader() -> None:
    """Whether chance was asked must not be told where its answers are secret."""
    assert redact_move(some_move(draws=()), None).draws is UNKNOWN


def test_events_are_shown_as_the_reader_may_read_them() -> None:
    move = some_move()
    told: Any = redact_move(move, None).events[0]
    assert told.choice is UNKNOWN
    assert redact_move(move, move.seat).events[0] == move.events[0]


def test_redacting_a_move_twice_changes_nothing() -> None:
    for move in played().moves:
        for reader in (None, 0, 1, 2):
            told = redact_move(move, reader)
            assert redact_move(told, reader) == told


def test_a_fold_of_a_seats_copy_is_what_the_seat_knew() -> None:
    table = played()
    for reader, known in table.known.items():
        copy = [redact_move(move, reader) for move in table.moves]
        assert fold(toy(), events_of(copy)) == known
    assert fold(toy(), events_of(table.moves)) == table.state


# JSON


def test_every_move_and_every_copy_of_it_survives_json() -> None:
    for move in chained(played().moves, secret=SECRET, match=MATCH):
        for told in (move, redact_move(move, 0), replace(move, at="2024-05-01T12:00:00Z")):
            assert Move.from_json(json.loads(json.dumps(told.to_json()))) == told


def test_a_move_without_draws_digest_and_time_is_written_without_them() -> None:
    data = some_move(draws=None).to_json()
    assert data.keys() == {"number", "seat", "by", "action", "events"}
    assert Move.from_json(data) == some_move(draws=None)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"number": -1}, "bad_field"),
        ({"number": True}, "bad_field"),
        ({"number": 2**60}, "bad_field"),
        ({"seat": -1}, "bad_field"),
        ({"seat": "0"}, "bad_field"),
        ({"seat": True}, "bad_field"),
        ({"seat": None}, "bad_field"),
        ({"seat": 1, "by": "deal"}, "bad_field"),
        ({"seat": 1, "by": "clock"}, "bad_field"),
        ({"by": "ghost"}, "bad_field"),
        ({"by": None}, "bad_field"),
        ({"by": []}, "bad_field"),
        ({"action": None}, "bad_field"),
        ({"action": "pass"}, "bad_field"),
        ({"action": [{"do": "pass"}]}, "bad_field"),
        ({"events": None}, "bad_field"),
        ({"events": {}}, "bad_field"),
        ({"events": [None]}, "not_an_event"),
        ({"draws": {}}, "bad_field"),
        ({"draws": [1]}, "bad_field"),
        ({"draws": [{"call": "pick", "size": 1}]}, "bad_field"),
        ({"at": 1}, "bad_field"),
        ({"at": "x" * 101}, "bad_field"),
        ({"digest": 1}, "bad_field"),
        ({"notes": "extra"}, "unknown_field"),
    ],
)
def test_what_is_not_a_move_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(CorruptLog) as refused:
        Move.from_json(some_move().to_json() | changes)
    assert refused.value.code == code


@pytest.mark.parametrize("key", ["number", "by", "action", "events"])
def test_a_move_lacks_a_field(key: str) -> None:
    data = some_move().to_json()
    del data[key]
    with pytest.raises(CorruptLog) as refused:
        Move.from_json(data)
    assert refused.value.code == "missing_field"


# Digests


def by_hand_chain(moves: list[dict[str, Any]]) -> list[str]:
    """The chain as the contract describes it, with nothing of the engine."""
    key = hmac.new(SECRET, b'["chain","abcdefghij"]', hashlib.sha256).digest()
    digests, previous = [], ""
    for move in moves:
        text = json.dumps(move, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        previous = hmac.new(key, (previous + text).encode(), hashlib.sha256).hexdigest()
        digests.append(previous)
    return digests


def test_digests_are_chained_hmacs_of_the_moves() -> None:
    moves = played().moves
    digests = [move.digest for move in chained(moves, secret=SECRET, match=MATCH)]
    assert digests == by_hand_chain([move.to_json() for move in moves])


def test_a_digest_vouches_for_every_move_before_it() -> None:
    moves = played().moves
    other = [replace(moves[0], at="2024-05-01T12:00:00Z"), *moves[1:]]
    one, two = (chained(log, secret=SECRET, match=MATCH) for log in (moves, other))
    assert all(a.digest != b.digest for a, b in zip(one, two, strict=True))


def test_a_digest_does_not_depend_on_the_digest_a_move_carries() -> None:
    key, move = chain_key(SECRET, MATCH), some_move()
    assert digest(key, "", move) == digest(key, "", replace(move, digest="0" * 64))


def test_without_the_secret_a_guess_at_a_move_cannot_be_tested() -> None:
    move = some_move()
    digests = {digest(chain_key(secret, MATCH), "", move) for secret in (SECRET, b"a guess", b"")}
    assert len(digests) == 3


# Canonical JSON


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}'),
        ('grün \n"', '"grün \\n\\""'),
        ({"10": 1, "9": 2}, '{"10":1,"9":2}'),
        ([], "[]"),
    ],
)
def test_there_is_one_way_to_write_a_value(value: Any, text: str) -> None:
    assert canonical_json(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_cannot_be_written(value: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(value)


# Folding a log that nobody vouches for


def test_a_move_is_folded_event_by_event() -> None:
    moves, state = played().moves, toy().initial()
    for move in moves:
        advance(toy(), state, move)
    assert state == fold(toy(), events_of(moves))


def test_a_log_that_contradicts_itself_is_refused_at_the_move_where_it_does() -> None:
    contradiction = CorruptLog(
        "contradiction", "the log says 2 where it said 1 before", {"seat": 1}
    )
    with pytest.raises(CorruptLog) as refused:
        advance(raising(contradiction), toy().initial(), some_move(number=7))
    assert refused.value.code == "contradiction"
    assert refused.value.message == "move 7: the log says 2 where it said 1 before"
    assert refused.value.facts == {"seat": 1, "move": 7}


def test_whatever_an_event_trips_in_a_title_is_a_corrupt_log() -> None:
    with pytest.raises(CorruptLog) as refused:
        advance(raising(IndexError()), toy().initial(), some_move(number=7))
    assert refused.value.code == "impossible_event"
    assert refused.value.message == "move 7: toy.voted does not fit what came before"
    assert refused.value.facts == {"move": 7}


def raising(error: Exception) -> Title[Any]:
    """A title whose `evolve` raises this."""

    def evolve(state: Any, event: Any) -> None:
        raise error

    return replace(toy(), evolve=evolve)
