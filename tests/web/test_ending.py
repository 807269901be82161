"""The agreed end: everyone still playing says yes in time, or the match goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts import sanctions
from accounts.models import User
from games import play, tasks
from games.matchlog import access
from games.models import Seat
from games.play import ending, holding, rows, substitutes
from games.rendering import fragment
from tests.web.factories import Scene
from tests.web.test_keeping import kept

Browser = Callable[[User | None], Client]


def later(monkeypatch: pytest.MonkeyPatch, **span: Any) -> None:
    now = rows.now() + timedelta(**span)
    for module in ("rows", "due"):
        monkeypatch.setattr(f"games.play.{module}.now", lambda: now)


def test_when_all_agree_the_match_is_called_off_without_a_result(scene: Scene) -> None:
    mira, tobias, ines = scene.players
    ending.ask(scene.id, mira)
    ending.answer(scene.id, tobias, agrees=True)
    assert scene.match.status == "running"
    ending.answer(scene.id, ines, agrees=True)
    match = scene.match
    assert (match.status, match.reason, match.outcome) == ("void", "agreed", None)
    assert scene.awaited() == []


def test_a_majority_is_not_enough_and_one_no_settles_it(scene: Scene) -> None:
    mira, tobias, ines = scene.players
    ending.ask(scene.id, mira)
    ending.answer(scene.id, tobias, agrees=True)
    ending.answer(scene.id, ines, agrees=False)
    assert scene.match.status == "running"
    with pytest.raises(play.PlayError, match="not asked any more"):
        ending.answer(scene.id, ines, agrees=True)


def test_the_question_runs_out_after_two_days(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    mira, tobias, ines = scene.players
    ending.ask(scene.id, mira)
    ending.answer(scene.id, tobias, agrees=True)
    later(monkeypatch, days=2)
    with pytest.raises(play.PlayError, match="not asked any more"):
        ending.answer(scene.id, ines, agrees=True)
    edition = scene.match.edition
    tasks.sweep.call()
    assert (scene.match.status, scene.match.end_asked_by) == ("running", None)
    assert scene.match.edition != edition
    assert ending.lapse(scene.id) is None


def test_a_question_in_time_is_not_swept_away(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending.ask(scene.id, scene.players[0])
    later(monkeypatch, days=1, hours=23)
    tasks.sweep.call()
    assert scene.match.end_asked_by == 0


def test_nobody_is_pestered_with_it(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    mira, tobias, _ines = scene.players
    ending.ask(scene.id, mira)
    ending.answer(scene.id, tobias, agrees=False)
    for account in (mira, tobias):
        with pytest.raises(play.PlayError, match="asked already"):
            ending.ask(scene.id, account)
    later(monkeypatch, days=2)
    ending.ask(scene.id, tobias)
    assert [seat.agrees_to_end for seat in scene.seats()] == [False, True, False]


def test_whoever_is_away_or_has_left_is_not_asked(scene: Scene) -> None:
    kept(scene, 3)
    _mira, tobias, ines = scene.players
    ending.ask(scene.id, tobias)
    holding.leave(scene.id, ines)
    assert (scene.match.status, scene.match.reason) == ("void", "agreed")


def away(scene: Scene) -> None:
    kept(scene, 1)


def suspended(scene: Scene) -> None:
    sanctions.suspend(scene.players[0], "two seats at a table", None)


def deleted(scene: Scene) -> None:
    sanctions.close_account(scene.players[0])


@pytest.mark.parametrize("goes", [away, suspended, deleted])
def test_when_whoever_has_not_answered_plays_no_more_the_others_have_agreed(
    scene: Scene, goes: Callable[[Scene], None]
) -> None:
    """Else they would read that all have answered, and wait two days for nobody."""
    kept(scene, 2)
    _mira, tobias, ines = scene.players
    ending.ask(scene.id, tobias)
    ending.answer(scene.id, ines, agrees=True)
    assert scene.match.status == "running"
    goes(scene)
    assert (scene.match.status, scene.match.reason, scene.awaited()) == ("void", "agreed", [])


def test_whoever_is_back_and_has_not_answered_is_asked(scene: Scene) -> None:
    kept(scene, 3)
    mira, tobias, ines = scene.players
    ending.ask(scene.id, tobias)
    holding.take_back(scene.id, mira)
    ending.answer(scene.id, ines, agrees=True)
    assert scene.match.status == "running"


def test_a_substitute_has_not_agreed_to_what_the_predecessor_did(scene: Scene, other: User) -> None:
    mira, tobias, ines = scene.players
    ending.ask(scene.id, mira)
    holding.leave(scene.id, mira, offered="anyone")
    substitutes.take(scene.id, other, index=0)
    ending.answer(scene.id, tobias, agrees=True)
    ending.answer(scene.id, ines, agrees=True)
    assert scene.match.status == "running"
    ending.answer(scene.id, other, agrees=True)
    assert scene.match.status == "void"


def test_where_nobody_is_left_to_be_asked_nobody_has_agreed(scene: Scene) -> None:
    ending.ask(scene.id, scene.players[0])
    Seat.objects.filter(match=scene.id, index__gt=0).update(keeper="keeper")
    holding.leave(scene.id, scene.players[0])
    assert scene.match.status == "running"


def test_a_spectator_neither_asks_nor_answers(scene: Scene, other: User) -> None:
    with pytest.raises(play.PlayError, match="do not sit"):
        ending.ask(scene.id, other)
    ending.ask(scene.id, scene.players[0])
    with pytest.raises(play.PlayError, match="do not sit"):
        ending.answer(scene.id, other, agrees=True)


def test_it_is_asked_from_a_page_and_answered_at_the_table(scene: Scene, as_: Browser) -> None:
    mira, tobias, ines = (as_(player) for player in scene.players)
    assert "One “no”, or one silence" in mira.get(f"/m/{scene.id}/end").content.decode()
    assert mira.post(f"/m/{scene.id}/end").status_code == 303
    page = tobias.get(f"/m/{scene.id}/").content.decode()
    assert "mira asks everyone. It ends only if all 3 still playing agree. 1 has answered." in page
    tobias.post(f"/m/{scene.id}/table", {"do": "agree_end"})
    ines.post(f"/m/{scene.id}/table", {"do": "agree_end"})
    assert scene.match.status == "void"
    assert "Everyone agreed to end it" in ines.get(f"/m/{scene.id}/").content.decode()


def test_the_asker_is_not_asked_and_spectators_see_nothing_of_it(scene: Scene, other: User) -> None:
    ending.ask(scene.id, scene.players[0])

    def shown(reader: User) -> str:
        return fragment(access.visit(scene.id, reader))

    assert "refuse_end" in shown(scene.players[1])
    assert "refuse_end" not in shown(scene.players[0])
    assert "Call the match off?" not in shown(other)


def test_how_people_answered_is_shown_to_nobody(scene: Scene) -> None:
    """Of two who could have said yes, a third sees the same whoever did."""
    mira, _tobias, ines = scene.players
    ending.ask(scene.id, ines)
    ending.answer(scene.id, mira, agrees=True)
    first = fragment(access.visit(scene.id, ines))
    for seat in scene.seats():
        seat.agrees_to_end = seat.index in (1, 2)
        seat.save()
    rows.changed(scene.match, scene.seats())
    assert fragment(access.visit(scene.id, ines)) == first


def test_a_spectator_has_no_page_to_ask_on(scene: Scene, other: User, as_: Browser) -> None:
    assert as_(other).get(f"/m/{scene.id}/end").status_code == 303
    assert as_(other).post(f"/m/{scene.id}/end").status_code == 303
    assert scene.match.end_asked_at is None
