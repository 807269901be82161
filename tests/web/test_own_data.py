"""All of one's own data as one file, and nothing of anybody else's; and what is left after deletion."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db.models import CASCADE, ForeignKey
from django.test import Client
from django.utils import timezone

from accounts import sanctions
from accounts.models import AuditEntry, User
from games.engine import titles
from games.matchlog import access, copies
from games.models import Note, PushSubscription, Reach, Remark, Seek, Webhook
from games.moderation import owndata, reports
from games.play import comments, holding
from games.talk import hearing, saying
from tests.web.factories import Scene, UserFactory, dealt
from tests.web.playing import forget_everything, played
from tests.web.test_access import scramble_log

Browser = Callable[[User | None], Client]


def data_of(account: User, as_: Browser) -> dict[str, Any]:
    answer = as_(account).get("/own-data.json")
    assert answer["Content-Disposition"] == 'attachment; filename="adit.json"'
    found: dict[str, Any] = json.loads(answer.content)
    return found


def say(scene: Scene, account: User, text: str) -> None:
    who = hearing.listener(access.visit(scene.id, account), account)
    saying.say(who, kind=Remark.Kind.TEXT, text=text, key=text.partition("@")[0])


def test_the_file_has_account_seats_moves_talk_and_notebook(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, mira, "hers")
    say(scene, tobias, "his")
    scene.act(0, do="pass")
    scene.act(1, do="pass")
    Note.objects.create(account=mira, about=tobias, text="bluffs", changed_at=timezone.now())
    what = reports.profile("tobias")
    assert what is not None
    reports.report(mira, what, reason="spam", words="so much")
    sanctions.issue(mira, sanctions.Kind.WARNING, "too loud", None)
    found = data_of(mira, as_)
    assert found["account"]["email"] == mira.email
    [seat] = found["seats"]
    assert (seat["match"], seat["seat"]) == (scene.id, 0)
    assert seat["moves"] == [{"number": 1, "action": {"do": "pass"}}]
    assert [one["text"] for one in found["talk"]] == ["hers"]
    assert [one["text"] for one in found["notebook"]] == ["bluffs"]
    assert [one["words"] for one in found["reports"]] == ["so much"]
    assert [one["reason"] for one in found["standing"]] == ["too loud"]
    theirs = json.dumps(data_of(tobias, as_))
    for not_his in ("hers", "bluffs", "so much", "too loud", mira.email):
        assert not_his not in theirs


# Where an account stands in the database besides, and why its file has nothing of that: what others
# say of it, what the staff do, and what is one with a row that is there.
LEFT_OUT = {
    *("Case.about", "Note.about", "Mute.about", "Clue.account", "Clue.other"),
    *("Foresight.account", "AuditEntry.about"),
    *("User.suspended_by", "Sanction.issued_by", "Sanction.lifted_by", "Appeal.decided_by"),
    *("AuditEntry.by", "Case.taken_by", "Case.decided_by", "CaseNote.account", "Glass.account"),
    *("LogEntry.user", "User_groups.user", "User_user_permissions.user"),
}
BY_HAND = {
    *("Seat.account", "Holder.account", "Match.host"),
    *("EmailAddress.user", "Sanction.account"),
}


def places_of_accounts() -> set[str]:
    return {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model is User
    }


def test_whatever_is_kept_of_an_account_is_in_its_file_or_left_out_for_a_reason() -> None:
    in_sections = {f"{model.__name__}.account" for model, _columns in owndata.SECTIONS.values()}
    assert in_sections | BY_HAND | LEFT_OUT == places_of_accounts()


def test_the_file_tells_how_one_is_told_and_holds_no_keys(
    scene: Scene, mira: User, as_: Browser
) -> None:
    now = timezone.now()
    EmailAddress.objects.create(user=mira, email=mira.email, verified=True)
    Reach.objects.create(account=mira, rhythm="day", feed="the-feed-s-secret")
    Webhook.objects.create(account=mira, address="https://chat.example.org/1", secret="hook-secret")
    PushSubscription.objects.create(
        account=mira,
        address="https://push.example.org/1",
        key="push-key",
        auth="push-auth",
        name="Firefox",
        made_at=now,
    )
    Seek.objects.create(
        account=mira,
        title="toy",
        pace="daily",
        size=3,
        made_at=now,
        expires_at=now + timedelta(days=1),
    )
    found = data_of(mira, as_)
    [address], [reach], [hook] = found["addresses"], found["how to be told"], found["webhook"]
    assert (address["verified"], reach["rhythm"]) == (True, "day")
    assert hook["address"] == "https://chat.example.org/1"
    assert [one["name"] for one in found["browsers told"]] == ["Firefox"]
    assert [one["size"] for one in found["searches"]] == [3]
    assert [one["pk"] for one in found["hosted"]] == [scene.id]
    text = json.dumps(found)
    for key in ("the-feed-s-secret", "hook-secret", "push-key", "push-auth", "push.example"):
        assert key not in text


def test_who_has_left_finds_the_moves_that_they_made(
    scene: Scene, mira: User, as_: Browser
) -> None:
    scene.act(0, do="pass")
    holding.leave(scene.id, mira)
    [seat] = data_of(mira, as_)["seats"]
    assert [move["number"] for move in seat["moves"]] == [1]


def test_it_is_for_whoever_is_logged_in(scene: Scene, as_: Browser) -> None:
    assert as_(None).get("/own-data.json").status_code == 302


@pytest.mark.parametrize("slug", sorted(titles()))
def test_the_file_is_the_same_whatever_is_hidden_from_its_seat(slug: str, as_: Browser) -> None:
    scene = played(slug, 8)
    browser = as_(scene.players[0])
    before = browser.get("/own-data.json").content
    assert b'"action"' in before
    assert scramble_log(scene.id, 0)
    forget_everything()
    assert browser.get("/own-data.json").content == before


# What stays when an account is deleted: others' matches, what was said there, the staff's record.
STAYS = {
    *("Seat.account", "Holder.account", "Match.host", "Remark.account", "Claim.account"),
    *("Comment.account", "Complaint.account", "Case.about", "Clue.account", "Clue.other"),
    *("User.suspended_by", "Sanction.issued_by", "Sanction.lifted_by", "Appeal.decided_by"),
    *("Case.taken_by", "Case.decided_by", "CaseNote.account", "Glass.account"),
}


def test_everything_else_that_is_kept_of_an_account_goes_with_it() -> None:
    gone_or_nobodys = {True: set[str](), False: set[str]()}
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model is User:
                goes = field.remote_field.on_delete is CASCADE
                gone_or_nobodys[goes].add(f"{model.__name__}.{field.name}")
    assert gone_or_nobodys[False] == STAYS | {"AuditEntry.by", "AuditEntry.about"}


def test_the_name_of_whoever_is_deleted_is_nowhere_in_the_database(
    mira: User, tobias: User, staff: User, as_: Browser
) -> None:
    """Not in a match of theirs, nor in what was said, reported, decided, noticed and sent."""
    quill = UserFactory.create(username="Quillfeather")
    EmailAddress.objects.create(user=quill, email=quill.email, verified=True, primary=True)
    scene = dealt(quill, mira, tobias)
    say(scene, quill, "well met")
    say(scene, tobias, "hello @Quillfeather")
    Note.objects.create(account=mira, about=quill, text="bluffs", changed_at=timezone.now())
    what = reports.profile("Quillfeather")
    assert what is not None
    reports.report(mira, what, reason="spam", words="so much")
    browser = as_(staff)
    for action, more in (("sanction", {"kind": "mute", "days": "3"}), ("log_out_everywhere", {})):
        form = {"action": action, "_selected_action": [quill.pk], "reason": "so", **more}
        browser.post("/admin/accounts/user/", form)
    on_match = {"action": "remove_player", "_selected_action": [scene.id], "name": quill.username}
    browser.post("/admin/games/match/", {**on_match, "confirm": "yes", "reason": "so"})
    noted = AuditEntry.objects.filter(about=quill.pk)
    assert sorted(noted.values_list("act", flat=True)) == [
        *("log_out_everywhere", "remove_player", "sanction")
    ]
    sanctions.close_account(quill)
    found = {
        f"{model.__name__}.{column}"
        for model in apps.get_models(include_auto_created=True)
        for row in model._default_manager.values()
        for column, value in row.items()
        if "quillfeather" in str(value).casefold()
    }
    # What tobias has said is his, as he wrote it.
    assert found == {"Remark.text"}


def test_whoever_is_deleted_leaves_their_words_to_a_former_player(
    scene: Scene, mira: User, tobias: User, as_: Browser
) -> None:
    say(scene, tobias, "well played")
    scene.to_the_end()
    comments.say(access.visit(scene.id, tobias), tobias, number=1, text="a fine move")
    sanctions.close_account(tobias)
    for page, words in (
        (f"/m/{scene.id}/talk", "well played"),
        (f"/m/{scene.id}/said?at=1", "a fine"),
    ):
        text = as_(mira).get(page).content.decode()
        assert words in text
        assert "former player" in text
        assert "tobias" not in text


def test_one_file_is_made_at_a_time(
    mira: User, tobias: User, as_: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So nobody holds more than one of the threads that serve everyone."""
    make, statuses = owndata.of_account, list[int]()

    def meanwhile(account: User) -> dict[str, Any]:
        statuses.append(as_(tobias).get("/own-data.json").status_code)
        return make(account)

    monkeypatch.setattr(owndata, "of_account", meanwhile)
    assert as_(mira).get("/own-data.json").status_code == 200
    monkeypatch.undo()
    assert statuses == [503]
    assert as_(tobias).get("/own-data.json").status_code == 200


def test_making_it_keeps_nobodys_match_in_memory(scene: Scene, mira: User, as_: Browser) -> None:
    scene.act(0, do="pass")
    forget_everything()
    assert data_of(mira, as_)["seats"][0]["moves"] != []
    assert len(copies._copies) == 0
