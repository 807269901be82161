"""Verify: each of its three questions can fail alone, and some files cannot be asked at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import commitment
from games.engine.localmatch import LocalMatch
from games.engine.matchfile import MatchFile
from games.engine.verify import Report, verify
from tests.engine.matches import OPTIONS, change_move, match_file, sealed, toy


def answers(file: MatchFile) -> tuple[bool, bool, bool]:
    """Draws, rules, chain."""
    report = verify(file)
    assert report.impossible is None
    assert report.holds is all((report.draws.holds, report.rules.holds, report.chain.holds))
    return report.draws.holds, report.rules.holds, report.chain.holds


def with_fairness(file: MatchFile, **changes: Any) -> MatchFile:
    assert file.fairness is not None
    return replace(file, fairness=replace(file.fairness, **changes))


def last_vote(file: MatchFile) -> int:
    return max(m.number for m in file.moves if m.events[0].type == "toy.voted")


def forged_vote(file: MatchFile) -> MatchFile:
    """Another vote in the event than was asked for in the action."""
    number = last_vote(file) - 1
    voted: Any  # an event of the toy title
    [voted] = file.moves[number].events
    other = replace(voted, choice=(voted.choice + 1) % file.seats)
    return change_move(file, number, events=(other,))


def forged_draws(file: MatchFile) -> MatchFile:
    """The deal of a shuffle that the secret does not give: draws and events agree."""
    deal = file.moves[0]
    assert isinstance(deal.draws, tuple)
    starter, order = (draw["result"] for draw in deal.draws)
    order = [order[1], order[0], *order[2:]]
    draws = ({"call": "shuffle", "size": len(order), "result": order},)
    dealt: Any  # an event of the toy title
    started, dealt = deal.events
    fronts = tuple(int(token[-1]) for token in order)
    backs = tuple(token[:-1] for token in order)
    seats = file.seats
    dealt = replace(
        dealt,
        colours=backs[:seats],
        numbers=fronts[:seats],
        rest_colours=backs[seats:],
        rest_numbers=fronts[seats:],
    )
    return change_move(
        replace(file, moves=file.moves[:1]),
        0,
        draws=(deal.draws[0], *draws),
        events=(started, replace(dealt, starter=starter)),
    )


# The three questions


def test_a_match_as_it_was_played_verifies() -> None:
    report = verify(match_file())
    assert report.holds
    assert report.summary == f"replayed and verified: all {report.moves} moves match"


def test_progress_is_told_move_by_move() -> None:
    heard: list[int] = []
    file = match_file()
    verify(file, progress=heard.append)
    assert heard == list(range(len(file.moves)))


def test_a_draw_that_the_secret_does_not_give_is_found_even_if_all_else_fits() -> None:
    assert answers(sealed(forged_draws(match_file()))) == (False, True, True)


def test_an_event_that_the_rules_do_not_give_is_found_even_if_all_else_fits() -> None:
    assert answers(sealed(forged_vote(match_file()))) == (True, False, True)


def test_a_digest_that_is_not_the_moves_is_found_even_if_all_else_fits() -> None:
    assert answers(change_move(match_file(), 3, digest="0" * 64)) == (True, True, False)


def test_an_event_changed_by_somebody_without_the_secret_breaks_the_chain() -> None:
    assert answers(forged_vote(match_file())) == (True, False, False)


def test_a_time_changed_breaks_the_chain() -> None:
    assert answers(change_move(match_file(), 3, at="2024-05-01T12:00:00Z")) == (True, True, False)


@pytest.mark.parametrize(
    "draw",
    [
        {"call": "pick", "size": 0, "result": 0},
        {"call": "roll", "size": 0, "result": 1},
        {"call": "pick", "size": 2**70, "result": 1},
        {"call": "pick", "size": "3", "result": 1},
        {"call": "shuffle", "size": 1, "result": 1},
        {"call": "shuffle", "size": 2, "result": [1, "a"]},
        {"call": "toss", "size": 2, "result": 1},
        {"call": [], "size": None, "result": {}},
    ],
)
def test_a_draw_that_makes_no_sense_is_found_and_nothing_else_happens(
    draw: dict[str, Any],
) -> None:
    draws, _, _ = answers(change_move(match_file(), 1, draws=(draw,)))
    assert not draws


def test_a_draw_added_that_nobody_asked_for_is_found_by_the_rules() -> None:
    file = match_file()
    assert file.fairness is not None
    chance_gives = {"call": "pick", "size": 1, "result": 0}
    assert answers(sealed(change_move(file, 1, draws=(chance_gives,)))) == (True, False, True)


def test_a_secret_that_was_not_committed_to_is_found() -> None:
    other = b"another secret"
    report = verify(with_fairness(match_file(), secret=other))
    assert not report.draws.holds
    assert report.draws.problem == "the secret is not the one committed to"
    assert not report.chain.holds
    assert report.rules.holds


def test_a_secret_and_its_commitment_exchanged_together_give_other_draws() -> None:
    other = b"another secret"
    file = with_fairness(match_file(), secret=other, commitment=commitment(other))
    assert answers(sealed(file)) == (False, True, True)


def test_a_commitment_to_something_else_is_found() -> None:
    assert answers(with_fairness(match_file(), commitment="00" * 32)) == (False, True, True)


def test_contributions_changed_give_other_draws() -> None:
    file = with_fairness(match_file(), contributions=("a", None, None))
    assert answers(file) == (False, True, True)


def test_a_match_cut_at_its_end_verifies_as_far_as_it_goes() -> None:
    file = match_file()
    report = verify(replace(file, moves=file.moves[:4]))
    assert report.holds
    assert "all 4 moves" in report.summary


def test_a_move_cut_from_the_middle_is_found() -> None:
    file = match_file()
    rest = [replace(move, number=move.number - 1) for move in file.moves[3:]]
    assert answers(replace(file, moves=(*file.moves[:2], *rest))) == (False, False, False)


def test_a_move_by_a_seat_that_was_not_awaited_is_found() -> None:
    file = match_file()
    seat = (file.moves[1].seat or 0) + 1
    forged = sealed(change_move(file, 1, seat=seat % file.seats))
    report = verify(forged)
    assert report.rules.problem == "It is not your turn."
    assert report.rules.move == 1


def test_a_lapse_while_no_clock_ran_is_found() -> None:
    forged = change_move(match_file(), 1, seat=None, by="clock", action={"do": "lapse"})
    assert verify(sealed(forged)).rules.problem == "no clock was running"


def test_a_clocks_move_is_a_lapse_and_nothing_else() -> None:
    table = LocalMatch(toy(), seats=2, options={"rounds": 1})
    for _ in range(2):
        [seat] = toy().awaiting(table.state)
        table.submit(seat, {"do": "pass"})
    table.lapse()
    file = table.file()
    assert answers(file) == (True, True, True)
    forged = change_move(file, 3, action={"do": "vote", "for": 1})
    assert answers(sealed(forged)) == (True, False, True)


def test_an_event_that_cannot_be_folded_is_found_by_the_chain() -> None:
    file = match_file()
    dealt: Any  # an event of the toy title
    [_, dealt] = file.moves[0].events
    short = replace(dealt, colours=(), numbers=())
    forged = change_move(file, 0, events=(file.moves[0].events[0], short))
    report = verify(sealed(forged))
    assert not report.rules.holds
    assert not report.chain.holds


def test_a_problem_names_its_move() -> None:
    report = verify(change_move(match_file(), 3, digest="0" * 64))
    assert report.chain.move == 3
    assert str(report.chain) == "events and digests chain: no, move 3, the digest is another"
    assert report.summary.startswith("does not verify: events and digests chain: no, move 3")


# What is left out


def by_unknown_rules() -> MatchFile:
    """A match as it would be logged by rules that this code does not know."""
    file, number = match_file(), toy().version + 1
    opening, *rest = file.moves[0].events
    started: Any = opening  # of which mypy does not know that it is a dataclass
    events = (replace(started, rules=number), *rest)
    return sealed(replace(change_move(file, 0, events=events), version=number))


def test_a_match_by_rules_that_are_not_known_verifies_without_them() -> None:
    report = verify(by_unknown_rules())
    assert report.holds
    assert report.rules.skipped == "rules 3 are not known here, only up to 2"
    assert not report.rules.holds
    assert report.summary.startswith("verified but for the rules")
    assert "skipped" in str(report.rules)


def test_a_match_by_rules_that_are_not_known_still_needs_its_draws_and_digests() -> None:
    assert not verify(change_move(by_unknown_rules(), 3, digest="0" * 64)).holds


@pytest.mark.parametrize("rules", [1, 2])
def test_a_match_is_decided_again_by_its_own_rules(rules: int) -> None:
    """The clock closes the vote, which the two have different rulings for."""
    table = LocalMatch(toy(), seats=2, options=OPTIONS, rules=rules)
    while toy().lapse(table.state) is None:
        table.submit(min(toy().awaiting(table.state)), {"do": "pass"})
    table.lapse()
    file = table.file()
    assert file.version == rules
    assert answers(file) == (True, True, True)
    [scored] = [event for event in table.moves[-1].events if event.type == "toy.scored"]
    assert scored.to_json()["votes"] == ([0, 1] if rules == 2 else [None, None])


@pytest.mark.parametrize("said", [1, 3])
def test_a_match_that_says_other_rules_than_its_log_does_not_verify(said: int) -> None:
    report = verify(replace(match_file(), version=said))
    assert not report.holds
    assert str(report.rules).endswith(f"no, move 0, the log says rules 2, the match {said}")


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (match_file().copy_for(1), "one reader's copy"),
        (match_file().copy_for(None), "one reader's copy"),
        (replace(match_file(), fairness=None), "no fairness record"),
        (with_fairness(match_file(), secret=None), "the secret is not out yet"),
        (change_move(match_file(), 2, digest=None), "lacks draws or digests"),
        (change_move(match_file(), 2, draws=None), "lacks draws or digests"),
        (
            replace(match_file(), moves=match_file().copy_for(0).moves),
            "draws or actions are hidden",
        ),
    ],
)
def test_some_files_cannot_be_verified_and_it_is_said_why(file: MatchFile, why: str) -> None:
    report: Report = verify(file)
    assert not report.holds
    assert report.summary.startswith("cannot be verified: ")
    assert why in report.summary
