"""No message tells what the public may not read: of every kind, by every way, in every title."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import titles
from games.models import Match, Notice, Seat
from games.notices import feeds, hooks, kinds, links, mailing, mattering, pushing, reach, wording
from games.notices.sending import Parcel, Reader
from games.notices.shown import tag_of
from games.rendering.messages import Latest, bell
from tests.web.factories import Scene
from tests.web.playing import forget_everything, played
from tests.web.test_access import scramble_log

NOW = datetime.fromisoformat("2026-11-18T12:00:00+00:00")


@pytest.fixture(autouse=True)
def _links_without_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        links, "address", lambda account, act, match="": f"/{act}/{account}/{match}"
    )


def parcels(scene: Scene, account: User) -> list[Parcel]:
    """One of each kind by itself, and all of them together."""
    facts: dict[str, dict[str, Any]] = {
        kinds.GIVEN: {"by": 1, "seconds": 86400},
        kinds.PAUSE: {"by": 1, "until": (NOW + timedelta(days=3)).isoformat()},
        kinds.END: {"by": 1, "until": (NOW + timedelta(days=2)).isoformat()},
        kinds.ANSWER: {"move": 1},
        kinds.MENTION: {"account": scene.players[1].pk, "move": 1},
        kinds.SEAT: {"seat": 1},
    }
    chosen = reach.reach_of(account.pk)
    reader = Reader(account, chosen, reach.wishes_of(account, chosen))
    match = Match.objects.defer("secret").get(pk=scene.id)
    about = [
        mattering.about(
            Notice(account=account, kind=kind, match=match, number=0, facts=facts.get(kind, {}))
        )
        for kind in kinds.KINDS
    ]
    said = [wording.say(it, reader.wishes, NOW) for it in about]
    alone = [Parcel("key", reader, [it], [one], NOW) for it, one in zip(about, said, strict=True)]
    return [*alone, Parcel("key", reader, about, said, NOW)]


def everything_told(scene: Scene, account: User) -> list[str]:
    told: list[str] = []
    for parcel in parcels(scene, account):
        mail = mailing.compose(parcel, "to@example.com")
        told += [str(mail.subject), str(mail.body), str(mail.alternatives[0][0])]
        if len(parcel.said) == 1:
            told.append(str(pushing.message_of(parcel)))
            told.append(pushed_bell(parcel))
        for said in parcel.said:
            facts = {"id": "", "title": said.title, "text": said.text, "url": said.path}
            told += [str(style(facts)) for style in hooks._STYLES.values()]
    return [*told, feeds.calendar(account, NOW), feeds.tables(account)]


def pushed_bell(parcel: Parcel) -> str:
    """As an open page gets it."""
    [it], [said] = parcel.about, parcel.said
    return bell(1, Latest(1, tag_of(it.notice), said.title, said.text, said.path))


def left(scene: Scene) -> None:
    """Nobody has looked since the deal: everything since is told."""
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)


@pytest.mark.parametrize("slug", sorted(titles()))
@pytest.mark.parametrize("moves", [0, 9])
def test_no_message_depends_on_what_the_public_may_not_read(
    slug: str, moves: int, db: None
) -> None:
    scene = played(slug, moves)
    left(scene)
    before = [everything_told(scene, player) for player in scene.players]
    assert scramble_log(scene.id, None) > 0
    forget_everything()
    assert [everything_told(scene, player) for player in scene.players] == before


@pytest.mark.parametrize("slug", sorted(titles()))
def test_mails_do_tell_what_happened(slug: str, db: None) -> None:
    """If they told nothing, the test above would prove nothing."""
    scene = played(slug, 9)
    left(scene)
    match = Match.objects.defer("secret").get(pk=scene.id)
    notice = Notice(account=scene.players[0], kind=kinds.TURN, match=match, number=0)
    lines = wording.since(mattering.about(notice))
    assert len(lines) == wording.LINES_TOLD
    [mail] = [
        mailing.compose(parcel, "to@example.com")
        for parcel in parcels(scene, scene.players[0])
        if [said.kind for said in parcel.said] == [kinds.TURN]
    ]
    assert lines[-1][1] in str(mail.body)
    assert timezone.is_aware(NOW)


@pytest.mark.parametrize("slug", sorted(titles()))
def test_the_end_is_told_without_its_outcome(slug: str, db: None) -> None:
    """Whoever has won: subjects and texts are the same."""
    scene = played(slug, 2000)
    assert scene.match.status == Match.Status.OVER
    left(scene)
    said = {
        (parcel.said[0].title, parcel.said[0].text, parcel.said[0].subject)
        for player in scene.players
        for parcel in parcels(scene, player)
        if [said.kind for said in parcel.said] == [kinds.OVER]
    }
    name = scene.match.name
    assert said == {(f"{name} is over", "See how it ended.", f"{name} is over")}


@pytest.mark.parametrize("slug", sorted(titles()))
def test_what_a_screen_may_show_names_nothing_that_a_title_hides(slug: str, db: None) -> None:
    """Subjects and pushes are made of the names of table, title and people, and of time: they are the
    same for every seat, whatever it holds, but for the name of who is told and their links.
    """
    scene = played(slug, 9)
    left(scene)
    same = {"awaited_since": NOW, "reserve_at": NOW + timedelta(hours=5), "bank_ms": 3_600_000}
    Seat.objects.filter(match_id=scene.id).update(**same, deadline=None, keeper="", bot="", kept=1)
    shown = set()
    for player in scene.players:
        alone = [parcel for parcel in parcels(scene, player) if len(parcel.said) == 1]
        pushed = [
            {name: text for name, text in pushing.message_of(parcel).items() if name != "mute"}
            for parcel in alone
        ]
        subjects = [parcel.said[0].subject for parcel in alone]
        shown.add(str((pushed, subjects)))
    assert len(shown) == 1, shown
