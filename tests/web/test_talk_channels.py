"""Who reads and writes what: every channel, every role, every state of a match."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import play
from games.models import Match, Remark
from games.play import holding, substitutes
from games.talk import channels
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.talking import Browser, page, post, say

Channel = Remark.Channel

TABLE, PLAYERS, SPECTATORS, ALL = "table", "players", "spectators", "all"
ROLES = ("player", "left", "watcher", "staff", "stranger")
EVERYTHING = {TABLE, PLAYERS, SPECTATORS, ALL}
NOTHING: set[str] = set()
HIDDEN = None  # as if there were no such match

READS: dict[str, tuple[set[str] | None, ...]] = {
    # state: player, left, watcher, staff, stranger. (Before the deal nobody speaks to the players.)
    "open": ({TABLE, PLAYERS}, HIDDEN, NOTHING, NOTHING, NOTHING),
    "closed": ({TABLE, PLAYERS}, HIDDEN, NOTHING, NOTHING, NOTHING),
    "running": ({TABLE, PLAYERS}, HIDDEN, {SPECTATORS}, {SPECTATORS}, NOTHING),
    "frozen": ({TABLE, PLAYERS}, HIDDEN, {SPECTATORS}, {SPECTATORS}, NOTHING),
    "void": ({TABLE, PLAYERS}, NOTHING, {SPECTATORS}, {SPECTATORS}, NOTHING),
    "over": (EVERYTHING,) * 5,
    "over, kept private": (
        EVERYTHING, EVERYTHING, {SPECTATORS, ALL}, {SPECTATORS, ALL}, {SPECTATORS, ALL},
    ),
}  # fmt: skip

WRITES: dict[str, tuple[str | None, ...]] = {
    "open": (TABLE, None, None, None, None),
    "closed": (None, None, None, None, None),
    "running": (PLAYERS, None, SPECTATORS, SPECTATORS, None),
    "frozen": (PLAYERS, None, SPECTATORS, SPECTATORS, None),
    "void": (None, None, None, None, None),
    "over": (ALL, ALL, ALL, ALL, None),
    "over, kept private": (ALL, ALL, ALL, ALL, None),
}


class Stage:
    """A match in some state, people of every role, and something said in every channel."""

    def __init__(self, state: str, people: dict[str, User | None], others: list[User]) -> None:
        player, left = people["player"], people["left"]
        assert player is not None
        assert left is not None
        if state in ("open", "closed"):
            self.scene = gathered(player, *others, size=4)
            if state == "closed":
                Match.objects.filter(pk=self.scene.id).update(status="void")
        else:
            self.scene = dealt(player, *others, left)
            holding.leave(self.scene.id, left, offered="anyone")
        if state == "frozen":
            play.freeze(self.scene.id, reason="for the test")
        elif state == "void":
            play.void(self.scene.id, reason="for the test")
        elif state.startswith("over"):
            Match.objects.filter(pk=self.scene.id).update(status="over")
            Match.objects.update(talk_private=state == "over, kept private")
        for channel in Channel:
            Remark.objects.create(
                match_id=self.scene.id, channel=channel, position=1, kind="text", key=channel,
                text=f"said to {channel}", account=others[0], made_at=timezone.now(),
            )  # fmt: skip


@pytest.fixture
def people(mira: User, other: User, staff: User) -> dict[str, User | None]:
    left = UserFactory.create(username="leaver")
    return {"player": mira, "left": left, "watcher": other, "staff": staff, "stranger": None}


@pytest.mark.parametrize("state", READS)
def test_who_reads_which_channel(
    state: str, people: dict[str, User | None], tobias: User, ines: User, as_: Browser
) -> None:
    scene = Stage(state, people, [tobias, ines]).scene
    for role, expected in zip(ROLES, READS[state], strict=True):
        if role == "left" and state in ("open", "closed"):
            continue  # nobody has left a seat before the deal
        answer = as_(people[role]).get(f"/m/{scene.id}/talk")
        if expected is HIDDEN:
            assert answer.status_code == 404, role
            continue
        assert said_in(answer) == expected, (role, state)
        for query in ("part=said&log=on", "part=said&at=0", "at=0"):
            fetched = as_(people[role]).get(
                f"/m/{scene.id}/talk?{query}", headers={"HX-Request": "true"}
            )
            assert said_in(fetched) == expected, (role, state, query)


@pytest.mark.parametrize("state", READS)
def test_who_learns_of_a_channel_in_another_way(
    state: str, people: dict[str, User | None], tobias: User, ines: User, as_: Browser
) -> None:
    """From how much is new, from lines before another, and from what can be reported."""
    scene = Stage(state, people, [tobias, ines]).scene
    for role, expected in zip(ROLES, READS[state], strict=True):
        if role == "left" and state in ("open", "closed"):
            continue
        browser, heard = as_(people[role]), expected or NOTHING
        counted = browser.get(f"/m/{scene.id}/talk?count=on")
        if expected is HIDDEN:
            assert counted.status_code == 404
        else:
            new = 0 if role == "stranger" else len(heard)
            assert counted.content.decode() == str(new), (role, state)
        for channel in EVERYTHING:
            line = f"{channel[0]}1"
            before = browser.get(f"/m/{scene.id}/talk?part=said&before={line}&since={line}")
            assert said_in(before) <= heard, (role, state, line)
            report = browser.get(f"/report/?match={scene.id}&line={line}")
            if role == "stranger":
                assert said_in(report) == NOTHING
                continue
            assert said_in(report) <= heard, (role, state, line)
            assert (report.status_code == 200) == (channel in heard), (role, state, line)


def said_in(answer: Any) -> set[str]:
    return {one for one in EVERYTHING if f"said to {one}" in answer.content.decode()}


@pytest.mark.parametrize("state", WRITES)
def test_who_writes_in_which_channel(
    state: str, people: dict[str, User | None], tobias: User, ines: User, as_: Browser
) -> None:
    scene = Stage(state, people, [tobias, ines]).scene
    for role, expected in zip(ROLES, WRITES[state], strict=True):
        post(as_(people[role]), scene, text=f"{role} speaks")
        said = Remark.objects.filter(text=f"{role} speaks").values_list("channel", flat=True)
        assert list(said) == ([] if expected is None else [expected]), role


def test_every_state_and_role_is_in_the_tables() -> None:
    states = {"open", "running", "frozen", "over", "void"}
    assert {str(one) for one in Match.Status} == states <= READS.keys()
    assert READS.keys() == WRITES.keys()
    assert {str(role) for role in channels.Relation} <= {*ROLES}


def test_what_is_said_at_a_match_by_invitation_is_found_by_nobody_else(
    mira: User, tobias: User, ines: User, other: User, staff: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    say(scene, mira, "Ours.")
    assert "Ours." in page(as_(tobias), scene)
    for visitor in (other, staff, None):
        assert as_(visitor).get(f"/m/{scene.id}/talk").status_code == 404
        assert post(as_(visitor), scene, text="Hello?").status_code == 404


def test_a_spectator_who_takes_a_seat_hears_the_players_and_no_longer_the_spectators(
    scene: Scene, mira: User, tobias: User, other: User, as_: Browser
) -> None:
    say(scene, other, "I would not trust mira.")
    say(scene, tobias, "Where is the gold?")
    holding.leave(scene.id, mira, offered="anyone")
    substitutes.take(scene.id, other, index=0)
    text = page(as_(other), scene)
    assert "Where is the gold?" in text
    assert "I would not trust mira." not in text


def test_pages_call_a_remark_by_its_place_in_its_channel_which_tells_nothing_of_the_other(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    say(scene, mira, "One.")
    before = page(as_(mira), scene)
    say(scene, other, "Nobody there hears me.")
    say(scene, mira, "Two.")
    text = page(as_(mira), scene)
    assert re.findall(r'id="said-(\w+)"', text) == ["p1", "p2"]
    assert 'id="said-p1"' in before


def test_a_page_of_a_player_is_the_same_whether_spectators_talk_or_not(
    scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    def pages() -> list[str]:
        browser = as_(mira)
        shown = [browser.get(f"/m/{scene.id}/{part}").content.decode() for part in ("", "talk")]
        shown.append(browser.get("/tables/").content.decode())
        return [re.sub(r'(csrfmiddlewaretoken|name="key")[^>]*', "", one) for one in shown]

    pages()
    before = pages()
    say(scene, other, "It is mira.")
    assert pages() == before
