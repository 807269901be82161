"""Muting somebody here or everywhere, and blocking them."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Invitation, Mute
from games.play import holding, rematches, seating, substitutes
from games.play.rows import PlayError
from games.talk import hearing, muting
from tests.web.factories import Scene, dealt, gathered
from tests.web.talking import Browser, listening, page, post, say


def test_whom_one_mutes_is_folded_up_for_oneself_alone(
    scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    for text in ("Ha!", "Ho!"):
        say(scene, tobias, text)
    assert post(as_(mira), scene, mute="tobias").status_code == 200
    assert "2 lines by tobias, whom you muted" in page(as_(mira), scene)
    for user in (tobias, ines):
        assert "whom you muted" not in page(as_(user), scene)
    second = dealt(mira, tobias, ines)
    say(second, tobias, "Hi.")
    assert "whom you muted" not in page(as_(mira), second)
    post(as_(mira), scene, mute_everywhere="tobias")
    assert "whom you muted" in page(as_(mira), second)
    post(as_(mira), scene, unmute="tobias")
    assert "whom you muted" not in page(as_(mira), scene) + page(as_(mira), second)


def test_a_muted_person_makes_nothing_unread(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    muting.mute(mira, name="tobias", match=scene.match)
    say(scene, tobias, "Ha!")
    assert hearing.unread(listening(scene, mira)) == 0
    assert hearing.unread_counts(mira.pk) == {}


@pytest.mark.parametrize("name", ["nobody", "mira", "\0"])
def test_nobody_else_can_be_muted(name: str, scene: Scene, mira: User, as_: Browser) -> None:
    assert post(as_(mira), scene, mute=name).status_code == 409
    assert not Mute.objects.exists()


def test_the_list_of_the_muted_is_ones_own_and_has_the_way_back(
    mira: User, tobias: User, as_: Browser
) -> None:
    muting.block(mira, name="tobias")
    assert "blocked" in as_(mira).get("/muted/").content.decode()
    assert "mira" not in as_(tobias).get("/muted/").content.decode().split("<main")[1]
    as_(mira).post("/muted/", {"unmute": "tobias"})
    assert not Mute.objects.exists()


def test_a_profile_blocks_whom_it_is_about(mira: User, tobias: User, as_: Browser) -> None:
    profile = as_(mira).get("/u/tobias/").content.decode()
    assert 'action="/muted/"' in profile
    assert 'name="block" value="tobias"' in profile
    assert 'name="block"' not in as_(mira).get("/u/mira/").content.decode()
    assert 'name="block"' not in as_(None).get("/u/tobias/").content.decode()
    answer = as_(mira).post("/muted/", {"block": "tobias"}, follow=True)
    assert "blocked" in answer.content.decode()
    assert muting.blocks(mira.pk, tobias.pk)


def test_a_block_of_nobody_is_refused_in_words(mira: User, as_: Browser) -> None:
    answer = as_(mira).post("/muted/", {"block": "nobody"}, follow=True)
    assert "There is no player of that name." in answer.content.decode()
    assert not Mute.objects.exists()


def test_whom_one_has_blocked_does_not_invite_one_nor_sit_at_ones_tables(
    mira: User, tobias: User, as_: Browser
) -> None:
    theirs = gathered(tobias, size=3)
    seating.invite(theirs.id, tobias, username="mira")
    muting.block(mira, name="tobias")
    assert not Invitation.objects.exists()
    with pytest.raises(PlayError, match="takes no invitations"):
        seating.invite(theirs.id, tobias, username="mira")
    mine = gathered(mira, size=3)
    with pytest.raises(PlayError, match="cannot join"):
        seating.join(mine.id, tobias)
    assert mine.id not in as_(tobias).get("/tables/").content.decode()
    muting.unmute(mira, name="tobias")
    assert mine.id in as_(tobias).get("/tables/").content.decode()
    seating.join(mine.id, tobias)


def test_whom_the_host_has_blocked_takes_no_seat_at_a_running_table_and_is_asked_to_no_rematch(
    scene: Scene, mira: User, tobias: User, ines: User, other: User
) -> None:
    muting.block(mira, name="other")
    holding.leave(scene.id, ines, offered="anyone")
    with pytest.raises(PlayError, match="cannot join"):
        substitutes.take(scene.id, other, index=2)
    over = dealt(mira, tobias, ines).until_vote().to_the_end()
    muting.block(tobias, name="mira")
    rematches.rematch(over.id, mira)
    assert set(Invitation.objects.values_list("account__username", flat=True)) == {"ines"}
