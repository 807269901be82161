"""A view is a tree of parts: who has been sent one is sent the next without what is the same."""

from __future__ import annotations

from typing import Any

import pytest

from games.benches._morphing import shown_after
from games.engine import Move, Title, redact_move, titles
from games.engine.localmatch import LocalMatch
from games.presentation import presenter_of
from games.rendering import environment, parts
from games.rendering.lines import Line
from games.rendering.parts import Drawing, drawing_of, frame, named
from tests.contract.scrambling import Scrambler
from tests.contract.test_noninterference import mixed_match

NAMES = ("Ilse", "Bram", "Marta", "Kosta", "Łucja", "Olu", "Rook", "Ida", "Tobiáš", "Xenia")


def drawn(*pieces: str | Drawing) -> Drawing:
    """As a template would draw it."""
    return drawing_of(
        lambda: "".join(piece if isinstance(piece, str) else piece.__html__() for piece in pieces)
    )


def item(id_: str, text: str) -> Drawing:
    return named(drawn(f"<li>{text}</li>\n"), id_)


def listed(*items: Drawing) -> Drawing:
    return drawn("<p>hello</p>", named(drawn("<ol>", *items, "</ol>"), "all"))


def test_whoever_was_sent_nothing_is_sent_everything() -> None:
    assert listed(item("a", "one"), item("b", "two")).html == (
        '<p>hello</p><ol id="all"><li id="a">one</li><li id="b">two</li></ol>'
    )


def test_a_part_that_shows_the_same_is_left_out() -> None:
    before = listed(item("a", "one"), item("b", "two"))
    assert frame(listed(item("a", "one"), item("b", "two")), before) == (
        "<p>hello</p><ol id=all data-same></ol>"
    )


def test_a_part_that_differs_is_sent_alone() -> None:
    before = listed(item("a", "one"), item("b", "two"))
    assert frame(listed(item("a", "one"), item("b", "2")), before) == (
        '<p>hello</p><ol id=all data-same><li id="b">2</li></ol>'
    )


def test_a_part_around_others_is_sent_with_places_for_those_that_stay() -> None:
    before = listed(item("a", "one"), item("b", "two"))
    assert frame(listed(item("b", "two"), item("c", "three")), before) == (
        '<p>hello</p><ol id="all"><li id=b data-same></li><li id="c">three</li></ol>'
    )


def lines(*items: Drawing) -> Drawing:
    return drawn("<ol>", *items, "</ol>")


def test_one_mark_stands_for_parts_that_follow_each_other_as_before() -> None:
    a, b, c, d = (item(name, name) for name in "abcd")
    before, after = lines(a, b, c), lines(b, c, d)
    sent = frame(after, before)
    assert sent == '<ol><li id=b data-same=c></li><li id="d">d</li></ol>'
    assert shown_after(before.html, sent) == after.html


def test_a_mark_stands_for_no_part_that_had_something_else_before_it() -> None:
    a, b, c = (item(name, name) for name in "abc")
    for before in (lines(a, b, c), lines(b, drawn("<li>-</li>"), c), lines(c, b), lines(b)):
        sent = frame(lines(b, drawn("<li>+</li>"), c), before)
        assert "data-same=" not in sent
    for before in (lines(b, drawn("<li>-</li>"), c), lines(b, a, c), lines(c, b)):
        sent = frame(lines(b, c), before)
        assert sent == "<ol><li id=b data-same></li><li id=c data-same></li></ol>"
        assert shown_after(before.html, sent) == lines(b, c).html


def test_two_parts_of_one_name_are_an_error() -> None:
    with pytest.raises(ValueError, match="two parts"):
        _digests = listed(item("a", "one"), item("a", "two")).digests


def test_a_part_is_one_element() -> None:
    with pytest.raises(ValueError, match="does not begin"):
        named(drawn("words"), "a")


def test_no_text_can_take_the_place_of_a_part() -> None:
    """Whatever somebody is called: it is escaped before the places are looked for."""
    called = environment.part("fragments/line.html", Line(1, "", "<part 0>", ""), "line")
    assert "&lt;part 0&gt;" in drawn("<ul>", called, "</ul>").html


# Tables


def views(title: Title[Any], moves: list[Move], reader: int | None, seats: int) -> list[Drawing]:
    """The table after every move, as this reader sees it."""
    show, known, told = presenter_of(title.slug), title.initial(), list[Move]()
    found = []
    for move in moves:
        told.append(redact_move(move, reader))
        for event in told[-1].events:
            title.evolve(known, event)
        actions = title.actions(known, reader)
        table = show.table(known, reader, actions, NAMES[:seats], told[1:])
        found.append(environment.drawing(show.template, {"table": table}))
    return found


def frames(views: list[Drawing]) -> list[str]:
    """All that a socket is sent, from the first move to the last."""
    return [
        frame(view, before) for before, view in zip([parts.NOTHING, *views], views, strict=False)
    ]


@pytest.fixture(scope="module", params=sorted(titles()))
def match(request: pytest.FixtureRequest) -> LocalMatch[Any]:
    title = titles()[request.param]
    return mixed_match(title, title.seats[1])


def test_a_page_that_takes_every_frame_shows_every_table(match: LocalMatch[Any]) -> None:
    for reader in (None, 0):
        seen, page = views(match.title, match.moves, reader, match.seats), ""
        for view, sent in zip(seen, frames(seen), strict=True):
            page = shown_after(page, sent)
            assert page == view.html


def test_which_parts_are_sent_when_tells_nothing_that_a_reader_may_not_know(
    match: LocalMatch[Any],
) -> None:
    """A part that is sent again because something hidden has changed would be a leak."""
    for reader in (None, *range(match.seats)):
        scrambled = [Scrambler(reader, turn).move(move) for turn, move in enumerate(match.moves)]
        assert scrambled != match.moves
        true = frames(views(match.title, match.moves, reader, match.seats))
        assert frames(views(match.title, scrambled, reader, match.seats)) == true


def test_what_a_move_changes_is_a_small_part_of_a_table(match: LocalMatch[Any]) -> None:
    """Most parts stay what they are: if none did, the tests above would prove nothing."""
    seen = views(match.title, match.moves, None, match.seats)
    sent, whole = sum(map(len, frames(seen)[1:])), sum(len(view.html) for view in seen[1:])
    assert sent < whole * 2 / 3
    assert any("data-same><" in text for text in frames(seen))  # parts within parts that stay
