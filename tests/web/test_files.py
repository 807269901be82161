"""Match files that are taken home or brought along, and the page that checks a match."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.engine import titles
from games.engine.matchfile import read, write
from games.engine.verify import verify
from games.matchlog import files
from games.matchlog.audience import EVERYTHING, PUBLIC, Audience
from games.models import Match, Move
from tests.web.factories import Scene, dealt, gathered
from tests.web.playing import forget_everything, knows_less, played
from tests.web.test_access import scramble_log

Browser = Callable[[User | None], Client]


@pytest.fixture
def over(scene: Scene) -> Scene:
    scene.act(0, do="ask", seat=2)
    scene.act(2, do="show")
    return scene.until_vote().to_the_end()


def taken(browser: Client, scene: Scene, query: str = "") -> Any:
    return browser.get(f"/m/{scene.id}/file{query}")


# Taking one home


def test_during_play_a_player_takes_their_own_copy(scene: Scene, mira: User, as_: Browser) -> None:
    scene.act(0, do="pass")
    answer = taken(as_(mira), scene)
    assert answer["Content-Disposition"] == f'attachment; filename="toy-{scene.id}-seat-0.json"'
    file = read(answer.content)
    assert file.perspective == 0
    assert file.fairness is not None
    assert file.fairness.secret is None
    assert file.fairness.contributions == ("word 0", "word 1", "word 2")
    numbers = file.moves[0].to_json()["events"][1]["numbers"]
    assert [number == "?" for number in numbers] == [False, True, True]
    assert file.moves[1].to_json()["action"] == {"do": "pass"}
    assert {move.to_json()["draws"] for move in file.moves} == {"?"}
    assert scene.match.secret.hex() not in answer.content.decode()


def test_others_take_the_spectators_copy(scene: Scene, other: User, as_: Browser) -> None:
    for visitor in (other, None):
        file = read(taken(as_(visitor), scene).content)
        assert file.perspective == "spectator"
        assert set(file.moves[0].to_json()["events"][1]["numbers"]) == {"?"}


@pytest.mark.parametrize("state", ["running", "frozen", "void"])
def test_nobody_takes_more_until_the_match_is_over(
    state: str, scene: Scene, mira: User, other: User, as_: Browser
) -> None:
    if state == "frozen":
        play.freeze(scene.id, reason="to look at it")
    if state == "void":
        play.void(scene.id, reason="nobody came")
    codes = [
        taken(as_(mira), scene, f"?as={audience}").status_code
        for audience in ("0", "public", "1", "all")
    ]
    assert codes == [200, 200, 403, 403]
    codes = [
        taken(as_(other), scene, f"?as={audience}").status_code
        for audience in ("public", "0", "all")
    ]
    assert codes == [200, 403, 403]


def test_afterwards_everyone_takes_all_of_it_and_it_verifies(over: Scene, as_: Browser) -> None:
    answer = taken(as_(None), over)
    assert answer["Content-Disposition"].endswith(f'"toy-{over.id}.json"')
    report = verify(read(answer.content))
    assert report.summary == f"replayed and verified: all {over.number + 1} moves match"
    assert read(taken(as_(None), over, "?as=1").content).perspective == 1


def test_a_match_by_invitation_is_not_given_out(
    mira: User, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    assert taken(as_(mira), scene).status_code == 200
    for page in ("file", "fairness", "replay"):
        assert as_(other).get(f"/m/{scene.id}/{page}").status_code == 404


def test_a_table_that_gathers_has_no_file(tobias: User, mira: User, as_: Browser) -> None:
    assert taken(as_(mira), gathered(tobias, mira, size=3)).status_code == 404


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_copy_is_the_same_whatever_is_hidden_from_its_reader(
    slug: str, as_: Browser, db: None
) -> None:
    scene = played(slug, 25)
    rows = list(Move.objects.filter(match_id=scene.id))
    for seat in (None, 0, len(scene.players) - 1):
        browser = as_(None if seat is None else scene.players[seat])
        own = "?as=public" if seat is None else f"?as={seat}"
        before = taken(browser, scene, own).content
        assert scramble_log(scene.id, seat) > 0
        forget_everything()
        assert taken(browser, scene, own).content == before
        Move.objects.bulk_update(rows, ["action", "events", "draws"])


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_copy_is_what_the_engine_would_redact(slug: str, db: None) -> None:
    scene = played(slug, 25)
    whole, *copies = [
        files.file_for(audience, scene.match, scene.seats())
        for audience in (EVERYTHING, Audience(0), PUBLIC)
    ]
    assert copies == [whole.copy_for(0), whole.copy_for(None)]


# Bringing one along


def brought(browser: Client, data: bytes, **fields: str) -> Any:
    file = BytesIO(data)
    file.name = "match.json"
    return browser.post("/replay/", {"file": file, **fields})


def test_strangers_log_in_first(as_: Browser) -> None:
    assert as_(None).get("/replay/")["Location"] == "/account/login/?next=/replay/"


@pytest.mark.parametrize("slug", sorted(titles()))
def test_a_file_of_any_title_is_replayed_and_not_kept(
    slug: str, other: User, as_: Browser, db: None
) -> None:
    scene = played(slug, 25)
    text = write(files.file_for(EVERYTHING, scene.match, scene.seats()))
    counts = Match.objects.count(), Move.objects.count()
    page = brought(as_(other), text.encode()).content.decode()
    assert f"Move {scene.number} of {scene.number}" in page
    assert "Seat 0" in page
    assert 'form="move"' not in page
    again = as_(other).post("/replay/", {"text": text, "at": "3", "as": "all", "see": "1"})
    assert f"Move 3 of {scene.number}" in again.content.decode()
    assert (Match.objects.count(), Move.objects.count()) == counts


def test_steps_of_a_file_are_buttons_that_send_it_again(
    over: Scene, other: User, as_: Browser
) -> None:
    text = taken(as_(None), over).content
    page = brought(as_(other), text, slide="2").content.decode()
    ways = dict(
        re.findall(
            r'class="way-(\w+)[^"]*" type="submit" form="brought" name="at" value="(\d+)"', page
        )
    )
    assert ways == {"first": "0", "previous": "1", "next": "3", "last": str(over.number)}
    assert '<textarea name="text" hidden' in page
    answer = as_(other).post("/replay/", {"text": text.decode()}, headers={"HX-Request": "true"})
    assert answer.content.decode().strip().startswith('<div id="step"')


def test_a_readers_copy_is_seen_by_that_reader_only(scene: Scene, mira: User, as_: Browser) -> None:
    text = taken(as_(mira), scene).content
    assert brought(as_(mira), text).status_code == 200
    answer = brought(as_(mira), text, see="1")
    assert answer.status_code == 400
    assert "one reader’s copy" in answer.content.decode()


def changed(text: bytes, change: Callable[[Any], None]) -> bytes:
    data = json.loads(text)
    change(data)
    return json.dumps(data).encode()


def wrong_number(data: Any) -> None:
    data["moves"][2]["number"] = 7


def foreign_event(data: Any) -> None:
    data["moves"][1]["events"] = [{"type": "toy.dealt", "number": "<script>"}]


def no_moves(data: Any) -> None:
    data["moves"] = []


def contradiction(data: Any) -> None:
    shown = data["moves"][2]["events"][0]
    shown["number"] = shown["number"] % 4 + 1


def nothing_dealt(data: Any) -> None:
    data["moves"][0]["events"] = []


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "this is not JSON"),
        (b"\xff\xfe", "a match file is text in UTF-8"),
        (b"[]", "a match file is an object"),
        (b'{"format": "adit-match"', "this is not JSON, or it is cut short"),
        (b"[" * 5000, "nested at most 12 levels deep"),
        (b" " * (files.LARGEST_UPLOAD + 1), "more than 1000000 bytes"),
        (b'{"format": "adit-match", "format_version": 99}', "format version 99"),
    ],
)
def test_what_is_no_match_file_is_refused_in_a_sentence(
    data: bytes, sentence: str, other: User, as_: Browser
) -> None:
    answer = brought(as_(other), data)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (wrong_number, "move 2 calls itself 7"),
        (foreign_event, "move 1: "),
        (no_moves, "at least move 0"),
        (contradiction, "move 2: "),
        (nothing_dealt, "move 2: toy.shown does not fit what came before"),
    ],
)
def test_a_file_that_was_bent_is_refused_in_a_sentence(
    change: Callable[[Any], None], sentence: str, over: Scene, other: User, as_: Browser
) -> None:
    answer = brought(as_(other), changed(taken(as_(None), over).content, change))
    assert answer.status_code == 400
    page = answer.content.decode()
    assert sentence in page
    assert "<script>" not in page


def test_too_large_a_body_is_refused_before_it_is_read(other: User, as_: Browser) -> None:
    answer = as_(other).post(
        "/replay/", b"x", content_type="multipart/form-data; boundary=x", CONTENT_LENGTH="50000000"
    )
    assert answer.status_code == 413


def test_bringing_a_file_needs_the_forms_token(other: User, as_: Browser) -> None:
    browser = as_(other, enforce_csrf_checks=True)  # type: ignore[call-arg]  # the fixture takes a client's options
    assert browser.post("/replay/", {"text": "{}"}).status_code == 403


@pytest.mark.parametrize("fields", [{"at": "99"}, {"at": "x"}, {"see": "9"}])
def test_a_step_that_a_file_has_not_is_refused(
    fields: dict[str, str], over: Scene, other: User, as_: Browser
) -> None:
    assert brought(as_(other), taken(as_(None), over).content, **fields).status_code == 400


# Is it what it says it is?


def fairness(scene: Scene, browser: Client) -> str:
    forget_everything()
    return " ".join(browser.get(f"/m/{scene.id}/fairness").content.decode().split())


def test_before_the_end_the_commitment_and_the_words_are_shown_and_no_secret(
    scene: Scene, as_: Browser
) -> None:
    page = fairness(scene, as_(None))
    assert scene.match.commitment in page
    assert 'word 1</code><p class="soft">typed by the player' in page
    assert scene.match.secret.hex() not in page
    assert "published when the match is over" in page
    assert scene.moves()[-1].digest in page


@pytest.mark.parametrize("state", ["frozen", "void"])
def test_a_match_that_was_stopped_keeps_its_secret(
    state: str, scene: Scene, mira: User, as_: Browser
) -> None:
    {"frozen": play.freeze, "void": play.void}[state](scene.id, reason="for the test")
    assert scene.match.secret.hex() not in fairness(scene, as_(mira))


def test_a_gathering_table_shows_its_commitment(tobias: User, mira: User, as_: Browser) -> None:
    table = gathered(tobias, mira, size=3)
    assert table.match.commitment in fairness(table, as_(mira))


def test_a_match_that_is_over_is_played_again_before_your_eyes(over: Scene, as_: Browser) -> None:
    page = fairness(over, as_(None))
    assert f"Replayed and verified: all {over.number + 1} moves match." in page
    assert bytes(over.match.secret).hex() in page
    assert page.count("Yes.") == 3


def test_a_changed_event_is_found_and_its_move_is_named(over: Scene, as_: Browser) -> None:
    row = over.moves()[2]
    row.events[0]["number"] = row.events[0]["number"] % 4 + 1
    row.save()
    page = fairness(over, as_(None))
    assert "This match does not verify." in page
    assert "No: move 2, the digest is another." in page
    assert "No: move 2, the rules give other events." in page


def test_a_changed_draw_is_found(over: Scene, as_: Browser) -> None:
    row = over.moves()[0]
    row.draws[-1]["result"] = row.draws[-1]["result"][::-1]
    row.save()
    assert "No: move 0, a draw is not what the secret gives." in fairness(over, as_(None))


def test_a_changed_time_or_digest_is_found(over: Scene, as_: Browser) -> None:
    Move.objects.filter(match_id=over.id, number=1).update(digest="0" * 64)
    assert "No: move 1, the digest is another." in fairness(over, as_(None))


@pytest.mark.parametrize("where", ["middle", "end"])
def test_a_missing_row_is_named(where: str, over: Scene, as_: Browser) -> None:
    number = 2 if where == "middle" else over.number
    Move.objects.filter(match_id=over.id, number=number).delete()
    assert f"No: move {number}, it is missing." in fairness(over, as_(None))


def test_a_row_that_cannot_be_read_is_named(over: Scene, as_: Browser) -> None:
    Move.objects.filter(match_id=over.id, number=3).update(events=[{"type": "toy.nonsense"}])
    assert "No: move 3, " in fairness(over, as_(None))


def test_a_wrong_secret_is_found(over: Scene, as_: Browser) -> None:
    Match.objects.filter(pk=over.id).update(secret=b"\x01" * 32)
    assert "No: the secret is not the one committed to." in fairness(over, as_(None))


def test_rules_that_are_not_known_are_said_to_be_left_out(
    over: Scene, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    knows_less(monkeypatch, version=1)
    page = fairness(over, as_(None))
    assert f"Verified but for the rules: all {over.number + 1} moves match." in page
    assert "Left out: rules 2 are not known here, only up to 1." in page


@pytest.mark.parametrize("name", ["fairness", "match-file"])
def test_the_documents_are_given_out(name: str, as_: Browser) -> None:
    answer = as_(None).get(f"/docs/{name}.md")
    assert answer["Content-Type"].startswith("text/plain")
    assert answer.content.decode().startswith("# ")
    assert as_(None).get("/docs/architecture.md").status_code == 404
