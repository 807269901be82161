"""The toy title's state, and how events change it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, assert_never

from games.engine import Maybe, Seat, Slot

from .events import (
    Asked,
    Closed,
    Dealt,
    Kept,
    Passed,
    Scored,
    Shown,
    Started,
    ToyEvent,
    Voted,
)


@dataclass(slots=True)
class State:
    seats: int = 0
    rules: int = 1
    rounds: int = 0
    polite: bool = False
    number: int = 0
    starter: Seat = Seat(0)
    phase: Literal["turns", "answer", "vote", "scored"] = "turns"
    turn: Seat = Seat(0)
    turns_taken: int = 0
    asked: Seat | None = None
    colours: tuple[str, ...] = ()
    tokens: list[Slot[int]] = field(default_factory=list)
    rest_colours: tuple[str, ...] = ()
    rest: list[Slot[int]] = field(default_factory=list)
    votes: dict[Seat, Maybe[int]] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)
    results: list[Scored] = field(default_factory=list)
    starters: list[Seat] = field(default_factory=list)

    def copy(self) -> State:
        return State(
            self.seats, self.rules, self.rounds, self.polite, self.number, self.starter,
            self.phase, self.turn, self.turns_taken, self.asked, self.colours,
            [slot.copy() for slot in self.tokens], self.rest_colours,
            [slot.copy() for slot in self.rest], self.votes.copy(), self.scores.copy(),
            self.results.copy(), self.starters.copy(),
        )  # fmt: skip


def evolve(state: State, event: ToyEvent) -> None:
    match event:
        case Started():
            state.seats, state.rules, state.rounds = event.seats, event.rules, event.rounds
            state.polite = event.polite
            state.scores = [0] * event.seats
        case Dealt():
            state.number, state.starter, state.turn = event.number, event.starter, event.starter
            state.phase, state.turns_taken = "turns", 0
            state.colours, state.rest_colours = event.colours, event.rest_colours
            state.tokens = [Slot(number) for number in event.numbers]
            state.rest = [Slot(number) for number in event.rest_numbers]
            state.votes = {}
            state.starters.append(event.starter)
        case Asked():
            state.phase, state.asked = "answer", event.of
        case Shown():
            state.tokens[event.seat].learn(event.number)
            _next_turn(state)
        case Kept() | Passed():
            _next_turn(state)
        case Voted():
            state.votes[event.seat] = event.choice
        case Closed():
            pass
        case Scored():
            state.phase = "scored"
            for slot, number in zip(state.tokens, event.numbers, strict=True):
                slot.turn_up(number)
            state.scores = [a + b for a, b in zip(state.scores, event.points, strict=True)]
            state.results.append(event)
        case _:
            assert_never(event)


def _next_turn(state: State) -> None:
    state.asked = None
    state.turns_taken += 1
    state.turn = Seat((state.turn + 1) % state.seats)
    state.phase = "vote" if state.turns_taken == state.seats else "turns"
