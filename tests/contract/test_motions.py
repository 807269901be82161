"""What moves on a table: told from what the reader may read, in times in which nothing is heard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.engine import Move, Title, redact, redact_move
from games.presentation import presenter_of
from games.presentation.motions import Moment, Motion
from tests.contract.scrambling import Scrambler
from tests.contract.test_noninterference import mixed_match
from tests.titles.tables import NAMES

LONGEST = 2500  # what one event may take at most, in milliseconds


def told(
    title: Title[Any], moves: list[Move], reader: int | None
) -> Iterator[tuple[str, list[Motion], Moment | None]]:
    """Of every event: its type, what moves, and what is shown large."""
    show, known = presenter_of(title.slug), title.initial()
    for move in moves:
        for event in redact_move(move, reader).events:
            moment = show.moment(event, known, reader, NAMES)
            yield event.type, list(show.motions(event, known, reader)), moment
            title.evolve(known, event)


def test_what_moves_is_the_same_whatever_is_hidden_from_the_reader(
    title: Title[Any], seats: int
) -> None:
    moves = mixed_match(title, seats).moves
    for reader in (None, *range(seats)):
        scrambled = [Scrambler(reader, turn).move(move) for turn, move in enumerate(moves)]
        assert list(told(title, moves, reader)) == list(told(title, scrambled, reader))


def test_an_event_takes_as_long_for_everybody(title: Title[Any]) -> None:
    """Whoever looks in secret, or draws, is not busy longer than those who see it done."""
    moves = mixed_match(title, title.seats[-1]).moves
    times = [
        [(kind, [(one.kind, one.ms, one.beside) for one in moving]) for kind, moving, _ in seen]
        for seen in (told(title, moves, reader) for reader in (None, *range(title.seats[-1])))
    ]
    assert all(seen == times[0] for seen in times)


def test_the_time_of_an_event_depends_on_public_lengths_alone(title: Title[Any]) -> None:
    """One that hides something takes the same time whatever it hides, so one time by its kind."""
    moves = mixed_match(title, title.seats[-1]).moves
    hiding = {event.type for move in moves for event in move.events if redact(event, None) != event}
    times: dict[str, set[int]] = {}
    for kind, moving, _moment in told(title, moves, None):
        times.setdefault(kind, set()).add(sum(one.ms for one in moving))
    assert all(len(times[kind]) == 1 for kind in hiding)
    assert max(max(found) for found in times.values()) <= LONGEST


def test_the_public_is_shown_no_secret_and_no_harm_to_itself(title: Title[Any]) -> None:
    moves = mixed_match(title, title.seats[0]).moves
    shown = [moment for _, _, moment in told(title, moves, None) if moment]
    assert all(moment.kind == "peak" for moment in shown)
