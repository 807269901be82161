"""The toy title on a page: what a seat knows, as its template places it, and events in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, EngineError, Event, Maybe, Move, Round, is_known
from games.engine.canonical import canonical_json

from .events import Asked, Closed, Dealt, Kept, Passed, Scored, Shown, Started, Voted
from .rules import awaiting
from .state import State


@dataclass(frozen=True, slots=True)
class Token:
    name: str
    colour: str
    number: str
    is_mine: bool
    is_awaited: bool
    score: int


@dataclass(frozen=True, slots=True)
class Choice:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Table:
    heading: str
    tokens: Sequence[Token]
    choices: Sequence[Choice]


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    heading = _("Round {number} of {rounds}").format(number=known.number, rounds=known.rounds)
    tokens = [_token(known, place, seat, names) for place in range(known.seats)]
    choices = [Choice(_label(action, names), canonical_json(action)) for action in actions]
    return Table(heading, tokens, choices)


def _token(known: State, place: int, seat: int | None, names: Sequence[str]) -> Token:
    return Token(
        name=names[place],
        colour=known.colours[place],
        number=_face(known.tokens[place].value),
        is_mine=place == seat,
        is_awaited=place in awaiting(known),
        score=known.scores[place],
    )


def _face(value: Maybe[int]) -> str:
    return str(value) if is_known(value) else _("face down")


def _label(action: Action, names: Sequence[str]) -> str:
    match action["do"]:
        case "ask":
            return _("Ask {name}").format(name=names[action["seat"]])
        case "vote":
            return _("Vote for {name}").format(name=names[action["for"]])
        case "show":
            return _("Show your number")
        case "keep":
            return _("Keep it to yourself")
        case _:
            return _("Pass")


def sentence(event: Event, known_before: State, seat: int | None, names: Sequence[str]) -> str:
    match event:
        case Started():
            return _("The match begins.")
        case Dealt():
            text = _("Round {number}: {name} begins.")
            return text.format(number=event.number, name=names[event.starter])
        case Asked():
            return _("{name} asks {other}.").format(name=names[event.seat], other=names[event.of])
        case Shown():
            return _shown(event, names)
        case Kept():
            return _("{name} keeps it secret.").format(name=names[event.seat])
        case Passed():
            return _("{name} passes.").format(name=names[event.seat])
        case Voted():
            return _("{name} votes.").format(name=names[event.seat])
        case Closed():
            return _("The clock closes the vote.")
        case Scored():
            return _("Numbers: {numbers}.").format(numbers=", ".join(map(str, event.numbers)))
        case _:
            return ""


def _shown(event: Shown, names: Sequence[str]) -> str:
    if is_known(event.number):
        text = _("{name} shows {other} the number {number}.")
    else:
        text = _("{name} shows {other} a number.")
    return text.format(name=names[event.seat], other=names[event.to], number=event.number)


def refusal(error: EngineError) -> str:
    return error.message


def why_not(known: State, seat: int | None) -> Mapping[str, str]:
    return {}


def role_chip(known: State, seat: int | None) -> tuple[str, str] | None:
    """What I am, and what wins for me."""
    if seat is None:
        return None
    face = _face(known.tokens[seat].value)
    return _("Number {number}").format(number=face), _("Vote for the highest number.")


def option_labels() -> Mapping[str, str]:
    return {
        "rounds": _("Rounds"),
        "polite": _("Whoever is asked must show"),
        "starter": _("Who begins"),
    }


def result(played: Round) -> str:
    points = list((played.result or {})["points"])
    text = ngettext("{count} vote was right.", "{count} votes were right.", sum(points))
    return text.format(count=sum(points))
