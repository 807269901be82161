"""Breaking the glass: with a right and a reason, for a while, never at one's own table, and told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import AuditEntry, Trace, User
from games import play
from games.engine import EngineError, titles
from games.models import Glass
from games.moderation import glass
from games.play import holding, substitutes
from tests.web.factories import Scene, UserFactory
from tests.web.playing import forget_everything, played
from tests.web.test_access import visible

Browser = Callable[[User | None], Client]

REASON = "A report says that two of them are one person."


@pytest.fixture
def warden(db: None) -> User:
    made = UserFactory.create(username="warden", is_staff=True)
    made.user_permissions.set(Permission.objects.filter(codename__in=["break_glass", "view_match"]))
    return made


def secrets(scene: Scene) -> str:
    return f"/admin/games/match/{scene.id}/secrets/"


def test_the_secrets_are_shown_after_a_reason_as_the_replay_of_everything(
    scene: Scene, warden: User, as_: Browser
) -> None:
    scene.act(0, do="ask", seat=2)
    browser = as_(warden)
    asked = browser.get(secrets(scene)).content.decode()
    assert "Why you must look" in asked
    assert 'id="step"' not in asked
    browser.post(secrets(scene), {"reason": "curious"})
    assert not Glass.objects.exists()
    browser.post(secrets(scene), {"reason": REASON})
    answer = browser.get(secrets(scene))
    page = answer.content.decode()
    assert 'id="step"' in page
    assert "You see the secrets of a match that is not over." in page
    assert "no-store" in answer["Cache-Control"]
    assert f"{secrets(scene)}?at=0" in page  # the way through it stays behind the glass
    assert "Hidden from the public at this move" in page
    held = [slot.value for slot in scene.whole().known.tokens]  # type: ignore[attr-defined]
    assert all(f"<dd>{number}</dd>" in page for number in held)
    as_public = browser.get(f"{secrets(scene)}?as=public").content.decode()
    assert "Hidden from the public" not in as_public
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.match, entry.reason) == ("break_glass", scene.id, REASON)


def test_it_closes_by_itself(
    scene: Scene, warden: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    glass.break_glass(scene.match, warden, reason=REASON)
    later = timezone.now() + glass.LASTS
    monkeypatch.setattr(timezone, "now", lambda: later)
    page = as_(warden).get(secrets(scene)).content.decode()
    assert 'id="step"' not in page
    assert "Why you must look" in page


def test_a_glass_is_for_whoever_broke_it_and_opens_no_other_page(
    scene: Scene, warden: User, staff: User, as_: Browser
) -> None:
    glass.break_glass(scene.match, warden, reason=REASON)
    assert 'id="step"' not in as_(staff).get(secrets(scene)).content.decode()
    for page in ("replay?as=all", "replay?as=0", "picture.png?as=all"):
        assert as_(warden).get(f"/m/{scene.id}/{page}").status_code == 403


@pytest.mark.parametrize("tie", ["sits", "sat"])
def test_it_is_refused_at_ones_own_table_even_when_it_was_open(
    tie: str, scene: Scene, tobias: User, as_: Browser
) -> None:
    tobias.is_staff = tobias.is_superuser = True
    tobias.save()
    if tie == "sat":
        holding.leave(scene.id, tobias)
    now = timezone.now()
    Glass.objects.create(
        match=scene.match,
        account=tobias,
        reason="",
        number=0,
        opened_at=now,
        closes_at=now + timedelta(1),
    )
    assert as_(tobias).get(secrets(scene)).status_code == 403
    assert as_(tobias).post(secrets(scene), {"reason": REASON}).status_code == 403
    assert AuditEntry.objects.get().is_refused


@pytest.mark.parametrize("kind", Trace.Kind.values)
@pytest.mark.parametrize("who", ["sits", "sat", "is elsewhere"])
def test_it_is_refused_to_whoever_shares_a_browser_or_an_address_with_somebody_there(
    kind: str, who: str, scene: Scene, warden: User, ines: User, other: User, as_: Browser
) -> None:
    if who == "sat":
        holding.leave(scene.id, ines)
    now = timezone.now()
    for account in (warden, other if who == "is elsewhere" else ines):
        Trace.objects.create(account=account, kind=kind, digest="d", first_at=now, met_at=now)
    answer = as_(warden).post(secrets(scene), {"reason": REASON})
    assert Glass.objects.exists() == (who == "is elsewhere")
    assert answer.status_code == (303 if who == "is elsewhere" else 403)
    assert AuditEntry.objects.get().is_refused == (who != "is elsewhere")


def test_it_closes_when_the_staff_come_from_a_players_address(
    scene: Scene, warden: User, ines: User, as_: Browser
) -> None:
    glass.break_glass(scene.match, warden, reason=REASON)
    now = timezone.now()
    for account in (warden, ines):
        Trace.objects.create(account=account, kind="address", digest="d", first_at=now, met_at=now)
    assert as_(warden).get(secrets(scene)).status_code == 403


@pytest.mark.parametrize("slug", sorted(titles()))
def test_players_notice_nothing_before_the_end(slug: str, warden: User, as_: Browser) -> None:
    scene = played(slug, 6)
    player = scene.players[0]
    pages = (f"/m/{scene.id}/", f"/m/{scene.id}/log", f"/m/{scene.id}/replay", "/tables/")

    def seen() -> list[str]:
        forget_everything()
        return [line for page in pages for line in visible(as_(player).get(page).content.decode())]

    seen()  # moves the divider to its last place
    before = seen()
    glass.break_glass(scene.match, warden, reason=REASON)
    as_(warden).get(secrets(scene))
    assert seen() == before


@pytest.mark.parametrize("end", ["over", "void"])
def test_it_is_told_to_all_when_the_match_is_over(
    end: str, scene: Scene, warden: User, mira: User, other: User, as_: Browser
) -> None:
    glass.break_glass(scene.match, warden, reason=REASON)
    assert glass.disclosed(scene.match) == []
    if end == "over":
        scene.to_the_end()
    else:
        play.void(scene.id, reason="two seats, one person")
    for visitor in (mira, other):
        page = as_(visitor).get(f"/m/{scene.id}/").content.decode()
        assert "The staff looked into this match" in page
        assert "warden" in page
        assert REASON in page


@pytest.mark.parametrize("who", ["sits", "sat", "is elsewhere"])
def test_staff_at_the_table_read_of_it_in_the_audit_when_the_match_is_over(
    who: str, scene: Scene, warden: User, tobias: User, staff: User, as_: Browser
) -> None:
    if who == "sat":
        holding.leave(scene.id, tobias)
    glass.break_glass(scene.match, warden, reason=REASON)
    reader = staff if who == "is elsewhere" else tobias
    reader.is_staff = reader.is_superuser = True
    reader.save()
    audit, entry = "/admin/accounts/auditentry/", AuditEntry.objects.get()
    pages = (audit, f"{audit}?q=one+person", f"{audit}{entry.pk}/change/", f"{audit}export/")

    def told() -> list[bool]:
        answers = [as_(reader).get(page, follow=True).content.decode() for page in pages]
        return [REASON in answer for answer in answers]

    assert told() == [who == "is elsewhere"] * len(pages)
    assert entry.digest in as_(reader).get(f"{audit}export/").content.decode()
    play.void(scene.id, reason="two seats, one person")
    assert told() == [True] * len(pages)


def test_replays_tell_it_too(scene: Scene, warden: User, other: User, as_: Browser) -> None:
    glass.break_glass(scene.match, warden, reason=REASON)
    replay = f"/m/{scene.id}/replay?at=0"
    assert REASON not in as_(other).get(replay).content.decode()
    scene.to_the_end()
    assert REASON in as_(other).get(replay).content.decode()


def test_whoever_has_looked_never_sits_there(
    scene: Scene, warden: User, tobias: User, ines: User
) -> None:
    glass.break_glass(scene.match, warden, reason=REASON)
    holding.leave(scene.id, tobias, offered="anyone")
    with pytest.raises(EngineError, match="You have seen the secrets"):
        substitutes.take(scene.id, warden, index=1)


def test_what_is_over_or_not_dealt_has_no_glass(scene: Scene, warden: User, as_: Browser) -> None:
    scene.to_the_end()
    page = as_(warden).post(secrets(scene), {"reason": REASON}, follow=True).content.decode()
    assert "Only a match that is being played has secrets." in page
    assert not Glass.objects.exists()
    assert as_(warden).get("/admin/games/match/nothing/secrets/").status_code == 404


def test_a_match_nobody_looked_into_costs_no_query_more(
    scene: Scene, mira: User, as_: Browser
) -> None:
    with CaptureQueriesContext(connection) as captured:
        as_(mira).get(f"/m/{scene.id}/")
    assert not any("games_glass" in query["sql"] for query in captured.captured_queries)
