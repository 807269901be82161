"""What talk costs, and whom it is announced to."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import rendering, talk
from games.matchlog import access
from games.models import Comment, ListedWord
from games.play import holding, substitutes
from games.rendering import environment
from games.talk import channels, claiming, hearing, held, muting, notebook, saying
from games.talk.announcing import Talk, talked
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.talking import Browser, claim, listening, page, post, say
from tests.web.test_access import table_queries

# What it costs, and who is told


@pytest.mark.django_db(transaction=True)
def test_talking_draws_no_table_and_changes_no_match(
    scene: Scene, mira: User, tobias: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = access.mark_of(scene.match)

    def drawn(*_args: object) -> None:
        raise AssertionError("a table was drawn")

    monkeypatch.setattr(rendering.table, "_render", drawn)
    browser = as_(mira)
    with CaptureQueriesContext(connection) as queries:
        assert post(browser, scene, text="Hello.").status_code == 200
    assert access.mark_of(scene.match) == before
    sql = [one["sql"] for one in queries.captured_queries]
    assert not [one for one in sql if "games_move" in one]
    assert not [one for one in sql if one.startswith("UPDATE") and "games_match" in one]


def test_a_voice_is_drawn_once_for_all_who_hear_it(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(scene, mira, "Once for a hundred.")
    drawings = list[str]()
    draw = environment._drawing

    def counted(name: str, context: dict[str, Any]) -> Any:
        drawings.append(name)
        return draw(name, context)

    monkeypatch.setattr(environment, "_drawing", counted)
    for user in scene.players * 3:
        assert "Once for a hundred." in page(as_(user), scene)
    assert drawings.count("fragments/voice.html") == 1


@pytest.mark.django_db(transaction=True)
def test_a_match_that_is_talked_about_costs_eight_queries_a_page_and_a_move(
    mira: User, tobias: User, ines: User, other: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With lines and claims that are new, somebody muted, a notebook, and a seat handed over."""
    monkeypatch.setattr(saying, "RATES", ((100, timedelta(seconds=1)),))
    scene = dealt(mira, tobias, ines, UserFactory.create(username="leaver"))
    for number in range(12):
        say(scene, tobias, f"@mira line {number}, look at #0")
        say(scene, other, f"watched {number}")
    claim(scene, tobias)
    claim(scene, mira)
    muting.mute(mira, name="ines")
    notebook.suspect(mira, scene.match, levels={1: 2}, seats=range(4))
    holding.leave(scene.id, scene.players[3], offered="anyone")
    substitutes.take(scene.id, UserFactory.create(username="anna"), index=3)
    for reader in (mira, other, None):
        browser = as_(reader)
        browser.get(f"/m/{scene.id}/")
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(f"/m/{scene.id}/").status_code == 200
        assert len(table_queries(queries)) <= 8, (reader, table_queries(queries))
    assert hearing.unread(listening(scene, mira)) == 13
    browser, data = as_(mira), {"number": scene.number, "action": '{"do":"pass"}'}
    browser.get(f"/m/{scene.id}/")
    with CaptureQueriesContext(connection) as queries:
        answer = browser.post(f"/m/{scene.id}/move", data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert len(table_queries(queries)) <= 8, table_queries(queries)


TOLD = {
    # verb: how many announcements
    "claiming.claim": 1,
    "claiming.prove": 0,  # how often somebody was right, which only a profile asks for
    "claiming.share_truth": 0,
    "claiming.take_claim_back": 1,
    "held.hold_comment": 0,  # nobody but the staff hears of what is held back
    "held.hold_line": 0,
    "held.hold_name": 0,
    "muting.block": 0,  # nobody is told whom one does not want to hear
    "muting.mute": 0,
    "muting.unmute": 0,
    "notebook.suspect": 0,  # what one writes down is nobody else's
    "notebook.write_about": 0,
    "notebook.write_on_match": 0,
    "saying.hide": 1,
    "saying.let_through": 1,
    "saying.read": 0,  # a mark of one's own: told apart, to one's own pages alone
    "saying.say": 1,
    "saying.take_back": 1,
}
NO_WRITES = {
    "announcing.announce", "announcing.announce_claim", "announcing.announce_read",
    "claiming.claims_of", "claiming.may_claim", "claiming.shares_truth", "claiming.truth_count",
    "claiming.unproved",
    "channels.hearers", "channels.is_told", "channels.read_by", "channels.written_by",
    "held.held_name", "held.told", "held.told_of_name",
    "hearing.by_reference", "hearing.has_earlier", "hearing.has_later", "hearing.heard",
    "hearing.heard_about", "hearing.listener", "hearing.primary_key", "hearing.read_up_to", "hearing.reference", "hearing.role_of",
    "hearing.speakers", "hearing.unread", "hearing.unread_counts",
    "muting.all_of", "muting.apart", "muting.blocked_by", "muting.blocks", "muting.muted_by",
    "notebook.note_on_match", "notebook.notes_about", "notebook.suspicions",
    "saying.key_of", "saying.locked", "saying.speaker", "saying.to_wait", "saying.why_muted",
    "words.is_findable", "words.listed_in",
}  # fmt: skip


def public_functions() -> list[str]:
    return [
        f"{found.name}.{name}"
        for found in pkgutil.iter_modules(talk.__path__)
        for name, function in inspect.getmembers(
            import_module(f"games.talk.{found.name}"), inspect.isfunction
        )
        if function.__module__ == f"games.talk.{found.name}" and not name.startswith("_")
    ]


def test_every_verb_of_talk_has_a_row_in_the_table() -> None:
    assert sorted(public_functions()) == sorted({*TOLD, *NO_WRITES})


@pytest.mark.parametrize("verb", TOLD)
def test_talk_is_announced_after_its_commit(
    verb: str,
    scene: Scene,
    mira: User,
    staff: User,
    tobias: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    who, made = listening(scene, mira), say(scene, mira, "Well.")
    word = ListedWord.objects.create(word="coaldust")
    back = say(scene, tobias, "You coaldust.")
    comment = Comment.objects.create(
        match=scene.match, number=0, account=mira, text="so", made_at=timezone.now()
    )
    claiming.claim(who, code="number.1.4", key="k", offers=lambda _visited: ["number.1.4"])
    seats = list(range(3))
    acts: dict[str, Callable[[], object]] = {
        "claiming.claim": lambda: claiming.claim(
            who, code="number.1.5", key="l", offers=lambda _visited: ["number.1.5"]
        ),
        "claiming.prove": lambda: claiming.prove(scene.match, {1: "true"}),
        "claiming.share_truth": lambda: claiming.share_truth(mira, is_shared=True),
        "claiming.take_claim_back": lambda: claiming.take_claim_back(who, position=1),
        "notebook.suspect": lambda: notebook.suspect(mira, scene.match, levels={1: 2}, seats=seats),
        "notebook.write_about": lambda: notebook.write_about(
            mira, tobias, text="Hm.", mark=notebook.EMPTY.mark
        ),
        "notebook.write_on_match": lambda: notebook.write_on_match(
            mira, scene.match, text="Hm.", mark=notebook.EMPTY.mark
        ),
        "held.hold_comment": lambda: held.hold_comment(comment, word),
        "held.hold_line": lambda: held.hold_line(made, word),
        "held.hold_name": lambda: held.hold_name(scene.match, mira, "Coaldust", word),
        "muting.block": lambda: muting.block(mira, name="tobias"),
        "muting.mute": lambda: muting.mute(mira, name="tobias"),
        "muting.unmute": lambda: muting.unmute(mira, name="tobias"),
        "saying.hide": lambda: saying.hide(made, reason="so", by=staff),
        "saying.let_through": lambda: saying.let_through(back, by=staff),
        "saying.read": lambda: saying.read(who, ref="p1"),
        "saying.say": lambda: say(scene, mira, "More."),
        "saying.take_back": lambda: saying.take_back(who, ref="p1"),
    }
    told = list[Talk]()

    def hear(talk: Talk, **_kwargs: object) -> None:
        told.append(talk)

    talked.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            acts[verb]()
            assert told == []
    finally:
        talked.disconnect(hear)
    assert len(told) == TOLD[verb]
    for one in told:
        assert {type(getattr(one, name)) for name in one.__slots__} <= {
            str, int, bool, type(None), tuple, channels.Hearers,
        }  # fmt: skip
        is_claim = verb.startswith("claiming")
        heard = channels.Hearers.EVERYONE if is_claim else channels.Hearers.SEATS
        assert (one.match, one.told) == (scene.id, heard)


def test_saying_it_again_is_not_announced_again(
    scene: Scene, mira: User, django_capture_on_commit_callbacks: Any
) -> None:
    say(scene, mira, "Well.", key="k1")
    with django_capture_on_commit_callbacks() as callbacks:
        say(scene, mira, "Well.", key="k1")
    assert callbacks == []


@pytest.mark.parametrize(
    ("told", "seated", "watching", "stranger"),
    [
        ("seats", True, False, False),
        ("watchers", False, True, False),
        ("everyone", True, True, True),
    ],
)
def test_which_sockets_are_told(told: str, seated: bool, watching: bool, stranger: bool) -> None:
    assert channels.is_told(told, is_seated=True, is_logged_in=True) == seated
    assert channels.is_told(told, is_seated=False, is_logged_in=True) == watching
    assert channels.is_told(told, is_seated=False, is_logged_in=False) == stranger
