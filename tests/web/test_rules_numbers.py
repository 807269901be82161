"""A match keeps the rules it was begun by: across an upgrade, on its page and in its columns."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.engine import titles
from games.engine.matchfile import read, write
from games.matchlog import files, verifying
from games.matchlog.audience import EVERYTHING
from games.models import Match, Move, Seat
from games.play import bots, seating
from tests.web.factories import Scene, UserFactory, gathered
from tests.web.playing import forget_everything, knows_less

pytestmark = pytest.mark.django_db

OLD = Path(__file__).parent / "begun_by_rules_1"


def running(title: str) -> Scene:
    """A match that the site of version 0.1 began, with its rows as that wrote them.

    Its code (commit 97ab2ec) knew nothing of numbers of rules; the file is what it exported.
    """
    forget_everything()  # another test has played on from there under the same id
    data: dict[str, Any] = json.loads((OLD / f"{title}.json").read_text(encoding="utf-8"))
    fairness = data["fairness"]
    people = [UserFactory.create() for _ in range(data["seats"])]
    match = Match.objects.create(
        id=fairness["match"],
        title=data["title"],
        version=data["version"],
        name="an old table",
        size=data["seats"],
        options=data["options"],
        host=people[0],
        status=Match.Status.RUNNING,
        number=len(data["moves"]) - 1,
        secret=bytes.fromhex(fairness["secret"]),
        commitment=fairness["commitment"],
        created_at=data["moves"][0]["at"],
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=n, account=who, name=who.username, ready=True, contribution=word)
        for n, (who, word) in enumerate(zip(people, fairness["contributions"], strict=True))
    )
    Move.objects.bulk_create(Move(match=match, **move) for move in data["moves"])
    play.rebuild(match.pk)
    return Scene(match.pk, people)


def to_the_end(scene: Scene) -> Scene:
    """Bots choose for everybody."""
    while awaited := scene.awaited():
        action = bots.choose(scene.copy(awaited[0]), "plain")
        play.submit(scene.id, scene.players[awaited[0]], number=scene.number, action=action)
    return scene


@pytest.mark.parametrize("title", ["emerald", "lost_mines"])
def test_a_running_match_goes_on_by_the_rules_it_was_begun_by(title: str) -> None:
    scene = running(title)
    begun = scene.number
    assert titles()[title].version > scene.match.version == 1
    assert "rules" not in scene.moves()[0].events[0]
    to_the_end(scene)
    assert (scene.match.status, scene.match.version) == ("over", 1)
    assert scene.number > begun
    assert scene.whole().known.rules == 1
    report = verifying.checked(scene.match, scene.seats())
    assert report.summary == f"replayed and verified: all {scene.number + 1} moves match"
    file = files.file_for(EVERYTHING, scene.match, scene.seats())
    assert read(write(file)) == file


def test_a_knight_bribed_free_may_still_move_in_a_match_begun_by_rules_1() -> None:
    """The last move that the old site wrote down is the bribe."""
    scene = running("emerald")
    [seat] = scene.awaited()
    [bribed] = [e for e in scene.moves()[-1].events if e["type"] == "emerald.bribed"]
    scene.act(seat, do="move", **{"from": bribed["field"], "colour": bribed["colour"]})


def test_a_round_of_a_match_begun_by_rules_1_shows_what_it_showed() -> None:
    scene = to_the_end(running("lost_mines"))
    types = {event["type"] for move in scene.moves() for event in move.events}
    assert "lost_mines.scored" in types
    assert types.isdisjoint({"lost_mines.round_scored", "lost_mines.rest_shown"})


def test_a_table_that_is_older_than_the_rules_is_dealt_by_the_newest(
    mira: User, tobias: User, ines: User
) -> None:
    """With the options that have come since."""
    scene = gathered(mira, tobias, ines, title="lost_mines")
    Match.objects.filter(pk=scene.id).update(version=1, options={"rounds": 2})
    for person in (mira, tobias, ines):
        seating.ready(scene.id, person)
    assert (scene.match.version, scene.match.options) == (2, {"rounds": 2, "play_on": False})
    file = files.file_for(EVERYTHING, scene.match, scene.seats())
    assert read(write(file)) == file


def test_the_number_of_the_rules_is_read_from_the_log_again(scene: Scene) -> None:
    Match.objects.filter(pk=scene.id).update(version=1)
    play.rebuild(scene.id)
    assert scene.match.version == 2


def test_a_match_by_rules_that_are_not_known_is_not_played_on(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    knows_less(monkeypatch, version=1)
    with pytest.raises(play.PlayError) as refused:
        scene.act(0, do="pass")
    assert refused.value.code == "unknown_rules"
    assert scene.number == 0


# What is said of it

Browser = Callable[[User | None], Client]


def page(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_a_match_page_says_by_which_rules_it_is_played(scene: Scene, as_: Browser) -> None:
    shown = page(as_(None), f"/m/{scene.id}/")
    assert 'This match is played by <a href="/t/toy/">rules 2</a>.' in shown
    assert "What is different in it" not in shown


def test_a_match_page_says_what_is_different_by_older_rules(as_: Browser) -> None:
    shown = page(as_(None), f"/m/{running('emerald').id}/")
    assert "It was begun before rules 2 and keeps its own to the end." in shown
    assert "<li>A knight bribed free before it has moved may still move in the same turn.</li>" in (
        shown
    )


def test_the_rules_page_says_which_rules_it_tells_and_what_older_ones_had(as_: Browser) -> None:
    shown = page(as_(None), "/t/lost_mines/rules/")
    assert "These are rules 2, by which new matches are played." in shown
    assert "In a match by rules 1:" in shown
    assert "<li>A match has two to four rounds," in shown


def test_a_title_with_one_number_of_rules_does_not_tell_of_others(as_: Browser) -> None:
    assert "These are rules" not in page(as_(None), "/t/saboteur/rules/")
