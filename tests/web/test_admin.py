"""The admin site: matches are found and stopped there, and nothing secret is ever shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from django.contrib.admin import site
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import Model
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games import play
from games.models import Freeze, Kick, Match, Move, Round, Seat
from games.play import ending, seating
from tests.web.factories import Scene, gathered
from tests.web.test_access import visible

Browser = Callable[[User | None], Client]
MODELS = ["match", "seat", "round", "move", "freeze", "kick"]


def test_the_admin_site_is_for_the_staff(scene: Scene, other: User, as_: Browser) -> None:
    for visitor in (scene.players[0], other, None):
        for model in MODELS:
            assert as_(visitor).get(f"/admin/games/{model}/").status_code == 302


def pages(scene: Scene) -> list[str]:
    move, seat = scene.moves()[0], scene.seats()[0]
    first = Round.objects.filter(match_id=scene.id)[0]
    return [
        *(f"/admin/games/{model}/" for model in MODELS),
        f"/admin/games/match/{scene.id}/change/",
        f"/admin/games/match/{scene.id}/history/",
        f"/admin/games/seat/{seat.pk}/change/",
        f"/admin/games/round/{first.pk}/change/",
        f"/admin/games/move/{move.pk}/change/",
        f"/admin/games/move/?match__id={scene.id}",
        f"/admin/games/move/?q={scene.id}",
    ]


def reads_no_payload(captured: CaptureQueriesContext) -> bool:
    payload = [
        f'"games_{model}"."{column}"'
        for model in ("match", "move")
        for column in ("secret", "action", "events", "draws")
    ]
    asked = [query["sql"] for query in captured.captured_queries]
    return not any(column in sql for sql in asked for column in payload)


def test_no_page_of_the_admin_site_shows_or_reads_a_payload(
    scene: Scene, staff: User, as_: Browser
) -> None:
    scene.act(0, do="ask", seat=2)
    secret = bytes(scene.match.secret).hex()
    for page in pages(scene):
        with CaptureQueriesContext(connection) as captured:
            answer = as_(staff).get(page)
        text = answer.content.decode()
        assert answer.status_code == 200, page
        assert "toy.dealt" not in text
        assert "numbers" not in text
        assert secret not in text
        assert reads_no_payload(captured), page


@pytest.mark.parametrize(
    "field", ["events__contains", "action__do", "draws__0__size", "match__secret", "match__outcome"]
)
def test_payloads_cannot_be_asked_for_by_a_filter(
    scene: Scene, staff: User, as_: Browser, field: str
) -> None:
    """A filter on a hidden field would answer questions about it, one by one."""
    assert as_(staff).get(f"/admin/games/move/?{field}=x").status_code == 400
    assert as_(staff).get("/admin/games/move/?by__exact=deal").status_code == 200


# What no page of the admin site shows, by its model and column.
SECRETS = {
    "games.match": {"secret", "options", "outcome", "looked_into", "pause_asked"},
    "games.move": {"action", "events", "draws"},
    "games.round": {"result"},
    "games.seat": {"agrees_to_end", "contribution"},
    "games.note": {"text"},
    "games.suspicion": {"level"},
    "games.glass": {"account", "reason", "number"},
    "games.invitation": {"token"},
    "games.reach": {"feed"},
    "games.webhook": {"secret"},
    "games.pushsubscription": {"key", "auth"},
    "accounts.user": {"password"},
    "accounts.trace": {"digest"},
}


def ways_to_secrets(model: type[Model], *, steps: int = 3) -> Iterator[str]:
    """Every path of lookups from a list to a secret, along relations in both directions."""
    names = SECRETS.get(model._meta.label_lower, set())
    for field in model._meta.get_fields():
        if field.name in names:
            yield field.name
        target = field.related_model
        if isinstance(target, type) and steps:
            yield from (f"{field.name}__{way}" for way in ways_to_secrets(target, steps=steps - 1))


def test_no_list_of_the_admin_site_answers_guesses_at_a_secret(staff: User, as_: Browser) -> None:
    """Whichever list is filtered, by whichever way to a secret: it is refused, right or wrong."""
    request, browser = RequestFactory().get("/admin/"), as_(staff)
    request.user, tried, answered = staff, 0, list[str]()
    for model, rows in site._registry.items():
        ways = set(ways_to_secrets(model))
        for lookup in [f"{way}{end}" for way in ways for end in ("", "__startswith", "__isnull")]:
            tried += 1
            if rows.lookup_allowed(lookup, "1", request):
                answered.append(f"{model._meta.label_lower} {lookup}")
        if ways:  # and what is not allowed is refused
            page = f"/admin/{model._meta.label_lower.replace('.', '/')}/"
            assert browser.get(page, {min(ways): "1"}).status_code == 400
    assert answered == []
    assert tried > 1000


@pytest.mark.parametrize("name", sorted({name for names in SECRETS.values() for name in names}))
def test_no_list_opens_as_a_choice_by_a_secret(name: str, staff: User, as_: Browser) -> None:
    """As Django's own pop-ups do, whose links hold the column that was asked for."""
    for model in MODELS:
        page = f"/admin/games/{model}/?_popup=1&_to_field={name}"
        assert as_(staff).get(page).status_code == 400


def test_how_somebody_answers_a_question_to_all_is_told_to_nobody(
    scene: Scene, staff: User, as_: Browser
) -> None:
    ending.ask(scene.id, scene.players[0])
    Match.objects.filter(pk=scene.id).update(pause_asked={"seat": 1, "agreed": [1]})
    browser = as_(staff)
    pages = [f"/admin/games/match/{scene.id}/change/", "/admin/games/seat/", "/admin/games/match/"]
    pages += [f"/admin/games/seat/{seat.pk}/change/" for seat in scene.seats()]

    def told() -> list[str]:
        return [part for page in pages for part in visible(browser.get(page).content.decode())]

    before = told()
    Seat.objects.filter(match_id=scene.id).update(agrees_to_end=True)
    Match.objects.filter(pk=scene.id).update(pause_asked={"seat": 1, "agreed": [0, 1]})
    assert told() == before


def test_there_is_no_form_that_changes_a_row(scene: Scene, staff: User, as_: Browser) -> None:
    browser = as_(staff)
    before = Match.objects.values().get(pk=scene.id)
    browser.post(f"/admin/games/match/{scene.id}/change/", {"name": "mine", "status": "over"})
    assert Match.objects.values().get(pk=scene.id) == before
    # Not even as it is: what is read here and written back may have been moved on meanwhile.
    for page in (page for page in pages(scene) if page.endswith("/change/")):
        with CaptureQueriesContext(connection) as captured:
            assert browser.post(page, {}).status_code == 403
        assert not any('UPDATE "games_' in query["sql"] for query in captured.captured_queries)
        assert 'type="submit"' not in browser.get(page).content.decode().partition("<main")[2]
    for model, row in (("match", scene.id), ("move", scene.moves()[0].pk)):
        assert browser.post(f"/admin/games/{model}/{row}/delete/").status_code == 403
        assert browser.get(f"/admin/games/{model}/add/").status_code == 403


def test_what_is_frozen_voided_and_sent_away_can_be_looked_up(
    scene: Scene, staff: User, mira: User, tobias: User, as_: Browser
) -> None:
    play.freeze(scene.id, reason="a complaint of tobias")
    play.void(scene.id, reason="played with open cards")
    table = gathered(mira, tobias, size=3)
    seating.kick(table.id, mira, index=1)
    browser = as_(staff)
    frozen = browser.get(f"/admin/games/freeze/?match__id={scene.id}").content.decode()
    assert "a complaint of tobias" in frozen
    void = browser.get("/admin/games/match/?status__exact=void").content.decode()
    assert "played with open cards" in void
    away = browser.get(f"/admin/games/kick/?match__id={table.id}").content.decode()
    assert f"/admin/accounts/user/{tobias.pk}/change/" in away
    assert (
        table.id
        not in browser.get(f"/admin/games/kick/?match__id={scene.id}&q=mira").content.decode()
    )
    matches = browser.get("/admin/games/match/").content.decode()
    for model in ("seat", "round", "move", "freeze", "kick"):
        assert f"/admin/games/{model}/?match__id={scene.id}" in matches


@pytest.mark.parametrize("field", ["match", "rematch_of", "host", "account"])
def test_lists_to_complete_from_name_matches_and_read_nothing_else(
    field: str, scene: Scene, staff: User, as_: Browser
) -> None:
    for model in MODELS:
        asked = {"app_label": "games", "model_name": model, "field_name": field, "term": scene.id}
        with CaptureQueriesContext(connection) as captured:
            answer = as_(staff).get("/admin/autocomplete/", asked)
        assert reads_no_payload(captured)
        if answer.status_code == 200:
            told = answer.json()["results"]
            assert told in ([], [{"id": scene.id, "text": str(scene.match)}])
        else:
            assert answer.status_code == 403  # no such field


def test_nothing_can_be_taken_out_of_the_lists_but_what_they_show(staff: User) -> None:
    """No action exports rows, and no list shows more when it is asked for other columns."""
    request = RequestFactory().get("/admin/")
    request.user = staff
    for model in (Match, Seat, Round, Move, Freeze, Kick):
        offered = set(site.get_model_admin(model).get_actions(request))
        acts = {"freeze", "thaw", "void", "remove_player", "rename_table", "close_talk", "examine"}
        assert offered == (acts if model is Match else set())


def test_invitations_are_not_there_because_a_link_is_a_seat(staff: User, as_: Browser) -> None:
    assert as_(staff).get("/admin/games/invitation/").status_code == 404


def test_the_records_of_tasks_are_not_there(staff: User, as_: Browser) -> None:
    assert "django_tasks" not in as_(staff).get("/admin/").content.decode()


def ask(browser: Client, scene: Scene, verb: str, **data: str) -> str:
    data |= {"action": verb, "_selected_action": scene.id}
    return browser.post("/admin/games/match/", data, follow=True).content.decode()


def test_a_match_is_frozen_with_a_reason_which_is_logged(
    scene: Scene, staff: User, as_: Browser
) -> None:
    browser = as_(staff)
    assert "Reason" in ask(browser, scene, "freeze")
    ask(browser, scene, "freeze", confirm="yes", reason="")
    assert scene.match.status == Match.Status.RUNNING
    ask(browser, scene, "freeze", confirm="yes", reason="a complaint of tobias")
    assert (scene.match.status, scene.match.reason) == ("frozen", "a complaint of tobias")
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (staff, scene.id)
    assert "a complaint of tobias" in json.dumps(entry.change_message)
    page = as_(scene.players[1]).get(f"/m/{scene.id}/").content.decode()
    assert "a complaint of tobias" in page
    ask(browser, scene, "thaw", confirm="yes", reason="settled")
    assert scene.match.status == Match.Status.RUNNING


def test_a_match_is_voided_with_a_reason(scene: Scene, staff: User, as_: Browser) -> None:
    ask(as_(staff), scene, "void", confirm="yes", reason="played with open cards")
    assert scene.match.status == Match.Status.VOID
    assert len(scene.moves()) == 1


def test_what_cannot_be_done_is_said_and_not_logged(
    scene: Scene, staff: User, as_: Browser
) -> None:
    scene.to_the_end()
    page = ask(as_(staff), scene, "void", confirm="yes", reason="too late")
    assert "The match is not in a state for that." in page
    assert not LogEntry.objects.exists()


def test_lists_take_few_queries_however_many_rows(scene: Scene, staff: User, as_: Browser) -> None:
    browser = as_(staff)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            for model in MODELS:
                browser.get(f"/admin/games/{model}/")
        counts.append(len(captured))
        scene.to_the_end()
    assert counts[1] <= counts[0]
    assert Seat.objects.count() == 3
    assert Move.objects.count() > 10


# Matches of one's own


# To have one examined decides nothing.
DECIDED = [verb for verb in site._registry[Match].actions or () if verb != "examine"]


@pytest.mark.parametrize("verb", DECIDED)
@pytest.mark.parametrize("who", ["at the table", "elsewhere"])
def test_nobody_of_the_staff_decides_over_a_match_of_their_own(
    who: str, verb: str, scene: Scene, mira: User, staff: User, as_: Browser
) -> None:
    """Not even a superuser: for each act that the list of matches offers."""
    mira.is_staff = mira.is_superuser = True
    mira.save()
    if verb == "thaw":
        play.freeze(scene.id, reason="a look")
    before = decided(scene)
    form = {"action": verb, "_selected_action": [scene.id], "confirm": "yes", "reason": "so"}
    form["name"] = "tobias"
    actor = mira if who == "at the table" else staff
    answer = as_(actor).post("/admin/games/match/", form, follow=True)
    assert (decided(scene) == before) is (who == "at the table")
    assert ("You sit at this table" in answer.content.decode()) is (who == "at the table")
    assert LogEntry.objects.exists() is (who == "elsewhere")


def decided(scene: Scene) -> tuple[object, ...]:
    """All of a match that the staff decide."""
    match = scene.match
    return match.status, match.name, match.talk, [seat.account_id for seat in scene.seats()]
