"""Emerald on a page: what a seat knows, as its template places it, and what is said about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine import Action, Move
from games.presentation.choices import Choice, by_action
from games.presentation.ends import MatchEnd
from games.presentation.people import Piece, RoleChip
from games.presentation.presenter import Presenter
from games.presentation.sentences import SentenceMaker
from games.titles.emerald.board import RAIL_LENGTH
from games.titles.emerald.cards import colours_of, owner_of
from games.titles.emerald.rules import awaiting
from games.titles.emerald.state import State

from . import claims, log, moving, rulings, story, talk, words
from .board import Board, board, scene
from .changes import last_changes
from .choices import Answer, answers, barred_id, barred_knights
from .effects import EFFECTS, RULE_OF
from .ends import Standing, final, result
from .first import EmeraldCoach
from .knowing import knowing
from .people import BonusShown, Person, Purse, bonuses, people, purse
from .rulebook import rulebook

__all__ = ["option_labels", "refusal", "result", "role_chip", "sentence", "table", "why_not"]


@dataclass(frozen=True, slots=True)
class Lair:
    """The dragon in words, and its last roll."""

    says: str
    rail: str
    rolled: int | None
    rolled_label: str


@dataclass(frozen=True, slots=True)
class Peak:
    """The dragon over a field with knights: the moment that everyone waits for."""

    heading: str
    says: str
    knights: Sequence[str]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Table:
    """What the template places, and all it is given."""

    phase: str
    is_my_turn: bool
    chip: RoleChip | None
    board: Board
    lair: Lair
    says: str
    hint: str
    peak: Peak | None
    answers: Sequence[Answer]
    people: tuple[Person, ...]
    purse: Purse | None
    bonuses: tuple[BonusShown, ...]
    final: MatchEnd[Standing] | None

    @property
    def choices(self) -> Mapping[str, Choice]:
        return by_action(answer for answer in self.answers if answer.value)


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    """The table as this seat sees it. `moves` led here; what the last ones changed is marked."""
    seen = scene(known, names, last_changes(moves))
    offered = answers(known, seen, seat, actions)
    lifted = {answer.group for answer in offered if answer.group is not None}
    return Table(
        phase=known.phase,
        is_my_turn=bool(actions),
        chip=role_chip(known, seat),
        board=board(seen, lifted),
        lair=lair(known),
        says=_says(known, actions, names),
        hint=_hint(known, actions),
        peak=peak(known, seat, names),
        answers=offered,
        people=people(known, seat, names),
        purse=purse(known, seat),
        bonuses=bonuses(known, seat, names),
        final=final(known, seat, names),
    )


def role_chip(known: State, seat: int | None) -> RoleChip | None:
    if seat is None or known.seats == 0 or known.phase == "over":
        return None
    mine = colours_of(known.seats, seat)
    name = _("You play {colours}").format(colours=words.colours(mine))
    return RoleChip(name, _("Most coins win at the end."))


def why_not(known: State, seat: int | None) -> dict[str, str]:
    """Why knights of this seat cannot be moved, by the ids of the answers that they are not."""
    return {barred_id(group): why for group, why in barred_knights(known, seat).items()}


def lair(known: State) -> Lair:
    if known.facing == "chamber":
        says = _("The dragon lies on {field}, facing the chamber.")
    else:
        says = _("The dragon lies on {field}, facing the entrance.")
    rail = _("Its rail covers {first}–{last}. A knight that stops there wakes it.")
    rolled = known.rolled
    return Lair(
        says=says.format(field=known.dragon),
        rail=rail.format(first=known.rail, last=known.rail + RAIL_LENGTH - 1),
        rolled=rolled,
        rolled_label="" if rolled is None else _("last roll: {number}").format(number=rolled),
    )


# The bar


def _says(known: State, actions: Sequence[Action], names: Sequence[str]) -> str:
    """What the bar says before anything is chosen."""
    if known.phase == "over":
        return _("The match is over.")
    if actions and known.phase == "move" and known.knights_moved:
        return _("Move a second knight, or stop")
    mine, other = {
        "move": (_("Move a knight"), _("{name} moves a knight")),
        "take": (_("Take one card on field {field}"), _("{name} takes a card on field {field}")),
        "catch": (_("Whom does the dragon catch?"), _("{name} chooses whom the dragon catches")),
        "answer": (
            _("Pay the dragon, or give the knight up?"),
            _("{name} pays the dragon or gives a knight up"),
        ),
    }[known.phase]
    name = words.listed([names[place] for place in sorted(awaiting(known))])
    return (mine if actions else other).format(name=name, field=known.stopped_at)


def _hint(known: State, actions: Sequence[Action]) -> str:
    if not actions or known.phase != "move":
        return ""
    if known.knights_moved:
        return _("The first knight took no card, so you may move one more.")
    return _("Each knight goes as many fields as there are knights on its field (dark number).")


# The dragon's catch


def peak(known: State, seat: int | None, names: Sequence[str]) -> Peak | None:
    reader = SentenceMaker(seat, names)
    if known.phase == "answer" and known.caught is not None:
        owner = owner_of(known.seats, known.caught)
        mine, other = _("The dragon has caught your knight"), _("{name} is caught")
        says = _("{knight} on field {field}. One gold card of any value frees it.")
        return Peak(
            heading=reader.text(owner, mine, other),
            says=says.format(knight=words.KNIGHTS[known.caught], field=known.dragon),
            knights=[f"knight-{known.caught}"],
            is_mine=owner == seat,
        )
    if known.phase == "catch":
        there = [colour for colour, places in known.knights.items() if known.dragon in places]
        mine = _("It catches one of the knights there; you choose which.")
        other = _("It catches one of the knights there; {name} chooses which.")
        return Peak(
            heading=_("The dragon stops on field {field}").format(field=known.dragon),
            says=reader.text(known.turn, mine, other),
            knights=[f"knight-{colour}" for colour in there],
            is_mine=known.turn == seat,
        )
    return None


# What the site asks


def piece(known: State, seat: int, names: Sequence[str]) -> Piece | None:
    """A knight, of the first colour that the seat plays."""
    colours = colours_of(known.seats, seat) if known.seats else ()
    return Piece(f"knight-{colours[0]}") if colours else None


class EmeraldPresenter(Presenter[State]):
    template = "emerald/table.html"
    picture = "emerald/picture.svg"
    draws_chip = True

    table = staticmethod(table)
    role_chip = staticmethod(role_chip)
    piece = staticmethod(piece)
    why_not = staticmethod(why_not)
    sentence = staticmethod(log.sentence)
    motions = staticmethod(moving.motions)
    moment = staticmethod(moving.moment)
    result = staticmethod(result)
    facts = words.FACTS
    effects = EFFECTS
    rule_of = RULE_OF
    rulebook = staticmethod(rulebook)
    phrases = talk.PHRASES
    place = staticmethod(talk.place)
    place_mark = staticmethod(talk.place_mark)
    knowing = staticmethod(knowing)
    claimable = staticmethod(claims.claimable)
    claim_words = staticmethod(claims.claim_words)
    objections = staticmethod(claims.objections)
    claim_truth = staticmethod(claims.claim_truth)
    coach = EmeraldCoach()
    former_rules = staticmethod(rulings.former_rules)
    activities = story.ACTIVITIES
    turning_point = staticmethod(story.turning_point)
    measures = staticmethod(story.measures)
    revealed = staticmethod(story.revealed)

    def score(self, points: int) -> str:
        return words.coins(points)


presenter = EmeraldPresenter()
option_labels, refusal, sentence = presenter.option_labels, presenter.refusal, presenter.sentence
