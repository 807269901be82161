"""Real threads on a real database: one move, and a sentence for the other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Event
from typing import Any, TypeVar

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from accounts import audit, sanctions
from accounts.models import User
from games import play, rendering, tasks
from games.engine import covers, fold
from games.engine.errors import EngineError
from games.engine.log import events_of
from games.live import layer
from games.matchlog import access, copies, verifying
from games.matchlog.audience import EVERYTHING, Audience
from games.models import Case, Comment, Invitation, Match, PushSubscription, Remark, Seat
from games.moderation import acts, cases, reports
from games.notices import pushing
from games.play import bots, comments, holding, keeping, opening, rematches, seating, substitutes
from games.talk import hearing, saying
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.pushes import FakeBrowser

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")

SUSPENDED = cases.CaseDecision(
    follows="suspension", days=7, to_reported="So.", to_reporters="Thanks.", closes_talk=True
)
ROUNDS = 4  # of everything that locks: with the locks in two orders this was enough every time


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Call all of them at the same moment, each in a thread and a connection of its own."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        try:
            barrier.wait(timeout=60)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def poster(scene: Scene, index: int, **action: Any) -> Callable[[], int]:
    browser, number = browser_of(scene.players[index]), scene.number
    data = {"number": number, "action": json.dumps(action)}
    return lambda: (
        browser.post(f"/m/{scene.id}/move", data, headers={"HX-Request": "true"}).status_code
    )


@pytest.fixture
def begun() -> Scene:
    return dealt(*(UserFactory.create() for _ in range(3)))


def test_the_same_move_posted_five_times_at_once_is_one_move(begun: Scene) -> None:
    found = at_once(*(poster(begun, 0, do="pass") for _ in range(5)))
    assert found == [200] * 5
    assert begun.number == 1


def test_of_two_different_moves_posted_at_once_one_counts(begun: Scene) -> None:
    found = at_once(
        poster(begun, 0, do="pass"), poster(begun, 0, do="ask", seat=1),
        poster(begun, 0, do="ask", seat=2), poster(begun, 0, do="pass"),
    )  # fmt: skip
    assert begun.number == 1
    winner = begun.moves()[1].action
    assert Counter(found)[200] == (2 if winner == {"do": "pass"} else 1)
    assert set(found) == {200, 409}


def test_three_votes_cast_at_once_all_count(begun: Scene) -> None:
    page = begun.until_vote().number
    found = at_once(*(poster(begun, seat, do="vote", **{"for": 0}) for seat in range(3)))
    assert found == [200] * 3
    assert begun.number == page + 3
    assert begun.match.round == 2


def test_the_last_seat_is_taken_once() -> None:
    host, *guests = (UserFactory.create() for _ in range(5))
    scene = gathered(host, size=2)

    def join(guest: User) -> str:
        try:
            seating.join(scene.id, guest)
        except EngineError as error:
            return error.code
        return "seated"

    found = at_once(*(lambda guest=guest: join(guest) for guest in guests))
    assert Counter(found) == {"seated": 1, "table_full": 3}


def test_everyone_ready_at_once_is_one_deal() -> None:
    people = [UserFactory.create() for _ in range(4)]
    scene = gathered(*people)
    at_once(*(lambda user=user: seating.ready(scene.id, user) for user in people))
    assert [move.number for move in scene.moves()] == [0]


def test_a_clock_asked_by_several_workers_acts_once(
    begun: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.until_vote()
    page = begun.number
    deadline = begun.match.deadline
    assert deadline is not None
    monkeypatch.setattr(play.rows, "now", lambda: deadline)
    at_once(*(lambda: play.lapse(begun.id) for _ in range(4)))
    assert [move.by for move in begun.moves()[page + 1 :]] == ["clock"]


def test_one_link_used_by_two_at_once_seats_one() -> None:
    host, first, second = (UserFactory.create() for _ in range(3))
    scene = gathered(host, size=3, public=False)
    seating.invite_link(scene.id, host)
    token = Invitation.objects.get().token
    pages = [browser_of(user) for user in (first, second)]
    at_once(*(lambda page=page: page.post(f"/i/{token}/").status_code for page in pages))
    assert sum(not seat.is_free for seat in scene.seats()) == 2


def test_whoever_reads_while_others_move_reads_a_whole_copy(begun: Scene) -> None:
    """A copy is as long as the match that was read, and what is known is what its moves add up to."""
    done = Event()

    def play() -> int:
        try:
            begun.until_vote().to_the_end()
        finally:
            done.set()
        return begun.number

    def read(audience: Audience) -> int:
        read = 0
        while not done.is_set():
            match = begun.match
            copy = copies.of(match, audience)
            assert copy.number == match.number
            straight = fold(copy.title, events_of(copy.moves))
            assert covers(copy.known, straight)
            assert covers(straight, copy.known)
            read += 1
        return read

    readers = [partial(read, audience) for audience in (Audience(0), EVERYTHING)]
    last, *counts = at_once(play, *readers)
    assert last == begun.number
    assert all(counts)


def test_nothing_is_drawn_told_or_thought_over_while_a_match_is_locked(
    begun: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock held over slow work stops everybody else, and an announcement could come too early."""
    held: dict[str, set[bool]] = {"drawn": set(), "told": set(), "thought": set()}

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            held[name].add(connection.in_atomic_block)
            return function(*args, **kwargs)

        return call

    monkeypatch.setattr(rendering.table, "_render", watched("drawn", rendering.table._render))
    monkeypatch.setattr(layer, "_send", watched("told", lambda *_args: None))
    monkeypatch.setattr(bots, "choose", watched("thought", bots.choose))
    first, second = begun.awaited()[0], (begun.awaited()[0] + 1) % 3
    assert poster(begun, first, do="pass")() == 200
    sanctions.suspend(begun.players[second], "two seats at a table", None)
    tasks.bot_turn.call(begun.id, second, begun.number)
    assert begun.moves()[-1].by == "keeper"
    assert held == {"drawn": {False}, "told": {False}, "thought": {False}}


# Locks


def attempted(*calls: Callable[[], object]) -> list[str]:
    """The errors of these calls, one after the other, but for what the site refuses in a sentence."""
    found = []
    for call in calls:
        try:
            call()
        except EngineError:
            continue
        except DatabaseError as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


def test_moves_freezes_renames_and_seating_at_once_wait_for_each_other_and_never_in_a_circle() -> (
    None
):
    """Two people with several tables, and everything that locks: one order of locks, no deadlock."""
    people = [UserFactory.create() for _ in range(2)]
    scenes = [dealt(*people) for _ in range(4)]
    over = [dealt(*people).until_vote().to_the_end() for _ in range(2)]
    tables = [gathered(*people, size=3) for _ in range(3)]

    def rename(index: int) -> list[str]:
        def once(turn: int) -> None:
            user = User.objects.get(pk=people[index].pk)
            user.username = f"name{index}x{turn}"
            with transaction.atomic():  # as the admin site does
                user.save()

        return attempted(*(partial(once, turn) for turn in range(ROUNDS)))

    def suspend() -> list[str]:
        def once(act: str) -> None:
            user = User.objects.get(pk=people[1].pk)
            if act == "suspend":
                sanctions.suspend(user, "two seats at a table", None)
            else:
                sanctions.lift_suspension(user)

        return attempted(*(partial(once, act) for act in ["suspend", "lift"] * ROUNDS))

    def move() -> list[str]:
        def once(scene: Scene) -> None:
            scene.act(scene.awaited()[0], do="pass")

        return attempted(*(partial(once, scene) for scene in scenes * ROUNDS))

    def freeze() -> list[str]:
        calls: list[Callable[[], object]] = []
        for scene in list(reversed(scenes)) * ROUNDS:
            calls += [partial(play.freeze, scene.id, reason="a look"),
                      partial(play.thaw, scene.id, reason="go on")]  # fmt: skip
        return attempted(*calls)

    def seat() -> list[str]:
        calls: list[Callable[[], object]] = []
        for scene in tables * ROUNDS:
            calls += [
                partial(seating.join, scene.id, people[1]),
                partial(seating.ready, scene.id, people[1]),
                partial(seating.kick, scene.id, people[0], index=1),
                partial(seating.invite, scene.id, people[0], username="name1x0"),
                partial(seating.invite_link, scene.id, people[0]),
            ]
        return attempted(*calls)

    def again() -> list[str]:
        def once(scene: Scene, user: User) -> None:
            found = rematches.rematch(scene.id, user)
            for one in people:
                seating.leave(found.match.pk, one)

        return attempted(*(partial(once, s, people[0]) for s in over * ROUNDS))

    found = at_once(partial(rename, 0), partial(rename, 1), suspend, move, freeze, seat, again)
    assert [error for errors in found for error in errors] == []
    for scene in scenes:
        assert verifying.checked(scene.match, scene.seats()).chain.problem is None
        assert [move.number for move in scene.moves()] == list(range(scene.number + 1))


def test_the_staff_decide_while_others_freeze_report_talk_and_rename_and_nobody_waits_in_a_circle() -> (
    None
):
    """What the staff do touches a case, its match, somebody's other matches, them, and the audit."""
    bad, *victims = (UserFactory.create() for _ in range(3))
    staff = [UserFactory.create(is_staff=True, is_superuser=True) for _ in range(2)]
    scenes = [dealt(bad, *victims) for _ in range(4)]

    def listener(scene: Scene, user: User) -> hearing.Listener:
        return hearing.listener(access.visit(scene.id, user), user)

    def talk(user: User) -> list[str]:
        def once(scene: Scene, key: str) -> None:
            saying.say(listener(scene, user), kind=Remark.Kind.EMOTE, text="laugh", key=key)

        return attempted(*(partial(once, s, str(n)) for n in range(ROUNDS) for s in scenes))

    def report(user: User) -> list[str]:
        def once(scene: Scene) -> None:
            what = reports.table(access.visit(scene.id, user))
            reports.report(user, what, reason="other", words="", block=True)

        return attempted(*(partial(once, scene) for scene in scenes * ROUNDS))

    def decide(by: User) -> list[str]:
        def once() -> None:
            case = Case.objects.filter(decided_at=None).first()
            if case is not None:
                cases.decide(case, by, SUSPENDED)

        def lift() -> None:
            sanctions.lift_suspension(User.objects.get(pk=bad.pk))

        return attempted(*(step for _ in range(3 * ROUNDS) for step in (once, lift)))

    def freeze(by: User) -> list[str]:
        def once(scene: Scene, act: Callable[..., object]) -> None:
            about = audit.Subject(match=scene.id)
            with audit.doing(acts.FREEZE, by=by, about=about, reason="a look"):
                act(scene.id, reason="a look")

        both = [partial(once, scene, act) for scene in scenes for act in (play.freeze, play.thaw)]
        return attempted(*both * ROUNDS)

    def rename() -> list[str]:
        def once(turn: int) -> None:
            user = User.objects.get(pk=bad.pk)
            user.username = f"bad{turn}"
            user.save()

        return attempted(*(partial(once, turn) for turn in range(ROUNDS)))

    found = at_once(
        *(partial(report, user) for user in victims), partial(talk, bad), partial(talk, victims[0]),
        partial(decide, staff[0]), partial(decide, staff[1]), partial(freeze, staff[0]), rename,
    )  # fmt: skip
    assert [error for errors in found for error in errors] == []
    assert audit.verify().is_whole


def test_nobody_has_more_browsers_told_than_they_may(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing, "MOST_BROWSERS", 2)
    settings.PUSH_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    mira, keys = UserFactory.create(), FakeBrowser().keys()

    def subscribe(number: int) -> int:
        return pushing.subscribe(mira.pk, address=f"https://push.example/{number}", name="", **keys)

    at_once(*(partial(subscribe, number) for number in range(6)))
    assert PushSubscription.objects.count() == 2


def test_nobody_opens_more_tables_than_they_may_however_many_they_ask_for_at_once() -> None:
    host = UserFactory.create()
    for _ in range(opening.OPEN_TABLES_PER_HOST - 1):
        seating.create(host, title="toy", size=2)
    at_once(*[lambda: attempted(lambda: seating.create(host, title="toy", size=2))] * 6)
    opened = Match.objects.filter(host=host, status=Match.Status.OPEN)
    assert opened.count() == opening.OPEN_TABLES_PER_HOST


def test_nobody_begins_more_matches_against_bots_than_they_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither by the short way, nor by saying ready at several tables at once."""
    monkeypatch.setattr(seating, "UNFINISHED_AGAINST_BOTS", 2)
    alone = UserFactory.create()
    tables = [seating.create(alone, title="toy", size=2, bots=1).match.pk for _ in range(3)]
    calls: list[Callable[[], object]] = [partial(seating.ready, table, alone) for table in tables]
    calls += [partial(seating.play_at_once, alone, title="toy")] * 3
    at_once(*(partial(attempted, call) for call in calls))
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 2


def test_nobody_says_more_about_a_match_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comments, "MOST_PER_ACCOUNT", 2)
    scene = dealt(*(UserFactory.create() for _ in range(2))).until_vote().to_the_end()
    visited = access.visit(scene.id, scene.players[0])
    say = partial(comments.say, visited, scene.players[0], number=0, text="Well dealt.")
    at_once(*[partial(attempted, say)] * 6)
    assert Comment.objects.count() == 2


def test_nobody_invites_more_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "OPEN_INVITATIONS_PER_TABLE", 2)
    host = UserFactory.create()
    scene = gathered(host, size=2)
    at_once(*[partial(attempted, partial(seating.invite_link, scene.id, host))] * 6)
    assert Invitation.objects.count() == 2


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_an_account_and_its_keeper_never_both_answer_one_question(
    begun: Scene, _round: int
) -> None:
    def keep() -> int:
        return 0 if keeping.move_for(begun.id, index=0, number=0) is None else 200

    answered, *kept = at_once(poster(begun, 0, do="ask", seat=2), *[keep] * 3)
    [move] = [move for move in begun.moves()[1:] if move.seat == 0]
    assert begun.number == 1
    assert (answered, sorted(kept)) == (
        (200, [0, 0, 0]) if move.by == "account" else (409, [0, 0, 200])
    )


@pytest.mark.parametrize("_round", range(ROUNDS))
def test_of_all_who_take_an_open_seat_at_once_one_has_it(begun: Scene, _round: int) -> None:
    """Among them the account that comes back to it."""
    guests = [UserFactory.create() for _ in range(3)]
    Seat.objects.filter(match=begun.id, index=0).update(keeper="keeper", offered="anyone", kept=3)

    def take(guest: User) -> str:
        try:
            substitutes.take(begun.id, guest, index=0)
        except EngineError as error:
            return error.code
        return "seated"

    def come_back() -> str:
        try:
            holding.take_back(begun.id, begun.players[0])
        except EngineError as error:
            return error.code
        return "seated"

    found = Counter(at_once(come_back, *(partial(take, guest) for guest in guests)))
    assert found["seated"] == 1
    assert set(found) <= {"seated", "not_offered", "not_seated"}
    seat = begun.seats()[0]
    assert seat.account in (begun.players[0], *guests)
    assert (seat.keeper, seat.bot, seat.offered) == ("", "", "")
