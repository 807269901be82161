"""Writing to a match: the log, its constraints, the clock, and the columns beside it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import play
from games.engine import IllegalAction, commitment
from games.engine.log import Move as LoggedMove
from games.engine.log import stamp
from games.engine.matchfile import Fairness, MatchFile
from games.engine.verify import verify
from games.matchlog import copies
from games.matchlog.memory import forget_everything
from games.models import Freeze, Match, Move, Round, Seat
from games.play import PlayError, Stale, due
from tests.web.conftest import Announced
from tests.web.factories import Scene, dealt


def columns(scene: Scene) -> dict[str, Any]:
    """Everything that is derived from the log."""
    match = scene.match
    rows: dict[str, Any] = {
        name: getattr(match, name)
        for name in ("number", "round", "moved_at", "deadline", "outcome", "ended_at", "started_at")
    }
    names = ("index", "awaited_since", "answers", "answer_ms", "won")
    rows["seats"] = [tuple(getattr(seat, name) for name in names) for seat in scene.seats()]
    rows["rounds"] = list(
        Round.objects.filter(match=match).values_list(
            "number", "starter", "first_move", "last_move", "result"
        )
    )
    return rows


def as_file(scene: Scene) -> MatchFile:
    match = scene.match
    return MatchFile(
        title=match.title,
        version=match.version,
        seats=match.size,
        options=match.options,
        moves=tuple(
            LoggedMove.from_json(
                {
                    "number": move.number,
                    "seat": move.seat,
                    "by": move.by,
                    "action": move.action,
                    "events": move.events,
                    "draws": move.draws,
                    "at": stamp(move.at),
                    "digest": move.digest,
                }
            )
            for move in scene.moves()
        ),
        fairness=Fairness(
            match=match.id,
            commitment=match.commitment,
            contributions=tuple(seat.contribution for seat in scene.seats()),
            secret=bytes(match.secret),
        ),
    )


# The log


def test_a_move_is_one_row_with_its_action_and_its_events(scene: Scene) -> None:
    scene.act(0, do="ask", seat=2)
    move = scene.moves()[-1]
    assert (move.number, move.seat, move.by) == (1, 0, "account")
    assert move.action == {"do": "ask", "seat": 2}
    assert [event["type"] for event in move.events] == ["toy.asked"]


def test_all_that_a_move_changes_of_its_match_is_written(scene: Scene) -> None:
    """Only named columns are: none of those that any move of a match changes is forgotten."""
    columns = [field.attname for field in Match._meta.concrete_fields if field.name != "secret"]
    while awaited := scene.awaited():
        [action, *_rest] = scene.copy(awaited[0]).actions()
        done = scene.act(awaited[0], **action)
        [stored] = Match.objects.filter(pk=scene.id).values(*columns)
        assert stored == {name: getattr(done.match, name) for name in columns}
    assert stored["status"] == "over"


def test_a_finished_match_verifies_from_its_rows(scene: Scene) -> None:
    scene.to_the_end()
    report = verify(as_file(scene))
    assert report.holds, report.summary


def test_a_changed_row_is_found_out(scene: Scene) -> None:
    scene.to_the_end()
    move = scene.moves()[1]
    Move.objects.filter(pk=move.pk).update(at=move.at + timedelta(seconds=1))
    assert not verify(as_file(scene)).holds


def test_the_commitment_is_the_hash_of_the_secret(scene: Scene) -> None:
    assert scene.match.commitment == commitment(bytes(scene.match.secret))


def test_an_action_is_checked_from_what_the_seat_knows(scene: Scene) -> None:
    with pytest.raises(IllegalAction) as refused:
        scene.act(1, do="pass")
    assert refused.value.code == "not_awaited"
    assert scene.number == 0


@pytest.mark.parametrize(
    "action",
    [None, [], "pass", {"do": "fly"}, {"do": "ask", "seat": 9}, {"do": "ask", "seat": True}],
)
def test_what_is_not_listed_is_refused_and_leaves_the_log_alone(scene: Scene, action: Any) -> None:
    with pytest.raises(IllegalAction):
        play.submit(scene.id, scene.players[0], number=0, action=action)
    assert len(scene.moves()) == 1


def test_an_account_without_a_seat_cannot_move(scene: Scene, other: User) -> None:
    with pytest.raises(PlayError) as refused:
        play.submit(scene.id, other, number=0, action={"do": "pass"})
    assert refused.value.code == "not_seated"


def test_the_seat_that_is_asked_answers_out_of_turn(scene: Scene) -> None:
    scene.act(0, do="ask", seat=2)
    assert scene.awaited() == [2]
    scene.act(2, do="show")
    assert scene.awaited() == [1]


def test_a_match_goes_on_where_it_was_when_the_process_has_forgotten_it(scene: Scene) -> None:
    scene.act(0, do="ask", seat=2)
    forget_everything()
    scene.act(2, do="show")
    assert verify(as_file(scene)).holds


def test_moves_of_another_process_are_taken_up(scene: Scene) -> None:
    scene.act(0, do="pass")
    before = scene.whole()
    scene.act(1, do="pass")
    forget_everything()
    copies._keep(scene.match, before)  # as if somebody else had written the last move
    scene.act(2, do="pass")
    assert verify(as_file(scene)).holds


# Constraints


def test_the_database_refuses_a_second_move_of_the_same_number(scene: Scene) -> None:
    [move] = scene.moves()
    move.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        move.save(force_insert=True)


def test_the_database_refuses_a_second_seat_of_the_same_index(scene: Scene) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(match_id=scene.id, index=0)


def test_the_database_refuses_an_account_at_two_seats(scene: Scene) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(match_id=scene.id, index=7, account=scene.players[0])


def test_the_database_refuses_a_running_match_without_a_deal(scene: Scene) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=scene.id).update(number=None)


def test_the_database_refuses_a_move_of_the_clock_with_a_seat(scene: Scene) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.objects.filter(match_id=scene.id).update(seat=0)


# Stale pages and repeats


def test_a_stale_page_is_refused_when_the_question_is_another_now(scene: Scene) -> None:
    scene.act(0, do="ask", seat=1)
    scene.act(1, do="keep")
    with pytest.raises(Stale):
        scene.act(1, number=1, do="show")


def test_a_stale_page_of_a_vote_counts_while_the_vote_is_the_same(scene: Scene) -> None:
    page = scene.until_vote().number
    scene.vote(0, 2, number=page)
    scene.vote(1, 2, number=page)
    assert scene.awaited() == [2]


def test_a_page_from_the_future_is_refused(scene: Scene) -> None:
    with pytest.raises(Stale):
        scene.act(0, number=5, do="pass")


def test_the_same_action_on_the_same_page_is_one_move(scene: Scene) -> None:
    scene.act(0, number=0, do="pass")
    done = scene.act(0, number=0, do="pass")
    assert done.match.number == 1
    assert len(scene.moves()) == 2


def test_another_action_on_a_page_that_was_answered_is_refused(scene: Scene) -> None:
    scene.act(0, number=0, do="pass")
    with pytest.raises(Stale):
        scene.act(0, number=0, do="ask", seat=1)


def test_the_last_move_repeated_is_answered_though_the_match_is_over(scene: Scene) -> None:
    scene.to_the_end()
    last = scene.moves()[-1]
    page = last.number - 1
    assert last.seat is not None
    done = play.submit(scene.id, scene.players[last.seat], number=page, action=last.action)
    assert done.match.number == last.number


# The clock


def expire(scene: Scene) -> None:
    Match.objects.filter(pk=scene.id).update(deadline=timezone.now() - timedelta(seconds=1))


def test_a_vote_sets_the_clock_and_an_answer_does_not_set_it_back(scene: Scene) -> None:
    assert scene.match.deadline is None
    deadline = scene.until_vote().match.deadline
    assert deadline is not None
    scene.vote(0, 1)
    assert scene.match.deadline == deadline


def test_the_clock_does_nothing_before_its_time(scene: Scene) -> None:
    scene.until_vote()
    assert due.lapsed_matches(timezone.now()) == []
    assert play.lapse(scene.id) is None


def test_the_clock_closes_the_vote_once(scene: Scene) -> None:
    scene.until_vote().vote(0, 1)
    expire(scene)
    assert due.lapsed_matches(timezone.now()) == [scene.id]
    play.lapse(scene.id)
    move = scene.moves()[-1]
    assert (move.by, move.seat, move.action) == ("clock", None, {"do": "lapse"})
    assert scene.match.round == 2
    assert due.lapsed_matches(timezone.now()) == []
    assert play.lapse(scene.id) is None


def test_a_frozen_match_has_no_clock(scene: Scene) -> None:
    scene.until_vote()
    play.freeze(scene.id, reason="a complaint")
    expire(scene)
    assert due.lapsed_matches(timezone.now()) == []
    assert play.lapse(scene.id) is None


class Clock:
    """The site's clock, which goes on when it is told to."""

    def __init__(self, time: datetime) -> None:
        self.time = time

    def __call__(self) -> datetime:
        return self.time

    def passes(self, **time: int) -> None:
        self.time += timedelta(**time)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> Clock:
    stopped = Clock(scene.moves()[0].at)
    monkeypatch.setattr(play.rows, "now", stopped)
    return stopped


def frozen_for(scene: Scene, clock: Clock, **time: int) -> None:
    play.freeze(scene.id, reason="a complaint")
    clock.passes(**time)
    play.thaw(scene.id, reason="settled")


def test_the_clock_stands_still_while_a_match_is_frozen(scene: Scene, clock: Clock) -> None:
    deadline = scene.until_vote().match.deadline
    assert deadline is not None
    for _ in range(2):
        frozen_for(scene, clock, days=3)
    moved = scene.match.deadline
    assert moved == deadline + timedelta(days=6)
    scene.vote(0, 1)
    assert scene.match.deadline == moved  # the same question still
    play.rebuild(scene.id)
    assert scene.match.deadline == moved


def test_the_next_question_has_a_clock_that_knows_nothing_of_the_frost(
    scene: Scene, clock: Clock
) -> None:
    scene.until_vote()
    frozen_for(scene, clock, days=3)
    for index in (0, 1, 2):
        scene.vote(index, 1 if index != 1 else 0)
    scene.until_vote()
    deadline = scene.match.deadline
    assert deadline is not None
    assert deadline < clock() + timedelta(days=2)
    play.rebuild(scene.id)
    assert scene.match.deadline == deadline


def test_a_match_without_a_clock_is_frozen_and_thawed_all_the_same(
    scene: Scene, clock: Clock
) -> None:
    frozen_for(scene, clock, days=3)
    assert scene.match.deadline is None
    deadline = scene.until_vote().match.deadline
    play.rebuild(scene.id)
    assert scene.match.deadline == deadline


def test_nobody_is_charged_for_the_time_in_which_a_match_was_frozen(
    scene: Scene, clock: Clock
) -> None:
    clock.passes(minutes=10)
    frozen_for(scene, clock, days=3)
    clock.passes(minutes=5)
    scene.act(0, do="pass")
    clock.passes(minutes=1)
    scene.act(1, do="pass")
    frozen_for(scene, clock, days=1)
    taken = [seat.answer_ms / 60_000 for seat in scene.seats()]
    assert taken == [15, 1, 0]
    assert scene.seats()[2].awaited_since == clock()
    before = columns(scene)
    play.rebuild(scene.id)
    assert columns(scene) == before


def test_a_frozen_match_that_is_voided_has_no_clock_any_more(scene: Scene, clock: Clock) -> None:
    scene.until_vote()
    play.freeze(scene.id, reason="a complaint")
    clock.passes(hours=1)
    play.void(scene.id, reason="it was true")
    assert scene.match.deadline is None
    assert scene.awaited() == []
    freeze = Freeze.objects.get()
    assert (freeze.reason, freeze.lasted) == ("a complaint", timedelta(hours=1))


def test_a_bot_goes_on_when_its_match_is_thawed(
    scene: Scene, clock: Clock, announced: Announced
) -> None:
    Seat.objects.filter(match_id=scene.id, index=0).update(account=None, bot="plain")
    play.freeze(scene.id, reason="a complaint")
    clock.passes(days=3)
    [heard] = announced(lambda: play.thaw(scene.id, reason="settled"))
    assert heard.bots == (0,)


def test_a_match_is_frozen_once_at_a_time(scene: Scene) -> None:
    play.freeze(scene.id, reason="a complaint")
    with pytest.raises(IntegrityError):
        Freeze.objects.create(match_id=scene.id, number=0, began_at=play.now(), reason="another")


# Columns beside the log


def test_a_match_of_two_rounds_has_two_round_rows(scene: Scene) -> None:
    scene.to_the_end()
    first, second = Round.objects.filter(match_id=scene.id)
    assert (first.number, first.starter, first.first_move) == (1, 0, 0)
    assert first.last_move == second.first_move
    assert second.last_move == scene.number
    assert first.result is not None
    assert set(first.result) == {"points"}


def test_a_finished_match_has_an_outcome_and_awaits_nobody(scene: Scene) -> None:
    scene.to_the_end()
    match = scene.match
    assert match.status == Match.Status.OVER
    assert match.ended_at == match.moved_at
    assert scene.awaited() == []
    assert match.outcome is not None
    assert [seat.index for seat in scene.seats() if seat.won] == match.outcome["winners"]


def test_whoever_waits_for_an_answer_waits_since_the_question(scene: Scene) -> None:
    since = scene.until_vote().seats()[2].awaited_since
    scene.vote(0, 1)
    scene.vote(1, 1)
    assert scene.seats()[2].awaited_since == since


@pytest.mark.parametrize("moves", ["none", "some", "all"])
def test_rounds_and_columns_are_rebuilt_from_the_log_alone(scene: Scene, moves: str) -> None:
    if moves == "some":
        scene.until_vote().vote(1, 0)
    elif moves == "all":
        scene.to_the_end()
    before = columns(scene)
    Round.objects.filter(match_id=scene.id).delete()
    Seat.objects.filter(match_id=scene.id).update(
        awaited_since=timezone.now(), answers=77, answer_ms=F("answer_ms") + 1, won=True
    )
    Match.objects.filter(pk=scene.id).update(
        number=99, round=9, moved_at=None, deadline=timezone.now(), outcome={}, ended_at=None
    )
    play.rebuild(scene.id)
    assert columns(scene) == before


# From outside


def test_nobody_moves_in_a_frozen_match_until_it_is_thawed(scene: Scene) -> None:
    play.freeze(scene.id, reason="a complaint")
    with pytest.raises(PlayError) as refused:
        scene.act(0, do="pass")
    assert refused.value.code == "not_running"
    play.thaw(scene.id, reason="settled")
    scene.act(0, do="pass")


def test_a_void_match_awaits_nobody_and_never_goes_on(scene: Scene) -> None:
    play.void(scene.id, reason="cheating")
    assert scene.awaited() == []
    with pytest.raises(PlayError):
        play.thaw(scene.id, reason="oh well")
    play.rebuild(scene.id)
    assert scene.awaited() == []


def test_a_finished_match_cannot_be_voided(scene: Scene) -> None:
    scene.to_the_end()
    with pytest.raises(PlayError):
        play.void(scene.id, reason="too late")


def test_looking_never_sets_back_what_was_seen(scene: Scene) -> None:
    play.seen(scene.id, 1, number=5)
    play.seen(scene.id, 1, number=3)
    assert scene.seats()[1].seen == 5


def test_two_matches_do_not_share_their_chance(mira: User, tobias: User) -> None:
    logs = {str(dealt(mira, tobias).moves()[0].events) for _ in range(8)}
    assert len(logs) > 1
