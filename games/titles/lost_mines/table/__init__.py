"""The Lost Mines on a page: what a seat knows, as its template places it, and what is said of it.

Everything here is made from one seat's knowledge. Sentences are translated here; templates place
them. What the site calls is here; the modules beside it hold the parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Action, Move, Seat, is_known
from games.telling import Sentence, spoken
from games.titles.lost_mines.cards import SABOTEUR, SELFISH
from games.titles.lost_mines.scoring import team_of
from games.titles.lost_mines.state import State
from games.titles.lost_mines.walking import reach

from . import words
from .board import Board, board, scene
from .choices import Choice, choice
from .ends import Ending, Final, ending, final, result
from .hand import Discard, HeldCard, discards, hand
from .last import last_turn
from .log import sentence
from .refusals import refusal, why_not
from .seats import Person, Treasure, awaited_names, people, treasures, votes_missing
from .story import certain, deed, measures, turning_point, unveiled
from .walk import Blocked, Walk, blocked, leave, stay, walks

__all__ = [
    "RoleChip", "Sentence", "Table", "certain", "deed", "measures", "option_labels", "refusal",
    "result", "role_chip", "sentence", "table", "turning_point", "unveiled", "why_not",
]  # fmt: skip


class RoleChip(NamedTuple):
    """What I am and what wins for me. `symbol` is its picture in the title's sprite."""

    name: str
    wins: str
    symbol: str
    clan: str


@dataclass(frozen=True, slots=True)
class Step:
    """One of the three lanterns of a turn."""

    name: str
    note: str
    state: str  # "done", "now" or "later"


@dataclass(frozen=True, slots=True)
class Bar:
    """What is said before anything is chosen, and what can be done without choosing more."""

    says: str
    note: str
    ways_out: Sequence[Choice]
    answers: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class RoundMark:
    number: int
    state: str  # "done", "now" or "later"
    label: str


@dataclass(frozen=True, slots=True)
class Labels:
    """The fixed words of the page."""

    board: str
    hand: str
    players: str
    treasures: str
    treasures_note: str
    rounds: str
    discard: str
    discard_hint: str
    too_many: str
    turn: str
    vote: str
    back: str
    to_draw: str
    only_you: str
    covered: str
    cover: str
    show: str
    touch: str
    look: str


@dataclass(frozen=True, slots=True)
class Table:
    """What the template places, and all it is given."""

    phase: str
    board: Board
    steps: Sequence[Step]
    rounds: Sequence[RoundMark]
    chip: RoleChip | None
    people: Sequence[Person]
    treasures: tuple[Treasure, ...]
    is_my_turn: bool
    bar: Bar
    hand: Sequence[HeldCard]
    places_to_draw: int
    discards: Sequence[Discard]
    call: Choice | None
    walks: Sequence[Walk]
    blocked: Sequence[Blocked]
    ending: Ending | None
    final: Final | None
    labels: Labels


def table(
    known: State,
    seat: int | None,
    actions: Sequence[Action],
    names: Sequence[str],
    moves: Sequence[Move] = (),
) -> Table:
    """The table as this seat sees it. `moves` led here; what the last ones changed is marked."""
    seen = scene(known, names, last_turn(moves, known.clans))
    return Table(
        phase=known.phase,
        board=board(known, seen, seat),
        steps=steps(known),
        rounds=round_marks(known),
        chip=role_chip(known, seat),
        people=people(known, seen, seat, actions),
        treasures=treasures(known, seen, seat, actions),
        is_my_turn=bool(actions),
        bar=bar(known, seat, actions, names),
        hand=hand(known, seat, actions),
        places_to_draw=_places_to_draw(known, seat),
        discards=discards(known, seat, actions),
        call=_call(known, seat, actions),
        walks=walks(known, seat, actions),
        blocked=blocked(known, seat, actions),
        ending=ending(known, seat, names),
        final=final(known, seat, names),
        labels=_labels(),
    )


def role_chip(known: State, seat: int | None) -> RoleChip | None:
    if seat is None or known.phase == "over" or not known.number:
        return None
    clan, character = known.clans[seat], known.characters[seat]
    if not is_known(character):
        return None
    text = _("{character}, {clan} clan")
    name = text.format(character=words.character(character), clan=words.clan(clan))
    return RoleChip(name, _wins(clan, character), f"c-{clan}-{character}", clan)


def _wins(clan: str, character: str) -> str:
    if character == SELFISH:
        return _("You score your own treasures and share with nobody.")
    team = words.clan(team_of(clan, character) or clan)
    if character == SABOTEUR:
        text = _("Your treasures count for the {clan} clan, and it shares with you.")
    else:
        text = _("Your treasures count for the {clan} clan, which shares them evenly.")
    return text.format(clan=team)


def option_labels() -> dict[str, str]:
    """Names of the options, and of their values as "option=value"."""
    labels = {"rounds": _("Rounds")}
    for count in (2, 3, 4):
        text = ngettext("{count} round", "{count} rounds", count)
        labels[f"rounds={count}"] = text.format(count=count)
    return labels


# The turn


def steps(known: State) -> list[Step]:
    """Play, walk, draw: where the turn stands."""
    if known.phase == "over":
        return []
    now = {"play": 0, "vote": 0, "walk": 1, "take": 2}[known.phase]
    names = [_("Play"), _("Walk"), _("Take a treasure") if now == 2 else _("Draw")]
    notes = [_play_note(known), _walk_note(known), _draw_note(known)]
    states = ["done" if place < now else "now" if place == now else "later" for place in range(3)]
    return [Step(*each) for each in zip(names, notes, states, strict=True)]


def _play_note(known: State) -> str:
    if known.phase == "vote":
        return _("after the vote")
    return _("a card, or discard") if known.phase == "play" else ""


def _walk_note(known: State) -> str:
    if known.phase == "take":
        return ""
    count = reach(known, known.turn)
    return ngettext("up to {count} card", "up to {count} cards", count).format(count=count)


def _draw_note(known: State) -> str:
    count = len(known.pile)
    return ngettext("{count} card left", "{count} cards left", count).format(count=count)


def bar(known: State, seat: int | None, actions: Sequence[Action], names: Sequence[str]) -> Bar:
    if seat is None or not actions:
        return Bar(_waiting(known, names), _waiting_note(known), (), ())
    if known.phase == "play":
        return Bar(_("Choose a card to play"), _("Or discard one card or two."), (), ())
    if known.phase == "walk":
        return Bar(_("Choose where to walk"), _walk_says(known, seat), [stay(known, seat)], ())
    if known.phase == "take":
        ways_out = [leave() for action in actions if action["do"] == "leave"]
        return Bar(_("Choose a treasure to take"), "", ways_out, ())
    return Bar(_asks(known, names), _vote_note(), (), _answers())


def _waiting(known: State, names: Sequence[str]) -> str:
    if known.phase == "over":
        return _("The match is over.")
    text = {
        "play": _("{name} is to play a card"),
        "walk": _("{name} is to walk"),
        "take": _("{name} is to take a treasure"),
        "vote": _("{asking} asks to end the round"),
    }[known.phase]
    return text.format(name=awaited_names(known, names), asking=names[known.turn])


def _waiting_note(known: State) -> str:
    return votes_missing(known) if known.phase == "vote" else ""


def _walk_says(known: State, seat: int) -> str:
    count = reach(known, Seat(seat))
    text = ngettext("Your dwarf goes {count} card.", "Your dwarf goes up to {count} cards.", count)
    return text.format(count=count)


# The vote


def _asks(known: State, names: Sequence[str]) -> str:
    return _("{name} asks to end the round now").format(name=names[known.turn])


def _vote_note() -> str:
    return _("It ends if all agree. One refusal, or a day without all answers, and it goes on.")


def _answers() -> list[Choice]:
    agree, refuse = _("Agree to end it"), _("Refuse")
    return [choice({"do": "agree"}, agree, agree), choice({"do": "refuse"}, refuse, refuse)]


def _call(known: State, seat: int | None, actions: Sequence[Action]) -> Choice | None:
    if seat is None or {"do": "call_end"} not in actions:
        return None
    alone = len(known.out) == known.seats - 1
    then = _("Nobody else has cards: it ends at once.") if alone else _vote_note()
    says = _("Ask to end the round now; you can do so once a round")
    return choice({"do": "call_end"}, says, _("Call the vote"), then=then)


# Rounds and words


def round_marks(known: State) -> list[RoundMark]:
    marks, played = [], known.results
    for number in range(1, known.rounds + 1):
        if number <= len(played):
            marks.append(RoundMark(number, "done", result(played[number - 1])))
        elif number == known.number:
            label = _("Round {number} is being played").format(number=number)
            marks.append(RoundMark(number, "now", label))
        else:
            label = _("Round {number} is to come").format(number=number)
            marks.append(RoundMark(number, "later", label))
    return marks


def _places_to_draw(known: State, seat: int | None) -> int:
    """How many cards I am going to draw in this turn."""
    if seat is None or known.turn != seat or known.phase not in ("walk", "take"):
        return 0
    return min(known.to_draw, len(known.pile))


@spoken(keep=10)
def _labels() -> Labels:
    return Labels(
        board=_("Board"),
        hand=_("Your hand"),
        players=_("Players"),
        treasures=_("Treasures"),
        treasures_note=_("kind open, value hidden"),
        rounds=_("Rounds"),
        discard=_("Discard"),
        discard_hint=_("Mark one card or two to discard"),
        too_many=_("Discard at most two cards"),
        turn=_("Turn"),
        vote=_("End the round?"),
        back=_("Back"),
        to_draw=_("to draw"),
        only_you=_("only you know"),
        covered=_("Your dwarf is covered"),
        cover=_("Cover"),
        show=_("Show"),
        touch=_("Touch to look."),
        look=_("Look at the board"),
    )
