"""Self-play finds what is planted: the toy title, broken in one way for every kind of invariant."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from games.engine import (
    UNKNOWN,
    Chance,
    IllegalAction,
    Outcome,
    Title,
    invariants,
    is_known,
    redact,
)
from games.engine.invariants import WatchedMatch
from games.engine.selfplay import MIXED, bots_for, play
from tests.engine.matches import toy

SEATS = 3
MATCHES = 60  # some things are looked at now and then only

# From the toy title to what is to be otherwise in it.
Plant = Callable[[Title[Any]], dict[str, Any]]


def is_full(state: Any) -> bool:
    """Is it the whole state, rather than what somebody knows? The rest is shown to nobody."""
    return all(slot.is_known() for slot in state.rest)


def answering(name: str, change: Callable[[Any, Any], Any]) -> Plant:
    """One of its functions answers otherwise: by the state, and by what it should answer."""

    def plant(title: Title[Any]) -> dict[str, Any]:
        rightly = getattr(title, name)
        return {name: lambda state, *rest: change(state, rightly(state, *rest))}

    return plant


def folding(change: Callable[[Any, Any], None]) -> Plant:
    """After an event of this kind, something happens to the state that should not."""

    def plant(title: Title[Any]) -> dict[str, Any]:
        def evolve(state: Any, event: Any) -> None:
            title.evolve(state, event)
            change(state, event)

        return {"evolve": evolve}

    return plant


def imagining(change: Callable[[Any, Any], None]) -> Plant:
    """Something happens to what is known or to what is imagined from it."""

    def plant(title: Title[Any]) -> dict[str, Any]:
        def imagine(known: Any, seat: int | None, chance: Any) -> Any:
            imagined = title.imagine(known, seat, chance)
            change(known, imagined)
            return imagined

        return {"imagine": imagine}

    return plant


# What is planted


def spectators_see_what_is_shown(state: Any, event: Any) -> None:
    if event.type == "toy.shown" and not any(slot.is_known() for slot in state.tokens):
        state.tokens[event.seat].value = 1


def others_guess_a_vote(state: Any, event: Any) -> None:
    if event.type == "toy.voted" and not is_known(event.choice):
        state.votes[event.seat] = 99


def a_token_is_forgotten_by_all(state: Any, event: Any) -> None:
    if event.type == "toy.passed":
        state.rest[0].value = UNKNOWN


def later_folds_are_other_folds() -> Callable[[Any, Any], None]:
    folds: list[str] = []

    def change(state: Any, event: Any) -> None:
        if event.type == "toy.started":
            folds.append(event.type)
            state.polite = state.polite != (len(folds) > SEATS + 2)

    return change


def points_in_a_list(state: Any, events: list[Any]) -> list[Any]:
    return [
        replace(event, points=list(event.points)) if event.type == "toy.scored" else event
        for event in events
    ]


def touching_the_state(state: Any, events: list[Any]) -> list[Any]:
    state.turns_taken += 1
    return events


def other_votes_when_asked_again() -> Callable[[Any, list[Any]], list[Any]]:
    asked: list[int] = []

    def change(state: Any, events: list[Any]) -> list[Any]:
        asked.append(1)
        return [
            replace(event, choice=len(asked) % 2) if event.type == "toy.voted" else event
            for event in events
        ]

    return change


def known_is_changed(known: Any, imagined: Any) -> None:
    known.rest_colours = known.rest_colours[::-1]


def another_starter(known: Any, imagined: Any) -> None:
    imagined.starter = (imagined.starter + 1) % SEATS


def votes_stay_unknown(known: Any, imagined: Any) -> None:
    imagined.votes = known.votes.copy()


def a_token_twice(known: Any, imagined: Any) -> None:
    imagined.rest[0].value = imagined.rest[1].value
    imagined.rest_colours = (imagined.rest_colours[1], *imagined.rest_colours[1:])


def the_next_turn(known: Any, imagined: Any) -> None:
    imagined.turn = (imagined.turn + 1) % SEATS


def endless_rounds(known: Any, imagined: Any) -> None:
    imagined.rounds = 10**6


def refused_by_what_is_known(title: Title[Any]) -> dict[str, Any]:
    return {
        "explain": lambda known, seat, action: IllegalAction(
            "no", "No, {knows}.", {"knows": sum(slot.is_known() for slot in known.rest)}
        )
    }


def votes_are_refused(title: Title[Any]) -> dict[str, Any]:
    return {
        "similar": lambda known, seat, action: [
            listed for listed in title.actions(known, seat) if listed["do"] != "vote"
        ]
    }


def votes_for_nothing(state: Any, listed: list[Any]) -> list[Any]:
    return [{**action, "for": ()} if action["do"] == "vote" else action for action in listed]


OVER = Outcome(scores=(0,) * SEATS, winners=(0,), reason="early")

PLANTED: list[tuple[str, Plant]] = [
    # After every event
    ("toy.scored changes in JSON", answering("decide", points_in_a_list)),
    ("spectators know something that seat", folding(spectators_see_what_is_shown)),
    ("knows something that is not so", folding(others_guess_a_vote)),
    (
        "a reader counts 7 cards",
        answering("census", lambda state, cards: {"tokens": cards["tokens"][1:]}),
    ),
    (
        "a reader sees more cards",
        answering(
            "census",
            lambda state, cards: cards if is_full(state) else {"tokens": ["red1"] * 8},
        ),
    ),
    (
        "are not the box's",
        answering("census", lambda state, cards: {"tokens": cards["tokens"][1:]}),
    ),
    # When something is decided
    ("decide changed what it was given", answering("decide", touching_the_state)),
    ("decide, asked again, decided otherwise", answering("decide", other_votes_when_asked_again())),
    ("something in the full state is unknown", folding(a_token_is_forgotten_by_all)),
    # After every move
    ("the move changes in JSON", answering("decide", points_in_a_list)),
    (
        "nobody is awaited and the match is not over",
        answering("awaiting", lambda state, seats: () if state.turns_taken else seats),
    ),
    (
        "somebody is awaited though the match is over",
        answering("outcome", lambda state, outcome: outcome or OVER),
    ),
    (
        "the clock's action is not a lapse",
        answering("lapse", lambda state, lapse: lapse and (1, {"do": "vote"})),
    ),
    (
        "sees others awaited",
        answering("awaiting", lambda state, seats: seats if is_full(state) else seats | {99}),
    ),
    (
        "sees another outcome",
        answering("rounds", lambda state, rounds: rounds if is_full(state) else []),
    ),
    (
        "sees another clock",
        answering("lapse", lambda state, lapse: lapse if is_full(state) else None),
    ),
    (
        "has other actions by its knowledge",
        answering("actions", lambda state, listed: listed if is_full(state) else listed[::-1]),
    ),
    (
        "is awaited without actions, or has actions without",
        answering("actions", lambda state, listed: [{"do": "pass"}]),
    ),
    ("is offered the same action twice", answering("actions", lambda state, listed: listed * 2)),
    (
        "is offered an action that changes in JSON",
        answering("actions", votes_for_nothing),
    ),
    ("and refused: ", votes_are_refused),
    ("which is not offered", lambda title: {"similar": lambda known, seat, action: [action]}),
    ("for another reason than the full state has", refused_by_what_is_known),
    # Now and then: what a seat imagines
    ("imagine changed what it was given", imagining(known_is_changed)),
    ("imagines something that it knows to be otherwise", imagining(another_starter)),
    ("leaves something unknown in what it imagines", imagining(votes_stay_unknown)),
    ("imagines other cards of tokens", imagining(a_token_twice)),
    ("imagines others awaited", imagining(the_next_turn)),
    ("imagines other actions for itself", imagining(the_next_turn)),
    ("imagines never ends", imagining(endless_rounds)),
    # After the match
    ("the match did not end", answering("outcome", lambda state, outcome: None)),
    ("folding the log gives another state", folding(later_folds_are_other_folds())),
    ("folding the copy of", folding(later_folds_are_other_folds())),
    ("the match changes in a match file", answering("decide", points_in_a_list)),
    ("does not verify", answering("decide", other_votes_when_asked_again())),
]


def is_found(sentence: str, title: Title[Any]) -> bool:
    return any(
        sentence in violation for seed in range(MATCHES) for violation in violations(title, seed)
    )


def violations(title: Title[Any], seed: int) -> list[str]:
    """What a match finds in itself. A broken title may break it off: what was found until then."""
    watcher, chance = Chance.seeded(f"watcher {seed}"), Chance.seeded(seed)
    match = WatchedMatch(title, seats=SEATS, watcher=watcher, secret=str(seed).encode())
    with suppress(ValueError):
        play(match, bots_for(title, MIXED, SEATS, chance), chance)
        match.finish()
    return match.violations


@pytest.mark.parametrize(("sentence", "plant"), PLANTED, ids=[sentence for sentence, _ in PLANTED])
def test_what_is_planted_is_found(
    sentence: str, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invariants, "LONGEST_MATCH", 200)
    assert is_found(sentence, replace(toy(), **plant(toy())))


def test_nothing_is_found_where_nothing_is_planted() -> None:
    for seed in range(MATCHES):
        assert violations(toy(), seed) == []


@pytest.mark.parametrize(
    ("sentence", "copied"),
    [
        ("a copy of the state is not equal to it", lambda state, twin: twin.scores.append(0)),
        (
            "what happens to a copy of the state happens to the state",
            lambda state, twin: setattr(twin, "starters", state.starters),
        ),
    ],
)
def test_a_copy_that_is_none_is_found(
    sentence: str, copied: Callable[[Any, Any], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    State = type(toy().initial())  # noqa: N806
    rightly = State.copy

    def copy(state: Any) -> Any:
        twin = rightly(state)
        copied(state, twin)
        return twin

    monkeypatch.setattr(State, "copy", copy)
    assert is_found(sentence, toy())


def another_seat_passed(event: Any, seat: int | None) -> Any:
    if event.type == "toy.passed":
        return replace(event, seat=(event.seat + 1) % SEATS)
    return redact(event, seat)


def points_in_a_list_for_readers(event: Any, seat: int | None) -> Any:
    return replace(event, points=[0] * SEATS) if event.type == "toy.scored" else redact(event, seat)


@pytest.mark.parametrize(
    ("sentence", "redacting"),
    [
        ("redacting toy.passed twice changes it", another_seat_passed),
        ("reads it changes in JSON", points_in_a_list_for_readers),
    ],
)
def test_an_engine_that_redacts_badly_is_found(
    sentence: str, redacting: Callable[[Any, int | None], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invariants, "redact", redacting)
    assert is_found(sentence, toy())
