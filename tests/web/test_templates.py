"""A template's name says which engine draws it, and exists once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.template import engines

SHELL = settings.BASE_DIR / "games" / "jinja2"


def template_folders() -> list[Path]:
    """Ours, of both engines, titles' included. A package's templates may be replaced by ours."""
    folders = [Path(folder) for engine in engines.all() for folder in engine.template_dirs]
    return [folder for folder in folders if "site-packages" not in folder.parts]


def places(folders: Iterable[Path]) -> dict[str, list[Path]]:
    """Where each name is found."""
    found = defaultdict(list)
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file():
                found[str(path.relative_to(folder))].append(path)
    return found


def test_every_engine_and_every_title_is_looked_at() -> None:
    names = places(template_folders())
    assert {"base.html", "games/match.html", "fragments/table.html", "toy/table.html"} <= set(names)


def test_no_template_name_exists_twice() -> None:
    twice = {name: paths for name, paths in places(template_folders()).items() if len(paths) > 1}
    assert twice == {}


def test_the_same_name_in_two_folders_is_found(tmp_path: Path) -> None:
    for folder in ("templates", "jinja2"):
        path = tmp_path / folder / "games" / "replay.html"
        path.parent.mkdir(parents=True)
        path.write_text("")
    found = places([tmp_path / "templates", tmp_path / "jinja2"])
    assert [len(paths) for paths in found.values()] == [2]


def test_the_fragments_of_the_shell_are_named_so() -> None:
    assert {path.relative_to(SHELL).parts[0] for path in SHELL.rglob("*.*")} == {"fragments"}
