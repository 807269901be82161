"""What is done at a table from its page: sitting down, inviting, getting ready, playing again."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from accounts.models import User
from games.models import Match
from games.pages import invitations, lists
from games.play import due, seating
from tests.web.factories import Scene, UserFactory, gathered

Browser = Callable[[User | None], Client]


def test_a_table_comes_together_over_the_pages_alone(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = gathered(mira, size=3)
    host, guest = as_(mira), as_(tobias)
    address = f"/m/{scene.id}/table"
    assert (
        "Invited."
        in host.post(address, {"do": "invite", "username": "tobias"}, follow=True).content.decode()
    )
    guest.post(address, {"do": "join"})
    host.post(address, {"do": "bot", "index": "2"})
    guest.post(address, {"do": "ready", "contribution": "salt", "made_by": "browser"})
    guest.post(address, {"do": "not_ready"})
    guest.post(address, {"do": "ready", "contribution": "salt", "made_by": "browser"})
    host.post(address, {"do": "ready", "contribution": "pepper"})
    assert [(s.contribution, s.contribution_from) for s in scene.seats()] == [
        ("pepper", "typed"), ("salt", "browser"), (None, ""),
    ]  # fmt: skip
    page = host.get(f"/m/{scene.id}/").content.decode()
    assert "pepper" in page
    assert "salt" in page
    assert scene.match.status == Match.Status.RUNNING


def test_the_pages_offer_no_seat_to_whoever_was_sent_away(
    mira: User, tobias: User, as_: Browser
) -> None:
    scene = gathered(mira, tobias, size=3)
    as_(mira).post(f"/m/{scene.id}/table", {"do": "kick", "index": "1"})
    assert lists.open_tables(tobias) == []
    page = as_(tobias).get(f"/m/{scene.id}/").content.decode()
    assert "The host has removed you from this table." in page
    assert 'value="join"' not in page
    seating.invite(scene.id, mira, username="tobias")
    assert 'value="join"' in as_(tobias).get(f"/m/{scene.id}/").content.decode()


def test_a_table_says_when_it_closes_if_it_does_not_come_together(mira: User, as_: Browser) -> None:
    """No limit is hidden, and the pace may be slower than this one."""
    scene = gathered(mira, size=3, pace="relaxed")
    closes_at = scene.match.created_at + due.UNSTARTED_TABLES_LIVE
    page = as_(None).get(f"/m/{scene.id}/").content.decode()
    assert f'<time datetime="{closes_at.isoformat()}"' in page
    seating.expire(scene.id)
    assert "unless dealt by" not in as_(mira).get(f"/m/{scene.id}/").content.decode()


def test_nobody_can_ask_for_a_seat_that_is_not_there(mira: User, as_: Browser) -> None:
    scene = gathered(mira, size=3)
    for index in ("7", "x", "", "-1"):
        data = {"do": "bot", "index": index}
        page = as_(mira).post(f"/m/{scene.id}/table", data, follow=True).content.decode()
        assert "There is no such seat." in page


def test_whoever_was_at_the_table_may_play_again_from_the_page(scene: Scene, as_: Browser) -> None:
    scene.to_the_end()
    answer = as_(scene.players[1]).post(f"/m/{scene.id}/table", {"do": "rematch"})
    again = Match.objects.get(rematch_of_id=scene.id)
    assert answer["Location"] == f"/m/{again.pk}/"


def test_an_account_is_invited_by_its_exact_name_only(mira: User, as_: Browser) -> None:
    UserFactory.create(username="tobias")
    UserFactory.create(username="gone", is_active=False)
    scene = gathered(mira, size=3)
    for name in ("tobia", "gone", "", "mira", "tobias\0"):
        as_(mira).post(f"/m/{scene.id}/table", {"do": "invite", "username": name})
    assert invitations.asked_by_name(scene.match) == []
