"""The keeper moves for whoever is away: once, in time, and never beside the account."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Literal

import pytest
from django.apps import apps
from django.test import Client

from accounts import sanctions
from accounts.models import User
from games import play
from games.engine import Move, titles
from games.engine.matchfile import read
from games.engine.names import KeeperName
from games.engine.verify import verify
from games.matchlog import access, files
from games.matchlog.access import visit
from games.matchlog.audience import EVERYTHING
from games.models import Aside, Seat
from games.play import holding, keeping, moves, substitutes
from games.presentation.people import seat_labels
from games.rendering import history
from games.rendering.asks import asks_of
from tests.web.factories import Scene, UserFactory, dealt

Browser = Callable[[User | None], Client]


def test_the_keeper_moves_for_a_seat_that_is_awaited(scene: Scene) -> None:
    moved = keeping.move_for(scene.id, index=0, number=0)
    assert moved is not None
    assert (moved.match.number, scene.number) == (1, 1)
    [move] = scene.moves()[1:]
    assert (move.seat, move.by) == (0, "keeper")
    assert scene.awaited() != [0]


def test_the_seat_stays_the_accounts_and_no_answer_of_its_own_is_counted(scene: Scene) -> None:
    keeping.move_for(scene.id, index=0, number=0)
    seat = scene.seats()[0]
    assert (seat.account, seat.answers) == (scene.players[0], 0)


@pytest.mark.parametrize(("index", "number"), [(1, 0), (0, 1), (0, -1), (9, 0)])
def test_the_keeper_does_nothing_where_nobody_is_awaited_after_that_move(
    scene: Scene, index: int, number: int
) -> None:
    assert keeping.move_for(scene.id, index=index, number=number) is None
    assert scene.number == 0


def test_what_the_keeper_chose_for_one_move_is_not_played_after_another(scene: Scene) -> None:
    """Though it would be legal still: the question is the same, and somebody else has answered."""
    scene.until_vote()
    asked = scene.number
    scene.vote(0, 1)
    vote = {"do": "vote", "for": 1}
    assert moves.submit_for_keeper(scene.id, index=2, number=asked, action=vote) is None
    assert scene.number == asked + 1


def test_the_keeper_does_nothing_in_a_match_that_does_not_run(scene: Scene) -> None:
    play.freeze(scene.id, reason="a question")
    assert keeping.move_for(scene.id, index=0, number=0) is None
    assert keeping.move_for("nosuchtabl", index=0, number=0) is None


def test_asked_twice_the_keeper_moves_once(scene: Scene) -> None:
    keeping.move_for(scene.id, index=0, number=0)
    assert keeping.move_for(scene.id, index=0, number=0) is None
    assert scene.number == 1


def test_whoever_answers_after_the_keeper_is_too_late(scene: Scene) -> None:
    keeping.move_for(scene.id, index=0, number=0)
    kept = scene.moves()[1].action
    other = next(a for a in ({"do": "pass"}, {"do": "ask", "seat": 1}) if a != kept)
    with pytest.raises(play.Stale):
        play.submit(scene.id, scene.players[0], number=0, action=other)
    assert scene.number == 1


def test_an_old_answer_is_not_given_to_the_same_question_asked_anew(
    mira: User, tobias: User
) -> None:
    """The keeper has answered it; what is asked now looks the same and is another question."""
    scene = dealt(mira, tobias).until_vote()
    page = scene.number
    scene.vote(1, 0)
    keeping.move_for(scene.id, index=0, number=page + 1)  # round 2 begins
    scene.until_vote()
    assert 0 in scene.awaited()
    with pytest.raises(play.Stale):
        scene.vote(0, 1 - scene.moves()[page + 2].action["for"], number=page)


def test_a_match_with_keepers_moves_is_verified_like_any_other(scene: Scene) -> None:
    while awaited := scene.awaited():
        keeping.move_for(scene.id, index=awaited[0], number=scene.number)
    assert {move.by for move in scene.moves()[1:]} == {"keeper"}
    file = read(files.text_for(EVERYTHING, visit(scene.id, scene.players[0])).encode())
    assert {move.by for move in file.moves[1:]} == {"keeper"}
    assert verify(file).holds


def test_rebuilding_a_match_with_keepers_moves_changes_no_column(scene: Scene) -> None:
    keeping.move_for(scene.id, index=0, number=0)
    before = Seat.objects.filter(match_id=scene.id).values().order_by("index")
    columns = list(before)
    play.rebuild(scene.id)
    assert list(before.all()) == columns


def lines(scene: Scene, reader: User) -> list[str]:
    return [str(line.text) for line in history(visit(scene.id, reader)) if line.move == 1]


def test_everybody_reads_that_the_keeper_moved(scene: Scene, other: User) -> None:
    keeping.move_for(scene.id, index=0, number=0)
    mira, tobias, _ines = scene.players
    assert lines(scene, mira)[0].startswith("The keeper moved for you: ")
    assert lines(scene, tobias)[0].startswith("The keeper moved for mira: ")
    assert lines(scene, other) == lines(scene, tobias)
    assert "mira" not in lines(scene, tobias)[0].partition(":")[2]


def test_what_an_account_did_is_not_said_of_the_keeper(scene: Scene) -> None:
    scene.act(0, do="pass")
    assert "keeper" not in "".join(lines(scene, scene.players[1]))


def test_former_keepers_are_called_keepers(scene: Scene, other: User) -> None:
    """They were plain bots before there was a keeper."""
    sanctions.suspend(scene.players[1], "two seats at a table", None)
    sanctions.close_account(scene.players[2])
    Seat.objects.filter(index=1).update(keeper="plain")
    Seat.objects.filter(index=2).update(bot="plain")
    import_module("games.migrations.0013_the_keeper").name_the_keeper(apps, None)
    assert [seat.acting_bot for seat in scene.seats()] == ["", "keeper", "keeper"]


# Taking the seat back


def kept(scene: Scene, times: int) -> Scene:
    """The first seat's keeper has moved so often in a row; the others pass or vote."""
    for _ in range(times):
        while 0 not in scene.awaited():
            index = scene.awaited()[0]
            action = scene.copy(index).actions()[0]
            play.submit(scene.id, scene.players[index], number=scene.number, action=action)
        keeping.move_for(scene.id, index=0, number=scene.number)
    return scene


def test_after_three_moves_in_a_row_the_keeper_stays_and_moves_by_itself(scene: Scene) -> None:
    assert [scene.seats()[0].keeper for _ in range(2) if kept(scene, 1)] == ["", ""]
    edition = scene.match.edition
    kept(scene, 1)
    seat = scene.seats()[0]
    assert (seat.kept, seat.acting_bot, seat.account) == (3, "keeper", scene.players[0])
    assert access.names(scene.seats())[0] == "mira (keeper)"
    assert scene.match.edition != edition


def test_at_a_live_table_two_rounds_of_the_keeper_are_enough(
    mira: User, tobias: User, ines: User
) -> None:
    live = dealt(mira, tobias, ines, pace="live")
    assert "One more, and" in said_to(kept(live, 1), mira)
    assert (live.seats()[0].keeper, live.seats()[0].offered) == ("", "")
    kept(live, 1)
    assert (live.seats()[0].keeper, live.seats()[0].offered) == ("keeper", "anyone")
    daily = dealt(mira, tobias, ines, pace="daily")
    assert "still yours" in said_to(kept(daily, 1), mira)
    assert kept(daily, 1).seats()[0].keeper == ""


def test_two_moves_of_one_turn_are_not_two_rounds(mira: User, tobias: User, ines: User) -> None:
    """A title may ask a seat twice in a row."""
    live = dealt(mira, tobias, ines, pace="live")
    seat = live.seats()[0]
    seat.kept = 2

    def settled(*numbers: int) -> bool:
        by: dict[int, Literal["account", "keeper"]] = dict.fromkeys(numbers, "keeper")
        last = max(numbers)
        return holding.settle(
            seat, [move(n, 0 if n in by else 1, by.get(n, "account")) for n in range(1, last + 1)]
        )

    assert not settled(3, 4)
    assert settled(3, 5)


def move(number: int, seat: int, by: Literal["account", "keeper"]) -> Move:
    return Move(number=number, seat=seat, by=by, action={}, events=())


def said_to(scene: Scene, account: User) -> str:
    [ask] = asks_of(visit(scene.id, account))
    return ask.more


def test_a_move_of_ones_own_begins_the_count_anew(scene: Scene) -> None:
    kept(scene, 2).to_the_end()
    assert scene.seats()[0].kept == 0
    assert scene.seats()[0].keeper == ""


@pytest.mark.parametrize("times", [1, 3])
def test_whoever_is_back_takes_the_seat_back_with_one_button(
    scene: Scene, as_: Browser, times: int
) -> None:
    kept(scene, times)
    browser = as_(scene.players[0])
    assert 'value="take_back"' in browser.get(f"/m/{scene.id}/").content.decode()
    browser.post(f"/m/{scene.id}/table", {"do": "take_back"})
    seat = scene.seats()[0]
    assert (seat.kept, seat.acting_bot) == (0, "")
    assert 'value="take_back"' not in browser.get(f"/m/{scene.id}/").content.decode()


def test_a_seat_that_was_taken_back_is_kept_anew_and_comes_out_of_the_log_the_same(
    scene: Scene,
) -> None:
    kept(scene, 2)
    holding.take_back(scene.id, scene.players[0])
    kept(scene, 1)
    assert (scene.seats()[0].kept, scene.seats()[0].keeper) == (1, "")
    play.rebuild(scene.id)
    assert scene.seats()[0].kept == 1


def test_whoever_moves_has_come_back(scene: Scene) -> None:
    kept(scene, 3)
    while 0 not in scene.awaited():
        index = scene.awaited()[0]
        action = scene.copy(index).actions()[0]
        play.submit(scene.id, scene.players[index], number=scene.number, action=action)
    action = scene.copy(0).actions()[0]
    play.submit(scene.id, scene.players[0], number=scene.number, action=action)
    assert (scene.seats()[0].kept, scene.seats()[0].keeper) == (0, "")


def test_nobody_takes_back_anothers_seat_nor_one_of_a_match_that_is_over(
    scene: Scene, other: User
) -> None:
    kept(scene, 3)
    with pytest.raises(play.PlayError, match="do not sit"):
        holding.take_back(scene.id, other)
    play.void(scene.id, reason="settled")
    with pytest.raises(play.PlayError, match="over"):
        holding.take_back(scene.id, scene.players[0])


def test_a_suspended_account_takes_nothing_back(scene: Scene) -> None:
    sanctions.suspend(scene.players[0], "two seats at a table", None)
    with pytest.raises(play.PlayError, match="suspended"):
        holding.take_back(scene.id, scene.players[0])
    play.submit(scene.id, scene.players[0], number=0, action={"do": "pass"})  # on its way already
    assert scene.seats()[0].keeper == "keeper"


def test_the_seat_of_a_suspended_account_is_open_when_anybodys_would_be(
    scene: Scene, other: User
) -> None:
    mira = scene.players[0]
    sanctions.suspend(mira, "two seats at a table", None)
    kept(scene, 2)
    assert scene.seats()[0].offered == ""
    kept(scene, 1)
    assert scene.seats()[0].offered == "anyone"
    opened = Aside.objects.filter(match=scene.id, kind="opened", seat=0)
    kept(scene, 1)
    assert opened.count() == 1
    substitutes.take(scene.id, other, index=0)
    assert scene.seats()[0].account == other
    sanctions.lift_suspension(mira)
    assert scene.seats()[0].account == other


def test_only_the_seat_itself_is_asked_to_come_back(
    scene: Scene, other: User, as_: Browser
) -> None:
    kept(scene, 3)
    for reader in (scene.players[1], other, None):
        assert "take_back" not in as_(reader).get(f"/m/{scene.id}/").content.decode()


def test_tables_set_a_sign_beside_a_seat_that_the_keeper_plays(as_: Browser, db: None) -> None:
    """Which no name is too long for."""
    labels = seat_labels([KeeperName("mira (keeper)", "mira"), "tobias"], 1)
    assert [(label.name, label.is_kept) for label in labels] == [("mira", True), ("You", False)]
    slug = sorted(set(titles()) - {"toy"})[0]
    people = [UserFactory.create() for _ in range(titles()[slug].seats[0])]
    scene = dealt(*people, title=slug)
    Seat.objects.filter(match=scene.id, index=0).update(keeper="keeper")
    page = as_(people[1]).get(f"/m/{scene.id}/").content.decode()
    [rows] = re.findall(r'<section[^>]* class="people.*?</section>', page, flags=re.DOTALL)
    assert rows.count("#keeper") == rows.count("(keeper)") == 1
    assert f"{people[0].username} (keeper)" not in rows
