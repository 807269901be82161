"""The rules of the toy title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import (
    Action,
    Decision,
    Draws,
    Event,
    Maybe,
    Outcome,
    Round,
    Seat,
    is_known,
)

from .cards import MATERIAL, TOKENS, token_parts
from .events import Asked, Closed, Dealt, Kept, Passed, Scored, Shown, Started, Voted
from .state import State, evolve

A_DAY = 24 * 60 * 60

FORMS: dict[str, dict[str, Any]] = {
    "ask": {"seat": int},
    "pass": {},
    "show": {},
    "keep": {},
    "vote": {"for": int},
}


def set_up(seats: int, options: Mapping[str, Any], rules: int, chance: Draws) -> list[Event]:
    started = Started(
        material=MATERIAL,
        seats=seats,
        rounds=options["rounds"],
        polite=options["polite"],
        rules=rules,
    )
    starter = Seat(0) if options["starter"] == "first" else Seat(chance.pick(seats))
    return [started, _deal(seats, 1, starter, chance)]


# T1: everyone gets a token; all see its back, its holder alone sees its front.
def _deal(seats: int, number: int, starter: Seat, chance: Draws) -> Dealt:
    backs, fronts = zip(*map(token_parts, chance.shuffle(TOKENS)), strict=True)
    return Dealt(
        number=number,
        starter=starter,
        colours=backs[:seats],
        numbers=fronts[:seats],
        rest_colours=backs[seats:],
        rest_numbers=fronts[seats:],
    )


def awaiting(state: State) -> frozenset[int]:
    if state.phase == "turns":
        return frozenset({state.turn})
    if state.phase == "answer" and state.asked is not None:
        return frozenset({state.asked})
    if state.phase == "vote":
        return frozenset(range(state.seats)) - state.votes.keys()
    return frozenset()


def actions(state: State, seat: int | None) -> list[Action]:
    if seat is None or seat not in awaiting(state):
        return []
    if state.phase == "answer":
        return [{"do": "show"}, {"do": "keep"}]
    if state.phase == "vote":
        return [{"do": "vote", "for": other} for other in range(state.seats)]
    others = [other for other in range(state.seats) if other != seat]
    return [*({"do": "ask", "seat": other} for other in others), {"do": "pass"}]


def decide(state: State, seat: int | None, action: Action, chance: Draws) -> list[Event]:
    decision = Decision(evolve, state, chance)
    if seat is None:
        _close_vote(decision)
    elif action["do"] == "ask":
        _ask(decision, Seat(seat), Seat(action["seat"]))
    elif action["do"] == "show":
        decision.add(_show(state, Seat(seat), state.turn))
    elif action["do"] == "keep":
        decision.add(Kept(seat=Seat(seat)))
    elif action["do"] == "pass":
        decision.add(Passed(seat=Seat(seat)))
    else:
        _vote(decision, Seat(seat), action["for"])
    return decision.events


# T2: in turn, each seat may ask another to show its number, or pass.
def _ask(decision: Decision[State], seat: Seat, other: Seat) -> None:
    decision.add(Asked(seat=seat, of=other))
    if decision.state.polite:
        decision.add(_show(decision.state, other, seat))


# T3: the seat asked shows its number to the asker alone, or keeps it to itself.
def _show(state: State, seat: Seat, to: Seat) -> Shown:
    return Shown(seat=seat, to=to, number=state.tokens[seat].value)


# T4: all vote at once, in secret.
def _vote(decision: Decision[State], seat: Seat, choice: int) -> None:
    decision.add(Voted(seat=seat, choice=choice))
    if not awaiting(decision.state):
        _score(decision)


# T5: after a day the clock closes the vote; who has not voted abstains. By rules 2 they count as
# having voted for themselves.
def _close_vote(decision: Decision[State]) -> None:
    decision.add(Closed(abstained=tuple(map(Seat, sorted(awaiting(decision.state))))))
    _score(decision)


# T6: a vote for the highest number is a point; the next round starts one seat further on.
def _score(decision: Decision[State]) -> None:
    state = decision.state
    numbers = tuple(slot.known_value() for slot in state.tokens)
    votes = tuple(_cast(state, Seat(seat)) for seat in range(state.seats))
    points = tuple(int(vote is not None and numbers[vote] == max(numbers)) for vote in votes)
    decision.add(Scored(numbers=numbers, votes=votes, points=points))
    if state.number < state.rounds:
        starter = Seat((state.starter + 1) % state.seats)
        decision.add(_deal(state.seats, state.number + 1, starter, decision.chance))


def _cast(state: State, seat: Seat) -> int | None:
    """A seat's vote, or what counts as it for one that abstained."""
    vote = state.votes.get(seat, seat if state.rules >= 2 else None)
    return vote if isinstance(vote, int) else None


def lapse(state: State) -> tuple[int, Action] | None:
    return (A_DAY, {"do": "lapse"}) if state.phase == "vote" else None


def rounds(state: State) -> list[Round]:
    played = [
        Round(
            number=number,
            starter=starter,
            result={"points": list(scored.points)},
            shown={"numbers": list(scored.numbers), "votes": list(scored.votes)},
        )
        for number, (starter, scored) in enumerate(
            zip(state.starters, state.results, strict=False), start=1
        )
    ]
    if len(state.starters) > len(played):
        played.append(Round(number=state.number, starter=state.starter))
    return played


def outcome(state: State) -> Outcome | None:
    if state.phase != "scored":
        return None
    scores = tuple(state.scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(scores=scores, winners=winners, reason="rounds_played")


# Where everything is


def box(seats: int) -> dict[str, Sequence[str | int]]:
    return {"tokens": TOKENS}


def census(state: State) -> dict[str, list[Maybe[str | int]]]:
    if state.number == 0:
        return {deck: list(cards) for deck, cards in box(state.seats).items()}
    backs = [*state.colours, *state.rest_colours]
    fronts = [slot.value for slot in [*state.tokens, *state.rest]]
    return {
        "tokens": [
            f"{back}{front}" if is_known(front) else front
            for back, front in zip(backs, fronts, strict=True)
        ]
    }
