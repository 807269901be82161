"""Listed words: what is found, and who reads what is held back for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import AuditEntry, Sanction, User
from games.matchlog import access
from games.models import Case, Comment, ListedWord, Match, Notice, Remark
from games.notices import looking, sending
from games.play import comments, seating
from games.talk import hearing, saying
from games.talk.announcing import Talk, talked
from games.talk.words import compiled, is_findable
from tests.steps import calls_of
from tests.web import migrated
from tests.web.factories import Scene
from tests.web.talking import listening, page, post, say
from tests.web.test_access import visible
from tests.web.test_cases import do, moderator

Browser = Callable[[User | None], Client]

LISTED = ("coal*", "gnome", "kill yourself", "buy gold", "zabij się", "toss")


# What is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You coalface.", "coal*"),
        ("You COAL!", "coal*"),
        ("c o a l", "coal*"),
        ("c.o.a.l, you", "coal*"),
        ("cоаl", "coal*"),  # with two letters of the Cyrillic alphabet
        ("ｃｏａｌ", "coal*"),  # of full width
        ("𝓬𝓸𝓪𝓵", "coal*"),
        ("c0al", "coal*"),
        ("co@l", "coal*"),
        ("cöàl", "coal*"),
        ("cooooaaal", "coal*"),
        ("gn0m3", "gnome"),
        ("GNOME", "gnome"),
        ("gnome's", "gnome"),
        ("to55", "toss"),
        ("to$$", "toss"),
        ("tosssss", "toss"),
        ("Kill   YOURSELF!", "kill yourself"),
        ("kill, yourself", "kill yourself"),
        ("k1ll_y0urself", "kill yourself"),
        ("Buy-gold", "buy gold"),
        ("zabij sie", "zabij się"),
        ("ZABIJ SIĘ", "zabij się"),
        ("", ""),
        ("charcoal", ""),  # only from the beginning of a word
        ("gnomes", ""),  # a whole word, without the star
        ("a gn ome", ""),
        ("kill it yourself", ""),
        ("7055", ""),  # a number is a number
        ("@coal", "coal*"),
        ("tos", ""),
        ("#8 @mira 🙂 — „so“", ""),
    ],
)
def test_what_is_found_in_a_text(text: str, found: str) -> None:
    assert compiled(LISTED).first_in(text) == found


@pytest.mark.parametrize("piece", ["a", "a ", "a@", "a$$ ", "$", "aaa ", "coa ", "kill ", "é"])
def test_a_text_of_any_make_is_read_in_steps_in_proportion_to_its_length(piece: str) -> None:
    """What its expressions do is no call, but the longer text would take them minutes by the square."""
    listed = compiled(LISTED)
    few = calls_of(lambda: listed.first_in(piece * 1000))
    assert calls_of(lambda: listed.first_in(piece * 30_000)) < 31 * few


def test_a_single_letter_is_no_listed_word() -> None:
    found = [word for word in ("a", "a*", "*", "", "é", "ab", "a b", "ab*") if is_findable(word)]
    assert found == ["ab", "a b", "ab*"]


def test_the_list_that_a_site_begins_with_can_be_found(db: None) -> None:
    """Each word of it, in itself; and none of them in what is harmless."""
    migrated.words()
    listed = list(ListedWord.objects.values_list("word", flat=True))
    assert {"en", "cs", "pl", "de"} <= set(ListedWord.objects.values_list("language", flat=True))
    for word in listed:
        assert is_findable(word)
        assert compiled((word,)).first_in(f"You {word.strip('*')}!") == word
    harmless = "Was that on purpose? The niggardly negroni pedal is a class of assassins. Retard."
    assert compiled(tuple(listed)).first_in(harmless) == ""


# Who reads what is held back


@pytest.fixture(autouse=True)
def word(request: pytest.FixtureRequest) -> ListedWord | None:
    if "scene" not in request.fixturenames:
        return None
    request.getfixturevalue("db")
    return ListedWord.objects.create(word="coal*", language="en")


LINE = "You coalface, @mira."
HELD, GONE, TAKEN = "held back", "hidden by the staff", "took a line back"

READS = {
    # state: what its speaker reads, another player, and everyone when the match is over
    "said": ({LINE}, {LINE}, {LINE}),
    "held": ({LINE, HELD}, set(), set()),
    "let through": ({LINE}, {LINE}, {LINE}),
    "kept back": ({GONE}, set(), set()),
    "decided: upheld": ({GONE}, set(), set()),
    "decided: nothing": ({LINE}, {LINE}, {LINE}),
    "decided: nothing, but hidden": ({GONE}, set(), set()),
    "taken back": ({TAKEN}, set(), set()),
    "taken back, then let through": ({TAKEN}, set(), set()),
}


def brought_to(state: str, scene: Scene, speaker: User, warden: User) -> None:
    if state == "said":
        ListedWord.objects.all().delete()
    remark = say(scene, speaker, LINE)
    if "taken back" in state:
        saying.take_back(listening(scene, speaker), ref=hearing.reference(remark))
    browser = Client()
    browser.force_login(warden)
    case = Case.objects.first()
    if case is None:
        return
    if "let through" in state:
        do(browser, case, "let_through")
    elif state == "kept back":
        do(browser, case, "keep_back")
    elif state.startswith("decided"):
        follows = "upheld" if "upheld" in state else "nothing"
        do(browser, case, "decide", follows=follows, **({"hides": "on"} if "but" in state else {}))


@pytest.mark.parametrize("state", READS)
def test_who_reads_a_line_that_is_held_back(
    state: str, scene: Scene, tobias: User, other: User, as_: Browser
) -> None:
    mira, _tobias, _ines = scene.players
    say(scene, mira, "Before.")
    brought_to(state, scene, tobias, moderator())
    say(scene, mira, "After.")

    def reads(who: User | None) -> set[str]:
        text = as_(who).get(f"/m/{scene.id}/talk").content.decode()
        text = text.replace('<b class="at"><bdi>@mira</bdi></b>', "@mira")
        return {one for one in (LINE, HELD, GONE, TAKEN) if one in text}

    speakers, players, everyones = READS[state]
    assert reads(tobias) == speakers
    assert reads(mira) == players
    assert reads(other) == set()  # a spectator, who hears no player before the end
    Match.objects.filter(pk=scene.id).update(status="over")
    assert reads(tobias) == speakers
    for who in (mira, other, None):
        assert reads(who) == everyones, who


@pytest.mark.parametrize("state", ["held", "kept back", "taken back"])
def test_nobody_else_can_tell_that_there_is_a_line_at_all(
    state: str, scene: Scene, tobias: User, ines: User, other: User, as_: Browser
) -> None:
    """No page of theirs is another one, none is told, nothing is unread; and later lines have the
    names that they would have had.
    """
    mira = scene.players[0]
    pages = ("/", "/tables/", f"/m/{scene.id}/", f"/m/{scene.id}/talk", "/notices/", "/u/tobias/")

    def shown() -> list[list[str]]:
        saying.read(listening(scene, mira), ref="p1")
        looking.look(scene.id, timezone.now())
        sending.tell({})
        answers = [as_(who).get(address) for who in (mira, ines, other) for address in pages]
        return [visible(answer.content.decode()) for answer in answers]

    say(scene, mira, "Before.")
    shown()  # what is new to them at their first look is not at the second
    before = shown()
    brought_to(state, scene, tobias, moderator())
    for one, was in zip(shown(), before, strict=True):
        assert one == was
    assert hearing.unread(listening(scene, mira)) == 0
    assert hearing.unread_counts(mira.pk) == {}
    assert not Notice.objects.filter(kind="mention").exists()
    assert mail.outbox == []
    assert hearing.by_reference(listening(scene, mira), "h1") is None
    assert hearing.reference(say(scene, ines, "After.")) == "p2"


def announced(act: Callable[[], object], capture: Any) -> list[Talk]:
    told = list[Talk]()

    def hear(talk: Talk, **_kwargs: object) -> None:
        told.append(talk)

    talked.connect(hear)
    try:
        with capture(execute=True):
            act()
    finally:
        talked.disconnect(hear)
    return told


def test_nothing_is_announced_before_it_is_let_through(
    scene: Scene,
    tobias: User,
    staff: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    capture = django_capture_on_commit_callbacks
    who, made = listening(scene, tobias), list[Remark]()
    assert announced(lambda: made.append(say(scene, tobias, LINE)), capture) == []
    assert announced(lambda: saying.take_back(who, ref="h1"), capture) == []
    made.append(say(scene, tobias, LINE))
    assert announced(lambda: saying.hide(made[1], reason="so", by=staff), capture) == []
    made.append(say(scene, tobias, LINE))
    [told] = announced(lambda: saying.let_through(made[2], by=staff), capture)
    assert (told.match, told.by, told.may_mention) == (scene.id, None, True)
    assert announced(lambda: saying.let_through(made[2], by=staff), capture) == []


def test_a_line_that_is_let_through_stands_in_its_place_and_calls_whom_it_mentions(
    scene: Scene, tobias: User, as_: Browser
) -> None:
    mira, _tobias, ines = scene.players
    say(scene, mira, "Before.")
    remark = say(scene, tobias, LINE)
    say(scene, ines, "After.")
    assert hearing.unread(listening(scene, mira)) == 1
    do(as_(moderator()), Case.objects.get(), "let_through")
    heard = [(one.ref, one.text) for one in hearing.heard(listening(scene, mira))]
    assert heard == [("p1", "Before."), ("p3", LINE), ("p2", "After.")]
    assert hearing.unread(listening(scene, mira)) == 2
    looking.look(scene.id, timezone.now())
    assert Notice.objects.filter(account=mira, kind="mention").exists()
    remark.refresh_from_db()
    assert hearing.by_reference(listening(scene, mira), "p3") == remark


def test_the_speaker_is_told_at_once_and_may_go_on(
    scene: Scene, tobias: User, as_: Browser
) -> None:
    browser = as_(tobias)
    for text in (LINE, "Well.", "coal again"):
        answer = post(browser, scene, text=text)
        assert answer.status_code == 200
    text = page(browser, scene)
    assert text.count("Your line is held back until somebody has looked at it.") == 2
    assert [hearing.reference(one) for one in Remark.objects.order_by("pk")] == ["h1", "p1", "h2"]


def test_a_phrase_is_never_held_back(scene: Scene, tobias: User, as_: Browser) -> None:
    ListedWord.objects.create(word="thanks")
    post(as_(tobias), scene, phrase="thanks")
    assert Remark.objects.get(kind="phrase").is_held is False


# Comments


@pytest.mark.parametrize(
    ("act", "authors", "others"),
    [
        (None, {"text", "held"}, set()),
        ("let_through", {"text"}, {"text"}),
        ("keep_back", set(), set()),
    ],
)
def test_who_reads_a_comment_that_is_held_back(
    act: str | None,
    authors: set[str],
    others: set[str],
    scene: Scene,
    tobias: User,
    ines: User,
    as_: Browser,
) -> None:
    mira = scene.players[0]
    scene.to_the_end()
    comments.say(access.visit(scene.id, mira), mira, number=1, text="Why?")
    form = {"number": "1", "text": "You coalface."}
    as_(tobias).post(f"/m/{scene.id}/comments", form)
    assert Comment.objects.count() == 2
    assert not Notice.objects.filter(kind="answer").exists()
    case = Case.objects.get()
    report = f"/report/?match={scene.id}&comment={Comment.objects.last().pk}"  # type: ignore[union-attr]
    assert as_(ines).get(report).status_code == 404
    if act:
        do(as_(moderator()), case, act)

    def reads(who: User | None) -> set[str]:
        found = set[str]()
        for address in (f"/m/{scene.id}/said?at=1", f"/m/{scene.id}/replay?at=1"):
            text = as_(who).get(address).content.decode()
            found |= {"text"} if "You coalface." in text else set()
            found |= {"held"} if HELD in text else set()
        return found

    assert reads(tobias) == authors
    for who in (mira, ines, None):
        assert reads(who) == others
    answered = Notice.objects.filter(kind="answer", account=mira).exists()
    assert answered == (act == "let_through")


# Names of tables


@pytest.mark.parametrize(("act", "name"), [(None, 0), ("let_through", 1), ("keep_back", 0)])
def test_a_name_that_is_held_back_is_another_meanwhile(
    act: str | None, name: int, scene: Scene, other: User, as_: Browser
) -> None:
    asked = {"name": "Coal cellar", "size": "3", "bots": "0", "pace": "daily"}
    options = {"visibility": "public", "option_rounds": "2", "option_starter": "lot"}
    answer = as_(other).post("/new/toy/", {**asked, **options}, follow=True)
    assert "The name “Coal cellar” is held back" in answer.content.decode()
    if act:
        do(as_(moderator()), Case.objects.get(), act)
    table = Match.objects.get(host=other)
    assert table.name == ["other’s table", "Coal cellar"][name]


# The staff


def test_a_held_line_is_on_the_desk_and_has_a_case(
    scene: Scene, tobias: User, as_: Browser
) -> None:
    say(scene, tobias, LINE)
    browser, case = as_(moderator()), Case.objects.get()
    assert (case.about, case.weight, case.held_for) == (tobias, 3, "coal*")
    desk = browser.get("/admin/").content.decode()
    assert "The word list" in desk
    assert "for “coal*”" in desk
    text = browser.get(f"/admin/games/case/{case.pk}/change/").content.decode()
    assert LINE in text
    assert "Held back by the word list" in text
    do(browser, case, "let_through")
    assert "has been decided" in do(browser, case, "keep_back")
    assert list(AuditEntry.objects.values_list("act", "about", "thing")) == [
        ("let_through", tobias.pk, case.key)
    ]


def test_a_helper_decides_what_is_held_back_and_nothing_else(
    scene: Scene, tobias: User, as_: Browser
) -> None:
    remark = say(scene, tobias, LINE)
    browser, case = as_(moderator("hana", "helper")), Case.objects.get()
    do(browser, case, "decide", follows="nothing")
    remark.refresh_from_db()
    assert remark.is_held
    do(browser, case, "keep_back")
    case.refresh_from_db()
    remark.refresh_from_db()
    assert (case.verdict, case.decided_by) == ("upheld", User.objects.get(username="hana"))
    assert remark.hidden_at is not None


def test_a_held_line_can_be_followed_by_a_sanction(
    scene: Scene, tobias: User, as_: Browser
) -> None:
    say(scene, tobias, LINE)
    do(as_(moderator()), Case.objects.get(), "decide", follows="mute", reported_wording="insult")
    assert Sanction.objects.get().account == tobias
    assert Remark.objects.get().hidden_at is not None


def test_nobody_decides_over_a_line_at_a_table_of_theirs(
    scene: Scene, tobias: User, ines: User, as_: Browser
) -> None:
    remark = say(scene, tobias, LINE)
    ines.is_staff = ines.is_superuser = True
    ines.save()
    case = Case.objects.get()
    for act in ("let_through", "keep_back"):
        url = f"/admin/games/case/{case.pk}/change/"
        assert as_(ines).post(url, {"do": act}).status_code == 403
    with pytest.raises(saying.NotHeard):
        saying.let_through(remark, by=ines)


def test_a_report_about_a_held_name_is_the_same_case(
    scene: Scene, other: User, ines: User, as_: Browser
) -> None:
    table = seating.create(other, title="toy", size=3, name="Coal cellar").match
    as_(ines).post(f"/report/?match={table.pk}", {"reason": "other"})
    case = Case.objects.get()
    assert (case.complaints.count(), case.weight, case.quote) == (1, 3, "Coal cellar")


@pytest.mark.parametrize(
    ("act", "told"), [("let_through", "found nothing against"), ("keep_back", "and acted")]
)
def test_who_reported_what_is_held_back_is_told_what_became_of_it(
    act: str, told: str, scene: Scene, other: User, ines: User, as_: Browser
) -> None:
    table = seating.create(other, title="toy", size=3, name="Coal cellar").match
    as_(ines).post(f"/report/?match={table.pk}", {"reason": "other"})
    case = Case.objects.get()
    do(as_(moderator()), case, act)
    assert [one.kind for one in Notice.objects.filter(account=ines)] == ["report"]
    assert told in as_(ines).get("/reports/").content.decode()


def test_the_list_is_changed_in_the_admin_site_and_each_change_is_written_down(
    scene: Scene, as_: Browser
) -> None:
    browser, base = as_(moderator()), "/admin/games/listedword/"
    browser.post(f"{base}add/", {"word": " lump   of  ash ", "language": "en", "kind": "slur"})
    word = ListedWord.objects.get(word="lump of ash")
    browser.post(f"{base}{word.pk}/change/", {"word": "ash*", "language": "", "kind": "spam"})
    browser.post(f"{base}{word.pk}/delete/", {"post": "yes"})
    assert not ListedWord.objects.filter(pk=word.pk).exists()
    entries = AuditEntry.objects.order_by("number").values_list("act", "reason", "facts__word")
    assert list(entries) == [
        ("change_words", "added", "lump of ash"),
        ("change_words", "changed", "ash*"),
        ("change_words", "removed", "ash*"),
    ]
    left = ListedWord.objects.get(word="coal*")
    action = {"action": "delete_selected", "_selected_action": [left.pk]}
    browser.post(base, {**action, "post": "yes"})
    assert AuditEntry.objects.count() == 4
    assert (
        "two letters at least"
        in browser.post(f"{base}add/", {"word": "a", "kind": "slur"}).content.decode()
    )
    assert as_(moderator("hana", "helper")).get(base).status_code == 403


def test_a_change_of_the_list_holds_at_once(scene: Scene, tobias: User) -> None:
    ListedWord.objects.all().delete()
    assert say(scene, tobias, LINE).is_held is False
    ListedWord.objects.create(word="coalface")
    assert say(scene, tobias, LINE).is_held is True


def test_what_is_held_back_is_in_ones_own_data(scene: Scene, tobias: User, as_: Browser) -> None:
    say(scene, tobias, LINE)
    assert LINE in as_(tobias).get("/own-data.json").content.decode()
