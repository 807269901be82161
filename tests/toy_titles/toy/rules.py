"""The rules of the toy title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine import Action, Draws, Event, IllegalAction, Maybe, Outcome, Round, Seat, is_known

from .events import Asked, Closed, Dealt, Kept, Passed, Scored, Shown, Started, Voted
from .state import State

MATERIAL = 1
A_DAY = 24 * 60 * 60

FORMS: dict[str, dict[str, Any]] = {
    "ask": {"seat": int},
    "pass": {},
    "show": {},
    "keep": {},
    "vote": {"for": int},
}


def box(seats: int) -> dict[str, list[str | int]]:
    return {"tokens": [f"{colour}{n}" for colour in ("blue", "red") for n in range(1, 5)]}


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


def set_up(seats: int, options: Mapping[str, Any], chance: Draws) -> list[Event]:
    started = Started(
        material=MATERIAL,
        seats=seats,
        rounds=options["rounds"],
        polite=options["polite"],
    )
    # T1: everyone gets a token; all see its back, its holder alone sees its front.
    starter = Seat(0) if options["starter"] == "first" else Seat(chance.pick(seats))
    return [started, _deal(seats, 1, starter, chance)]


def _deal(seats: int, number: int, starter: Seat, chance: Draws) -> Dealt:
    tokens = chance.shuffle([str(token) for token in box(seats)["tokens"]])
    backs = tuple(token[:-1] for token in tokens)
    fronts = tuple(int(token[-1]) for token in tokens)
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


def explain(state: State, seat: int, action: Action) -> IllegalAction:
    if action["do"] in ("ask", "vote"):
        return IllegalAction("no_such_seat", "There is no such seat to name.")
    return IllegalAction("not_now", "That cannot be done now.")


def decide(state: State, seat: int | None, action: Action, chance: Draws) -> list[Event]:
    verb = action["do"]
    if seat is None:
        # T5: after a day the clock closes the vote; who has not voted abstains.
        late = tuple(Seat(s) for s in range(state.seats) if s not in state.votes)
        return [Closed(abstained=late), *_close_vote(state, dict(state.votes), chance)]
    me = Seat(seat)
    # T2: in turn, each seat may ask another to show its number, or pass.
    if verb == "ask":
        asked = Seat(action["seat"])
        events: list[Event] = [Asked(seat=me, of=asked)]
        if state.polite:
            events.append(_show(state, asked, me))
        return events
    # T3: the seat asked shows its number to the asker alone, or keeps it to itself.
    if verb == "show":
        return [_show(state, me, state.turn)]
    if verb == "keep":
        return [Kept(seat=me)]
    if verb == "pass":
        return [Passed(seat=me)]
    # T4: all vote at once, in secret.
    voted = Voted(seat=me, choice=action["for"])
    votes = {**state.votes, me: voted.choice}
    return [voted, *(_close_vote(state, votes, chance) if len(votes) == state.seats else [])]


def _show(state: State, seat: Seat, to: Seat) -> Shown:
    return Shown(seat=seat, to=to, number=state.tokens[seat].value)


def _close_vote(state: State, votes: Mapping[Seat, Maybe[int]], chance: Draws) -> list[Event]:
    numbers = tuple(slot.value for slot in state.tokens if is_known(slot.value))
    cast: list[int | None] = []
    for seat in range(state.seats):
        vote = votes.get(Seat(seat))
        cast.append(vote if isinstance(vote, int) else None)
    # T6: a vote for the highest number is a point; the next round starts one seat further on.
    points = tuple(1 if vote is not None and numbers[vote] == max(numbers) else 0 for vote in cast)
    events: list[Event] = [Scored(numbers=numbers, votes=tuple(cast), points=points)]
    if state.number < state.rounds:
        starter = Seat((state.starter + 1) % state.seats)
        events.append(_deal(state.seats, state.number + 1, starter, chance))
    return events


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


def imagine(known: State, seat: int | None, chance: Draws) -> State:
    state = known.copy()
    places = [*zip(state.colours, state.tokens, strict=True)]
    places += zip(state.rest_colours, state.rest, strict=True)
    for colour in ("blue", "red"):
        slots = [slot for back, slot in places if back == colour]
        seen = {slot.value for slot in slots if slot.is_known()}
        fronts = iter(chance.shuffle([n for n in range(1, 5) if n not in seen]))
        for slot in slots:
            slot.fill(fronts)
    for voter, vote in state.votes.items():
        state.votes[voter] = vote if is_known(vote) else chance.pick(state.seats)
    return state


def picture(state: State) -> str:
    tokens = [f"{c} {slot.value}" for c, slot in zip(state.colours, state.tokens, strict=True)]
    return f"round {state.number}: " + ", ".join(tokens)
