"""A decision: its events in order, the state they lead to, and no copy that nobody reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from games.engine import PUBLIC, Chance, Decision, Event, event


@event("decision_test.counted")
class Counted(Event):
    number: Annotated[int, PUBLIC]


@dataclass
class Tally:
    """A state that knows how often it was copied."""

    counted: list[int] = field(default_factory=list)
    copies: list[Tally] = field(default_factory=list)
    rules: int = 1

    def copy(self) -> Tally:
        self.copies.append(Tally(self.counted.copy()))
        return self.copies[-1]


def evolve(state: Tally, event: Counted) -> None:
    state.counted.append(event.number)


def decision(state: Tally) -> Decision[Tally]:
    return Decision(evolve, state, Chance.seeded("decision"))


def test_the_events_are_those_added_in_their_order() -> None:
    made = decision(Tally())
    for number in (3, 1, 2):
        made.add(Counted(number))
    assert made.events == [Counted(3), Counted(1), Counted(2)]


def test_the_state_is_read_after_all_events_so_far() -> None:
    made = decision(Tally([7]))
    read = [list(made.state.counted)]
    for number in (1, 2, 3):
        made.add(Counted(number))
        read.append(list(made.state.counted))
    assert read == [[7], [7, 1], [7, 1, 2], [7, 1, 2, 3]]


def test_several_events_added_between_two_readings_are_all_in_the_state() -> None:
    made = decision(Tally())
    for number in (1, 2):
        made.add(Counted(number))
    assert made.state.counted == [1, 2]
    for number in (3, 4):
        made.add(Counted(number))
    assert made.state.counted == [1, 2, 3, 4]


def test_the_state_that_was_given_is_never_changed() -> None:
    given = Tally([7])
    made = decision(given)
    made.add(Counted(1))
    assert made.state.counted == [7, 1]
    assert given.counted == [7]


def test_a_state_that_nobody_reads_after_an_event_is_not_copied() -> None:
    given = Tally()
    made = decision(given)
    assert made.state is given
    made.add(Counted(1))
    made.add(Counted(2))
    assert given.copies == []


def test_a_state_is_copied_once_however_often_it_is_read() -> None:
    given = Tally()
    made = decision(given)
    for number in (1, 2, 3):
        made.add(Counted(number))
        assert made.state is made.state
    assert len(given.copies) == 1
    assert made.state is given.copies[0]
    assert given.copies[0].copies == []
