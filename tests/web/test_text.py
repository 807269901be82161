"""Names of tables and comments: nothing in them that cannot be seen or turns the line round."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.names import normalised
from accounts.text import LONGEST_READ, MARKS_IN_A_ROW, visible
from games.models import Comment, Match
from games.play import seating
from tests.web.factories import Scene

Browser = Callable[[User | None], Client]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A \u202ekcalb table", "A kcalb table"),
        ("\u2066Mine\u2069", "Mine"),
        ("Ta\u200bb\u00adle", "Table"),
        ("\u200f\u061cx", "x"),
        ("\u3164\u3164 \u2800", ""),
        ("\u200d\u200c", ""),
        ("a \u200d b", "a b"),
        ("two\nlines\u2028and\x07more", "two lines and more"),
        ("Jiří’s table, no. 2", "Jiří’s table, no. 2"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a word of Persian needs it
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("♥\ufe0f", "♥\ufe0f"),
        ("שלחן 3", "שלחן 3"),
    ],
)
def test_what_is_kept_of_a_line(written: str, shown: str) -> None:
    assert visible(written) == shown
    assert visible(visible(written)) == shown


# Each begins a long run of marks over one letter, some of them in disguise.
WALLS = ["\u0300\u0316", "\u0316\u0300\u0327", "\u0f73", "\uff9e\u0334", "\u0344\u0323"]


def marks_in_a_row(text: str) -> int:
    """The most that stand over one letter, taken apart."""
    most = row = 0
    for letter in unicodedata.normalize("NFKD", text):
        row = row + 1 if unicodedata.combining(letter) else 0
        most = max(most, row)
    return most


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("clean", [visible, normalised])
def test_nobody_makes_us_sort_marks_for_minutes(clean: Callable[[str], str], wall: str) -> None:
    """They are sorted one past the other: so many over one letter take the square of their number."""
    for text in ("a" + wall * 3000, "".join(f"{mark * 3000}" for mark in wall)):
        assert marks_in_a_row(text) > 1000
        assert marks_in_a_row(clean(text)) <= MARKS_IN_A_ROW


@pytest.mark.parametrize("clean", [visible, normalised])
def test_more_than_anybody_may_write_is_not_looked_at(clean: Callable[[str], str]) -> None:
    for letter in ("a", "ä"):
        assert len(clean(letter * 1_000_000)) == LONGEST_READ


def test_marks_that_a_language_needs_stay() -> None:
    for text in ("Việt Nam", "שָׁלוֹם", "ক্ষি", "a" + "\u0301\u0323" * 10):
        assert normalised(visible(text)) == unicodedata.normalize("NFKC", text)


def test_a_comment_keeps_its_lines() -> None:
    assert visible(" one\r\n\r\ntwo\u202e \x00", lines=True) == "one\n\ntwo"


def test_a_table_whose_name_cannot_be_seen_is_called_after_its_host(mira: User) -> None:
    made = seating.create(mira, title="toy", size=3, name="\u3164\u200b").match
    assert made.name == "mira’s table"
    assert seating.create(mira, title="toy", size=3, name="\u202eelbat").match.name == "elbat"


def test_a_comment_is_cleaned_and_an_empty_one_refused(
    scene: Scene, mira: User, as_: Browser
) -> None:
    scene.to_the_end()
    address = f"/m/{scene.id}/comments"
    as_(mira).post(address, {"number": "1", "text": "\u202eevil\u200b"})
    as_(mira).post(address, {"number": "1", "text": "\u200b\u3164"})
    assert [comment.text for comment in Comment.objects.all()] == ["evil"]


def test_what_was_written_before_is_cleaned_too(scene: Scene, mira: User) -> None:
    Match.objects.filter(pk=scene.id).update(name="\u202ename")
    Comment.objects.create(
        match_id=scene.id, number=1, account=mira, text="a\u202eb", made_at=scene.match.created_at
    )
    import_module("games.migrations.0009_removed_comments_and_visible_text").clean(apps, None)
    assert (scene.match.name, Comment.objects.get().text) == ("name", "ab")


def test_lines_of_other_directions_stay_by_themselves(
    scene: Scene, mira: User, as_: Browser
) -> None:
    """A name in Hebrew or Arabic must not carry the words beside it to its other side."""
    Match.objects.filter(pk=scene.id).update(name="שלחן")
    for address in ("/tables/", "/matches/", f"/m/{scene.id}/"):
        assert "<bdi>שלחן</bdi>" in as_(mira).get(address).content.decode(), address
