"""The rules page for players says what the rules do, and draws what the sprite has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from games.engine import titles
from games.titles.saboteur.cards import DWARVES, hand_size


def page() -> str:
    template: Any = get_template("saboteur/rules.html", using="jinja2")
    return str(template.render({}))


@pytest.mark.rule("S1")
@pytest.mark.rule("S3")
def test_the_table_of_players_is_that_of_the_rules() -> None:
    rows = re.findall(r"<tr>(<th scope=\"row\">.*)</tr>", page())
    told = [[int(number) for number in re.findall(r">(\d+)<", row)] for row in rows]
    seats = titles()["saboteur"].seats
    assert told == [[n, *DWARVES[n], hand_size(n)] for n in seats]


def test_the_page_speaks_of_every_part_of_the_game() -> None:
    text = page()
    for word in ("ladder", "dead end", "Rockfall", "map", "stone", "nuggets", "discard", "lot"):
        assert word in text


def test_every_picture_is_in_the_sprite_and_has_a_name() -> None:
    sprite = finders.find("saboteur/sprite.svg")
    assert isinstance(sprite, str)
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', Path(sprite).read_text(encoding="utf-8")))
    assert set(re.findall(r'sprite\.svg#([\w-]+)"', page())) <= drawn
    pictures = re.findall(r"<svg[^>]*>", page())
    assert pictures
    for picture in pictures:
        assert re.search(r'role="img" aria-label="[^"]+"', picture)
