"""Tables before the deal, and who sits at them."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import sanctions
from accounts.models import User
from games import play, tasks
from games.engine.names import BotName
from games.matchlog import access
from games.models import Invitation, Match, Move, Seat
from games.play import PlayError, bots, due, opening, rematches, seating
from tests.web.conftest import Announced
from tests.web.factories import Scene, UserFactory, dealt, gathered


def refusal_of(error: pytest.ExceptionInfo[PlayError]) -> str:
    return error.value.code


def test_cards_are_dealt_only_when_every_seat_is_taken_and_ready(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias, size=3)
    seating.ready(scene.id, mira)
    seating.ready(scene.id, tobias)
    assert scene.match.status == Match.Status.OPEN
    assert scene.moves() == []
    seating.seat_bot(scene.id, mira, index=2)
    assert scene.match.status == Match.Status.RUNNING
    assert [move.by for move in scene.moves()] == ["deal"]


def test_the_deal_uses_what_the_players_gave(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias)
    seating.ready(scene.id, mira, contribution="lamp")
    seating.ready(scene.id, tobias)
    first, second = scene.seats()
    assert (first.contribution, first.contribution_from) == ("lamp", "typed")
    assert second.contribution_from == "server"
    assert len(second.contribution or "") == 16


def test_a_bot_gives_nothing_to_the_deal(mira: User) -> None:
    scene = gathered(mira, size=2, bots=1)
    seating.ready(scene.id, mira, contribution="lamp")
    assert [seat.contribution for seat in scene.seats()] == ["lamp", None]
    assert scene.match.status == Match.Status.RUNNING


@pytest.mark.parametrize("word", ["x" * 201, "two\nlines", "nul\0"])
def test_a_word_for_the_deal_is_one_printable_line(mira: User, tobias: User, word: str) -> None:
    scene = gathered(mira, tobias)
    with pytest.raises(PlayError) as error:
        seating.ready(scene.id, mira, contribution=word)
    assert refusal_of(error) == "bad_contribution"


def test_ready_can_be_taken_back_before_the_deal(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias)
    seating.ready(scene.id, mira, contribution="lamp")
    seating.not_ready(scene.id, mira)
    seating.ready(scene.id, tobias)
    assert scene.match.status == Match.Status.OPEN
    assert scene.seats()[0].contribution is None


def test_a_full_table_takes_nobody_more(mira: User, tobias: User, other: User) -> None:
    scene = gathered(mira, tobias)
    with pytest.raises(PlayError) as error:
        seating.join(scene.id, other)
    assert refusal_of(error) == "table_full"


def test_joining_twice_takes_one_seat(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias, size=4)
    seating.join(scene.id, tobias)
    assert sum(not seat.is_free for seat in scene.seats()) == 2


def test_when_the_host_leaves_the_next_one_is_host(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias)
    seating.leave(scene.id, mira)
    assert scene.match.host == tobias


def test_a_table_that_everyone_left_is_closed(mira: User) -> None:
    scene = gathered(mira, size=3, bots=2)
    seating.leave(scene.id, mira)
    assert (scene.match.status, scene.match.reason) == ("void", "deserted")


def test_nobody_leaves_after_the_deal(scene: Scene) -> None:
    with pytest.raises(PlayError) as error:
        seating.leave(scene.id, scene.players[1])
    assert refusal_of(error) == "not_open"


def test_the_host_may_send_others_away_and_nobody_else_may(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias)
    with pytest.raises(PlayError) as error:
        seating.kick(scene.id, tobias, index=0)
    assert refusal_of(error) == "not_host"
    seating.kick(scene.id, mira, index=1)
    assert scene.seats()[1].is_free


def test_whoever_was_sent_away_does_not_come_back_uninvited(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias, size=3)
    seating.kick(scene.id, mira, index=1)
    with pytest.raises(PlayError) as error:
        seating.join(scene.id, tobias)
    assert refusal_of(error) == "sent_away"


def test_a_link_from_before_the_kick_does_not_bring_back_who_was_sent_away(
    mira: User, tobias: User, other: User
) -> None:
    scene = gathered(mira, tobias, size=3)
    seating.invite_link(scene.id, mira)
    Invitation.objects.update(made_at=timezone.now() - timedelta(minutes=1))
    seating.kick(scene.id, mira, index=1)
    token = Invitation.objects.get().token
    with pytest.raises(PlayError) as error:
        seating.join(scene.id, tobias, token=token)
    assert refusal_of(error) == "sent_away"
    seating.join(scene.id, other, token=token)  # for anyone else it is as good as it was


@pytest.mark.parametrize("by", ["name", "link"])
def test_a_new_invitation_brings_back_who_was_sent_away(mira: User, tobias: User, by: str) -> None:
    scene = gathered(mira, tobias, size=3)
    seating.kick(scene.id, mira, index=1)
    if by == "name":
        seating.invite(scene.id, mira, username="tobias")
        seating.join(scene.id, tobias)
    else:
        seating.invite_link(scene.id, mira)
        seating.join(scene.id, tobias, token=Invitation.objects.get().token)
    assert scene.seats()[1].account == tobias
    seating.kick(scene.id, mira, index=1)
    with pytest.raises(PlayError):
        seating.join(scene.id, tobias)


def test_whoever_leaves_may_come_back(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias, size=3)
    seating.leave(scene.id, tobias)
    seating.join(scene.id, tobias)
    assert scene.seats()[1].account == tobias


def test_a_table_by_invitation_is_closed_to_those_not_asked(mira: User, other: User) -> None:
    scene = gathered(mira, size=2, public=False)
    with pytest.raises(PlayError) as error:
        seating.join(scene.id, other)
    assert refusal_of(error) == "not_invited"


def test_a_link_seats_one_account_once(mira: User, tobias: User, other: User) -> None:
    scene = gathered(mira, size=3, public=False)
    seating.invite_link(scene.id, mira)
    token = Invitation.objects.get().token
    seating.join(scene.id, tobias, token=token)
    with pytest.raises(PlayError) as error:
        seating.join(scene.id, other, token=token)
    assert refusal_of(error) == "used_invitation"


def test_whoever_was_asked_by_name_may_join(mira: User, tobias: User) -> None:
    scene = gathered(mira, size=2, public=False)
    seating.invite(scene.id, mira, username="TOBIAS")
    seating.invite(scene.id, mira, username="tobias")
    assert Invitation.objects.count() == 1
    seating.join(scene.id, tobias)
    assert scene.seats()[1].account == tobias


def test_a_link_to_another_table_opens_nothing(mira: User, other: User) -> None:
    first = gathered(mira, size=2, public=False)
    second = gathered(mira, size=2, public=False)
    seating.invite_link(first.id, mira)
    with pytest.raises(PlayError):
        seating.join(second.id, other, token=Invitation.objects.get().token)


@pytest.mark.parametrize(("size", "bots"), [(1, 0), (9, 0), (3, 3), (3, -1)])
def test_a_table_of_an_impossible_size_is_refused(mira: User, size: int, bots: int) -> None:
    with pytest.raises(PlayError):
        seating.create(mira, title="toy", size=size, bots=bots)


def test_a_pace_nobody_knows_is_refused(mira: User) -> None:
    with pytest.raises(PlayError) as error:
        seating.create(mira, title="toy", size=2, pace="soon")
    assert refusal_of(error) == "bad_pace"


def test_an_account_may_not_fill_the_lobby_with_tables(mira: User) -> None:
    for _ in range(opening.OPEN_TABLES_PER_HOST):
        gathered(mira, size=2)
    with pytest.raises(PlayError) as error:
        gathered(mira, size=2)
    assert refusal_of(error) == "too_many_tables"


def test_an_account_may_not_pile_up_matches_against_bots(
    mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "UNFINISHED_AGAINST_BOTS", 2)
    dealt(mira, tobias)  # not alone
    first = seating.play_at_once(mira, title="toy").match
    seating.play_at_once(mira, title="toy")
    for another in (seating.play_at_once, partial(alone_at_last, seats=3)):
        before = Match.objects.count()
        with pytest.raises(PlayError) as error:
            another(mira, title="toy")
        assert refusal_of(error) == "too_many_against_bots"
        assert Match.objects.count() == before
    seating.play_at_once(tobias, title="toy")
    play.void(first.pk, reason="one less")
    seating.play_at_once(mira, title="toy")


@transaction.atomic
def alone_at_last(account: User, *, title: str, seats: int) -> None:
    """The long way to a table full of bots."""
    table = seating.create(account, title=title, size=seats).match
    seating.ready(table.pk, account)
    for index in range(1, seats):
        seating.seat_bot(table.pk, account, index=index)


def test_a_table_may_not_be_papered_with_invitations(
    mira: User, tobias: User, ines: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "OPEN_INVITATIONS_PER_TABLE", 2)
    scene = gathered(mira, size=4)
    seating.invite(scene.id, mira, username="tobias")
    seating.invite_link(scene.id, mira)
    seating.invite(scene.id, mira, username="tobias")  # asked already: the same again
    for ask in (seating.invite_link, partial(seating.invite, username="ines")):
        with pytest.raises(PlayError) as error:
            ask(scene.id, mira)
        assert refusal_of(error) == "too_many_invitations"
    seating.join(scene.id, tobias)
    seating.invite(scene.id, mira, username="ines")


def test_tables_that_never_start_expire(mira: User, tobias: User) -> None:
    old, new = gathered(mira, size=2), gathered(mira, size=2)
    running = dealt(mira, tobias)
    long_ago = timezone.now() - due.UNSTARTED_TABLES_LIVE - timedelta(minutes=1)
    Match.objects.filter(pk__in=[old.id, running.id]).update(created_at=long_ago)
    assert due.stale_tables() == [old.id]
    assert seating.expire(old.id) is not None
    assert seating.expire(running.id) is None  # dealt in the meantime
    assert [s.match.status for s in (old, new, running)] == ["void", "open", "running"]


def test_a_rematch_seats_whoever_asks_and_invites_the_others(
    mira: User, tobias: User, ines: User
) -> None:
    scene = dealt(mira, tobias, ines, pace="relaxed").to_the_end()
    again = rematches.rematch(scene.id, tobias).match
    assert (again.options, again.pace) == (scene.match.options, "relaxed")
    assert again.terms == scene.match.terms
    joined = rematches.rematch(scene.id, mira)
    assert joined.match == again
    seating.join(again.pk, ines)
    assert not Seat.objects.filter(match=again, account=None).exists()


def test_a_rematch_that_has_begun_is_where_its_players_are_led(mira: User, tobias: User) -> None:
    scene = dealt(mira, tobias).to_the_end()
    again = rematches.rematch(scene.id, mira).match
    rematches.rematch(scene.id, tobias)
    for player in (mira, tobias):
        seating.ready(again.pk, player)
    assert rematches.rematch(scene.id, tobias).match == again
    assert Match.objects.get(pk=again.pk).number == 0


def test_a_rematch_that_came_to_nothing_can_be_asked_for_again(mira: User, tobias: User) -> None:
    scene = dealt(mira, tobias).to_the_end()
    first = rematches.rematch(scene.id, mira).match
    seating.expire(first.pk)
    second = rematches.rematch(scene.id, tobias).match
    assert second != first
    assert rematches.rematch(scene.id, mira).match == second


def test_a_rematch_is_for_those_who_played(scene: Scene, other: User) -> None:
    scene.to_the_end()
    with pytest.raises(PlayError) as error:
        rematches.rematch(scene.id, other)
    assert refusal_of(error) == "not_seated"


# Accounts that go


def test_a_deleted_account_leaves_the_log_as_it_is_and_the_keeper_plays_on(scene: Scene) -> None:
    before = list(Move.objects.values_list("digest", flat=True))
    sanctions.close_account(scene.players[1])
    seats = scene.seats()
    assert (seats[1].account, seats[1].bot, seats[1].name) == (None, "keeper", "")
    assert access.names(seats) == ["mira", "former player", "ines"]
    scene.act(0, do="pass")
    assert scene.awaited() == [1]
    play.submit_for_bot(scene.id, index=1, number=1, action={"do": "pass"})
    assert list(Move.objects.values_list("digest", flat=True))[:1] == before


def test_the_name_of_a_deleted_account_stands_nowhere_any_more(scene: Scene, as_: Any) -> None:
    assert scene.match.name == "mira’s table"
    scene.to_the_end()
    sanctions.close_account(scene.players[0])
    assert scene.match.name == "former player’s table"
    browser = as_(scene.players[1])
    for page in (f"/m/{scene.id}/", f"/m/{scene.id}/log", "/tables/", "/u/tobias/", "/matches/"):
        text = browser.get(page).content.decode()
        assert "former player" in text
        assert "mira" not in text


def test_a_word_that_has_a_deleted_name_in_it_stays_in_the_name_of_a_table(scene: Scene) -> None:
    name = "Admirals and mira, mira-two’s and Mira’s"
    Match.objects.filter(pk=scene.id).update(name=name)
    sanctions.close_account(scene.players[0])
    assert scene.match.name == "Admirals and former player, mira-two’s and Mira’s"


def test_a_deleted_account_gets_up_from_open_tables(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias)
    sanctions.close_account(mira)
    assert scene.seats()[0].is_free
    assert scene.match.host == tobias


def test_a_deleted_accounts_name_is_gone_from_a_table_that_everybody_left(mira: User) -> None:
    scene = gathered(mira, size=2)
    seating.leave(scene.id, mira)
    sanctions.close_account(mira)
    assert (scene.match.host, scene.match.name) == (None, "former player’s table")


def test_a_rematch_is_an_open_table_like_any_other(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.until_vote().to_the_end()
    monkeypatch.setattr(opening, "OPEN_TABLES_PER_HOST", 0)
    with pytest.raises(play.PlayError, match="too many open tables"):
        rematches.rematch(scene.id, scene.players[0])


def test_the_keeper_plays_on_for_a_suspended_account_which_keeps_its_seat(scene: Scene) -> None:
    edition = scene.match.edition
    sanctions.suspend(scene.players[1], "two seats at a table", None)
    assert access.names(scene.seats()) == ["mira", "tobias (keeper)", "ines"]
    assert scene.match.edition != edition
    scene.act(0, do="pass")
    assert bots.bot_at(scene.id, 1, scene.number) is not None
    tasks.bot_turn.call(scene.id, 1, scene.number)
    assert (scene.moves()[-1].seat, scene.moves()[-1].by) == (1, "keeper")
    assert scene.seats()[1].account == scene.players[1]
    assert scene.seats()[1].answers == 0


def test_a_suspended_account_that_is_waited_for_does_not_stall_the_match(scene: Scene) -> None:
    """Also when nobody was told: the sweep finds the seat."""
    since = timezone.now() - timedelta(days=2)
    Seat.objects.filter(match_id=scene.id, index=0).update(awaited_since=since)
    sanctions.suspend(scene.players[0], "two seats at a table", None)
    tasks.sweep.call()
    assert scene.moves()[-1].by == "keeper"


def test_when_the_suspension_is_lifted_the_account_plays_again(scene: Scene) -> None:
    over = dealt(*scene.players)
    sanctions.suspend(scene.players[0], "two seats at a table", None)
    play.void(over.id, reason="called off")
    sanctions.lift_suspension(scene.players[0])
    assert bots.bot_at(scene.id, 0, scene.number) is None
    assert access.names(scene.seats())[0] == "mira"
    scene.act(0, do="pass")
    assert scene.moves()[-1].by == "account"


def test_the_keeper_plays_on_in_a_frozen_match_once_it_is_thawed(
    scene: Scene, announced: Announced
) -> None:
    play.freeze(scene.id, reason="two seats at a table")
    sanctions.suspend(scene.players[0], "two seats at a table", None)
    [heard] = announced(lambda: play.thaw(scene.id, reason="settled"))
    assert heard.bots == (0,)


def test_a_suspended_account_gets_up_from_open_tables(mira: User, tobias: User) -> None:
    scene = gathered(mira, tobias)
    sanctions.suspend(mira, "two seats at a table", None)
    assert scene.seats()[0].is_free
    assert scene.match.host == tobias


def test_a_suspended_account_can_be_deleted(scene: Scene) -> None:
    sanctions.suspend(scene.players[1], "two seats at a table", None)
    sanctions.close_account(scene.players[1])
    assert access.names(scene.seats())[1] == "former player"
    assert scene.seats()[1].acting_bot == "keeper"


def test_a_new_name_is_shown_at_every_table(scene: Scene) -> None:
    edition = scene.match.edition
    scene.players[0].username = "miroslava"
    scene.players[0].save()
    assert access.names(scene.seats())[0] == "miroslava"
    assert scene.match.edition != edition


def test_a_bot_is_called_a_bot(mira: User) -> None:
    scene = gathered(mira, size=3, bots=1)
    names = access.names(scene.seats())
    assert names == ["mira", "open seat", "Slate"]
    assert [isinstance(name, BotName) for name in names] == [False, False, True]


def test_an_account_without_matches_closes_too(mira: User) -> None:
    sanctions.close_account(UserFactory.create())
    assert User.objects.filter(pk=mira.pk).exists()
