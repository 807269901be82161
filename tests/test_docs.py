"""The documents are true: what they tell you to run exists, and their links lead somewhere."""

import re
import sqlite3
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command, get_commands, load_command_class
from django.test import Client

from accounts.models import User
from games.models import Match, Move
from tests.web.factories import UserFactory, dealt

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "docs", ROOT / ".github")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for top in FOLDERS for path in top.rglob("*.md"))])

every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix()
)


def commands_in(text: str) -> set[str]:
    return set(re.findall(r"manage\.py ([a-z]\w*)", text))


def targets_in(text: str) -> set[str]:
    """Targets named in code: `make test`, or a line of a block that begins with make."""
    return set(re.findall(r"(?:`|^)make ([a-z]+)", text, flags=re.MULTILINE))


def links_in(text: str) -> list[str]:
    """Links to the repo's own files; those with a scheme lead elsewhere."""
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors_in(text: str) -> set[str]:
    """Make a heading's anchor as code hosts do: lower case, hyphens for spaces, no punctuation."""
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def makefile_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))


def broken_links(document: Path, text: str) -> Iterator[str]:
    for link in links_in(text):
        name, _, anchor = link.partition("#")
        target = (document.parent / name) if name else document
        if not target.exists() or (
            anchor and anchor not in anchors_in(target.read_text(encoding="utf-8"))
        ):
            yield link


@every_document
def test_every_command_in_the_documents_exists(document: Path) -> None:
    assert commands_in(document.read_text(encoding="utf-8")) <= set(get_commands())


@every_document
def test_every_make_target_in_the_documents_exists(document: Path) -> None:
    assert targets_in(document.read_text(encoding="utf-8")) <= makefile_targets()


@every_document
def test_every_link_between_the_documents_resolves(document: Path) -> None:
    assert list(broken_links(document, document.read_text(encoding="utf-8"))) == []


def command_lines_in(text: str) -> list[list[str]]:
    """Each `manage.py` line, in words, as far as it is literal: "…" and <names> end it."""
    lines = re.findall(r"manage\.py ([a-z]\w*(?: [^\n`…<\[]*)?)", text)
    return [line.split() for line in lines]


@every_document
def test_every_option_of_a_command_in_the_documents_exists(document: Path) -> None:
    for name, *words in command_lines_in(document.read_text(encoding="utf-8")):
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        known = {option for action in parser._actions for option in action.option_strings}
        options = {re.split(r"[=|,\])]", word)[0] for word in words if word.startswith("--")}
        assert options <= known, (name, options - known)


# What docs/operations.md tells one to run

OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


@pytest.mark.django_db
@pytest.mark.parametrize("code", re.findall(r'manage\.py shell -c "\n(.+?)"\n', OPERATIONS, re.S))
def test_what_is_to_be_run_in_the_shell_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = UserFactory.create(), UserFactory.create()
    scene = dealt(one, other)
    Match.objects.filter(pk=scene.id).update(round=7)  # derived, and wrong
    call_command("shell", command=code, verbosity=0)
    told = capsys.readouterr().out
    if "rebuild" in code:
        assert (scene.match.round, told) == (1, "")
        Move.objects.filter(match_id=scene.id).update(digest="0" * 64)
        call_command("shell", command=code, verbosity=0)
        assert f"{scene.id} is damaged from move 0" in capsys.readouterr().out
    else:
        assert "id__count" in told


@pytest.mark.django_db
def test_the_first_of_the_staff_gets_into_the_admin_site() -> None:
    [[_name, *words]] = [
        line for line in command_lines_in(OPERATIONS) if line[0] == "createsuperuser"
    ]
    call_command("createsuperuser", *words, interactive=False)
    browser = Client()
    browser.force_login(User.objects.get(is_superuser=True))
    assert browser.get("/admin/").status_code == 200


@pytest.mark.django_db
def test_the_permissions_of_the_groups_exist() -> None:
    named = set(re.findall(r"`((?:accounts|games)\.(?:view|change|delete)_\w+)`", OPERATIONS))
    there = Permission.objects.values_list("content_type__app_label", "codename")
    assert "accounts.change_user" in named
    assert named <= {f"{app}.{codename}" for app, codename in there}


def test_a_copy_of_a_running_sqlite_database_is_whole(tmp_path: Path) -> None:
    """By the statement in the table of backups, while another connection has written."""
    [statement] = re.findall(r'sqlite3 db\.sqlite3 "(VACUUM INTO [^"]+)"', OPERATIONS)
    site = sqlite3.connect(tmp_path / "db.sqlite3", isolation_level=None)
    site.executescript("PRAGMA journal_mode=WAL; CREATE TABLE t (n); INSERT INTO t VALUES (1);")
    backup = sqlite3.connect(tmp_path / "db.sqlite3")
    copy = tmp_path / "backup.sqlite3"
    backup.execute(statement.replace("backup.sqlite3", str(copy)))
    restored = sqlite3.connect(copy)
    assert restored.execute("SELECT n FROM t").fetchall() == [(1,)]
    for connection in (site, backup, restored):
        connection.close()


def test_every_variable_the_settings_read_is_in_the_architecture_page() -> None:
    settings = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'\b(?:text|switch|words|database)\("([A-Z_]+)"', settings))
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert read == set(re.findall(r"^\| `([A-Z_]+)`", page, flags=re.MULTILINE))


def test_every_decision_is_listed_in_the_architecture_page() -> None:
    page = ROOT / "docs" / "architecture.md"
    decisions = {f"decisions/{path.name}" for path in (page.parent / "decisions").glob("*.md")}
    assert decisions <= set(links_in(page.read_text(encoding="utf-8")))


def test_the_newest_release_in_the_changelog_is_the_version_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, *older = re.findall(r"^## .*?(\d+\.\d+\.\d+)", changelog, flags=re.MULTILINE)
    assert newest == project["version"]
    assert older == sorted(older, key=lambda name: [*map(int, name.split("."))], reverse=True)


def test_options_are_seen() -> None:
    text = "Run `python manage.py serve --bind 127.0.0.1 --port N` and then rest."
    assert command_lines_in(text) == [["serve", "--bind", "127.0.0.1", "--port", "N"]]


def test_a_command_a_target_and_a_link_that_do_not_exist_are_seen() -> None:
    text = "Run `make dinner`, then `python manage.py wash_up`; see [the menu](menu.md#soup)."
    assert targets_in(text) == {"dinner"}
    assert commands_in(text) == {"wash_up"}
    assert list(broken_links(ROOT / "README.md", text)) == ["menu.md#soup"]


def test_a_link_to_a_heading_that_does_not_exist_is_seen() -> None:
    text = "[how](CONTRIBUTING.md#how-we-work), [salad](CONTRIBUTING.md#salad)"
    assert list(broken_links(ROOT / "README.md", text)) == ["CONTRIBUTING.md#salad"]
