"""What choices say of secrets: the same from every copy, and only where somebody could have told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isfinite, log
from typing import Any

import pytest

from games.engine import Action, Chance, Move, Telltale, Title, redact, titles
from games.engine.localmatch import LocalMatch
from games.engine.telltale import FitToSecrets, fits_to_secrets
from games.moderation.noticing import LEAST_ROUNDS, TELLING
from tests.contract.test_noninterference import mixed_match

TITLES = [title for title in titles().values() if title.telltale is not None]
FEW_SEATS = 4
MATCHES = 3
SAMPLES = 24  # fewer than the site takes, and sooner made

pytestmark = pytest.mark.parametrize("telling", TITLES, ids=[title.slug for title in TITLES])


def hook_of(title: Title[Any]) -> Telltale[Any]:
    assert title.telltale is not None
    return title.telltale


def befores(title: Title[Any], moves: list[Move], seats: int) -> Iterator[tuple[Any, ...]]:
    """Each event after the deal, with the full state and what every audience knew before its move."""
    full, known = title.initial(), {seat: title.initial() for seat in (None, *range(seats))}
    for move in moves:
        for event in move.events if move.number else ():
            yield event, full, known
        for event in move.events:
            title.evolve(full, event)
            for seat, state in known.items():
                title.evolve(state, redact(event, seat))


def test_a_choice_is_the_same_for_whoever_asks(telling: Title[Any]) -> None:
    """So nothing that the seat or anybody else holds can reach a clue, but the secret itself."""
    hook, seen = hook_of(telling), 0
    moves = mixed_match(telling, FEW_SEATS).moves
    for event, full, known in befores(telling, moves, FEW_SEATS):
        secret = hook.secret(full)
        whole = hook.choice(full, event, secret)
        for seat, state in known.items():
            assert hook.choice(state, redact(event, seat), secret) == whole
        if whole is not None:
            costs, taken = whole
            seen += 1
            assert len(costs) > 1
            assert all(isfinite(cost) for cost in costs)
            assert 0 <= taken < len(costs)
    assert seen > 10


def played(title: Title[Any], number: int, told: int | None) -> LocalMatch[Any]:
    """A match of plain players; one of them is told the secret in every turn."""
    return _played(title.slug, number, told)


@cache
def _played(slug: str, number: int, told: int | None) -> LocalMatch[Any]:
    title = titles()[slug]
    match = LocalMatch(title, seats=FEW_SEATS, match=f"m{number}")
    chance = Chance(b"x" * 16, match=f"b{number}")
    chance.begin(0)
    while title.outcome(match.state) is None:
        seat = min(title.awaiting(match.state))
        match.submit(seat, choice_of(title, match, seat, chance, told), by="account")
    return match


def choice_of(
    title: Title[Any], match: LocalMatch[Any], seat: int, chance: Chance, told: int | None
) -> Action:
    known = match.known[seat]
    if seat == told:
        known = with_the_secret(title, match, known, seat)
    return title.bots["plain"](known, seat, chance)


def with_the_secret(title: Title[Any], match: LocalMatch[Any], known: Any, seat: int) -> Any:
    """What a seat knows, and the places which the secret is about."""
    known, hook = known.copy(), hook_of(title)
    if isinstance(hook.secret(match.state), tuple):
        known.mines = list(match.state.mines)
    else:
        known.goals = [goal.copy() for goal in match.state.goals]
    return known


def fits(title: Title[Any], number: int, told: int | None) -> dict[int, FitToSecrets]:
    return _fits(title.slug, number, told, FEW_SEATS)


@cache
def _fits(slug: str, number: int, told: int | None, people: int) -> dict[int, FitToSecrets]:
    """Of the first so many seats; the others count as empty."""
    chance = Chance(b"y" * 16)
    chance.begin(0)
    found = fits_to_secrets(
        titles()[slug],
        _played(slug, number, told).moves,
        range(people),
        counts=lambda move: move.by == "account",
        chance=chance,
        samples=SAMPLES,
    )
    assert found is not None
    return dict(found)


def test_who_was_told_is_found_and_nobody_else(telling: Title[Any]) -> None:
    sums, rounds = dict.fromkeys(range(FEW_SEATS), 0.0), 0
    for number in range(MATCHES):
        for seat, fit in fits(telling, number, 0).items():
            sums[seat] += fit.log_ratio
            rounds += fit.rounds if seat == 0 else 0
    assert rounds >= LEAST_ROUNDS
    assert sums[0] > log(10)  # in so few matches
    assert max(sums[seat] for seat in range(1, FEW_SEATS)) < log(10)


def test_who_was_told_nothing_is_not_found(telling: Title[Any]) -> None:
    sums = dict.fromkeys(range(FEW_SEATS), 0.0)
    for number in range(MATCHES):
        for seat, fit in fits(telling, number, None).items():
            sums[seat] += fit.log_ratio
    assert max(sums.values()) < log(10) < TELLING


def test_a_choice_counts_only_while_the_seat_does_not_know_and_another_does(
    telling: Title[Any],
) -> None:
    match = played(telling, 1, 0)
    hook, chance = hook_of(telling), Chance(b"z" * 16)
    chance.begin(0)
    counted = {(seat, one.move) for seat, fit in fits(telling, 1, 0).items() for one in fit.choices}
    assert counted

    def possible(state: Any, seat: int) -> set[object]:
        return {hook.secret(telling.imagine(state, seat, chance)) for _deal in range(SAMPLES)}

    numbers = [move.number for move in match.moves if move.number for _event in move.events]
    seats = {move.number: move.seat for move in match.moves}
    for number, (_event, _full, known) in zip(
        numbers, befores(telling, match.moves, FEW_SEATS), strict=True
    ):
        if (seats[number], number) in counted:
            own = possible(known[seats[number]], seats[number] or 0)
            others = [possible(known[seat], seat) for seat in range(FEW_SEATS)]
            assert len(own) > 1
            assert any(own - other for other in others)


def test_where_nobody_else_is_there_to_tell_nothing_counts(telling: Title[Any]) -> None:
    assert _fits(telling.slug, 0, 0, 1) == {}


def test_a_match_that_takes_too_long_says_nothing(telling: Title[Any]) -> None:
    match, chance = played(telling, 0, 0), Chance(b"y" * 16)
    left = iter([True, True])
    found = fits_to_secrets(
        telling,
        match.moves,
        range(FEW_SEATS),
        counts=lambda _move: True,
        chance=chance,
        has_time=lambda: next(left, False),
    )
    assert found is None
