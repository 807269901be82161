"""The notebook: nobody but its owner ever gets any of it, whatever they are and whatever they write."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.sanctions import close_account
from games import play
from games.models import Match, Note, Suspicion
from games.play import holding, substitutes
from games.talk import notebook
from games.talk.notebook import EMPTY, NotNoted
from tests.web.factories import Scene, UserFactory, dealt, gathered

Browser = Callable[[User | None], Client]
SECRET, ABOUT = "mira wrote this on the match", "mira wrote this about tobias"


def noted(scene: Scene, mira: User, tobias: User) -> None:
    notebook.write_on_match(mira, scene.match, text=SECRET, mark=EMPTY.mark)
    notebook.write_about(mira, tobias, text=ABOUT, mark=EMPTY.mark)
    if scene.match.is_dealt:
        notebook.suspect(mira, scene.match, levels={1: 4}, seats=[1, 2])


def notes(browser: Client, scene: Scene) -> str:
    answer = browser.get(f"/m/{scene.id}/notes")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def post(browser: Client, scene: Scene, **data: str) -> Any:
    for name in ("match", "about_1"):
        if name in data:
            data.setdefault(f"{name}_mark", EMPTY.mark)
    return browser.post(f"/m/{scene.id}/notes", data, headers={"HX-Request": "true"})


# Who reads it

STATES = ("open", "running", "frozen", "void", "over")


def staged(state: str, *people: User) -> Scene:
    if state == "open":
        return gathered(*people, size=4)
    scene = dealt(*people)
    if state == "frozen":
        play.freeze(scene.id, reason="for the test")
    elif state == "void":
        play.void(scene.id, reason="for the test")
    elif state == "over":
        scene.to_the_end()
    return scene


@pytest.mark.parametrize("state", STATES)
def test_nobody_else_gets_any_of_it_wherever_they_look(
    state: str, mira: User, tobias: User, ines: User, other: User, staff: User, as_: Browser
) -> None:
    scene = staged("running" if state == "over" else state, mira, tobias, ines)
    noted_at(state, scene, mira, tobias)
    assert SECRET in notes(as_(mira), scene)
    assert ABOUT in notes(as_(mira), scene)
    places = [
        *(f"/m/{scene.id}/{one}" for one in ("", "notes", "talk", "claims", "replay", "file")),
        *(f"/m/{scene.id}/{one}" for one in ("story", "log", "comments", "said")),
        "/u/mira/", "/u/tobias/", "/u/tobias/note", "/u/mira/note", "/tables/", "/matches/",
    ]  # fmt: skip
    for who in (tobias, ines, other, staff, None):
        for place in places:
            for headers in ({}, {"HX-Request": "true"}):
                answer = as_(who).get(place, headers=headers)
                assert answer.status_code < 500, place
                shown = b"".join(answer) if answer.streaming else answer.content
                assert b"mira wrote" not in shown, (who, place)
                chosen = re.findall(rb'name="seat_\d" id="s\d_(\d)" value="\d" checked', shown)
                assert set(chosen) <= {b"2"}, (who, place)
                assert b"line-chart" not in shown


def noted_at(state: str, scene: Scene, mira: User, tobias: User) -> None:
    Match.objects.filter(pk=scene.id, status__in=["void", "frozen"]).update(status="running")
    noted(scene, mira, tobias)
    if state == "over":
        scene.to_the_end()
    elif state != "open":
        Match.objects.filter(pk=scene.id).update(status=state)


def test_every_state_is_tried() -> None:
    assert {str(one) for one in Match.Status} == set(STATES)


def test_the_staff_has_no_list_of_it() -> None:
    assert Note not in admin.site._registry
    assert Suspicion not in admin.site._registry


def test_a_superuser_finds_none_of_it_in_the_admin_site(
    scene: Scene, mira: User, tobias: User, staff: User, as_: Browser
) -> None:
    noted(scene, mira, tobias)
    browser = as_(staff)
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        for row in model._default_manager.all()[:3]:
            for view, args in (("changelist", []), ("change", [row.pk]), ("delete", [row.pk])):
                answer = browser.get(reverse(f"admin:{name}_{view}", args=args))
                assert b"mira wrote" not in answer.content, (name, view)


def test_a_stranger_is_asked_to_log_in_and_a_hidden_match_has_no_notebook(
    mira: User, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    assert as_(None).get(f"/m/{scene.id}/notes").status_code == 302
    assert as_(other).get(f"/m/{scene.id}/notes").status_code == 404
    assert post(as_(other), scene, match="Hello?").status_code == 404
    assert not Note.objects.exists()


def test_a_substitute_does_not_find_it_and_who_left_finds_it_when_it_is_over(
    scene: Scene, mira: User, tobias: User, other: User, as_: Browser
) -> None:
    noted(scene, mira, tobias)
    holding.leave(scene.id, mira, offered="anyone")
    substitutes.take(scene.id, other, index=0)
    text = notes(as_(other), scene)
    assert "mira wrote" not in text
    assert 'value="4" checked' not in text
    assert as_(mira).get(f"/m/{scene.id}/notes").status_code == 404
    Match.objects.filter(pk=scene.id).update(status="over")
    assert SECRET in notes(as_(mira), scene)


def test_it_goes_with_the_account_and_so_do_notes_about_it(
    scene: Scene, mira: User, tobias: User
) -> None:
    noted(scene, mira, tobias)
    notebook.write_about(tobias, mira, text="Talks a lot.", mark=EMPTY.mark)
    close_account(mira)
    assert not Note.objects.exists()
    assert not Suspicion.objects.exists()


# Where it is met again


def test_a_note_about_somebody_is_found_at_the_next_table_and_on_their_page(
    scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    notebook.write_about(mira, tobias, text=ABOUT, mark=EMPTY.mark)
    assert ABOUT in notes(as_(mira), dealt(ines, tobias, mira))
    assert ABOUT in as_(mira).get("/u/tobias/note").content.decode()
    assert "/u/tobias/note" in as_(mira).get("/u/tobias/").content.decode()
    assert "/u/mira/note" not in as_(mira).get("/u/mira/").content.decode()
    assert as_(mira).get("/u/mira/note").status_code == 404
    assert as_(mira).get("/u/nobody/note").status_code == 404
    posted = {"text": "Calmer now.", "mark": notebook.NoteRead(ABOUT).mark}
    assert as_(mira).post("/u/tobias/note", posted).status_code == 302
    assert notebook.notes_about(mira, [tobias.pk])[tobias.pk].text == "Calmer now."


# What is written


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  two\r\nlines  ", "two\nlines"),
        ("\u202ebackwards\u2066 \u200bzero", "backwards zero"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("</textarea><img src=x onerror=alert(1)>", "</textarea><img src=x onerror=alert(1)>"),
    ],
)
def test_a_note_is_text_whatever_it_looks_like(
    scene: Scene, mira: User, as_: Browser, written: str, kept: str
) -> None:
    assert post(as_(mira), scene, match=written).status_code == 200
    assert Note.objects.get().text == kept
    shown = as_(mira).get(f"/m/{scene.id}/notes").content.decode()
    assert "<script>alert" not in shown
    assert "<img src=x" not in shown


def test_a_note_that_is_too_long_is_not_lost(scene: Scene, mira: User, as_: Browser) -> None:
    text = "long " * 500
    answer = post(as_(mira), scene, match=text, about_1="short")
    assert answer.status_code == 409
    assert "too long by" in answer.content.decode()
    assert text.strip() in answer.content.decode()
    assert "short" in answer.content.decode()
    assert not Note.objects.exists()
    assert post(as_(mira), scene, match="x" * 2_000_000).status_code < 500


def test_an_emptied_note_is_gone(scene: Scene, mira: User, as_: Browser) -> None:
    post(as_(mira), scene, match="Something.")
    post(as_(mira), scene, match="", match_mark=notebook.NoteRead("Something.").mark)
    assert not Note.objects.exists()


def test_two_devices_do_not_write_over_each_other(scene: Scene, mira: User, as_: Browser) -> None:
    assert post(as_(mira), scene, match="From the phone.").status_code == 200
    answer = post(as_(mira), scene, match="From the desk.")
    assert answer.status_code == 409
    text = html.unescape(answer.content.decode())
    assert "There it says: From the phone." in text
    assert ">From the desk.</textarea>" in text
    assert Note.objects.get().text == "From the phone."
    # Whoever has read that may save it all the same; and the same words twice are no quarrel.
    mark = notebook.NoteRead("From the phone.").mark
    assert post(as_(mira), scene, match="From the desk.", match_mark=mark).status_code == 200
    assert post(as_(mira), scene, match="From the desk.").status_code == 200
    assert Note.objects.get().text == "From the desk."


def test_a_notebook_is_full_some_day(
    scene: Scene, mira: User, tobias: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook, "MOST_NOTES", 1)
    notebook.write_on_match(mira, scene.match, text="One.", mark=EMPTY.mark)
    with pytest.raises(NotNoted) as refused:
        notebook.write_about(mira, tobias, text="Two.", mark=EMPTY.mark)
    assert refused.value.code == "too_many"


# Suspicions


def test_a_suspicion_is_kept_with_its_move_and_once_for_each(
    scene: Scene, mira: User, as_: Browser
) -> None:
    for level in ("3", "4", "4"):
        assert post(as_(mira), scene, seat_1=level).status_code == 200
    scene.act(0, do="pass")
    answer = post(as_(mira), scene, seat_1="0", seat_2="2")
    assert "Kept, after move 1." in answer.content.decode()
    found = Suspicion.objects.order_by("number").values_list("seat", "number", "level")
    assert list(found) == [(1, 0, 4), (1, 1, 0)]  # what is not changed is not written down again


@pytest.mark.parametrize(
    "odd",
    [{"seat_1": "5"}, {"seat_1": "-1"}, {"seat_0": "3"}, {"seat_9": "3"}, {"seat_x": "1"},
     {"seat_1": "٣"}, {"seat_": ""}, {"seat_1": "9" * 4000}],
)  # fmt: skip
def test_no_other_suspicion_is_taken(
    scene: Scene, mira: User, as_: Browser, odd: dict[str, str]
) -> None:
    assert post(as_(mira), scene, **odd).status_code == 409
    assert not Suspicion.objects.exists()


def test_nothing_is_suspected_before_the_deal_or_after_the_end(
    mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    for scene in (gathered(mira, tobias, ines, size=4), dealt(mira, tobias, ines).to_the_end()):
        assert "seat_1" not in notes(as_(mira), scene)
        assert post(as_(mira), scene, seat_1="3").status_code == 409
    assert not Suspicion.objects.exists()


def test_what_can_be_suspected_is_the_same_whatever_is_hidden(
    scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    """Another deal of the same people: not a byte of the notebook differs."""

    def shown(of: Scene) -> str:
        pane = notes(as_(mira), of).partition('<section id="talk"')[2].partition("</section>")[0]
        assert "surely even" in pane
        return re.sub(r'name="csrfmiddlewaretoken"[^>]*', "", pane).replace(of.id, "…")

    assert shown(dealt(mira, tobias, ines)) == shown(dealt(mira, tobias, ines))


def test_the_replay_draws_it_against_the_truth_for_its_owner(
    scene: Scene, mira: User, as_: Browser
) -> None:
    known: Any = scene.whole().known
    tokens = known.tokens
    right = ["4" if slot.value % 2 == 0 else "0" for slot in tokens]
    wrong = ["0" if level == "4" else "4" for level in right]
    post(as_(mira), scene, seat_1=wrong[1])
    scene.act(0, do="pass")
    post(as_(mira), scene, seat_1=right[1])
    post(as_(mira), scene, seat_2=wrong[2])
    scene.to_the_end()
    text = notes(as_(mira), scene)
    assert text.count("line-chart") == 2
    assert "right from move 1" in text
    assert "wrong at the end" in text
    assert text.count("<circle") == 3
    assert "You never set a suspicion in this match." in notes(as_(scene.players[1]), scene)


def test_a_match_that_was_called_off_draws_nothing(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    noted(scene, mira, tobias)
    play.void(scene.id, reason="for the test")
    text = notes(as_(mira), scene)
    assert "line-chart" not in text
    assert SECRET in text


def test_a_title_without_sides_has_notes_alone(mira: User, tobias: User, as_: Browser) -> None:
    scene = dealt(mira, tobias, title="emerald")
    assert "Who is it?" not in notes(as_(mira), scene)
    assert post(as_(mira), scene, seat_1="3").status_code == 200
    assert not Suspicion.objects.exists()


def test_the_page_of_a_match_asks_for_none_of_it(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    noted(scene, mira, tobias)
    with CaptureQueriesContext(connection) as queries:
        as_(mira).get(f"/m/{scene.id}/")
    assert not [one for one in queries if "games_note" in one["sql"] or "suspicion" in one["sql"]]
    browser = as_(mira)
    with CaptureQueriesContext(connection) as queries:
        notes(browser, scene)
    assert len(queries) <= 12


def test_who_watches_may_keep_notes_too(scene: Scene, other: User, as_: Browser) -> None:
    assert post(as_(other), scene, match="They all lie.", seat_0="3").status_code == 200
    assert Suspicion.objects.get().account == other
    assert UserFactory.create().pk not in Note.objects.values_list("account", flat=True)
