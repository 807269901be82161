"""Imports point downwards only, and a title is known nowhere but in its own folder.

The rules are the table below; the checker reads the syntax tree and never imports anything, so an
import inside a function or under TYPE_CHECKING counts like any other.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "config", "games")

STANDARD_LIBRARY = "the standard library"
OTHER_PACKAGES = "other packages"
OWN_TITLE = "its own title"


@dataclass(frozen=True)
class Rule:
    """Modules that match `who` import only what stands in `may`.

    `who` and the names in `may` mean a module and everything below it. The first rule that
    matches a module is its rule; a module that none matches may not exist.
    """

    who: str
    may: tuple[str, ...]


PLAIN = (STANDARD_LIBRARY, OTHER_PACKAGES)
ENGINE_IDS = ("games.engine.Seat", "games.engine.events.Seat")
SERVED = (
    "games.play",
    "games.seating",
    "games.knowledge",
    "games.lobby",
    "games.rendering",
    "games.live",
)
ANSWERED = ("games.engine.registry", "games.engine.errors")
TITLE = "games.titles.<title>"

RULES = (
    # Pure: no Django, no database, nothing of ours but the engine.
    Rule("games.engine", (STANDARD_LIBRARY, "games.engine")),
    Rule(
        f"{TITLE}.table",
        (STANDARD_LIBRARY, "games.engine", "games.telling", OWN_TITLE, "django.utils.translation"),
    ),
    Rule(TITLE, (STANDARD_LIBRARY, "games.engine", OWN_TITLE)),
    Rule("games.titles", (STANDARD_LIBRARY,)),
    # What the tables of titles are told with.
    Rule("games.telling", (STANDARD_LIBRARY, "django.utils.translation")),
    # The log and its readers and writers.
    Rule("games.models", (*PLAIN, *ENGINE_IDS)),
    Rule("games.migrations", (*PLAIN, *ENGINE_IDS, "games.models")),
    Rule("games.memory", (STANDARD_LIBRARY,)),
    Rule("games.standing", (STANDARD_LIBRARY, "games.engine")),
    Rule("games.knowledge", (*PLAIN, "games.models", "games.engine", "games.memory")),
    Rule(
        "games.lobby",
        (*PLAIN, "games.models", "games.engine", "games.knowledge", "accounts.models"),
    ),
    Rule(
        "games.play",
        (*PLAIN, "games.models", "games.engine", "games.memory", "games.standing", "accounts"),
    ),
    Rule(
        "games.seating", (*PLAIN, "games.models", "games.engine", "games.play", "accounts.models")
    ),
    # Not the models and not play: whoever renders cannot reach Move.events.
    Rule("games.plain", (*PLAIN, "games.engine")),
    Rule("games.rendering", (*PLAIN, "games.knowledge", "games.memory", "games.plain")),
    # What has happened. Logs and files read whole logs; who may have which is said by replay, above.
    Rule("games.logs", (*PLAIN, "games.models", "games.engine")),
    Rule(
        "games.files",
        (
            *PLAIN,
            "games.models",
            "games.engine",
            "games.knowledge",
            "games.memory",
            "games.play.stamp",
        ),
    ),
    Rule("games.damage", (*PLAIN, "games.knowledge", "games.files")),
    Rule(
        "games.replay",
        (
            *PLAIN,
            "games.models.Match",
            "games.engine",
            "games.knowledge",
            "games.memory",
            "games.logs",
        ),
    ),
    Rule(
        "games.past",
        (
            *PLAIN,
            "accounts.models",
            "games.models",
            "games.engine.registry",
            "games.knowledge",
            "games.lobby",
        ),
    ),
    Rule(
        "games.comments",
        (
            *PLAIN,
            "games.models",
            "games.engine",
            "games.knowledge",
            "games.play.Account",
            "games.play.now",
        ),
    ),
    Rule("games.unveiling", (STANDARD_LIBRARY, "games.engine")),
    Rule(
        "games.replay_rendering",
        (
            *PLAIN,
            "games.engine",
            "games.replay",
            "games.rendering",
            "games.plain",
            "games.memory",
            "games.unveiling",
        ),
    ),
    Rule(
        "games.story",
        (
            *PLAIN,
            "games.engine",
            "games.rendering",
            "games.replay.Film",
            "games.replay_rendering",
        ),
    ),
    Rule("games.tones", PLAIN),
    Rule("games.rasters", PLAIN),
    Rule(
        "games.pictures",
        (
            *PLAIN,
            "games.replay",
            "games.replay_rendering",
            "games.memory",
            "games.tones",
            "games.rasters",
        ),
    ),
    Rule("games.live", PLAIN),
    Rule("games.tasks", (*PLAIN, *SERVED, "games.engine.errors")),
    # The edge: find, ask, render, reply. The registry to list the titles, the errors to answer.
    Rule("games.forms", (*PLAIN, "games.rendering", "games.engine.registry", "games.models.Match")),
    Rule("games.confirming", (STANDARD_LIBRARY,)),
    Rule(
        "games.views",
        (
            *PLAIN,
            *SERVED,
            *ANSWERED,
            "games.confirming",
            "games.damage",
            "games.forms",
            "games.past",
            "games.tasks",
        ),
    ),
    Rule(
        "games.replay_views",
        (
            *PLAIN,
            "games.knowledge",
            "games.comments",
            "games.damage",
            "games.files",
            "games.pictures",
            "games.replay",
            "games.replay_rendering",
            "games.story",
            *ANSWERED,
        ),
    ),
    Rule("games.past_views", (*PLAIN, "games.past", "games.engine.registry")),
    Rule("games.replay_urls", (*PLAIN, "games.replay_views", "games.past_views")),
    Rule("games.consumers", (*PLAIN, *SERVED, "games.engine.errors")),
    Rule("games.urls", (*PLAIN, "games.views", "games.consumers")),
    Rule(
        "games.admin",
        (*PLAIN, "games.models", "games.comments", "games.play", "games.tasks", *ANSWERED),
    ),
    Rule("games.listening", (*PLAIN, *SERVED, "games.tasks", "accounts")),
    Rule("games.apps", PLAIN),
    Rule(
        "games.benches",
        (
            *PLAIN,
            *SERVED,
            "games.models",
            "games.engine",
            "games.benches",
            "games.memory",
            "games.replay_rendering",
        ),
    ),
    Rule(
        "games.management",
        (
            *PLAIN,
            *SERVED,
            "games.files",
            "games.models",
            "games.engine",
            "games.tasks",
            "games.benches",
            "games.management",
            "accounts",
        ),
    ),
    Rule("games", ()),
    Rule("accounts", (*PLAIN, "accounts")),
    # On top of everything, and imported by nobody.
    Rule("config", (*PLAIN, *OURS)),
)

# Modules of other packages that only one of our modules may use.
RESERVED = {"channels.layers": "games.live"}

FORBIDDEN_NAMES = {"utils.py", "helpers.py", "common.py"}


# The checker


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def title_of(module: str) -> str | None:
    """games.titles.chess.rules → games.titles.chess"""
    parts = module.split(".")
    return ".".join(parts[:3]) if parts[:2] == ["games", "titles"] and len(parts) > 2 else None


def rule_for(module: str) -> Rule | None:
    title = title_of(module) or TITLE
    return next((rule for rule in RULES if is_within(module, rule.who.replace(TITLE, title))), None)


def imports(source: str, *, module: str, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything imported; `from a import b` gives a.b."""
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def allows(permission: str, name: str, *, module: str) -> bool:
    top = name.split(".")[0]
    if permission == STANDARD_LIBRARY:
        return top in sys.stdlib_module_names
    if permission == OTHER_PACKAGES:
        return top not in OURS
    if permission == OWN_TITLE:
        return is_within(name, title_of(module) or "")
    return is_within(name, permission)


def violations(source: str, *, module: str, is_package: bool = False) -> list[str]:
    """Name every import of `source`, taken as the text of `module`, that points the wrong way."""
    rule = rule_for(module)
    if rule is None or (rule.who == "games" and module != "games"):
        return [f"{module} has no rule: say in the table what it may import"]
    return [
        f"{module}:{line} imports {name}"
        for line, name in imports(source, module=module, is_package=is_package)
        if not any(allows(permission, name, module=module) for permission in rule.may)
        or any(is_within(name, used) and module != user for used, user in RESERVED.items())
    ]


TOY_TITLES = ROOT / "tests" / "toy_titles"


def source_files() -> list[Path]:
    folders = [*(ROOT / top for top in OURS), TOY_TITLES]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def module_name(path: Path) -> str:
    if path.is_relative_to(TOY_TITLES):
        path = ROOT / "games" / "titles" / path.relative_to(TOY_TITLES)
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# The project keeps to it


def test_imports_point_downwards_only() -> None:
    found = [
        violation
        for path in source_files()
        for violation in violations(
            path.read_text(encoding="utf-8"),
            module=module_name(path),
            is_package=path.name == "__init__.py",
        )
    ]
    assert not found, "\n".join(found)


def test_modules_are_named_by_their_subject() -> None:
    assert [str(path) for path in source_files() if path.name in FORBIDDEN_NAMES] == []


# The checker sees what it should


@pytest.mark.parametrize(
    ("module", "source", "named"),
    [
        ("games.engine.zones", "import django", "django"),
        ("games.engine.zones", "from games.titles import chess", "games.titles.chess"),
        ("games.engine.zones", "from games import models", "games.models"),
        ("games.engine.zones", "from .. import models", "games.models"),
        ("games.engine.zones", "import tqdm", "tqdm"),
        ("games.titles.chess.rules", "import django", "django"),
        (
            "games.titles.chess.rules",
            "from django.utils.translation import gettext",
            "django.utils.translation.gettext",
        ),
        ("games.titles.chess.table", "from django.utils import html", "django.utils.html"),
        ("games.titles.chess.rules", "from games.titles.go import board", "games.titles.go.board"),
        ("games.titles.chess.rules", "from ..go import board", "games.titles.go.board"),
        ("games.titles.go.rules", "import games.titles.golf", "games.titles.golf"),
        ("games.titles.chess.table", "from games import knowledge", "games.knowledge"),
        ("games.models", "from games.engine.log import fold", "games.engine.log.fold"),
        ("games.models", "from games.play import submit", "games.play.submit"),
        ("games.knowledge", "from games import play", "games.play"),
        ("games.play", "from games import live", "games.live"),
        ("games.rendering", "from games.models import Move", "games.models.Move"),
        ("games.rendering", "from .models import Move", "games.models.Move"),
        ("games.rendering", "import games.play", "games.play"),
        ("games.rendering", "from games import lobby", "games.lobby"),
        ("games.play", "from games.tasks import follow", "games.tasks.follow"),
        ("games.views", "from games.models import Match", "games.models.Match"),
        ("games.views", "from config import settings", "config.settings"),
        ("games.consumers", "from channels.layers import x", "channels.layers.x"),
        ("games.consumers", "from channels import layers", "channels.layers"),
        ("config.asgi", "import channels.layers", "channels.layers"),
        ("accounts.models", "from games.models import Match", "games.models.Match"),
        ("accounts.models", "import config.settings", "config.settings"),
        ("games.views", "def late():\n    from games.models import Move", "games.models.Move"),
    ],
)
def test_an_import_that_points_the_wrong_way_is_named(module: str, source: str, named: str) -> None:
    [violation] = violations(source, module=module)
    assert violation.startswith(f"{module}:")
    assert violation.endswith(f" imports {named}")


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "games.engine.log",
            "import json\nfrom games.engine.events import Event\nfrom . import zones",
        ),
        ("games.titles.chess.rules", "from games.engine import Chance\nfrom . import board"),
        ("games.titles.chess.table", "from django.utils.translation import gettext as _"),
        ("games.models", "from django.db import models\nfrom games.engine.events import Seat"),
        ("games.play", "from games.models import Match\nfrom games.engine import fold"),
        ("games.rendering", "from games.knowledge import SeatCopy"),
        ("games.views", "from games import knowledge, live, play, rendering"),
        ("games.live", "from channels.layers import get_channel_layer"),
        ("config.urls", "from games import views"),
    ],
)
def test_an_import_that_points_downwards_passes(module: str, source: str) -> None:
    assert violations(source, module=module) == []


def test_a_relative_import_in_a_package_is_counted_from_the_package_itself() -> None:
    source = "from .rules import deal"
    assert violations(source, module="games.titles.chess", is_package=True) == []


def test_a_module_without_a_rule_is_named() -> None:
    [violation] = violations("", module="games.misc")
    assert "games.misc has no rule" in violation


# No title's name stands outside its folder

TEXTS = {".py", ".html", ".jinja", ".js", ".css", ".svg"}


def slugs() -> list[str]:
    folders = (ROOT / "games" / "titles").iterdir()
    return sorted(path.name for path in folders if (path / "__init__.py").exists())


def mentions(text: str, slug: str) -> list[int]:
    """Return the lines that name the title: lost_mines, LostMines, "The Lost Mines"."""
    name = re.compile(r"(?<![^\W_])" + r"[\W_]?".join(slug.split("_")) + r"(?![^\W_])", re.I)
    return [number for number, line in enumerate(text.splitlines(), 1) if name.search(line)]


def test_no_title_is_named_outside_its_folder() -> None:
    folders = {slug: ROOT / "games" / "titles" / slug for slug in slugs()}
    shared = [
        path
        for top in (*OURS, "templates", "static")
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in TEXTS and not any(map(path.is_relative_to, folders.values()))
    ]
    found = [
        f"{path.relative_to(ROOT)}:{line} names {slug}"
        for path in shared
        for slug in folders
        for line in mentions(path.read_text(encoding="utf-8"), slug)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("text", ["if slug == 'lost_mines':", "# The Lost Mines", "LostMines()"])
def test_a_title_named_in_code_or_comment_is_found(text: str) -> None:
    assert mentions(f"\n{text}", "lost_mines") == [2]


def test_a_word_that_only_contains_a_slug_is_not_a_mention() -> None:
    assert mentions("ergo, gopher, category", "go") == []
