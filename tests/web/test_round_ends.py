"""The end of a round is a place: shown to each reader until they go on, and bots wait for it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pytest

from games import tasks
from games.engine import Event, fold, redact, titles
from games.engine.matchfile import read
from games.engine.title import State
from games.matchlog.access import Mark, NoSuchStep
from games.matchlog.audience import Audience
from games.matchlog.copies import Copy
from games.play.announcing import Announcement
from games.rendering.ends import before_the_deal, round_over
from games.rendering.lines import Reading
from games.rendering.steps import Place, Replay, places_of, step

MATCHES = Path(__file__).parent.parent / "titles"
NAMES = ("Mira", "Marl", "Slate", "Ochre", "Basalt", "Tuff")
RECORDED = {"saboteur": "saboteur/matches", "lost_mines": "lost_mines/matches"}


@lru_cache
def copy_of(slug: str, seat: int) -> Copy:
    """A seat's copy of a recorded match of several rounds."""
    for path in sorted((MATCHES / RECORDED[slug]).glob("*.json")):
        match = read(path.read_bytes())
        copy = Copy.empty(titles()[slug], Audience(seat))
        moves = [
            type(move)(
                number=move.number,
                seat=move.seat,
                by=move.by,
                action=move.action,
                events=tuple(redact(event, seat) for event in move.events),
            )
            for move in match.moves
        ]
        copy = copy.advanced(moves)
        if len(copy.rounds) > 1 and match.seats <= len(NAMES):
            return copy
    raise AssertionError(slug)


def reading(slug: str, seat: int = 0) -> Reading:
    return Reading(copy_of(slug, seat), NAMES, seat)


@pytest.mark.parametrize("slug", RECORDED)
def test_the_last_board_of_a_round_is_shown_until_the_reader_has_moved_in_the_next(
    slug: str,
) -> None:
    copy = copy_of(slug, 0)
    dealt = copy.rounds[1][1]
    moved = next(move.number for move in copy.moves[dealt + 1 :] if move.seat == 0)
    for at, is_shown in ((dealt - 1, False), (dealt, True), (moved - 1, True), (moved, False)):
        assert bool(round_over(reading(slug), at)) == is_shown, at


@pytest.mark.parametrize("slug", RECORDED)
def test_in_a_replay_the_end_of_a_round_is_a_step_before_the_deal(slug: str) -> None:
    copy = copy_of(slug, 0)
    dealt = copy.rounds[1][1]
    walked = places_of(copy)
    here = walked.index(Place(dealt))
    assert walked[here - 1 : here + 3] == [
        Place(dealt - 1), Place(dealt), Place(dealt, is_deal=True), Place(dealt + 1),
    ]  # fmt: skip
    assert len(walked) == len(copy.moves) + len(copy.rounds) - 1
    replay = Replay(copy, NAMES, [Audience(0)], own=0, address="/m/x/replay")
    before, end, deal = (step(replay, place) for place in walked[here - 1 : here + 2])
    assert ["is-ended" in html for html in (before, end, deal)] == [False, True, False]
    assert f'href="/m/x/replay?at={dealt}-deal&amp;as=0"' in end
    assert ("Round 2 begins" in end, "Round 2 begins" in deal) == (False, True)
    assert 'class="round-link now"' in end.split("Round 1</a>")[0]


@pytest.mark.parametrize("slug", RECORDED)
def test_the_end_of_a_round_looks_the_same_whatever_is_dealt_next(slug: str) -> None:
    """Nothing of the next deal is in it: not my next role, not a card."""
    copy = copy_of(slug, 0)
    dealt = copy.rounds[1][1]
    replay = Replay(copy, NAMES, [Audience(0)], own=0)
    known, ended = before_the_deal(copy, dealt), copy.moves[dealt]
    count = next(
        n for n in range(len(ended.events) + 1)
        if fold_on(copy, dealt, ended.events[:n]) == known
    )  # fmt: skip
    short = type(ended)(
        number=ended.number,
        seat=ended.seat,
        by=ended.by,
        action=ended.action,
        events=ended.events[:count],
    )
    cut = dataclasses.replace(copy, moves=(*copy.moves[:dealt], short, *copy.moves[dealt + 1 :]))
    assert step(dataclasses.replace(replay, copy=cut), Place(dealt)) == step(replay, Place(dealt))


def fold_on(copy: Copy, number: int, events: Sequence[Event]) -> State:
    state = copy.before(number)
    for event in events:
        copy.title.evolve(state, event)
    return state


def test_a_place_that_is_no_deal_is_refused() -> None:
    replay = Replay(copy_of("saboteur", 0), NAMES, [Audience(0)])
    with pytest.raises(NoSuchStep):
        step(replay, Place(1, is_deal=True))


@pytest.mark.parametrize("slug", RECORDED)
def test_it_is_drawn_from_what_was_known_before_the_next_deal(slug: str) -> None:
    copy = copy_of(slug, 0)
    number, dealt = copy.rounds[1]
    known = before_the_deal(copy, dealt)
    rounds = copy.title.rounds(known)
    assert [one.number for one in rounds if one.result] == list(range(1, number))
    assert rounds[-1].result
    assert fold(copy.title, [e for move in copy.moves[:dealt] for e in move.events]) != known


@pytest.mark.parametrize("slug", RECORDED)
def test_it_has_no_id_but_its_box_and_leads_on(slug: str) -> None:
    over = round_over(reading(slug), copy_of(slug, 0).rounds[1][1])
    assert over is not None
    assert ' id="' not in over.html
    assert f'for="{over.id}"' in over.html
    assert "On to round 2" in over.html
    assert not re.search(r"<(form|script|button)", over.html)


def test_bots_rest_at_the_end_of_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[tuple[int, bool]] = []

    def wake(_match: str, index: int, _number: int, *, rests: bool = False) -> None:
        woken.append((index, rests))

    monkeypatch.setattr(tasks, "_wake_bot", wake)
    for rests in (False, True):
        told = Announcement(match="m", mark=Mark(3, "", 0), bots=(2,), rests=rests)
        tasks.wake_bots(announcement=told)
    assert woken == [(2, False), (2, True)]
