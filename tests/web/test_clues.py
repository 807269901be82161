"""What the site notices by itself: each thing in a scene that has it, and not in one that nearly has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from math import log

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from accounts.models import AuditEntry, Trace, User
from games import tasks
from games.models import Case, Foresight, Match, Notice, Remark, Round
from games.moderation import clues, noticing
from games.moderation.cases import NotDecided, record_of
from games.moderation.clues import Kind, Noticed
from games.play import holding
from games.rendering.roles import RoleHeld
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.test_cases import moderator

Browser = Callable[[User | None], Client]

pytestmark = pytest.mark.django_db


@pytest.fixture
def warden(db: None) -> User:
    return moderator()


def leave_traces(kind: str, *people: User, digest: str = "d") -> None:
    now = timezone.now()
    for user in people:
        Trace.objects.create(account=user, kind=kind, digest=digest, first_at=now, met_at=now)


def later(monkeypatch: pytest.MonkeyPatch, **time: float) -> datetime:
    moment = timezone.now() + timedelta(**time)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    return moment


def over(scene: Scene) -> None:
    Match.objects.filter(pk=scene.id).update(status=Match.Status.OVER, ended_at=timezone.now())


def brought(kind: str) -> list[Case]:
    return list(Case.objects.filter(kind=kind))


# Accounts that share something at one table


@pytest.mark.parametrize(("kind", "weight"), [("device", 2), ("address", 1)])
def test_two_at_one_table_who_share_something_are_noticed_while_it_is_played(
    kind: str, weight: int, mira: User, tobias: User, ines: User
) -> None:
    leave_traces(kind, mira, tobias)
    leave_traces(kind, ines, digest="another")
    scene = dealt(mira, tobias, ines)
    noticing.look_at_new_tables(timezone.now())
    [case] = brought("same")
    assert (case.about, case.match_id, case.weight) == (tobias, scene.id, weight)
    [clue] = case.clues.all()
    assert (clue.account, clue.other, clue.match_id) == (tobias, mira, scene.id)
    assert clue.facts == {"device": kind == "device", "address": kind == "address"}


def test_two_who_share_something_and_sit_at_different_tables_are_not(
    mira: User, tobias: User, ines: User
) -> None:
    leave_traces("device", mira, tobias)
    dealt(mira, ines)
    dealt(tobias, ines)
    noticing.look_at_new_tables(timezone.now())
    assert not Case.objects.exists()


def test_a_pair_is_one_case_with_a_clue_for_each_match(mira: User, tobias: User) -> None:
    leave_traces("device", mira, tobias)
    scenes = [dealt(mira, tobias) for _ in range(2)]
    noticing.look_at_new_tables(timezone.now())
    noticing.look_at_new_tables(timezone.now())
    over(scenes[0])
    noticing.examine(scenes[0].id)
    assert [case.clues.count() for case in brought("same")] == [2]


def test_who_takes_over_a_seat_is_found_when_the_match_is_over(
    mira: User, tobias: User, ines: User
) -> None:
    """Whoever has left is looked at, too."""
    scene = dealt(mira, tobias, ines)
    holding.leave(scene.id, tobias)
    leave_traces("device", mira, tobias)
    over(scene)
    noticing.examine(scene.id)
    assert [case.about for case in brought("same")] == [tobias]


# Talk


def lines(scene: Scene, account: User, count: int, *, every: float) -> None:
    began = timezone.now() - timedelta(hours=1)
    for number in range(count):
        Remark.objects.create(
            match=scene.match,
            channel="players",
            position=number + 1,
            kind="text",
            text="well",
            account=account,
            key=str(number),
            made_at=began + timedelta(seconds=number * every),
        )


@pytest.mark.parametrize(
    ("count", "every", "is_noticed"),
    [(30, 10.0, True), (29, 1.0, False), (60, 15.0, False), (200, 3.0, True)],
)
def test_many_lines_in_a_short_time_are_noticed(
    count: int, every: float, is_noticed: bool, mira: User, tobias: User
) -> None:
    scene = dealt(mira, tobias)
    lines(scene, tobias, count, every=every)
    noticing.look_at_new_tables(timezone.now())
    found = [(case.about, case.remark is not None) for case in brought("chat")]
    assert found == ([(tobias, True)] if is_noticed else [])


@pytest.mark.parametrize(("hidden", "is_noticed"), [(2, False), (3, True)])
def test_lines_that_were_hidden_often_are_noticed(
    hidden: int, is_noticed: bool, mira: User, tobias: User
) -> None:
    scene = dealt(mira, tobias)
    lines(scene, tobias, 5, every=600)
    some = Remark.objects.filter(position__lte=hidden)
    some.update(hidden_at=timezone.now())
    Remark.objects.filter(position=5).update(hidden_at=timezone.now() - timedelta(days=31))
    over(scene)
    noticing.examine(scene.id)
    assert [case.about for case in brought("chat")] == ([tobias] if is_noticed else [])


# Leaving


def left(account: User, other: User, role: str, *, is_over: bool = True) -> Scene:
    """A match that somebody has left in its first round, in which they were this."""
    scene = dealt(account, other, UserFactory.create())
    holding.leave(scene.id, account)
    Round.objects.filter(match=scene.id).update(
        last_move=9, shown={"roles": [role, "good", "good"]}
    )
    if is_over:
        over(scene)
    return scene


@pytest.fixture
def _with_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy title has none: these rounds say themselves who was what."""

    def roles(_title: str, row: Round) -> dict[int, RoleHeld]:
        told = (row.shown or {})["roles"]
        return {
            seat: RoleHeld(role, row.number, told.count(role) / len(told))
            for seat, role in enumerate(told)
        }

    monkeypatch.setattr(noticing, "roles_of", roles)


@pytest.mark.usefixtures("_with_roles")
@pytest.mark.parametrize(
    ("roles", "is_noticed"),
    [
        (["bad", "bad", "bad"], True),
        (["bad", "bad"], False),  # too few
        (["bad", "bad", "good", "bad"], False),  # once as another
        (["good", "good", "good"], False),  # what most are
    ],
)
def test_leaving_always_as_one_role_is_noticed(
    roles: list[str], is_noticed: bool, mira: User, tobias: User
) -> None:
    scenes = [left(mira, tobias, role) for role in roles]
    for scene in scenes:
        noticing.examine(scene.id)
    found = brought("leaves")
    assert [case.about for case in found] == ([mira] if is_noticed else [])
    if is_noticed:
        assert found[0].clues.count() == len(roles)  # of the earlier matches, too


@pytest.mark.usefixtures("_with_roles")
def test_what_somebody_was_at_a_running_match_is_not_looked_at(mira: User, tobias: User) -> None:
    scenes = [left(mira, tobias, "bad", is_over=number < 2) for number in range(3)]
    for scene in scenes:
        noticing.examine(scene.id)
    noticing.look_at_new_tables(timezone.now())
    assert not Case.objects.exists()
    assert scenes[2].match.examined_at is None


# Choices. What they say is in tests/engine/test_telltale.py; here what becomes of that.


def foresight(account: User, log_ratio: float, *, rounds: int = 2) -> Scene:
    scene = dealt(account, UserFactory.create())
    over(scene)
    Foresight.objects.create(
        match=scene.match,
        account=account,
        log_ratio=log_ratio,
        rounds=rounds,
        choices=8,
        samples=60,
        telling=[[3, 70, 20], [5, 60, 30]],
        lines=4,
        made_at=timezone.now(),
    )
    return scene


@pytest.mark.parametrize(
    ("ratios", "rounds", "is_noticed"),
    [
        ([2.5, 2.5], 2, True),
        ([2.5, 2.0], 2, False),  # e^4.5 is 90
        ([2.5, 2.5, -3.0], 2, False),  # what speaks for somebody counts
        ([5.0], 2, False),  # luck, in two rounds
    ],
)
def test_choices_are_noticed_when_all_of_them_together_say_enough(
    ratios: list[float], rounds: int, is_noticed: bool, mira: User
) -> None:
    assert log(100) == noticing.TELLING
    scenes = [foresight(mira, ratio, rounds=rounds) for ratio in ratios]
    noticing._look_at_fit(mira.pk)
    found = brought("knew")
    assert [case.about for case in found] == ([mira] if is_noticed else [])
    if is_noticed:
        assert {clue.match_id for clue in found[0].clues.all()} == {scene.id for scene in scenes}
        assert found[0].number == 3


def test_what_choices_said_is_forgotten_after_ninety_days(
    mira: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    foresight(mira, 2.5)
    later(monkeypatch, days=91)
    tasks.tidy.call()
    assert not Foresight.objects.exists()


# When it is looked


def test_a_match_is_examined_once_it_is_over_and_again_on_demand(
    mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias)
    DBTaskResult.objects.all().delete()
    address, form = "/admin/games/match/", {"action": "examine", "_selected_action": [scene.id]}
    answer = as_(warden).post(address, form, follow=True).content.decode()
    assert "when it is over, not before" in answer
    assert noticing.to_examine(timezone.now()) == []
    over(scene)
    assert noticing.to_examine(timezone.now()) == [scene.id]
    tasks.notice.call()
    [asked] = DBTaskResult.objects.filter(task_path=tasks.examine.module_path)
    assert (asked.queue_name, asked.priority) == ("slow", tasks.LATER)
    tasks.examine.call(scene.id)
    assert noticing.to_examine(timezone.now()) == []
    leave_traces("device", mira, tobias)
    tasks.examine.call(scene.id)  # is not looked at twice by itself
    assert not Case.objects.exists()
    assert "on the desk" in as_(warden).post(address, form, follow=True).content.decode()
    tasks.examine.call(scene.id, again=True)
    assert len(brought("same")) == 1


def test_an_error_while_examining_tells_nothing_of_the_match(
    mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = dealt(mira, tobias)
    over(scene)

    def stumble(_match_id: str, *, again: bool) -> None:
        raise ValueError("the gold is at 2")

    monkeypatch.setattr(noticing, "examine", stumble)
    with pytest.raises(tasks.ExaminingFailed) as raised:
        tasks.examine.call(scene.id)
    assert str(raised.value) == f"ValueError at match {scene.id}"
    assert raised.value.__suppress_context__


# On the desk


def noticed(account: User, scene: Scene, *, other: User | None = None) -> Case:
    found = [Noticed(match_id=scene.id, facts={"device": True, "address": False})]
    case = clues.bring(
        Kind.SAME, found, weight=2, account=account.pk, other=other.pk if other else None
    )
    assert case is not None
    return case


def test_a_clue_lies_on_the_desk_among_the_reports(
    scene: Scene, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    case = noticed(tobias, scene, other=mira)
    page = as_(warden).get("/admin/").content.decode()
    assert "One person, several seats?" in page
    assert "the same browser in 1 match" in page
    assert "found by the site" in page
    answer = as_(warden).get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert "A clue, and no proof" in answer
    assert "tobias and mira" in answer
    assert "Why there is nothing in it" in answer
    assert "To those who reported" not in answer
    assert "<h2>mira</h2>" in answer  # both are shown with what is known of them


def test_the_page_of_choices_shows_moves_sample_and_ratio(
    mira: User, warden: User, as_: Browser
) -> None:
    scene = foresight(mira, 5.0, rounds=3)
    noticing._look_at_fit(mira.pk)
    [case] = brought("knew")
    page = as_(warden).get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert f'href="/m/{scene.id}/replay?at=3"' in page
    assert "<td>70 %</td><td>20 %</td>" in page
    assert "148 to 1 at this match: 8 choices in 3 rounds" in page
    assert "60 deals imagined for each choice." in page
    assert "Others had said 4 lines by then." in page


def test_the_desk_asks_as_often_for_many_clues_as_for_one(
    mira: User, warden: User, as_: Browser
) -> None:
    others = [UserFactory.create() for _ in range(6)]
    scenes = [dealt(mira, other) for other in others]
    browser = as_(warden)
    counted = []
    for scene, other in zip(scenes, others, strict=True):
        noticed(other, scene, other=mira)
        with CaptureQueriesContext(connection) as asked:
            browser.get("/admin/")
        counted.append(len(asked))
    assert counted[1] == counted[-1]


@pytest.mark.parametrize("tie", ["is meant", "is the other", "sits there", "sat there"])
def test_staff_who_are_tied_to_any_of_the_clues_neither_see_nor_dismiss_them(
    tie: str, scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    """Their match need not be the latest: the case is about another one by now."""
    if tie == "sat there":
        holding.leave(scene.id, ines)
    case = noticed(tobias, scene, other=mira)
    elsewhere = dealt(mira, tobias)
    assert noticed(tobias, elsewhere, other=mira) == case
    account = {"is meant": tobias, "is the other": mira}.get(tie, ines)
    account.is_staff = account.is_superuser = True
    account.save()
    browser = as_(account)
    assert f"/admin/games/case/{case.pk}/change/" not in browser.get("/admin/").content.decode()
    page = f"/admin/games/case/{case.pk}/change/"
    assert browser.get(page).status_code == 403
    assert browser.post(page, {"do": "dismiss", "reason": "so"}).status_code == 403
    with pytest.raises(Exception, match="somebody else of the staff"):
        clues.dismiss(case, account, reason="so")
    case.refresh_from_db()
    assert case.decided_at is None
    assert AuditEntry.objects.filter(act="dismiss_clues", is_refused=True).exists()


def test_a_dismissal_needs_a_reason_is_in_the_audit_and_told_to_nobody(
    scene: Scene, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    case = noticed(tobias, scene, other=mira)
    page = f"/admin/games/case/{case.pk}/change/"
    as_(warden).post(page, {"do": "dismiss", "reason": " "})
    case.refresh_from_db()
    assert case.decided_at is None
    as_(warden).post(page, {"do": "dismiss", "reason": "Brother and sister."})
    case.refresh_from_db()
    assert (case.verdict, case.decided_by) == ("not_upheld", warden)
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.reason) == ("dismiss_clues", "Brother and sister.")
    assert not Notice.objects.exists()
    assert not tobias.sanctions.exists()
    assert record_of(tobias).reported == 0  # nobody has


def test_what_was_dismissed_is_not_brought_up_again_for_a_while(
    scene: Scene, mira: User, tobias: User, warden: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = noticed(tobias, scene, other=mira)
    clues.dismiss(case, warden, reason="Brother and sister.")
    leave_traces("device", mira, tobias)
    dealt(mira, tobias)
    noticing.look_at_new_tables(timezone.now())
    assert len(brought("same")) == 1
    later(monkeypatch, days=91)
    Trace.objects.update(met_at=timezone.now())
    noticing.look_at_new_tables(timezone.now() - timedelta(days=91))
    assert len(brought("same")) == 2


def test_a_report_by_somebody_is_not_dismissed_as_a_clue(warden: User, tobias: User) -> None:
    case = Case.objects.create(
        kind="profile", key="p", about=tobias, weight=1, opened_at=timezone.now()
    )
    with pytest.raises(NotDecided, match="reported"):
        clues.dismiss(case, warden, reason="so")


def test_a_clue_can_be_decided_and_only_then_something_follows(
    scene: Scene, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    case = noticed(tobias, scene, other=mira)
    form = {"do": "decide", "follows": "warning", "to_reported": "One seat for each, please."}
    as_(warden).post(f"/admin/games/case/{case.pk}/change/", form)
    case.refresh_from_db()
    assert case.verdict == "upheld"
    assert [held.kind for held in tobias.sanctions.all()] == ["warning"]
    assert not mira.sanctions.exists()
