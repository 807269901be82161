"""What a title adds to the talk at its tables: phrases, and places that one can point at."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine import Title, titles
from games.engine.localmatch import LocalMatch
from games.presentation import presenter_of
from games.presentation.phrases import EMOTES, PHRASES
from games.rendering.talk import POINTERS
from tests.titles.tables import render, shown

PLACES = re.compile(r'\bid="((?:cell|place)_[^"]+)"')


def test_a_phrase_has_a_code_of_its_own_and_words(title: Title[Any]) -> None:
    own = presenter_of(title.slug).phrases
    assert not own.keys() & PHRASES.keys()
    for code, words in {**PHRASES, **EMOTES, **own}.items():
        assert re.fullmatch(r"[a-z_]{1,30}", code)
        assert words.strip() == words != ""


def test_every_place_on_the_board_can_be_pointed_at(drawn: Title[Any]) -> None:
    show = presenter_of(drawn.slug)
    match = LocalMatch(drawn, seats=drawn.seats[0], match="talk")
    for cell in PLACES.findall(render(drawn.slug, shown(drawn, match.known[None], None))):
        place = show.place(cell)
        assert place is not None, cell
        assert place.cell == cell
        assert place.text
        mark = show.place_mark(cell)
        again = show.place(mark)
        assert again is not None, mark
        assert again.cell == cell
        assert POINTERS.fullmatch(f"#{mark}"), mark  # as a line is read
        assert not mark.isdecimal()  # which would be a move


@given(st.text(max_size=20))
def test_whatever_somebody_writes_names_a_place_or_nothing(name: str) -> None:
    for slug in titles():
        place = presenter_of(slug).place(name)
        assert place is None or place.text
