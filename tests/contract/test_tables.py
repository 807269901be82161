"""What the shell reads of a table: its choices are the legal actions, as the page offers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from games.engine import Title, fold, redact
from games.engine.canonical import canonical_json
from games.engine.localmatch import LocalMatch
from games.engine.log import events_of
from games.engine.matchfile import read
from games.presentation import presenter_of
from games.presentation.choices import Choice
from games.presentation.people import RoleChip
from tests.titles.reading import controls
from tests.titles.tables import NAMES, audiences, render, shown
from tests.titles.tables import positions as played

RECORDED = sorted((Path(__file__).parent.parent / "titles").glob("*/matches/*.json"))


def recorded(title: Title[Any]) -> Iterator[Any]:
    """What each awaited seat knew, now and then in recorded matches. Yields knowledge and seat."""
    for path in [path for path in RECORDED if path.parts[-3] == title.slug][:3]:
        match = read(path.read_bytes())
        for at in range(0, len(match.moves), 25):
            for seat in range(match.seats):
                events = [redact(event, seat) for event in events_of(match.moves[: at + 1])]
                known = fold(title, events)
                if seat in title.awaiting(known):
                    yield known, seat


def positions(title: Title[Any]) -> Iterator[Any]:
    """The same of matches between bots, too."""
    yield from recorded(title)
    for match in varied(title):
        for seat in title.awaiting(match.state):
            yield match.known[seat], seat


def varied(title: Title[Any]) -> Iterator[LocalMatch[Any]]:
    """Positions of matches with few and many seats, with default options and with others.

    Now and then, at the end, and the first few times that somebody can do what nobody could.
    """
    others = {option.name: option.choices[-1] for option in title.options}
    for seats, options in ((title.seats[0], others), (title.seats[-1], None)):
        times: Counter[frozenset[str]] = Counter()
        for number, match in enumerate(played(title, seats=seats, seed=2, options=options)):
            awaited = title.awaiting(match.state)
            verbs = frozenset(a["do"] for seat in awaited for a in title.actions(match.state, seat))
            times[verbs] += 1
            if number % 61 == 0 or times[verbs] <= 2 or not awaited:
                yield match


def page(title: Title[Any], known: Any, seat: int | None, names: Sequence[str] = NAMES) -> str:
    return render(title.slug, shown(title, known, seat, names[: title.seats[-1]]))


class Buttons(HTMLParser):
    """The buttons that send a move, each with what the script would ask about and its label."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.is_inside = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "button":
            assert (given["form"], given["name"]) == ("move", "action")
            self.is_inside = True
            self.found.append((given["value"], given.get("data-says", ""), ""))

    def handle_data(self, data: str) -> None:
        if self.is_inside and data.strip():
            value, says, label = self.found[-1]
            label = label or data.strip()  # a long one comes first, then a short one
            self.found[-1] = value, says or label, label

    def handle_endtag(self, tag: str) -> None:
        self.is_inside = self.is_inside and tag != "button"


def test_the_choices_of_a_table_are_the_legal_actions(title: Title[Any]) -> None:
    count = 0
    for known, seat in positions(title):
        choices = shown(title, known, seat).choices
        assert choices.keys() == {canonical_json(action) for action in title.actions(known, seat)}
        assert all(choice.value == value for value, choice in choices.items())
        assert all(isinstance(choice, Choice) for choice in choices.values())
        count += len(choices)
    assert count


def test_each_choice_is_on_the_page_once_and_nothing_else_can_be_sent(title: Title[Any]) -> None:
    for known, seat in positions(title):
        table = shown(title, known, seat)
        html = render(title.slug, table)
        buttons = Buttons(html).found
        assert controls(html).others == []
        expected = [(one.value, one.says, one.verb) for one in table.choices.values()]
        assert sorted(buttons) == sorted(expected)


def test_a_button_can_be_read_without_what_stands_beside_it(title: Title[Any]) -> None:
    """The page that asks once more has the button alone: there nothing is instead of anything."""
    for known, seat in positions(title):
        for choice in shown(title, known, seat).choices.values():
            assert not {"instead", "otherwise", "rather"} & set(choice.verb.lower().split())


def test_without_actions_there_is_no_choice(title: Title[Any]) -> None:
    for known, seat in positions(title):
        for reader in (seat, None):
            assert not presenter_of(title.slug).table(known, reader, [], NAMES).choices


def test_the_chip_of_a_table_is_the_readers_role(drawn: Title[Any]) -> None:
    show = presenter_of(drawn.slug)
    for known, seat in positions(drawn):
        chip = shown(drawn, known, seat).chip
        assert chip == show.role_chip(known, seat)
        assert isinstance(chip, RoleChip)
        assert chip.name
        assert shown(drawn, known, None).chip is None


def test_a_page_is_made_for_every_audience_and_whoever_is_not_awaited_can_do_nothing(
    title: Title[Any],
) -> None:
    for match in varied(title):
        awaited = title.awaiting(match.state)
        for seat in audiences(match.seats):
            found = controls(page(title, match.known[seat], seat))
            assert len(found.ids) == len(set(found.ids))
            assert set(found.labelled) <= set(found.ids)
            assert set(found.radios) <= set(found.labelled)
            assert bool(found.actions) == (seat in awaited)
            assert seat in awaited or found.radios == []


def test_a_table_is_made_in_every_position(title: Title[Any]) -> None:
    """Without the drawing, which takes longer."""
    for match in played(title, seats=title.seats[len(title.seats) // 2], seed=3):
        for seat in {None, 0, *title.awaiting(match.state)}:
            shown(title, match.known[seat], seat, moves=match.moves)


def test_a_page_is_made_of_a_full_state_too(drawn: Title[Any]) -> None:
    """As when a match is over and everything is open."""
    for match in varied(drawn):
        for seat in (None, 0, match.seats - 1):
            assert NAMES[1 if seat == 0 else 0] in page(drawn, match.state, seat)


def test_those_who_know_the_same_get_the_same_page(title: Title[Any]) -> None:
    for known, seat in recorded(title):
        assert page(title, known, seat) == page(title, known.copy(), seat)


def test_a_name_is_text_and_never_markup(drawn: Title[Any]) -> None:
    names = [f"<b onclick={place}>" for place in range(drawn.seats[-1])]
    for match in varied(drawn):
        for seat in (None, *drawn.awaiting(match.state)):
            html = page(drawn, match.known[seat], seat, names)
            assert "<b onclick" not in html
            assert "&lt;b onclick" in html


def test_the_names_of_the_contract_are_in_the_titles_table(drawn: Title[Any]) -> None:
    """Scripts outside this repository call them there."""
    show = presenter_of(drawn.slug)
    module = __import__(f"games.titles.{drawn.slug}.table", fromlist=["table"])
    for name in (
        "table", "sentence", "refusal", "why_not", "role_chip", "option_labels", "result"
    ):  # fmt: skip
        assert vars(module)[name] == getattr(show, name)
