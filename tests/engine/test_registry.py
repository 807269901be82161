"""Titles are found by scanning folders."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import games.titles
from games.engine import BadTitle, scan, titles
from games.engine.registry import slugs

TOY = Path(__file__).parent.parent / "toy_titles" / "toy"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that is scanned during one test."""
    places, modules = list(games.titles.__path__), set(sys.modules)
    scan([tmp_path])
    yield tmp_path
    games.titles.__path__[:] = places
    for name in set(sys.modules) - modules:
        if name.startswith("games.titles."):
            del sys.modules[name]
            vars(games.titles).pop(name.split(".")[2], None)
    titles.cache_clear()


def install(folder: Path, slug: str) -> Path:
    """Put a copy of the toy there under another name."""
    target = folder / slug
    shutil.copytree(TOY, target, ignore=shutil.ignore_patterns("__pycache__"))
    for path in target.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        text = text.replace('"toy.', f'"{slug}.').replace('slug="toy"', f'slug="{slug}"')
        path.write_text(text, encoding="utf-8")
    return target


def test_a_title_is_found_in_a_folder_that_is_scanned(folder: Path) -> None:
    assert "toy_two" not in titles()
    install(folder, "toy_two")
    titles.cache_clear()
    assert titles()["toy_two"].slug == "toy_two"
    assert set(titles()) == set(slugs())


def test_a_title_from_anywhere_is_a_module_of_the_titles(folder: Path) -> None:
    install(folder, "toy_three")
    titles.cache_clear()
    assert titles()["toy_three"].evolve.__module__ == "games.titles.toy_three.state"


def test_scanning_a_folder_twice_finds_it_once(folder: Path) -> None:
    before = list(games.titles.__path__)
    scan([folder, folder])
    assert list(games.titles.__path__) == before


def test_a_folder_without_a_title_is_refused_by_name(folder: Path) -> None:
    (folder / "empty_box").mkdir()
    (folder / "empty_box" / "__init__.py").write_text("", encoding="utf-8")
    titles.cache_clear()
    with pytest.raises(BadTitle, match="empty_box must hold `title`") as refused:
        titles()
    assert refused.value.code == "no_title"


def test_a_title_whose_slug_is_not_its_folders_name_is_refused(folder: Path) -> None:
    target = install(folder, "toy_four")
    path = target / "__init__.py"
    path.write_text(path.read_text(encoding="utf-8").replace("toy_four", "toy_five"))
    titles.cache_clear()
    with pytest.raises(BadTitle, match="toy_four"):
        titles()


def test_a_file_or_a_folder_that_is_no_package_is_no_title(folder: Path) -> None:
    (folder / "notes.py").write_text("", encoding="utf-8")
    (folder / "pictures").mkdir()
    titles.cache_clear()
    assert not {"notes", "pictures"} & set(slugs())


def test_titles_are_listed_by_name_whatever_the_folders_order(folder: Path) -> None:
    install(folder, "aaa_toy")
    titles.cache_clear()
    assert list(titles()) == sorted(titles())
