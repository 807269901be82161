"""The blocks of a document that tests run."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def json_block(name: str) -> str:
    """The one block of JSON in the document."""
    [block] = re.findall(r"^```json\n(.*?)^```$", text_of(name), flags=re.MULTILINE | re.DOTALL)
    found: str = block
    return found


def indented(name: str) -> list[str]:
    """The lines that are indented as code, without their indent."""
    return [line[4:] for line in text_of(name).splitlines() if line.startswith("    ")]


def table_rows(name: str) -> list[list[str]]:
    """The cells of all table rows but heads and rules, without the marks of code."""
    rows = [
        [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        for line in text_of(name).splitlines()
        if line.startswith("|")
    ]
    return [row for row in rows if not set(row[0]) <= {"-"}]
