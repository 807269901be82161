"""The calendar of deadlines and the feed of tables, by a secret link that can be renewed."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.notices import feeds
from tests.web.factories import dealt

Browser = Callable[[User | None], Client]
ATOM = "{http://www.w3.org/2005/Atom}"


def unfolded(text: str) -> list[str]:
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    return text.replace("\r\n ", "").split("\r\n")


def test_the_calendar_has_my_deadlines_and_nobody_elses(
    mira: User, tobias: User, ines: User
) -> None:
    mine = dealt(mira, tobias, ines, pace="daily")
    dealt(tobias, mira, pace="daily")  # it is tobias's turn there
    dealt(mira, tobias)  # without a clock
    Match.objects.filter(pk=mine.id).update(name="Žofie’s Room; a, b\\c " * 2)
    lines = unfolded(feeds.calendar(mira, timezone.now()))
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
    until = Seat.objects.get(match_id=mine.id, index=0).reserve_at
    assert until is not None
    assert f"DTSTART:{until:%Y%m%dT%H%M%SZ}" in lines
    [summary] = [line for line in lines if line.startswith("SUMMARY:")]
    assert "Žofie’s Room\\; a\\, b\\\\c" in summary
    assert lines[0] == "BEGIN:VCALENDAR"


def test_the_feed_has_my_tables(mira: User, tobias: User, other: User) -> None:
    running, over = dealt(mira, tobias), dealt(mira, tobias).until_vote().to_the_end()
    theirs = dealt(tobias, other)
    root = ElementTree.fromstring(feeds.tables(mira))
    entries = {
        entry.findtext(f"{ATOM}id", ""): entry.findtext(f"{ATOM}summary", "")
        for entry in root.iter(f"{ATOM}entry")
    }
    said = {key.partition("/m/")[2][:10]: text for key, text in entries.items()}
    assert set(said) == {running.id, over.id}
    assert "It is your turn." in said[running.id]
    assert said[over.id].endswith("It is over.")
    assert theirs.id not in str(entries)


def test_the_feed_has_what_moved_last_and_not_what_was_sat_down_at_last(
    mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "ENTRIES_SHOWN", 2)
    tables = [dealt(mira, tobias) for _ in range(3)]
    Match.objects.filter(pk=tables[0].id).update(moved_at=timezone.now())
    root = ElementTree.fromstring(feeds.tables(mira))
    ids = [entry.findtext(f"{ATOM}id", "") for entry in root.iter(f"{ATOM}entry")]
    assert [one.partition("/m/")[2][:10] for one in ids] == [tables[0].id, tables[2].id]


def test_links_are_secret_need_no_log_in_and_can_be_renewed(
    mira: User, tobias: User, as_: Browser
) -> None:
    dealt(mira, tobias, pace="daily")
    page = as_(mira).get("/notices/settings/").content.decode()
    links = re.findall(r'value="https?://[^/"]+(/(?:cal|feed)/[a-z2-7]{26}\.(?:ics|atom))"', page)
    assert len(links) == 2
    stranger = Client()
    kinds = [stranger.get(link)["Content-Type"].partition(";")[0] for link in links]
    assert kinds == ["text/calendar", "application/atom+xml"]
    assert "no-store" in stranger.get(links[0])["Cache-Control"]
    as_(mira).post("/notices/settings/", {"renew": "links"})
    assert [stranger.get(link).status_code for link in links] == [404, 404]
    again = as_(mira).get("/notices/settings/").content.decode()
    assert not any(link in again for link in links)


def test_links_cannot_be_guessed(mira: User, tobias: User) -> None:
    assert feeds.token_of(mira.pk) == feeds.token_of(mira.pk) != feeds.token_of(tobias.pk)
    guesses = ["a" * 26, str(mira.pk), "None", "null", feeds.token_of(mira.pk)[:-1]]
    for guess in guesses:
        assert Client().get(f"/cal/{guess}.ics").status_code == 404
        assert Client().get(f"/feed/{guess}.atom").status_code == 404


def test_a_closed_account_has_no_links(mira: User) -> None:
    token = feeds.token_of(mira.pk)
    User.objects.filter(pk=mira.pk).update(is_active=False)
    assert Client().get(f"/cal/{token}.ics").status_code == 404
