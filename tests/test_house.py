"""What the linters cannot say about the house: who may use parts of other packages, names.

Which of our rooms may import which is said in pyproject.toml and checked by import-linter
(`make check`); here is a test that each of its contracts can fail.
"""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
OURS = ("accounts", "config", "games")
TITLES = ROOT / "games" / "titles"
TOY_TITLES = ROOT / "tests" / "toy_titles"

FORBIDDEN_NAMES = {"utils.py", "helpers.py", "common.py"}


def source_files() -> list[Path]:
    folders = [*(ROOT / top for top in OURS), TOY_TITLES]
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def module_name(path: Path) -> str:
    """Name the module in a file; a toy title is one of games.titles, where the tests install it."""
    if path.is_relative_to(TOY_TITLES):
        path = TITLES / path.relative_to(TOY_TITLES)
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def slugs() -> list[str]:
    return sorted(path.name for path in TITLES.iterdir() if (path / "__init__.py").exists())


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def imports(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything imported, wherever; `from a import b` gives a.b.

    Relative imports are left out: they stay within their package.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def test_modules_are_named_by_their_subject() -> None:
    assert [str(path) for path in source_files() if path.name in FORBIDDEN_NAMES] == []


# Our contracts between rooms


def contracts() -> list[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-logo", "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def test_every_contract_between_rooms_fails_when_it_is_broken(tmp_path: Path) -> None:
    sources_only = shutil.ignore_patterns("__pycache__", "jinja2", "static", "templates", "locale")
    for top in OURS:
        shutil.copytree(ROOT / top, tmp_path / top, ignore=sources_only)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    mine, other = slugs()[:2]
    bad = {
        "accounts/models.py": "games",
        "games/engine/errors.py": "games.matchlog",
        "games/live/layer.py": "games.models",
        "games/matchlog/access.py": "accounts",
        "games/models/match.py": "games.presentation",
        "games/rendering/table.py": "games.play",
        "games/tasks.py": "channels",
        f"games/titles/{mine}/rules.py": f"games.titles.{other}.rules",
        f"games/titles/{mine}/state.py": f"games.titles.{mine}.table",
    }
    for name, module in bad.items():
        with (tmp_path / name).open("a", encoding="utf-8") as file:
            file.write(f"\nimport {module}\n")
    done = lint_imports(tmp_path)
    kept = [name for name in contracts() if f"{name} BROKEN" not in done.stdout]
    assert kept == [], done.stdout + done.stderr
    assert done.returncode == 1


# Whatever is kept says what that saves


def kept_without_a_word(text: str) -> list[int]:
    """The lines on which something is kept, and beside which no comment stands."""
    lines, found = text.splitlines(), list[ast.expr]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            found += [one for one in node.decorator_list if keeps(one)]
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value and keeps(node.value):
            found.append(node.value)
    return [
        one.lineno
        for one in found
        if not lines[one.lineno - 2].lstrip().startswith("#")
        and not any("#" in line for line in lines[one.lineno - 1 : one.end_lineno])
    ]


def keeps(node: ast.expr) -> bool:
    """`@cache`, `@lru_cache(…)`, `@kept_by_language()`, `Memory(…)`, `lru_cache(…)(function)`."""
    while isinstance(node, ast.Call):
        node = node.func
    return isinstance(node, ast.Name) and node.id in KEEPERS


KEEPERS = ("Memory", "cache", "kept_by_language", "lru_cache")


def test_beside_everything_that_is_kept_stands_what_it_was_measured_to_save() -> None:
    found = {
        module_name(path): lines
        for path in source_files()
        if (lines := kept_without_a_word(path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "\n@cache\ndef f(): ...",
        "\n@lru_cache(maxsize=8)\ndef f(): ...",
        "\n_kept: Memory[str, int] = Memory(9)",
        "\nf = lru_cache(g)",
    ],
)
def test_something_kept_without_a_word_is_found(text: str) -> None:
    assert kept_without_a_word(text) == [2]
    assert kept_without_a_word("# 1 ms instead of 9" + text) == []


# Types instead of names

# Who asks for an attribute by a name that no type can say, and of what.
ASKS_BY_NAME = {
    "config.caching": "each method of a cache, to do it by another while Redis is away",
    "config.incoming": "a view of Django's admin, and a request under WSGI, which has no scope",
    "games.benches.clocks": "every column of a row that is a moment",
    "games.engine.events": "the fields of an event",
    "games.engine.invariants": "the fields of a state, whichever title's it is",
    "games.engine.log": "the number in the opening event, whichever title's it is",
    "games.engine.registry": "the title that a folder holds, or not",
    "games.engine.zones": "the fields of a state, whichever title's it is",
    "games.live.consumers": "the handler of a message, as channels names it",
    "games.pages.interruptions": "marks on a view and on a request, which Django made",
    "games.presentation.revealing": "the fields of a state, whichever title's it is",
    "games.titles.lost_mines.board": "what has been worked out of a board, by its name",
}


def asks_by_name(text: str) -> bool:
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("getattr", "hasattr", "setattr")
        for node in ast.walk(ast.parse(text))
    )


def test_attributes_are_asked_for_by_name_only_where_no_type_can_say_them() -> None:
    found = {
        module_name(path)
        for path in source_files()
        if asks_by_name(path.read_text(encoding="utf-8"))
    }
    assert found == set(ASKS_BY_NAME)


def test_a_question_by_name_is_found() -> None:
    assert asks_by_name("def f(it):\n    return getattr(it, 'seat', None)")
    assert not asks_by_name("def f(it):\n    return it.seat")


# The hooks of pre-commit


def test_the_hooks_run_the_ruff_that_make_check_runs() -> None:
    """From .venv, not from a repository of their own with a version of its own."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = [hook for repo in config["repos"] for hook in repo["hooks"]]
    commands = [" ".join(hook["entry"].split()[:2]) for hook in hooks]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(BIN)", ".venv/bin")
    checks = re.findall(r"^\t(\.venv/bin/ruff \w+) .*\$\(CODE\)", makefile, flags=re.MULTILINE)
    assert {repo["repo"] for repo in config["repos"]} == {"local"}
    assert {hook["language"] for hook in hooks} == {"system"}
    assert sorted(commands) == sorted(set(checks)) != []


# Other packages: the rules need none, and tables only words

WORDS = ("django.utils.translation", "django.utils.html", "django.utils.safestring", "markupsafe")


def may_use(module: str) -> tuple[str, ...] | None:
    """Say which parts of other packages a module may import; None if there is no rule for it."""
    if is_within(module, "games.presentation") or re.match(r"games\.titles\.\w+\.table\b", module):
        return WORDS
    return () if is_within(module, "games.engine") or is_within(module, "games.titles") else None


def strangers(source: str, *, module: str) -> list[str]:
    """Name every import of another package that the module may not use."""
    may = may_use(module)
    ours_or_standard = {*OURS, *sys.stdlib_module_names}
    return [
        f"{module}:{line} imports {name}"
        for line, name in imports(source)
        if may is not None
        and name.split(".")[0] not in ours_or_standard
        and not any(is_within(name, part) for part in may)
    ]


def test_engine_and_rules_use_the_standard_library_alone_and_tables_only_words_beside() -> None:
    found = [
        stranger
        for path in source_files()
        for stranger in strangers(path.read_text(encoding="utf-8"), module=module_name(path))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games.engine.log", "import django"),
        ("games.engine.log", "def sudden():\n    from cachetools import LRUCache"),
        ("games.titles.go.rules", "from django.utils.translation import gettext"),
        ("games.titles.go.tables", "from django.utils.translation import gettext"),
        ("games.titles.go.table.words", "from django.db import models"),
        ("games.presentation.people", "from django.conf import settings"),
    ],
)
def test_a_package_that_a_module_may_not_use_is_found(module: str, source: str) -> None:
    assert strangers(source, module=module) != []


def test_tables_may_use_translations() -> None:
    source = "from django.utils.translation import gettext\nfrom games.engine import Title"
    assert strangers(source, module="games.titles.go.table.words") == []
    assert strangers(source, module="games.presentation.people") == []


# No title's name stands outside its folder

TEXTS = {".py", ".html", ".jinja", ".js", ".css", ".svg"}


def mentions(text: str, slug: str) -> list[int]:
    """Return the lines that name the title: wild_west, WildWest, "The Wild West"."""
    name = re.compile(r"(?<![^\W_])" + r"[\W_]?".join(slug.split("_")) + r"(?![^\W_])", re.I)
    return [number for number, line in enumerate(text.splitlines(), 1) if name.search(line)]


def test_no_title_is_named_outside_its_folder() -> None:
    folders = {slug: TITLES / slug for slug in slugs()}
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


@pytest.mark.parametrize("text", ["if slug == 'wild_west':", "# The Wild West", "WildWest()"])
def test_a_title_named_in_code_or_comment_is_found(text: str) -> None:
    assert mentions(f"\n{text}", "wild_west") == [2]


def test_a_word_that_only_contains_a_slug_is_not_a_mention() -> None:
    assert mentions("ergo, gopher, category", "go") == []


# Secrets: who may reach the rows of the log

MAY_IMPORT_MOVES = {
    "games.matchlog.reader": "redacts them for one audience",
    "games.play.moves": "appends them",
    "games.admin.matches": "lists them, with every payload left out",
}


def imported_names(text: str) -> Iterator[str]:
    """Every name that a module imports or reaches by way of one that it imports, dotted."""
    tree = ast.parse(text)
    aliases: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            aliases |= {one.asname: one.name for one in node.names if one.asname}
            aliases |= {top: top for one in node.names if (top := one.name.partition(".")[0])}
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            aliases |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
            yield from (f"{node.module}.{one.name}" for one in node.names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            head, _, rest = ast.unparse(node).partition(".")
            if head in aliases:
                yield f"{aliases[head]}.{rest}"


def reaches_moves(text: str) -> bool:
    """By whichever module of the models, or by asking the registry of models for it."""
    return any(
        (is_within(name, "games.models") and name.rpartition(".")[2] in ("Move", "*"))
        or is_within(name, "games.models.log")
        or "get_model" in name
        for name in imported_names(text)
    )


def test_only_the_reader_and_the_appender_reach_the_rows_of_the_log() -> None:
    found = {
        module_name(path)
        for path in source_files()
        if not is_within(module_name(path), "games.models")
        and reaches_moves(path.read_text(encoding="utf-8"))
    }
    assert found == set(MAY_IMPORT_MOVES)


@pytest.mark.parametrize(
    "text",
    [
        "from games.models import Match, Move",
        "from games.models import Move as Row",
        "from games.models import *",
        "def f():\n    from games.models import Move",
        "from games import models\nmodels.Move.objects.all()",
        "import games.models\ngames.models.Move.objects.all()",
        "import games.models as m\nm.Move",
        "from games.models.log import Move",
        "from games.models import log",
        "from django.apps import apps\napps.get_model('games', 'Move')",
    ],
)
def test_a_way_to_the_rows_of_the_log_is_found(text: str) -> None:
    assert reaches_moves(text)


@pytest.mark.parametrize(
    "text", ["from games.engine import Move", "from games.models import Match", "Move = 1"]
)
def test_a_move_of_the_engine_is_no_row_of_the_log(text: str) -> None:
    assert not reaches_moves(text)


# Whoever shows a match takes the copy that is open to its visitor

SHOWING = ("games.rendering", "games.pages", "games.live")


def takes_any_copy(text: str) -> bool:
    """`copies.of` asks nobody's permission: `for_visitor` and `with_steps` do."""
    return "games.matchlog.copies.of" in imported_names(text)


def test_no_page_takes_a_copy_without_asking_whether_it_is_open() -> None:
    shown = [path for path in source_files() if module_name(path).startswith(SHOWING)]
    assert shown
    found = [path.name for path in shown if takes_any_copy(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "from games.matchlog import copies\ncopies.of(match, EVERYTHING)",
        "from games.matchlog.copies import of",
    ],
)
def test_a_copy_that_is_taken_without_asking_is_found(text: str) -> None:
    assert takes_any_copy(text)
