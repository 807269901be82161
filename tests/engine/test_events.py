"""Events: audiences, what each reader is shown, and the codec."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Annotated, Any, Literal, NewType, Optional, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import (
    EACH,
    NOBODY,
    PUBLIC,
    SEAT,
    SEATS,
    UNKNOWN,
    BadTitle,
    Chance,
    CorruptLog,
    Event,
    Maybe,
    Seat,
    event,
    redact,
    titles,
)
from games.engine.events import LARGEST_INT, event_types, redact_json
from games.engine.localmatch import LocalMatch
from games.engine.selfplay import play

Code = NewType("Code", str)

# Where a type is handed on as a value, mypy wants it by a name of its own.
MaybeInt: TypeAlias = Maybe[int]
MaybePair: TypeAlias = Maybe[tuple[int, int]]
MaybeSeat: TypeAlias = Maybe[Seat]
MaybeStr: TypeAlias = Maybe[str]


@event("sample.everything")
class Everything(Event):
    """One field of every audience, and of every type that a field may have."""

    seat: Annotated[Seat, PUBLIC]
    seats: Annotated[tuple[Seat, ...], PUBLIC]
    text: Annotated[str, PUBLIC]
    number: Annotated[int, PUBLIC]
    flag: Annotated[bool, PUBLIC]
    code: Annotated[Code, PUBLIC]
    kind: Annotated[Literal["red", "blue", 3], PUBLIC]
    maybe_none: Annotated[int | None, PUBLIC]
    also_none: Annotated[Optional[str], PUBLIC]  # noqa: UP045 - the older spelling must work too
    cell: Annotated[tuple[int, int], PUBLIC]
    cells: Annotated[tuple[tuple[int, int], ...], PUBLIC]
    mine: Annotated[Maybe[str], SEAT("seat")]
    ours: Annotated[Maybe[int], SEATS("seats")]
    dealt: Annotated[tuple[Maybe[int], ...], EACH]
    hands: Annotated[tuple[tuple[Maybe[str], ...], ...], EACH]
    pile: Annotated[tuple[Maybe[str], ...], NOBODY]
    grid: Annotated[tuple[tuple[Maybe[int], Maybe[bool]], ...], NOBODY]
    gone: Annotated[Maybe[int | None], NOBODY]


@event("sample.grown")
class Grown(Event):
    """An old event type that was given new fields later."""

    old: Annotated[int, PUBLIC]
    new: Annotated[str, PUBLIC] = "as it was before"
    newer: Annotated[tuple[Maybe[int], ...], NOBODY] = ()


@event("sample.unowned")
class Unowned(Event):
    """Secrets of a seat, or of seats, of which there may be none."""

    seat: Annotated[Seat | None, PUBLIC]
    seats: Annotated[tuple[Seat | None, ...], PUBLIC]
    mine: Annotated[Maybe[str], SEAT("seat")]
    ours: Annotated[tuple[Maybe[int], ...], SEATS("seats")]


@event("sample.bare")
class Bare(Event):
    pass


texts = st.text(max_size=5).filter(lambda text: text != "?")
numbers = st.integers(-LARGEST_INT, LARGEST_INT)
seats = st.integers(0, 3)


def lists(entries: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(entries, max_size=4).map(tuple)


everything = st.builds(
    Everything,
    seat=seats,
    seats=lists(seats),
    text=texts,
    number=numbers,
    flag=st.booleans(),
    code=texts,
    kind=st.sampled_from(["red", "blue", 3]),
    maybe_none=st.none() | numbers,
    also_none=st.none() | texts,
    cell=st.tuples(numbers, numbers),
    cells=lists(st.tuples(numbers, numbers)),
    mine=texts,
    ours=numbers,
    dealt=lists(numbers),
    hands=lists(lists(texts)),
    pile=lists(texts),
    grid=lists(st.tuples(numbers, st.booleans())),
    gone=st.none() | numbers,
)
readers = st.none() | seats


def sample(**changes: Any) -> Everything:
    values: dict[str, Any] = {
        "seat": 1,
        "seats": (0, 2),
        "text": "t",
        "number": 7,
        "flag": True,
        "code": "c",
        "kind": "red",
        "maybe_none": None,
        "also_none": None,
        "cell": (3, -1),
        "cells": ((0, 0),),
        "mine": "secret",
        "ours": 5,
        "dealt": (10, 11, 12),
        "hands": (("a", "b"), ("c",), ()),
        "pile": ("x", "y"),
        "grid": ((1, True), (2, False)),
        "gone": None,
    }
    return Everything(**(values | changes))


def shape(value: Any) -> Any:
    return [shape(entry) for entry in value] if isinstance(value, tuple) else None


# Audiences


def test_a_public_field_is_read_by_all() -> None:
    for reader in (None, 0, 1, 2):
        assert redact(sample(), reader).cells == ((0, 0),)


def test_nobody_reads_a_field_for_nobody_and_its_shape_remains() -> None:
    for reader in (None, 0, 1, 2):
        told = redact(sample(), reader)
        assert told.pile == (UNKNOWN, UNKNOWN)
        assert told.grid == ((UNKNOWN, UNKNOWN), (UNKNOWN, UNKNOWN))
        assert told.gone is UNKNOWN


def test_a_seats_own_field_is_read_by_that_seat_alone() -> None:
    assert redact(sample(), 1).mine == "secret"
    assert all(redact(sample(), reader).mine is UNKNOWN for reader in (None, 0, 2))


def test_a_field_for_several_seats_is_read_by_those_seats_alone() -> None:
    assert [redact(sample(), reader).ours for reader in (0, 2)] == [5, 5]
    assert all(redact(sample(), reader).ours is UNKNOWN for reader in (None, 1, 3))


@pytest.mark.parametrize("reader", [None, 0, 1])
def test_a_secret_of_nobody_is_not_shown_to_spectators(reader: Seat | None) -> None:
    full = Unowned(None, (Seat(1), None), "secret", (5, 6))
    told = redact(full, reader)
    assert told.mine is UNKNOWN
    assert told.ours == ((5, 6) if reader == 1 else (UNKNOWN, UNKNOWN))
    assert redact_json(full.to_json(), reader) == told.to_json()


def test_a_list_for_each_shows_every_seat_its_own_entry() -> None:
    assert redact(sample(), 1).dealt == (UNKNOWN, 11, UNKNOWN)
    assert redact(sample(), 1).hands == ((UNKNOWN, UNKNOWN), ("c",), ())
    assert redact(sample(), 3).dealt == (UNKNOWN,) * 3
    assert redact(sample(), None).dealt == (UNKNOWN,) * 3


@settings(max_examples=15)
@given(everything, readers)
def test_redacting_keeps_type_and_shape_and_never_invents(full: Everything, reader: Any) -> None:
    told = redact(full, reader)
    assert type(told) is Everything
    for name in Everything.audiences:
        one, other = getattr(told, name), getattr(full, name)
        assert shape(one) == shape(other)


@settings(max_examples=15)
@given(everything, readers)
def test_redacting_twice_changes_nothing(full: Everything, reader: Any) -> None:
    told = redact(full, reader)
    assert redact(told, reader) == told


@settings(max_examples=15)
@given(everything, readers)
def test_what_a_spectator_reads_any_seat_reads(full: Everything, reader: Any) -> None:
    assert redact(redact(full, reader), None) == redact(full, None)


def test_an_event_without_secrets_is_not_copied() -> None:
    grown = Bare()
    assert redact(grown, None) is grown


def test_audiences_are_written_as_the_contract_writes_them() -> None:
    written = {str(audience) for audience in Everything.audiences.values()}
    assert written == {"PUBLIC", "NOBODY", "EACH", 'SEAT("seat")', 'SEATS("seats")'}


def test_an_event_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        sample().number = 8  # type: ignore[misc]  # what is tested
    with pytest.raises((AttributeError, TypeError)):
        sample().other = 8  # type: ignore[attr-defined]  # what is tested


# What is refused when a title is loaded


def refused(**annotations: Any) -> BadTitle:
    """The error that an event class with these fields raises."""
    with pytest.raises(BadTitle) as caught:
        event("sample.refused")(type("Refused", (Event,), {"__annotations__": annotations}))
    assert "sample.refused" not in event_types("sample.")
    return caught.value


def test_a_field_without_an_audience_fails_when_the_module_is_loaded() -> None:
    error = refused(seat=Annotated[Seat, PUBLIC], card=str)
    assert error.code == "no_audience"
    assert "sample.refused.card" in error.message


def test_a_field_with_two_audiences_fails_when_the_module_is_loaded() -> None:
    assert refused(card=Annotated[str, PUBLIC, NOBODY]).code == "no_audience"


def test_an_annotation_that_is_no_audience_does_not_count_as_one() -> None:
    assert refused(card=Annotated[str, "PUBLIC"]).code == "no_audience"


@pytest.mark.parametrize("audience", [SEAT("nowhere"), SEATS("nowhere"), SEAT("hidden")])
def test_an_audience_must_name_a_public_field(audience: Any) -> None:
    error = refused(hidden=Annotated[MaybeSeat, NOBODY], card=Annotated[MaybeStr, audience])
    assert error.code == "bad_audience"


def test_one_seat_and_a_list_of_seats_are_not_confused() -> None:
    one, many = Annotated[Seat, PUBLIC], Annotated[tuple[Seat, ...], PUBLIC]
    assert refused(of=many, card=Annotated[MaybeStr, SEAT("of")]).code == "bad_audience"
    assert refused(of=one, card=Annotated[MaybeStr, SEATS("of")]).code == "bad_audience"


@pytest.mark.parametrize("kind", [MaybeInt, tuple[MaybeInt, MaybeInt]])
def test_each_needs_a_list_with_an_entry_for_every_seat(kind: Any) -> None:
    assert refused(card=Annotated[kind, EACH]).code == "bad_audience"


@pytest.mark.parametrize(
    ("kind", "audience"),
    [
        (str, NOBODY),
        (tuple[int, ...], NOBODY),
        (tuple[int, ...], EACH),
        (MaybePair, NOBODY),
        (tuple[MaybeInt, int], NOBODY),
        (tuple[MaybeStr, ...] | None, NOBODY),
    ],
)
def test_a_secret_that_could_not_be_hidden_fails_when_the_module_is_loaded(
    kind: Any, audience: Any
) -> None:
    assert refused(card=Annotated[kind, audience]).code == "bad_audience"


@pytest.mark.parametrize("kind", [MaybeInt, tuple[MaybeInt, ...]])
def test_a_public_field_cannot_hold_an_unknown_value(kind: Any) -> None:
    assert refused(card=Annotated[kind, PUBLIC]).code == "bad_field"


@pytest.mark.parametrize("kind", [float, dict[str, int], list[int], int | str, Any, object])
def test_a_type_that_json_does_not_keep_is_refused(kind: Any) -> None:
    assert refused(card=Annotated[kind, PUBLIC]).code == "bad_field"


def test_a_field_cannot_be_called_type() -> None:
    assert refused(type=Annotated[str, PUBLIC]).code == "bad_field"


def test_an_event_type_belongs_to_one_module() -> None:
    with pytest.raises(BadTitle) as caught:
        event("sample.bare")(type("Bare", (Event,), {"__module__": "elsewhere"}))
    assert caught.value.code == "type_taken"
    assert event_types("sample.bare") == {"sample.bare": Bare}


# The codec


@settings(max_examples=15)
@given(everything)
def test_json_there_and_back_changes_nothing(full: Everything) -> None:
    assert Event.from_json(json.loads(json.dumps(full.to_json()))) == full


@settings(max_examples=15)
@given(everything, readers)
def test_a_readers_copy_survives_json_too(full: Everything, reader: Any) -> None:
    told = redact(full, reader)
    assert Event.from_json(json.loads(json.dumps(told.to_json()))) == told


def test_unknown_is_a_question_mark_in_json() -> None:
    data = redact(sample(), None).to_json()
    assert data["type"] == "sample.everything"
    assert (data["mine"], data["hands"]) == ("?", [["?", "?"], ["?"], []])


def test_a_question_mark_cannot_be_written_as_a_real_value() -> None:
    with pytest.raises(CorruptLog):
        sample(text="?").to_json()


@pytest.mark.parametrize("key", ["text", "code", "kind", "also_none", "seat", "number", "flag"])
def test_a_question_mark_is_refused_in_a_public_field(key: str) -> None:
    with pytest.raises(CorruptLog):
        Event.from_json(sample().to_json() | {key: "?"})


@pytest.mark.parametrize(
    ("key", "bad"),
    [
        ("seat", -1),
        ("seat", 100),
        ("seat", True),
        ("seat", 1.0),
        ("seats", 1),
        ("seats", [0, None]),
        ("text", 1),
        ("text", None),
        ("number", True),
        ("number", 1.0),
        ("number", LARGEST_INT + 1),
        ("number", -LARGEST_INT - 1),
        ("number", "1"),
        ("flag", 1),
        ("flag", "true"),
        ("kind", "green"),
        ("kind", True),
        ("kind", []),
        ("maybe_none", False),
        ("cell", [1]),
        ("cell", [1, 2, 3]),
        ("cell", "ab"),
        ("cells", [[1, 2], [3]]),
        ("cells", {}),
        ("mine", None),
        ("dealt", "?"),
        ("pile", "?"),
        ("pile", ["x", 1]),
        ("grid", [["?"]]),
    ],
)
def test_a_value_that_is_not_of_its_fields_type_is_refused(key: str, bad: Any) -> None:
    with pytest.raises(CorruptLog) as caught:
        Event.from_json(sample().to_json() | {key: bad})
    assert caught.value.code == "bad_field"
    assert f"sample.everything.{key}" in caught.value.message


@pytest.mark.parametrize("data", [None, [], "sample.bare", 1])
def test_an_event_is_an_object(data: Any) -> None:
    with pytest.raises(CorruptLog) as caught:
        Event.from_json(data)
    assert caught.value.code == "not_an_event"


@pytest.mark.parametrize("name", [None, 1, [], "sample.unheard_of", ""])
def test_an_event_type_nobody_declared_is_refused(name: Any) -> None:
    with pytest.raises(CorruptLog) as caught:
        Event.from_json({"type": name})
    assert caught.value.code == "unknown_event"


def test_a_missing_field_and_one_too_many_are_refused_by_name() -> None:
    with pytest.raises(CorruptLog, match="lacks the field old"):
        Event.from_json({"type": "sample.grown"})
    with pytest.raises(CorruptLog, match="has no field 'extra'"):
        Event.from_json({"type": "sample.grown", "old": 1, "extra": 1})


def test_an_old_log_without_new_fields_is_read_with_their_defaults() -> None:
    assert Event.from_json({"type": "sample.grown", "old": 1}) == Grown(1)


def test_an_event_of_an_old_log_is_written_as_it_was_so_that_its_digest_stays() -> None:
    old = {"type": "sample.grown", "old": 1}
    assert Event.from_json(old).to_json() == old
    assert Grown(1, "as it is now", (2,)).to_json() == {
        "type": "sample.grown", "old": 1, "new": "as it is now", "newer": [2]
    }  # fmt: skip


def test_a_secret_has_no_default_that_a_copy_could_tell_by_leaving_it_out() -> None:
    with pytest.raises(BadTitle, match="can only be an empty list") as caught:

        @event("sample.telling")
        class Telling(Event):
            card: Annotated[Maybe[str], NOBODY] = "gold"

    assert caught.value.code == "bad_default"


def test_a_type_may_be_asked_for_by_its_class() -> None:
    assert Grown.from_json({"type": "sample.grown", "old": 1}) == Grown(1)
    with pytest.raises(CorruptLog):
        Grown.from_json({"type": "sample.bare"})


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_a_stored_event_is_redacted_like_a_decoded_one(seat: int | None) -> None:
    table = LocalMatch(titles()["toy"], seats=3)
    play(table, ["plain", "random", "random"], Chance.seeded("stored events"))
    for move in table.moves:
        for fact in move.events:
            assert redact_json(fact.to_json(), seat) == redact(fact, seat).to_json()


def test_a_stored_event_of_no_known_type_is_not_redacted_but_refused() -> None:
    with pytest.raises(CorruptLog):
        redact_json({"type": "toy.danced", "seat": 0}, 0)
