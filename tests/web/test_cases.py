"""Reports, the desk and the page of a case: who reports what, who sees it, and what follows."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin import site
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import sanctions
from accounts.models import AuditEntry, Sanction, User
from games import play
from games.engine import titles
from games.matchlog import access
from games.models import Case, CaseNote, Claim, Complaint, Match, Mute, Notice, Remark
from games.moderation import cases, reports
from games.play import comments, holding
from games.rendering.claims import in_words
from games.talk import claiming, hearing, muting, saying
from tests.web import migrated
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.playing import forget_everything, played
from tests.web.test_access import scramble_log, visible
from tests.web.test_admin import reads_no_payload

Browser = Callable[[User | None], Client]


def moderator(name: str = "warden", group: str = "moderator") -> User:
    made = UserFactory.create(username=name, is_staff=True)
    made.groups.add(migrated.group(group))
    return made


@pytest.fixture
def warden(db: None) -> User:
    return moderator()


def said(scene: Scene, account: User, text: str = "you fool", key: str = "1") -> Remark:
    who = hearing.listener(access.visit(scene.id, account), account)
    return saying.say(who, kind=Remark.Kind.TEXT, text=text, key=key)


def line_of(scene: Scene, remark: Remark) -> str:
    return f"/report/?match={scene.id}&line={hearing.reference(remark)}"


@pytest.fixture
def case(scene: Scene, mira: User, tobias: User) -> Case:
    """mira has reported a line of tobias."""
    remark = said(scene, tobias)
    who = hearing.listener(access.visit(scene.id, mira), mira)
    what = reports.line(who, hearing.reference(remark))
    assert what is not None
    reports.report(mira, what, reason="insult", words="He called me that.")
    return Case.objects.get()


# Reporting


def test_a_line_is_reported_with_its_match_and_move_and_blocks(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    scene.act(0, do="pass")
    remark = said(scene, tobias)
    browser, address = as_(mira), line_of(scene, remark)
    talk = browser.get(f"/m/{scene.id}/talk").content.decode()
    assert address.replace("&", "&amp;") in talk
    page = browser.get(address).content.decode()
    assert "you fool" in page
    assert "at move 1" in page
    browser.post(address, {"reason": "insult", "words": "So rude.", "block": "on"})
    case = Case.objects.get()
    assert (case.about, case.match_id, case.number, case.remark) == (tobias, scene.id, 1, remark)
    assert (case.quote, case.weight) == ("you fool", 3)
    made = Complaint.objects.get()
    assert (made.account, made.reason, made.words) == (mira, "insult", "So rude.")
    assert Mute.objects.get(account=mira, about=tobias).blocks
    assert "waiting" in browser.get("/reports/").content.decode()


def test_everything_that_can_be_reported_has_its_link_and_its_page(
    scene: Scene, tobias: User, ines: User, as_: Browser
) -> None:
    scene.to_the_end()
    visited = access.visit(scene.id, tobias)
    comment = comments.say(visited, tobias, number=1, text="how weak")
    browser = as_(ines)
    pages = {
        f"/report/?match={scene.id}": f"/m/{scene.id}/",
        f"/report/?match={scene.id}&move=1": f"/m/{scene.id}/replay?at=1",
        f"/report/?match={scene.id}&comment={comment.pk}": f"/m/{scene.id}/said?at=1",
        "/report/?name=tobias": "/u/tobias/",
    }
    for address, page in pages.items():
        assert f'href="{address.replace("&", "&amp;")}"' in browser.get(page).content.decode()
        assert browser.get(address).status_code == 200
        assert browser.post(address, {"reason": "other"}).status_code == 302
    assert set(Case.objects.values_list("kind", "about__username")) == {
        ("table", "mira"),
        ("move", "mira"),
        ("comment", "tobias"),
        ("profile", "tobias"),
    }


def test_only_what_one_sees_is_reported(
    scene: Scene, mira: User, tobias: User, other: User, as_: Browser
) -> None:
    remark = said(scene, tobias)
    private = line_of(scene, remark)
    for visitor in (other,):
        assert as_(visitor).get(private).status_code == 404
        assert as_(visitor).post(private, {"reason": "spam"}).status_code == 404
    assert as_(mira).get(f"/report/?match={scene.id}&claim=1").status_code == 404
    for address in ("?name=nobody.at.all", "?match=aaaaaaaaaa", f"?match={scene.id}&move=99", ""):
        assert as_(mira).get(f"/report/{address}").status_code == 404
    assert as_(None).get(private).status_code == 302
    assert not Case.objects.exists()


def test_a_claim_is_reported(scene: Scene, tobias: User, other: User, as_: Browser) -> None:
    scene.act(0, do="pass")
    now = timezone.now()
    Claim.objects.create(
        match=scene.match, position=1, seat=1, account=tobias, code="x", number=1, made_at=now
    )
    as_(other).post(f"/report/?match={scene.id}&claim=1", {"reason": "spoils"})
    case = Case.objects.get()
    assert (case.kind, case.about, case.number) == ("claim", tobias, 1)


def test_a_case_about_a_claim_says_it_in_words_with_the_talk_about_then(
    scene: Scene, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    scene.act(0, do="pass")
    who = hearing.listener(access.visit(scene.id, tobias), tobias)
    claiming.claim(who, code="number.1.4", key="k", offers=lambda _visited: ["number.1.4"])
    said(scene, mira, "That cannot be.")
    what = reports.claim(access.visit(scene.id, mira), 1)
    assert what is not None
    case = reports.report(mira, what, reason="spoils", words="").case
    words = in_words(access.visit(scene.id, mira), "number.1.4", seat=1, number=1)
    asked = as_(mira).get(f"/report/?match={scene.id}&claim=1").content.decode()
    assert words in html.unescape(asked)
    claiming.take_claim_back(who, position=1)
    page = html.unescape(as_(warden).get(f"/admin/games/case/{case.pk}/change/").content.decode())
    assert words in page
    assert "number.1.4" not in page
    assert "That cannot be." in page


@pytest.mark.parametrize("who", ["mira", "tobias", "warden"])
def test_who_may_not_see_a_case_reads_nothing_of_it_in_the_audit(
    who: str, case: Case, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    """mira has reported tobias: also when the match is over."""
    cases.note(case, warden, "tobias again, on purpose")
    play.void(case.match_id or "", reason="so")
    reader = {"mira": mira, "tobias": tobias, "warden": warden}[who]
    reader.is_staff = reader.is_superuser = True
    reader.save()
    for page in ("", "export/"):
        answer = as_(reader).get(f"/admin/accounts/auditentry/{page}").content.decode()
        assert ("on purpose" in answer) is (who == "warden")


def test_the_name_of_a_table_is_reported_before_the_deal(
    mira: User, tobias: User, other: User, as_: Browser
) -> None:
    table = gathered(mira, tobias, size=3)
    address = f"/report/?match={table.id}"
    for account, is_offered in ((other, True), (tobias, True), (mira, False), (None, False)):
        page = as_(account).get(f"/m/{table.id}/").content.decode()
        assert (f'href="{address}"' in page) == is_offered
    assert as_(other).post(address, {"reason": "name"}).status_code == 302
    assert Case.objects.get().about == mira


def test_a_line_of_somebody_muted_can_be_reported_still(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    address = line_of(scene, said(scene, tobias)).replace("&", "&amp;")
    muting.mute(mira, name="tobias")
    page = as_(mira).get(f"/m/{scene.id}/talk").content.decode()
    assert "whom you muted" in page
    assert f'href="{address}"' in page


def test_a_hidden_line_is_not_told_by_reporting_it(
    scene: Scene, mira: User, tobias: User, staff: User, as_: Browser
) -> None:
    remark = said(scene, tobias)
    saying.hide(remark, reason="rude", by=staff)
    assert as_(mira).get(line_of(scene, remark)).status_code == 404


def test_reports_about_the_same_thing_are_one_case_and_count_once_each(
    scene: Scene, mira: User, tobias: User, ines: User
) -> None:
    remark = said(scene, tobias)
    for account, reason in ((mira, "spam"), (ines, "spam"), (mira, "insult")):
        who = hearing.listener(access.visit(scene.id, account), account)
        what = reports.line(who, hearing.reference(remark))
        assert what is not None
        reports.report(account, what, reason=reason, words="")
    case = Case.objects.get()
    assert (case.complaints.count(), case.weight) == (2, 1)


def test_nobody_reports_themselves_nor_more_than_a_day_holds(
    mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = reports.profile("mira"), reports.profile("tobias")
    assert mine is not None
    assert theirs is not None
    with pytest.raises(reports.NotReported, match="yours"):
        reports.report(mira, mine, reason="name", words="")
    with pytest.raises(reports.NotReported, match="wrong"):
        reports.report(mira, theirs, reason="hm", words="")
    monkeypatch.setattr(reports, "MOST_A_DAY", 0)
    with pytest.raises(reports.NotReported, match="tomorrow"):
        reports.report(mira, theirs, reason="name", words="")


# The desk and the case


def test_the_desk_is_the_start_page_with_the_worst_and_oldest_first(
    case: Case, mira: User, ines: User, warden: User, as_: Browser
) -> None:
    what = reports.profile("ines")
    assert what is not None
    reports.report(mira, what, reason="spam", words="")
    Case.objects.filter(kind="profile").update(opened_at=timezone.now() - timedelta(days=2))
    page = as_(warden).get("/admin/").content.decode()
    assert page.index("Line in the talk") < page.index("Profile")
    assert "first report" in page
    assert page.count("<svg") >= 4
    assert "style=" not in page.partition('id="content-main"')[2]


def test_who_is_tied_to_a_case_sees_neither_it_nor_its_row(
    case: Case, scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    """The reporter, the reported, and whoever sits or sat there; superusers, too."""
    holding.leave(scene.id, ines)
    for account in (mira, tobias, ines):
        account.is_staff = account.is_superuser = True
        account.save()
        browser = as_(account)
        page = browser.get("/admin/").content.decode()
        assert f"/admin/games/case/{case.pk}/change/" not in page
        assert "1 more is not shown to you" in page
        assert browser.get(f"/admin/games/case/{case.pk}/change/").status_code == 403
        assert "Line in the talk" not in re.sub(
            r"(?s)<nav.*?</nav>", "", browser.get("/admin/games/case/?q=fool").content.decode()
        )


def test_a_case_tells_of_both_people_and_who_has_blocked_whom(
    case: Case, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    sanctions.issue(tobias, sanctions.Kind.WARNING, "Be kind.", None)
    sanctions.issue(mira, sanctions.Kind.WARNING, "Be patient.", None)
    address = f"/admin/games/case/{case.pk}/change/"
    before = as_(warden).get(address).content.decode()
    assert "Be kind." in before
    assert "Be patient." in before
    assert "has blocked them" not in before
    muting.block(mira, name="tobias")
    assert "has blocked them" in as_(warden).get(address).content.decode()


def test_a_wording_that_is_chosen_can_be_edited_before_it_is_sent(
    case: Case, warden: User, as_: Browser
) -> None:
    page = as_(warden).get(f"/admin/games/case/{case.pk}/change/").content.decode()
    [held] = re.findall(r'<script id="wordings" type="application/json">(.*?)</script>', page)
    for choice in re.findall(r'<option value="(\w+)"', page):
        assert choice in json.loads(held)
    do(as_(warden), case, "decide", **MUTE | {"to_reported": "Not like this, tobias."})
    assert Sanction.objects.get().reason == "Not like this, tobias."


@pytest.mark.parametrize("public", [True, False])
def test_a_case_shows_the_board_as_everyone_could_see_it_then(
    public: bool, mira: User, tobias: User, ines: User, warden: User, as_: Browser
) -> None:
    """At a table by invitation, too, which the staff do not find otherwise."""
    scene = dealt(mira, tobias, ines, title="saboteur", public=public)
    what = reports.line(
        hearing.listener(access.visit(scene.id, mira), mira),
        hearing.reference(said(scene, tobias)),
    )
    assert what is not None
    case = reports.report(mira, what, reason="insult", words="").case
    picture = f"/admin/games/case/{case.pk}/board.svg"
    assert picture in as_(warden).get(f"/admin/games/case/{case.pk}/change/").content.decode()
    answer = as_(warden).get(picture)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    forget_everything()
    assert scramble_log(scene.id, None)
    assert as_(warden).get(picture).content == answer.content
    for account, status in ((mira, 404), (moderator("hana", "helper"), 200), (ines, 404)):
        account.is_staff, account.is_superuser = True, status == 404  # who plays there
        account.save()
        assert as_(account).get(picture).status_code == status


def do(browser: Client, case: Case, do: str, **form: Any) -> str:
    answer = browser.post(f"/admin/games/case/{case.pk}/change/", {"do": do, **form}, follow=True)
    return str(answer.content.decode())


def test_a_case_is_taken_noted_handed_on_and_put_back(
    case: Case, warden: User, as_: Browser
) -> None:
    browser, tessa = as_(warden), moderator("tessa")
    assert "taken by you" in do(browser, case, "take")
    assert "Same tone last week" in do(browser, case, "note", text="Same tone last week")
    assert CaseNote.objects.get().account == warden
    assert "taken by tessa" in do(browser, case, "hand_on", to="tessa")
    case.refresh_from_db()
    assert case.taken_by == tessa
    do(as_(tessa), case, "put_back")
    case.refresh_from_db()
    assert case.taken_by is None
    acts = list(AuditEntry.objects.order_by("number").values_list("act", flat=True))
    assert acts == ["take_case", "note_case", "hand_on", "put_back"]


def test_a_case_is_not_handed_to_whoever_is_tied_to_it(
    case: Case, mira: User, warden: User, as_: Browser
) -> None:
    mira.is_staff = mira.is_superuser = True
    mira.save()
    assert "not for mira to decide" in do(as_(warden), case, "hand_on", to="mira")
    case.refresh_from_db()
    assert case.taken_by is None


MUTE = {"follows": "mute", "days": "7", "reported_wording": "insult", "reporters_wording": "upheld"}


def test_a_decision_mutes_hides_tells_and_is_in_the_audit(
    case: Case, scene: Scene, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    do(as_(warden), case, "decide", hides="on", **MUTE)
    case.refresh_from_db()
    assert (case.verdict, case.decided_by) == ("upheld", warden)
    held = Sanction.objects.get()
    assert (held.account, held.kind, held.report) == (tobias, "mute", case.pk)
    assert "Somebody was insulted" in held.reason
    assert Remark.objects.get().hidden_at is not None
    acts = set(AuditEntry.objects.values_list("act", flat=True))
    assert acts == {"hide", "sanction", "decide_case"}
    told = set(Notice.objects.values_list("account__username", "kind"))
    assert told == {("mira", "report"), ("tobias", "sanction")}
    page = as_(mira).get("/reports/").content.decode()
    assert "Thank you. We looked at it and acted." in page
    for nosy in (as_(tobias).get("/account/standing/"), as_(tobias).get("/notices/")):
        read = nosy.content.decode().partition("<main")[2]
        assert "mira" not in read.replace(scene.match.name, "")  # whose table it is


@pytest.mark.parametrize("follows", ["mute", "suspension"])
def test_who_is_sanctioned_reads_what_it_is_about_and_not_who_reported_it(
    follows: str, case: Case, scene: Scene, tobias: User, warden: User, as_: Browser
) -> None:
    tobias.set_password("lantern-oil")
    tobias.save()
    do(as_(warden), case, "decide", **{**MUTE, "follows": follows})
    if follows == "mute":
        page = as_(tobias).get("/account/standing/").content.decode()
    else:
        form = {"login": "tobias", "password": "lantern-oil"}
        page = as_(None).post("/account/login/", form, follow=True).content.decode()
    assert "What it is about" in page
    assert "you fool" in page
    assert f"in “{scene.match.name}”" in html.unescape(page)
    assert "mira" not in page.replace(scene.match.name, "").replace("mira’s table", "")
    assert "He called me that." not in page


def test_what_was_only_noticed_is_not_told_with_the_sanction(
    case: Case, tobias: User, as_: Browser
) -> None:
    Case.objects.update(kind=Case.Kind.CHAT)
    sanctions.issue(tobias, sanctions.Kind.MUTE, "words", None, report=case.pk)
    assert "What it is about" not in as_(tobias).get("/account/standing/").content.decode()


def test_a_decision_is_made_whole_or_not_at_all(
    case: Case, tobias: User, warden: User, as_: Browser
) -> None:
    """Here the sanction is refused: of somebody with more rights."""
    tobias.is_superuser = True
    tobias.save()
    page = do(as_(warden), case, "decide", hides="on", **MUTE)
    assert "You have fewer rights than tobias" in page
    case.refresh_from_db()
    assert case.decided_at is None
    assert Remark.objects.get().hidden_at is None
    assert not Sanction.objects.exists()
    refused = AuditEntry.objects.filter(is_refused=True)
    assert list(refused.values_list("act", "about_id")) == [("hide", tobias.pk)]
    assert AuditEntry.objects.count() == 1


def test_a_decision_locks_matches_then_the_case_then_accounts_and_the_audit_last(
    case: Case, scene: Scene, mira: User, tobias: User, ines: User, warden: User
) -> None:
    """The order that `games.play.rows` has: of two who do much at once none waits for the other."""
    elsewhere = [dealt(tobias, mira, ines).id for _ in range(3)]
    made = cases.CaseDecision(
        follows="suspension", days=7, to_reported="So.", to_reporters="Thanks.", hides=True
    )
    with CaptureQueriesContext(connection) as queries:
        cases.decide(case, warden, made)
    written = [query["sql"] for query in queries]
    last = len(written) - 1
    first = {
        table: next(n for n, sql in enumerate(written) if begins(sql, table))
        for table in ("games_case", "accounts_user", "accounts_auditentry")
    }
    matches = [
        n
        for n, sql in enumerate(written)
        if sql.startswith("SELECT") and all(map(sql.__contains__, elsewhere))
    ]
    assert matches[0] < first["games_case"] < first["accounts_user"] < first["accounts_auditentry"]
    assert last >= first["accounts_auditentry"]
    rest = written[first["accounts_auditentry"] :]
    assert not any(begins(sql, "games_match") or begins(sql, "accounts_user") for sql in rest)


def begins(sql: str, table: str) -> bool:
    """A write to that table."""
    return sql.startswith((f'UPDATE "{table}"', f'INSERT INTO "{table}"'))


def test_a_sanction_without_words_is_not_given(case: Case, warden: User, as_: Browser) -> None:
    page = do(as_(warden), case, "decide", follows="ban")
    assert "Say why" in page
    assert not Sanction.objects.exists()


def test_nothing_to_do_is_told_too_and_counts_for_how_often_one_is_right(
    case: Case, mira: User, warden: User, as_: Browser
) -> None:
    do(as_(warden), case, "decide", follows="nothing", reporters_wording="not_upheld")
    assert cases.record_of(mira) == cases.TrackRecord(made=1, right=0)
    assert "found nothing" in as_(mira).get("/reports/").content.decode()


@pytest.mark.parametrize(
    ("follows", "told"), [("nothing", "found nothing against"), ("upheld", "at it and acted")]
)
def test_without_a_wording_those_who_reported_are_told_what_follows(
    follows: str, told: str, case: Case, mira: User, warden: User, as_: Browser
) -> None:
    do(as_(warden), case, "decide", follows=follows)
    assert told in as_(mira).get("/reports/").content.decode()


def test_what_was_decided_is_not_decided_again_and_is_reported_anew(
    case: Case, scene: Scene, mira: User, ines: User, warden: User, as_: Browser
) -> None:
    do(as_(warden), case, "decide", follows="upheld")
    page = do(as_(warden), case, "decide", follows="nothing")
    assert "has been decided" in page
    case.refresh_from_db()
    assert case.verdict == "upheld"
    who = hearing.listener(access.visit(scene.id, ines), ines)
    what = reports.line(who, hearing.reference(Remark.objects.get()))
    assert what is not None
    reports.report(ines, what, reason="spam", words="")
    assert Case.objects.count() == 2


def test_a_helper_sees_the_queue_and_decides_nothing(case: Case, as_: Browser) -> None:
    browser = as_(moderator("hana", "helper"))
    assert "Line in the talk" in browser.get("/admin/").content.decode()
    page = browser.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert "you fool" in page
    assert "Decide and tell them" not in page
    do(browser, case, "decide", **MUTE)
    do(browser, case, "take")
    case.refresh_from_db()
    assert (case.decided_at, case.taken_by) == (None, None)
    assert {entry.is_refused for entry in AuditEntry.objects.all()} == {True}


def test_a_helper_hides_the_line_on_the_page_of_its_case(
    case: Case, warden: User, as_: Browser
) -> None:
    """With a reason. The case stays open; whoever decides it hides it with that."""
    browser, page = as_(moderator("hana", "helper")), f"/admin/games/case/{case.pk}/change/"
    assert "Hide it" in browser.get(page).content.decode()
    assert "Hide it" not in as_(warden).get(page).content.decode()
    do(browser, case, "hide", reason=" ")
    assert Remark.objects.get().hidden_at is None
    do(browser, case, "hide", reason="An insult.")
    line = Remark.objects.get()
    assert (line.hidden_reason, line.hidden_at is None) == ("An insult.", False)
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.thing, entry.reason) == ("hide", case.key, "An insult.")
    case.refresh_from_db()
    assert case.decided_at is None
    assert "Hide it" not in browser.get(page).content.decode()


def test_who_may_act_on_matches_finds_the_way_there(
    case: Case, scene: Scene, warden: User, as_: Browser
) -> None:
    page, way = f"/admin/games/case/{case.pk}/change/", f"/admin/games/match/?q={scene.id}"
    assert way in as_(warden).get(page).content.decode()
    assert scene.id in as_(warden).get(way).content.decode()
    assert way not in as_(moderator("hana", "helper")).get(page).content.decode()


# What is gone


def test_a_report_on_a_deleted_account(
    case: Case, tobias: User, warden: User, as_: Browser
) -> None:
    sanctions.close_account(tobias)
    browser = as_(warden)
    page = browser.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert "you fool" in page
    assert "tobias" not in page
    assert "nobody to sanction" in do(browser, case, "decide", **MUTE)
    do(browser, case, "decide", follows="upheld", hides="on", to_reported="rude")
    assert Remark.objects.get().hidden_at is not None


def test_a_report_of_a_deleted_account(case: Case, mira: User, warden: User, as_: Browser) -> None:
    sanctions.close_account(mira)
    browser = as_(warden)
    page = browser.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert "former player" in page
    assert "mira" not in page
    do(browser, case, "decide", **MUTE)
    assert Sanction.objects.exists()
    assert not Case.objects.filter(decided_at=None).exists()


def test_a_report_on_a_line_that_was_taken_back(
    case: Case, scene: Scene, tobias: User, warden: User, as_: Browser
) -> None:
    who = hearing.listener(access.visit(scene.id, tobias), tobias)
    saying.take_back(who, ref=hearing.reference(Remark.objects.get()))
    page = as_(warden).get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert "you fool" in page  # as it was when it was reported
    assert "The line was taken back." in page


def test_a_report_on_a_comment_that_was_taken_back(
    scene: Scene, mira: User, tobias: User, warden: User, as_: Browser
) -> None:
    scene.to_the_end()
    comment = comments.say(access.visit(scene.id, tobias), tobias, number=1, text="how weak")
    as_(mira).post(f"/report/?match={scene.id}&comment={comment.pk}", {"reason": "insult"})
    comments.unsay(access.visit(scene.id, tobias), tobias, comment=comment.pk)
    case, browser = Case.objects.get(), as_(warden)
    page = browser.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert "how weak" in page
    assert "The comment is gone." in page
    do(browser, case, "decide", hides="on", **MUTE)
    case.refresh_from_db()
    assert case.verdict == "upheld"


def test_a_report_on_a_voided_match(case: Case, scene: Scene, warden: User, as_: Browser) -> None:
    play.void(scene.id, reason="played with open cards")
    page = as_(warden).get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert "the match is void" in page
    do(as_(warden), case, "decide", closes_talk="on", **MUTE)
    assert scene.match.talk == Match.Talk.NOTHING


# Secrets


def test_neither_desk_nor_case_reads_or_shows_a_secret(
    case: Case, scene: Scene, mira: User, warden: User, as_: Browser
) -> None:
    scene.act(0, do="ask", seat=2)
    what = reports.move(access.visit(scene.id, mira), 1)
    assert what is not None
    reports.report(UserFactory.create(username="watcher"), what, reason="spoils", words="")
    secret, browser = bytes(scene.match.secret).hex(), as_(warden)
    pages = ["/admin/", "/admin/games/case/", "/admin/accounts/auditentry/"]
    pages += [f"/admin/games/case/{one.pk}/change/" for one in Case.objects.all()]
    for page in pages:
        with CaptureQueriesContext(connection) as captured:
            text = browser.get(page).content.decode()
        assert secret not in text
        assert "toy.dealt" not in text
        if "case/" not in page:
            assert reads_no_payload(captured), page


@pytest.mark.parametrize("slug", sorted(titles()))
def test_desk_and_case_are_the_same_whatever_is_hidden(
    slug: str, warden: User, as_: Browser
) -> None:
    """In every title, after every field is changed that the public may not read."""
    scene = played(slug, 6)
    what = reports.move(access.visit(scene.id, warden), scene.number - 1)
    assert what is not None
    case = reports.report(UserFactory.create(), what, reason="spoils", words="").case
    before = shown(case, warden, as_)
    assert scramble_log(scene.id, None)
    assert shown(case, warden, as_) == before
    assert any("The public log at move" in part for part in before)


@pytest.mark.parametrize("slug", sorted(titles()))
def test_no_list_and_no_page_of_the_admin_site_tells_a_secret_of_a_running_match(
    slug: str, staff: User, as_: Browser
) -> None:
    """Every list and the page of every row that belongs to the match, for a superuser: the same
    before and after everything is changed that the public may not read.
    """
    scene = played(slug, 6)
    browser, pages = as_(staff), list[str]()
    for model in site._registry:
        if model._meta.app_label not in ("accounts", "games"):
            continue
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        pages.append(base)
        fields = {field.name for field in model._meta.get_fields()}
        rows = model._default_manager.filter(match=scene.id) if "match" in fields else []
        pages += [f"{base}{row.pk}/change/" for row in rows]
    pages.append(f"/admin/games/match/{scene.id}/change/")

    def told() -> list[str]:
        forget_everything()
        return [part for page in pages for part in visible(browser.get(page).content.decode())]

    before = told()
    assert scramble_log(scene.id, None)
    assert told() == before
    assert len(pages) > 20


LINK = re.compile(r'href="((?:/admin/|\?)[^"#]*)"')
SINCE = re.compile(r"\d+\s(minute|second)s?")
ASIDE = re.compile(r"/(logout|password_change|add|secrets|export)/|[?&]o=.*\.")


def linked(browser: Client, *lists: str) -> list[str]:
    """These lists, and every page of the admin site that a link of theirs leads to: each of their
    orders and filters, and the histories of what they show. The glass, logging out and new rows aside.
    """
    found = dict.fromkeys(lists)
    for page in lists:
        for link in LINK.findall(browser.get(page).content.decode()):
            address = html.unescape(link)
            whole = page.partition("?")[0] + address if address.startswith("?") else address
            if not ASIDE.search(whole):
                found[whole] = None
                if whole.endswith("/change/"):
                    found[whole.replace("/change/", "/history/")] = None
    return list(found)


def test_no_link_of_the_admin_site_leads_to_a_secret_of_a_running_match(
    case: Case, scene: Scene, staff: User, as_: Browser
) -> None:
    """The same answers before and after everything is changed that the public may not read."""
    scene.act(0, do="ask", seat=2)
    play.freeze(scene.id, reason="a look")
    browser, lists = as_(staff), "/admin/games/"
    form = {"action": "thaw", "_selected_action": scene.id, "confirm": "yes", "reason": "so"}
    browser.post(f"{lists}match/", form)
    searched = [f"{lists}{name}/?q={scene.id}" for name in ("match", "move", "seat", "case")]
    pages = linked(browser, "/admin/", f"{searched[0]}&_popup=1", *searched)

    def told() -> dict[str, list[str]]:
        forget_everything()
        answers = {page: browser.get(page).content.decode() for page in pages}
        return {page: visible(SINCE.sub("", answer)) for page, answer in answers.items()}

    before, secret = told(), bytes(scene.match.secret).hex()
    assert scramble_log(scene.id, None)
    assert told() == before
    assert not any(secret in part for parts in before.values() for part in parts)
    for part in ("history/", "?o=", "&o=", "&_popup=1", "status__exact=", "/case/", "/move/"):
        assert any(part in page for page in pages), part


def shown(case: Case, warden: User, as_: Browser) -> list[str]:
    forget_everything()
    pages = ("/admin/", "/admin/games/case/", f"/admin/games/case/{case.pk}/change/")
    texts = [as_(warden).get(page).content.decode() for page in pages]
    return [part for text in texts for part in visible(text)]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["%5C", "hlrvhjw7i3", "99999999999999999999", "0"])
def test_a_case_by_no_number_is_nobodys(name: str, warden: User, as_: Browser) -> None:
    assert as_(warden).get(f"/admin/games/case/{name}/change/").status_code == 404
