"""Sockets: who may open one, what is pushed, and that a lost announcement loses nothing."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games import play, rendering, tasks
from games.engine import titles
from games.live import consumers, layer
from games.live.consumers import AccountConsumer, Look
from games.matchlog import access, copies
from games.matchlog.audience import PUBLIC, Audience
from games.matchlog.copies import Copy
from games.models import Match, Move
from games.play import bots, due, seating
from games.rendering.parts import Drawing, frame
from games.rendering.table import Fragment
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.playing import forget_everything, played
from tests.web.sockets import Refused, socket
from tests.web.test_access import scramble_log

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


def three() -> list[User]:
    return [UserFactory.create(username=name) for name in ("mira", "tobias", "ines")]


async def begun(**kwargs: Any) -> Scene:
    return await database_sync_to_async(lambda: dealt(*three(), **kwargs))()


async def posted(scene: Scene, index: int, **action: Any) -> str:
    """A move over HTTP, and the mover's own answer."""

    def post() -> str:
        browser = Client()
        browser.force_login(scene.players[index])
        data = {"number": scene.number, "action": json.dumps(action)}
        answer = browser.post(f"/m/{scene.id}/move", data, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        return answer.content.decode()

    return await database_sync_to_async(post)()


async def fragment_of(scene: Scene, seat: int | None) -> str:
    return (await drawing_of(scene, seat)).html


async def drawing_of(scene: Scene, seat: int | None) -> Drawing:
    return await database_sync_to_async(
        lambda: rendering.drawing_of_table(access.Visit(scene.match, scene.seats(), seat))
    )()


async def test_the_first_message_is_the_whole_view() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[1]) as mine:
        assert await mine.table() == await fragment_of(scene, 1)


async def test_a_move_is_pushed_as_the_parts_that_it_changed() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        await watcher.table()
        before = await drawing_of(scene, None)
        await posted(scene, 0, do="pass")
        sent = await watcher.next_with('id="table"')
        assert sent == frame(await drawing_of(scene, None), before)
        assert '<ul id=tokens data-same><li id="token-0"' in sent
        assert "token-2" not in sent
        assert watcher.page == await fragment_of(scene, None)


async def test_a_page_that_has_lost_its_place_is_sent_everything() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        await watcher.table()
        await posted(scene, 0, do="pass")
        assert "data-same" in await watcher.next_with('id="table"')
        await watcher.send_to(text_data="all")
        assert await watcher.next_with('id="table"') == await fragment_of(scene, None)


async def test_a_page_that_keeps_losing_its_place_is_told_to_come_back_later() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        await watcher.table()
        for _ in range(consumers.WHOLE_AT_ONCE):
            await watcher.send_to(text_data="all")
            assert await watcher.next_with('id="table"') == await fragment_of(scene, None)
        await watcher.send_to(text_data="all")
        assert await watcher.code() == consumers.TRY_LATER


async def test_everything_again_is_what_the_socket_has_at_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        shown = await watcher.table()
        monkeypatch.setattr(consumers.MatchConsumer, "_look", lambda *_: pytest.fail("it looked"))
        await watcher.send_to(text_data="all")
        assert await watcher.next_with('id="table"') == shown


async def test_whoever_could_not_hear_is_sent_everything_with_the_next_move() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        await watcher.table()
        layer._send(layer.match_group(scene.id), {"type": "layer.back"})
        await posted(scene, 0, do="pass")
        assert await watcher.next_with('id="table"') == await fragment_of(scene, None)


async def test_a_move_is_pushed_to_every_seat_as_its_own_view() -> None:
    scene = await begun()
    async with AsyncExitStack() as stack:
        open_ = partial(opened, stack, f"/ws/m/{scene.id}/")
        sockets = [await open_(user) for user in (*scene.players, None)]
        for each in sockets:
            await each.table()
        answer = await posted(scene, 0, do="pass")
        frames = [await each.table() for each in sockets]
        assert frames == [await fragment_of(scene, seat) for seat in (0, 1, 2, None)]
        assert len(set(frames)) == 4
        assert answer.startswith(frames[0])


async def opened(stack: AsyncExitStack, address: str, user: User | None) -> Any:
    return await stack.enter_async_context(socket(address, user))


async def test_ten_sockets_of_one_audience_are_rendered_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()
    made: list[Any] = []
    render = rendering.table._render

    def counted(visited: access.Visit, copy: Copy) -> Fragment:
        made.append(rendering.table.key_of(visited))
        return render(visited, copy)

    looks: list[Audience] = []
    look = consumers._look_of

    def counted_look(visited: access.Visit) -> Look:
        looks.append(visited.audience)
        return look(visited)

    monkeypatch.setattr(rendering.table, "_render", counted)
    monkeypatch.setattr(consumers, "_look_of", counted_look)
    async with AsyncExitStack() as stack:
        sockets = [await opened(stack, f"/ws/m/{scene.id}/", None) for _ in range(6)]
        sockets += [await opened(stack, f"/ws/m/{scene.id}/", scene.players[1]) for _ in range(4)]
        for each in sockets:
            await each.table()
        made.clear()
        looks.clear()
        await posted(scene, 0, do="pass")
        for each in sockets:
            assert 'data-number="1"' in await each.table()
    assert sorted(map(str, looks)) == ["1", "public"]
    assert sorted(str(key.audience) for key in made) == ["0", "1", "public"]


async def test_announcements_carry_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await begun()
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(layer, "_send", lambda group, message: sent.append(message))
    await posted(scene, 0, do="ask", seat=2)
    keys = {key for message in sent for key in message}
    assert keys == {"type", "match", "number", "digest", "edition", "waiting", "listed"}
    assert {type(message.get("waiting", True)) for message in sent} == {bool}
    match = await database_sync_to_async(lambda: scene.match)()
    assert {
        "type": "match.moved", "match": scene.id,
        "number": 1, "digest": match.digest, "edition": match.edition,
    } in sent  # fmt: skip


async def test_a_lost_announcement_is_made_up_for_by_the_next_and_by_a_new_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        await watcher.table()
        with monkeypatch.context() as lost:
            lost.setattr(layer, "announce", lambda *args, **kwargs: None)
            await posted(scene, 0, do="pass")
        assert await watcher.receive_nothing(timeout=0.2)
        async with socket(f"/ws/m/{scene.id}/", None) as later:
            assert 'data-number="1"' in await later.table()
        await posted(scene, 1, do="pass")
        assert 'data-number="2"' in await watcher.table()


async def test_a_move_announced_twice_is_sent_once() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", None) as watcher:
        await watcher.table()
        await posted(scene, 0, do="pass")
        await watcher.table()
        match = await database_sync_to_async(lambda: scene.match)()
        layer.announce(scene.id, **access.mark_of(match)._asdict())
        assert await watcher.receive_nothing(timeout=0.3)


async def test_the_push_speaks_the_language_of_the_page() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/?language=de", None) as watcher:
        await watcher.table()
        await posted(scene, 0, do="pass")
        await watcher.table()
    keys = rendering.table._fragments.keys()
    assert {k.language for k in keys if k.match == scene.id and k.audience == PUBLIC} == {"de"}


async def test_an_unknown_language_is_not_taken_over() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/?language=../etc", None) as watcher:
        assert await watcher.table() == await fragment_of(scene, None)


# Non-interference


async def first_frames(scene: Scene, user: User | None) -> list[str]:
    """Everything that a socket is sent at first, the table last."""
    async with socket(f"/ws/m/{scene.id}/", user) as opened:
        return await opened.up_to_table()


@pytest.mark.parametrize("slug", sorted(titles()))
async def test_a_seats_frames_are_the_same_whatever_is_hidden_from_it(slug: str) -> None:
    scene = await database_sync_to_async(played)(slug, 7)
    for seat in (None, 0, len(scene.players) - 1):
        user = None if seat is None else scene.players[seat]
        forget_everything()
        rows = await database_sync_to_async(scene.moves)()
        first, before = await first_frames(scene, user), await drawing_of(scene, seat)
        mover, action, known = await database_sync_to_async(next_move)(scene)

        forget_everything()
        assert await database_sync_to_async(scramble_log)(scene.id, seat) > 0
        async with socket(f"/ws/m/{scene.id}/", user) as opened:
            assert await opened.up_to_table() == first
            match = await database_sync_to_async(lambda: scene.match)()
            for copy in known:  # in the process that plays, which has not read the scrambled rows
                copies._keep(match, copy)
            number = rows[-1].number
            await database_sync_to_async(play.submit)(scene.id, mover, number=number, action=action)
            pushed = (await opened.up_to_table())[-1]

        forget_everything()
        await Move.objects.abulk_update(rows, ["action", "events", "draws"])
        assert (await first_frames(scene, user))[-1] == opened.page
        assert pushed == frame(await drawing_of(scene, seat), before)  # which parts were sent, too
        assert opened.page != first[-1]


def next_move(scene: Scene) -> tuple[User, Any, list[copies.Copy]]:
    """Whose it is, what they do, and the copies it is decided from."""
    seat = scene.awaited()[0]
    mine = scene.copy(seat)
    return scene.players[seat], bots.choose(mine, "plain"), [scene.whole(), mine]


async def test_what_a_seat_may_read_does_reach_its_frame() -> None:
    """The test above can fail: another number in one's own hand makes another frame."""
    scene = await begun()
    before, public = [await first_frames(scene, user) for user in (scene.players[0], None)]
    [deal] = await database_sync_to_async(scene.moves)()
    deal.events[1]["numbers"][0] = deal.events[1]["numbers"][0] % 4 + 1
    await deal.asave()
    forget_everything()
    assert await first_frames(scene, scene.players[0]) != before
    assert await first_frames(scene, None) == public


# What was watched


async def seen_by(scene: Scene, index: int) -> int:
    return (await database_sync_to_async(scene.seats)())[index].seen


async def until_seen(scene: Scene, index: int, number: int) -> None:
    for _ in range(1000):
        if await seen_by(scene, index) == number:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"seen: {await seen_by(scene, index)}, not {number}")


async def test_a_pushed_move_counts_as_seen_when_the_page_says_so_and_not_before() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[1]) as mine:
        await mine.table()
        await posted(scene, 0, do="ask", seat=2)
        await mine.table()
        assert await seen_by(scene, 1) == -1  # the tab may be hidden
        await mine.send_to(text_data="1")
        await until_seen(scene, 1, 1)
    assert [await seen_by(scene, index) for index in (0, 1, 2)] == [1, 1, -1]


async def test_a_page_has_seen_nothing_that_it_was_not_sent() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[1]) as mine:
        await mine.table()
        for nonsense in (" ", "-1", "x", "²", "[" * 5000, '{"seen": 0}', "9" * 5000):
            await mine.send_to(text_data=nonsense)
        await mine.send_to(bytes_data=b"0")
        await mine.send_to(text_data="99")
        await until_seen(scene, 1, 0)


async def test_a_page_that_says_it_again_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = await begun()
    written: list[int] = []
    monkeypatch.setattr(play, "seen", lambda *args, number: written.append(number))
    async with (
        socket(f"/ws/m/{scene.id}/", scene.players[1]) as mine,
        socket(f"/ws/m/{scene.id}/", None) as watcher,
    ):
        for each in (mine, watcher):
            await each.table()
            for _ in range(3):
                await each.send_to(text_data="0")
        await posted(scene, 0, do="pass")
        await watcher.table()
    assert written == [0]


async def test_a_look_after_a_while_is_kept_though_nobody_has_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()
    kept: list[int] = []
    monkeypatch.setattr(play, "seen", lambda *args, number: kept.append(number))
    monkeypatch.setattr(play, "LOOKS_AGAIN", timedelta(0))
    async with socket(f"/ws/m/{scene.id}/", scene.players[1]) as mine:
        await mine.table()
        for text in ("0", "x", "-1", "0"):
            await mine.send_to(text_data=text)
        await posted(scene, 0, do="pass")
        await mine.table()
    assert kept == [0, 0]


async def test_a_page_asks_the_bots_to_hurry_once_a_move_and_a_watcher_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = await begun()
    hurried: list[tuple[str, int, int]] = []
    monkeypatch.setattr(tasks, "hurry", lambda *asked: hurried.append(asked))
    async with (
        socket(f"/ws/m/{scene.id}/", scene.players[1]) as mine,
        socket(f"/ws/m/{scene.id}/", None) as watcher,
    ):
        for each in (mine, watcher):
            await each.table()
            for said in ("faster 0", "faster 0", "faster x", "faster -1"):
                await each.send_to(text_data=said)
        await posted(scene, 0, do="pass")
        await mine.table()
        await watcher.table()
    assert hurried == [(scene.id, 1, 0)]


# Who may


async def test_a_match_by_invitation_takes_no_strangers_socket() -> None:
    scene = await begun(public=False)
    other = await database_sync_to_async(UserFactory.create)()
    staff = await database_sync_to_async(
        lambda: UserFactory.create(is_staff=True, is_superuser=True)
    )()
    for visitor in (None, other, staff):
        with pytest.raises(Refused):
            async with socket(f"/ws/m/{scene.id}/", visitor):
                pass
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        assert await mine.table() == await fragment_of(scene, 0)


async def test_a_socket_from_a_page_of_another_site_is_refused() -> None:
    scene = await begun()
    with pytest.raises(Refused):
        async with socket(f"/ws/m/{scene.id}/", scene.players[0], origin="https://evil.example"):
            pass


async def test_there_is_no_socket_of_a_match_that_is_not() -> None:
    with pytest.raises(Refused):
        async with socket("/ws/m/aaaaaaaaaa/", None):
            pass


async def test_the_seat_comes_from_the_session_and_not_from_the_address() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/?seat=0&as=0", None) as watcher:
        assert await watcher.table() == await fragment_of(scene, None)


async def test_what_a_browser_sends_is_ignored() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        await mine.send_to(text_data=json.dumps({"number": 0, "action": {"do": "pass"}}))
        assert await mine.receive_nothing(timeout=0.2)
        assert await database_sync_to_async(lambda: scene.number)() == 0


@pytest.mark.parametrize("address", ["/ws/", "/ws/tables/", "match"])
async def test_a_suspended_account_loses_its_sockets(address: str) -> None:
    scene = await begun()
    path = f"/ws/m/{scene.id}/" if address == "match" else address
    async with socket(path, scene.players[0]) as mine:
        await database_sync_to_async(sanctions.suspend)(scene.players[0], "cheating", None)
        assert await mine.code() == 4001


@pytest.mark.parametrize("address", ["/ws/", "/ws/tables/", "match"])
async def test_an_account_suspended_while_its_socket_opens_gets_none(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = await begun()
    listen, user = AccountConsumer.listen, scene.players[0]

    async def too_late(self: AccountConsumer, group: str) -> None:
        if group == layer.account_group(user.pk):
            await database_sync_to_async(sanctions.suspend)(user, "two seats at a table", None)
        await listen(self, group)

    monkeypatch.setattr(AccountConsumer, "listen", too_late)
    with pytest.raises(Refused):
        async with socket(address.replace("match", f"/ws/m/{scene.id}/"), user):
            pass


async def test_a_browser_that_logs_out_loses_its_sockets_and_another_does_not() -> None:
    scene = await begun()
    user, browser = scene.players[0], Client()
    await browser.aforce_login(user)
    async with (
        socket(f"/ws/m/{scene.id}/", user, client=browser) as here,
        socket(f"/ws/m/{scene.id}/", user) as elsewhere,
    ):
        await here.table()
        await elsewhere.table()
        await database_sync_to_async(browser.post)("/account/logout/")
        assert await here.code() == 4001
        await posted(scene, 0, do="pass")
        assert 'data-number="1"' in await elsewhere.table()


async def test_a_new_password_closes_the_sockets_of_whoever_had_the_old_one() -> None:
    scene = await begun()
    user = scene.players[0]
    browser = Client()
    await database_sync_to_async(give_password)(user, "an old one here")
    await browser.aforce_login(user)
    async with socket(f"/ws/m/{scene.id}/", user) as forgotten:
        await forgotten.table()
        form = {"oldpassword": "an old one here"}
        form |= dict.fromkeys(("password1", "password2"), "another one here")
        answer = await database_sync_to_async(browser.post)("/account/password/change/", form)
        assert answer.status_code == 302
        assert await forgotten.code() == 4001


def give_password(user: User, password: str) -> None:
    user.set_password(password)
    user.save()


async def test_the_layer_is_told_no_session_key() -> None:
    assert "topsecret" not in layer.session_group("topsecret")


async def test_a_frozen_match_is_pushed_as_frozen() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        await mine.table()
        await database_sync_to_async(play.freeze)(scene.id, reason="a complaint")
        assert "The match is frozen." in await mine.table()


async def test_a_new_name_reaches_the_tables_that_are_open() -> None:
    scene = await begun()
    async with socket(f"/ws/m/{scene.id}/", scene.players[0]) as mine:
        assert "tobias" in await mine.table()
        scene.players[1].username = "tobi"
        await database_sync_to_async(scene.players[1].save)()
        frame = await mine.table()
        assert "tobi" in frame
        assert "tobias" not in frame


# Lists and tables before the deal


async def test_an_open_table_makes_its_page_look_again_and_the_deal_brings_the_board() -> None:
    mira, tobias, _ines = await database_sync_to_async(three)()
    scene = await database_sync_to_async(gathered)(mira, size=2)
    async with socket(f"/ws/m/{scene.id}/", mira) as mine:
        await mine.next_with('id="pulse"')
        await database_sync_to_async(seating.join)(scene.id, tobias)
        assert f'hx-get="/m/{scene.id}/"' in await mine.next_with('id="pulse"')
        await database_sync_to_async(seating.ready)(scene.id, tobias)
        await mine.next_with('id="pulse"')
        await database_sync_to_async(seating.ready)(scene.id, mira)
        assert 'data-number="0"' in await mine.table()


async def test_whoever_is_sent_away_from_a_private_table_is_sent_nothing_more() -> None:
    mira, tobias, _ines = await database_sync_to_async(three)()
    scene = await database_sync_to_async(lambda: gathered(mira, tobias, size=3, public=False))()
    async with socket(f"/ws/m/{scene.id}/", tobias) as theirs:
        await theirs.next_with('id="pulse"')
        await database_sync_to_async(seating.kick)(scene.id, mira, index=1)
        assert await theirs.code() == 4004


async def test_how_many_tables_wait_is_pushed_to_every_page() -> None:
    scene = await begun()
    async with socket("/ws/", scene.players[1]) as mine:
        assert 'data-waiting="0"' in await mine.frame()
        await posted(scene, 0, do="pass")
        assert 'data-waiting="1"' in await mine.next_with('id="waiting"')


async def test_a_page_is_told_how_many_tables_wait_only_when_that_may_have_changed() -> None:
    scene = await begun()
    async with socket("/ws/", scene.players[2]) as mine:
        assert 'data-waiting="0"' in await mine.frame()
        await mine.next_with('id="calls"')  # with which every page begins, too
        await posted(scene, 0, do="pass")  # it is tobias's turn now, not ines's
        assert await mine.receive_nothing(timeout=0.3)


async def test_a_new_table_makes_every_lobby_look_again() -> None:
    mira, tobias, _ines = await database_sync_to_async(three)()
    async with socket("/ws/tables/", None) as stranger, socket("/ws/tables/", tobias) as player:
        await database_sync_to_async(lambda: seating.create(mira, title="toy", size=2))()
        for each in (stranger, player):
            assert 'hx-get="/tables/"' in await each.next_with('id="pulse"')


async def test_a_table_that_expires_is_gone_from_every_open_page() -> None:
    mira, tobias, _ines = await database_sync_to_async(three)()
    scene = await database_sync_to_async(lambda: gathered(mira, tobias, size=3))()
    long_ago = timezone.now() - due.UNSTARTED_TABLES_LIVE - timedelta(minutes=1)
    await Match.objects.filter(pk=scene.id).aupdate(created_at=long_ago)
    async with (
        socket(f"/ws/m/{scene.id}/", tobias) as table,
        socket("/ws/tables/", None) as lobby,
        socket("/ws/tables/", mira) as host,
    ):
        await table.next_with('id="pulse"')
        await database_sync_to_async(tasks.sweep.call)()
        assert f'hx-get="/m/{scene.id}/"' in await table.next_with('id="pulse"')
        for each in (lobby, host):
            assert 'hx-get="/tables/"' in await each.next_with('id="pulse"')
