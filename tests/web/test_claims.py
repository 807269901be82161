"""Claims at a table: who makes and reads them, what leaves a mark, and when the truth is told."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import close_account
from games import play
from games.matchlog import access
from games.matchlog.memory import forget_everything
from games.models import Claim, Match, Move, TruthShare
from games.pages import talk as pages
from games.play import holding, substitutes
from games.rendering import claims as ledgers
from games.talk import claiming, hearing, muting
from games.talk.announcing import Talk, talked
from games.talk.channels import Hearers
from games.talk.saying import NotHeard
from tests.web.factories import Scene, UserFactory, dealt, gathered
from tests.web.talking import CODE, Browser, claim, page, post


def ledger(browser: Client, scene: Scene, query: str = "") -> str:
    answer = browser.get(f"/m/{scene.id}/claims{query}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


# Who reads and makes them

ROLES = ("player", "left", "watcher", "staff", "stranger")
HIDDEN = None
READS: dict[str, tuple[bool | None, ...]] = {
    # state: player, left, watcher, staff, stranger. A claim is public, as a move is.
    "running": (True, HIDDEN, True, True, True),
    "frozen": (True, HIDDEN, True, True, True),
    "void": (True, True, True, True, True),
    "over": (True,) * 5,
    "over, kept private": (True,) * 5,
}
MAKES: dict[str, tuple[bool, ...]] = {
    "open": (False,) * 5,
    "running": (True, False, False, False, False),
    "frozen": (True, False, False, False, False),
    "void": (False,) * 5,
    "over": (False,) * 5,
    "over, kept private": (False,) * 5,
}


def staged(state: str, people: dict[str, User | None], others: list[User]) -> Scene:
    player, left = people["player"], people["left"]
    assert player is not None
    assert left is not None
    if state == "open":
        return gathered(player, *others, size=4)
    scene = dealt(player, *others, left)
    holding.leave(scene.id, left, offered="anyone")
    claim(scene, others[0])
    if state == "frozen":
        play.freeze(scene.id, reason="for the test")
    elif state == "void":
        play.void(scene.id, reason="for the test")
    elif state.startswith("over"):
        Match.objects.filter(pk=scene.id).update(status="over")
        Match.objects.update(talk_private=state == "over, kept private")
    return scene


@pytest.fixture
def people(mira: User, other: User, staff: User) -> dict[str, User | None]:
    left = UserFactory.create(username="leaver")
    return {"player": mira, "left": left, "watcher": other, "staff": staff, "stranger": None}


@pytest.mark.parametrize("state", READS)
def test_who_reads_claims(
    state: str, people: dict[str, User | None], tobias: User, ines: User, as_: Browser
) -> None:
    scene = staged(state, people, [tobias, ines])
    for role, expected in zip(ROLES, READS[state], strict=True):
        for query, headers in (("", {}), ("?part=list", {"HX-Request": "true"})):
            answer = as_(people[role]).get(f"/m/{scene.id}/claims{query}", headers=headers)
            assert answer.status_code == (404 if expected is HIDDEN else 200), role
            if expected:
                assert "claim-1" in answer.content.decode(), role
        if expected and role != "stranger":
            assert "said-c1" in as_(people[role]).get(f"/m/{scene.id}/talk").content.decode()


@pytest.mark.parametrize("state", MAKES)
def test_who_makes_claims(
    state: str, people: dict[str, User | None], tobias: User, ines: User, as_: Browser
) -> None:
    scene = staged(state, people, [tobias, ines])
    for role, expected in zip(ROLES, MAKES[state], strict=True):
        before = Claim.objects.count()
        answer = post(as_(people[role]), scene, claim="number.2.3")
        assert answer.status_code < 500
        assert (Claim.objects.count() > before) == expected, role
        picker = as_(people[role]).get(f"/m/{scene.id}/talk").content.decode()
        assert ('name="claim"' in picker) == expected, role


def test_the_tables_have_every_state() -> None:
    assert {str(one) for one in Match.Status} <= MAKES.keys()
    assert MAKES.keys() - READS.keys() == {"open"}  # nothing can have been claimed


def test_claims_at_a_match_by_invitation_are_found_by_nobody_else(
    mira: User, tobias: User, ines: User, other: User, staff: User, as_: Browser
) -> None:
    scene = dealt(mira, tobias, ines, public=False)
    claim(scene, mira)
    for visitor in (other, staff, None):
        assert as_(visitor).get(f"/m/{scene.id}/claims").status_code == 404


def test_a_line_costs_no_look_at_the_log(scene: Scene, mira: User, as_: Browser) -> None:
    """The buttons of claims are made from it, but not when somebody only says something."""
    browser = as_(mira)
    browser.get(f"/m/{scene.id}/talk")
    forget_everything()
    with CaptureQueriesContext(connection) as queries:
        assert post(browser, scene, text="Hello.").status_code == 200
    assert not [one for one in queries if "games_move" in one["sql"]]


@pytest.mark.parametrize(("talk", "may"), [("all", True), ("phrases", True), ("nothing", False)])
def test_a_table_allows_claims_with_phrases_and_not_in_silence(
    talk: str,
    may: bool,
    mira: User,
    tobias: User,
    ines: User,
    as_: Browser,
) -> None:
    scene = dealt(mira, tobias, ines)
    Match.objects.update(talk=talk)
    answer = post(as_(mira), scene, claim=CODE)
    assert answer.status_code == (200 if may else 409)
    assert Claim.objects.exists() == may
    assert ('name="claim"' in as_(mira).get(f"/m/{scene.id}/talk").content.decode()) == may


# What a claim is


def test_a_claim_is_no_move_and_no_edition_and_stands_with_the_move_before_it(
    scene: Scene, mira: User, tobias: User
) -> None:
    scene.act(0, do="pass")
    before = access.mark_of(scene.match)
    made = claim(scene, tobias)
    assert access.mark_of(scene.match) == before
    assert (made.seat, made.number, made.account, made.position) == (1, 1, tobias, 1)
    assert Move.objects.filter(match=scene.id).count() == 2


def test_only_what_is_offered_can_be_claimed(scene: Scene, mira: User, as_: Browser) -> None:
    for code in ("", "number.1.9", "number.7.1", "<b>", "\0", "x" * 5000, "number.1.4.", "𝟒"):
        answer = post(as_(mira), scene, claim=code, text="")
        assert answer.status_code == 409, code
    assert not Claim.objects.exists()


def test_the_same_key_claims_once_and_so_does_the_same_claim_after_the_same_move(
    scene: Scene, mira: User, as_: Browser
) -> None:
    for _ in range(3):
        assert post(as_(mira), scene, claim=CODE, key="one").status_code == 200
    assert post(as_(mira), scene, claim=CODE, key="from another device").status_code == 200
    assert Claim.objects.count() == 1
    scene.act(0, do="pass")
    post(as_(mira), scene, claim=CODE)
    assert list(Claim.objects.values_list("number", flat=True)) == [0, 1]


def test_another_claim_with_a_key_that_was_used_is_made_too(
    scene: Scene, mira: User, as_: Browser
) -> None:
    for code in (CODE, "number.2.3", CODE):
        assert post(as_(mira), scene, claim=code, key="one").status_code == 200
    assert list(Claim.objects.values_list("code", flat=True)) == [CODE, "number.2.3"]


@pytest.mark.parametrize("key", ["", "k" * 41])
def test_a_claim_without_a_fit_key_is_not_made(scene: Scene, mira: User, key: str) -> None:
    with pytest.raises(NotHeard) as refused:
        claim_with(scene, mira, key)
    assert refused.value.code == "no_key"


def claim_with(scene: Scene, user: User, key: str) -> None:
    who = hearing.listener(access.visit(scene.id, user), user)
    claiming.claim(who, code=CODE, key=key, offers=pages._codes_offered)


def test_a_flood_of_claims_is_stopped(scene: Scene, mira: User, as_: Browser) -> None:
    codes = [f"number.{seat}.{number}" for seat in range(3) for number in range(1, 5)]
    answers = [post(as_(mira), scene, claim=code) for code in codes]
    assert [answer.status_code for answer in answers] == [200] * 8 + [409] * 4
    assert "You can claim again in" in answers[-1].content.decode()


def test_an_account_claims_so_much_at_one_match_and_no_more(
    scene: Scene, mira: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claiming, "MOST_AT_A_MATCH", 2)
    for code in ("number.0.1", "number.0.2", "number.0.3"):
        answer = post(as_(mira), scene, claim=code)
    assert answer.status_code == 409
    assert Claim.objects.count() == 2


def test_everyone_who_looks_at_the_match_is_told(
    scene: Scene, mira: User, tobias: User, ines: User, django_capture_on_commit_callbacks: Any
) -> None:
    heard = list[Talk]()

    def hear(talk: Talk, **_kwargs: object) -> None:
        heard.append(talk)

    talked.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            made = claim(scene, mira)
        with django_capture_on_commit_callbacks(execute=True):
            claiming.take_claim_back(
                hearing.listener(access.visit(scene.id, mira), mira), position=made.position
            )
    finally:
        talked.disconnect(hear)
    assert [(talk.told, talk.by) for talk in heard] == [
        (Hearers.EVERYONE, mira.pk),
        (Hearers.EVERYONE, None),
    ]
    assert set(heard[0].accounts) == {tobias.pk, ines.pk}


# Taking it back


def test_a_claim_can_be_taken_back_for_two_minutes_and_leaves_a_mark(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    claim(scene, mira)
    assert post(as_(tobias), scene, take_claim_back="1").status_code == 409
    assert post(as_(mira), scene, take_claim_back="1").status_code == 200
    assert post(as_(mira), scene, take_claim_back="1").status_code == 200
    made = Claim.objects.get()
    assert made.code == ""
    assert "mira took a claim back." in as_(tobias).get(f"/m/{scene.id}/talk").content.decode()
    assert "Nobody has claimed anything yet." in ledger(as_(tobias), scene)


def test_after_two_minutes_a_claim_stands(scene: Scene, mira: User, as_: Browser) -> None:
    claim(scene, mira)
    Claim.objects.update(made_at=timezone.now() - timedelta(minutes=2, seconds=1))
    assert post(as_(mira), scene, take_claim_back="1").status_code == 409
    for odd in ("", "x", "-1", "99999999999", "1.0"):
        assert post(as_(mira), scene, take_claim_back=odd).status_code == 409
    assert Claim.objects.get().code == CODE


# Muting, leaving, being gone


def test_muting_never_hides_a_claim(scene: Scene, mira: User, tobias: User, as_: Browser) -> None:
    muting.block(tobias, name="mira")
    claim(scene, mira)
    assert pages.opener(access.visit(scene.id, tobias), tobias)["talk_unread"] == 1
    text = as_(tobias).get(f"/m/{scene.id}/talk").content.decode()
    assert 'class="said" data-after="0"' in text
    assert "whom you muted" not in text
    assert "You muted mira. Claims are always shown." in text
    assert "You muted" not in as_(mira).get(f"/m/{scene.id}/talk").content.decode()
    assert "claim-1" in ledger(as_(tobias), scene)


def test_a_claim_stays_its_makers_when_somebody_else_takes_the_seat(
    scene: Scene, mira: User, tobias: User, other: User, as_: Browser
) -> None:
    claim(scene, mira)
    holding.leave(scene.id, mira, offered="anyone")
    substitutes.take(scene.id, other, index=0)
    claim(scene, other, "number.0.2")
    text = ledger(as_(other), scene)
    assert "<b>mira</b> said" in text
    assert text.count("<b>You</b> said") == 1
    assert post(as_(other), scene, take_claim_back="1").status_code == 409


def test_a_claim_outlives_its_account(scene: Scene, mira: User, tobias: User, as_: Browser) -> None:
    claim(scene, mira)
    close_account(mira)
    assert Claim.objects.get().account is None
    text = ledger(as_(tobias), scene)
    assert "claim-1" in text
    assert "mira" not in re.sub(r"<title>.*?</title>", "", text.split("<main")[1])


# What is new


def test_claims_of_others_count_as_unread_until_talk_is_opened(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    claim(scene, mira)

    def unread(user: User) -> object:
        return pages.opener(access.visit(scene.id, user), user)["talk_unread"]

    assert (unread(mira), unread(tobias)) == (0, 1)
    assert hearing.unread_counts(tobias.pk) == {scene.id: 1}
    as_(tobias).get(f"/m/{scene.id}/talk")
    assert unread(tobias) == 0
    assert hearing.unread_counts(tobias.pk) == {}


# The ledger, while it is played and afterwards


def test_the_ledger_marks_what_excludes_each_other_by_matter(
    scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    claim(scene, tobias, "number.1.4")
    claim(scene, mira, "number.1.2")
    claim(scene, ines, "number.2.1")
    text = ledger(as_(None), scene)
    matters = re.findall(r'<section class="matter( torn)?">.*?</section>', text, re.DOTALL)
    assert matters == [" torn", ""]
    assert text.count("These two cannot both be true.") == 1
    assert "The log has no look by mira at it." in text


def test_a_claim_that_its_title_words_no_more_is_compared_with_nothing(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    before = claim(scene, mira)
    Claim.objects.filter(pk=before.pk).update(code="gone")
    claim(scene, tobias)
    assert "tobias" in ledger(as_(None), scene)
    scene.to_the_end()
    assert "tobias" in ledger(as_(None), scene)


def test_a_claim_among_what_was_said_tells_what_speaks_against_it(
    scene: Scene, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    claim(scene, tobias, "number.1.4")
    claim(scene, mira, "number.1.2")
    torn = re.findall(r"data-ledger href=\"(.*?)\">(.*?)</a>", page(as_(ines), scene))
    assert torn == [
        (f"/m/{scene.id}/claims", "mira said 2."),
        (f"/m/{scene.id}/claims", "tobias said 4. The log has no look by mira at it."),
    ]
    for number in (1, 3):
        claim(scene, ines, f"number.1.{number}")
    assert "3 claims say otherwise." in page(as_(ines), scene)
    number = hidden_numbers(scene)[1]
    scene.to_the_end()
    text = page(as_(ines), scene)
    assert "data-ledger" not in text
    assert f"</b> It was {number}." in text


@pytest.mark.parametrize("title", ["toy", "saboteur"])
def test_what_a_seat_is_offered_is_the_same_in_every_deal(
    title: str, mira: User, tobias: User, ines: User, as_: Browser
) -> None:
    """Titles in which nothing that is claimed about depends on public chance: not a byte differs."""

    def picker(scene: Scene) -> str:
        seated = [seat.account for seat in scene.seats()]
        text = as_(seated[0]).get(f"/m/{scene.id}/talk").content.decode()
        found = text.partition('class="sheetlet claiming')[2].partition("</details>")[0]
        assert found.count('name="claim"') > 5
        for user in (mira, tobias, ines):
            found = found.replace(user.username[0].upper(), "?").replace(user.username, "somebody")
        return found

    deals = {picker(dealt(mira, tobias, ines, title=title)) for _ in range(4)}
    assert len(deals) == 1


def hidden_numbers(scene: Scene) -> list[int]:
    known: Any = scene.whole().known
    return [slot.value for slot in known.tokens]


def test_whether_a_claim_is_true_is_told_nobody_before_the_end(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    """The same claims at a match with other numbers: not a byte of the ledger differs."""
    number = hidden_numbers(scene)[1]
    wrong = number % 4 + 1
    pages_by_claim = []
    for claimed in (number, wrong):
        claim(scene, tobias, f"number.1.{claimed}")
        text = ledger(as_(mira), scene).replace(f"<b>{claimed}</b>", "<b>?</b>")
        pages_by_claim.append(text)
        talk = as_(mira).get(f"/m/{scene.id}/talk").content.decode()
        assert "verdict-is" not in text + talk
        Claim.objects.all().delete()
    assert pages_by_claim[0] == pages_by_claim[1]


def test_after_the_end_everyone_reads_what_was_true(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    numbers = hidden_numbers(scene)
    claim(scene, mira, f"number.0.{numbers[0]}")
    claim(scene, tobias, f"number.1.{numbers[1] % 4 + 1}")
    claim(scene, tobias, f"number.0.{numbers[0]}")
    claim(scene, tobias, f"number.2.{numbers[2] % 4 + 1}")
    scene.to_the_end()
    text = ledger(as_(None), scene)
    found = re.findall(r'class="verdict-is (?:true|false)">.*?</svg>([a-z ]+)<', text)
    assert sorted(found) == ["not true", "right guess", "true", "wrong guess"]
    assert f"It was {numbers[1]}." in text
    rows = re.findall(r"<bdi>(\w+)</bdi></th><td>(\d)</td><td>(\d)</td><td>(\d)</td><td>(\d)", text)
    assert rows == [("mira", "1", "1", "0", "0"), ("tobias", "3", "0", "1", "2")]


def test_a_match_that_was_called_off_never_tells_the_truth(
    scene: Scene, mira: User, as_: Browser
) -> None:
    claim(scene, mira)
    play.void(scene.id, reason="for the test")
    assert "verdict-is" not in ledger(as_(mira), scene)


def test_a_ledger_takes_few_queries_however_much_was_claimed(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    for number in range(1, 4):
        claim(scene, tobias, f"number.1.{number}")
    browser = as_(mira)
    ledger(browser, scene)
    with CaptureQueriesContext(connection) as queries:
        ledger(browser, scene)
    assert len(queries) <= 6, [query["sql"] for query in queries]


def test_a_round_with_as_many_claims_as_there_can_be_is_compared_quickly(
    scene: Scene, mira: User, tobias: User, ines: User
) -> None:
    codes = [f"number.{seat}.{number}" for seat in range(3) for number in range(1, 5)]
    Claim.objects.bulk_create(
        Claim(
            match_id=scene.id, position=n + 1, seat=n % 3, code=codes[n % 12], number=0,
            key=str(n), made_at=timezone.now(),
        )
        for n in range(claiming.MOST_AT_A_MATCH * 10)
    )  # fmt: skip
    visited = access.visit(scene.id, mira)
    found = ledgers.ledger(visited, claiming.claims_of(visited.match))
    assert found.count == claiming.MOST_AT_A_MATCH * 10
    assert len(found.rounds[0].matters) == 3
    assert all("These cannot all be true." in one.objections for one in found.rounds[0].matters)


@pytest.mark.django_db(transaction=True)
def test_two_devices_that_claim_at_once_claim_once(transactional_db: None) -> None:
    people = [UserFactory.create() for _ in range(3)]
    scene = dealt(*people)

    def once(_number: int) -> None:
        try:
            claim(scene, people[0], key="the same")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(once, range(4)))
    assert Claim.objects.count() == 1


# How often they were true, for an account that wants it told


def test_a_page_tells_how_often_claims_were_true_only_if_its_owner_wants_that(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    numbers = hidden_numbers(scene)
    claim(scene, tobias, f"number.1.{numbers[1]}")
    claim(scene, tobias, f"number.1.{numbers[1] % 4 + 1}")
    claim(scene, tobias, f"number.0.{numbers[0]}")
    claim(scene, mira, f"number.0.{numbers[0]}")

    def told(who: User | None) -> list[str]:
        text = as_(who).get("/u/tobias/").content.decode()
        return re.findall(r"\d claims? in matches that are over[^<]*", text)

    assert told(mira) == told(tobias) == []
    as_(tobias).post("/claims/shared", {"shared": "yes"})
    assert told(mira) == []  # nothing is told of a match that is played
    scene.to_the_end()
    expected = ["3 claims in matches that are over. True: 1. Not true: 1. Guesses: 1."]
    assert told(mira) == told(None) == told(tobias) == expected
    assert set(Claim.objects.filter(account=mira).values_list("proved", flat=True)) == {"true"}
    assert "in matches that are over" not in as_(tobias).get("/u/mira/").content.decode()
    as_(tobias).post("/claims/shared", {"shared": "no"})
    assert told(mira) == []


def test_only_its_owner_says_what_a_page_tells(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    assert as_(None).post("/claims/shared", {"shared": "yes"}).status_code == 302
    assert as_(mira).get("/claims/shared").status_code == 405
    as_(mira).post("/claims/shared", {"shared": "yes"})
    as_(mira).post("/claims/shared", {"shared": "yes"})
    assert list(TruthShare.objects.values_list("account", flat=True)) == [mira.pk]
    close_account(mira)
    assert not TruthShare.objects.exists()


def test_nothing_is_proved_before_the_end(scene: Scene, mira: User) -> None:
    claim(scene, mira)
    claiming.prove(scene.match, {1: "true"})
    assert Claim.objects.get().proved == ""
    assert claiming.unproved(mira) == []
