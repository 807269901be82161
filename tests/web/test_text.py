"""Names of tables and comments: nothing in them that cannot be seen or turns the line round."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from accounts.models import User
from accounts.text import visible
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
