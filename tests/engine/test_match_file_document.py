"""docs/match-file.md is true: its example replays, its tables and limits are the code's."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine import EngineError
from games.engine.log import _MOVE_KEYS
from games.engine.matchfile import _KEYS, DEEPEST, FORMAT, FORMAT_VERSION, LARGEST_TEXT, read
from tests.engine.documents import indented, json_block, table_rows, text_of

PAGE = "match-file.md"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "example.json"
    path.write_text(json_block(PAGE), encoding="utf-8")
    return path


def replayed(path: Path, *arguments: str) -> list[str]:
    out = StringIO()
    call_command("replay", str(path), *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_the_example_replays_as_the_page_says(example: Path) -> None:
    shown = indented(PAGE)
    start = shown.index("round 1: red 4, blue 1, red 2")
    assert replayed(example)[-3:] == shown[start : start + 3]


def test_the_example_shows_a_seat_what_the_page_says(example: Path) -> None:
    assert "round 1: red ?, blue 1, red ?" in indented(PAGE)
    assert replayed(example, "--seat", "1")[-3] == "round 1: red ?, blue 1, red ?"
    assert replayed(example, "--seat", "0")[-3] == "round 1: red 4, blue ?, red 2"


def test_the_example_offers_actions_to_the_seat_whose_turn_it_is(example: Path) -> None:
    [line] = replayed(example, "--seat", "1", "--json")
    document = json.loads(line)
    assert document["awaiting"] == [1]
    assert {"do": "ask", "seat": 0} in document["actions"]


def fields_under(heading: str) -> set[str]:
    section = text_of(PAGE).split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE))


def test_every_field_is_on_the_page() -> None:
    assert fields_under("The document") == _KEYS
    assert fields_under("A move") == _MOVE_KEYS
    assert fields_under("Fairness") == {"match", "commitment", "contributions", "secret"}


def test_what_the_page_calls_required_is_required() -> None:
    required = {row[0] for row in table_rows(PAGE) if row[1] == "required"}
    assert {"format", "moves", "number", "events"} <= required
    for name in required:
        data = json.loads(json_block(PAGE))
        place = data if name in data else data["moves"][1]
        del place[name]
        with pytest.raises(EngineError, match=name.replace("_", ".")):
            read(json.dumps(data))


def test_the_limits_and_the_format_are_on_the_page() -> None:
    page = text_of(PAGE)
    assert f"at most {LARGEST_TEXT:,} characters" in page
    assert f"nested at most {DEEPEST} deep" in page
    assert f"the text `{FORMAT}`" in page
    assert f"| `format_version` | required | {FORMAT_VERSION} |" in page
