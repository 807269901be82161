"""Nobody acts on an account with more rights than their own: each act, by and on each role."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts import sanctions
from accounts.models import AuditEntry, Sanction, User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

OF_ACCOUNTS = ("view_user", "change_user", "delete_user", "add_sanction")
OF_MATCHES = ("view_match", "change_match")

# What each may do, from the least to the most. A suspended one has what it will have again.
ROLES: dict[str, tuple[str, ...]] = {
    "player": (),
    "moderator": OF_ACCOUNTS,
    "another moderator": OF_ACCOUNTS,
    "senior": (*OF_ACCOUNTS, *OF_MATCHES),
    "suspended senior": (*OF_ACCOUNTS, *OF_MATCHES),
    "senior by group": (*OF_ACCOUNTS, *OF_MATCHES),
    "superuser": (),
    "suspended superuser": (),
}
ACTORS = ["moderator", "senior", "superuser"]


def holding(role: str) -> User:
    user = User.objects.create_user(
        role.replace(" ", "."),
        password=PASSWORD,
        is_staff=role != "player",
        is_superuser="superuser" in role,
    )
    held = Permission.objects.filter(codename__in=ROLES[role])
    if "group" in role:
        group = Group.objects.create(name="seniors")
        group.permissions.set(held)
        user.groups.add(group)
    else:
        user.user_permissions.set(held)
    if "suspended" in role:
        sanctions.suspend(user, "a rest", None)
    return user


def may(actor: str, target: str) -> bool:
    if "superuser" in actor:
        return True
    return "superuser" not in target and set(ROLES[target]) <= set(ROLES[actor])


def traces(user: User) -> object:
    """Everything of an account that an act could change."""
    held = list(Sanction.objects.filter(account=user).values("kind", "lifted_at"))
    rights = sorted(user.user_permissions.values_list("codename", flat=True))
    return User.objects.filter(pk=user.pk).values().first(), rights, held


def by_list(action: str) -> Callable[[Client, User], None]:
    def act(browser: Client, user: User) -> None:
        form = {"action": action, "_selected_action": [user.pk], "reason": "so"}
        form["kind"] = "mute"
        browser.post("/admin/accounts/user/", form)

    return act


def by_form(**fields: str) -> Callable[[Client, User], None]:
    def act(browser: Client, user: User) -> None:
        form = {"username": user.username, "reason": "so", **fields}
        browser.post(f"/admin/accounts/user/{user.pk}/change/", form)

    return act


ACTIONS = [str(action) for action in site._registry[User].actions or ()]
ACTS: dict[str, Callable[[Client, User], None]] = {
    **{action: by_list(action) for action in ACTIONS},
    "rename": by_form(username="Renamed"),
}
NEVER = {
    "password": {"password1": "nine lamps above", "password2": "nine lamps above"},
    "delete": {"post": "yes"},
}


def suspended_where_that_is_the_point(act: str, target: User) -> None:
    if act == "lift_suspension" and not target.is_suspended:
        sanctions.suspend(target, "a rest", None)
        target.refresh_from_db()


def test_the_acts_are_those_of_the_admin_site() -> None:
    assert {"suspend", "lift_suspension", "log_out_everywhere", "close_accounts"} <= set(ACTS)


@pytest.mark.parametrize("target", ROLES)
@pytest.mark.parametrize("actor", ACTORS)
@pytest.mark.parametrize("act", ACTS)
def test_nobody_acts_on_an_account_with_more_rights(act: str, actor: str, target: str) -> None:
    on = holding(target)
    suspended_where_that_is_the_point(act, on)
    browser, before = Client(), traces(on)
    by = on if actor == target else holding(actor)
    if by == on:
        return  # what one does to oneself is tested with the sanctions
    browser.force_login(by)
    ACTS[act](browser, on)
    assert (traces(on) != before) is may(actor, target)


@pytest.mark.parametrize("target", ROLES)
@pytest.mark.parametrize("act", NEVER)
def test_some_things_nobody_does_to_an_account(act: str, target: str) -> None:
    on = holding(target)
    browser, before = Client(), traces(on)
    browser.force_login(User.objects.create_superuser("root.of.all", password=PASSWORD))
    browser.post(f"/admin/accounts/user/{on.pk}/{act}/", NEVER[act])
    assert traces(on) == before


@pytest.mark.parametrize("actor", ["moderator", "senior"])
def test_only_a_superuser_says_who_may_do_what(actor: str) -> None:
    browser, by, group = Client(), holding(actor), Group.objects.create(name="helpers")
    by.user_permissions.add(*Permission.objects.filter(content_type__app_label="auth"))
    browser.force_login(by)
    every = [str(pk) for pk in Permission.objects.values_list("pk", flat=True)]
    browser.post(
        f"/admin/accounts/user/{by.pk}/change/",
        {
            "username": by.username,
            "reason": "so",
            "is_superuser": "on",
            "groups": [group.pk],
            "user_permissions": every,
        },
    )
    browser.post(f"/admin/auth/group/{group.pk}/change/", {"name": "x", "permissions": every})
    browser.post("/admin/auth/group/add/", {"name": "more", "permissions": every})
    browser.post(f"/admin/auth/group/{group.pk}/delete/", {"post": "yes"})
    by.refresh_from_db()
    assert not by.is_superuser
    assert not by.groups.exists()
    assert not Group.objects.filter(name__in=["x", "more"]).exists()
    assert Group.objects.get(name="helpers").permissions.count() == 0


@pytest.mark.parametrize(
    ("actor", "group", "becomes"),
    [
        ("senior", OF_MATCHES, True),
        ("senior", (*OF_ACCOUNTS, *OF_MATCHES), True),
        ("moderator", OF_MATCHES, False),
        ("superuser", (*OF_MATCHES, "break_glass"), True),
    ],
)
def test_whoever_may_change_accounts_puts_others_into_groups_of_no_more_rights(
    actor: str, group: tuple[str, ...], becomes: bool
) -> None:
    browser, ada, made = Client(), holding("player"), Group.objects.create(name="helpers")
    made.permissions.set(Permission.objects.filter(codename__in=group))
    browser.force_login(holding(actor))
    form = {"username": ada.username, "is_staff": "on", "groups": [made.pk], "reason": "so"}
    browser.post(f"/admin/accounts/user/{ada.pk}/change/", form)
    ada.refresh_from_db()
    assert list(ada.groups.all()) == ([made] if becomes else [])
    assert ada.is_staff is becomes
    told = [entry.facts for entry in AuditEntry.objects.all()]
    expected = {"changed": ["groups", "is_staff"], "groups": ["helpers"]}
    assert told == ([expected] if becomes else [])


def test_of_several_those_with_fewer_rights_are_acted_on_and_the_rest_named() -> None:
    browser, root, ada = Client(), holding("superuser"), holding("player")
    browser.force_login(holding("moderator"))
    form = {"action": "suspend", "_selected_action": [root.pk, ada.pk], "reason": "so"}
    page = browser.post("/admin/accounts/user/", form, follow=True).content.decode()
    ada.refresh_from_db()
    root.refresh_from_db()
    assert (ada.is_suspended, root.is_suspended) == (True, False)
    assert "You have fewer rights than superuser" in page


@pytest.mark.parametrize(("codes", "sees"), [(("view_user",), False), (OF_ACCOUNTS, True)])
def test_addresses_are_for_whoever_looks_after_accounts(codes: tuple[str, ...], sees: bool) -> None:
    browser, ada = Client(), holding("player")
    User.objects.filter(pk=ada.pk).update(email="ada@example.org")
    reader = User.objects.create_user("reader", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename__in=codes))
    browser.force_login(reader)
    people = "/admin/accounts/user/"
    for page in (people, f"{people}{ada.pk}/change/"):
        answer = browser.get(page).content.decode()
        assert ada.username in answer
        assert ("ada@example.org" in answer) is sees
    # Nor are they found out by asking.
    for query in ({"q": "ada@example"}, {"email__startswith": "ada@e"}):
        found = browser.get(people, query, follow=True)
        assert (f"{people}{ada.pk}/" in found.content.decode()) is sees, query
