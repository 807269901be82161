"""The audit: append-only at the database, chained, found and exported in the admin site."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from accounts import acts, audit, sanctions
from accounts.append_only import protect, unprotect
from accounts.models import AuditEntry, User

pytestmark = pytest.mark.django_db

TABLE = AuditEntry._meta.db_table
COLUMNS = ", ".join(f'"{field.column}"' for field in AuditEntry._meta.concrete_fields)
FORGED = COLUMNS.replace('"reason"', "'nothing'")


@pytest.fixture
def entries(staff: User, ada: User) -> list[AuditEntry]:
    for reason in ("two seats", "=1+1", "once more"):
        with audit.doing(acts.SUSPEND, by=staff, about=audit.Subject(account=ada), reason=reason):
            pass
    return list(AuditEntry.objects.order_by("number"))


def test_entries_are_numbered_and_chained(entries: list[AuditEntry]) -> None:
    assert [entry.number for entry in entries] == [1, 2, 3]
    assert [entry.digest for entry in entries] == [
        audit.digest_of(entry, before)
        for entry, before in zip(entries, ["", *(entry.digest for entry in entries)], strict=False)
    ]
    assert audit.verify() == audit.ChainVerdict(3, entries[-1].digest)


CHANGES: dict[str, Callable[[], object]] = {
    "update of all": lambda: AuditEntry.objects.update(reason="nothing"),
    "save": lambda: AuditEntry.objects.get(number=2).save(),
    "delete of all": lambda: AuditEntry.objects.all().delete(),
    "delete of one": lambda: AuditEntry.objects.get(number=2).delete(),
    "raw update": lambda: connection.cursor().execute(f"UPDATE {TABLE} SET act = 'x'"),
    "raw delete": lambda: connection.cursor().execute(f"DELETE FROM {TABLE}"),
    "bulk_update": lambda: AuditEntry.objects.bulk_update(AuditEntry.objects.all(), ["reason"]),
    "upsert": lambda: AuditEntry.objects.bulk_create(
        AuditEntry.objects.all(),
        update_conflicts=True,
        unique_fields=["number"],
        update_fields=["reason"],
    ),
}
# What only one of the two databases can be asked for.
CHANGES |= {
    "sqlite": {
        "replace": lambda: connection.cursor().execute(
            f"INSERT OR REPLACE INTO {TABLE} ({COLUMNS}) "
            f"SELECT {FORGED} FROM {TABLE} WHERE number = 2"
        ),
    },
    "postgresql": {
        "truncate": lambda: connection.cursor().execute(f"TRUNCATE {TABLE}"),
        "truncate with what hangs on it": lambda: connection.cursor().execute(
            f"TRUNCATE {TABLE} RESTART IDENTITY CASCADE"
        ),
    },
}[connection.vendor]


@pytest.mark.parametrize("change", CHANGES)
def test_the_database_refuses_to_change_what_is_written(
    change: str, entries: list[AuditEntry]
) -> None:
    before = list(AuditEntry.objects.values())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        CHANGES[change]()
    assert list(AuditEntry.objects.values()) == before


@pytest.mark.parametrize(
    ("forged", "found"),
    [
        (lambda: AuditEntry.objects.filter(number=2).update(reason="nothing"), 2),
        (lambda: AuditEntry.objects.filter(number=2).update(is_refused=True), 2),
        (lambda: AuditEntry.objects.filter(number=2).delete(), 3),
        (lambda: AuditEntry.objects.filter(number=1).delete(), 2),
    ],
)
def test_whoever_owns_the_database_and_forges_it_is_found_out(
    forged: Callable[[], object], found: int, entries: list[AuditEntry]
) -> None:
    unprotect(connection, TABLE)
    forged()
    protect(connection, TABLE)
    assert audit.verify().wrong == found
    with pytest.raises(CommandError, match=f"broken at entry {found}"):
        call_command("audit")


def test_a_tail_that_was_cut_off_is_found_by_a_digest_noted_before(
    entries: list[AuditEntry],
) -> None:
    noted = entries[-1].digest
    out = io.StringIO()
    call_command("audit", "--expect", noted, stdout=out)
    assert out.getvalue() == f"3 entries, the chain is whole: {noted}\n"
    unprotect(connection, TABLE)
    AuditEntry.objects.filter(number=3).delete()
    protect(connection, TABLE)
    call_command("audit", stdout=out)
    with pytest.raises(CommandError, match="not in the audit"):
        call_command("audit", "--expect", noted)


def test_an_act_that_fails_leaves_no_entry_and_an_entry_no_act_without_it(
    staff: User, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = audit.Subject(account=ada)
    with (
        pytest.raises(RuntimeError),
        audit.doing(acts.SUSPEND, by=staff, about=about, reason="so"),
    ):
        raise RuntimeError
    assert not AuditEntry.objects.exists()

    def fail(*_args: object) -> str:
        raise RuntimeError

    monkeypatch.setattr(audit, "digest_of", fail)
    with (
        pytest.raises(RuntimeError),
        audit.doing(acts.SUSPEND, by=staff, about=about, reason="so"),
    ):
        sanctions.suspend(ada, "so", staff)
    ada.refresh_from_db()
    assert not ada.is_suspended


def test_an_act_and_its_parts_are_written_down_together_once_all_are_done(
    staff: User, ada: User
) -> None:
    """The chain is locked last: whoever waits for it must not be waited for by its holder."""
    about = audit.Subject(account=ada)
    with audit.doing(acts.CLOSE_ACCOUNT, by=staff, about=about, reason="all of it"):
        for part in (acts.SUSPEND, acts.LOG_OUT):
            with audit.doing(part, by=staff, about=about, reason="a part"):
                pass
            assert not AuditEntry.objects.exists()
    found = list(AuditEntry.objects.order_by("number").values_list("act", flat=True))
    assert found == ["suspend", "log_out_everywhere", "close_accounts"]
    with audit.doing(acts.LOG_OUT, by=staff, about=about, reason="alone"):
        pass
    assert AuditEntry.objects.count() == 4
    assert audit.verify().is_whole


def test_of_an_act_with_a_part_that_is_refused_nothing_is_done_and_the_refusal_is_written_down(
    staff: User,
) -> None:
    logged_in = staff.login_epoch

    def do_both() -> None:
        with audit.doing(acts.LOG_OUT, by=staff, about=audit.Subject(thing="all"), reason="so"):
            sanctions.end_logins(staff)
            with audit.doing(acts.SUSPEND, by=staff, about=audit.Subject(account=staff), reason=""):
                sanctions.suspend(staff, "so", staff)

    with pytest.raises(audit.NotAllowed):
        do_both()
    [entry] = AuditEntry.objects.all()
    assert (entry.act, entry.is_refused, entry.about_id) == ("suspend", True, staff.pk)
    there = User.objects.get(pk=staff.pk)
    assert (there.login_epoch, there.is_suspended) == (logged_in, False)


def test_whoever_is_deleted_is_a_former_player_there_too(
    as_staff: Client, entries: list[AuditEntry], ada: User
) -> None:
    sanctions.close_account(ada)
    page = as_staff.get("/admin/accounts/auditentry/").content.decode()
    assert "former player" in page
    assert "Ada" not in page
    assert audit.verify().is_whole


# The admin site


def test_the_audit_is_searched_filtered_and_checked(
    as_staff: Client, entries: list[AuditEntry]
) -> None:
    found = as_staff.get("/admin/accounts/auditentry/?q=two+seats").content.decode()
    assert "two seats" in found
    assert "once more" not in found
    assert "two seats" not in as_staff.get("/admin/accounts/auditentry/?act=void").content.decode()
    assert "chain is whole" in as_staff.get("/admin/accounts/auditentry/?check=1").content.decode()


def test_an_entry_has_a_page_with_all_that_was_written_down(
    as_staff: Client, staff: User, ada: User
) -> None:
    facts = {"kind": "mute", "days": 7}
    with audit.doing(
        acts.SANCTION, by=staff, about=audit.Subject(account=ada), reason="words", facts=facts
    ):
        pass
    entry = AuditEntry.objects.get()
    page = f"/admin/accounts/auditentry/{entry.pk}/change/"
    assert page in as_staff.get("/admin/accounts/auditentry/").content.decode()
    told = as_staff.get(page).content.decode()
    for words in ("words", "sanctioned: Mute", "kind: Mute; days: 7", entry.digest, "Ada"):
        assert words in told
    sanctions.close_account(ada)
    assert "former player" in as_staff.get(page).content.decode()


def test_the_audit_is_exported_as_it_is_and_holds_no_formulas(
    as_staff: Client, entries: list[AuditEntry]
) -> None:
    answer = as_staff.get("/admin/accounts/auditentry/export/")
    head, *rows = csv.reader(io.StringIO(answer.content.decode()))
    told = [dict(zip(head, row, strict=True)) for row in rows]
    assert [row["digest"] for row in told] == [entry.digest for entry in entries]
    assert [row["reason"] for row in told] == ["two seats", "'=1+1", "once more"]
    assert {row["about name"] for row in told} == {"Ada"}


def test_no_address_of_the_admin_site_changes_the_audit(
    as_staff: Client, entries: list[AuditEntry]
) -> None:
    before = list(AuditEntry.objects.values())
    page = "/admin/accounts/auditentry/"
    for address in ("add/", f"{entries[0].pk}/change/", f"{entries[0].pk}/delete/"):
        answer = as_staff.post(page + address, {"reason": "nothing", "post": "yes"})
        assert answer.status_code == 403
    form = {"action": "delete_selected", "_selected_action": [entries[0].pk], "post": "yes"}
    as_staff.post(page, form)
    assert list(AuditEntry.objects.values()) == before


def test_the_audit_is_for_those_who_may_see_it(entries: list[AuditEntry]) -> None:
    browser = Client()
    helper = User.objects.create_user("helper", is_staff=True)
    browser.force_login(helper)
    for page in ("", "export/"):
        assert browser.get(f"/admin/accounts/auditentry/{page}").status_code == 403
    helper.user_permissions.add(Permission.objects.get(codename="view_auditentry"))
    for page in ("", "export/"):
        assert browser.get(f"/admin/accounts/auditentry/{page}").status_code == 200
