"""Mails, through a real SMTP server."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from config import mails
from games.matchlog.memory import forget_everything
from games.models import Delivery, Move, Notice, Reach, Seat
from games.notices import kinds, links, looking, mailing, reach, sending, trying
from games.notices.rhythm import SETTLE, zone_of
from games.play import seating, timing
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.telling import hear, noticed, reachable, states

DAY = timedelta(days=1)


class Mailbox:
    """What a mail server was given, and how it answers."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.answer_rcpt = "250 OK"
        self.answer_data = "250 OK"

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it by this name
        self,
        _server: SMTP,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if self.answer_rcpt.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer_rcpt

    async def handle_DATA(  # noqa: N802 - aiosmtpd calls it by this name
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        if self.answer_data.startswith("250"):
            parsed = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(parsed, EmailMessage)
            self.mails.append(parsed)
        return self.answer_data

    def ids(self) -> set[str]:
        return {mail["Message-ID"] for mail in self.mails}


@pytest.fixture
def mailbox(settings: LazySettings) -> Iterator[Mailbox]:
    box = Mailbox()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = port
    settings.SITE_URL = "https://adit.example"
    yield box
    controller.stop()


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def tell(time: Time, after: timedelta = SETTLE) -> None:
    sending.tell({"mail": mailing.send}, clock=time)
    time.now += after
    sending.tell({"mail": mailing.send}, clock=time)


@pytest.fixture
def table(mira: User, tobias: User, ines: User) -> Scene:
    """mira is asked, and long away; only she has an address."""
    reachable(mira)
    scene = dealt(mira, tobias, ines, pace="daily")
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)
    hear(scene.id)
    return scene


def text(mail: EmailMessage, kind: str = "plain") -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def test_a_turn_is_mailed_in_text_and_html(mailbox: Mailbox, table: Scene, time: Time) -> None:
    tell(time)
    [mail] = mailbox.mails
    name = table.match.name
    assert mail["To"] == "mira@example.com"
    assert mail["Subject"] == f"Your turn: {name}"
    assert mail["Auto-Submitted"] == "auto-generated"
    for body in (text(mail), text(mail, "html")):
        assert f"https://adit.example/m/{table.id}/" in body
        assert name in body
    assert not [part for part in mail.walk() if part.get_content_disposition() == "attachment"]
    assert "<script" not in text(mail, "html")
    assert set(re.findall(r'(?:src|href)="(https?://[^/"]+)', text(mail, "html"))) == {
        "https://adit.example"
    }


def test_one_click_stops_the_mails_and_asks_for_no_log_in(
    mailbox: Mailbox, table: Scene, time: Time, mira: User
) -> None:
    tell(time)
    [mail] = mailbox.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip(" <>").removeprefix("https://adit.example")
    client = Client(enforce_csrf_checks=True)  # and no cookie
    assert client.get(link).status_code == 200
    assert reach.reach_of(mira.pk).kinds == {}  # to open it does nothing: machines open links
    assert client.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    table.act(0, do="pass")
    again = dealt(mira, UserFactory.create())
    Seat.objects.filter(match_id=again.id).update(seen=-1, seen_at=None)
    hear(again.id)
    tell(time, 2 * DAY)
    assert len(mailbox.mails) == 1
    assert "turn" in noticed(mira)


def test_what_cannot_be_stopped_offers_no_link_that_stops_it(
    mailbox: Mailbox, time: Time, mira: User
) -> None:
    reachable(mira)
    reach.stop(mira.pk, kinds.MAIL)
    found = looking.Found(account=mira.pk, kind=kinds.HOOK_OFF, number=1)
    looking.note(None, [found], time.now)
    tell(time)
    [mail] = mailbox.mails
    assert mail["List-Unsubscribe"] is None
    for body in (text(mail), text(mail, "html")):
        assert "/n/" not in body
        assert "come whatever you have chosen" in body


def test_a_table_is_muted_by_its_link(
    mailbox: Mailbox, table: Scene, time: Time, mira: User
) -> None:
    tell(time)
    [link] = re.findall(r"Mute this table: https://adit.example(\S+)", text(mailbox.mails[0]))
    assert Client().post(link).status_code == 200
    assert [match.pk for match in reach.muted_tables(mira.pk)] == [table.id]


def test_links_cannot_be_guessed_or_used_for_another(
    table: Scene, mira: User, tobias: User, settings: LazySettings
) -> None:
    mine = links.address(mira.pk, links.MUTE, table.id).rpartition("/n/")[2]
    body, _colon, signature = mine.strip("/").partition(":")
    theirs = links.address(tobias.pk, links.MUTE, table.id).rpartition("/n/")[2].strip("/")
    forged = [
        theirs.partition(":")[0] + ":" + signature,  # another's words under my signature
        body, body + ":", f"{body}:{signature[:-2]}aa", "x" * 60, f"{tobias.pk}:stop:",
    ]  # fmt: skip
    for token in forged:
        for method in (Client().get, Client().post):
            assert method(f"/n/{token}/").status_code == 404
    assert reach.muted_tables(tobias.pk) == []
    for number in range(200):
        assert Client().get(f"/n/{number}/").status_code == 404
    assert Client().post(f"/n/{mine.strip('/')}/").status_code == 200
    assert reach.muted_tables(tobias.pk) == []
    assert reach.muted_tables(mira.pk) != []


def test_a_link_in_a_letter_that_is_older_than_the_end_of_its_account_leads_nowhere(
    table: Scene, mira: User
) -> None:
    tokens = [links.address(mira.pk, act, table.id) for act in (links.MUTE, links.STOP)]
    sanctions.close_account(mira)
    for address in tokens:
        path = "/n/" + address.rpartition("/n/")[2]
        for method in (Client().get, Client().post):
            assert method(path).status_code == 404


def test_only_verified_addresses_are_written_to(
    mailbox: Mailbox, table: Scene, time: Time, mira: User
) -> None:
    EmailAddress.objects.filter(user=mira).update(verified=False)
    tell(time)
    assert mailbox.mails == []
    assert states(mira) == []


def test_an_address_that_bounces_is_marked_and_told_on_the_site(
    mailbox: Mailbox, table: Scene, time: Time, mira: User, as_: Any
) -> None:
    mailbox.answer_rcpt = "550 5.1.1 No such user"
    tell(time)
    assert states(mira) == ["failed"]
    assert noticed(mira) == ["turn", "bounced"]
    assert "bounced" in as_(mira).get("/notices/").content.decode()
    assert "come back" in as_(mira).get("/notices/settings/").content.decode()
    mailbox.answer_rcpt = "250 OK"
    again = dealt(mira, UserFactory.create())
    hear(again.id)
    tell(time, DAY)
    assert mailbox.mails == []
    EmailAddress.objects.filter(user=mira).update(email="new@example.com")  # and confirmed
    third = dealt(mira, UserFactory.create())
    Seat.objects.filter(match_id=third.id).update(seen=-1, seen_at=None)
    hear(third.id)
    tell(time, DAY)
    assert {mail["To"] for mail in mailbox.mails} == {"new@example.com"}


def test_an_address_that_is_good_again_is_written_to_when_its_reader_says_so(
    mailbox: Mailbox, table: Scene, time: Time, mira: User, as_: Any
) -> None:
    mailbox.answer_rcpt = "552 full"
    tell(time)
    assert reach.reach_of(mira.pk).bounced == "mira@example.com"
    browser = as_(mira)
    assert "Write to it again" in browser.get("/notices/settings/").content.decode()
    browser.post("/notices/settings/", {"again": "mail"})
    hear(dealt(mira, UserFactory.create()).id)
    Seat.objects.update(seen=-1, seen_at=None)
    tell(time)  # full still: told once more
    time.now += DAY
    assert noticed(mira).count("bounced") == 2
    mailbox.answer_rcpt = "250 OK"
    browser.post("/notices/settings/", {"again": "mail"})
    hear(dealt(mira, UserFactory.create()).id)
    Seat.objects.update(seen=-1, seen_at=None)
    tell(time)
    assert [mail["To"] for mail in mailbox.mails] == ["mira@example.com"]


def test_a_test_comes_at_once_by_itself_and_puts_off_nothing(
    mailbox: Mailbox, table: Scene, time: Time, mira: User, as_: Any
) -> None:
    """Though the reader wants a mail a day, and it is night."""
    time.now = timezone.now()
    day = (time.now + 3 * timedelta(hours=1)).hour
    reach.set_times(mira.pk, rhythm="day", hour=day, quiet_from=time.now.hour, quiet_until=day)
    tell(time, timedelta())
    page = as_(mira).post("/notices/settings/", {"try": "mail"}, follow=True).content.decode()
    assert "A test is on its way." in page
    time.now += timedelta(seconds=1)
    tell(time, timedelta())
    [mail] = mailbox.mails
    assert mail["Subject"] == "This is a test"
    assert mail["List-Unsubscribe"] is None
    assert "You asked for it" in text(mail)
    assert reach.unread_count(mira.pk) == 1  # the turn
    assert "This is a test" not in as_(mira).get("/notices/").content.decode()
    tell(time, timedelta(hours=4))
    assert [mail["Subject"] for mail in mailbox.mails[1:]] == [f"Your turn: {table.match.name}"]


def test_tests_are_few_and_go_where_something_can_arrive(
    mailbox: Mailbox, time: Time, mira: User, tobias: User, as_: Any
) -> None:
    reachable(mira)

    def asked(account: User, way: str) -> str:
        answer = as_(account).post("/notices/settings/", {"try": way}, follow=True)
        return str(answer.content.decode())

    nowhere = "There is nothing that a test could be sent to."
    assert nowhere in asked(tobias, "mail")  # no address
    for way in ("push", "hook", "close", "", "x" * 400):
        assert nowhere in asked(mira, way)
    for _ in range(trying.A_MINUTE):
        assert "A test is on its way." in asked(mira, "mail")
    assert "That was a lot at once." in asked(mira, "mail")
    assert Delivery.objects.count() == trying.A_MINUTE
    assert "A test is on its way." not in asked(tobias, "mail")


@pytest.mark.parametrize("hides", [True, False])
def test_the_mail_of_an_end_tells_it_only_to_whom_results_are_not_hidden(
    mailbox: Mailbox, scene: Scene, time: Time, mira: User, hides: bool
) -> None:
    reachable(mira)
    User.objects.filter(pk=mira.pk).update(hide_results=hides)
    scene.until_vote().to_the_end()
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)
    hear(scene.id)
    tell(time)
    [mail] = mailbox.mails
    assert mail["Subject"] == f"{scene.match.name} is over"
    assert ("Since you were here" in text(mail)) is not hides
    for hint in ("Since you were here", "picture.png"):
        assert (hint in text(mail, "html")) is not hides


@pytest.mark.parametrize("answer", ["451 try later", "452 full"])
def test_a_passing_trouble_is_tried_again(
    mailbox: Mailbox, table: Scene, time: Time, mira: User, answer: str
) -> None:
    mailbox.answer_data = answer
    tell(time)
    assert (mailbox.mails, states(mira)) == ([], ["waiting"])
    mailbox.answer_data = "250 OK"
    tell(time, timedelta(minutes=2))
    assert len(mailbox.mails) == 1
    assert reach.reach_of(mira.pk).bounced == ""


def test_a_mail_server_that_is_away_is_no_bounce(
    mailbox: Mailbox, table: Scene, time: Time, mira: User, settings: LazySettings
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 9
    tell(time)
    assert states(mira) == ["waiting"]
    settings.EMAIL_PORT = port
    tell(time, timedelta(minutes=2))
    assert len(mailbox.mails) == 1


def test_a_daily_mail_has_all_and_nothing_that_was_seen_or_done(
    mailbox: Mailbox, time: Time, mira: User, tobias: User
) -> None:
    reachable(mira)
    reach.set_times(mira.pk, rhythm="day", hour=(time.now.hour + 3) % 24)
    done, seen, waits, other = (dealt(mira, tobias, pace="daily") for _ in range(4))
    invited = gathered(tobias, size=2, public=False)
    seating.invite(invited.id, tobias, username="mira")
    Seat.objects.filter(account=mira).update(seen=-1, seen_at=None)
    for scene in (done, seen, waits, other, invited):
        hear(scene.id)
    tell(time)
    assert mailbox.mails == []
    done.act(0, do="pass")
    Seat.objects.filter(match_id=seen.id, account=mira).update(seen=0)
    tell(time, timedelta(hours=4))
    [mail] = mailbox.mails
    assert mail["Subject"] == "Your turn at 2 tables, 1 invitation"
    body = text(mail)
    for scene in (waits, other, invited):
        assert scene.id in body
    for scene in (done, seen):
        assert scene.id not in body
    tell(time, DAY)
    assert len(mailbox.mails) == 1  # and nothing a second time


def test_a_daily_mail_repeats_no_question_that_was_seen_at_the_table(
    mailbox: Mailbox, time: Time, mira: User, tobias: User
) -> None:
    reachable(mira)
    reach.set_times(mira.pk, rhythm="day", hour=(time.now.hour + 3) % 24)
    looked_at, unseen = (dealt(tobias, mira, pace="daily") for _ in range(2))
    Seat.objects.filter(account=mira).update(seen=0, seen_at=None)
    for scene in (looked_at, unseen):
        timing.ask_for_pause(scene.id, tobias, until=time.now + 3 * DAY)
        hear(scene.id)
    tell(time)
    Seat.objects.filter(match_id=looked_at.id, account=mira).update(seen_at=time.now)
    tell(time, timedelta(hours=4))
    [mail] = mailbox.mails
    assert unseen.id in text(mail)
    assert looked_at.id not in text(mail)


def test_an_invitation_says_who_is_there_and_a_list_who_moved_last(
    mailbox: Mailbox, time: Time, mira: User, tobias: User
) -> None:
    reachable(mira)
    invited = gathered(tobias, size=3, public=False)
    seating.invite(invited.id, tobias, username="mira")
    hear(invited.id)
    tell(time)
    [mail] = mailbox.mails
    for body in (text(mail), text(mail, "html")):
        assert "At the table: tobias; 2 seats are free." in body
    for scene in [dealt(tobias, mira, pace="daily") for _ in range(2)]:
        scene.act(0, do="pass")
        Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)
        hear(scene.id)
    tell(time, 2 * timedelta(hours=1))
    assert text(mailbox.mails[-1], "html").count("tobias moved last.") == 2


def test_the_language_is_the_readers_and_the_time_that_of_their_zone(
    mailbox: Mailbox, table: Scene, time: Time, mira: User
) -> None:
    User.objects.filter(pk=mira.pk).update(time_zone="Asia/Tokyo")
    tell(time)
    until = Seat.objects.get(match_id=table.id, index=0).reserve_at
    assert until is not None
    local = until.astimezone(zone_of("Asia/Tokyo"))
    assert f"{local:%H:%M}" in text(mailbox.mails[0])


def test_a_damaged_match_is_told_of_without_what_only_its_log_says(
    mailbox: Mailbox, table: Scene, time: Time, mira: User
) -> None:
    whole = dealt(mira, UserFactory.create(), name="The whole one")
    Seat.objects.filter(match_id=whole.id).update(seen=-1, seen_at=None)
    hear(whole.id)
    Move.objects.filter(match_id=table.id).update(events=[7, None])
    forget_everything()
    tell(time)
    [mail] = mailbox.mails
    assert all(f"/m/{match.id}/" in text(mail) for match in (table, whole))
    assert states(mira) == ["sent", "sent"]


def test_a_name_cannot_forge_a_header(mailbox: Mailbox, table: Scene, time: Time) -> None:
    match = table.match
    match.name = "Room\r\nBcc: everyone@example.com"
    match.save(update_fields=["name"])
    tell(time)
    [mail] = mailbox.mails
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Your turn: Room Bcc: everyone@example.com"


# A sender that dies


class Killed(BaseException):
    """As if the process had ended: nothing after it happens."""


Place = tuple[str, int]  # file and line
OURS = {sending.__file__, mailing.__file__}


def killed_at(
    place: Place | None, act: Callable[[], object], *, files: Collection[str] = OURS
) -> list[Place]:
    """Run it, and end it before it comes to this line of the sender. The lines that it came to."""
    passed: dict[Place, None] = {}

    def trace(frame: FrameType, event: str, _arg: object) -> Any:
        file = frame.f_code.co_filename
        if file not in files:
            return None
        if event == "line":
            passed[file, frame.f_lineno] = None
            if place == (file, frame.f_lineno):
                raise Killed
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except Killed:
        pass
    finally:
        sys.settrace(before)
    return list(passed)


def test_a_sender_killed_anywhere_and_started_again_tells_once(
    mailbox: Mailbox, table: Scene, time: Time, mira: User
) -> None:
    looking.look(table.id, time.now)
    start, repeated = time.now + SETTLE, []

    def sent_when_killed_at(place: Place | None) -> list[Place]:
        Notice.objects.exclude(kind="turn").delete()
        Notice.objects.update(warn_at=None)
        fresh = {"state": "waiting", "due_at": start, "claimed_at": None, "done_at": None}
        Delivery.objects.update(**fresh, message="", tries=0)
        Reach.objects.all().delete()
        mailbox.mails.clear()
        time.now = start
        return killed_at(place, lambda: sending.tell({"mail": mailing.send}, clock=time))

    places = sent_when_killed_at(None)
    assert len(places) > 100
    for place in places:
        sent_when_killed_at(place)
        for _ in range(2):  # others come, at once and later
            sending.tell({"mail": mailing.send}, clock=time)
            time.now += sending.ABANDONED + SETTLE
        assert states(mira) == ["sent"], place
        assert len(mailbox.ids()) == 1, place
        if len(mailbox.mails) > 1:
            repeated.append(place)
    # Between the server's having taken it and our having written that down: the same mail again,
    # under the same id, by which whoever gets it knows it.
    assert 0 < len(repeated) <= 8
    assert {file for file, _line in repeated} == {sending.__file__}


# While debugging


def test_mails_are_kept_and_shown_while_debugging(
    table: Scene, time: Time, settings: LazySettings, tmp_path: Path
) -> None:
    settings.EMAIL_BACKEND = "config.mails.KeepingBackend"
    settings.MAILS_FOLDER = tmp_path / "mails"
    settings.ROOT_URLCONF = "tests.web.urls_debugging"
    tell(time)
    client = Client()
    page = client.get("/mails/").content.decode()
    assert f"Your turn: {table.match.name}" in page
    assert "/n/" in page
    [link] = re.findall(r'href="(/mails/\d+/)"', page)
    answer = client.get(link)
    assert answer["Content-Security-Policy"].startswith("default-src 'none'")
    assert table.match.name in answer.content.decode()
    for name in ("..%2f..%2fx", "1", "9" * 300):
        assert client.get(f"/mails/{name}/").status_code == 404
    assert mails.KEPT == 50


def test_nobody_sees_mails_where_nobody_debugs(as_: Any, staff: User) -> None:
    assert as_(staff).get("/mails/").status_code == 404


# Time that does not go as it should


def night(time: Time, *, begins: datetime) -> None:
    """Quiet from this hour of UTC on, for eight."""
    mira = User.objects.get(username="mira")
    reach.set_times(mira.pk, quiet_from=begins.hour, quiet_until=(begins.hour + 8) % 24)


def test_what_was_put_off_into_the_night_waits_for_the_morning(
    mailbox: Mailbox, table: Scene, time: Time
) -> None:
    """mira was at the table when it was noted, so it is told ten minutes later: after ten o'clock."""
    time.now = time.now.replace(hour=21, minute=55) + DAY
    Seat.objects.filter(match_id=table.id).update(seen_at=time.now)
    night(time, begins=time.now.replace(hour=22))
    tell(time, timedelta(minutes=20))
    assert mailbox.mails == []
    tell(time, timedelta(hours=7))
    assert mailbox.mails == []
    tell(time, timedelta(hours=1))
    assert len(mailbox.mails) == 1


def test_a_server_that_was_away_in_the_evening_wakes_nobody_at_night(
    mailbox: Mailbox, table: Scene, time: Time, settings: LazySettings
) -> None:
    time.now = time.now.replace(hour=21, minute=58) + DAY
    night(time, begins=time.now.replace(hour=22))
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 9
    tell(time)
    settings.EMAIL_PORT = port
    tell(time, timedelta(minutes=30))
    assert mailbox.mails == []
    tell(time, timedelta(hours=8))
    assert len(mailbox.mails) == 1


@pytest.mark.parametrize("jump", [-DAY, DAY, 400 * DAY], ids=["back", "ahead", "far ahead"])
def test_a_clock_that_jumps_and_comes_back_tells_each_once(
    mailbox: Mailbox, time: Time, mira: User, tobias: User, jump: timedelta
) -> None:
    """One table is noted by the right clock, one by the wrong one."""
    reachable(mira)
    start, tables = time.now, [dealt(mira, tobias), dealt(mira, tobias)]
    Seat.objects.update(seen=-1, seen_at=None)
    looking.look(tables[0].id, time.now)
    time.now += jump
    looking.look(tables[1].id, time.now)
    tell(time)
    time.now = start
    for _ in range(3):
        tell(time, timedelta(hours=2))
    time.now = start + abs(jump)
    for _ in range(3):
        tell(time, timedelta(hours=2))
    told = "".join(text(mail) for mail in mailbox.mails)
    for scene in tables:
        assert told.count(f"https://adit.example/m/{scene.id}/") == 1
    assert states(mira).count("sent") == len(noticed(mira))


def test_another_zone_moves_what_is_waiting_to_its_own_morning(
    mailbox: Mailbox, table: Scene, time: Time, mira: User
) -> None:
    """At 23 in Prague it is 7 in Tokyo: whoever has flown there is told in an hour's time."""
    User.objects.filter(pk=mira.pk).update(time_zone="Europe/Prague")
    reach.set_times(mira.pk, quiet_from=22, quiet_until=8)
    time.now = datetime(2026, 11, 20, 22, 0, tzinfo=UTC)
    Notice.objects.all().delete()
    looking.look(table.id, time.now)
    tell(time)
    assert mailbox.mails == []
    User.objects.filter(pk=mira.pk).update(time_zone="Asia/Tokyo")
    Delivery.objects.update(due_at=time.now)  # they are looked at again now and then
    tell(time, timedelta(minutes=50))
    assert mailbox.mails == []
    tell(time, timedelta(minutes=20))
    assert len(mailbox.mails) == 1
