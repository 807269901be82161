"""How the log is told: to a seat as "you", to everybody else by name, of every recorded match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import Event, redact, titles
from games.engine.events import PUBLIC
from games.engine.log import events_of
from games.engine.matchfile import MatchFile, read
from games.presentation import presenter_of
from games.presentation.sentences import Part, SentenceMaker, either, link, linked, listed
from tests.contract.test_recorded import RECORDED
from tests.web.playing import played

YOU = re.compile(r"\byou(r|rs|rself)?\b", re.IGNORECASE)
NAMES = ("Ann", "Bea", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon")

SLUGS = sorted({path.parts[-3] for path in RECORDED})
every_title = pytest.mark.parametrize("slug", SLUGS)


def recorded(slug: str) -> list[MatchFile]:
    return [read(path.read_bytes()) for path in RECORDED if path.parts[-3] == slug]


def told(
    match: MatchFile, *, copy: int | str, reader: int | None
) -> Iterator[tuple[Event, str, Any]]:
    """Each event, and how it is told to a reader of that copy."""
    title, sentence = titles()[match.title], presenter_of(match.title).sentence
    known = title.initial()
    for event in events_of(match.moves):
        seat = copy if isinstance(copy, int) else None
        seen = event if copy == "all" else redact(event, seat)
        line = sentence(seen, known, reader, NAMES)
        yield event, str(line), line
        title.evolve(known, seen)


@every_title
def test_nobody_is_you_in_the_publics_copy_nor_in_everything(slug: str) -> None:
    for match in recorded(slug):
        for copy in ("public", "all"):
            addressed = [
                line for _e, line, _l in told(match, copy=copy, reader=None) if YOU.search(line)
            ]
            assert addressed == []


@every_title
def test_whoever_reads_anothers_copy_is_not_you(slug: str) -> None:
    for match in recorded(slug):
        for seat in range(match.seats):
            lines = list(told(match, copy=seat, reader=None))
            assert [line for _e, line, _l in lines if YOU.search(line)] == []
            parts = [part for _e, _t, line in lines for part in getattr(line, "parts", ())]
            assert not [part.text for part in parts if part.private]


@every_title
def test_what_a_seat_did_is_told_to_it_as_its_own_and_no_one_elses(slug: str) -> None:
    """The toy title says no "you" at all, which is a convention too."""
    for match in recorded(slug):
        for seat in (0, match.seats - 1):
            for event, line, whole in told(match, copy=seat, reader=seat):
                involved = {
                    getattr(event, name, None) for name in ("seat", "target", "of", "owner")
                }
                if getattr(whole, "seat", None) is not None and seat not in involved:
                    assert not YOU.search(line), line


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "toy"])  # it has fewer words
def test_what_a_seat_did_in_secret_is_told_otherwise_than_it_was_to_the_public(slug: str) -> None:
    """The replay marks as "was secret" what differs, so what was hidden has to differ."""
    count = 0
    for match in recorded(slug):
        both = zip(
            told(match, copy="all", reader=None),
            told(match, copy="public", reader=None),
            strict=True,
        )
        for (event, full, _l), (_e, public, _p) in both:
            secret = any(audience is not PUBLIC for audience in type(event).audiences.values())
            if secret and hasattr(event, "seat") and event != redact(event, None):
                count += 1
                assert full != public, event
    assert count


# Sentences


def test_a_text_is_cut_at_its_links() -> None:
    text = f"From {link('A1', 'cell_0_0')} to {link('B2', 'cell_1_1')}."
    assert linked(text) == [
        Part("From "),
        Part("A1", cell="cell_0_0"),
        Part(" to "),
        Part("B2", cell="cell_1_1"),
        Part("."),
    ]


@pytest.mark.parametrize(
    ("reader", "seat", "is_private"), [(1, 1, True), (1, 0, False), (None, 1, False)]
)
def test_what_is_private_is_so_to_the_seat_alone(
    reader: int | None, seat: int, is_private: bool
) -> None:
    line = SentenceMaker(reader, NAMES).sentence(seat, "Bea drew.", private="It was a map.")
    assert str(line) == "Bea drew. It was a map."
    assert line.parts[-1] == Part("It was a map.", private=is_private)


def test_words_are_put_together_by_and_and_or() -> None:
    assert [listed(NAMES[:count]) for count in range(4)] == [
        "", "Ann", "Ann and Bea", "Ann, Bea and Cid",
    ]  # fmt: skip
    assert either(NAMES[:3]) == "Ann, Bea or Cid"


# Pages


@pytest.mark.parametrize("slug", ["emerald", "lost_mines", "saboteur"])
def test_only_ones_own_copy_says_you_in_the_log_of_a_replay_and_in_the_story(
    slug: str, as_: Any, db: None
) -> None:
    scene = played(slug, 2000, eager="rockfall")  # where there is one, it turns a match

    def told(address: str, reader: int) -> list[str]:
        """The log of the replay, or what turned in the story."""
        page = as_(scene.players[reader]).get(f"/m/{scene.id}/{address}").content.decode()
        found = re.findall(r'(?s)<span class="told">.*?</span>|<ul class="turning">.*?</ul>', page)
        return [re.sub(r"<[^>]*>", " ", text) for text in found]

    seats = range(len(scene.players))
    addressed = [s for s in seats if YOU.search(" ".join(told(f"story?as={s}", s)))]
    assert addressed, "a match with turning points that somebody brought about"
    own, other = addressed[0], (addressed[0] + 1) % len(seats)
    for address in ("replay?at=9", "story?"):
        for copy in ("public", str(own), str(other), "all"):
            lines = told(f"{address}&as={copy}", own)
            assert lines
            assert any(map(YOU.search, lines)) == (copy == str(own)), (address, copy)


def test_the_whole_log_has_marks_and_says_what_is_for_the_reader_alone(as_: Any, db: None) -> None:
    scene = played("saboteur", 12)
    page = as_(scene.players[1]).get(f"/m/{scene.id}/log").content.decode()
    assert re.search(r'class="mark s1"[^>]*>P</span>', page)
    private = re.findall(r'<em class="mine-only"[^>]*><svg.*?</svg>([^<]*)</em>', page)
    assert any(text.startswith("You drew") for text in private)
    public = as_(None).get(f"/m/{scene.id}/log").content.decode()
    assert "mine-only" not in public
    assert 'class="mark s1"' in public
