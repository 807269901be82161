"""One audience's copy of a log: what is in it, how it goes on, and what it is read from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.engine import CorruptLog, covers, fold, titles
from games.engine.log import events_of, stamp
from games.matchlog import copies, reader
from games.matchlog.access import NotYours, Visit
from games.matchlog.audience import EVERYTHING, PUBLIC, Audience, NoSuchAudience
from games.matchlog.copies import Copy
from games.matchlog.memory import Memory, forget_everything
from games.models import Match, Move
from games.play import rows
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.playing import played

MINE = Audience(0)


def visited(scene: Scene) -> Visit:
    return Visit(scene.match, scene.seats(), 0)


@contextmanager
def reads_of_the_log() -> Iterator[list[str]]:
    """The statements that read moves."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [query["sql"] for query in captured if "FROM games_move" in query["sql"]]


def same(one: Copy, other: Copy) -> bool:
    return (
        (one.moves, one.rounds, one.last) == (other.moves, other.rounds, other.last)
        and covers(one.known, other.known)
        and covers(other.known, one.known)
    )


@pytest.fixture(params=sorted(titles()))
def long_scene(request: Any, db: None) -> Scene:
    return played(request.param, 60)


# Audiences


def test_addresses_name_audiences_and_nobody_else() -> None:
    named = {str(audience): audience for audience in Audience.at_table(3)}
    assert list(named) == ["public", "0", "1", "2", "all"]
    assert {text: Audience.parse(text, 3) for text in named} == named
    for text in ("3", "-1", "", "everything", "00", "²", "None"):
        with pytest.raises(NoSuchAudience):
            Audience.parse(text, 3)


def test_no_audience_is_both_a_seat_and_everything() -> None:
    with pytest.raises(AssertionError):
        Audience(seat=0, sees_all=True)


# What is in a copy


def test_a_copy_holds_no_action_of_another_seat(scene: Scene) -> None:
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    mine, others = scene.copy(0).moves[1:]
    assert mine.action == {"do": "ask", "seat": 2}
    assert others.to_json()["action"] == "?"
    assert "draws" not in mine.to_json()


def test_a_seat_is_given_no_copy_but_its_own_and_the_publics(scene: Scene) -> None:
    for audience in (MINE, PUBLIC):
        assert copies.with_steps(visited(scene), audience).audience == audience
    for audience in (Audience(1), EVERYTHING):
        with pytest.raises(NotYours):
            copies.with_steps(visited(scene), audience)


def test_a_copy_is_the_same_read_handed_on_or_taken_from_the_whole(long_scene: Scene) -> None:
    """Rows, moves that were just made, and the whole log in memory: three ways to one copy."""
    match, audiences = long_scene.match, Audience.at_table(long_scene.match.size)
    forget_everything()
    read = {audience: copies.of(match, audience) for audience in reversed(audiences[:-1])}
    forget_everything()
    whole = copies.of(match, EVERYTHING)
    for audience in audiences[:-1]:
        assert same(copies.of(match, audience), read[audience]), audience
        handed = Copy.empty(whole.title, audience)
        for move in whole.moves:
            handed = handed.advanced([audience.redacted(move)])
        assert same(handed, read[audience]), audience


def test_what_was_known_then_is_the_fold_of_the_log_up_to_it(long_scene: Scene) -> None:
    live = copies.of(long_scene.match, MINE)
    for copy in (live, live.with_checkpoints()):
        for number in range(copy.number + 1):
            straight = fold(copy.title, events_of(copy.moves[: number + 1]))
            state = copy.at(number)
            assert covers(state, straight)
            assert covers(straight, state)


def test_a_state_is_the_callers_own(long_scene: Scene) -> None:
    copy = copies.of(long_scene.match, MINE).with_checkpoints()
    for number in {0, 1, 15, 16, 17, copy.number, copy.number + 1}:
        state, again = copy.before(number), copy.before(number)
        assert state is not again
        assert state is not copy.known


def test_a_round_begins_with_the_move_that_dealt_it(mira: User, tobias: User, ines: User) -> None:
    scene = dealt(mira, tobias, ines, options={"starter": "first", "rounds": 2})
    scene.until_vote().to_the_end()
    dealt_by = reader.rounds_of(scene.id)
    forget_everything()
    copy = scene.copy(None)
    assert copy.rounds == dealt_by
    assert len(dealt_by) == 2
    second = dealt_by[1][1]
    assert [copy.round_began(at) for at in (0, second - 1, second, copy.number)] == [
        0, 0, second, second,
    ]  # fmt: skip


# Advanced, not built again


def test_a_copy_is_advanced_by_the_new_moves_only(scene: Scene) -> None:
    """The test's transaction is never committed: every row is as another process would find it.

    The row before is read too: its digest says that this is the log which the copy is of.
    """
    first = scene.copy(1)
    scene.act(0, do="pass")
    with reads_of_the_log() as reads:
        second = scene.copy(1)
    assert second.moves[:1] == first.moves
    assert [sql.partition(" BETWEEN ")[2].partition(" ORDER")[0] for sql in reads] == ["0 AND 1"]


def test_a_row_written_elsewhere_is_read_once_for_all_audiences(scene: Scene) -> None:
    audiences, before = [PUBLIC, MINE, Audience(1), Audience(2)], scene.match
    scene.act(0, do="pass")
    forget_everything()
    for audience in audiences:
        copies.of(before, audience)
    with reads_of_the_log() as reads:
        found = [copies.of(scene.match, audience).number for audience in audiences]
    assert found == [1] * 4
    assert len(reads) == 1


@pytest.mark.django_db(transaction=True)
def test_nothing_is_read_back_in_the_process_that_wrote_it() -> None:
    scene = dealt(*(UserFactory.create() for _ in range(3)))
    forget_everything()
    for seat in (0, 1, None):
        scene.copy(seat)
    scene.act(0, do="pass")
    with reads_of_the_log() as reads:
        assert [scene.copy(seat).number for seat in (0, 1, 2, None)] == [1] * 4
    assert reads == []


@pytest.mark.django_db(transaction=True)
def test_a_move_that_is_not_committed_is_in_nobodys_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = dealt(*(UserFactory.create() for _ in range(3)))
    kept = [scene.copy(0), scene.copy(None), scene.whole()]

    def stumble(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(rows, "save_seats", stumble)
        with pytest.raises(RuntimeError, match="the disk is full"):
            scene.act(0, do="pass")
    assert scene.number == 0
    assert [scene.copy(0), scene.copy(None), scene.whole()] == kept
    scene.act(0, do="ask", seat=2)
    assert scene.copy(0).moves[1].action == {"do": "ask", "seat": 2}


@pytest.mark.django_db(transaction=True)
def test_a_move_is_a_transaction_of_its_own() -> None:
    """Inside another one it would be read again, and kept, before it is committed."""
    scene = dealt(*(UserFactory.create() for _ in range(3)))
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        scene.act(0, do="pass")
    assert scene.number == 0


def turn_known_to(copy: Copy) -> int:
    state: Any = copy.known  # of the toy title
    return int(state.turn)


def test_advancing_leaves_the_copy_that_others_read_alone(scene: Scene) -> None:
    first = scene.copy(1)
    phase, known = turn_known_to(first), first.known
    scene.act(0, do="pass")
    second = scene.copy(1)
    assert (first.number, turn_known_to(first)) == (0, phase)
    assert second.known is not known
    assert turn_known_to(second) != phase


def test_an_older_row_of_the_match_gets_the_older_copy(scene: Scene) -> None:
    old, first = scene.match, scene.copy(1)
    scene.act(0, do="pass")
    assert scene.copy(1).number == 1
    assert same(copies.of(old, Audience(1)), first)
    assert copies.with_steps(Visit(old, scene.seats(), 1), Audience(1)).number == 0
    with reads_of_the_log() as reads:
        assert scene.copy(1).number == 1  # the longer one is remembered still
    assert reads == []


# Steps


def test_a_live_copy_keeps_two_states_and_one_with_steps_more(long_scene: Scene) -> None:
    live = copies.of(long_scene.match, MINE)
    assert live.states_kept == 2
    stepped = copies.with_steps(visited(long_scene), MINE)
    assert stepped.states_kept == 2 + long_scene.number // copies.SPACING + 1
    assert same(live, stepped)
    assert copies.of(long_scene.match, MINE) is stepped


def test_a_replay_is_read_as_far_as_it_is_looked_at(long_scene: Scene) -> None:
    forget_everything()
    copy = copies.with_steps(visited(long_scene), MINE, at=3)
    last = long_scene.number
    assert (copy.number, copy.last) == (min(15, last), last)
    assert copy.rounds == reader.rounds_of(long_scene.id)
    with reads_of_the_log() as reads:
        copies.with_steps(visited(long_scene), MINE, at=min(15, last))
    assert reads == []
    whole = copies.with_steps(visited(long_scene), MINE)
    assert whole.number == last
    assert whole.rounds == copy.rounds
    forget_everything()
    assert same(whole, copies.of(long_scene.match, MINE))


def test_everything_and_what_the_public_saw_come_from_one_reading(long_scene: Scene) -> None:
    Match.objects.filter(pk=long_scene.id).update(status="over")
    forget_everything()
    apart = copies.with_steps(visited(long_scene), PUBLIC)
    forget_everything()
    with reads_of_the_log() as reads:
        whole = copies.with_steps(visited(long_scene), EVERYTHING)
        together = copies.with_steps(visited(long_scene), PUBLIC)
    assert len(reads) == 1
    assert same(together, apart)
    assert events_of(apart.moves) != events_of(whole.moves)


# Damage


def test_what_is_damaged_for_one_audience_is_shown_to_the_others(scene: Scene) -> None:
    scene.act(0, do="ask", seat=2)
    before = scene.match
    scene.act(2, do="show")
    row = scene.moves()[2]
    row.events[0]["number"] = "no number"
    row.save()
    forget_everything()
    for audience in (PUBLIC, MINE, Audience(1)):
        copies.of(before, audience)
    assert scene.copy(None).number == 2
    assert scene.copy(1).number == 2
    with pytest.raises(CorruptLog) as found:
        scene.copy(0)
    assert found.value.facts["move"] == 2


@pytest.mark.parametrize(
    "changes",
    [{"action": [1]}, {"events": {}}, {"events": [{}]}, {"draws": [{"call": "pick"}]}],
)
def test_a_row_of_no_shape_is_named_by_its_move(scene: Scene, changes: dict[str, Any]) -> None:
    Move.objects.filter(match_id=scene.id, number=0).update(**changes)
    rows = reader.read(scene.id, range(1), with_draws=True)
    with pytest.raises(CorruptLog, match="move 0: ") as found:
        rows.moves_for(EVERYTHING)
    assert found.value.facts["move"] == 0


def test_the_time_of_a_move_is_read_as_the_log_wrote_it(scene: Scene) -> None:
    def times() -> Sequence[str | None]:
        return [move.at for move in reader.read(scene.id, range(1)).moves_for(PUBLIC)]

    for milliseconds in (0, 7, 120, 999):
        [row] = scene.moves()
        row.at = row.at.replace(microsecond=milliseconds * 1000)
        row.save()
        assert times() == [stamp(row.at)]


# Memory


def test_memory_is_bounded() -> None:
    memory: Memory[int, int] = Memory(2)
    for key in range(3):
        memory.put(key, key)
    assert [memory.get(key) for key in range(3)] == [None, 1, 2]
    memory.get(1)
    memory.put(3, 3)
    assert [memory.get(key) for key in range(4)] == [None, 1, None, 3]


def test_memory_is_bounded_by_weight() -> None:
    memory: Memory[str, int] = Memory(10, lambda weight: weight)
    memory.put("a", 4)
    memory.put("b", 4)
    memory.put("c", 5)
    assert memory.keys() == ["b", "c"]
