"""Being called by name at a table, and being offered a seat at one: who is told, and who is not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.matchlog import access
from games.models import Invitation, Match, Mute, Notice, Remark, Seat
from games.notices import looking, reach
from games.play import PlayError, holding, substitutes
from games.talk import hearing, muting, saying
from tests.web.factories import Scene, UserFactory
from tests.web.telling import Post, hear, noticed, reachable, states

Browser = Callable[[User | None], Client]


@pytest.fixture
def post(mira: User, tobias: User, ines: User) -> Post:
    for user in (mira, tobias, ines):
        reach.choose(user.pk, {("answer", "mail"): True})
    reachable(mira, tobias, ines)
    return Post()


def say(scene: Scene, user: User, text: str, key: str = "1") -> Remark:
    who = hearing.listener(access.visit(scene.id, user), user)
    return saying.say(who, kind=Remark.Kind.TEXT, text=text, key=key)


def away(scene: Scene) -> None:
    Seat.objects.filter(match_id=scene.id).update(seen=-1, seen_at=None)


def mentions(user: User) -> int:
    return noticed(user).count("mention")


# Mentions


def test_whoever_is_named_is_told_where_and_not_what_was_said(
    post: Post, scene: Scene, mira: User, tobias: User, ines: User
) -> None:
    say(scene, mira, "I do not believe a word, @Tobias. Nor #1.")
    away(scene)
    hear(scene.id)
    told = post.tell()
    assert "mira mentioned you" in told
    assert (mentions(tobias), mentions(ines), mentions(mira)) == (1, 0, 0)
    [said] = [one for p in post.sent for one in p.said if one.kind == "mention"]
    assert said.text == f"At {scene.match.name}, after move 0."
    assert "believe" not in str(said)


def test_talk_that_may_mention_somebody_is_news_when_it_is_committed(
    scene: Scene, mira: User, announced: Any
) -> None:
    Match.objects.update(news_at=None)
    announced(lambda: say(scene, mira, "Well."))
    assert looking.oldest_news(limit=9) == []
    announced(lambda: say(scene, mira, "Well, @tobias?", key="2"))
    assert looking.oldest_news(limit=9) == [scene.id]


@pytest.mark.parametrize("text", ["@nobody", "mail tobias@example.com", "tobias", "@mira myself"])
def test_what_only_looks_like_a_name_calls_nobody(
    post: Post, scene: Scene, mira: User, tobias: User, text: str
) -> None:
    say(scene, mira, text)
    hear(scene.id)
    post.tell()
    assert mentions(tobias) == mentions(mira) == 0


def test_it_is_told_once_however_often_we_look(
    post: Post, scene: Scene, mira: User, tobias: User
) -> None:
    say(scene, mira, "@tobias @tobias")
    for _ in range(3):
        hear(scene.id)
        post.tell()
    assert mentions(tobias) == 1


def test_whom_somebody_has_muted_cannot_call_them(
    post: Post, scene: Scene, mira: User, tobias: User, ines: User
) -> None:
    muting.mute(tobias, name="mira")
    muting.mute(ines, name="mira", match=scene.match)
    say(scene, mira, "@tobias @ines")
    hear(scene.id)
    post.tell()
    assert mentions(tobias) == mentions(ines) == 0


def test_spectators_among_themselves_call_nobody_at_the_table(
    post: Post, scene: Scene, other: User, tobias: User
) -> None:
    said = say(scene, other, "@tobias is lying")
    assert said.channel == "spectators"
    hear(scene.id)
    post.tell()
    assert mentions(tobias) == 0


def test_the_page_behind_the_bell_quotes_what_was_said_and_no_message_does(
    post: Post, scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    line = say(scene, mira, "@tobias <b>why</b>?")
    looking.look(scene.id, post.now)

    def page() -> str:
        return as_(tobias).get("/notices/").content.decode()

    assert "<q><bdi>@tobias &lt;b&gt;why&lt;/b&gt;?</bdi></q>" in page()
    post.tell()
    assert "why" not in str([parcel.said for parcel in post.sent])
    mute = Mute.objects.create(account=tobias, about=mira, made_at=post.now)
    assert "<q>" not in page()
    mute.delete()
    Remark.objects.filter(pk=line.pk).update(hidden_at=post.now)
    assert "<q>" not in page()


def test_what_is_taken_back_hidden_or_read_is_not_told(
    post: Post, scene: Scene, mira: User, tobias: User, ines: User, other: User
) -> None:
    who = hearing.listener(access.visit(scene.id, mira), mira)
    for key, name in enumerate(["tobias", "ines", "ines"]):
        say(scene, mira, f"@{name}", key=str(key))
    away(scene)
    looking.look(scene.id, post.now)
    first, second, third = Remark.objects.order_by("pk")
    saying.take_back(who, ref=hearing.reference(first))
    saying.hide(second, reason="", by=other)
    assert reach.unread(ines.pk).filter(kind="mention").count() == 2
    hers = hearing.listener(access.visit(scene.id, ines), ines)
    saying.read(hers, ref=hearing.reference(third))
    assert not reach.unread(ines.pk).filter(kind="mention").exists()
    assert not any("mentioned" in title for title in post.tell())


def test_an_old_remark_is_no_news(post: Post, scene: Scene, mira: User, tobias: User) -> None:
    said = say(scene, mira, "@tobias")
    Remark.objects.filter(pk=said.pk).update(made_at=timezone.now() - timedelta(days=3))
    hear(scene.id)
    post.tell()
    assert mentions(tobias) == 0


def test_whose_account_is_gone_has_no_name_left_in_a_notice(
    post: Post, scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, mira, "@tobias")
    looking.look(scene.id, post.now)
    [notice] = Notice.objects.filter(kind="mention")
    assert "mira" not in str(notice.facts)
    Notice.objects.filter(pk=notice.pk).update(facts={"account": 10**9, "move": None})
    assert "former player mentioned you" in as_(tobias).get("/notices/").content.decode()


# Seats


@pytest.fixture
def left(scene: Scene, ines: User) -> Scene:
    """ines has left, and her seat is open to whom the others want there."""
    holding.leave(scene.id, ines, offered="link")
    return scene


def test_a_seat_is_offered_by_name_and_taken(
    post: Post, left: Scene, mira: User, tobias: User, other: User, as_: Browser
) -> None:
    reachable(other)
    answer = as_(mira).post(f"/m/{left.id}/seat/2", {"username": other.username}, follow=True)
    assert f"It is offered to <b>{other.username}</b>" in answer.content.decode()
    hear(left.id)
    assert f"A seat for you: {left.match.name}" in post.tell()
    [said] = [one for p in post.sent for one in p.said if one.kind == "seat"]
    assert said.path == f"/m/{left.id}/seat/2"
    assert as_(other).get(said.path).status_code == 200
    assert as_(other).post(said.path).status_code == 303
    assert Seat.objects.get(match_id=left.id, index=2).account == other
    hear(left.id)
    post.tell()
    assert reach.unread(other.pk).filter(kind="seat").count() == 0


def test_an_offer_by_name_is_for_nobody_else(
    left: Scene, mira: User, other: User, as_: Browser
) -> None:
    Match.objects.filter(pk=left.id).update(public=False)
    stranger = UserFactory.create()
    substitutes.offer_to(left.id, mira, index=2, username=other.username)
    [invitation] = Invitation.objects.filter(match_id=left.id, used_at=None)
    for address in (f"/m/{left.id}/seat/2", f"/i/{invitation.token}/"):
        assert as_(stranger).get(address).status_code == 404
        assert as_(stranger).post(address).status_code == 404
    with pytest.raises(PlayError):
        substitutes.take(left.id, stranger, index=2, token=invitation.token)
    assert as_(other).get(f"/m/{left.id}/seat/2").status_code == 200


def test_a_link_or_another_name_takes_the_place_of_the_offer(
    post: Post, left: Scene, mira: User, other: User
) -> None:
    second = UserFactory.create()
    substitutes.offer_to(left.id, mira, index=2, username=other.username)
    looking.look(left.id, post.now)
    substitutes.offer_to(left.id, mira, index=2, username=second.username)
    looking.look(left.id, post.now)
    assert reach.unread_count(other.pk) == 0
    assert reach.unread_count(second.pk) == 1
    substitutes.offer_link(left.id, mira, index=2)
    looking.look(left.id, post.now)
    assert reach.unread_count(second.pk) == 0
    [link] = Invitation.objects.filter(match_id=left.id, used_at=None)
    assert link.account is None


def test_who_comes_back_is_in_time_and_nobody_is_told_of_the_seat(
    post: Post, scene: Scene, mira: User, ines: User, other: User
) -> None:
    reachable(other)
    Seat.objects.filter(match_id=scene.id, index=2).update(offered="anyone", keeper="keeper")
    substitutes.offer_to(scene.id, mira, index=2, username=other.username)
    looking.look(scene.id, post.now)
    holding.take_back(scene.id, ines)
    post.tell()
    assert states(other) == ["dropped"]


def test_a_seat_is_not_offered_to_whom_it_cannot_be(
    left: Scene, mira: User, tobias: User, ines: User, other: User
) -> None:
    def refusal(who: User, username: str, index: int = 2) -> str:
        with pytest.raises(PlayError) as refused:
            substitutes.offer_to(left.id, who, index=index, username=username)
        return refused.value.code

    assert refusal(mira, "nobody-at-all") == "no_such_account"
    assert refusal(mira, "tobias") == "knows_it"
    assert refusal(mira, "ines") == "knows_it"  # she held it
    assert refusal(mira, other.username, index=1) == "not_offered"
    muting.block(other, name="mira")
    assert refusal(mira, other.username) == "blocked"
    with pytest.raises(PlayError):
        substitutes.offer_to(left.id, other, index=2, username=other.username)
