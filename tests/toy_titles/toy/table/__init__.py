"""The toy title on a page: what a seat knows, as its template places it. One of every hook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, Event, Maybe, Move, Round, is_known
from games.presentation.choices import Choice, by_action, choice_of
from games.presentation.claims import claim_code
from games.presentation.motions import Moment
from games.presentation.people import RoleChip
from games.presentation.presenter import Presenter, RoleShown
from games.titles.toy.events import Shown
from games.titles.toy.rules import awaiting
from games.titles.toy.state import State

from . import claims, log, rulings, story, suspecting, talk, words
from .knowing import knowing


@dataclass(frozen=True, slots=True)
class Token:
    id: str
    name: str
    colour: str
    number: str
    is_mine: bool
    is_awaited: bool
    score: int


@dataclass(frozen=True, slots=True)
class Table:
    heading: str
    tokens: tuple[Token, ...]
    choices: Mapping[str, Choice]
    chip: RoleChip | None
    barred: Mapping[str, str]
    people: tuple[()] = ()


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    heading = _("Round {number} of {rounds}").format(number=known.number, rounds=known.rounds)
    tokens = tuple(_token(known, place, seat, names) for place in range(known.seats))
    choices = by_action(_choice(action, names) for action in actions)
    return Table(heading, tokens, choices, role_chip(known, seat), why_not(known, seat))


def _token(known: State, place: int, seat: int | None, names: Sequence[str]) -> Token:
    return Token(
        id=log.token_id(place),
        name=names[place],
        colour=known.colours[place],
        number=_face(known.tokens[place].value),
        is_mine=place == seat,
        is_awaited=place in awaiting(known),
        score=known.scores[place],
    )


def _face(value: Maybe[int]) -> str:
    return str(value) if is_known(value) else _("face down")


def _choice(action: Action, names: Sequence[str]) -> Choice:
    verb = _verb(action, names)
    if action["do"] != "vote":
        return choice_of(action, verb, verb)
    says = _("Vote for {name} for good").format(name=names[action["for"]])
    return choice_of(action, says, verb, then=_("Nobody sees it yet."))


def _verb(action: Action, names: Sequence[str]) -> str:
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


def why_not(known: State, seat: int | None) -> Mapping[str, str]:
    """Whoever has asked waits for the answer."""
    if seat is None or known.phase != "answer" or seat != known.turn:
        return {}
    return {"ask": _("You have asked already.")}


def role_chip(known: State, seat: int | None) -> RoleChip | None:
    if seat is None:
        return None
    face = _face(known.tokens[seat].value)
    return RoleChip(_("Number {number}").format(number=face), _("Vote for the highest number."))


def option_labels() -> Mapping[str, str]:
    return {
        "rounds": _("Rounds"),
        "polite": _("Whoever is asked must show"),
        "starter": _("Who begins"),
    }


def result(round: Round) -> str:  # noqa: A002 - the contract's word
    points = list((round.result or {})["points"])
    text = ngettext("{count} vote was right.", "{count} votes were right.", sum(points))
    return text.format(count=sum(points))


def moment(
    event: Event, known_before: State, seat: int | None, names: Sequence[str]
) -> Moment | None:
    if not isinstance(event, Shown) or event.to != seat or not is_known(event.number):
        return None
    text = _("{name}’s number is {number}.").format(name=names[event.seat], number=event.number)
    about = claim_code("number", event.seat)
    return Moment(kind="secret", heading=text, says=_("Only you know."), about=about)


class ToyPresenter(Presenter[State]):
    template = "toy/table.html"
    picture = "toy/picture.svg"

    table = staticmethod(table)
    role_chip = staticmethod(role_chip)
    why_not = staticmethod(why_not)
    sentence = staticmethod(log.sentence)
    moment = staticmethod(moment)
    result = staticmethod(result)
    facts = words.FACTS
    phrases = talk.PHRASES
    place = staticmethod(talk.place)
    place_mark = staticmethod(talk.place_mark)
    knowing = staticmethod(knowing)
    claimable = staticmethod(claims.claimable)
    claim_words = staticmethod(claims.claim_words)
    objections = staticmethod(claims.objections)
    claim_truth = staticmethod(claims.claim_truth)
    suspicions = suspecting.SUSPICIONS
    side = staticmethod(suspecting.side)
    option_labels = staticmethod(option_labels)
    former_rules = staticmethod(rulings.former_rules)
    activities = story.ACTIVITIES
    turning_point = staticmethod(story.turning_point)
    measures = staticmethod(story.measures)
    why_decided = staticmethod(story.why_decided)
    revealed = staticmethod(story.revealed)

    def roles(self, round: Round) -> list[RoleShown | None]:  # noqa: A002 - the contract's word
        shown, result = round.shown or {}, round.result or {}
        return [
            RoleShown(_("Even") if number % 2 == 0 else _("Odd"), result["points"][seat] > 0)
            for seat, number in enumerate(shown.get("numbers", ()))
        ]


presenter = ToyPresenter()
refusal, sentence = presenter.refusal, presenter.sentence
