"""Names: one form, one script, nothing invisible, and no two that look alike."""

from __future__ import annotations

import string
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import names
from accounts.models import User, account_named
from tests.accounts.test_entering import sign_up

pytestmark = pytest.mark.django_db

# Each looks like Ada or is the same, in another script, width, case or form.
LIKE_ADA = ["Аԁа", "Ａｄａ", "𝐀𝐝𝐚", "ADA", "аԁа", "Ⓐⓓⓐ"]


@pytest.mark.parametrize("name", LIKE_ADA)
def test_a_name_that_looks_like_anothers_is_taken(client: Client, ada: User, name: str) -> None:
    [problem] = sign_up(client, username=name)
    assert "looks" in problem
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("taken", "other"),
    [("Ilse", "llse"), ("modern", "rnodern"), ("Otto", "0tto"), ("раура", "paypa"), ("oto", "ΟΤΟ")],
)
def test_names_that_look_alike_have_one_skeleton(taken: str, other: str) -> None:
    assert names.skeleton(taken) == names.skeleton(other)


def test_plain_letters_stay_apart() -> None:
    """But for those that are hard to tell apart in many a type."""
    small = {names.skeleton(letter) for letter in string.ascii_lowercase}
    assert len(small) == 26
    assert names.skeleton("1") == names.skeleton("l") == names.skeleton("I")
    for one, other in (("Bär", "Bar"), ("Jiří", "Jirí"), ("ilse", "llse"), ("太郎", "次郎")):
        assert names.skeleton(one) != names.skeleton(other)


@pytest.mark.parametrize("name", ["Jiří", "Zofia-Łucja", "Владимир", "Ελένη", "田中たろう", "タロー", "김민수", "שלום", "ada2"])  # fmt: skip
def test_a_name_in_one_script_is_welcome(client: Client, name: str) -> None:
    assert sign_up(client, username=name) == []


@pytest.mark.parametrize("name", ["Adа", "Ιlse", "Брат2b", "たろうada", "ada١2", "ʼada", "12١"])
def test_a_mixture_of_scripts_is_refused_with_a_reason(client: Client, name: str) -> None:
    [problem] = sign_up(client, username=name)
    assert "one alphabet" in problem or "in one way" in problem


@pytest.mark.parametrize("name", ["ad\u200ba", "\u202eada", "ad\u2066a", "가\u3164나", "a\u00adda", "\u3164\u3164\u3164", "ada\ufe0f"])  # fmt: skip
def test_nothing_invisible_stands_in_a_name(client: Client, name: str) -> None:
    assert sign_up(client, username=name)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "name",
    ["former-player", "Former.Player", "formerplayer", "open_seat", "аdmin", "Adrnin", "Flint", "fl1nt", "slate-bot", "Ada.B0T", "m0derator"],
)  # fmt: skip
def test_nobody_is_taken_for_a_bot_the_staff_or_somebody_who_is_gone(
    client: Client, name: str
) -> None:
    assert sign_up(client, username=name)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["robot", "abbot", "Flinta"])
def test_names_that_only_hold_such_a_word_are_free(client: Client, name: str) -> None:
    assert sign_up(client, username=name) == []


def test_every_bot_has_a_name_that_is_ours() -> None:
    from games.play.opening import BOT_NAMES

    assert [name for name in BOT_NAMES if not names.is_ours(name)] == []


def test_a_name_is_kept_and_found_in_one_form(client: Client) -> None:
    assert sign_up(client, username="Ｂｒｉｇｉｄ") == []
    assert User.objects.get().username == "Brigid"
    assert account_named("ｂｒｉｇｉｄ") == User.objects.get()


def test_the_database_keeps_the_promise(ada: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("аԁа")
    other = User.objects.create_user("Brigid")
    other.username = "аԁа"
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save(update_fields=["username"])


@pytest.mark.parametrize("name", ["аԁа", "Adа", "former-player", "ADA"])
def test_the_staff_rename_nobody_to_such_a_name(name: str, ada: User, as_staff: Client) -> None:
    brigid = User.objects.create_user("Brigid")
    page = f"/admin/accounts/user/{brigid.pk}/change/"
    answer = as_staff.post(page, {"username": name, "reason": "asked for it"})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()
    brigid.refresh_from_db()
    assert brigid.username == "Brigid"


def test_the_staff_rename_somebody_to_a_free_name(ada: User, as_staff: Client) -> None:
    page = f"/admin/accounts/user/{ada.pk}/change/"
    assert as_staff.post(page, {"username": "Аня", "reason": "asked"}).status_code == 302
    ada.refresh_from_db()
    assert (ada.username, ada.skeleton) == ("Аня", names.skeleton("Аня"))


def test_accounts_that_were_there_before_keep_their_names(ada: User) -> None:
    """Whoever came first has the skeleton; later ones are marked, and can still be changed."""
    later = User.objects.create_user("later")
    User.objects.filter(pk=later.pk).update(username="аԁа")
    for user in (ada, later):
        User.objects.filter(pk=user.pk).update(skeleton=f"none yet {user.pk}")
    migration = import_module("accounts.migrations.0003_names_by_skeleton")
    migration.fill(apps, None)
    ada.refresh_from_db()
    later.refresh_from_db()
    assert (ada.skeleton, later.skeleton) == ("ada", f"ada#{later.pk}")
    later.language = "cs"
    later.save()
    later.refresh_from_db()
    assert later.skeleton == f"ada#{later.pk}"
