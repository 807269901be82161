"""The lock: exact versions with hashes for everything `make install` puts into .venv."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("build", "site", "dev")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

every_lock = pytest.mark.parametrize("lock", LOCKS)


class Pin(NamedTuple):
    """One version of one package, and where it is meant (a marker; empty: everywhere)."""

    name: str
    version: str
    where: str
    hashes: tuple[str, ...]

    @property
    def is_for_us(self) -> bool:
        return not self.where or Marker(self.where).evaluate()


def text_of(lock: str) -> str:
    return (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")


def pins(text: str) -> list[Pin]:
    """Read a lock; a line that is neither a pin, a hash nor a comment is an error."""
    found: list[Pin] = []
    for line in re.sub(r"\s*\\\n\s*", " ", text).splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pin = re.fullmatch(r"([a-z0-9.-]+)==(\S+)(?: ; (.+?))?((?: --hash=sha256:\w{64})+)", line)
        assert pin, f"not a pin with hashes: {line}"
        name, exactly, where, hashes = pin.groups()
        found.append(Pin(name, exactly, where or "", tuple(hashes.split())))
    return found


def unmet(requirements: list[str], locked: list[Pin]) -> list[str]:
    """Name the requirements that no pin meets; our own extras stand for what is in them."""
    return [
        line
        for line in requirements
        if (wanted := Requirement(line)).name != PROJECT["project"]["name"]
        and not any(
            canonicalize_name(wanted.name) == pin.name and wanted.specifier.contains(pin.version)
            for pin in locked
        )
    ]


@every_lock
def test_every_line_of_a_lock_is_an_exact_version_with_its_hashes(lock: str) -> None:
    assert pins(text_of(lock)) != []


@every_lock
def test_a_lock_names_no_host_and_no_folder(lock: str) -> None:
    """The pins say so already; this is about what tools write into comments."""
    assert re.findall(r"://|(?:^|\s)/\w", text_of(lock)) == []


def test_everything_we_ask_for_is_locked_in_a_version_we_ask_for() -> None:
    asked = PROJECT["project"]["dependencies"]
    extras = [
        line for extra in PROJECT["project"]["optional-dependencies"].values() for line in extra
    ]
    assert unmet(asked, pins(text_of("site"))) == []
    assert unmet([*asked, *extras], pins(text_of("dev"))) == []
    assert unmet(PROJECT["build-system"]["requires"], pins(text_of("build"))) == []


def test_the_lock_builds_with_what_the_build_asks_for() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


def test_the_site_runs_on_the_versions_that_are_tested() -> None:
    assert set(pins(text_of("site"))) <= set(pins(text_of("dev")))


def test_what_is_installed_here_is_what_the_lock_says() -> None:
    here = [pin for lock in ("build", "dev") for pin in pins(text_of(lock)) if pin.is_for_us]
    assert {pin.name: version(pin.name) for pin in here} == {pin.name: pin.version for pin in here}


@pytest.mark.parametrize("line", ["django>=5.2", "django==5.2.1", "--index-url somewhere"])
def test_a_line_without_an_exact_version_or_a_hash_is_seen(line: str) -> None:
    with pytest.raises(AssertionError, match="not a pin"):
        pins(f"{line}\n")


def test_a_package_that_is_not_locked_or_in_another_version_is_seen() -> None:
    locked = [Pin("django", "5.2.1", "", ())]
    assert unmet(["Django>=5.2", "django>=6", "chess"], locked) == ["django>=6", "chess"]
